//! A name in code with what is around it, and the lists of words that have a meaning of their own.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::table::Language;
use crate::highlight::class::Class;

/// How far a name looks ahead over blanks.
const LOOK: usize = 32;

/// A name, as the rule of a language sees it.
pub(in crate::highlight) struct Word<'l> {
    pub(super) text: &'l str,
    /// The token before it: a name, or one character that stands for a sign or a text.
    pub(super) before: &'l str,
    /// The class that the token before has.
    pub(super) before_class: Option<Class>,
    /// The token before the names joined by dots, colons or backslashes that it is the last of.
    pub(super) before_chain: &'l str,
    /// Its line, from its first token on.
    pub(super) line: &'l str,
    /// The token before that.
    pub(super) before_that: &'l str,
    /// Whether blanks or a line end stand before it.
    pub(super) spaced: bool,
    /// Whether it is the first of its line.
    pub(super) first: bool,
    /// What follows on its line.
    pub(super) after: &'l str,
    /// The class that the words of the language give it.
    pub(super) listed: Option<Class>,
    /// The brackets that are open around it, in the innermost piece of code.
    pub(super) depth: u32,
}

impl Word<'_> {
    /// The first byte behind it that is not blank, or zero.
    pub(super) fn next(&self) -> u8 {
        let after = self.after.bytes().take(LOOK);
        after
            .into_iter()
            .find(|b| !matches!(b, b' ' | b'\t'))
            .unwrap_or(0)
    }

    /// Whether a list of arguments follows.
    pub(super) fn is_called(&self) -> bool {
        self.next() == b'('
    }

    /// Whether this follows at once.
    pub(super) fn touches(&self, what: &str) -> bool {
        self.after.starts_with(what)
    }

    /// Whether this follows after blanks.
    pub(super) fn leads_to(&self, what: &str) -> bool {
        let blanks = self
            .after
            .bytes()
            .take(LOOK)
            .take_while(|b| matches!(b, b' ' | b'\t'));
        self.after[blanks.count()..].starts_with(what)
    }

    /// Whether it begins with a large letter.
    pub(super) fn is_capital(&self) -> bool {
        self.text.starts_with(|c: char| c.is_uppercase())
    }

    /// Whether it is written in large letters only, two at least.
    pub(super) fn is_shouted(&self) -> bool {
        self.text.len() > 1 && self.is_capital() && !self.text.contains(|c: char| c.is_lowercase())
    }

    /// Whether one of these stands before it.
    pub(super) fn follows(&self, tokens: &[&str]) -> bool {
        tokens.contains(&self.before)
    }
}

/// The words of a language, to look up.
pub(super) struct Words {
    /// By their length, first and last byte: a handful each.
    classes: HashMap<Key, Vec<(&'static str, Class)>, BuildHasherDefault<KeyHasher>>,
    any_case: bool,
    longest: usize,
}

/// Length, first byte and last byte of a word.
type Key = (usize, u8, u8);

/// Mixes the few bytes of a key. Nobody but the tables puts anything in.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u8(b);
        }
    }

    fn write_u8(&mut self, b: u8) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(b)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u8(n.to_le_bytes()[0]);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn key(word: &str) -> Key {
    let bytes = word.as_bytes();
    let end = |b: Option<&u8>| b.copied().unwrap_or(0);
    (bytes.len(), end(bytes.first()), end(bytes.last()))
}

impl Words {
    pub(super) fn of(language: &'static Language) -> Self {
        let mut classes: HashMap<_, Vec<_>, _> = HashMap::default();
        let mut longest = 0;
        for (class, words) in language.words {
            for word in words.split_whitespace() {
                classes.entry(key(word)).or_default().push((word, *class));
                longest = longest.max(word.len());
            }
        }
        Self {
            classes,
            any_case: language.any_case,
            longest,
        }
    }

    pub(super) fn class(&self, word: &str) -> Option<Class> {
        if word.len() > self.longest {
            return None;
        }
        if self.any_case {
            return self.find(&word.to_ascii_lowercase());
        }
        self.find(word)
    }

    /// The last list that has it counts.
    fn find(&self, word: &str) -> Option<Class> {
        let words = self.classes.get(&key(word))?;
        words
            .iter()
            .rev()
            .find(|(own, _)| *own == word)
            .map(|&(_, class)| class)
    }
}

#[cfg(test)]
mod tests {
    use super::super::languages;
    use super::*;

    #[test]
    fn every_word_of_a_list_is_found_the_longest_too_and_in_any_case_where_that_is_the_same() {
        let of = |grammar: &str| languages::of(grammar, grammar).unwrap();
        for grammar in ["Rust", "Python", "Go", "Java", "Ruby", "SQL"] {
            let ready = of(grammar);
            for (class, words) in ready.language.words {
                for word in words.split_whitespace() {
                    let later = ready.language.words.iter().rev();
                    let mut later =
                        later.filter(|(_, words)| words.split_whitespace().any(|own| own == word));
                    let counts = later.next().map(|(class, _)| *class);
                    assert_eq!(
                        ready.words.class(word),
                        counts,
                        "{grammar}: {word}, {class:?}"
                    );
                }
            }
        }
        assert_eq!(of("Rust").words.class("Fn2"), None);
        assert_eq!(of("SQL").words.class("SeLeCt"), Some(Class::Keyword));
        assert_eq!(of("Rust").words.class("FN"), None);
    }
}
