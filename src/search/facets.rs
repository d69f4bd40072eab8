//! Facets as terms (`sev:error`, `repo:owner/name`), and their values for the search page.
//!
//! A value is looked up lower-cased, and shown as it was written first in order of its text.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Document;
use super::json::{push, push_entry, push_string};
use super::terms::lower;

/// Longer values are not offered as filters: they would not fit a line, and a term should be short.
const VALUE_MAX_BYTES: usize = 100;

/// The filters, and how many of their values the search page lists.
const FACETS: [(&str, usize); 4] = [("sev", 16), ("type", 24), ("tag", 60), ("repo", 60)];

/// What is known of the values of each facet.
#[derive(Default)]
pub(super) struct Facets([BTreeMap<String, Value>; FACETS.len()]);

struct Value {
    shown: String,
    count: usize,
}

impl Facets {
    /// Counts a document's values and returns their terms, each once, in order.
    pub(super) fn add(&mut self, document: &Document<'_>) -> Vec<String> {
        let single = |value| std::slice::from_ref(value);
        let fields: [&[&str]; FACETS.len()] = [
            single(&document.severity),
            single(&document.kind),
            document.tags,
            single(&document.repo),
        ];
        let mut terms = Vec::new();
        for ((values, field), (facet, _)) in self.0.iter_mut().zip(fields).zip(FACETS) {
            let mut keys: Vec<_> = field.iter().filter_map(|v| Some((key(v)?, *v))).collect();
            keys.sort_unstable();
            keys.dedup_by(|a, b| a.0 == b.0);
            for (key, shown) in keys {
                terms.push(format!("{facet}:{key}"));
                note(values, key, shown);
            }
        }
        terms.sort_unstable();
        terms
    }

    /// `{"sev":[["error",8120],…],…}`: the most frequent values of each, most frequent first.
    pub(super) fn to_json(&self) -> String {
        let mut json = String::from("{");
        for (values, (facet, most)) in self.0.iter().zip(FACETS) {
            let mut list: Vec<&Value> = values.values().collect();
            list.sort_by_key(|value| (Reverse(value.count), &value.shown));
            let mut rows = String::from("[");
            for value in list.into_iter().take(most) {
                rows.push_str(if rows.len() > 1 { ",[" } else { "[" });
                push_string(&mut rows, &value.shown);
                push(&mut rows, format_args!(",{}]", value.count));
            }
            rows.push(']');
            push_entry(&mut json, facet, &rows);
        }
        json.push('}');
        json
    }
}

fn note(values: &mut BTreeMap<String, Value>, key: String, shown: &str) {
    let value = values.entry(key).or_insert_with(|| Value {
        shown: shown.to_owned(),
        count: 0,
    });
    value.count += 1;
    if shown < value.shown.as_str() {
        shown.clone_into(&mut value.shown);
    }
}

/// What a value is looked up by, if it may be a term: a directory of shards is text with line
/// feeds, so control characters cannot be in it.
fn key(value: &str) -> Option<String> {
    let plain = !value.is_empty() && !value.chars().any(char::is_control);
    (plain && value.len() <= VALUE_MAX_BYTES).then(|| lower(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_terms_without_case_and_listed_by_count() {
        let mut facets = Facets::default();
        let long = "x".repeat(101);
        for (repo, tags) in [("Acme/A", ["io", "IO"]), ("acme/a", ["b\nc", &long])] {
            facets.add(&Document {
                repo,
                tags: &tags,
                severity: "error",
                kind: "",
                ..Document::sample()
            });
        }
        let terms = facets.add(&Document {
            repo: "acme/b",
            tags: &["io", "__proto__"],
            severity: "warning",
            kind: "",
            ..Document::sample()
        });
        assert_eq!(
            terms,
            ["repo:acme/b", "sev:warning", "tag:__proto__", "tag:io"]
        );
        assert_eq!(
            facets.to_json(),
            "{\"sev\":[[\"error\",2],[\"warning\",1]],\"type\":[],\
             \"tag\":[[\"IO\",2],[\"__proto__\",1]],\"repo\":[[\"Acme/A\",2],[\"acme/b\",1]]}"
        );
    }
}
