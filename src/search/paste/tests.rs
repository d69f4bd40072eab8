//! The table of pastes, and what no text or template may do.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;

use serde::Deserialize;
use serde_json::Value;

use super::super::published::Published;
use super::super::{Document, Index};
use super::{Match, Options, find};

type Files = BTreeMap<String, Vec<u8>>;

/// A row of the table.
#[derive(Deserialize)]
struct Paste {
    kind: String,
    #[serde(rename = "paste")]
    text: String,
    expect: Vec<Expected>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Expected {
    id: String,
    line: usize,
    sure: bool,
    values: BTreeMap<String, String>,
}

fn table() -> Vec<Paste> {
    let text = include_str!("../../../tests/vectors/pastes.json");
    serde_json::from_str(text).expect("a table")
}

fn records() -> Vec<Value> {
    let text = include_str!("../../../tests/vectors/paste-records.jsonl");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a record"))
        .collect()
}

fn index(records: &[Value]) -> Files {
    let mut index = Index::new(super::super::Options::default());
    for record in records {
        let text = |key: &str| record[key].as_str();
        let needed = |key: &str| text(key).unwrap_or_default();
        let address = format!("errors/{}/{}.html", needed("repo"), needed("slug"));
        index.add(&Document {
            id: needed("id"),
            title: needed("errorMessage"),
            pattern: text("messagePattern"),
            code: text("errorCode"),
            class: text("errorClass"),
            repo: needed("repo"),
            path: needed("filePath"),
            line: record["lineNumber"]
                .as_u64()
                .and_then(|n| u32::try_from(n).ok()),
            severity: needed("severity"),
            kind: needed("errorType"),
            tags: &[],
            address: &address,
            prose: "",
        });
    }
    let mut files = Files::new();
    let done: Result<(), Infallible> = index.finish(|path, bytes| {
        files.insert(path.to_string(), bytes);
        Ok(())
    });
    done.unwrap_or_else(|never| match never {});
    files
}

fn found(files: &Files, text: &str) -> Vec<Match> {
    let read = |address: &str| {
        let file = files.get(address).cloned();
        file.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    };
    let index = Published::open(&read).expect("an index");
    find(&index, text, Options::default()).expect("an answer")
}

#[test]
fn every_paste_of_the_table_finds_its_records() {
    let files = index(&records());
    let mut wrong = Vec::new();
    for row in table() {
        let found: Vec<Expected> = found(&files, &row.text)
            .into_iter()
            .map(|found| Expected {
                id: found.row.id,
                line: found.line,
                sure: found.sure,
                values: found.values.into_iter().collect(),
            })
            .collect();
        if found != row.expect {
            wrong.push(format!(
                "{}: {}\n  expected {:?}\n  found    {found:?}",
                row.kind, row.text, row.expect
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} rows:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
