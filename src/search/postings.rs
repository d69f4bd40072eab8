//! Which documents hold a term: gathered while records are read, given out sorted by term.
//!
//! Documents are numbered as they arrive here; whoever takes a list out renumbers it. A posting
//! takes one to three bytes. When there are many, what was gathered moves to disk as a run sorted
//! by term (`spill`), and each list goes on where its part there ends; so the lists that come out
//! are the same whether anything moved or not.

use std::cmp::Ordering;
use std::io;

use super::spill::{Run, RunReader};
use crate::hash::Map;

/// Bytes of postings kept in memory.
pub(super) const BUDGET: usize = 16 << 20;

/// A document that holds a term, and how much the term says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posting {
    /// Number of the document.
    pub(super) document: u32,
    /// 1 to 15.
    pub(super) level: u8,
}

/// All lists of one tier, by term.
pub(super) struct Postings {
    numbers: Map<Box<str>, usize>,
    lists: Vec<PostingList>,
    /// Bytes of postings in memory, and how many there may be.
    held: usize,
    budget: usize,
    runs: Vec<Run>,
}

/// One term's postings, packed: differences of document numbers and levels as varints.
#[derive(Default)]
pub(super) struct PostingList {
    packed: Vec<u8>,
    last: u32,
    count: usize,
}

impl Postings {
    /// Nothing yet; about so many bytes of postings are kept in memory.
    pub(super) fn new(budget: usize) -> Self {
        Self {
            numbers: Map::default(),
            lists: Vec::new(),
            held: 0,
            budget,
            runs: Vec::new(),
        }
    }

    /// The number by which a term is known here.
    pub(super) fn number(&mut self, term: &str) -> usize {
        let known = self.numbers.get(term).copied();
        known.unwrap_or_else(|| {
            self.numbers.insert(term.into(), self.lists.len());
            self.lists.push(PostingList::default());
            self.lists.len() - 1
        })
    }

    /// Adds a posting to the term with a number. Documents come in rising order, each at most once
    /// for a term.
    pub(super) fn push(&mut self, term: usize, document: u32, level: u8) {
        self.held += self.lists[term].push(document, level);
    }

    /// Moves postings to disk if there are more than should be in memory. Where the disk takes
    /// none they stay: the budget keeps memory low, nothing depends on it.
    pub(super) fn relieve(&mut self) {
        if self.held <= self.budget {
            return;
        }
        let lists = &mut self.lists;
        let sorted = sorted(&self.numbers);
        let some = sorted.iter().filter(|(_, n)| !lists[*n].packed.is_empty());
        match Run::write(some.map(|(_, n)| (*n, lists[*n].packed.as_slice()))) {
            Ok(run) => self.runs.push(run),
            Err(_) => self.budget = usize::MAX,
        }
        if self.budget < usize::MAX {
            for list in lists {
                list.packed = Vec::new();
            }
            self.held = 0;
        }
    }

    /// How many documents hold a term.
    pub(super) fn count(&self, term: &str) -> usize {
        self.numbers.get(term).map_or(0, |&n| self.lists[n].count)
    }

    /// The lists sorted by term, in the order of UTF-16 code units: what `<` means in JavaScript.
    ///
    /// # Errors
    /// An item is one if what moved to disk cannot be read.
    pub(super) fn into_sorted(self) -> impl Iterator<Item = io::Result<(Box<str>, PostingList)>> {
        let mut terms: Vec<_> = self.numbers.into_iter().collect();
        terms.sort_unstable_by(|a, b| utf16_order(&a.0, &b.0));
        let mut lists = self.lists;
        let mut runs: Vec<RunReader> = self.runs.into_iter().map(Run::into_reader).collect();
        terms.into_iter().map(move |(term, number)| {
            let mut list = std::mem::take(&mut lists[number]);
            if !runs.is_empty() {
                let in_memory = std::mem::take(&mut list.packed);
                for run in &mut runs {
                    run.take(number, &mut list.packed)?;
                }
                list.packed.extend(in_memory);
            }
            Ok((term, list))
        })
    }
}

/// Terms in order, with their numbers.
fn sorted(numbers: &Map<Box<str>, usize>) -> Vec<(&str, usize)> {
    let mut terms: Vec<(&str, usize)> = numbers.iter().map(|(t, n)| (&**t, *n)).collect();
    terms.sort_unstable_by(|a, b| utf16_order(a.0, b.0));
    terms
}

impl PostingList {
    /// Returns how many bytes it took.
    fn push(&mut self, document: u32, level: u8) -> usize {
        let before = self.packed.len();
        let gap = u64::from(document - self.last);
        let mut value = gap << 4 | u64::from(level);
        while value >= 0x80 {
            self.packed.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.packed.push((value & 0x7f) as u8);
        self.last = document;
        self.count += 1;
        self.packed.len() - before
    }

    /// How many documents are listed.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The postings, document numbers replaced by `ranks[number]`, in no particular order.
    pub(super) fn ranked(&self, ranks: &[u32]) -> Vec<Posting> {
        let mut found = Vec::with_capacity(self.count);
        let (mut value, mut shift, mut document) = (0_u64, 0, 0_usize);
        for &byte in &self.packed {
            value |= u64::from(byte & 0x7f) << shift;
            if byte >= 0x80 {
                shift += 7;
                continue;
            }
            document += usize::try_from(value >> 4).unwrap_or(usize::MAX);
            found.push(Posting {
                document: ranks[document],
                level: (value & 0xf) as u8,
            });
            (value, shift) = (0, 0);
        }
        found
    }
}

/// Compares by UTF-16 code units. It differs from the order of characters only where one is above
/// U+FFFF and the other between U+E000 and U+FFFF.
pub(super) fn utf16_order(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() {
        return a.cmp(b);
    }
    a.encode_utf16().cmp(b.encode_utf16())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(postings: Postings) -> Vec<(Box<str>, PostingList)> {
        postings.into_sorted().map(|l| l.expect("read")).collect()
    }

    #[test]
    fn what_moved_to_disk_comes_back_as_if_it_had_stayed() {
        let gathered = |budget| {
            let mut postings = Postings::new(budget);
            for document in 0..3_000 {
                for word in [
                    "all",
                    &format!("w{}", document % 70),
                    &format!("x{document}"),
                ] {
                    let term = postings.number(word);
                    let level = u8::try_from(document % 15 + 1).expect("a level");
                    postings.push(term, document, level);
                }
                postings.relieve();
            }
            (postings.runs.len(), postings)
        };
        let (none, kept) = gathered(BUDGET);
        let (some, moved) = gathered(1_000);
        assert!(none == 0 && some > 5, "{some} runs");
        let ranks: Vec<u32> = (0..3_000).collect();
        let (kept, moved) = (lists(kept), lists(moved));
        assert_eq!(kept.len(), moved.len());
        for ((term, list), (other, moved)) in kept.iter().zip(&moved) {
            assert_eq!((term, list.count()), (other, moved.count()));
            assert_eq!(list.ranked(&ranks), moved.ranked(&ranks), "{term}");
        }
    }

    #[test]
    fn a_list_gives_back_what_was_put_in_under_new_numbers() {
        let mut postings = Postings::new(BUDGET);
        for (document, level) in [(0, 15), (1, 1), (130, 7), (4_000, 2)] {
            let word = postings.number("word");
            postings.push(word, document, level);
        }
        let word = postings.number("constructor");
        postings.push(word, 4_000, 3);
        assert_eq!(postings.count("word"), 4);
        assert_eq!(postings.count("none"), 0);
        let ranks: Vec<u32> = (0..=4_000).rev().collect();
        let lists = lists(postings);
        assert_eq!(&*lists[0].0, "constructor");
        let found: Vec<_> = lists[1]
            .1
            .ranked(&ranks)
            .iter()
            .map(|p| (p.document, p.level))
            .collect();
        assert_eq!(found, [(4_000, 15), (3_999, 1), (3_870, 7), (0, 2)]);
    }

    #[test]
    fn terms_are_sorted_as_javascript_compares_them() {
        let mut postings = Postings::new(BUDGET);
        for term in ["\u{ff76}", "\u{20000}", "é", "z", "a b", "a"] {
            let term = postings.number(term);
            postings.push(term, 0, 1);
        }
        let lists = lists(postings);
        let terms: Vec<&str> = lists.iter().map(|(term, _)| &**term).collect();
        assert_eq!(terms, ["a", "a b", "z", "é", "\u{20000}", "\u{ff76}"]);
    }
}
