//! Which routers to try for a text, and in which order. `docs/matching.md`, section 3.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::clean::Line;
use super::lines::{LINE_MAX, MessageLine};
use super::shard::{Listed, Routers};
use super::text::Text;
use super::units::cut_units;
use crate::message::words::{Word, is_word, words};

const POINTS_PER_LETTER: i32 = 20;
/// What each better word of the same line costs a word, so that every good line gets its turn.
const PER_BETTER_WORD: i32 = 75;
/// A line that weighs less is weak, if there are others.
const WEAK_BELOW: i32 = 45;
const WEAK: i32 = 150;
/// Places of a word that are looked at for its neighbours.
const PLACES: usize = 2;
/// Lines whose unlisted words are tried.
const UNLISTED_LINES: usize = 4;

/// A word that a template may be filed under.
pub(super) struct Candidate {
    pub(super) word: String,
    pub(super) shards: (usize, usize),
    pub(super) score: i32,
    /// The weight of its line; none for a word that a terminal cut in two.
    pub(super) weight: Option<i32>,
    key: i32,
    /// Which message line.
    line: Option<usize>,
}

/// The words of a paste.
pub(super) struct PasteWords {
    /// Of each message line, best first: its words with what their place costs.
    messages: Vec<Vec<(String, i32)>>,
    /// All words in order, and where each line's begin.
    sequence: Vec<String>,
    starts: Vec<usize>,
    glued: Vec<String>,
    lines: Vec<MessageLine>,
}

impl PasteWords {
    pub(super) fn of(lines: &[Line], messages: &[MessageLine], glued: Option<&Text>) -> Self {
        let mut sequence = Vec::new();
        let mut starts = vec![0];
        for line in lines {
            let found = words(cut_units(&line.core, LINE_MAX));
            sequence.extend(found.into_iter().map(|word| word.text));
            starts.push(sequence.len());
        }
        let placed = |line: &MessageLine| {
            let core = cut_units(&lines[line.at].core, LINE_MAX);
            let found = words(core).into_iter();
            found
                .map(|word| (place(core, &word), word))
                .map(|(p, word)| (word.text, p))
                .collect()
        };
        let glued = glued.map(|text| words(&text.whole)).unwrap_or_default();
        Self {
            messages: messages.iter().map(placed).collect(),
            sequence,
            starts,
            glued: glued.into_iter().map(|word| word.text).collect(),
            lines: messages.to_vec(),
        }
    }

    /// The routers to try, best first.
    pub(super) fn candidates(&self, routers: &Routers) -> Vec<Candidate> {
        let mut found = self.scored(routers);
        found.sort_by_key(|candidate| Reverse(candidate.score));
        let mut better: HashMap<Option<usize>, i32> = HashMap::new();
        for candidate in &mut found {
            let count = better.entry(candidate.line).or_default();
            let weak = self.lines.len() > 1 && candidate.weight.is_some_and(|w| w < WEAK_BELOW);
            candidate.key =
                candidate.score - PER_BETTER_WORD * *count - if weak { WEAK } else { 0 };
            *count += 1;
        }
        found.sort_by_key(|candidate| Reverse(candidate.key));
        found
    }

    /// Each listed word with its best score, in order of first sight.
    fn scored(&self, routers: &Routers) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for (line, words) in self.messages.iter().enumerate() {
            let weight = self.lines[line].weight;
            for (word, place) in words {
                let Some((listed, shards)) = router(routers, word) else {
                    continue;
                };
                let score = POINTS_PER_LETTER * routers.letters(listed) + place + weight;
                let at = *known.entry(word).or_insert(found.len());
                if found.get(at).is_some_and(|known| known.score >= score) {
                    continue;
                }
                let candidate = Candidate {
                    word: word.clone(),
                    shards,
                    score,
                    weight: Some(weight),
                    key: 0,
                    line: Some(line),
                };
                if at == found.len() {
                    found.push(candidate);
                } else {
                    found[at] = candidate;
                }
            }
        }
        let whole: HashSet<&str> = self.sequence.iter().map(String::as_str).collect();
        for word in &self.glued {
            let Some((listed, shards)) = router(routers, word) else {
                continue;
            };
            if whole.contains(word.as_str()) || known.contains_key(word.as_str()) {
                continue;
            }
            known.insert(word, found.len());
            found.push(Candidate {
                word: word.clone(),
                shards,
                score: POINTS_PER_LETTER * routers.letters(listed),
                weight: None,
                key: 0,
                line: None,
            });
        }
        found
    }

    /// The texts that may split a router's templates, for a candidate.
    pub(super) fn keys(&self, candidate: &Candidate) -> Vec<String> {
        let (sequence, range) = match candidate.line {
            Some(line) => {
                let at = self.lines[line].at;
                (&self.sequence, self.starts[at]..self.starts[at + 1])
            }
            None => (&self.glued, 0..self.glued.len()),
        };
        let mut keys = Vec::new();
        let is_it = |at: &usize| sequence[*at] == candidate.word;
        for at in range.filter(is_it).take(PLACES) {
            keys.extend(sequence.get(at + 1).cloned());
            let before = at
                .checked_sub(1)
                .map(|before| format!("<{}", sequence[before]));
            keys.extend(before);
        }
        keys.push(String::new());
        keys
    }

    /// Words that are not listed but could be the longest of a template, longest first.
    pub(super) fn unlisted(&self, routers: &Routers) -> Vec<&str> {
        let lines = self.messages.iter().take(UNLISTED_LINES);
        let telling = |word: &&(String, i32)| {
            let letters = word.0.as_bytes().windows(3);
            let small = letters
                .into_iter()
                .any(|three| three.iter().all(u8::is_ascii_lowercase));
            word.1 == 0 && small && routers.get(&word.0).is_none()
        };
        let mut found: Vec<&str> = lines
            .flatten()
            .filter(telling)
            .map(|(word, _)| word.as_str())
            .collect();
        found.sort_by_key(|word| Reverse(word.chars().count()));
        found
    }
}

fn router(routers: &Routers, word: &str) -> Option<(Listed, (usize, usize))> {
    let listed = routers.get(word)?;
    Some((listed, listed.shards?))
}

/// What the place of a word costs: parts of dotted names and paths, keys, and names of threads say
/// little about an error.
fn place(line: &str, word: &Word) -> i32 {
    let before = line[..word.range.start].chars().next_back().unwrap_or(' ');
    let mut rest = line[word.range.end..].chars();
    let after = rest.next().unwrap_or(' ');
    let second = rest.next().unwrap_or(' ');
    let joins = |c: char| matches!(c, '.' | '/' | '\\' | '$');
    if joins(before) || joins(after) && (is_word(second) || second == '$') {
        -120
    } else if after == '=' || before == '"' && after == '"' && second == ':' {
        -150
    } else if after == '-' && second.is_ascii_digit()
        || before == '-' && (after == '-' || second == '-')
    {
        -90
    } else {
        0
    }
}
