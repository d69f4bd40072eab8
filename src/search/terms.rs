//! Text to index terms: the tokeniser that both halves of the search share.
//!
//! In goes any text, out come lower-case terms in the order in which they stand. `tokens.js` does
//! the same in the browser; `tests/vectors/terms.json` holds what both must agree on. Nothing here
//! knows which field the text came from.

use crate::address::composed;
use crate::message::words::{is_unspaced, is_word};

/// Longest term in characters. Longer ones are hashes, paths run together and base64.
const TERM_MAX_CHARS: usize = 40;

/// Calls `each` with every term of a text, which is normalised first (NFC).
///
/// A run of letters, digits and `_` is cut at `_` and where capitals begin a word (`readLine`,
/// `IOException`); it gives the whole run without `_`, if there is more than one part, then each
/// part. Chinese and Japanese have no spaces, so they give overlapping pairs of characters.
pub(super) fn each_term(text: &str, mut each: impl FnMut(&str)) {
    let mut parts = Parts::default();
    // Most texts are, and their bytes need no tables.
    if text.is_ascii() {
        return each_ascii_term(text, &mut parts, &mut each);
    }
    let text = &*composed(text);
    for run in text.split(|c: char| !is_word(c)) {
        let mut rest = run;
        while let Some(first) = rest.chars().next() {
            let joined = is_unspaced(first);
            let end = rest
                .find(|c| is_unspaced(c) != joined)
                .unwrap_or(rest.len());
            if joined {
                each_pair(&rest[..end], &mut each);
            } else {
                parts.split(&rest[..end]);
                parts.emit(&mut each);
            }
            rest = &rest[end..];
        }
    }
}

/// As [`each_term`]; most runs are small letters and have one part, which is the run as it stands.
fn each_ascii_term(text: &str, parts: &mut Parts, each: &mut impl FnMut(&str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let mut is_term = true;
        while let Some(&b) = bytes.get(at)
            && is_ascii_word(b)
        {
            is_term &= b.is_ascii_lowercase() || b.is_ascii_digit();
            at += 1;
        }
        let run = &text[start..at];
        if is_term && (1..=TERM_MAX_CHARS).contains(&run.len()) {
            each(run);
        } else if !is_term {
            parts.split_ascii(run.as_bytes());
            parts.emit(each);
        }
        at += 1;
    }
}

/// The terms of a text as a list.
#[cfg(test)]
pub(super) fn terms(text: &str) -> Vec<String> {
    let mut list = Vec::new();
    each_term(text, |term| list.push(term.to_owned()));
    list
}

/// Lower-cases character by character, as the browser side does: without the rules that look at
/// neighbours (Greek final sigma), on which two implementations could differ.
pub(super) fn lower(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Overlapping pairs of characters; one character alone stands for itself.
fn each_pair(text: &str, each: &mut impl FnMut(&str)) {
    let starts = text.char_indices().map(|(at, _)| at);
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let mut alone = true;
    for (start, end) in starts.zip(ends.skip(1)) {
        each(&text[start..end]);
        alone = false;
    }
    if alone {
        each(text);
    }
}

/// The lower-cased parts of one run, and the run itself; kept to reuse their memory.
#[derive(Default)]
struct Parts {
    whole: String,
    ends: Vec<usize>,
}

impl Parts {
    fn split(&mut self, run: &str) {
        self.whole.clear();
        self.ends.clear();
        let mut chars = run.chars();
        let (mut after_small, mut after_capital) = (false, false);
        while let Some(c) = chars.next() {
            if c == '_' {
                self.close();
                (after_small, after_capital) = (false, false);
                continue;
            }
            let capital = c.is_uppercase();
            if capital && (after_small || after_capital && begins_small(&chars)) {
                self.close();
            }
            (after_small, after_capital) = (c.is_lowercase() || c.is_numeric(), capital);
            self.whole.extend(c.to_lowercase());
        }
        self.close();
    }

    /// As [`Parts::split`].
    fn split_ascii(&mut self, run: &[u8]) {
        self.whole.clear();
        self.ends.clear();
        let (mut after_small, mut after_capital) = (false, false);
        for (at, &b) in run.iter().enumerate() {
            if b == b'_' {
                self.close();
                (after_small, after_capital) = (false, false);
                continue;
            }
            let capital = b.is_ascii_uppercase();
            let begins_small = || {
                let next = run.get(at + 1..at + 3);
                next.is_some_and(|next| next.iter().all(u8::is_ascii_lowercase))
            };
            if capital && (after_small || after_capital && begins_small()) {
                self.close();
            }
            (after_small, after_capital) = (b.is_ascii_lowercase() || b.is_ascii_digit(), capital);
            self.whole.push(char::from(b.to_ascii_lowercase()));
        }
        self.close();
    }

    fn close(&mut self) {
        if self.whole.len() > self.ends.last().copied().unwrap_or(0) {
            self.ends.push(self.whole.len());
        }
    }

    fn emit(&self, each: &mut impl FnMut(&str)) {
        if self.ends.len() > 1 && is_short(&self.whole) {
            each(&self.whole);
        }
        let mut from = 0;
        for &end in &self.ends {
            if is_short(&self.whole[from..end]) {
                each(&self.whole[from..end]);
            }
            from = end;
        }
    }
}

fn is_ascii_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// Whether two small letters follow: then the capital before them begins a word (`IOException`),
/// which one small letter does not show (`URLs`).
fn begins_small(rest: &std::str::Chars<'_>) -> bool {
    let mut next = rest.clone();
    next.next().is_some_and(char::is_lowercase) && next.next().is_some_and(char::is_lowercase)
}

fn is_short(term: &str) -> bool {
    term.len() <= TERM_MAX_CHARS || term.chars().count() <= TERM_MAX_CHARS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_vectors_hold() {
        let vectors: Vec<(String, Vec<String>)> =
            serde_json::from_str(include_str!("../../tests/vectors/terms.json")).expect("vectors");
        assert!(vectors.len() > 20);
        for (text, expected) in vectors {
            assert_eq!(terms(&text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_ascii_is_split_as_any_other_text() {
        let alphabet = b"aBc9_ZZy";
        for n in 0..8_u32.pow(6) {
            let letter = |at: u32| alphabet[(n >> (3 * at) & 7) as usize];
            let run: Vec<u8> = (0..6).map(letter).collect();
            let (mut quick, mut general) = (Parts::default(), Parts::default());
            quick.split_ascii(&run);
            general.split(std::str::from_utf8(&run).expect("ASCII"));
            assert_eq!((quick.whole, quick.ends), (general.whole, general.ends));
        }
    }

    #[test]
    fn a_long_run_costs_time_in_proportion_to_its_length() {
        let run = "aB".repeat(200_000);
        assert_eq!(terms(&run).len(), 200_001);
        assert_eq!(terms(&"漢".repeat(100_000)).len(), 99_999);
    }
}
