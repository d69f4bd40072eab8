//! Under which word a template is filed, so that a text which fits it leads to it.
//!
//! Any text that fits a template holds its literals, hence its safe words. The list of words that
//! templates are filed under is public: a reader tries those that its text holds. In go templates,
//! out come the list and, for each template, its router and what splits the router's templates.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::common::common_letter;
use super::documents::Filed;
use crate::message::safe_words;

/// How many words are listed: one of so many templates, within bounds. Fewer words make smaller
/// answers: 4 KB instead of 14 KB at 19,000 templates, and finds no less.
const TEMPLATES_PER_WORD: usize = 16;
const LISTED_MIN: usize = 300;
const LISTED_MAX: usize = 6_000;
/// The bound of an index of very many templates grows on.
const TEMPLATES_PER_WORD_LARGE: usize = 100;

/// A word tells little about a small site's errors just because few of its messages hold it: counts
/// are taken as if there were at least so many templates.
const TEMPLATES_MIN: usize = 4_096;

/// The listed words with how frequent they are, in letters of [`letter`].
pub(super) struct Routers {
    letters: HashMap<String, u8>,
    templates: usize,
}

/// Where a template is filed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// A listed word, else nothing.
    pub(super) router: String,
    /// What tells it from others of its router: the safe word after it, or `<` and the one before;
    /// without a router, its longest safe word.
    pub(super) key: String,
}

impl Routers {
    /// Counts the words of all templates and lists the most frequent.
    pub(super) fn of(templates: &[Filed<'_>]) -> Self {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for template in templates {
            for word in safe_set(&template.literals) {
                *counts.entry(word).or_default() += 1;
            }
        }
        let large = templates.len() / TEMPLATES_PER_WORD_LARGE;
        let most = (templates.len() / TEMPLATES_PER_WORD).clamp(LISTED_MIN, LISTED_MAX.max(large));
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        let mut frequent: Vec<(Reverse<usize>, &String)> = counts
            .iter()
            .filter(|(word, count)| **count >= 2 && !is_number(word))
            .map(|(word, count)| (Reverse(*count), word))
            .collect();
        frequent.sort_unstable();
        frequent.truncate(most);
        let few = templates.len() < TEMPLATES_MIN;
        let common = counts
            .iter()
            .filter(|(word, _)| few && common_letter(word) > 0);
        let listed = frequent
            .into_iter()
            .map(|(Reverse(count), word)| (word, count))
            .chain(common.map(|(word, count)| (word, *count)));
        let letters = listed
            .map(|(word, count)| (word.clone(), listed_letter(word, count, templates.len())))
            .collect();
        Self {
            letters,
            templates: templates.len(),
        }
    }

    /// How many templates there are.
    pub(super) fn templates(&self) -> usize {
        self.templates
    }

    /// The letter of all templates: a word in none of them would have this much less.
    pub(super) fn whole_letter(&self) -> u8 {
        letter(self.templates.max(TEMPLATES_MIN))
    }

    /// The listed words, in no order, with their letters.
    pub(super) fn listed(&self) -> impl Iterator<Item = (&str, u8)> {
        self.letters
            .iter()
            .map(|(word, letter)| (word.as_str(), *letter))
    }

    /// Where a template is filed.
    pub(super) fn place(&self, literals: &[&str]) -> Place {
        let words = safe_set(literals);
        let rarest = words
            .iter()
            .filter_map(|word| Some((*self.letters.get(word)?, word)))
            .min();
        if let Some((_, router)) = rarest {
            return Place {
                key: neighbour(literals, router),
                router: router.clone(),
            };
        }
        let longest = words
            .into_iter()
            .max_by_key(|word| (word.chars().count(), Reverse(word.clone())));
        Place {
            router: String::new(),
            key: longest.unwrap_or_default(),
        }
    }
}

/// The safe words of a template, each once, in order.
fn safe_set(literals: &[&str]) -> BTreeSet<String> {
    (0..literals.len())
        .flat_map(|at| safe_words(literals, at))
        .filter(|(_, safe)| *safe)
        .map(|(word, _)| word.text)
        .collect()
}

/// The safe word right after the first place of a word, over all places; else the one before.
fn neighbour(literals: &[&str], router: &str) -> String {
    let mut before = None;
    for at in 0..literals.len() {
        let words = safe_words(literals, at);
        let safe = |at: Option<usize>| {
            let (word, safe) = words.get(at?)?;
            safe.then_some(&word.text)
        };
        for place in (0..words.len()).filter(|&n| words[n].1 && words[n].0.text == router) {
            if let Some(after) = safe(place.checked_add(1)) {
                return after.clone();
            }
            before = before.or_else(|| safe(place.checked_sub(1)).map(|word| format!("<{word}")));
        }
    }
    before.unwrap_or_default()
}

/// ⌊1.5·log₂ count⌋, in whole numbers; at most 25 for a listed word, which has a letter of `a` to `z`.
pub(super) fn letter(count: usize) -> u8 {
    let count = (count as u128).clamp(1, 1 << 40);
    u8::try_from(count.pow(3).ilog2() / 2).unwrap_or(u8::MAX)
}

fn listed_letter(word: &str, count: usize, templates: usize) -> u8 {
    let counted = letter(count).min(25);
    if templates >= TEMPLATES_MIN {
        return counted;
    }
    counted.max(common_letter(word))
}

/// FNV-1a over UTF-8, the high bits folded into the low ones.
pub(super) fn hash(text: &str) -> u32 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    hash ^ hash >> 15
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filed<'a>(literals: &[&'a str]) -> Filed<'a> {
        Filed {
            literals: literals.to_vec(),
            names: vec![""; literals.len() - 1],
            records: vec![0],
        }
    }

    #[test]
    fn a_template_is_filed_under_its_rarest_listed_word_and_its_neighbour() {
        let templates: Vec<_> = [
            &["hens dig vole ", ""][..],
            &["hens dig ", " reed"],
            &["hens mow vole ", ""],
            &["hens comb newt"],
            &["newt elk ", " hens ox ", ""],
            &["v", "newt"],
            &["unheard"],
        ]
        .iter()
        .map(|literals| filed(literals))
        .collect();
        let routers = Routers::of(&templates);
        let place = |at: usize| {
            let place = routers.place(&templates[at].literals);
            (place.router, place.key)
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(place(0), pair("dig", "vole"));
        assert_eq!(place(1), pair("dig", "<hens"));
        assert_eq!(place(2), pair("vole", "<mow"));
        assert_eq!(place(3), pair("newt", "<comb"));
        assert_eq!(place(4), pair("newt", "elk"));
        assert_eq!(place(6), pair("", "unheard"));
        // Both words of this one touch a hole, so it has none to be filed under.
        assert_eq!(place(5), pair("", ""));
    }

    #[test]
    fn letters_and_hashes_are_what_the_browser_computes() {
        let letters: Vec<u8> = [0, 1, 2, 3, 4, 1_000, 4_096, 1 << 20].map(letter).to_vec();
        assert_eq!(letters, [0, 0, 1, 2, 3, 14, 18, 30]);
        assert_eq!(hash(""), 0x811c_9dc5 ^ 0x811c_9dc5 >> 15);
        assert_eq!(hash("a"), 0xe40c_292c ^ 0xe40c_292c >> 15);
    }
}
