//! One good record, and each way to break it.

use serde_json::{Value, json};

use super::*;
use crate::diagnostic::Severity;
use crate::record::sample::good;

fn problems(record: &Value) -> Vec<(Code, String)> {
    let parsed = parse(&record.to_string(), &Limits::default());
    assert_eq!(
        parsed.record.is_none(),
        parsed
            .problems
            .iter()
            .any(|p| p.diagnostic.severity == Severity::Error),
        "a record is given unless there is an error: {parsed:?}"
    );
    parsed
        .problems
        .into_iter()
        .map(|p| {
            (
                p.diagnostic.code,
                p.diagnostic.place.field.unwrap_or_default(),
            )
        })
        .collect()
}

fn with(key: &str, value: Value) -> Value {
    let mut record = good();
    record[key] = value;
    record
}

#[test]
fn a_good_record_has_no_problems_bare_or_in_its_envelope() {
    assert_eq!(problems(&good()), vec![]);
    let parsed = parse(
        &json!({"record": good(), "datasetVersion": "v7"}).to_string(),
        &Limits::default(),
    );
    assert_eq!(parsed.problems, vec![]);
    assert_eq!(
        parsed.record.and_then(|r| r.dataset_version).as_deref(),
        Some("v7")
    );
}

#[test]
fn each_broken_value_is_named_with_its_field() {
    for (key, value, code) in [
        ("id", json!("XYZ"), Code::ID_MALFORMED),
        ("id", json!("0123456789abcdef"), Code::ID_MISMATCH),
        ("repo", Value::Null, Code::MISSING_KEY),
        ("slug", json!("  "), Code::EMPTY_TEXT),
        ("errorMessage", json!(7), Code::WRONG_TYPE),
        ("solutions", json!("no list"), Code::WRONG_TYPE),
        ("solutions", json!([1]), Code::WRONG_TYPE),
        ("httpStatus", json!(99), Code::OUT_OF_RANGE),
        ("lineNumber", json!(0), Code::OUT_OF_RANGE),
        ("lineNumber", json!(-1), Code::WRONG_TYPE),
        ("lineNumber", json!(1.5), Code::WRONG_TYPE),
        ("severity", json!("fatal"), Code::UNKNOWN_VALUE),
        ("schemaVersion", json!(3), Code::NEWER_SCHEMA),
        ("analyzedAt", json!("today"), Code::BAD_DATE),
        (
            "githubUrl",
            json!("https://github.com/acme/anvil/blob/abc/x"),
            Code::LINK_DIFFERS,
        ),
        ("tags", json!(vec!["t"; 65]), Code::TOO_LARGE),
        ("documentation", json!("x".repeat(300_000)), Code::TOO_LARGE),
        ("severty", json!("error"), Code::UNKNOWN_KEY),
    ] {
        assert_eq!(
            problems(&with(key, value.clone())),
            vec![(code, format!("/{key}"))],
            "{key} = {}",
            value.to_string().chars().take(40).collect::<String>()
        );
    }
    assert_eq!(
        problems(&with("sourceCodeEnd", json!(9))),
        vec![
            (Code::LINES_DISAGREE, "/sourceCode".into()),
            (Code::LINK_DIFFERS, "/githubUrl".into())
        ]
    );
}

#[test]
fn every_problem_of_a_record_is_reported() {
    let mut record = with("lineNumber", json!("x"));
    record["tags"] = json!({});
    record.as_object_mut().unwrap().remove("repo");
    let codes: Vec<_> = problems(&record)
        .into_iter()
        .map(|(code, _)| code)
        .collect();
    assert_eq!(
        codes,
        vec![Code::MISSING_KEY, Code::WRONG_TYPE, Code::WRONG_TYPE]
    );
}

#[test]
fn a_problem_points_at_the_value() {
    let json = r#"{ "id": "0", "tags": 12 }"#;
    let parsed = parse(json, &Limits::default());
    let spans: Vec<_> = parsed
        .problems
        .iter()
        .map(|p| &json[p.span.clone()])
        .collect();
    assert!(
        spans.contains(&"\"0\"") && spans.contains(&"12"),
        "{spans:?}"
    );
}

#[test]
fn what_is_no_object_and_what_is_no_json_are_told_apart() {
    let code = |json: &str| parse(json, &Limits::default()).problems[0].diagnostic.code;
    assert_eq!(code("[1]"), Code::NOT_A_RECORD);
    assert_eq!(code("12"), Code::NOT_A_RECORD);
    assert_eq!(code("{\"record\": 1}"), Code::NOT_A_RECORD);
    assert_eq!(code("{\"id\": }"), Code::NOT_JSON);
    assert_eq!(code("{\"id\": \"a"), Code::CUT_SHORT);
    assert_eq!(code("{\"id\":\"a\",\"id\":\"b\"}"), Code::MISSING_KEY);
}

#[test]
fn a_key_that_stands_twice_is_an_error() {
    let json = good().to_string().replacen('{', "{\"slug\":\"other\",", 1);
    let parsed = parse(&json, &Limits::default());
    assert_eq!(
        parsed
            .problems
            .iter()
            .map(|p| p.diagnostic.code)
            .collect::<Vec<_>>(),
        vec![Code::DUPLICATE_KEY]
    );
}

#[test]
fn the_fingerprint_is_the_same_in_any_layout() {
    let compact = parse(&good().to_string(), &Limits::default())
        .record
        .unwrap();
    let pretty = parse(
        &serde_json::to_string_pretty(&good()).unwrap(),
        &Limits::default(),
    )
    .record
    .unwrap();
    assert_eq!(compact.fingerprint(), pretty.fingerprint());
}
