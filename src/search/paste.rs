//! Finds the records whose messages stand in a pasted text: a log line, a stack trace, a build log.
//!
//! In go a published index and a text, out come records, best first, with what stands where their
//! messages have holes. The browser does the same by the same rules, which `docs/matching.md` holds;
//! `tests/vectors/pastes.json` is the table on which both must agree.

mod answer;
mod candidates;
mod clean;
mod fit;
mod lines;
mod lookup;
mod score;
mod shard;
mod text;
mod units;
mod value;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashSet;

use super::published::{IndexError, Published, Row};
use super::routers::hash;
use crate::message::words::words;
use answer::Matches;
use candidates::{Candidate, PasteWords};
use clean::Line;
use fit::{Fit, fit};
use lines::Sorted;
use score::{Score, score};
use shard::{Filed, Routers};
use text::Text;

/// Penalty for a place in a line that is aside, and for lines that had to be joined.
const ASIDE: i32 = 240;
const GLUED: i32 = 60;

/// With a sure match found, words that say less are not tried, nor are any after so many shards.
const SURE_SCORE_MIN: i32 = 240;
const SURE_SHARDS_MAX: usize = 5;
const SCORE_MIN: i32 = 45;
/// With a certain match found, lines that weigh less are not tried.
const CERTAIN_WEIGHT_MIN: i32 = 135;
/// And only one shard for so many of the budget.
const CERTAIN_SHARE: usize = 10;
const UNLISTED_SHARDS: usize = 4;

/// How far to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Shards of templates that are read.
    pub shards: usize,
    /// Most records in the answer.
    pub records: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            shards: 10,
            records: 10,
        }
    }
}

/// A record that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The record.
    pub row: Row,
    /// The line of the text that holds its message, from 1.
    pub line: usize,
    /// Whether it is meant without doubt, rather than possibly.
    pub sure: bool,
    /// Names of holes with what stands there, in order.
    pub values: Vec<(String, String)>,
}

/// Whether a text is too long to be read whole: then its middle is left out.
pub fn is_cut(text: &str) -> bool {
    units::units(text) > clean::TEXT_MAX
}

/// The records that a text is about, best first.
///
/// # Errors
/// If a file of the index cannot be read, or is broken.
pub fn find(index: &Published<'_>, text: &str, options: Options) -> Result<Vec<Match>, IndexError> {
    let lines = clean::clean(text);
    let sorted = lines::sort(&lines);
    let mut found = Search::new(index, &lines, &sorted, options)?.run()?;
    drop_explained(&mut found);
    let mut matches = Matches::new(index, &lines, options.records);
    for found in &found {
        matches.add(found)?;
    }
    let known: HashSet<usize> = found
        .iter()
        .filter(|found| found.score.is_sure)
        .map(|found| found.at)
        .collect();
    for named in lookup::by_code(index, &lines, &sorted, &known)? {
        matches.add_named(named);
    }
    if !matches.list.iter().any(|found| found.sure) {
        for named in lookup::by_place(index, &lines, &sorted)? {
            matches.add_named(named);
        }
    }
    Ok(matches.list)
}

/// A template that fits.
struct Found {
    score: Score,
    fit: Fit,
    /// Which of the lines holds it.
    at: usize,
    is_glued: bool,
    names: Vec<String>,
    values: Vec<String>,
}

/// Sorts the best first, and leaves out what is not sure and stands within what is.
fn drop_explained(found: &mut Vec<Found>) {
    found.retain(|found| found.score.is_sure || found.score.is_possible);
    found.sort_by_key(|found| {
        let score = &found.score;
        let first = score.records.first().map_or(0, |record| record.0);
        (Reverse(score.points), Reverse(score.information), first)
    });
    let sure: Vec<(bool, usize, usize)> = found
        .iter()
        .filter(|found| found.score.is_sure)
        .map(|found| (found.is_glued, found.fit.start, found.fit.end))
        .collect();
    let within = |found: &Found, &(glued, start, end): &(bool, usize, usize)| {
        glued == found.is_glued && start <= found.fit.start && found.fit.end <= end
    };
    found.retain(|found| found.score.is_sure || !sure.iter().any(|span| within(found, span)));
}

/// Looks for templates, shard by shard.
struct Search<'a> {
    index: &'a Published<'a>,
    routers: Routers,
    words: PasteWords,
    texts: Vec<Text>,
    /// Of each line, whether a terminal cut it; empty if none is.
    cut: Vec<bool>,
    sorted: &'a Sorted,
    options: Options,
    tried: HashSet<usize>,
    found: Vec<Found>,
    /// The words of each sure match.
    explained: Vec<HashSet<String>>,
}

impl<'a> Search<'a> {
    fn new(
        index: &'a Published<'a>,
        lines: &[Line],
        sorted: &'a Sorted,
        options: Options,
    ) -> Result<Self, IndexError> {
        let cut = text::cut_lines(lines, |at| sorted.begins_anew(lines, at));
        let glued = cut.as_ref().map(|cut| text::glued(lines, cut));
        let words = PasteWords::of(lines, &sorted.messages, glued.as_ref());
        Ok(Self {
            index,
            routers: Routers::load(index)?,
            words,
            texts: [text::flat(lines)].into_iter().chain(glued).collect(),
            cut: cut.unwrap_or_default(),
            sorted,
            options,
            tried: HashSet::new(),
            found: Vec::new(),
            explained: Vec::new(),
        })
    }

    fn run(mut self) -> Result<Vec<Found>, IndexError> {
        let mut certain_at = None;
        for candidate in self.words.candidates(&self.routers) {
            if self
                .explained
                .iter()
                .any(|words| words.contains(&candidate.word))
            {
                continue;
            }
            if let Some(best) = self.best() {
                if best.is_certain {
                    let since = self.tried.len() - *certain_at.get_or_insert(self.tried.len());
                    if since >= self.options.shards / CERTAIN_SHARE {
                        break;
                    }
                    if candidate
                        .weight
                        .is_none_or(|weight| weight < CERTAIN_WEIGHT_MIN)
                    {
                        continue;
                    }
                } else if candidate.score < SURE_SCORE_MIN || self.tried.len() >= SURE_SHARDS_MAX {
                    break;
                }
            }
            if candidate.score < SCORE_MIN && !self.tried.is_empty() {
                break;
            }
            for shard in self.shards(&candidate) {
                if self.tried.contains(&shard) {
                    continue;
                }
                if self.tried.len() >= self.options.shards {
                    return Ok(self.found);
                }
                self.scan(shard)?;
            }
        }
        if self.best().is_none() {
            self.scan_unlisted()?;
        }
        Ok(self.found)
    }

    /// The best sure match.
    fn best(&self) -> Option<&Score> {
        let sure = self
            .found
            .iter()
            .map(|found| &found.score)
            .filter(|score| score.is_sure);
        sure.reduce(|best, score| {
            if score.points > best.points {
                score
            } else {
                best
            }
        })
    }

    /// The shards in which a candidate's template can be.
    fn shards(&self, candidate: &Candidate) -> Vec<usize> {
        let (first, count) = candidate.shards;
        if count == 1 {
            return vec![first];
        }
        let keys = self.words.keys(candidate);
        keys.iter()
            .map(|key| first + hash(key) as usize % count)
            .collect()
    }

    fn scan_unlisted(&mut self) -> Result<(), IndexError> {
        let Some((first, count)) = self.routers.unlisted else {
            return Ok(());
        };
        let mut shards: Vec<usize> = Vec::new();
        if count == 1 {
            shards.push(first);
        } else {
            for word in self.words.unlisted(&self.routers) {
                let shard = first + hash(word) as usize % count;
                if !shards.contains(&shard) {
                    shards.push(shard);
                }
            }
        }
        for shard in shards.into_iter().take(UNLISTED_SHARDS) {
            if self.tried.contains(&shard) {
                continue;
            }
            self.scan(shard)?;
            if self.best().is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Tries every template of a shard.
    fn scan(&mut self, shard: usize) -> Result<(), IndexError> {
        self.tried.insert(shard);
        for filed in shard::templates(self.index, &self.routers, shard)? {
            let found = self
                .texts
                .iter()
                .find_map(|text| self.found_in(&filed, text));
            let Some(found) = found else {
                continue;
            };
            if found.score.is_sure {
                let text = &self.texts[usize::from(found.is_glued)].whole;
                let span = words(&text[found.fit.start..found.fit.end]);
                self.explained
                    .push(span.into_iter().map(|word| word.text).collect());
            }
            self.found.push(found);
        }
        Ok(())
    }

    fn found_in(&self, filed: &Filed, text: &Text) -> Option<Found> {
        let penalty = |place| {
            let aside = !text.is_glued && self.sorted.aside[text.line(place)];
            if aside { ASIDE } else { 0 }
        };
        let mut fit = fit(&filed.literals, text, penalty)?;
        if text.is_glued {
            fit.penalty += GLUED;
        }
        Some(Found {
            score: score(filed, &fit, text),
            at: text.line(fit.start),
            is_glued: text.is_glued,
            names: filed.names.clone(),
            values: self.values(filed, &fit, text),
            fit,
        })
    }

    /// What stands in the holes; where a terminal cut a value, as it was before.
    fn values(&self, filed: &Filed, fit: &Fit, text: &Text) -> Vec<String> {
        let joined = self
            .texts
            .get(1)
            .filter(|_| !text.is_glued && self.is_cut(fit, text));
        let whole = joined.and_then(|glued| {
            let fit = fit::fit(&filed.literals, glued, |_| 0)?;
            Some(value::values(&fit, glued))
        });
        whole.unwrap_or_else(|| value::values(fit, text))
    }

    /// Whether a terminal cut a line within a match. That the last line goes on is only believed if
    /// another one is cut as well: else it is just the longest.
    fn is_cut(&self, fit: &Fit, text: &Text) -> bool {
        let (first, last) = (text.line(fit.start), text.line(fit.end));
        let first = first.saturating_sub(usize::from(fit.leads));
        let trails = fit.holes.last().is_some_and(|hole| hole.1.is_none());
        let several = self.cut.iter().filter(|cut| **cut).nth(1).is_some();
        let last = last + usize::from(trails && several);
        self.cut
            .get(first..last)
            .is_some_and(|lines| lines.contains(&true))
    }
}
