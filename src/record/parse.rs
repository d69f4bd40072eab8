//! JSON to a record: every problem of a record is found, each with its place in the text.
//!
//! The object is first taken apart into keys and raw values; each value is then read by its
//! field's type. So one wrong value hides no other, and unknown keys are kept.

use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::object::{self, Object};
use super::schema::{FIELDS, at};
use super::{Limits, Record, check, straight};
use crate::diagnostic::{Code, Diagnostic, Severity};

/// Most problems that are said of one record: a hostile one could have as many as it has bytes.
const SHOWN_PROBLEMS: usize = 40;

/// A problem of one record and which bytes of its JSON it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What is wrong; its place has only the field.
    pub diagnostic: Diagnostic,
    /// Where in the JSON of the record.
    pub span: Range<usize>,
}

/// What came of one record's JSON.
#[derive(Debug)]
pub struct Parsed {
    /// The record, unless an error stands among the problems.
    pub record: Option<Record>,
    /// The id as far as it could be read, to name the record by.
    pub id: Option<String>,
    /// Errors and warnings, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Reads one record, bare or in its envelope.
pub fn parse(json: &str, limits: &Limits) -> Parsed {
    let record = straight::read::<String>(json, limits);
    if let Some(record) = record.filter(|record| check::check(record).is_empty()) {
        return Parsed {
            id: Some(record.id.to_string()),
            record: Some(record),
            problems: Vec::new(),
        };
    }
    take_apart(json, limits)
}

/// Reads one record and says all that is wrong with it, and where.
pub(super) fn take_apart(json: &str, limits: &Limits) -> Parsed {
    let mut reader = Reader::new(json, limits);
    let record = reader.envelope();
    let id = reader.object.field(const { at("id") });
    let id = id.and_then(|raw| serde_json::from_str(raw.get()).ok());
    let mut problems = reader.problems;
    if let Some(record) = &record {
        let spans = |field: &str| {
            let at = FIELDS.iter().position(|known| known.key == field)?;
            let raw = reader.object.field(at)?.get();
            let start = (raw.as_ptr() as usize).checked_sub(json.as_ptr() as usize)?;
            Some(start..start + raw.len())
        };
        for (field, mut diagnostic) in check::check(record) {
            diagnostic.place.field = Some(format!("/{field}"));
            let span = spans(field).unwrap_or(0..1);
            problems.push(Problem { diagnostic, span });
        }
    }
    // Errors before warnings where not all can be said, then in the order of the text.
    problems.sort_by_key(|p| (p.diagnostic.severity, p.span.start));
    problems.truncate(SHOWN_PROBLEMS);
    problems.sort_by_key(|p| p.span.start);
    Parsed {
        record,
        id,
        problems,
    }
}

/// What of a record is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Every field.
    All,
    /// All but the fields that hold code, which are left empty.
    Words,
}

/// Reads a record again of which [`parse`] has said what is wrong; none if it is broken.
pub fn parse_again(json: &str, limits: &Limits, wanted: Wanted) -> Option<Record> {
    let straight = match wanted {
        Wanted::All => straight::read::<String>(json, limits),
        Wanted::Words => straight::read::<IgnoredAny>(json, limits),
    };
    straight.or_else(|| take_apart_again(json, limits, wanted))
}

/// Reads a record again, whatever is in it.
pub(super) fn take_apart_again(json: &str, limits: &Limits, wanted: Wanted) -> Option<Record> {
    let mut reader = Reader::new(json, limits);
    reader.wanted = wanted;
    reader.envelope()
}

/// Reads the fields of one record and collects what is wrong with them.
pub(super) struct Reader<'a> {
    json: &'a str,
    pub(super) limits: &'a Limits,
    wanted: Wanted,
    problems: Vec<Problem>,
    pub(super) object: Object<'a>,
}

impl<'a> Reader<'a> {
    fn new(json: &'a str, limits: &'a Limits) -> Self {
        Self {
            json,
            limits,
            wanted: Wanted::All,
            problems: Vec::new(),
            object: Object::default(),
        }
    }

    /// Takes the object apart; where it is an envelope, goes on with what is in it.
    fn envelope(&mut self) -> Option<Record> {
        if self.json.len() > self.limits.record_bytes {
            let found = format!(
                "a record of {} bytes is larger than the {} allowed",
                self.json.len(),
                self.limits.record_bytes
            );
            self.report(Diagnostic::error(Code::TOO_LARGE, found), 0..1);
            return None;
        }
        let mut object = self.take_apart(self.json)?;
        let mut version = None;
        if object.field(const { at("id") }).is_none()
            && let Some(record) = object.other("record")
        {
            version = object.other("datasetVersion");
            object = self.take_apart(record.get())?;
        }
        let telling = const { [at("id"), at("repo"), at("slug"), at("errorMessage")] };
        if telling.iter().all(|at| object.field(*at).is_none()) {
            self.report(
                object::not_a_record("an object without `id`, `repo`, `slug` and `errorMessage`"),
                0..1,
            );
            return None;
        }
        self.object = object;
        self.repeated_keys();
        let record = self.fields(version);
        record.filter(|_| {
            self.problems
                .iter()
                .all(|p| p.diagnostic.severity != Severity::Error)
        })
    }

    fn take_apart(&mut self, json: &'a str) -> Option<Object<'a>> {
        match serde_json::from_str::<Object<'a>>(json) {
            Ok(object) => Some(object),
            Err(error) => {
                let at = self.offset(json) + object::position(json, error.line(), error.column());
                self.report(object::syntax(&error, json), at..at + 1);
                None
            }
        }
    }

    /// Where a part of the JSON begins. Both are slices of the same text.
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize)
            .saturating_sub(self.json.as_ptr() as usize)
            .min(self.json.len())
    }

    /// Whether fields are read that hold code.
    pub(super) fn wants_code(&self) -> bool {
        self.wanted == Wanted::All
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic, span: Range<usize>) {
        self.problems.push(Problem { diagnostic, span });
    }

    pub(super) fn report_value(
        &mut self,
        key: &str,
        raw: &'a RawValue,
        mut diagnostic: Diagnostic,
    ) {
        diagnostic.place.field = Some(format!("/{key}"));
        let start = self.offset(raw.get());
        self.report(diagnostic, start..start + raw.get().len());
    }

    fn repeated_keys(&mut self) {
        let repeated = self.object.repeated();
        for (key, raw) in repeated.into_iter().take(SHOWN_PROBLEMS) {
            let found = format!("key `{key}` stands twice in one record");
            self.report_value(
                &key,
                raw,
                Diagnostic::error(Code::DUPLICATE_KEY, found).hint("keep one of the two values"),
            );
        }
    }
}

#[cfg(test)]
mod tests;
