//! Files on disk, good and broken, and what is said of them.

use std::fs;

use serde_json::{Value, json};

use super::*;
use crate::progress::Silent;
use crate::record::RecordId;

fn record(message: &str) -> Value {
    json!({
        "id": RecordId::derive("o/r", message, "a.rs").to_string(), "repo": "o/r", "slug": "s", "errorMessage": message,
        "messagePattern": message, "errorType": "panic", "severity": "error", "filePath": "a.rs",
        "githubUrl": "https://github.com/o/r/blob/abc/a.rs", "analyzedSha": "abc", "analyzedAt": "2026-09-11T21:06:21Z",
    })
}

/// A problem's code, line and position in its file.
type Said = (Code, Option<usize>, Option<usize>);

/// Reads one file of the given bytes: the messages of its records, and what is said of it.
fn read_file(bytes: &[u8]) -> (Vec<String>, Vec<Said>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.txt");
    fs::write(&path, bytes).unwrap();
    let mut messages = Vec::new();
    let mut places = Vec::new();
    let outcome = read(&[path], &Limits::default(), &Silent, |found| {
        places.push((
            found.place,
            found.fingerprint,
            found.record.error_message.clone(),
        ));
        messages.push(found.record.error_message);
    })
    .unwrap();
    for (place, fingerprint, message) in places {
        assert_eq!(
            outcome
                .sources
                .read(place, fingerprint)
                .unwrap()
                .error_message,
            message,
            "each record can be read back"
        );
    }
    let said = outcome
        .diagnostics
        .iter()
        .map(|d| (d.code, d.place.line, d.place.position))
        .collect();
    (messages, said, outcome.rejected)
}

#[test]
fn every_layout_gives_the_same_records() {
    let (a, b) = (record("one"), record("two"));
    let envelope = json!({"record": a, "datasetVersion": "v"});
    let wanted = vec!["one".to_owned(), "two".to_owned()];
    for file in [
        format!("{a}\n{b}\n"),
        format!("{envelope}\n{b}"),
        format!("[{a},\n{b}]"),
        serde_json::to_string_pretty(&json!([envelope, b])).unwrap(),
        format!(
            "{}\n{}",
            serde_json::to_string_pretty(&a).unwrap(),
            serde_json::to_string_pretty(&b).unwrap()
        ),
        format!("\u{feff}{a}\r\n{b}\r\n"),
    ] {
        assert_eq!(
            read_file(file.as_bytes()),
            (wanted.clone(), vec![], 0),
            "{file}"
        );
    }
}

#[test]
fn a_broken_record_is_named_by_line_and_position_and_hides_no_other() {
    let (a, b) = (record("one"), record("two"));
    let wanted = vec!["one".to_owned(), "two".to_owned()];
    let lines = format!("{a}\n{{\"id\": \n{b}\n");
    assert_eq!(
        read_file(lines.as_bytes()),
        (wanted.clone(), vec![(Code::CUT_SHORT, Some(2), Some(2))], 1)
    );
    let array = format!("[{a},\n{{\"id\": }},\n{b}]");
    assert_eq!(
        read_file(array.as_bytes()),
        (wanted.clone(), vec![(Code::NOT_JSON, Some(2), Some(2))], 1)
    );
    let no_utf8 = [
        format!("{a}\n{{\"id\":\"").as_bytes(),
        b"\xff\xfe",
        format!("\"}}\n{b}").as_bytes(),
    ]
    .concat();
    assert_eq!(
        read_file(&no_utf8),
        (wanted, vec![(Code::NOT_UTF8, Some(2), Some(2))], 1)
    );
}

#[test]
fn a_file_that_is_cut_short_gives_what_it_has() {
    let file = format!("[{},{}", record("one"), &record("two").to_string()[..40]);
    let (messages, said, rejected) = read_file(file.as_bytes());
    assert_eq!(messages, vec!["one"]);
    assert_eq!((said[0].0, rejected), (Code::CUT_SHORT, 1), "{said:?}");
}

#[test]
fn files_that_are_not_json_are_passed_over() {
    assert_eq!(read_file(b"# Notes"), (vec![], vec![], 0));
    assert_eq!(read_file(b""), (vec![], vec![], 0));
    assert_eq!(
        read_file(b"\xff\xfe{\0"),
        (vec![], vec![(Code::NOT_UTF8, None, None)], 0)
    );
}

#[test]
fn a_record_over_the_limit_is_rejected_by_size() {
    let mut big = record("big");
    big["documentation"] = json!("é".repeat(600_000));
    let file = format!("{big}\n{}", record("one"));
    assert_eq!(
        read_file(file.as_bytes()),
        (
            vec!["one".into()],
            vec![(Code::TOO_LARGE, Some(1), Some(1))],
            1
        )
    );
}

#[test]
fn an_unknown_key_is_said_once_and_counted() {
    let with = |message: &str| {
        let mut record = record(message);
        record["extra"] = json!(1);
        record
    };
    let (messages, said, _) = read_file(format!("{}\n{}", with("one"), with("two")).as_bytes());
    assert_eq!(
        (messages.len(), said),
        (2, vec![(Code::UNKNOWN_KEY, Some(1), Some(1))])
    );
}

#[test]
fn a_record_that_changed_meanwhile_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.json");
    fs::write(&path, record("one").to_string()).unwrap();
    let mut places = Vec::new();
    let outcome = read(
        std::slice::from_ref(&path),
        &Limits::default(),
        &Silent,
        |found| {
            places.push((found.place, found.fingerprint));
        },
    )
    .unwrap();
    fs::write(&path, record("eno").to_string()).unwrap();
    let said = outcome.sources.read(places[0].0, places[0].1).unwrap_err();
    assert_eq!(said.code, Code::CHANGED_WHILE_READING);
}
