//! JSON text for shards and machine files, safe inside a script.
//!
//! Shards are millions of small numbers and short strings, so they are written straight into a
//! string. Nothing is read here.

use std::fmt::Write as _;

/// Appends a string literal. Besides what JSON demands, `<`, `>`, `&`, U+2028 and U+2029 are
/// escaped: then it can neither end a script element nor break a script's line.
pub(super) fn push_string(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    for (at, c) in text.char_indices() {
        if !needs_escape(c) {
            continue;
        }
        out.push_str(&text[plain..at]);
        plain = at + c.len_utf8();
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ => push(out, format_args!("\\u{:04x}", u32::from(c))),
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}

/// A string literal on its own.
pub(super) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_string(&mut out, text);
    out
}

/// Appends `"key":` and a value that is JSON already to an object begun with `{`.
pub(super) fn push_entry(out: &mut String, key: &str, value: &str) {
    if !out.ends_with('{') {
        out.push(',');
    }
    push_string(out, key);
    out.push(':');
    out.push_str(value);
}

/// Appends a decimal number, without the cost of formatting: an index is mostly numbers.
pub(super) fn push_number(out: &mut String, number: u32) {
    let mut digits = [0_u8; 10];
    let mut from = digits.len();
    let mut rest = number;
    loop {
        from -= 1;
        digits[from] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[from..].iter().map(|&digit| char::from(digit)));
}

/// Appends formatted text.
pub(super) fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a String takes every write");
}

fn needs_escape(c: char) -> bool {
    matches!(
        c,
        '"' | '\\' | '<' | '>' | '&' | '\0'..='\u{1f}' | '\u{7f}' | '\u{2028}' | '\u{2029}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_full() {
        for number in [0, 7, 10, 1_234_567_890, u32::MAX] {
            let mut out = String::new();
            push_number(&mut out, number);
            assert_eq!(out, number.to_string());
        }
    }

    #[test]
    fn a_string_reads_back_and_cannot_end_a_script() {
        let hostile = "a\"\\\n\t\0\u{7f}</script><!-- &amp; \u{2028}\u{2029} é 😀";
        let literal = string(hostile);
        assert_eq!(
            serde_json::from_str::<String>(&literal).expect("JSON"),
            hostile
        );
        for bad in ["<", ">", "&", "\u{2028}", "\u{2029}", "\0"] {
            assert!(!literal.contains(bad), "{bad:?} in {literal}");
        }
    }
}
