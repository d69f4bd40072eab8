//! What stands in the holes of a match. `docs/matching.md`, section 6.

use super::fit::Fit;
use super::score::trim;
use super::text::Text;
use super::units::{cut_units, cut_units_back};
use crate::message::is_blank;

const LEAD_MAX: usize = 200;
const TRAIL_MAX: usize = 300;

/// What a value at the start of a message follows.
const MARKERS: [&str; 13] = [
    ": ",
    "] ",
    " - ",
    "msg=\"",
    "\"msg\":\"",
    "\"message\":\"",
    ": \"",
    "##[error]",
    "ERROR ",
    "FATAL ",
    "CRITICAL ",
    "WARNING ",
    "WARN ",
];
/// What a web server adds to a message.
const AFTER: &str = ", client: ";

/// The values of all holes, in order.
pub(super) fn values(fit: &Fit, text: &Text) -> Vec<String> {
    let lead = fit.leads.then(|| lead(text, fit.start));
    let others = fit.holes.iter().map(|&(from, to)| match to {
        Some(to) => trim(&text.whole[from..to]),
        None => trail(text, from),
    });
    lead.into_iter().chain(others).map(str::to_owned).collect()
}

/// The value that ends at a place.
fn lead(text: &Text, end: usize) -> &str {
    let begin = text.whole_line(end).0.min(end);
    let before = cut_units_back(&text.whole[begin..end], LEAD_MAX).trim_end_matches(is_blank);
    let after = |marker: &&str| {
        let mut found = before
            .rmatch_indices(*marker)
            .map(|(at, _)| at + marker.len());
        found.find(|&at| at < before.len())
    };
    let from = MARKERS.iter().filter_map(after).max().unwrap_or(0);
    trim(&before[from..])
}

/// The value that begins at a place and has no literal after it.
fn trail(text: &Text, begin: usize) -> &str {
    let end = text.whole_line(begin).1.max(begin);
    let value = cut_units(&text.whole[begin..end], TRAIL_MAX);
    let second = value.chars().next().map_or(0, char::len_utf8);
    let quote = value[second..]
        .match_indices('"')
        .map(|(at, _)| second + at)
        .find(|&at| ends_string(&value[at + 1..]));
    let value = &value[..quote.unwrap_or(value.len())];
    let value = &value[..perl_place(value).unwrap_or(value.len())];
    trim(&value[..value.find(AFTER).unwrap_or(value.len())])
}

/// Whether what follows a quote shows that the quote closed a string: the end, or another key.
fn ends_string(after: &str) -> bool {
    if after.chars().all(|c| matches!(c, '}' | ']')) {
        return true;
    }
    let key = after.trim_start_matches(|c| c == ',' || is_blank(c));
    if key.len() == after.len() {
        return false;
    }
    let key = key.strip_prefix('"').unwrap_or(key);
    let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let rest = key.trim_start_matches(is_key);
    let rest_after = rest.strip_prefix('"').unwrap_or(rest);
    rest.len() < key.len() && rest_after.starts_with([':', '='])
}

/// Where ` at x.pl line 3.` begins, if a value ends with it.
fn perl_place(value: &str) -> Option<usize> {
    let at = value.rfind(" at ")?;
    let rest = &value[at + 4..];
    let end = rest.find(is_blank)?;
    let line = rest[end..].strip_prefix(" line ")?;
    let line = line.strip_suffix('.').unwrap_or(line);
    let number = !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit());
    (end > 0 && number).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::super::clean::clean;
    use super::super::fit::fit;
    use super::super::text::flat;
    use super::*;

    #[test]
    fn values_end_where_the_message_does() {
        for (literals, text, expected) in [
            (&["failed: ", ""][..], "failed: a b\nnext", "a b"),
            (
                &["failed: ", ""],
                "{\"msg\":\"failed: a \\\"b\\\" c\",\"x\":1}",
                "a \"b\" c",
            ),
            (&["failed: ", ""], "msg=\"failed: a b\" id=7", "a b"),
            (&["failed: ", ""], "{\"msg\":\"failed: a\"}", "a"),
            (&["failed: ", ""], "failed: a at x.pl line 3.", "a"),
            (&["failed: ", ""], "failed: a, client: 10.0.0.1", "a"),
            (&["", " is full"], "2026 x[1] ERROR /a is full", "/a"),
            (&["failed: ", ""], "failed: \"a\" at home", "\"a\" at home"),
            (&["", " is full"], "2026 [x] Error: /a b is full", "/a b"),
            (&["", " is full"], "/a: is full", "/a:"),
            (&["", " is full"], "x - \"msg\":\"/a is full", "/a"),
        ] {
            let text = flat(&clean(text));
            let literals: Vec<String> = literals.iter().map(ToString::to_string).collect();
            let fit = fit(&literals, &text, |_| 0).expect("a fit");
            assert_eq!(values(&fit, &text), [expected], "{}", text.whole);
        }
    }
}
