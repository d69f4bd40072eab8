//! A JSON object taken apart: keys and raw values, with the place of what is not JSON.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::schema::FIELDS;
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
#[derive(Default)]
pub(super) struct Object<'a> {
    /// The first value of each field, by its place among the fields.
    fields: [Option<&'a RawValue>; FIELDS.len()],
    /// Keys that no field has.
    pub(super) other: Keys<'a>,
    /// Fields that stand there again.
    again: Keys<'a>,
}

impl<'a> Object<'a> {
    /// The value of a field.
    pub(super) fn field(&self, at: usize) -> Option<&'a RawValue> {
        self.fields[at]
    }

    /// The value of a key that no field has.
    pub(super) fn other(&self, key: &str) -> Option<&'a RawValue> {
        let found = self.other.iter().find(|(name, _)| name == key);
        found.map(|(_, raw)| *raw)
    }

    /// Every key that stands there a second time.
    pub(super) fn repeated(&self) -> Keys<'a> {
        let mut seen = HashSet::new();
        let others = self.other.iter();
        let others = others.filter(|(key, _)| !seen.insert(&**key));
        self.again.iter().chain(others).cloned().collect()
    }
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Object<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a record")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut object = Object::default();
                let mut next = 0;
                while let Some(Key(key)) = map.next_key()? {
                    let value = map.next_value()?;
                    match place(&key, next) {
                        None => object.other.push((key, value)),
                        Some(at) => {
                            next = at + 1;
                            if object.fields[at].is_some() {
                                object.again.push((key, value));
                            } else {
                                object.fields[at] = Some(value);
                            }
                        }
                    }
                }
                Ok(object)
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// The place of a key among the fields, tried at `next` first: records mostly have their keys in the order
/// of the fields.
pub(super) fn place(key: &str, next: usize) -> Option<usize> {
    if FIELDS.get(next).is_some_and(|field| field.key == key) {
        return Some(next);
    }
    FIELDS.iter().position(|field| field.key == key)
}

/// A key that borrows from the text unless it has escapes.
pub(super) struct Key<'a>(pub(super) Cow<'a, str>);

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
