//! `docs/site-toml.md` says what is true: every key is in it, with its default, and its example
//! sets every key.

use std::path::Path;

use super::{KNOWN, parse};
use crate::config::{Config, default_facets};

/// One key of a section, and its default as the document writes it.
struct Row {
    table: String,
    key: String,
    default: String,
}

fn document() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/site-toml.md");
    std::fs::read_to_string(file).expect("the document is there")
}

/// The table of settings that a heading is about: `## [[site.menu]]` is about `site.menu`.
fn table_of(heading: &str) -> Option<String> {
    let name = heading.strip_prefix("## [")?;
    let name = name.trim_matches(['[', ']']);
    Some(name.replace("repos.\"owner/name\"", "repos.*"))
}

fn rows(text: &str) -> Vec<Row> {
    let mut table = String::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        if line.starts_with("## ") {
            table = table_of(line).unwrap_or_default();
        }
        let Some(cells) = line.strip_prefix("| `") else {
            continue;
        };
        let cells: Vec<_> = cells.split(" | ").collect();
        rows.push(Row {
            table: table.clone(),
            key: cells[0].trim_end_matches('`').to_owned(),
            default: cells[2].to_owned(),
        });
    }
    rows
}

/// The blocks of TOML, in order.
fn blocks(text: &str) -> Vec<&str> {
    let parts = text.split("```toml\n").skip(1);
    parts.filter_map(|part| part.split("```").next()).collect()
}

fn read(text: &str) -> Config {
    parse(text, Path::new("site.toml")).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

#[test]
fn every_setting_is_documented_and_nothing_else_is() {
    let rows = rows(&document());
    let mut documented: Vec<_> = rows
        .iter()
        .map(|row| (row.table.as_str(), row.key.as_str()))
        .collect();
    let mut known: Vec<_> = KNOWN
        .iter()
        .filter(|(table, _)| !table.is_empty())
        .flat_map(|(table, keys)| keys.iter().map(|key| (*table, *key)))
        .collect();
    documented.sort_unstable();
    known.sort_unstable();
    assert_eq!(documented, known);
}

#[test]
fn documented_defaults_are_the_defaults() {
    let text = document();
    let default = format!("{:?}", Config::default());
    let mut compared = 0;
    for row in rows(&text) {
        let Some(value) = row.default.strip_prefix('`') else {
            assert!(
                row.default == "none" || row.default == "needed",
                "`{}` of `{}`: a default is a value in backticks, `none` or `needed`",
                row.key,
                row.table
            );
            continue;
        };
        let value = value.trim_end_matches('`');
        let config = read(&format!("[{}]\n{} = {value}\n", row.table, row.key));
        assert_eq!(format!("{config:?}"), default, "{} {}", row.table, row.key);
        compared += 1;
    }
    assert!(compared > 10, "only {compared} defaults were found");
    assert_eq!(read(blocks(&text)[1]).facets.0, default_facets());
}

#[test]
fn the_example_sets_every_key_and_is_valid() {
    let text = document();
    let example = blocks(&text)[0];
    read(example);
    let example: toml::Table = example.parse().expect("it was just read");
    for (path, keys) in KNOWN {
        let mut table = &example;
        for part in path.split('.').filter(|part| !part.is_empty()) {
            let value = match part {
                "*" => table.values().next(),
                part => table.get(part),
            };
            let value = match value {
                Some(toml::Value::Array(items)) => items.first(),
                value => value,
            };
            table = value
                .and_then(toml::Value::as_table)
                .unwrap_or_else(|| panic!("the example has no [{path}]"));
        }
        for key in keys {
            assert!(
                table.contains_key(*key),
                "the example lacks `{key}` of [{path}]"
            );
        }
    }
}
