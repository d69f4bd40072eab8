//! Paths of every kind, and the tree that they make.

use serde_json::json;

use super::*;
use crate::catalog::{Builder, Card};
use crate::config::default_facets;
use crate::input::Place;
use crate::record::{self, Limits, RecordId};

fn card(repo: &str, path: &str, line: u32) -> Card {
    let json = json!({
        "id": RecordId::derive(repo, &line.to_string(), path).to_string(), "repo": repo,
        "slug": format!("s{line}"), "errorMessage": format!("m{line}"), "messagePattern": "",
        "errorType": "panic", "severity": "error", "filePath": path, "lineNumber": line,
        "githubUrl": "", "analyzedSha": "abc", "analyzedAt": "2026-09-11T21:06:21Z",
    });
    let record = record::parse(&json.to_string(), &Limits::default());
    let record = record.record.unwrap();
    Card::of(&record, &default_facets())
}

fn tree(records: &[(&str, &str, u32)]) -> (Catalog, Vec<Diagnostic>) {
    let mut builder = Builder::new(&default_facets());
    for (repo, path, line) in records {
        builder.add(card(repo, path, *line), Place::default());
    }
    let (mut catalog, _, mut said) = builder.finish();
    catalog.list_source_tree(&mut said);
    (catalog, said)
}

/// Addresses of all folders and files, with their numbers of records.
fn addresses(catalog: &Catalog) -> Vec<(String, u32)> {
    let folders = (0..).zip(catalog.folders());
    let folders = folders.map(|(ix, it)| (catalog.folder_address(ix, 1).to_string(), it.records));
    let files = (0..).zip(catalog.files());
    let count = |ix| number(catalog.records_in(ix).len());
    let files = files.map(|(ix, _)| (catalog.file_address(ix, 1).to_string(), count(ix)));
    folders.chain(files).collect()
}

#[test]
fn a_tree_has_the_folders_and_files_of_its_paths_with_counts() {
    let (catalog, said) = tree(&[
        ("o/r", "src/net/a.rs", 2),
        ("o/r", "src/net/a.rs", 1),
        ("o/r", "src-gen/b.rs", 1),
        ("o/r", "src/z.rs", 1),
        ("o/s", "src/a.rs", 1),
    ]);
    let expected = [
        ("source/o/r/index.html", 4),
        ("source/o/s/index.html", 1),
        ("source/o/r/src/index.html", 3),
        ("source/o/r/src-gen/index.html", 1),
        ("source/o/s/src/index.html", 1),
        ("source/o/r/src/net/index.html", 2),
        ("source/o/r/src/z.rs.html", 1),
        ("source/o/r/src-gen/b.rs.html", 1),
        ("source/o/s/src/a.rs.html", 1),
        ("source/o/r/src/net/a.rs.html", 2),
    ];
    let expected: Vec<_> = expected.map(|(path, n)| (path.to_owned(), n)).into();
    assert_eq!(addresses(&catalog), expected);
    assert_eq!(said, []);
    let net = catalog.records_in(3);
    let lines: Vec<_> = net.iter().map(|ix| catalog.record(*ix).line).collect();
    assert_eq!(lines, [Some(1), Some(2)]);
    assert!(net.iter().all(|ix| catalog.file_of(*ix) == Some(3)));
}

#[test]
fn no_two_pages_of_a_tree_share_an_address_on_any_disk() {
    let long = "d/".repeat(500) + "x.rs";
    let paths = [
        "x",
        "x/y.rs",
        "X",
        "X/y.rs",
        "x.html/y",
        "x.html",
        "unknown",
        "/",
        "/etc/passwd",
        "a//b",
        "a/",
        "../../x",
        "./x",
        "index",
        "page/2",
        "page",
        "nul.c",
        "é/\u{202e}\0",
        &long,
        "c/inner.rs",
        "C",
    ];
    let mut records: Vec<_> = paths.iter().map(|path| ("o/r", *path, 1)).collect();
    records.push(("o/r/c", "inner.rs", 1));
    let (catalog, _) = tree(&records);
    assert_eq!(catalog.files().len(), records.len());
    let mut taken = std::collections::BTreeSet::new();
    let mut folders = std::collections::BTreeSet::new();
    let pages = (0..).zip(catalog.folders());
    let pages = pages.flat_map(|(ix, _)| [1, 2].map(|n| catalog.folder_address(ix, n)));
    let files = (0..).zip(catalog.files());
    let files = files.flat_map(|(ix, _)| [1, 2].map(|n| catalog.file_address(ix, n)));
    for address in pages.chain(files) {
        let folded = address.as_str().to_lowercase();
        assert!(address.as_str().len() < 3000, "{address}");
        folders.extend(
            folded
                .match_indices('/')
                .map(|(at, _)| folded[..at].to_owned()),
        );
        assert!(taken.insert(folded), "{address} is there twice");
    }
    let both: Vec<_> = taken.intersection(&folders).collect();
    assert!(both.is_empty(), "{both:?} are files and folders");
}

#[test]
fn a_site_without_a_source_tree_has_no_files() {
    let mut builder = Builder::new(&default_facets());
    builder.add(card("o/r", "a.rs", 1), Place::default());
    let (catalog, ..) = builder.finish();
    assert_eq!((catalog.file_of(0), catalog.root_folder(0)), (None, None));
}
