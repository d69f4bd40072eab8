//! Frequent words that stand next to each other get a list of their own.
//!
//! "invalid value" would otherwise cost two long lists. In go the messages, the pairs become terms
//! of the title tier, the two words joined by a space.

use super::levels::{title_level, title_terms};
use super::postings::Postings;

/// A pair's words are in at least this many records, and in one of a hundred.
const FREQUENT_MIN: usize = 200;

/// From how many records on a word may be half of a pair.
pub(super) fn frequent(documents: usize) -> usize {
    FREQUENT_MIN.max(documents / 100)
}

/// Adds the pairs of all messages, which come in the order in which documents were numbered.
pub(super) fn push_pairs<'a>(
    postings: &mut Postings,
    documents: usize,
    titles: impl Iterator<Item = &'a str>,
) {
    let least = frequent(documents);
    for (document, title) in (0..).zip(titles) {
        let words = title_terms(title);
        let mut pairs: Vec<String> = words
            .windows(2)
            .filter(|pair| pair[0] != pair[1])
            .filter(|pair| pair.iter().all(|word| postings.count(word) >= least))
            .map(|pair| pair.join(" "))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        for pair in pairs {
            let pair = postings.number(&pair);
            postings.push(pair, document, title_level(words.len()));
        }
    }
}
