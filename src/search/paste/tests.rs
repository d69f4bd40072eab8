//! The table of pastes, and what no text or template may do.

use std::collections::BTreeMap;
use std::io;

use serde::Deserialize;
use serde_json::Value;

use super::super::published::Published;
use super::super::{Document, Index};
use super::{Match, Options, find};
use crate::message::Template;

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
    let done: Result<(), io::Error> = index.finish(|path, bytes| {
        files.insert(path.to_string(), bytes);
        Ok(())
    });
    done.expect("nothing is put aside");
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

/// What the table's records would be found by: the message with a value in each hole.
fn filled(record: &Value) -> Option<(String, Vec<String>)> {
    let text = |key: &str| record[key].as_str().expect("a text");
    let template = Template::of(
        text("errorMessage"),
        Some(text("messagePattern")),
        text("filePath"),
    );
    let values: Vec<String> = (1..template.literals.len())
        .map(|n| format!("x{n}"))
        .collect();
    let mut message = template.literals[0].clone();
    for (literal, value) in template.literals[1..].iter().zip(&values) {
        message.extend([value.as_str(), literal.as_str()]);
    }
    template.is_telling().then_some((message, values))
}

#[test]
fn every_record_is_found_by_its_message_and_values_come_back() {
    let files = index(&records());
    for record in records() {
        let Some((message, expected)) = filled(&record) else {
            continue;
        };
        let found = found(&files, &format!("ERROR: {message}"));
        let place = found.iter().position(|found| found.row.id == record["id"]);
        let found = &found[place.unwrap_or_else(|| panic!("{message}"))];
        assert!(found.sure && place < Some(2), "{message} at {place:?}");
        let values: Vec<&String> = found.values.iter().map(|(_, value)| value).collect();
        assert_eq!(values, expected.iter().collect::<Vec<_>>(), "{message}");
    }
}

#[test]
fn hostile_patterns_change_nothing() {
    let mut all = records();
    let before = index(&all);
    let holes = "(.+?)".repeat(100);
    let patterns = [
        "(a+)+$",
        ".*",
        "(?=.*)",
        "(open",
        "[",
        "(?<!x).+",
        "(.+?): (.+?)",
        "\\",
        &holes,
    ];
    for n in 0..180 {
        all.push(serde_json::json!({
            "id": format!("bad{n:013x}"), "repo": "hostile/patterns", "slug": format!("h{n}"),
            "errorMessage": "{}", "messagePattern": patterns[n % patterns.len()],
            "filePath": format!("src/h{n}.rs"), "severity": "error", "errorType": "exception",
        }));
    }
    let after = index(&all);
    let ids = |files: &Files, text: &str| -> Vec<String> {
        found(files, text)
            .into_iter()
            .map(|found| found.row.id)
            .collect()
    };
    for row in table() {
        assert_eq!(
            ids(&before, &row.text),
            ids(&after, &row.text),
            "{}",
            row.text
        );
    }
    for text in [
        "aaaaaaaaaaaaaaaaaaaa",
        "INFO: all is well",
        "a: b",
        "error: ",
        &"a ".repeat(9_000),
    ] {
        assert!(ids(&after, text).is_empty(), "{text:.40}");
    }
}

#[test]
fn a_template_of_a_crowded_word_is_found_in_its_part_and_piece() {
    let message = |n: usize| match n % 3 {
        // The word stands between holes, so all of these are one part, which is cut.
        0 => (
            format!("{{}} quagga {{}}; b{n}{n}"),
            format!("x quagga y; b{n}{n}"),
        ),
        1 => (format!("quagga c{n} of {{}}"), format!("quagga c{n} of z")),
        _ => (format!("the d{n} quagga"), format!("the d{n} quagga")),
    };
    let records: Vec<Value> = (0..6_000)
        .map(|n| {
            serde_json::json!({
                "id": format!("{n:016x}"), "repo": "o/r", "slug": format!("s{n}"),
                "errorMessage": message(n).0, "filePath": format!("src/{n}.rs"),
                "severity": "error", "errorType": "exception",
            })
        })
        .collect();
    let files = index(&records);
    let sizes = files
        .iter()
        .filter(|(path, _)| path.starts_with("search/p/"));
    assert!(sizes.clone().count() > 30);
    for (path, bytes) in sizes {
        assert!(bytes.len() < 60_000, "{path}: {}", bytes.len());
    }
    for n in (0..6_000).step_by(97) {
        let found = found(&files, &message(n).1);
        assert_eq!(found[0].row.id, format!("{n:016x}"), "{}", message(n).1);
    }
}

#[test]
fn the_words_of_the_language_are_words_like_others() {
    let words = [
        "constructor",
        "__proto__",
        "con",
        "hasOwnProperty",
        "toString",
    ];
    let records: Vec<Value> = words
        .iter()
        .map(|word| {
            serde_json::json!({
                "id": format!("{:016x}", word.len()), "repo": "o/r", "slug": word,
                "errorMessage": format!("{word} zonked {{}}"), "filePath": "a.rs",
                "severity": "error", "errorType": "exception",
            })
        })
        .collect();
    let files = index(&records);
    for word in words {
        let found = found(&files, &format!("{word} zonked 7"));
        assert_eq!(found[0].row.id, format!("{:016x}", word.len()), "{word}");
    }
}

#[test]
fn any_text_has_an_answer() {
    let files = index(&records());
    let pieces = [
        "a ", "\u{1b}[", "\\u", "{\"", "\n", "\r", "é", "漢", "😀", "error: ", "at x", "\0", ":",
        "'", "\u{2028}",
    ];
    for piece in pieces {
        found(&files, &piece.repeat(100_000 / piece.len()));
    }
    let everything: String = records()
        .iter()
        .filter_map(|record| Some(filled(record)?.0 + "\n"))
        .collect();
    assert_eq!(found(&files, &everything).len(), 10);
}
