//! How well a template fits, and whether that is sure. `docs/matching.md`, section 5.

use super::fit::Fit;
use super::shard::{Filed, FiledRecord};
use super::text::Text;
use super::units::cut_units_back;
use crate::message::is_blank;

/// Where a trace names the class of a message.
const LABEL_WITHIN: usize = 80;

/// What speaks for a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) points: i32,
    pub(super) information: i32,
    pub(super) is_sure: bool,
    pub(super) is_certain: bool,
    /// Whether it is worth showing if it is not sure.
    pub(super) is_possible: bool,
    /// Records with their bonus, best first.
    pub(super) records: Vec<(u32, i32)>,
}

/// Scores a fit.
pub(super) fn score(filed: &Filed, fit: &Fit, text: &Text) -> Score {
    let start = fit.leads || is_clean_start(text, fit.start);
    let open_end = fit.holes.last().is_some_and(|hole| hole.1.is_none());
    let end = open_end || is_clean_end(text, fit.end);
    let mut records: Vec<(u32, i32)> = filed
        .records
        .iter()
        .map(|record| (record.number, bonus(record, fit, text)))
        .collect();
    records.sort_by_key(|&(number, bonus)| (-bonus, number));
    let bonus = records.first().map_or(0, |record| record.1);
    let (information, penalty) = (filed.information, fit.penalty);
    let is_sure = information >= 540 && penalty < 180
        || start && end && information >= 300 && penalty < 120
        || bonus >= 150 && information >= 240 && start && penalty < 180;
    let is_certain =
        is_sure && (bonus >= 270 || start && end && (information >= 720 || bonus >= 150));
    Score {
        points: information - penalty
            + if start { 90 } else { -60 }
            + if end { 45 } else { -45 }
            + bonus,
        information,
        is_sure,
        is_certain,
        is_possible: information + bonus - penalty >= 240 || start && end && penalty < 120,
        records,
    }
}

fn is_clean_start(text: &Text, at: usize) -> bool {
    let before = &text.whole[..at];
    let before = before.strip_suffix(' ').unwrap_or(before);
    text.is_start(at) || before.ends_with([':', ']', '"', '\'', '`', '>', '|', '-', '=', '('])
}

fn is_clean_end(text: &Text, at: usize) -> bool {
    let after = &text.whole[at..];
    if text.is_end(at) || after.is_empty() {
        return true;
    }
    if let Some(next) = after.strip_prefix(' ') {
        return next.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '[' | '{'))
            || ["at", "File", "Caused"]
                .iter()
                .any(|word| next.starts_with(word));
    }
    after.starts_with(['"', '\'', '`', '.', ',', ';', ':', ')', ']', '}'])
}

fn bonus(record: &FiledRecord, fit: &Fit, text: &Text) -> i32 {
    let mut bonus = 0;
    let label = record.label.as_str();
    if stands_alone(&text.whole, label, is_name, is_name) {
        bonus += 150;
        let before = cut_units_back(&text.whole[..fit.start], LABEL_WITHIN);
        if before.contains(label) {
            bonus += 90;
        }
    }
    let in_file = |c| is_name(c) || matches!(c, '.' | '-');
    if stands_alone(&text.whole, &record.file, in_file, is_name) {
        bonus += 120;
    }
    bonus
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether a text stands there somewhere, with none of some characters before and after it.
fn stands_alone(
    text: &str,
    what: &str,
    before: impl Fn(char) -> bool,
    after: impl Fn(char) -> bool,
) -> bool {
    !what.is_empty()
        && text.match_indices(what).any(|(at, _)| {
            !text[..at].chars().next_back().is_some_and(&before)
                && !text[at + what.len()..].chars().next().is_some_and(&after)
        })
}

/// A text without blanks at its ends.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}
