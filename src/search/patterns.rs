//! The shards of templates: what finds a record in a pasted text.
//!
//! In go the templates, out come the list of routers and shards of the templates filed under them.
//! `docs/matching.md` describes both files and how they are read. No foreign pattern is among them:
//! only literal text, and where holes are.

use std::collections::{BTreeMap, HashSet};

use super::documents::{Documents, Filed};
use super::json::{push, push_number, push_string, string};
use super::postings::utf16_order;
use super::routers::{Routers, hash};
use super::shards::Shards;
use super::strings::ShardStrings;
use super::words::front_coded;
use crate::message::words::is_word;

/// The name of the list of routers.
const ROUTERS: &str = "routers";
/// A shard is closed before the router that would take it over this.
const SHARD_BYTES: usize = 4_500;
/// A router with more is split.
const SPLIT_BYTES: usize = 2 * SHARD_BYTES;
/// A part with more is cut.
const PART_BYTES: usize = 40_000;
/// Records listed for one template.
const RECORDS: usize = 24;
/// Longer labels and names of files are left out.
const STRING_BYTES: usize = 100;

/// The shards of all templates, and the list of routers among them.
pub(super) fn shards(documents: &Documents) -> Shards {
    let templates = documents.templates();
    let routers = Routers::of(&templates);
    let mut buckets: BTreeMap<Utf16, Vec<Entry<'_>>> = BTreeMap::new();
    for template in &templates {
        let place = routers.place(&template.literals);
        let bytes = estimate(template);
        let entry = Entry {
            template,
            key: place.key,
            bytes,
        };
        buckets.entry(Utf16(place.router)).or_default().push(entry);
    }
    let mut packer = Packer {
        documents,
        shards: Shards::new("p"),
        open: Vec::new(),
        bytes: 0,
        later: Vec::new(),
        places: BTreeMap::new(),
    };
    for (Utf16(router), entries) in buckets {
        packer.add(router, entries);
    }
    packer.finish(&routers)
}

/// Text in the order that `<` means in JavaScript.
#[derive(PartialEq, Eq)]
struct Utf16(String);

impl Ord for Utf16 {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        utf16_order(&self.0, &other.0)
    }
}

impl PartialOrd for Utf16 {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

struct Entry<'a> {
    template: &'a Filed<'a>,
    key: String,
    bytes: usize,
}

/// About how many bytes a template takes.
fn estimate(template: &Filed<'_>) -> usize {
    let text: usize = template.literals.iter().map(|text| text.len() + 3).sum();
    text + 8 + 12 * template.records.len().min(RECORDS)
}

/// Fills shards with one router after another.
struct Packer<'a> {
    documents: &'a Documents,
    shards: Shards,
    open: Vec<Entry<'a>>,
    bytes: usize,
    /// Further pieces of parts that are too large: the number of the part, then the pieces.
    later: Vec<(usize, Vec<Vec<Entry<'a>>>)>,
    /// First shard and number of parts of each router.
    places: BTreeMap<String, (usize, usize)>,
}

impl<'a> Packer<'a> {
    fn add(&mut self, router: String, entries: Vec<Entry<'a>>) {
        let bytes: usize = entries.iter().map(|entry| entry.bytes).sum();
        if bytes <= SPLIT_BYTES {
            if self.bytes + bytes > SHARD_BYTES {
                self.close();
            }
            self.places.insert(router, (self.next(), 1));
            self.bytes += bytes;
            self.open.extend(entries);
            return;
        }
        self.close();
        let count = (bytes / SHARD_BYTES).next_power_of_two();
        self.places.insert(router, (self.next(), count));
        let mut parts: Vec<Vec<Entry<'a>>> = (0..count).map(|_| Vec::new()).collect();
        for entry in entries {
            parts[hash(&entry.key) as usize % count].push(entry);
        }
        for part in parts {
            self.push_part(part);
        }
    }

    /// The number of the shard that is filled now.
    fn next(&self) -> usize {
        self.shards.len()
    }

    fn close(&mut self) {
        if !self.open.is_empty() {
            let open = std::mem::take(&mut self.open);
            let json = shard(self.documents, &open, "0");
            self.shards.push(&json);
        }
        self.bytes = 0;
    }

    /// A part in a shard of its own, cut if it is too large: then the shard holds the first piece,
    /// and the others follow after all routers.
    fn push_part(&mut self, part: Vec<Entry<'a>>) {
        let bytes: usize = part.iter().map(|entry| entry.bytes).sum();
        let number = self.next();
        if bytes <= PART_BYTES {
            let json = shard(self.documents, &part, "0");
            self.shards.push(&json);
            return;
        }
        let count = bytes.div_ceil(SPLIT_BYTES);
        let mut pieces: Vec<Vec<Entry<'a>>> = (0..count).map(|_| Vec::new()).collect();
        for entry in part {
            let piece = hash(&entry.template.literals.join("\0")) as usize % count;
            pieces[piece].push(entry);
        }
        self.shards.push("");
        self.later.push((number, pieces));
    }

    fn finish(mut self, routers: &Routers) -> Shards {
        self.close();
        for (number, pieces) in std::mem::take(&mut self.later) {
            let more = format!("[{},{}]", self.next(), pieces.len() - 1);
            let mut pieces = pieces.into_iter();
            let first = pieces.next().unwrap_or_default();
            let json = shard(self.documents, &first, &more);
            self.shards.replace(number, &json);
            for piece in pieces {
                let json = shard(self.documents, &piece, "0");
                self.shards.push(&json);
            }
        }
        let list = list(routers, &self.places);
        self.shards.push_named(ROUTERS, &list);
        self.shards
    }
}

/// `[[strings],more,template,records,…]`
fn shard(documents: &Documents, entries: &[Entry<'_>], more: &str) -> String {
    let mut strings = ShardStrings::default();
    let mut rows = String::new();
    for entry in entries {
        rows.push(',');
        push_template(&mut rows, entry.template);
        rows.push_str(",[");
        push_records(&mut rows, documents, &entry.template.records, &mut strings);
        rows.push(']');
    }
    format!("[[{}],{more}{rows}]", strings.json)
}

/// A string, or literals and names in turn.
fn push_template(out: &mut String, template: &Filed<'_>) {
    if let [only] = template.literals[..] {
        return push_string(out, only);
    }
    for (at, literal) in template.literals.iter().enumerate() {
        out.push(if at == 0 { '[' } else { ',' });
        push_string(out, literal);
        let Some(name) = template.names.get(at) else {
            break;
        };
        out.push(',');
        if last_word(literal) == Some(*name) {
            out.push('0');
        } else {
            push_string(out, name);
        }
    }
    out.push(']');
}

/// The last run of letters, digits and `_`.
fn last_word(literal: &str) -> Option<&str> {
    let run = literal.rsplit(|c| !is_word(c));
    run.into_iter().find(|run| !run.is_empty())
}

fn push_records(out: &mut String, documents: &Documents, all: &[u32], strings: &mut ShardStrings) {
    let mut last = 0;
    for record in listed_records(documents, all) {
        push_number(out, record - last);
        for text in seen_by(documents, record) {
            let number = if text.is_empty() || text.len() > STRING_BYTES {
                0
            } else {
                strings.number(text) + 1
            };
            push(out, format_args!(",{number}"));
        }
        out.push(',');
        last = record;
    }
    if all.len() > RECORDS {
        push(out, format_args!("{}", all.len()));
    } else {
        out.pop();
    }
}

/// What tells the records of a template apart in a trace: label, and name of the file.
fn seen_by(documents: &Documents, record: u32) -> [&str; 2] {
    let path = documents.path(record);
    let file = path.rsplit('/').next().unwrap_or(path);
    let known = if path == crate::record::UNKNOWN_PATH {
        ""
    } else {
        file
    };
    [documents.label(record), known]
}

/// The records that are listed, in order: those that a trace tells apart before others.
fn listed_records(documents: &Documents, all: &[u32]) -> Vec<u32> {
    if all.len() <= RECORDS {
        return all.to_vec();
    }
    let mut seen = HashSet::new();
    let (first, others): (Vec<u32>, Vec<u32>) = all
        .iter()
        .partition(|&&record| seen.insert(seen_by(documents, record)));
    let mut listed: Vec<u32> = first.into_iter().chain(others).take(RECORDS).collect();
    listed.sort_unstable();
    listed
}

/// The list of routers.
fn list(routers: &Routers, places: &BTreeMap<String, (usize, usize)>) -> String {
    let mut listed: Vec<(&str, u8)> = routers.listed().collect();
    listed.sort_unstable_by(|a, b| utf16_order(a.0, b.0));
    let letters: String = listed.iter().map(|(_, l)| char::from(b'a' + l)).collect();
    let mut shards = String::from("[");
    let mut last = 0;
    for (word, _) in &listed {
        if shards.len() > 1 {
            shards.push(',');
        }
        match places.get(*word) {
            None => shards.push_str("-1"),
            Some((first, 1)) => push(&mut shards, format_args!("{}", first - last)),
            Some((first, count)) => push(&mut shards, format_args!("[{},{count}]", first - last)),
        }
        last = places.get(*word).map_or(last, |place| place.0);
    }
    shards.push(']');
    let unlisted = places.get("");
    let unlisted = unlisted.map_or("0".to_owned(), |(first, count)| {
        format!("[{first},{count}]")
    });
    format!(
        "{{\"n\":{},\"l\":{},\"w\":{},\"c\":{},\"s\":{shards},\"x\":{unlisted}}}",
        routers.templates(),
        routers.whole_letter(),
        string(&front_coded(listed.iter().map(|(word, _)| *word))),
        string(&letters),
    )
}
