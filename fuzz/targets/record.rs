//! The JSON of one record: problems lie within the text, and what was good once is good again.
#![no_main]

use errbook::record::{Limits, Wanted, parse, parse_again};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|json: &str| {
    let limits = Limits::default();
    let parsed = parse(json, &limits);
    for problem in &parsed.problems {
        assert!(problem.span.start <= problem.span.end);
    }
    match parsed.record {
        Some(record) => {
            let again = parse_again(json, &limits, Wanted::All).expect("it was good");
            assert_eq!(again.fingerprint(), record.fingerprint());
        }
        None => assert!(!parsed.problems.is_empty(), "why it is none is said"),
    }
});
