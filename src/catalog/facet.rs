//! The values that a record has of a facet.

use std::borrow::Cow;

use serde_json::Value;

use crate::record::Record;

/// A record's values of a field, as text; empty ones are left out. Fields that the data set does
/// not define are looked up among the record's other keys.
pub(super) fn values<'a>(record: &'a Record, field: &str) -> Vec<Cow<'a, str>> {
    let one = |value: Option<&'a String>| {
        value
            .map(|text| Cow::Borrowed(text.as_str()))
            .into_iter()
            .collect()
    };
    let mut values: Vec<Cow<'a, str>> = match field {
        "tags" => record
            .tags
            .iter()
            .map(|tag| Cow::Borrowed(tag.as_str()))
            .collect(),
        "severity" => one(Some(&record.severity)),
        "errorType" => one(Some(&record.error_type)),
        "errorCode" => one(record.error_code.as_ref()),
        "errorClass" => one(record.error_class.as_ref()),
        "httpStatus" => record
            .http_status
            .map(|status| Cow::Owned(status.to_string()))
            .into_iter()
            .collect(),
        "handlingStrategy" => one(record.handling_strategy.as_ref()),
        "backgroundTag" => one(record.background_tag.as_ref()),
        "repo" => one(Some(&record.repo)),
        "filePath" => one(Some(&record.file_path)),
        other => record.other.get(other).map(of_json).unwrap_or_default(),
    };
    values.retain(|value| !value.trim().is_empty());
    values
}

/// Texts, numbers and truth values, and lists of them.
fn of_json(value: &Value) -> Vec<Cow<'_, str>> {
    match value {
        Value::String(text) => vec![Cow::Borrowed(text)],
        Value::Number(number) => vec![Cow::Owned(number.to_string())],
        Value::Bool(truth) => vec![Cow::Owned(truth.to_string())],
        Value::Array(items) => items
            .iter()
            .filter(|item| !item.is_array())
            .flat_map(of_json)
            .collect(),
        Value::Null | Value::Object(_) => Vec::new(),
    }
}
