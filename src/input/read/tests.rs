//! Files on disk, good and broken, and what is said of them.

use std::fs;

use serde_json::{Value, json};

use super::*;
use crate::diagnostic::Code;
use crate::input::{NoShelf, list};
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
    let keep = |record: &Record| record.error_message.clone();
    let outcome = read(
        list(&[path]).unwrap(),
        &Limits::default(),
        &mut NoShelf,
        &Silent,
        keep,
        |found| {
            places.push(found.place);
            messages.push(found.kept);
        },
    )
    .unwrap();
    for (place, message) in places.into_iter().zip(&messages) {
        let again = outcome.sources.read(place).unwrap();
        assert_eq!(
            again.error_message, *message,
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
    let paths = std::slice::from_ref(&path);
    let outcome = read(
        list(paths).unwrap(),
        &Limits::default(),
        &mut NoShelf,
        &Silent,
        |_| (),
        |found| {
            places.push(found.place);
        },
    )
    .unwrap();
    fs::write(&path, record("eno").to_string()).unwrap();
    let said = outcome.sources.read(places[0]).unwrap_err();
    assert_eq!(said.code, Code::CHANGED_WHILE_READING);
}

/// Reads the files of a folder: the messages and versions of its records, and the outcome.
fn read_folder(files: &[(&str, String)]) -> (Vec<(String, Option<String>)>, Outcome) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let mut found = Vec::new();
    let paths = [folder.path().to_path_buf()];
    let keep = |one: &Record| (one.error_message.clone(), one.dataset_version.clone());
    let outcome = read(
        list(&paths).unwrap(),
        &Limits::default(),
        &mut NoShelf,
        &Silent,
        keep,
        |one| {
            found.push(one.kept);
        },
    )
    .unwrap();
    (found, outcome)
}

fn export(manifest: &Value, more: &[(&'static str, Value)]) -> Vec<(&'static str, String)> {
    let envelope = json!({"record": record("two"), "datasetVersion": "own"});
    let mut files = vec![
        ("manifest.json", manifest.to_string()),
        (
            "repos/o/r.json",
            json!([record("one"), envelope]).to_string(),
        ),
        ("search/index.json", "{\"terms\": 1}".into()),
        ("info/index.json", "[{\"slug\": 1}]".into()),
    ];
    files.extend(more.iter().map(|(name, value)| (*name, value.to_string())));
    files
}

fn said(outcome: &Outcome) -> Vec<(Code, &str)> {
    let said = outcome.diagnostics.iter();
    said.map(|d| (d.code, d.message.as_str())).collect()
}

#[test]
fn an_export_gives_its_version_its_facts_and_its_articles() {
    let manifest =
        json!({"datasetVersion": "v9", "counts": {"errors": 2, "repos": 1, "infoPages": 1}});
    let files = export(
        &manifest,
        &[
            (
                "repos.json",
                json!([{"repo": "o/r", "stars": 3, "language": null, "new": []}]),
            ),
            (
                "info/bad-luck.json",
                json!({"slug": "bad-luck", "title": "Bad luck", "fixes": ["wait"]}),
            ),
        ],
    );
    let (found, outcome) = read_folder(&files);
    assert_eq!(
        found,
        [
            ("one".into(), Some("v9".into())),
            ("two".into(), Some("own".into()))
        ]
    );
    assert_eq!(said(&outcome), []);
    assert_eq!((outcome.read, outcome.passed_over), (2, 0));
    assert_eq!(outcome.told.facts[0].1.stars, Some(3));
    assert_eq!(outcome.told.articles[0].1.fixes, ["wait"]);
}

#[test]
fn what_is_wrong_with_an_export_is_said_and_never_counts_as_a_record() {
    let files = export(
        &json!({"datasetVersion": 9, "counts": {"errors": 3, "repos": 2}}),
        &[
            (
                "repos.json",
                json!([{"repo": "o/r", "stars": "many"}, {"repo": "a/b"}]),
            ),
            ("info/x.json", json!({"slug": " ", "title": "X"})),
        ],
    );
    let (found, outcome) = read_folder(&files);
    assert_eq!((found.len(), outcome.read, outcome.rejected), (2, 2, 0));
    assert_eq!(
        said(&outcome),
        [
            (
                Code::EXPORT_ENTRY,
                "expected an article about a family, but `slug` is empty"
            ),
            (
                Code::EXPORT_DIFFERS,
                "the export counts 3 errors, but holds 2"
            ),
            (Code::EXPORT_DIFFERS, "the export does not say its version"),
            (
                Code::EXPORT_ENTRY,
                "expected the facts of a repository, but found this: invalid type: string \"many\", expected u64"
            ),
        ]
    );
    assert_eq!(outcome.diagnostics[3].place.line, Some(1));
    assert_eq!(outcome.told.facts.len(), 1);
}

#[test]
fn a_manifest_of_something_else_is_an_ordinary_file() {
    let files = export(&json!({"name": "an app"}), &[]);
    let (found, outcome) = read_folder(&files);
    assert_eq!(found[0].1, None);
    let is_manifest = |d: &&Diagnostic| d.place.file.as_ref().unwrap().ends_with("manifest.json");
    let said: Vec<_> = outcome.diagnostics.iter().filter(is_manifest).collect();
    assert_eq!((said.len(), said[0].code), (1, Code::NOT_A_RECORD));
    assert_eq!(outcome.rejected, 3, "as are the other files of the folder");
}

#[test]
fn what_is_packed_is_read_and_read_back_at_its_own_places() {
    use std::io::Write;
    let text = format!("{}\n{{\"id\": }}\n{}\n", record("one"), record("two"));
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let zstd = ruzstd::encoding::compress_to_vec(text.as_bytes(), level);
    for packed in [gzip.finish().unwrap(), zstd] {
        let wanted = vec!["one".to_owned(), "two".to_owned()];
        let broken = vec![(Code::NOT_JSON, Some(2), Some(2))];
        assert_eq!(read_file(&packed), (wanted, broken, 1));
        let (messages, said, _) = read_file(&packed[..packed.len() - 1]);
        assert_eq!(messages.len(), 2, "all that was there: {said:?}");
        assert_eq!(said[0], (Code::PACKED_DAMAGED, None, None));
    }
}
