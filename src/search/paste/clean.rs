//! A pasted text without what tools put around messages: terminal codes, JSON escapes, prefixes.
//!
//! In goes the text, out come its lines, each with its number in the input. `docs/matching.md`,
//! section 1, is the definition. Knows nothing of errors.

use super::units::{cut_units, cut_units_back, units};
use crate::message::is_blank;

/// What is read of a text, in UTF-16 units: all of it, or so much from either end.
pub(super) const TEXT_MAX: usize = 65_536;
const TEXT_HALF: usize = 32_768;

/// Escapes within escapes: a log of a container holds the log of a program.
const ESCAPED_MAX: usize = 3;
const PREFIXES_MAX: usize = 3;
const OSC_MAX: usize = 2_000;

/// What begins a terminal code: the character itself, or what it is when written out.
const INTRODUCERS: [&str; 8] = [
    "\u{1b}", "\\u001b", "\\u001B", "\\x1b", "\\x1B", "\\033", "\\e", "^[",
];

/// A line of the cleaned text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Its number in the input, from 1.
    pub(super) number: usize,
    /// Its text without prefixes.
    pub(super) core: String,
    /// Its length with them.
    pub(super) width: usize,
}

/// The lines of a text that are not empty.
pub(super) fn clean(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    if units(text) <= TEXT_MAX {
        clean_part(text, 1, &mut lines);
        return lines;
    }
    let head = cut_units(text, TEXT_HALF);
    let tail = cut_units_back(text, TEXT_HALF);
    clean_part(head, 1, &mut lines);
    let before = &text[..text.len() - tail.len()];
    clean_part(tail, 1 + line_ends(before), &mut lines);
    lines
}

/// How many line ends a text holds: line feeds, carriage returns, and both as one.
fn line_ends(text: &str) -> usize {
    let feeds = text.matches('\n').count();
    let returns = text.matches('\r').count();
    feeds + returns - text.matches("\r\n").count()
}

fn clean_part(text: &str, first: usize, lines: &mut Vec<Line>) {
    let text = without_codes(text)
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    for (number, line) in (first..).zip(text.split('\n')) {
        let mut line = line.to_owned();
        for _ in 0..ESCAPED_MAX {
            if !is_escaped(&line) {
                break;
            }
            line = without_codes(&unescape(&line));
        }
        for part in line.split('\n') {
            let core = without_prefixes(part);
            if !core.chars().all(is_blank) {
                lines.push(Line {
                    number,
                    core: core.to_owned(),
                    width: units(part),
                });
            }
        }
    }
}

/// A text without colours, movements of the cursor, titles and links of a terminal.
fn without_codes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\u{1b}', '\\', '^']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(bytes) = code_bytes(rest) {
            rest = &rest[bytes..];
        } else {
            let first = rest.chars().next().map_or(0, char::len_utf8);
            out.push_str(&rest[..first]);
            rest = &rest[first..];
        }
    }
    out.push_str(rest);
    out
}

/// The length of the terminal code that a text begins with.
fn code_bytes(rest: &str) -> Option<usize> {
    if let Some(osc) = rest.strip_prefix("\u{1b}]") {
        let bytes = osc.as_bytes();
        let within = cut_units(osc, OSC_MAX).as_bytes();
        let end = within.iter().position(|b| matches!(b, 0x07 | 0x1b))?;
        if within[end] == 0x07 {
            return Some(2 + end + 1);
        }
        return (bytes.get(end + 1) == Some(&b'\\')).then_some(2 + end + 2);
    }
    let introducer = INTRODUCERS.iter().find(|code| rest.starts_with(**code))?;
    let after = rest[introducer.len()..].strip_prefix('[')?;
    let is_parameter = |b: &u8| matches!(b, b'0'..=b'9' | b';' | b':' | b'?');
    let parameters = after.bytes().take_while(|b| is_parameter(b)).count();
    let last = after.as_bytes().get(parameters)?;
    matches!(last, b'@'..=b'~').then_some(introducer.len() + 1 + parameters + 1)
}

/// Whether a line is, or holds, a string of JSON or of a log in `key="value"` form.
fn is_escaped(line: &str) -> bool {
    let quoted = || {
        line.contains("\":")
            || line.contains("=\"")
            || line.trim_start_matches(is_blank).starts_with(['"', '{'])
    };
    let breaks = ["\\n", "\\t", "\\u"]
        .iter()
        .any(|escape| line.contains(escape));
    line.contains("\\\"") || breaks && quoted()
}

/// Undoes the escapes of JSON.
fn unescape(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (text, bytes) = escape(rest);
        match text {
            Some(c) => out.push(c),
            None => out.push_str(&rest[..bytes]),
        }
        rest = &rest[bytes..];
    }
    out.push_str(rest);
    out
}

/// The character of the escape that a text begins with, and its length; no character means that it
/// stays as it is.
fn escape(rest: &str) -> (Option<char>, usize) {
    let Some(second) = rest[1..].chars().next() else {
        return (None, 1);
    };
    let plain = match second {
        'n' | 'r' => Some('\n'),
        't' => Some(' '),
        '"' | '\'' | '/' | '\\' => Some(second),
        'u' => match code_unit(rest) {
            Some(unit) => return unicode(rest, unit),
            None => None,
        },
        _ => None,
    };
    (plain, 1 + second.len_utf8())
}

/// The number of an escape of four hexadecimal digits.
fn code_unit(rest: &str) -> Option<u16> {
    let digits = rest.strip_prefix("\\u")?.get(..4)?;
    let hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    hex.then(|| u16::from_str_radix(digits, 16).ok()).flatten()
}

fn unicode(rest: &str, unit: u16) -> (Option<char>, usize) {
    const ONE: usize = 6;
    if let Some(c) = char::from_u32(u32::from(unit)) {
        return (Some(c), ONE);
    }
    let low = code_unit(&rest[ONE..]);
    let pair = low.and_then(|low| char::decode_utf16([unit, low]).next()?.ok());
    match pair {
        Some(c) => (Some(c), 2 * ONE),
        None => (Some('\u{fffd}'), ONE),
    }
}

fn without_prefixes(line: &str) -> &str {
    let mut core = line;
    for _ in 0..PREFIXES_MAX {
        let found = container(core)
            .or_else(|| stream(core))
            .or_else(|| time(core))
            .or_else(|| quoted(core));
        match found {
            Some(rest) => core = rest,
            None => break,
        }
    }
    core
}

/// What follows `> `; nothing after `>` alone.
fn quoted(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('>')?;
    rest.strip_prefix(' ')
        .or_else(|| rest.is_empty().then_some(""))
}

/// What follows `name | `.
fn container(line: &str) -> Option<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let rest = line.trim_start_matches(is_name);
    let rest = (rest.len() < line.len()).then_some(rest)?;
    let bar = rest.trim_start_matches(is_blank);
    let after = (bar.len() < rest.len()).then_some(bar)?.strip_prefix('|')?;
    after.strip_prefix(is_blank)
}

/// What follows `2026-05-03T11:22:33Z stdout F `.
fn stream(line: &str) -> Option<&str> {
    let (token, rest) = line.split_once(' ')?;
    let plain = !token.is_empty() && !token.contains(is_blank);
    let rest = plain.then_some(rest)?;
    let rest = rest
        .strip_prefix("stdout ")
        .or_else(|| rest.strip_prefix("stderr "))?;
    rest.strip_prefix("F ").or_else(|| rest.strip_prefix("P "))
}

/// What follows a date with a time.
fn time(line: &str) -> Option<&str> {
    let shape = |text: &str, shape: &str| {
        text.len() >= shape.len()
            && text.bytes().zip(shape.bytes()).all(|(b, s)| match s {
                b'0' => b.is_ascii_digit(),
                b'T' => matches!(b, b'T' | b' '),
                b'+' => matches!(b, b'+' | b'-'),
                s => b == s,
            })
    };
    let form = "0000-00-00T00:00:00";
    let mut rest = shape(line, form).then(|| &line[form.len()..])?;
    if let Some(fraction) = rest.strip_prefix(['.', ',']) {
        let after = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() < fraction.len() {
            rest = after;
        }
    }
    let zone = ["+00:00", "+0000", "Z"]
        .iter()
        .find(|zone| shape(rest, zone));
    rest = &rest[zone.map_or(0, |zone| zone.len())..];
    let after = rest.trim_start_matches(is_blank);
    (after.len() < rest.len()).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cores(text: &str) -> Vec<String> {
        clean(text).into_iter().map(|line| line.core).collect()
    }

    #[test]
    fn what_tools_add_is_taken_away() {
        for (text, expected) in [
            ("\u{1b}[31;1merror\u{1b}[0m: x", "error: x"),
            ("\\u001b[31merror\\x1b[0m ^[[1mx \\e[m", "error x "),
            (
                "\u{1b}]8;;http://x\u{7}E1\u{1b}]8;;\u{1b}\\ \u{1b}]open",
                "E1 \u{1b}]open",
            ),
            ("web_1  | 2026-01-02 03:04:05,678 boom", "boom"),
            ("2026-01-02T03:04:05.678+01:00  boom", "boom"),
            ("2026-01-02T03:04:05Z stderr F boom", "boom"),
            ("> > boom", "boom"),
            ("2026-01-02 boom | x", "2026-01-02 boom | x"),
            (
                "{\"msg\":\"a \\\"b\\\" \\u00e9\\ud83d\\ude00\\ud83d!\"}",
                "{\"msg\":\"a \"b\" é😀\u{fffd}!\"}",
            ),
            ("open \"C:\\new\\table\"", "open \"C:\\new\\table\""),
            ("ends \\\"with\\", "ends \"with\\"),
        ] {
            assert_eq!(cores(text), [expected], "{text}");
        }
    }

    #[test]
    fn lines_keep_their_numbers() {
        let numbers = |text: &str| -> Vec<(usize, String)> {
            clean(text)
                .into_iter()
                .map(|line| (line.number, line.core))
                .collect()
        };
        let line = |number, core: &str| (number, core.to_owned());
        assert_eq!(
            numbers("a\r\nb\rc\n\n \n{\"stack\":\"d\\n  e\"}\nf"),
            [
                line(1, "a"),
                line(2, "b"),
                line(3, "c"),
                line(6, "{\"stack\":\"d"),
                line(6, "  e\"}"),
                line(7, "f")
            ]
        );
        let twice = "{\"log\":\"{\\\"msg\\\":\\\"a\\\\nb\\\"}\\n\"}";
        assert_eq!(cores(twice), ["{\"log\":\"{\"msg\":\"a", "b\"}", "\"}"]);
        let long = format!("{}\n", "x".repeat(99)).repeat(1_000);
        let found = clean(&long);
        assert_eq!(found.last().map(|line| line.number), Some(1_000));
        assert!(found.len() < 660);
    }

    #[test]
    fn a_hostile_text_takes_linear_time() {
        for unit in [
            "\u{1b}", "\u{1b}]", "\\", "\\u", "^[", "\"\\\"", "\\u001b[", "\\ud800", "\r", "a | ",
        ] {
            clean(&unit.repeat(200_000 / unit.len()));
        }
    }
}
