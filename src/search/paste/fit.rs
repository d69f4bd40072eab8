//! Where a template fits a text.
//!
//! Literals are searched in order, each leftmost after the one before: no pattern is run, nothing is
//! tried twice, and time is bounded for each of its places. `docs/matching.md`, section 4.

use super::text::Text;
use super::units::{cut_units, units};
use crate::message::words::is_word;

/// Places of the first literal that are tried.
const TRIES: usize = 100;
/// No value is longer, nor goes over more ends of lines.
const HOLE_MAX: usize = 500;
const LINES_MAX: usize = 3;
/// What each end of a line costs.
const PER_LINE: i32 = 60;
/// Places of the last literal that are tried for one of the first.
const ENDS: usize = 8;

/// Shorter first and last literals must not stand within a word.
const FIRST_UNITS: usize = 12;
const LAST_UNITS: usize = 8;

/// Where a template fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fit {
    /// From the first literal to the last.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The holes after the first literal; one at the end of the template has no end.
    pub(super) holes: Vec<(usize, Option<usize>)>,
    /// Whether there is a hole before the first literal.
    pub(super) leads: bool,
    pub(super) penalty: i32,
    /// Lengths of holes between literals.
    length: usize,
}

/// The best place of a template, its literals in small letters; `penalty` is what a place costs.
pub(super) fn fit(literals: &[String], text: &Text, penalty: impl Fn(usize) -> i32) -> Option<Fit> {
    let leads = literals.len() > 1 && literals[0].is_empty();
    let rest = if leads { &literals[1..] } else { literals };
    let (first, others) = rest.split_first()?;
    if first.is_empty() {
        return None;
    }
    let mut best: Option<Fit> = None;
    let mut from = 0;
    for _ in 0..TRIES {
        let Some(found) = find(&text.small, first, from) else {
            break;
        };
        from = after_char(&text.small, found);
        let Some(boundary) = start_penalty(text, first, found, leads) else {
            continue;
        };
        let begun = Fit {
            start: found,
            end: found + first.len(),
            holes: Vec::with_capacity(others.len()),
            leads,
            penalty: penalty(found) + boundary,
            length: 0,
        };
        let Some(fit) = follow(text, begun, first, others) else {
            continue;
        };
        if best.as_ref().is_none_or(|best| cost(&fit) < cost(best)) {
            best = Some(fit);
        }
        if best.as_ref().is_some_and(|best| cost(best) == 0) {
            break;
        }
    }
    best
}

fn cost(fit: &Fit) -> i64 {
    5 * i64::from(fit.penalty) + 3 * i64::try_from(fit.length).unwrap_or(i64::MAX / 8)
}

/// The penalty of a first literal within a word; none where that is a mistake.
fn start_penalty(text: &Text, first: &str, found: usize, leads: bool) -> Option<i32> {
    let within = !leads
        && first.starts_with(is_word)
        && text.whole[..found].chars().next_back().is_some_and(is_word);
    match within {
        false => Some(0),
        true if units(first) < FIRST_UNITS => None,
        true => Some(120),
    }
}

/// Whether a literal that ends a template ends within a word of the text.
fn ends_within(text: &Text, last: &str, end: usize) -> bool {
    last.ends_with(is_word) && text.whole[end..].starts_with(is_word)
}

/// Looks for the literals after the first.
fn follow(text: &Text, mut fit: Fit, first: &str, others: &[String]) -> Option<Fit> {
    let mut last = first;
    for (at, literal) in others.iter().enumerate() {
        let is_last = at + 1 == others.len();
        if literal.is_empty() {
            // A hole at the end.
            let value = fit.end < text.whole.len();
            fit.holes.push((fit.end, None));
            return value.then_some(fit);
        }
        let leftmost = find_within(text, literal, fit.end)?;
        let found = if is_last {
            clear_end(text, literal, leftmost)
        } else {
            leftmost
        };
        let length = units(&text.whole[fit.end..found]);
        let lines = text.ends_within(fit.end, found);
        if length > HOLE_MAX || lines > LINES_MAX {
            return None;
        }
        fit.penalty += PER_LINE * i32::try_from(lines).unwrap_or(0);
        fit.holes.push((fit.end, Some(found)));
        fit.length += length;
        fit.penalty += match length {
            0..=60 => 0,
            61..=160 => 60,
            _ => 180,
        };
        fit.end = found + literal.len();
        last = literal;
    }
    if ends_within(text, last, fit.end) {
        if units(last) < LAST_UNITS {
            return None;
        }
        fit.penalty += 90;
    }
    Some(fit)
}

/// Where the last literal ends the template, from its leftmost place on: where a whole line ends with
/// it, since values hold dots and brackets too; else the first that is not within a word; else the
/// leftmost.
fn clear_end(text: &Text, literal: &str, leftmost: usize) -> usize {
    let line_end = text.whole_line(leftmost).1;
    let mut clear = None;
    let mut found = leftmost;
    for _ in 0..ENDS {
        let end = found + literal.len();
        if end == line_end {
            return found;
        }
        if !ends_within(text, literal, end) {
            clear.get_or_insert(found);
        }
        match find(&text.small, literal, after_char(&text.small, found)) {
            Some(next) if next < line_end || clear.is_none() => found = next,
            _ => break,
        }
    }
    clear.unwrap_or(leftmost)
}

fn find(text: &str, literal: &str, from: usize) -> Option<usize> {
    text.get(from..)?.find(literal).map(|at| from + at)
}

/// The leftmost place of a literal after a hole that begins somewhere, if the hole is not too long.
fn find_within(text: &Text, literal: &str, begin: usize) -> Option<usize> {
    let from = after_char(&text.small, begin);
    let hole = cut_units(text.small.get(begin..)?, HOLE_MAX);
    let mut end = (begin + hole.len() + literal.len()).min(text.small.len());
    while !text.small.is_char_boundary(end) {
        end += 1;
    }
    text.small.get(from..end)?.find(literal).map(|at| from + at)
}

/// The place one character on.
fn after_char(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(1, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::super::clean::clean;
    use super::super::text::flat;
    use super::*;

    fn fitted<'t>(literals: &[&str], text: &'t Text) -> Option<Vec<&'t str>> {
        let literals: Vec<String> = literals
            .iter()
            .map(|text| text.to_ascii_lowercase())
            .collect();
        let fit = fit(&literals, text, |_| 0)?;
        let end = |end: Option<usize>| end.unwrap_or(text.whole.len());
        Some(
            fit.holes
                .iter()
                .map(|hole| &text.whole[hole.0..end(hole.1)])
                .collect(),
        )
    }

    #[test]
    fn literals_are_found_in_order_and_the_shortest_holes_count() {
        for (literals, text, expected) in [
            (
                &["epoch ", " from ", ""][..],
                "x: Epoch 7 from 3",
                Some(&["7", "3"][..]),
            ),
            (&["took ", "ms"], "it took 42ms", Some(&["42"])),
            (&["open ", " now"], "open a, open b now", Some(&["b"])),
            (
                &["cannot ", " to"],
                "cannot go today to",
                Some(&["go today"]),
            ),
            (&["no ", "."], "no 1.2.3.", Some(&["1.2.3"])),
            (&["no (", ")"], "no (a(b)) at all", Some(&["a(b"])),
            (&["", " is full"], "disk a is full", Some(&[])),
            (&["read"], "already read", Some(&[])),
            (&["read"], "already", None),
            (&["a ", " b"], "a  b", None),
            (&["wait: ", ""], "wait:", None),
            (&["x ", " y ", " z"], "x 1 z 2 y", None),
            (&["é", "é"], "ééé", Some(&["é"])),
        ] {
            let text = flat(&clean(text));
            assert_eq!(fitted(literals, &text).as_deref(), expected, "{literals:?}");
        }
    }

    #[test]
    fn many_holes_over_a_long_text_take_linear_time() {
        let text = flat(&clean(&"a ".repeat(30_000)));
        let mut literals = vec!["a "; 100];
        assert!(fitted(&literals, &text).is_some());
        literals.push("b");
        assert!(fitted(&literals, &text).is_none());
    }
}
