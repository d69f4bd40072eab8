//! The fields of a record as one table, and the JSON Schema that is made of it.
//!
//! `fields` reads each by its type; a test compares what it takes with what the schema allows, so
//! neither can change alone.

use serde_json::{Value, json};

use super::Limits;

/// A key of a record.
pub(super) struct Field {
    pub(super) key: &'static str,
    pub(super) form: Form,
    pub(super) needed: bool,
    meaning: &'static str,
}

/// What a field's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Id,
    /// A text that may be empty.
    Text,
    /// A piece of code.
    Code,
    /// A text that says something.
    Named,
    /// One of some words, or another.
    Word(&'static [&'static str]),
    Date,
    Number(u64, u64),
    Texts,
    Tags,
}

const LINE: Form = Form::Number(1, u32::MAX as u64);

const fn needed(key: &'static str, form: Form, meaning: &'static str) -> Field {
    Field {
        key,
        form,
        needed: true,
        meaning,
    }
}

const fn optional(key: &'static str, form: Form, meaning: &'static str) -> Field {
    Field {
        key,
        form,
        needed: false,
        meaning,
    }
}

/// Every field, in the order of the data set.
pub(super) const FIELDS: [Field; 32] = [
    needed(
        "id",
        Form::Id,
        "The start of the SHA-256 of repository, code (else message) and path, with U+0001 between them",
    ),
    needed("repo", Form::Named, "`owner/name`"),
    needed(
        "slug",
        Form::Named,
        "Names the record's page in its repository",
    ),
    optional("errorCode", Form::Text, "A code such as `E0382`"),
    needed(
        "errorMessage",
        Form::Named,
        "The exact text in the source, holes in the language's own notation",
    ),
    needed(
        "messagePattern",
        Form::Text,
        "A regular expression made of the message; never run as one",
    ),
    needed(
        "errorType",
        Form::Word(&[
            "exception",
            "error_code",
            "console",
            "http",
            "validation",
            "panic",
        ]),
        "How the error shows",
    ),
    optional("errorClass", Form::Text, "The class that is raised"),
    optional(
        "httpStatus",
        Form::Number(100, 599),
        "The status that is answered",
    ),
    needed(
        "severity",
        Form::Word(&["critical", "error", "warning", "info"]),
        "How bad it is",
    ),
    needed(
        "filePath",
        Form::Named,
        "Path in the repository; may be `unknown`",
    ),
    optional("lineNumber", LINE, "Line of the raising call"),
    optional("sourceCode", Form::Code, "The lines around it"),
    optional(
        "sourceCodeStart",
        LINE,
        "Number of the excerpt's first line",
    ),
    optional("sourceCodeEnd", LINE, "Number of the excerpt's last line"),
    needed("githubUrl", Form::Text, "Link to the excerpt; may be empty"),
    optional("documentation", Form::Text, "What it means (Markdown)"),
    optional("triggerScenarios", Form::Text, "Why it happens (Markdown)"),
    optional(
        "commonSituations",
        Form::Text,
        "Where people meet it (Markdown)",
    ),
    optional(
        "solutions",
        Form::Texts,
        "How to fix it, likeliest first (Markdown each)",
    ),
    optional(
        "exampleFix",
        Form::Code,
        "Code before and after in one text",
    ),
    optional(
        "handlingStrategy",
        Form::Word(&["try-catch", "type-guard", "validation", "retry", "fallback"]),
        "How to handle it in code",
    ),
    optional(
        "validationCode",
        Form::Code,
        "Code that checks before the call",
    ),
    optional("typeGuard", Form::Code, "Code that narrows the value"),
    optional("tryCatchPattern", Form::Code, "Code for when it happens"),
    optional(
        "preventionTips",
        Form::Texts,
        "How to prevent it (Markdown each)",
    ),
    optional("tags", Form::Tags, "Lower-case words with hyphens"),
    optional(
        "backgroundTag",
        Form::Text,
        "The family: the kind of error across repositories",
    ),
    needed("analyzedSha", Form::Text, "The commit that was read"),
    needed("analyzedAt", Form::Date, "When it was read"),
    optional("contentChangedAt", Form::Date, "When the text last changed"),
    optional(
        "schemaVersion",
        Form::Number(0, u32::MAX as u64),
        "Version of the data set's schema: 2",
    ),
];

/// The place of a field among the fields, known when errbook is compiled.
pub(super) const fn at(key: &str) -> usize {
    let mut at = 0;
    while at < FIELDS.len() {
        if is(key, FIELDS[at].key) {
            return at;
        }
        at += 1;
    }
    panic!("no field has this key");
}

const fn is(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut same = if a.len() == b.len() { 0 } else { usize::MAX };
    while same < a.len() && a[same] == b[same] {
        same += 1;
    }
    same == a.len()
}

/// The JSON Schema (draft 2020-12) of a bare record, with the bounds that hold without settings.
pub fn schema() -> Value {
    let limits = Limits::default();
    let properties: serde_json::Map<String, Value> = FIELDS
        .iter()
        .map(|field| (field.key.to_owned(), field.schema(&limits)))
        .collect();
    let required: Vec<_> = FIELDS
        .iter()
        .filter(|field| field.needed)
        .map(|field| field.key)
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of an error",
        "description": "One place where a program raises an error. Keys that are not listed here are kept.",
        "type": "object",
        "properties": properties,
        "required": required,
    })
}

impl Field {
    fn schema(&self, limits: &Limits) -> Value {
        let most = limits.string_bytes;
        let text = json!({"type": "string", "maxLength": most});
        let list = |items| json!({"type": "array", "items": text, "maxItems": items});
        let mut schema = match self.form {
            Form::Id => json!({"type": "string", "pattern": "^[0-9a-f]{16}$"}),
            Form::Text | Form::Code | Form::Named => text.clone(),
            Form::Word(words) => {
                json!({"type": "string", "maxLength": most, "examples": words})
            }
            Form::Date => json!({"type": "string", "maxLength": most, "format": "date-time"}),
            Form::Number(least, most) => {
                json!({"type": "integer", "minimum": least, "maximum": most})
            }
            Form::Texts => list(limits.list_items),
            Form::Tags => list(limits.tags),
        };
        // A word that is needed is as a name; one that is not may be empty, which is none.
        if self.needed && matches!(self.form, Form::Named | Form::Word(_)) {
            schema["pattern"] = json!("\\S");
        }
        if !self.needed {
            schema["type"] = json!([schema["type"], "null"]);
        }
        schema["description"] = self.meaning.into();
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::parse;

    fn example(field: &Field) -> Value {
        match field.form {
            Form::Id => json!("04cfc48f7495808c"),
            Form::Date => json!("2026-09-11T21:06:21Z"),
            Form::Word(words) => json!(words[0]),
            Form::Number(least, _) => json!(least),
            Form::Texts | Form::Tags => json!(["x"]),
            Form::Text | Form::Code | Form::Named => json!("x"),
        }
    }

    fn whole() -> Value {
        let entries = FIELDS
            .iter()
            .map(|field| (field.key.to_owned(), example(field)));
        Value::Object(entries.collect())
    }

    fn is_taken(key: &str, value: Option<Value>) -> bool {
        let mut record = whole();
        match value {
            Some(value) => record[key] = value,
            None => drop(record.as_object_mut().unwrap().remove(key)),
        }
        parse(&record.to_string(), &Limits::default())
            .record
            .is_some()
    }

    /// What the schema says of a value; only the words that schemas made here use.
    fn allows(schema: &Value, value: &Value) -> bool {
        let types = match &schema["type"] {
            Value::Array(types) => types.clone(),
            one => vec![one.clone()],
        };
        let within = |least: &str, most: &str, number: u64| {
            schema[least].as_u64().is_none_or(|least| number >= least)
                && schema[most].as_u64().is_none_or(|most| number <= most)
        };
        let (name, holds) = match value {
            Value::Null => ("null", true),
            Value::String(text) => {
                let fits = match schema["pattern"].as_str() {
                    Some("\\S") => !text.trim().is_empty(),
                    None => true,
                    Some(_) => crate::record::RecordId::parse(text).is_some(),
                };
                (
                    "string",
                    fits && within("-", "maxLength", text.len() as u64),
                )
            }
            Value::Number(number) => {
                let whole = number.as_u64();
                (
                    "integer",
                    whole.is_some_and(|n| within("minimum", "maximum", n)),
                )
            }
            Value::Array(items) => {
                let fit = items.iter().all(|item| allows(&schema["items"], item));
                ("array", fit && within("-", "maxItems", items.len() as u64))
            }
            Value::Bool(_) => ("boolean", true),
            Value::Object(_) => ("object", true),
        };
        types.contains(&json!(name)) && holds
    }

    #[test]
    fn the_schema_allows_what_is_read_and_nothing_else() {
        let schema = schema();
        assert!(is_taken("-", Some(json!(1))), "unknown keys are kept");
        let long = "x".repeat(Limits::default().string_bytes + 1);
        let values = [
            json!(null),
            json!("x"),
            json!(""),
            json!(" "),
            json!(long),
            json!("04cfc48f7495808c"),
            json!(0),
            json!(1),
            json!(99),
            json!(100),
            json!(599),
            json!(600),
            json!(-1),
            json!(1.5),
            json!(u32::MAX),
            json!(u64::from(u32::MAX) + 1),
            json!(true),
            json!({"x": 1}),
            json!([]),
            json!(["x", ""]),
            json!([1]),
            json!([null]),
            json!([long]),
            json!(vec!["x"; 64]),
            json!(vec!["x"; 65]),
            json!(vec!["x"; 256]),
            json!(vec!["x"; 257]),
        ];
        for field in &FIELDS {
            let own = &schema["properties"][field.key];
            for value in &values {
                assert_eq!(
                    is_taken(field.key, Some(value.clone())),
                    allows(own, value),
                    "`{}`: {:.60}",
                    field.key,
                    value.to_string()
                );
            }
            let is_required = schema["required"]
                .as_array()
                .unwrap()
                .contains(&json!(field.key));
            assert_eq!(!is_taken(field.key, None), is_required, "`{}`", field.key);
        }
    }
}
