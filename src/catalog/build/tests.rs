//! Records in any order, and what the catalog makes of them.

use serde_json::json;

use super::*;
use crate::config::default_facets;
use crate::record::{self, Limits, Record};

fn record(repo: &str, slug: &str, path: &str, line: u32, tags: &[&str]) -> Record {
    let json = json!({
        "id": RecordId::derive(repo, &format!("{slug}{line}"), path).to_string(), "repo": repo, "slug": slug,
        "errorMessage": format!("{slug} {line}"), "messagePattern": "", "errorType": "panic", "severity": "error",
        "filePath": path, "lineNumber": line, "githubUrl": "", "analyzedSha": "abc",
        "analyzedAt": "2026-09-11T21:06:21Z", "tags": tags,
    });
    record::parse(&json.to_string(), &Limits::default())
        .record
        .unwrap()
}

fn catalog(records: Vec<Record>) -> (Catalog, Tally, Vec<Diagnostic>) {
    let mut builder = Builder::new(&default_facets());
    for record in records {
        builder.add(Card::of(&record, &default_facets()), Place::default());
    }
    builder.finish()
}

fn addresses(catalog: &Catalog) -> Vec<String> {
    (0..)
        .zip(catalog.pages())
        .map(|(page, _)| catalog.page_address(page, 1).to_string())
        .collect()
}

#[test]
fn records_that_share_a_slug_share_a_page_in_the_order_of_their_files() {
    let records = vec![
        record("o/r", "b", "z.rs", 1, &[]),
        record("o/r", "b", "a.rs", 9, &[]),
        record("o/r", "a", "m.rs", 5, &[]),
    ];
    let (catalog, ..) = catalog(records);
    assert_eq!(
        addresses(&catalog),
        vec!["errors/o/r/a.html", "errors/o/r/b.html"]
    );
    let paths: Vec<_> = catalog
        .records()
        .iter()
        .map(|header| catalog.path(header))
        .collect();
    assert_eq!(paths, vec!["m.rs", "a.rs", "z.rs"]);
}

#[test]
fn the_catalog_is_the_same_in_any_order_of_input() {
    let records: Vec<_> = (0..40)
        .map(|n| {
            record(
                &format!("o/r{}", n % 3),
                &format!("s{}", n % 7),
                &format!("f{}.rs", n % 5),
                n + 1,
                &["x", ["a", "b"][n as usize % 2]],
            )
        })
        .collect();
    let describe = |catalog: &Catalog| {
        format!(
            "{:?} {:?} {:?} {:?}",
            catalog.records().iter().map(|h| h.id).collect::<Vec<_>>(),
            catalog.pages(),
            catalog.values,
            catalog.postings
        )
    };
    let (forwards, ..) = catalog(records.clone());
    let (backwards, ..) = catalog(records.into_iter().rev().collect());
    assert_eq!(describe(&forwards), describe(&backwards));
}

#[test]
fn the_newer_of_two_records_with_one_id_stays() {
    let old = record("o/r", "s", "a.rs", 1, &["old"]);
    let mut new = Record {
        tags: vec!["new".into()],
        ..old.clone()
    };
    new.content_changed_at = Date::parse("2027-01-01T00:00:00Z");
    for order in [[old.clone(), new.clone()], [new, old]] {
        let (catalog, tally, _) = catalog(order.to_vec());
        assert_eq!((catalog.len(), tally.superseded), (1, 1));
        let tags: Vec<_> = catalog
            .values_of(catalog.record(0), 0)
            .map(|value| catalog.value(value).text.to_string())
            .collect();
        assert_eq!(
            tags,
            vec!["new"],
            "a value that only the older one had is gone"
        );
        assert!(catalog.values.iter().all(|value| &*value.text != "old"));
    }
}

#[test]
fn names_that_differ_by_case_get_addresses_that_do_not() {
    let (catalog, _, said) = catalog(vec![
        record("o/r", "Same", "a.rs", 1, &["X", "x"]),
        record("o/r", "same", "a.rs", 2, &[]),
    ]);
    let addresses = addresses(&catalog);
    assert_eq!(addresses[0], "errors/o/r/Same.html");
    assert!(
        addresses[1].starts_with("errors/o/r/same~"),
        "{addresses:?}"
    );
    assert_eq!(
        said.iter().map(|d| d.code).collect::<Vec<_>>(),
        vec![Code::ADDRESSES_CLASH; 2]
    );
}

#[test]
fn repositories_that_differ_by_case_are_an_error_and_the_first_stays() {
    let (catalog, tally, said) = catalog(vec![
        record("O/r", "s", "a.rs", 1, &[]),
        record("o/R", "s", "a.rs", 1, &[]),
    ]);
    assert_eq!((catalog.len(), tally.rejected), (1, 1));
    assert_eq!(&*catalog.repos()[0].name, "O/r");
    assert_eq!(said[0].code, Code::REPOSITORIES_CLASH);
}

#[test]
fn a_page_with_many_records_is_cut_into_parts() {
    let records = (0..100)
        .map(|n| record("o/r", "s", "a.rs", n + 1, &[]))
        .collect();
    let (catalog, ..) = catalog(records);
    assert_eq!(catalog.pages()[0].parts, 3);
    assert_eq!(
        catalog.address(catalog.record(99)).as_str(),
        "errors/o/r/s/part/3.html"
    );
}

#[test]
fn every_record_is_listed_under_each_of_its_values() {
    let (catalog, ..) = catalog(vec![
        record("o/r", "a", "a.rs", 1, &["x", "y", "x"]),
        record("o/r", "b", "a.rs", 2, &["y"]),
    ]);
    let tags = catalog.facets()[0].1.clone();
    let listed: Vec<_> = tags
        .map(|value| {
            (
                catalog.value(value).text.to_string(),
                catalog.records_with(value).to_vec(),
            )
        })
        .collect();
    assert_eq!(
        listed,
        vec![("x".into(), vec![0]), ("y".into(), vec![0, 1])]
    );
    assert_eq!(catalog.value_address(1, 2).as_str(), "tags/y/page/2.html");
}

#[test]
fn neighbours_and_siblings_are_of_the_same_file_and_nearest_first() {
    let mut records: Vec<_> = [3, 10, 11, 400]
        .map(|line| record("o/r", "one two three", "a.rs", line, &[]))
        .to_vec();
    records.push(record("o/r", "else", "b.rs", 10, &[]));
    records.extend([1, 2].map(|line| record("o/r", "one two three", "unknown", line, &[])));
    let (catalog, ..) = catalog(records);
    let at = |line| {
        (0..)
            .zip(catalog.records())
            .find(|(_, h)| h.line == Some(line) && catalog.path(h) == "a.rs")
            .unwrap()
            .0
    };
    assert_eq!(catalog.neighbours(at(10)), vec![at(3), at(11), at(400)]);
    assert_eq!(catalog.siblings(at(10)), vec![at(11), at(3), at(400)]);
    let unknown = (0..catalog.len()).find(|ix| catalog.path(catalog.record(*ix)) == "unknown");
    assert!(catalog.neighbours(unknown.unwrap()).is_empty());
}
