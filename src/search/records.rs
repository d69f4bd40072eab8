//! Plain JSON for other programs: one row a record, and a table of contents.
//!
//! `search/records.json` holds all rows; above 20,000 they are cut into `search/records/<n>.json`.
//! `search/index.json` says which files there are. The browser reads neither.

use super::documents::{Documents, Stored};
use super::json::{push, push_entry, push_string, string};
use crate::address::OutPath;

/// Up to so many rows stand in one file.
const ONE_FILE_MAX: usize = 20_000;
/// Rows in one file where there are more.
const ROWS: usize = 5_000;

/// The addresses of the files of rows.
pub(super) fn addresses(records: usize) -> Vec<OutPath> {
    if records <= ONE_FILE_MAX {
        return vec![OutPath::fixed("search/records.json")];
    }
    (0..records.div_ceil(ROWS))
        .map(|n| OutPath::of(&["search", "records"], &format!("{n}.json")))
        .collect()
}

/// The files of rows, one row a line.
pub(super) fn files(documents: &Documents) -> impl Iterator<Item = (OutPath, Vec<u8>)> {
    let stored = documents.stored();
    let addresses = addresses(stored.len());
    let rows = if addresses.len() == 1 {
        stored.len().max(1)
    } else {
        ROWS
    };
    // Without records there is still a file, an empty list.
    let parts = stored
        .chunks(rows)
        .chain(stored.is_empty().then_some(stored));
    addresses.into_iter().zip(parts).map(|(address, part)| {
        let mut json = String::from("[");
        for stored in part {
            json.push_str(if json.len() > 1 { ",\n" } else { "\n" });
            push_row(&mut json, documents, stored);
        }
        json.push_str("\n]\n");
        (address, json.into_bytes())
    })
}

fn push_row(json: &mut String, documents: &Documents, stored: &Stored) {
    let optional = |text: Option<&str>| text.map_or("null".to_owned(), string);
    let mut tags = String::from("[");
    for tag in documents.tags(stored) {
        if tags.len() > 1 {
            tags.push(',');
        }
        push_string(&mut tags, tag);
    }
    tags.push(']');
    let mut row = String::from("{");
    for (key, value) in [
        ("id", string(&stored.id)),
        ("message", string(&stored.title)),
        ("pattern", optional(stored.pattern.as_deref())),
        ("code", optional(stored.code.as_deref())),
        ("repository", string(documents.repo(stored))),
        ("address", string(&documents.address(stored))),
        ("tags", tags),
        ("severity", string(documents.severity(stored))),
    ] {
        push_entry(&mut row, key, &value);
    }
    push(json, format_args!("{row}}}"));
}

/// A kind of shard, for the table of contents.
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) generation: String,
    pub(super) files: usize,
}

/// `search/index.json`: version, counts, the files of rows and the kinds of shard.
pub(super) fn contents(records: usize, kinds: &[Kind]) -> (OutPath, Vec<u8>) {
    let mut rows = String::from("[");
    for address in addresses(records) {
        if rows.len() > 1 {
            rows.push(',');
        }
        push_string(&mut rows, address.as_str());
    }
    rows.push(']');
    let mut shards = String::from("{");
    for kind in kinds {
        let folder = format!("search/{}/{}/", kind.name, kind.generation);
        let mut entry = String::from("{");
        push_entry(&mut entry, "holds", &string(holds(kind.name)));
        push_entry(&mut entry, "files", &kind.files.to_string());
        push_entry(&mut entry, "folder", &string(&folder));
        entry.push('}');
        push_entry(&mut shards, kind.name, &entry);
    }
    shards.push('}');
    let mut json = String::from("{");
    push_entry(&mut json, "version", &super::FORMAT.to_string());
    push_entry(&mut json, "records", &records.to_string());
    push_entry(&mut json, "rows", &rows);
    push_entry(&mut json, "shards", &shards);
    json.push_str("}\n");
    (OutPath::fixed("search/index.json"), json.into_bytes())
}

fn holds(kind: &str) -> &'static str {
    match kind {
        "a" => "terms of messages, codes, classes, tags, repositories and files",
        "al" => "the rest of the long lists of a",
        "b" => "terms of prose and folders",
        "bl" => "the rest of the long lists of b",
        "d" => "what a result shows of each record",
        "p" => "templates of messages, by words in them",
        "r" => "words reversed, for typos",
        _ => "word list, directories and facet values",
    }
}
