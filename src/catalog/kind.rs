//! Near-duplicates: records of one repository that have the same message and code.
//!
//! The one with the smallest id is the first of its kind, whatever the order of the input, and the
//! page of each other one names it.

use std::collections::HashMap;

use super::{Catalog, PageIx, RecordIx};
use crate::address::OutPath;

impl Catalog {
    /// The first record of a record's kind, if it is not on the same page.
    pub fn first_of_kind_elsewhere(&self, record: RecordIx) -> Option<RecordIx> {
        let header = self.record(record);
        let first = header.first_of_kind;
        (self.record(first).page != header.page).then_some(first)
    }

    /// The page that has the first of each record's kind, if all of a page's lead to one other.
    pub fn page_of_first_of_kind(&self, page: PageIx) -> Option<OutPath> {
        let mut firsts = self
            .page(page)
            .records
            .clone()
            .map(|record| self.first_of_kind_elsewhere(record))
            .map(|first| first.map(|first| self.address(self.record(first))));
        let first = firsts.next()??;
        let agreed = firsts.all(|other| other.as_ref() == Some(&first));
        agreed.then_some(first)
    }

    /// Finds the first of each kind; `kinds` holds what [`crate::record::Record::kind`] says of each record.
    pub(super) fn find_kinds(&mut self, kinds: &[Option<u128>]) {
        for repo in &self.repos {
            let mut first: HashMap<u128, RecordIx> = HashMap::new();
            let of_repo = || {
                repo.records
                    .clone()
                    .zip(&kinds[repo.records.start as usize..])
            };
            for (record, kind) in of_repo().filter_map(|(ix, kind)| Some((ix, (*kind)?))) {
                let first = first.entry(kind).or_insert(record);
                if self.records[record as usize].id < self.records[*first as usize].id {
                    *first = record;
                }
            }
            for (record, kind) in of_repo() {
                let first = kind.and_then(|kind| first.get(&kind).copied());
                self.records[record as usize].first_of_kind = first.unwrap_or(record);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::catalog::{Builder, Card};
    use crate::config::default_facets;
    use crate::input::Place;
    use crate::record::{self, Limits, RecordId};

    /// Records of one repository by slug, code and pattern.
    fn catalog(records: &[(&str, Option<&str>, &str)]) -> Catalog {
        let mut builder = Builder::new(&default_facets());
        for (n, (slug, code, pattern)) in records.iter().enumerate() {
            let path = format!("{n}.rs");
            let json = json!({
                "id": RecordId::derive("o/r", slug, &path).to_string(), "repo": "o/r",
                "slug": slug, "errorCode": code, "errorMessage": "m", "messagePattern": pattern,
                "errorType": "panic", "severity": "error", "filePath": path, "githubUrl": "",
                "analyzedSha": "abc", "analyzedAt": "2026-09-11T21:06:21Z",
            });
            let record = record::parse(&json.to_string(), &Limits::default());
            let record = record.record.unwrap();
            builder.add(Card::of(&record, &default_facets()), Place::default());
        }
        builder.finish().0
    }

    /// How many records name another one as the first of their kind.
    fn naming(records: &[(&str, Option<&str>, &str)]) -> usize {
        let catalog = catalog(records);
        let named = (0..catalog.len()).filter_map(|ix| {
            let first = catalog.first_of_kind_elsewhere(ix)?;
            assert!(catalog.record(first).id < catalog.record(ix).id);
            assert_eq!(catalog.first_of_kind_elsewhere(first), None, "no chains");
            Some(ix)
        });
        named.count()
    }

    #[test]
    fn records_with_one_message_and_code_name_the_first_of_them() {
        let (code, other) = (Some("E1"), Some("E2"));
        let pattern = "cannot read (.+?)";
        let three = |a, b, c| naming(&[("a", a, pattern), ("b", b, pattern), ("c", c, pattern)]);
        assert_eq!(three(code, code, other), 1);
        assert_eq!(three(None, None, code), 1);
        assert_eq!(three(code, other, None), 0);
        let messages = [("a", code, "cannot read"), ("b", code, "cannot write")];
        assert_eq!(naming(&messages), 0, "one code for two messages");
        let holes = [("a", None, "(.+?): (.+?)"), ("b", None, "(.+?): (.+?)")];
        assert_eq!(naming(&holes), 0, "a pattern that is all holes");
    }

    #[test]
    fn records_on_one_page_name_none_and_a_page_with_others_keeps_its_address() {
        let code = Some("E1");
        assert_eq!(naming(&[("a", code, "telling"), ("a", code, "telling")]), 0);
        for last in [code, None] {
            let catalog = catalog(&[
                ("a", code, "telling"),
                ("b", code, "telling"),
                ("b", last, "telling"),
            ]);
            let moved = (0..2).filter(|page| catalog.page_of_first_of_kind(*page).is_some());
            // The ids decide which page has the first; `b` has another kind besides or has not.
            let a_is_first = catalog.first_of_kind_elsewhere(0).is_none();
            let expected = usize::from(last == code || !a_is_first);
            assert_eq!(moved.count(), expected, "{last:?}");
        }
    }
}
