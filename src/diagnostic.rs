//! Problems in the user's content: what was found, where, and what to do about it.
//!
//! Modules return diagnostics; only the command line shows them. Each code has a record in the
//! repository's `records/`, so errbook's own site explains errbook's own errors.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// The name of a kind of problem, such as `EB0101`; it never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Code(&'static str);

impl Code {
    /// The code as it is printed.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known = Self::ALL.iter().find(|code| code.0 == text);
        known
            .copied()
            .ok_or_else(|| D::Error::custom("no such code"))
    }
}

/// Declares every code once: its constant, its text and its place in [`Code::ALL`].
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        impl Code {
            $($(#[$doc])* pub const $name: Code = Code($text);)*
            /// Every code, in order.
            pub const ALL: &[Code] = &[$(Code::$name),*];
        }
    };
}

codes! {
    /// site.toml is not TOML, or a value has the wrong type.
    CONFIG_SYNTAX = "EB0001";
    /// site.toml has a key that errbook does not know.
    CONFIG_UNKNOWN_KEY = "EB0002";
    /// A value in site.toml is of the right type but makes no sense.
    CONFIG_VALUE = "EB0003";
    /// What should be a record is not JSON.
    NOT_JSON = "EB0101";
    /// A file ends in the middle of a record.
    CUT_SHORT = "EB0102";
    /// A required key is missing or null.
    MISSING_KEY = "EB0103";
    /// A value has the wrong type.
    WRONG_TYPE = "EB0104";
    /// An id is not 16 lower-case hexadecimal digits.
    ID_MALFORMED = "EB0105";
    /// An id does not follow from repository, message and path.
    ID_MISMATCH = "EB0106";
    /// JSON, but neither a record nor a record in its envelope.
    NOT_A_RECORD = "EB0107";
    /// A file of records is not UTF-8.
    NOT_UTF8 = "EB0108";
    /// A record, a text or a list is larger than allowed.
    TOO_LARGE = "EB0109";
    /// A required text is empty.
    EMPTY_TEXT = "EB0110";
    /// A record has a key that the data set does not define.
    UNKNOWN_KEY = "EB0111";
    /// A value is not one of those that the data set defines for its field.
    UNKNOWN_VALUE = "EB0112";
    /// A record is of a newer schema than errbook knows.
    NEWER_SCHEMA = "EB0113";
    /// Line numbers that contradict each other.
    LINES_DISAGREE = "EB0114";
    /// A record's GitHub link is not the one that its fields give.
    LINK_DIFFERS = "EB0115";
    /// A key stands twice in one record.
    DUPLICATE_KEY = "EB0116";
    /// A date is not one.
    BAD_DATE = "EB0117";
    /// A file of records cannot be read.
    UNREADABLE = "EB0118";
    /// A record's bytes are no longer those that were read first.
    CHANGED_WHILE_READING = "EB0119";
    /// The inputs hold no record at all.
    NO_RECORDS = "EB0120";
    /// Two repositories differ by letter case only.
    REPOSITORIES_CLASH = "EB0121";
    /// Two addresses differ by letter case only.
    ADDRESSES_CLASH = "EB0122";
    /// A number lies outside the range that its field allows.
    OUT_OF_RANGE = "EB0123";
    /// A compressed file or standard input holds more than is allowed.
    UNPACKED_TOO_LARGE = "EB0124";
    /// A compressed file ends too soon, or is damaged.
    PACKED_DAMAGED = "EB0125";
    /// The data set's export does not hold what its manifest says.
    EXPORT_DIFFERS = "EB0126";
    /// What an export says of a repository or a family cannot be used.
    EXPORT_ENTRY = "EB0127";
    /// A template cannot be read.
    TEMPLATE_SYNTAX = "EB0201";
    /// A template fails on what it is given.
    TEMPLATE_RENDER = "EB0202";
    /// A file of the site's theme cannot be read or has no place in the site.
    THEME_FILE = "EB0203";
    /// The ledger of the last build cannot be read.
    LEDGER_UNREADABLE = "EB0301";
    /// There is no ledger of a last build where there must be one.
    LEDGER_MISSING = "EB0302";
    /// A record vanished and nothing took its place.
    LINK_LOST = "EB0303";
    /// A link in a built page leads nowhere.
    BROKEN_LINK = "EB0401";
    /// A link in a built page leads to an anchor that is not there.
    BROKEN_ANCHOR = "EB0402";
}

/// How much a problem matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// Something is left out of the site.
    Error,
    /// Everything is published, but not all of it can be right.
    Warning,
}

/// Where a problem is, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file as the user named it or as it was found below a folder that the user named.
    pub file: Option<PathBuf>,
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// Which record of the file: its position, from 1.
    pub position: Option<usize>,
    /// The record's id, if it could be read.
    pub record: Option<String>,
    /// The field, as a JSON pointer such as `/tags/3`.
    pub field: Option<String>,
}

/// The offending text: one line of the file, cut to a window when it is long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The line, or the part of it around the problem.
    pub text: String,
    /// Which bytes of `text` are meant.
    pub span: Range<usize>,
}

impl Excerpt {
    /// Longest part of a line that is shown, in bytes: a file of records may be one line.
    const WINDOW_BYTES: usize = 160;

    /// The line of `text` in which `span` begins, and its line and column (from 1).
    pub fn in_text(text: &str, span: Range<usize>) -> ((usize, usize), Self) {
        let start = floor(text, span.start.min(text.len()));
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line = text[..line_start].matches('\n').count() + 1;
        let column = text[line_start..start].chars().count() + 1;
        let line_text = text[line_start..line_end].trim_end_matches('\r');
        let excerpt = Self::in_line(
            line_text,
            start - line_start..span.end.max(start + 1) - line_start,
        );
        ((line, column), excerpt)
    }

    /// A window of one line around what is meant.
    pub fn in_line(line: &str, span: Range<usize>) -> Self {
        let end = floor(line, span.end.min(line.len()));
        let start = floor(line, span.start.min(end));
        let from = if line.len() <= Self::WINDOW_BYTES {
            0
        } else {
            floor(line, start.saturating_sub(Self::WINDOW_BYTES / 2))
        };
        let to = floor(line, (from + Self::WINDOW_BYTES).min(line.len()));
        Self {
            text: line[from..to].to_owned(),
            span: start - from..end.min(to) - from,
        }
    }
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// What kind it is.
    pub code: Code,
    /// One sentence without a full stop.
    pub message: String,
    /// Where it is.
    pub place: Place,
    /// The text that it is about.
    pub excerpt: Option<Excerpt>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error: something is left out.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message.into())
    }

    /// A warning: all is published, but something looks wrong.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message.into())
    }

    fn new(severity: Severity, code: Code, message: String) -> Self {
        Self {
            severity,
            code,
            message,
            place: Place::default(),
            excerpt: None,
            hint: None,
        }
    }

    /// Says what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Says where.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// Says in which file, when that is all that is known.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<PathBuf>) -> Self {
        self.place.file = Some(file.into());
        self
    }
}

/// Sorts by place, then by weight and code: the same order whatever thread found what first.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|a, b| {
        (&a.place, a.severity, a.code, &a.message).cmp(&(&b.place, b.severity, b.code, &b.message))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        assert!(Code::ALL.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn diagnostics_are_sorted_by_file_line_and_column() {
        let at = |file: &str, line| {
            Diagnostic::error(Code::NOT_JSON, "x").at(Place {
                file: Some(file.into()),
                line: Some(line),
                ..Place::default()
            })
        };
        let mut found = vec![at("b", 1), at("a", 10), at("a", 2)];
        sort(&mut found);
        assert_eq!(found, vec![at("a", 2), at("a", 10), at("b", 1)]);
    }
}
