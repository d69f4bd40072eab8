//! One tier of the index: terms with the best of their documents, and apart the rest of long lists.
//!
//! A word's shard is loaded at the first keystroke, the rest of a list only when an intersection of
//! heads is too small. The title tier is `a` and `al`, the prose tier `b` and `bl`.

use super::json::push;
use super::lists::{HEAD, head, parts, push_list, sort_best_first};
use super::postings::Posting;
use super::shards::{Cutter, Shards, Starts};

/// A part of a facet's list: these are long runs of small numbers, which compress to little.
const FACET_PART_BYTES: usize = 64_000;

/// Bytes of a shard of heads, and of one of rests, in an index of so many records: small
/// shards make for small answers, large ones for fewer files and a short directory. Prose is asked
/// seldom.
fn shard_bytes(kind: &str, records: usize) -> (usize, usize) {
    match records {
        0..=20_000 if kind == "a" => (6_000, 10_000),
        20_001..=150_000 => (8_000, 10_000),
        150_001..500_000 => (12_000, 12_000),
        _ => (16_000, 16_000),
    }
}

/// A tier being written, term by term in order.
pub(super) struct Tier<'a> {
    heads: Cutter,
    full: Cutter,
    part_bytes: usize,
    is_later_copy: &'a [bool],
}

impl<'a> Tier<'a> {
    /// A tier of the kinds `heads` and `full`; `is_later_copy` says of each document whether two
    /// with the same message stand before it.
    pub(super) fn new(heads: &'static str, full: &'static str, is_later_copy: &'a [bool]) -> Self {
        let (head_bytes, part_bytes) = shard_bytes(heads, is_later_copy.len());
        Self {
            heads: Cutter::new(heads, head_bytes),
            full: Cutter::new(full, part_bytes),
            part_bytes,
            is_later_copy,
        }
    }

    /// Adds a term with all its documents.
    pub(super) fn add(&mut self, term: &str, mut postings: Vec<Posting>) {
        sort_best_first(&mut postings);
        let mut entry = String::from("[");
        if postings.len() > HEAD {
            let is_facet = term.contains(':');
            let part_bytes = if is_facet {
                FACET_PART_BYTES
            } else {
                self.part_bytes
            };
            let (head, rest) = head(postings, self.is_later_copy);
            let parts = parts(&rest, self.is_later_copy.len(), part_bytes);
            let file = self.full.add_parts(term, &parts);
            push(
                &mut entry,
                format_args!("{},{file},", head.len() + rest.len()),
            );
            if parts.len() > 1 {
                push(&mut entry, format_args!("{},", parts.len()));
            }
            push_list(&mut entry, &head);
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
