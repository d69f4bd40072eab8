//! What a record may spend on its code, to the last byte and line, and what is kept between builds.

use std::collections::HashMap;
use std::sync::Mutex;

use super::*;

#[test]
fn a_record_has_one_budget_for_all_its_code() {
    let limits = Limits {
        max_bytes: 100,
        max_lines: 6,
        ..Limits::default()
    };
    let highlighter = Highlighter::new(limits, &BTreeMap::new());
    let rust = highlighter.language("a.rs", "");
    let mut budget = Budget::new(&limits);
    let mut reasons = |code: &str| highlighter.lines(code, rust, &mut budget).plain;
    assert_eq!(reasons("let a;\nlet b;\nlet c;"), None);
    assert_eq!(reasons(&"x".repeat(90)), Some(Plain::TooLong));
    assert_eq!(reasons("\n\n\n\n"), Some(Plain::TooLong));
    assert_eq!(reasons("let d;\nlet e;"), None);
    assert_eq!(reasons("let f;"), None);
    assert_eq!(reasons("let g;"), Some(Plain::TooLong));
}

#[test]
fn output_is_bounded_too() {
    let limits = Limits {
        max_output_bytes: 100,
        ..Limits::default()
    };
    let highlighter = Highlighter::new(limits, &BTreeMap::new());
    let rust = highlighter.language("a.rs", "");
    let mut budget = Budget::new(&limits);
    let code = highlighter.lines("let a;\nlet b;\nlet c;\nlet d;", rust, &mut budget);
    assert_eq!(code.plain, Some(Plain::TooLong));
    assert_eq!(joined(&code), "let a;\nlet b;\nlet c;\nlet d;");
    assert_eq!(highlighter.lines("let a;", rust, &mut budget).plain, None);
}

/// Sets one of the limits.
type Set = fn(&mut Limits, usize);

#[test]
fn the_limits_are_reached_by_the_last_byte_and_line_and_not_before() {
    let code = "let a;\nlet b;";
    let made = |limits: Limits, codes: &[&str]| -> Vec<Option<Plain>> {
        let highlighter = Highlighter::new(limits, &BTreeMap::new());
        let rust = highlighter.language("a.rs", "");
        let mut budget = Budget::new(highlighter.limits());
        let made = codes
            .iter()
            .map(|code| highlighter.lines(code, rust, &mut budget));
        made.map(|made| made.plain).collect()
    };
    let bytes = code.len();
    let out = joined(&coloured("a.rs", code)).len() - 1;
    let sets: [(Set, usize); 3] = [
        (|limits, most| limits.max_bytes = most, bytes),
        (|limits, most| limits.max_lines = most, 2),
        (|limits, most| limits.max_output_bytes = most, out),
    ];
    for (at, (set, one)) in sets.into_iter().enumerate() {
        let with = |most: usize, codes: &[&str]| {
            let mut limits = Limits::default();
            set(&mut limits, most);
            made(limits, codes)
        };
        let long = Some(Plain::TooLong);
        assert_eq!(with(one, &[code]), [None], "{at}");
        assert_eq!(with(one - 1, &[code]), [long], "{at}");
        assert_eq!(
            with(2 * one, &[code, code, code]),
            [None, None, long],
            "{at}"
        );
        assert_eq!(with(2 * one - 1, &[code, code]), [None, long], "{at}");
    }
}

#[test]
fn a_line_that_is_too_long_is_plain_and_the_others_are_not() {
    let text = format!("local a;\nlocal b = {};\nlocal c;", "x".repeat(1000));
    let code = coloured("a.lua", &text);
    assert_eq!(code.plain, Some(Plain::LineTooLong));
    assert_eq!(line(&code, 0), "<span class=\"k\">local</span> a;");
    assert!(line(&code, 1).starts_with("local b"));
    assert_eq!(line(&code, 2), "<span class=\"k\">local</span> c;");
}

#[test]
fn a_grammar_reads_a_line_of_the_limit_and_none_that_is_longer() {
    let limit = Limits::default().max_line_bytes;
    for (length, expected) in [(limit, None), (limit + 1, Some(Plain::LineTooLong))] {
        let begin = "local ";
        let line = format!("{begin}{}", "x".repeat(length - begin.len()));
        let code = coloured("a.lua", &line);
        assert_eq!(code.plain, expected, "{length}");
        assert_eq!(joined(&code).contains("<span"), expected.is_none());
    }
}

#[derive(Default)]
struct Kept(Mutex<HashMap<u128, Vec<u8>>>);

impl Kept {
    fn all(&self) -> Vec<Vec<u8>> {
        self.0.lock().unwrap().values().cloned().collect()
    }

    /// Puts this in the place of all that is kept.
    fn change(&self, to: &[u8]) {
        let mut kept = self.0.lock().unwrap();
        kept.values_mut().for_each(|kept| *kept = to.to_vec());
    }
}

impl Shelf for Kept {
    fn take(&self, key: u128) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(&key).cloned()
    }

    fn put(&self, key: u128, kept: &[u8]) {
        self.0.lock().unwrap().insert(key, kept.to_vec());
    }
}

#[test]
fn what_a_grammar_made_is_kept_and_taken_again_if_it_is_whole() {
    let shelf = Arc::new(Kept::default());
    let made = |file: &str, code: &str, limits: Limits| {
        let highlighter = Highlighter::new(limits, &BTreeMap::new()).keeping_in(shelf.clone());
        let language = highlighter.language(file, "");
        highlighter.lines(code, language, &mut Budget::new(&limits))
    };
    let long = format!("local a\n{}", "x".repeat(501));
    let limits = Limits::default();
    let first = made("a.lua", &long, limits);
    assert_eq!(first.plain, Some(Plain::LineTooLong));
    let kept = format!("\u{1}{}", joined(&first));
    assert_eq!(shelf.all(), [kept.into_bytes()]);
    let again = made("a.lua", &long, limits);
    assert_eq!(
        (again.lines, again.plain),
        (first.lines.clone(), first.plain)
    );
    assert_eq!(shelf.all().len(), 1);
    // It is taken and not made anew.
    shelf.change(b"\0<b>1</b>\n<b>2</b>");
    let taken = made("a.lua", &long, limits);
    assert_eq!(
        (joined(&taken).as_str(), taken.plain),
        ("<b>1</b>\n<b>2</b>", None)
    );
    // Its markup counts like any other.
    let of = |max_output_bytes| Limits {
        max_output_bytes,
        ..limits
    };
    assert_eq!(made("a.lua", &long, of(16)).plain, None);
    let refused = made("a.lua", &long, of(15));
    assert_eq!(
        (joined(&refused), refused.plain),
        (long.clone(), Some(Plain::TooLong))
    );
    // What is damaged is made anew.
    for damaged in [
        &b""[..],
        b"\0one line",
        b"\0three\nlines\nof it",
        b"\0\xff\n",
    ] {
        shelf.change(damaged);
        let made = made("a.lua", &long, limits);
        assert_eq!((made.lines, made.plain), (first.lines.clone(), first.plain));
    }
    // Other code, another language and another limit are something else; lexers are as fast.
    made("a.lua", "local b", limits);
    made("a.pas", "local b", limits);
    let longer = Limits {
        max_line_bytes: 600,
        ..limits
    };
    assert_eq!(made("a.lua", &long, longer).plain, None);
    assert_eq!(shelf.all().len(), 4);
    made("a.rs", "let a;", limits);
    assert_eq!(shelf.all().len(), 4);
}
