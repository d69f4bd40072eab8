//! Which documents hold a term: gathered while records are read, given out sorted by term.
//!
//! Documents are numbered as they arrive here; whoever takes a list out renumbers it. A posting
//! takes one to three bytes, so half a million records with prose fit in memory. To spill sorted
//! runs to disk, replace this struct: nothing outside knows how it keeps them.

use std::cmp::Ordering;
use std::collections::HashMap;

/// A document that holds a term, and how much the term says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posting {
    /// Number of the document.
    pub(super) document: u32,
    /// 1 to 15.
    pub(super) level: u8,
}

/// All lists of one tier, by term.
#[derive(Default)]
pub(super) struct Postings {
    numbers: HashMap<Box<str>, usize>,
    lists: Vec<PostingList>,
}

/// One term's postings, packed: differences of document numbers and levels as varints.
#[derive(Default)]
pub(super) struct PostingList {
    packed: Vec<u8>,
    last: u32,
    count: usize,
}

impl Postings {
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
        self.lists[term].push(document, level);
    }

    /// How many documents hold a term.
    pub(super) fn count(&self, term: &str) -> usize {
        self.numbers.get(term).map_or(0, |&n| self.lists[n].count)
    }

    /// The lists sorted by term, in the order of UTF-16 code units: what `<` means in JavaScript.
    pub(super) fn into_sorted(self) -> impl Iterator<Item = (Box<str>, PostingList)> {
        let mut terms: Vec<_> = self.numbers.into_iter().collect();
        terms.sort_unstable_by(|a, b| utf16_order(&a.0, &b.0));
        let mut lists = self.lists;
        terms
            .into_iter()
            .map(move |(term, number)| (term, std::mem::take(&mut lists[number])))
    }
}

impl PostingList {
    fn push(&mut self, document: u32, level: u8) {
        let gap = u64::from(document - self.last);
        let mut value = gap << 4 | u64::from(level);
        while value >= 0x80 {
            self.packed.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.packed.push((value & 0x7f) as u8);
        self.last = document;
        self.count += 1;
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

    #[test]
    fn a_list_gives_back_what_was_put_in_under_new_numbers() {
        let mut postings = Postings::default();
        for (document, level) in [(0, 15), (1, 1), (130, 7), (4_000, 2)] {
            let word = postings.number("word");
            postings.push(word, document, level);
        }
        let word = postings.number("constructor");
        postings.push(word, 4_000, 3);
        assert_eq!(postings.count("word"), 4);
        assert_eq!(postings.count("none"), 0);
        let ranks: Vec<u32> = (0..=4_000).rev().collect();
        let lists: Vec<_> = postings.into_sorted().collect();
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
        let mut postings = Postings::default();
        for term in ["\u{ff76}", "\u{20000}", "é", "z", "a b", "a"] {
            let term = postings.number(term);
            postings.push(term, 0, 1);
        }
        let terms: Vec<_> = postings.into_sorted().map(|(term, _)| term).collect();
        let terms: Vec<&str> = terms.iter().map(|term| &**term).collect();
        assert_eq!(terms, ["a", "a b", "z", "é", "\u{20000}", "\u{ff76}"]);
    }
}
