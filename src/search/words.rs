//! The vocabulary: a short list of frequent words that the browser keeps, and every word reversed.
//!
//! The list serves the first keystrokes and typos in frequent words. The reversed vocabulary finds
//! the rest: one typo leaves the first or the last half of a word as it was, so the word stands
//! near it in one of the two orders.

use std::cmp::Reverse;

use super::json::string;
use super::postings::{Posting, utf16_order};
use super::shards::{Shards, Starts};

const LISTED_MAX: usize = 6_000;
/// A word from messages and codes has at least this level; below are tags and places.
const MESSAGE_LEVEL: u8 = 7;
const LISTED_IN_MIN: usize = 3;
const REVERSED_MIN_BYTES: usize = 4;
const SHARD_BYTES: usize = 12_000;

/// Gathers the terms of the title tier as they pass in order.
#[derive(Default)]
pub(super) struct Vocabulary {
    words: Vec<Word>,
}

struct Word {
    text: Box<str>,
    documents: usize,
    in_messages: usize,
}

impl Vocabulary {
    /// Notes a word; pairs and facets are passed over.
    pub(super) fn note(&mut self, term: &str, postings: &[Posting]) {
        if term.contains([' ', ':']) {
            return;
        }
        let in_message = |p: &&Posting| p.level >= MESSAGE_LEVEL;
        self.words.push(Word {
            text: term.into(),
            documents: postings.len(),
            in_messages: postings.iter().filter(in_message).count(),
        });
    }

    /// `{"w":"0abstract 1ccess …","c":"fkd…"}`: the most frequent words of messages in order,
    /// front-coded, and a letter for how many messages each is in.
    pub(super) fn listed_json(&self, documents: usize) -> String {
        let most = (documents * 64).isqrt().min(LISTED_MAX);
        let frequent = |word: &&Word| word.in_messages >= LISTED_IN_MIN;
        let mut listed: Vec<&Word> = self.words.iter().filter(frequent).collect();
        listed.sort_by_key(|word| (Reverse(word.in_messages), &word.text));
        listed.truncate(most);
        listed.sort_by(|a, b| utf16_order(&a.text, &b.text));
        let words = front_coded(listed.iter().map(|word| &*word.text));
        let letters: String = listed.iter().map(|w| size_letter(w.in_messages)).collect();
        format!("{{\"w\":{},\"c\":{}}}", string(&words), string(&letters))
    }

    /// Shards of `"reversed‖digit reversed‖digit …"`, the digit telling how many documents.
    pub(super) fn reversed(self) -> (Shards, Starts) {
        let mut reversed: Vec<(String, usize)> = self
            .words
            .into_iter()
            .filter(|word| word.text.len() >= REVERSED_MIN_BYTES)
            .map(|word| (word.text.chars().rev().collect(), word.documents))
            .collect();
        reversed.sort_unstable_by(|a, b| utf16_order(&a.0, &b.0));
        let (mut shards, mut starts) = (Shards::new("r"), Starts::default());
        let (mut open, mut last) = (String::new(), String::new());
        for (word, documents) in reversed {
            if open.len() > SHARD_BYTES {
                shards.push(&string(&open));
                open.clear();
            }
            if open.is_empty() {
                starts.begin(&last, &word);
            } else {
                open.push(' ');
            }
            open.push_str(&word);
            open.push(size_digit(documents));
            last = word;
        }
        shards.push(&string(&open));
        (shards, starts)
    }
}

/// Words joined by spaces, each as one digit (how many characters it shares with the one before)
/// and the rest.
pub(super) fn front_coded<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    let mut last = "";
    for word in words {
        if !out.is_empty() {
            out.push(' ');
        }
        // Characters above U+FFFF count two in JavaScript, so sharing ends before them.
        let same = last
            .chars()
            .zip(word.chars())
            .take_while(|(a, b)| a == b && a.len_utf16() == 1)
            .take(9)
            .map(|(a, _)| a.len_utf8());
        let (shared, bytes) = same.fold((0_u8, 0), |(n, sum), len| (n + 1, sum + len));
        out.push(char::from(b'0' + shared));
        out.push_str(&word[bytes..]);
        last = word;
    }
    out
}

/// `a` for 1, `b` for 2, then 1.2 letters for each doubling: ⌊1.2·log₂ count⌋, in whole numbers.
fn size_letter(count: usize) -> char {
    let count = (count as u128).clamp(1, 1 << 20);
    let step = count.pow(6).ilog2() / 5;
    char::from(b'a' + u8::try_from(step.min(25)).unwrap_or(25))
}

/// The number of binary digits, at most 9.
fn size_digit(count: usize) -> char {
    let bits = usize::BITS - count.leading_zeros();
    char::from(b'0' + u8::try_from(bits.min(9)).unwrap_or(9))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_coding_shares_what_javascript_counts_the_same() {
        let words = ["able", "about", "straße", "straßen", "𠀋a", "𠀋b"];
        assert_eq!(
            front_coded(words.into_iter()),
            "0able 2out 0straße 6n 0𠀋a 0𠀋b"
        );
    }

    #[test]
    fn size_letters_grow_with_the_logarithm() {
        let letters: String = [1, 2, 3, 31, 32, 1_000, 1 << 20, usize::MAX]
            .map(size_letter)
            .iter()
            .collect();
        assert_eq!(letters, "abbfglyy");
        let digits: String = [0, 1, 2, 3, 4, 255, 256, 1 << 30]
            .map(size_digit)
            .iter()
            .collect();
        assert_eq!(digits, "01223899");
    }

    #[test]
    fn every_word_is_found_in_reverse_where_its_directory_says() {
        let mut vocabulary = Vocabulary::default();
        let words: Vec<String> = (0..5_000).map(|n| format!("word{n}")).collect();
        let one = [Posting {
            document: 0,
            level: 9,
        }];
        for word in &words {
            vocabulary.note(word, &one);
        }
        vocabulary.note("two words", &one);
        vocabulary.note("tag:x", &one);
        let (shards, starts) = vocabulary.reversed();
        let starts = starts.list().to_vec();
        let files: Vec<String> = shards
            .into_files()
            .map(|(_, bytes)| String::from_utf8(bytes).expect("text"))
            .collect();
        assert!(files.len() > 2 && files.len() == starts.len());
        for word in &words {
            let reversed: String = word.chars().rev().collect();
            let at = starts.iter().rposition(|s| *s <= reversed).expect("shard");
            assert!(files[at].contains(&format!("{reversed}1")), "{word}");
        }
        assert!(files.iter().all(|file| !file.contains(':')));
    }
}
