//! A JSON object taken apart: keys and raw values, with the place of what is not JSON.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::diagnostic::{Code, Diagnostic};

/// Keys and values in the order of the text.
pub(super) type Keys<'a> = Vec<(Cow<'a, str>, &'a RawValue)>;

pub(super) fn not_a_record(found: &str) -> Diagnostic {
    Diagnostic::error(
        Code::NOT_A_RECORD,
        format!("expected a record, found {found}"),
    )
    .hint("a record is an object with `id`, `repo`, `slug` …, bare or as `{\"record\": {…}}`")
}

/// A syntax error in words of ours; serde's own text carries a line of the slice, not of the file.
pub(super) fn syntax(error: &serde_json::Error, json: &str) -> Diagnostic {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    if error.is_eof() {
        return Diagnostic::error(Code::CUT_SHORT, "the text ends in the middle of a record")
            .hint("the file or the line was cut short: copy or export it again");
    }
    if error.is_data() || matches!(json.trim_start().as_bytes().first(), Some(b) if *b != b'{') {
        return not_a_record(&shape(json.trim_start()));
    }
    Diagnostic::error(Code::NOT_JSON, format!("not valid JSON: {text}"))
        .hint("mend the text at the mark; the rest of the file was read")
}

/// Byte offset of a line and column (both from 1, column in bytes) in a text.
pub(crate) fn position(text: &str, line: usize, column: usize) -> usize {
    let start = match line {
        0 | 1 => 0,
        _ => text
            .match_indices('\n')
            .nth(line - 2)
            .map_or(text.len(), |(at, _)| at + 1),
    };
    let mut at = (start + column.saturating_sub(1)).min(text.len().saturating_sub(1));
    while at > 0 && !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The entries of an object, values untouched; keys borrow from the text where they can.
pub(super) struct Object<'a>(pub(super) Keys<'a>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Object<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a record")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut keys = Vec::with_capacity(34);
                while let Some(Key(key)) = map.next_key()? {
                    keys.push((key, map.next_value()?));
                }
                Ok(Object(keys))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// A key that borrows from the text unless it has escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrow;
        impl<'de> Visitor<'de> for Borrow {
            type Value = Key<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }
            fn visit_borrowed_str<E: de::Error>(self, key: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(key)))
            }
            fn visit_str<E: de::Error>(self, key: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(key.to_owned())))
            }
        }
        deserializer.deserialize_str(Borrow)
    }
}

/// What a value looks like, for people.
pub(super) fn shape(json: &str) -> String {
    match json.as_bytes().first() {
        Some(b'{') => "an object".into(),
        Some(b'[') => "a list of something else, or a list where none belongs".into(),
        Some(b'"') => "a text".into(),
        Some(b't' | b'f') => format!("`{json}`"),
        _ => format!("the number {}", json.chars().take(24).collect::<String>()),
    }
}
