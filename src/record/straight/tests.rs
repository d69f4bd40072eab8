//! What is read straight through, beside what the careful reader makes of the same text.

use serde_json::{Value, json};

use super::*;
use crate::record::parse::{Wanted, take_apart, take_apart_again};
use crate::record::sample::good;
use crate::record::schema::FIELDS;

const LIMITS: Limits = Limits {
    record_bytes: 4000,
    string_bytes: 90,
    list_items: 3,
    tags: 2,
    depth: 4,
};

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
    let checked = crate::record::check::check(&straight).len();
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

#[test]
fn texts_with_random_edits_are_taken_as_the_careful_reader_takes_them() {
    const PIECES: [&str; 16] = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ",",
        ":",
        "null",
        "0",
        "-1",
        "\\",
        "\\u0000",
        " ",
        "\"id\":",
        "\"record\":{",
        "é",
    ];
    let mut state = 11_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % below
    };
    let texts = [
        good().to_string(),
        json!({"record": good(), "datasetVersion": "v7"}).to_string(),
    ];
    let mut straight = 0;
    for _ in 0..6_000 {
        let mut text = texts[random(texts.len())].clone();
        for _ in 0..=random(3) {
            let at = text.floor_char_boundary(random(text.len()));
            let end = text.floor_char_boundary(text.len().min(at + random(12)));
            match random(3) {
                0 => text.insert_str(at, PIECES[random(PIECES.len())]),
                1 => text.replace_range(at..end, ""),
                _ => {
                    let again = text[at..end].to_owned();
                    text.insert_str(at, &again);
                }
            }
        }
        straight += usize::from(agree(&text));
    }
    assert!(
        straight > 300,
        "edits within texts leave a record: {straight}"
    );
}
