//! The fields of a record, each by its type: what is wrong with one hides no other.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::object::{Keys, shape};
use super::parse::Reader;
use super::schema::{FIELDS, at};
use super::{Record, RecordId};
use crate::date::Date;
use crate::diagnostic::{Code, Diagnostic};

/// The place of a field among the fields; a key that no field has does not compile.
macro_rules! field {
    ($key:literal) => {
        const { at($key) }
    };
}

impl<'a> Reader<'a> {
    /// The raw value of a field; none if it is missing or null.
    fn raw(&self, field: usize) -> Option<&'a RawValue> {
        let raw = self.object.field(field);
        raw.filter(|raw| raw.get() != "null")
    }

    /// A required text.
    fn required(&mut self, field: usize) -> Option<String> {
        if self.raw(field).is_none() {
            let key = FIELDS[field].key;
            let found = format!("missing required key `{key}`");
            let mut diagnostic = Diagnostic::error(Code::MISSING_KEY, found)
                .hint("every record has id, repo, slug, errorMessage, messagePattern, errorType, severity, filePath, githubUrl, analyzedSha and analyzedAt");
            diagnostic.place.field = Some(format!("/{key}"));
            self.report(diagnostic, 0..1);
        }
        self.text(field)
    }

    /// A required text that must not be empty, since an address or a title is made of it.
    fn named(&mut self, field: usize) -> Option<String> {
        let text = self.required(field)?;
        if text.trim().is_empty() {
            let raw = self.raw(field)?;
            let key = FIELDS[field].key;
            let found = format!("`{key}` is empty");
            self.report_value(
                key,
                raw,
                Diagnostic::error(Code::EMPTY_TEXT, found)
                    .hint("give it a text, or leave the record out"),
            );
            return None;
        }
        Some(text)
    }

    /// An optional text.
    fn text(&mut self, field: usize) -> Option<String> {
        let raw = self.raw(field)?;
        let key = FIELDS[field].key;
        let text: String = self.value(key, raw, "a text")?;
        self.short_enough(key, raw, &text).then_some(text)
    }

    /// An optional piece of code.
    fn code(&mut self, field: usize) -> Option<String> {
        self.wants_code().then(|| self.text(field)).flatten()
    }

    fn short_enough(&mut self, key: &str, raw: &'a RawValue, text: &str) -> bool {
        let fits = text.len() <= self.limits.string_bytes;
        if !fits {
            let found = format!(
                "`{key}` has {} bytes, more than the {} allowed",
                text.len(),
                self.limits.string_bytes
            );
            self.report_value(
                key,
                raw,
                Diagnostic::error(Code::TOO_LARGE, found).hint("shorten the text"),
            );
        }
        fits
    }

    /// A list of texts; empty if it is missing.
    fn list(&mut self, field: usize, most: usize) -> Vec<String> {
        let Some(raw) = self.raw(field) else {
            return Vec::new();
        };
        let key = FIELDS[field].key;
        let Some(items) = self.value::<Vec<String>>(key, raw, "a list of texts") else {
            return Vec::new();
        };
        if items.len() > most {
            let found = format!(
                "`{key}` has {} items, more than the {most} allowed",
                items.len()
            );
            self.report_value(
                key,
                raw,
                Diagnostic::error(Code::TOO_LARGE, found).hint("shorten the list"),
            );
        }
        if let Some(long) = items
            .iter()
            .find(|item| item.len() > self.limits.string_bytes)
        {
            let long = long.clone();
            self.short_enough(key, raw, &long);
        }
        items
    }

    /// A number within bounds.
    fn number<T: TryFrom<u64>>(
        &mut self,
        field: usize,
        allowed: std::ops::RangeInclusive<u64>,
    ) -> Option<T> {
        let raw = self.raw(field)?;
        let key = FIELDS[field].key;
        let number: u64 = self.value(key, raw, "a whole number")?;
        if !allowed.contains(&number) {
            let found = format!(
                "`{key}` is {number}, which is not between {} and {}",
                allowed.start(),
                allowed.end()
            );
            self.report_value(
                key,
                raw,
                Diagnostic::error(Code::OUT_OF_RANGE, found)
                    .hint("correct the number, or set it to null"),
            );
            return None;
        }
        T::try_from(number).ok()
    }

    /// A date; one that cannot be read is treated as unknown.
    fn date(&mut self, field: usize) -> Option<Date> {
        let text = self.text(field)?;
        let date = Date::parse(&text);
        if let (None, Some(raw)) = (date, self.raw(field)) {
            let key = FIELDS[field].key;
            let found = format!("`{key}` is not a date");
            self.report_value(
                key,
                raw,
                Diagnostic::warning(Code::BAD_DATE, found)
                    .hint("dates look like 2026-09-11T21:06:21.487Z"),
            );
        }
        date
    }

    fn value<T: Deserialize<'a>>(
        &mut self,
        key: &str,
        raw: &'a RawValue,
        wanted: &str,
    ) -> Option<T> {
        if let Ok(value) = serde_json::from_str(raw.get()) {
            Some(value)
        } else {
            let found = format!("`{key}` should be {wanted}, but is {}", shape(raw.get()));
            self.report_value(
                key,
                raw,
                Diagnostic::error(Code::WRONG_TYPE, found)
                    .hint(format!("write {wanted}, or null if the field may be empty")),
            );
            None
        }
    }

    fn id(&mut self) -> Option<RecordId> {
        let text = self.named(field!("id"))?;
        let id = RecordId::parse(&text);
        if let (None, Some(raw)) = (id, self.raw(field!("id"))) {
            let found = "`id` is not 16 lower-case hexadecimal digits";
            self.report_value("id", raw, Diagnostic::error(Code::ID_MALFORMED, found)
                .hint("an id is the start of the SHA-256 of repository, code or message, and path, with U+0001 between them"));
        }
        id
    }

    /// Reads every field, whether or not one before it failed.
    pub(super) fn fields(&mut self, version: Option<&'a RawValue>) -> Option<Record> {
        const LINES: std::ops::RangeInclusive<u64> = 1..=(u32::MAX as u64);
        let id = self.id();
        let repo = self.named(field!("repo"));
        let slug = self.named(field!("slug"));
        let error_message = self.named(field!("errorMessage"));
        let message_pattern = self.required(field!("messagePattern"));
        let error_type = self.named(field!("errorType"));
        let severity = self.named(field!("severity"));
        let file_path = self.named(field!("filePath"));
        let github_url = self.required(field!("githubUrl"));
        let analyzed_sha = self.required(field!("analyzedSha"));
        self.required(field!("analyzedAt"));
        let list_items = self.limits.list_items;
        let rest = Record {
            id: RecordId(0),
            repo: String::new(),
            slug: String::new(),
            error_code: self
                .text(field!("errorCode"))
                .filter(|text| !text.trim().is_empty()),
            error_message: String::new(),
            message_pattern: String::new(),
            error_type: String::new(),
            error_class: self
                .text(field!("errorClass"))
                .filter(|text| !text.trim().is_empty()),
            http_status: self.number(field!("httpStatus"), 100..=599),
            severity: String::new(),
            file_path: String::new(),
            line_number: self.number(field!("lineNumber"), LINES),
            source_code: self.code(field!("sourceCode")),
            source_code_start: self.number(field!("sourceCodeStart"), LINES),
            source_code_end: self.number(field!("sourceCodeEnd"), LINES),
            github_url: String::new(),
            documentation: self.text(field!("documentation")).unwrap_or_default(),
            trigger_scenarios: self.text(field!("triggerScenarios")).unwrap_or_default(),
            common_situations: self.text(field!("commonSituations")).unwrap_or_default(),
            solutions: self.list(field!("solutions"), list_items),
            example_fix: self.code(field!("exampleFix")),
            handling_strategy: self
                .text(field!("handlingStrategy"))
                .filter(|text| !text.trim().is_empty()),
            validation_code: self.code(field!("validationCode")),
            type_guard: self.code(field!("typeGuard")),
            try_catch_pattern: self.code(field!("tryCatchPattern")),
            prevention_tips: self.list(field!("preventionTips"), list_items),
            tags: self.list(field!("tags"), self.limits.tags),
            background_tag: self
                .text(field!("backgroundTag"))
                .filter(|text| !text.trim().is_empty()),
            analyzed_sha: String::new(),
            analyzed_at: self.date(field!("analyzedAt")),
            content_changed_at: self.date(field!("contentChangedAt")),
            schema_version: self.number(field!("schemaVersion"), 0..=u64::from(u32::MAX)),
            dataset_version: version.and_then(|raw| serde_json::from_str(raw.get()).ok()),
            other: self.unknown(),
        };
        Some(Record {
            id: id?,
            repo: repo?,
            slug: slug?,
            error_message: error_message?,
            message_pattern: message_pattern?,
            error_type: error_type?,
            severity: severity?,
            file_path: file_path?,
            github_url: github_url?,
            analyzed_sha: analyzed_sha?,
            ..rest
        })
    }

    /// Keys that the schema does not define, sorted; each is warned of.
    fn unknown(&mut self) -> serde_json::Map<String, Value> {
        let mut found: Keys<'a> = std::mem::take(&mut self.object.other);
        if found.len() > self.limits.list_items {
            let (count, most) = (found.len(), self.limits.list_items);
            let said = format!(
                "{count} keys that the data set does not have, more than the {most} allowed"
            );
            let hint = "a record has the keys that the data set defines";
            self.report(Diagnostic::error(Code::TOO_LARGE, said).hint(hint), 0..1);
            return serde_json::Map::new();
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let mut other = serde_json::Map::new();
        for (key, raw) in found {
            let Some(value) = self.value::<Value>(&key, raw, "JSON") else {
                continue;
            };
            if depth(&value) > self.limits.depth {
                let found = format!(
                    "`{key}` is nested deeper than the {} levels allowed",
                    self.limits.depth
                );
                self.report_value(&key, raw, Diagnostic::error(Code::TOO_LARGE, found));
                continue;
            }
            let mut found = Diagnostic::warning(
                Code::UNKNOWN_KEY,
                format!("the data set has no key `{key}`"),
            )
            .hint("it is kept, and templates can use it as `record.other`");
            if let Some(known) = FIELDS
                .iter()
                .map(|field| field.key)
                .find(|known| strsim::damerau_levenshtein(known, &key) <= 2)
            {
                found = found.hint(format!("did you mean `{known}`?"));
            }
            self.report_value(&key, raw, found);
            other.insert(key.into_owned(), value);
        }
        other
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
