//! Which lines of a pasted text say what went wrong.
//!
//! In go cleaned lines, out come, for each, whether it is aside (a frame of a stack trace, a line
//! of source), else how much it looks like a message, in points. `docs/matching.md`, section 2.

use super::clean::Line;
use super::units::{cut_units, units};
use crate::message::is_blank;
use crate::message::words::is_word;

/// Lines whose words are used.
const LINES_MAX: usize = 60;
/// What is read of a line.
pub(super) const LINE_MAX: usize = 4_000;
/// Where the level of a log line stands.
const LEVEL_WITHIN: usize = 60;
const SOURCE_INDENT: usize = 4;

const ERROR_WORDS: [&str; 29] = [
    "error",
    "exception",
    "fail",
    "panic",
    "fatal",
    "cannot",
    "can't",
    "could not",
    "invalid",
    "caused by",
    "assert",
    "unable",
    "denied",
    "refused",
    "not found",
    "timeout",
    "timed out",
    "time out",
    "timedout",
    "warn",
    "illegal",
    "unexpected",
    "unknown",
    "missing",
    "unsupported",
    "must",
    "expected",
    "no such",
    "not allowed",
];
const LEVELS: [&str; 5] = ["INFO", "DEBUG", "TRACE", "info:", "debug:"];
const FRAME_BEGINNINGS: [&str; 7] = [
    "created by ",
    "note: run with",
    "stack backtrace:",
    "Stack trace:",
    "Traceback (most recent",
    "The above exception was",
    "During handling of the above",
];

/// A line that may be a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MessageLine {
    /// Which of the lines.
    pub(super) at: usize,
    /// How much it looks like a message.
    pub(super) weight: i32,
}

/// The lines of a text, told apart.
pub(super) struct Sorted {
    /// Of each line, whether it is aside.
    pub(super) aside: Vec<bool>,
    /// Message lines, best first.
    pub(super) messages: Vec<MessageLine>,
}

impl Sorted {
    /// Whether a line is surely not the rest of the one before: it is aside, had a prefix, or begins
    /// like an error.
    pub(super) fn begins_anew(&self, lines: &[Line], at: usize) -> bool {
        let line = &lines[at];
        self.aside[at]
            || line.width != units(&line.core)
            || begins_like_an_error(trimmed(&line.core))
    }
}

/// Tells message lines from frames and source.
pub(super) fn sort(lines: &[Line]) -> Sorted {
    let mut aside = Vec::with_capacity(lines.len());
    let mut messages = Vec::new();
    let (mut after_file, mut after_panic) = (false, false);
    for (at, line) in lines.iter().enumerate() {
        let core = line.core.as_str();
        let next = lines.get(at + 1).map_or("", |next| &next.core);
        let source = is_indented(core) && (after_file || is_marker(next, "^~"));
        let is_aside = source || is_frame(core);
        aside.push(is_aside);
        if !is_aside {
            let weight = weight(core) + if after_panic { 135 } else { 0 };
            messages.push(MessageLine { at, weight });
        }
        after_file = trimmed(core).starts_with("File \"");
        after_panic = core.contains("panicked at ");
    }
    if messages.is_empty() {
        aside.fill(false);
        messages = (0..lines.len())
            .map(|at| MessageLine { at, weight: 0 })
            .collect();
    }
    messages.sort_by_key(|line| (-line.weight, line.at));
    messages.truncate(LINES_MAX);
    Sorted { aside, messages }
}

fn trimmed(core: &str) -> &str {
    core.trim_start_matches(is_blank)
}

fn is_indented(core: &str) -> bool {
    core.chars()
        .take(SOURCE_INDENT)
        .filter(|c| is_blank(*c))
        .count()
        == SOURCE_INDENT
}

/// Whether a line only points at the one above.
fn is_marker(core: &str, of: &str) -> bool {
    core.contains('^') && core.chars().all(|c| is_blank(c) || of.contains(c))
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn is_frame(core: &str) -> bool {
    let text = trimmed(core);
    let after = |start: &str| text.strip_prefix(start);
    after("at ").is_some_and(|rest| !rest.starts_with(is_blank) && !rest.is_empty())
        || after("File \"").is_some_and(|rest| rest.contains("\", line "))
        || after("from ").is_some_and(|rest| rest.contains(":in "))
        || after("goroutine ").is_some_and(|rest| digits(rest) > 0)
        || after("... ").is_some_and(|rest| digits(rest) > 0)
        || FRAME_BEGINNINGS.iter().any(|start| text.starts_with(start))
        || text.len() < core.len() && text.contains(" called at ")
        || is_marker(text, "^~-|")
        || is_numbered(core, text)
        || after("#").is_some_and(is_hash_frame)
        || is_go_place(text)
}

/// `  12: core::panicking::panic`, indented; `0: cannot read the file` is a message.
fn is_numbered(core: &str, text: &str) -> bool {
    let count = digits(text);
    let rest = text[count..].strip_prefix(':');
    let rest = rest.filter(|rest| rest.starts_with(is_blank));
    let Some(rest) = rest.map(|rest| rest.trim_matches(is_blank)) else {
        return false;
    };
    count > 0
        && core.len() > text.len()
        && !rest.is_empty()
        && (rest.starts_with("0x") || rest.contains("::") || !rest.contains(is_blank))
}

/// What follows the `#` of `#0 main (argc=1) at x.c:3`.
fn is_hash_frame(rest: &str) -> bool {
    let number = digits(rest);
    let after = &rest[number..];
    let frame = after.trim_start_matches(is_blank);
    let numbered = frame.starts_with(|c: char| c.is_ascii_digit()) && !frame.starts_with("0x");
    number > 0
        && frame.len() < after.len()
        && (frame.contains('(') || frame.contains("{main}"))
        && !numbered
}

/// `main.go:12` alone, or with ` +0x1f`.
fn is_go_place(text: &str) -> bool {
    let end = text.find(is_blank).unwrap_or(text.len());
    let (run, rest) = text.split_at(end);
    let place = run.rsplit_once(".go:");
    let numbered = place.is_some_and(|(file, line)| {
        !file.is_empty() && !line.is_empty() && digits(line) == line.len()
    });
    numbered && (rest.is_empty() || rest.starts_with(" +0x"))
}

fn weight(core: &str) -> i32 {
    let core = cut_units(core, LINE_MAX);
    let text = trimmed(core);
    let small = core.to_ascii_lowercase();
    let mut weight = 0;
    if ERROR_WORDS.iter().any(|word| small.contains(word)) {
        weight += 90;
    }
    if text.len() == core.len() {
        weight += 22;
    }
    if text.starts_with("Caused by") {
        weight += 45;
    }
    if begins_like_an_error(text) {
        weight += 90;
    }
    let head = cut_units(core, LEVEL_WITHIN);
    if LEVELS.iter().any(|level| has_word_start(head, level)) {
        weight -= 112;
    }
    weight
}

fn begins_like_an_error(text: &str) -> bool {
    let known = ["Caused by", "panic:", "error:", "error["];
    if known.iter().any(|start| text.starts_with(start)) {
        return true;
    }
    if text.starts_with("thread '") && text.contains(" panicked") {
        return true;
    }
    let text = text
        .strip_prefix("Uncaught ")
        .or_else(|| text.strip_prefix("Unhandled "))
        .unwrap_or(text);
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$');
    let class = &text[..text.bytes().take_while(is_name).count()];
    ["Error", "Exception", "Fault"]
        .iter()
        .any(|end| class.ends_with(end))
}

/// Whether a text stands there with no word character before it.
fn has_word_start(text: &str, word: &str) -> bool {
    text.match_indices(word)
        .any(|(at, _)| !text[..at].chars().next_back().is_some_and(is_word))
}

#[cfg(test)]
mod tests {
    use super::super::clean::clean;
    use super::*;

    #[test]
    fn frames_of_many_languages_are_aside() {
        for frame in [
            "\tat java.base/java.lang.Thread.run(Thread.java:840)",
            "    at run (/app/x.js:3:1)",
            "  File \"/usr/lib/x.py\", line 3, in run",
            "  12: core::panicking::panic_fmt",
            "   3: main",
            "#0  0x00007f in raise () from libc.so",
            "#1 /var/www/x.php(12): run()",
            "goroutine 7 [running]:",
            "\t/src/main.go:12 +0x1f",
            "\t... 23 more",
            "\tfrom x.rb:3:in `run'",
            "\tmain::run(1) called at x.pl line 3",
            "    ^~~~",
            "  |     ^^^^",
            "Traceback (most recent call last):",
        ] {
            assert!(is_frame(frame), "{frame}");
        }
        for message in [
            "    0: cannot read the file",
            "404: not found",
            "#8 0.512 cannot find x (y)",
            "attribute missing",
            "Undefined subroutine x called at y.pm line 3.",
            "at",
            "x.go:12: undefined: y",
            "^ is no operator",
        ] {
            assert!(!is_frame(message), "{message}");
        }
    }

    #[test]
    fn messages_come_before_chatter() {
        let text = "INFO: starting, no error\n\
                    Traceback (most recent call last):\n\
                    \x20 File \"x.py\", line 3, in run\n\
                    \x20   raise ValueError('bad')\n\
                    ValueError: bad\n\
                    done";
        let lines = clean(text);
        let sorted = sort(&lines);
        assert_eq!(sorted.aside, [false, true, true, true, false, false]);
        let order: Vec<(usize, i32)> = sorted.messages.iter().map(|l| (l.at, l.weight)).collect();
        assert_eq!(order, [(4, 202), (5, 22), (0, 0)]);
        let frames = clean("  at a.b(c)\n  at d.e(f)");
        assert_eq!(sort(&frames).messages.len(), 2);
    }
}
