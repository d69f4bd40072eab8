//! Reads a record in which nothing is wrong, in one pass over its text.
//!
//! Nearly all records are such, and each is read up to three times in a build. Whatever is not plain
//! and well here is left to `parse`, which takes the object apart and says what is wrong and where; a
//! test compares the two.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::object::{Key, place};
use super::schema::{FIELDS, Field, Form, at};
use super::{Limits, Record, RecordId};
use crate::date::Date;

/// What a field that holds code is read into.
pub(super) trait Code: for<'de> Deserialize<'de> {
    /// Bytes of it, if it is wanted.
    fn bytes(&self) -> usize;

    /// The code, if it is wanted.
    fn wanted(self) -> Option<String>;
}

impl Code for String {
    fn bytes(&self) -> usize {
        self.len()
    }

    fn wanted(self) -> Option<String> {
        Some(self)
    }
}

impl Code for IgnoredAny {
    fn bytes(&self) -> usize {
        0
    }

    fn wanted(self) -> Option<String> {
        None
    }
}

/// The record of an object, bare or in its envelope, with or without its code; none if anything at all is
/// to be said of it.
pub(super) fn read<C: Code>(json: &str, limits: &Limits) -> Option<Record> {
    if json.len() > limits.record_bytes {
        return None;
    }
    // The first key tells which of the two it is.
    if let Ok(values) = serde_json::from_str::<Values<C>>(json) {
        return values.record(limits, None);
    }
    // Serde would take a list of both for an envelope too.
    if !json.trim_start().starts_with('{') {
        return None;
    }
    let envelope: Envelope<'_, C> = serde_json::from_str(json).ok()?;
    envelope.record.record(limits, envelope.dataset_version)
}

/// A record in its envelope.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, bound = "")]
struct Envelope<'a, C: Code> {
    record: Values<C>,
    #[serde(borrow)]
    dataset_version: Option<&'a RawValue>,
}

/// The values of an object that has no key but those of the fields, each once. In a box, since they are
/// handed on a good many times.
struct Values<C>(Box<[Value<C>; FIELDS.len()]>);

/// A value of the form that its field has.
enum Value<C> {
    /// The key is not there, or is null.
    Missing,
    Text(String),
    Code(C),
    Number(u64),
    Texts(Vec<String>),
}

impl<'de, C: Code> Deserialize<'de> for Values<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<C>(PhantomData<C>);
        impl<'de, C: Code> Visitor<'de> for Object<C> {
            type Value = Values<C>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a record")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values<C>, A::Error> {
                let mut values = Box::new([const { Value::Missing }; FIELDS.len()]);
                let (mut seen, mut next) = (0_u32, 0);
                while let Some(Key(key)) = map.next_key()? {
                    let at = place(&key, next).ok_or_else(|| A::Error::custom("no field"))?;
                    if seen & 1 << at != 0 {
                        return Err(A::Error::custom("stands twice"));
                    }
                    seen |= 1 << at;
                    next = at + 1;
                    let value = match FIELDS[at].form {
                        Form::Number(..) => map.next_value::<Option<_>>()?.map(Value::Number),
                        Form::Texts | Form::Tags => {
                            map.next_value::<Option<_>>()?.map(Value::Texts)
                        }
                        Form::Code => map.next_value::<Option<_>>()?.map(Value::Code),
                        Form::Id | Form::Text | Form::Named | Form::Word(_) | Form::Date => {
                            map.next_value::<Option<_>>()?.map(Value::Text)
                        }
                    };
                    values[at] = value.unwrap_or(Value::Missing);
                }
                Ok(Values(values))
            }
        }
        deserializer.deserialize_map(Object(PhantomData))
    }
}

impl<C: Code> Values<C> {
    fn record(mut self, limits: &Limits, version: Option<&RawValue>) -> Option<Record> {
        let fields = FIELDS.iter().zip(&*self.0);
        if !fields
            .into_iter()
            .all(|(field, value)| value.is_well(field, limits))
        {
            return None;
        }
        let values = &mut self;
        Some(Record {
            id: RecordId::parse(&values.needed(const { at("id") }))?,
            repo: values.needed(const { at("repo") }),
            slug: values.needed(const { at("slug") }),
            error_code: values.said(const { at("errorCode") }),
            error_message: values.needed(const { at("errorMessage") }),
            message_pattern: values.needed(const { at("messagePattern") }),
            error_type: values.needed(const { at("errorType") }),
            error_class: values.said(const { at("errorClass") }),
            http_status: values.number(const { at("httpStatus") }),
            severity: values.needed(const { at("severity") }),
            file_path: values.needed(const { at("filePath") }),
            line_number: values.number(const { at("lineNumber") }),
            source_code: values.code(const { at("sourceCode") }),
            source_code_start: values.number(const { at("sourceCodeStart") }),
            source_code_end: values.number(const { at("sourceCodeEnd") }),
            github_url: values.needed(const { at("githubUrl") }),
            documentation: values.needed(const { at("documentation") }),
            trigger_scenarios: values.needed(const { at("triggerScenarios") }),
            common_situations: values.needed(const { at("commonSituations") }),
            solutions: values.texts(const { at("solutions") }),
            example_fix: values.code(const { at("exampleFix") }),
            handling_strategy: values.said(const { at("handlingStrategy") }),
            validation_code: values.code(const { at("validationCode") }),
            type_guard: values.code(const { at("typeGuard") }),
            try_catch_pattern: values.code(const { at("tryCatchPattern") }),
            prevention_tips: values.texts(const { at("preventionTips") }),
            tags: values.texts(const { at("tags") }),
            background_tag: values.said(const { at("backgroundTag") }),
            analyzed_sha: values.needed(const { at("analyzedSha") }),
            analyzed_at: values.date(const { at("analyzedAt") }),
            content_changed_at: values.date(const { at("contentChangedAt") }),
            schema_version: values.number(const { at("schemaVersion") }),
            dataset_version: version.and_then(|raw| serde_json::from_str(raw.get()).ok()),
            other: serde_json::Map::new(),
        })
    }

    fn take(&mut self, at: usize) -> Value<C> {
        std::mem::replace(&mut self.0[at], Value::Missing)
    }

    fn text(&mut self, at: usize) -> Option<String> {
        match self.take(at) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A text that is there, or is empty where it may be missing.
    fn needed(&mut self, at: usize) -> String {
        self.text(at).unwrap_or_default()
    }

    /// A text; one that says nothing counts as missing.
    fn said(&mut self, at: usize) -> Option<String> {
        self.text(at).filter(|text| !text.trim().is_empty())
    }

    fn code(&mut self, at: usize) -> Option<String> {
        match self.take(at) {
            Value::Code(code) => code.wanted(),
            _ => None,
        }
    }

    fn texts(&mut self, at: usize) -> Vec<String> {
        match self.take(at) {
            Value::Texts(texts) => texts,
            _ => Vec::new(),
        }
    }

    /// A number, whose bounds are within those of its type.
    fn number<T: TryFrom<u64>>(&mut self, at: usize) -> Option<T> {
        match self.take(at) {
            Value::Number(number) => T::try_from(number).ok(),
            _ => None,
        }
    }

    fn date(&mut self, at: usize) -> Option<Date> {
        self.text(at).and_then(|text| Date::parse(&text))
    }
}

impl<C: Code> Value<C> {
    /// Whether a field may have this value.
    fn is_well(&self, field: &Field, limits: &Limits) -> bool {
        let short = |text: &String| text.len() <= limits.string_bytes;
        match (self, field.form) {
            (Self::Missing, _) => !field.needed,
            (Self::Text(text), Form::Named | Form::Word(_)) if field.needed => {
                short(text) && !text.trim().is_empty()
            }
            (Self::Text(text), Form::Date) => short(text) && Date::parse(text).is_some(),
            (Self::Text(text), _) => short(text),
            (Self::Number(number), Form::Number(least, most)) => (least..=most).contains(number),
            (Self::Texts(texts), Form::Tags) => {
                texts.len() <= limits.tags && texts.iter().all(short)
            }
            (Self::Texts(texts), _) => texts.len() <= limits.list_items && texts.iter().all(short),
            (Self::Code(code), _) => code.bytes() <= limits.string_bytes,
            (Self::Number(_), _) => false,
        }
    }
}

#[cfg(test)]
mod tests;
