//! A record: one error as the data set describes it, checked.
//!
//! The fields and their rules are those of the `ErrLookup` data set's schema (version 2). `parse`
//! makes records of JSON; nothing here reads files or knows about pages.

mod check;
mod fields;
mod object;
mod parse;
#[cfg(test)]
mod sample;
mod schema;
mod straight;

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};
use twox_hash::XxHash3_128;

pub(crate) use object::position as byte_position;
pub use parse::{Parsed, Problem, Wanted, parse, parse_again};
pub use schema::schema;

use crate::date::Date;

/// The newest schema version that errbook knows.
pub const SCHEMA_VERSION: u64 = 2;

/// What records have for a path where nobody knows the file.
pub const UNKNOWN_PATH: &str = "unknown";

/// A record's id: 64 bits, written as 16 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(u64);

impl RecordId {
    /// Reads the 16 digits.
    pub fn parse(text: &str) -> Option<Self> {
        let plain =
            text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        plain
            .then(|| u64::from_str_radix(text, 16).ok().map(Self))
            .flatten()
    }

    /// The id that the data set's rule gives: the first 64 bits of SHA-256 over repository, code
    /// (else message) and path, with U+0001 between them.
    pub fn derive(repo: &str, code_or_message: &str, path: &str) -> Self {
        let digest = Sha256::digest(format!("{repo}\u{1}{code_or_message}\u{1}{path}"));
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        Self(u64::from_be_bytes(first))
    }

    /// Its first two digits, as a number.
    pub fn part(self) -> u8 {
        self.0.to_be_bytes()[0]
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Every link has one, so this is done some hundred times a page.
        let digits = self.0.to_be_bytes().map(|byte| [byte >> 4, byte & 15]);
        let digits = digits.as_flattened().iter();
        let mut text = [0; 16];
        for (at, digit) in digits.enumerate() {
            text[at] = b"0123456789abcdef"[usize::from(*digit)];
        }
        f.pad(str::from_utf8(&text).expect("digits are ASCII"))
    }
}

impl fmt::Debug for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for RecordId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RecordId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("an id has 16 hexadecimal digits"))
    }
}

/// One place where a program raises an error.
///
/// Field names are the data set's, in Rust's spelling; its order is kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Follows from repository, code or message, and path; see [`RecordId::derive`].
    pub id: RecordId,
    /// `owner/name`; other shapes are taken as they are.
    pub repo: String,
    /// Names the record's page within its repository; records may share it.
    pub slug: String,
    /// A code such as `E0382`.
    pub error_code: Option<String>,
    /// The exact source text, holes in the language's own notation; may have several lines.
    pub error_message: String,
    /// Text of a regular expression, made by a machine; never run as one.
    pub message_pattern: String,
    /// `exception`, `error_code`, `console`, `http`, `validation`, `panic`, or another word.
    pub error_type: String,
    /// The class that is raised.
    pub error_class: Option<String>,
    /// 100 to 599.
    pub http_status: Option<u16>,
    /// `critical`, `error`, `warning`, `info`, or another word.
    pub severity: String,
    /// Path in the repository; may be `unknown`.
    pub file_path: String,
    /// The line of the raising call, from 1.
    pub line_number: Option<u32>,
    /// The lines around it; a first empty line counts.
    pub source_code: Option<String>,
    /// Number of the excerpt's first line, from 1.
    pub source_code_start: Option<u32>,
    /// Number of the excerpt's last line.
    pub source_code_end: Option<u32>,
    /// As the data set gives it; pages show one rebuilt from the other fields.
    pub github_url: String,
    /// What the error means (Markdown).
    pub documentation: String,
    /// Why it happens (Markdown).
    pub trigger_scenarios: String,
    /// Where people meet it (Markdown).
    pub common_situations: String,
    /// How to fix it, likeliest first (Markdown each).
    pub solutions: Vec<String>,
    /// Before and after in one text.
    pub example_fix: Option<String>,
    /// `try-catch`, `type-guard`, `validation`, `retry`, `fallback`, or another word.
    pub handling_strategy: Option<String>,
    /// Code that checks before the call.
    pub validation_code: Option<String>,
    /// Code that narrows the value.
    pub type_guard: Option<String>,
    /// Code for when it happens.
    pub try_catch_pattern: Option<String>,
    /// How to prevent it (Markdown each).
    pub prevention_tips: Vec<String>,
    /// Lower-case words, no order meant.
    pub tags: Vec<String>,
    /// The family: the kind of error across repositories.
    pub background_tag: Option<String>,
    /// The commit that was read.
    pub analyzed_sha: String,
    /// When it was read.
    pub analyzed_at: Option<Date>,
    /// When the text last changed.
    pub content_changed_at: Option<Date>,
    /// Version of the data set's schema.
    pub schema_version: Option<u64>,
    /// Version of the data set that the record came in, from its envelope or its export. Not of the
    /// record itself: a new version changes no page.
    #[serde(skip_serializing)]
    pub dataset_version: Option<String>,
    /// Keys that the schema does not define, sorted by name.
    #[serde(flatten)]
    pub other: serde_json::Map<String, Value>,
}

impl Record {
    /// When the text last changed, or when it was read: old records know only the latter.
    pub fn changed(&self) -> Option<Date> {
        self.content_changed_at.or(self.analyzed_at)
    }

    /// First and last line of the excerpt, as a page shows it; none where there is no code.
    pub fn excerpt(&self) -> Option<(u32, u32)> {
        let code = self.source_code.as_deref()?;
        if code.trim().is_empty() {
            return None;
        }
        let start = self.source_code_start.unwrap_or(1);
        let breaks = code.bytes().filter(|byte| *byte == b'\n').count();
        // The data set joins lines by line feeds, so one at the end stands before an empty line if
        // the record counts it.
        let next = start.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
        let counted = !code.ends_with('\n') || self.source_code_end == Some(next);
        Some((start, if counted { next } else { next - 1 }))
    }

    /// What records of one repository share that raise the same error: a hash of the message's
    /// pattern and of the code, if there is one. The code alone is not enough: a project may use one
    /// for many messages. None where the pattern is nearly all holes, which says nothing.
    pub fn kind(&self) -> Option<u128> {
        /// Least bytes of letters in a pattern that tells errors apart.
        const TELLING_BYTES: usize = 4;
        let literals = self.message_pattern.split("(.+?)");
        let letters = literals.flat_map(str::chars).filter(|c| c.is_alphabetic());
        let telling = letters.map(char::len_utf8).sum::<usize>() >= TELLING_BYTES;
        let code = self.error_code.as_deref().unwrap_or_default().trim();
        let kind = format!("{code}\u{1}{}", self.message_pattern);
        telling.then(|| XxHash3_128::oneshot(kind.as_bytes()))
    }

    /// Hash and length of the record in one fixed form: the same whatever layout, spacing or key
    /// order it was written in.
    pub fn fingerprint(&self) -> (u128, u32) {
        /// More than most records have.
        const ROOM: usize = 8 << 10;
        let mut bytes = Vec::with_capacity(ROOM);
        if serde_json::to_writer(&mut bytes, self).is_err() {
            bytes.clear();
        }
        (
            XxHash3_128::oneshot(&bytes),
            u32::try_from(bytes.len()).unwrap_or(u32::MAX),
        )
    }
}

/// Upper bounds of what one record may hold; past them it is rejected by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a record's JSON.
    pub record_bytes: usize,
    /// Bytes of one text.
    pub string_bytes: usize,
    /// Items of one list.
    pub list_items: usize,
    /// Tags of one record.
    pub tags: usize,
    /// Levels of nesting.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            record_bytes: 1 << 20,
            string_bytes: 256 << 10,
            list_items: 256,
            tags: 64,
            depth: 64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_sixteen_lower_case_hex_digits() {
        assert_eq!(
            RecordId::parse("04cfc48f7495808c")
                .map(|id| id.to_string())
                .as_deref(),
            Some("04cfc48f7495808c")
        );
        for wrong in [
            "",
            "04CFC48F7495808C",
            "04cfc48f7495808",
            "04cfc48f7495808cc",
            "+4cfc48f7495808c",
        ] {
            assert_eq!(RecordId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_id_follows_from_repository_message_and_path() {
        let id = RecordId::derive(
            "risingwavelabs/risingwave",
            "entry fragments have inconsistent parallelism settings in batch refresh job",
            "src/meta/src/barrier/checkpoint/independent_job/batch_refresh_job/mod.rs",
        );
        assert_eq!(id.to_string(), "04cfc48f7495808c");
    }
}
