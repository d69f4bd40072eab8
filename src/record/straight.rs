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

/// The values of an object that has no key but those of the fields, each once.
struct Values<C>([Value<C>; FIELDS.len()]);

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
                let mut values = [const { Value::Missing }; FIELDS.len()];
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
        let fields = FIELDS.iter().zip(&self.0);
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
            analyzed_at: Some(values.date(const { at("analyzedAt") })??),
            content_changed_at: match values.date(const { at("contentChangedAt") }) {
                None => None,
                Some(date) => Some(date?),
            },
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

    /// None within if it is no date.
    fn date(&mut self, at: usize) -> Option<Option<Date>> {
        self.text(at).map(|text| Date::parse(&text))
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
mod tests {
    use serde_json::{Value, json};

    use super::super::parse::{Wanted, take_apart, take_apart_again};
    use super::super::schema::FIELDS;
    use super::*;

    const LIMITS: Limits = Limits {
        record_bytes: 4000,
        string_bytes: 90,
        list_items: 3,
        tags: 2,
        depth: 4,
    };

    fn good() -> Value {
        json!({
            "id": RecordId::derive("acme/anvil", "cannot drop {name}", "src/drop.rs").to_string(),
            "repo": "acme/anvil", "slug": "cannot-drop-name", "errorCode": null, "errorMessage": "cannot drop {name}",
            "messagePattern": "cannot drop (.+?)", "errorType": "exception", "errorClass": null, "httpStatus": null,
            "severity": "error", "filePath": "src/drop.rs", "lineNumber": 3, "sourceCode": "\na\nb\nc", "sourceCodeStart": 1,
            "sourceCodeEnd": 4, "githubUrl": "https://github.com/acme/anvil/blob/abc/src/drop.rs#L1-L4", "documentation": "",
            "triggerScenarios": "It is held.", "commonSituations": null, "solutions": ["Let go."], "exampleFix": "drop(x)",
            "handlingStrategy": "retry", "validationCode": "a", "typeGuard": "b", "tryCatchPattern": "c",
            "preventionTips": [], "tags": ["rust"], "backgroundTag": "held", "analyzedSha": "abc",
            "analyzedAt": "2026-09-11T21:06:21.487Z", "contentChangedAt": "2026-09-12T00:00:00Z", "schemaVersion": 2,
        })
    }

    /// What is read straight through is what the careful reader gives too, which has nothing to say of it.
    fn agree(json: &str) -> bool {
        let straight = read::<String>(json, &LIMITS);
        let careful = take_apart(json, &LIMITS);
        let words = read::<IgnoredAny>(json, &LIMITS);
        if let Some(words) = &words {
            let careful = take_apart_again(json, &LIMITS, Wanted::Words);
            assert_eq!(careful.as_ref(), Some(words), "{json}");
        }
        let Some(straight) = straight else {
            return false;
        };
        // Checks of what could be read are the caller's.
        let checked = super::super::check::check(&straight).len();
        assert_eq!(careful.problems.len(), checked, "{json}: {careful:?}");
        assert_eq!(careful.record, Some(straight), "{json}");
        assert!(words.is_some(), "{json}");
        true
    }

    #[test]
    fn a_good_record_is_read_straight_in_every_layout() {
        let good = good();
        assert!(agree(&good.to_string()));
        assert!(agree(&format!(" \n{good:#}\n")));
        for version in [json!("v7"), json!(7), Value::Null] {
            let envelope = json!({"datasetVersion": version, "record": good});
            assert!(agree(&envelope.to_string()), "{version}");
        }
        assert!(agree(&json!({ "record": good }).to_string()));
        assert!(
            !read::<IgnoredAny>(&good.to_string(), &LIMITS).is_some_and(|record| {
                record.source_code.is_some()
                    || record.example_fix.is_some()
                    || record.type_guard.is_some()
            })
        );
    }

    #[test]
    fn every_field_is_taken_as_the_careful_reader_takes_it() {
        let values = [
            "null",
            "\"\"",
            "\" \\n\"",
            "\"x\"",
            "\"\\u0000\\ud83d\\ude00\"",
            "\"\\ud800\"",
            "0",
            "1",
            "7",
            "99",
            "100",
            "599",
            "600",
            "65536",
            "4294967295",
            "4294967296",
            "18446744073709551616",
            "1.0",
            "1e2",
            "-1",
            "true",
            "[]",
            "[\"a\"]",
            "[\"a\",\"b\"]",
            "[\"a\",\"b\",\"c\"]",
            "[\"a\",\"b\",\"c\",\"d\"]",
            "[null]",
            "[1]",
            "{}",
            "[[[[[[]]]]]]",
            "\"2026-09-11\"",
            "\"0123456789abcdef\"",
            "\"0123456789ABCDEF\"",
        ];
        let long = [90, 91].map(|bytes| "x".repeat(bytes));
        let long = long
            .iter()
            .flat_map(|text| [json!(text).to_string(), json!([text]).to_string()]);
        let values = values.map(str::to_owned).into_iter().chain(long);
        let mut straight = 0;
        for value in values {
            for field in &FIELDS {
                let mut record = good();
                record[field.key] = json!("the value");
                let text = record.to_string().replace("\"the value\"", &value);
                straight += usize::from(agree(&text));
                straight += usize::from(agree(&format!("{{\"record\":{text}}}")));
            }
        }
        assert!(straight > 400, "most values fit some fields: {straight}");
    }

    #[test]
    fn what_is_not_plain_is_left_to_the_careful_reader() {
        let text = good().to_string();
        let inner = text.trim_start_matches('{').trim_end_matches('}');
        let all: Vec<_> = good().as_object().unwrap().values().cloned().collect();
        for odd in [
            json!(all).to_string(),
            json!({"record": all}).to_string(),
            json!([good(), null]).to_string(),
            json!({"record": {"record": good()}}).to_string(),
            json!({"record": good(), "more": 1}).to_string(),
            format!("{{{inner},\"other\":1}}"),
            format!("{{{inner},\"slug\":\"again\"}}"),
            format!("{{{inner},\"record\":{text}}}"),
            format!("{{{inner}"),
            format!("{text} {text}"),
            format!("{text}{}", " ".repeat(4000)),
            "null".into(),
            String::new(),
        ] {
            assert!(!agree(&odd), "{odd}");
        }
        for field in &FIELDS {
            let mut record = good();
            record.as_object_mut().unwrap().remove(field.key);
            agree(&record.to_string());
        }
    }
}
