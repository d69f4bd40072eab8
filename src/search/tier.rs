//! One tier of the index: terms with the best of their documents, and apart the long lists whole.
//!
//! A word's shard is loaded at the first keystroke, a whole list only when an intersection of
//! heads is too small. The title tier is `a` and `al`, the prose tier `b` and `bl`.

use super::json::push;
use super::lists::{HEAD, head, parts, push_list, sort_best_first};
use super::postings::Posting;
use super::shards::{Cutter, Shards, Starts};

const SHARD_BYTES: usize = 12_000;
const FULL_SHARD_BYTES: usize = 16_000;
/// From so many documents on, shards are a third larger, to keep their directory small.
const LARGE: usize = 500_000;

/// A tier being written, term by term in order.
pub(super) struct Tier<'a> {
    heads: Cutter,
    full: Cutter,
    is_later_copy: &'a [bool],
}

impl<'a> Tier<'a> {
    /// A tier of the kinds `heads` and `full`; `is_later_copy` says of each document whether two
    /// with the same message stand before it.
    pub(super) fn new(heads: &'static str, full: &'static str, is_later_copy: &'a [bool]) -> Self {
        let large = is_later_copy.len() >= LARGE;
        let cap = SHARD_BYTES + if large { SHARD_BYTES / 3 } else { 0 };
        Self {
            heads: Cutter::new(heads, cap),
            full: Cutter::new(full, FULL_SHARD_BYTES),
            is_later_copy,
        }
    }

    /// Adds a term with all its documents.
    pub(super) fn add(&mut self, term: &str, mut postings: Vec<Posting>) {
        sort_best_first(&mut postings);
        let mut entry = String::from("[");
        if postings.len() > HEAD {
            let parts = parts(&postings, self.is_later_copy.len(), FULL_SHARD_BYTES);
            let file = self.full.add_parts(term, &parts);
            push(&mut entry, format_args!("{},{file},", postings.len()));
            if parts.len() > 1 {
                push(&mut entry, format_args!("{},", parts.len()));
            }
            push_list(&mut entry, &head(&postings, self.is_later_copy));
        } else {
            push_list(&mut entry, &postings);
        }
        entry.push(']');
        self.heads.add(term, &entry);
    }

    /// The shards of heads, where each begins, and the shards of whole lists.
    pub(super) fn finish(self) -> (Shards, Starts, Shards) {
        let (heads, starts) = self.heads.finish();
        (heads, starts, self.full.finish().0)
    }
}
