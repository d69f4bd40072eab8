//! Records that a reader may have meant instead, or may want to read next.
//!
//! All of it is bounded: nothing here grows with the number of records, and what a record's page
//! names changes only when the named records do.

use std::cmp::Reverse;

use super::{Catalog, Header, RecordIx, ValueIx};
use crate::record::{RecordId, UNKNOWN_PATH};

/// Most siblings, neighbours and related records that a page names.
const NAMED: usize = 5;
/// A value that more records have says too little about any of them.
const TELLING_RECORDS: usize = 200;
/// Most records looked at to find related ones.
const CANDIDATES: usize = 500;
/// Words that two messages must begin with to be siblings.
const SAME_WORDS: usize = 3;

/// A related record and what it has in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The record.
    pub record: RecordIx,
    /// The values that both have, rarest first.
    pub shared: Vec<ValueIx>,
}

/// A record that has a telling value of another: its number, then the place of the value among these.
/// One number, since hundreds are sorted for each record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shared(u64);

impl Shared {
    fn of(record: RecordIx, value: u32) -> Self {
        Self(u64::from(record) << 32 | u64::from(value))
    }

    fn record(self) -> RecordIx {
        (self.0 >> 32) as RecordIx
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    fn value(self) -> usize {
        self.0 as u32 as usize
    }
}

impl Catalog {
    /// Records of the same file that the reader may have meant: raised within the excerpt, or with a
    /// message that begins with the same words.
    pub fn siblings(&self, record: RecordIx) -> Vec<RecordIx> {
        let header = self.record(record);
        let opening = header.title.opening(SAME_WORDS);
        let mut found: Vec<RecordIx> = self
            .in_file(header)
            .filter(|other| *other != record)
            .filter(|other| {
                let other = self.record(*other);
                let near = other
                    .line
                    .zip(header.excerpt)
                    .is_some_and(|(line, (start, end))| (start..=end).contains(&line));
                let alike = |opening: &Vec<String>| other.title.opens_with(opening);
                near || opening.as_ref().is_some_and(alike)
            })
            .collect();
        found.sort_by_key(|other| self.distance(header, *other));
        found.truncate(NAMED);
        found
    }

    /// The nearest records of the same file, by line.
    pub fn neighbours(&self, record: RecordIx) -> Vec<RecordIx> {
        let header = self.record(record);
        let mut found: Vec<RecordIx> = self
            .in_file(header)
            .filter(|other| *other != record)
            .collect();
        found.sort_by_key(|other| self.distance(header, *other));
        found.truncate(NAMED);
        found.sort_by_key(|other| self.record(*other).file_rank);
        found
    }

    /// Records that share telling values (rare tags, the family), those with the rarest first.
    pub fn related(&self, record: RecordIx, fields: &[&str]) -> Vec<Related> {
        let header = self.record(record);
        let mut telling: Vec<ValueIx> = fields
            .iter()
            .filter_map(|field| self.facet(field))
            .flat_map(|facet| self.values_of(header, facet))
            .filter(|value| self.records_with(*value).len() <= TELLING_RECORDS)
            .collect();
        telling.sort_by_key(|value| (self.records_with(*value).len(), *value));
        let looked_at = telling.iter().zip(0..).flat_map(|(value, at)| {
            let others = self.records_with(*value).iter();
            others.map(move |other| Shared::of(*other, at))
        });
        let others = looked_at.take(CANDIDATES);
        let mut shared = Vec::with_capacity(CANDIDATES);
        shared.extend(others.filter(|shared| shared.record() != record));
        shared.sort_unstable();
        // By the sum of how rare each shared value is, in steps of two so that one more record
        // with a value seldom changes the order; ties by id.
        let rarity = |value: &ValueIx| 9 - self.records_with(*value).len().ilog2().min(8);
        let rarities: Vec<u32> = telling.iter().map(rarity).collect();
        let mut best: Vec<(Reverse<u32>, RecordId, &[Shared])> = Vec::with_capacity(NAMED + 1);
        for same in shared.chunk_by(|a, b| a.record() == b.record()) {
            let weight = same.iter().map(|shared| rarities[shared.value()]).sum();
            let worst = best.get(NAMED - 1);
            if worst.is_some_and(|worst| worst.0 < Reverse(weight)) {
                continue;
            }
            let found = (Reverse(weight), self.record(same[0].record()).id, same);
            best.insert(best.partition_point(|better| *better < found), found);
            best.truncate(NAMED);
        }
        let related = |(_, _, same): (_, _, &[Shared])| Related {
            record: same[0].record(),
            shared: same.iter().map(|shared| telling[shared.value()]).collect(),
        };
        best.into_iter().map(related).collect()
    }

    /// The records of the same file within reach: a file can have thousands.
    fn in_file<'a>(&'a self, header: &'a Header) -> impl Iterator<Item = RecordIx> + 'a {
        const REACH: usize = 50;
        let rank = header.file_rank as usize;
        let repo = self.page(header.page).repo;
        let known = self.path(header) != UNKNOWN_PATH;
        let same = move |ix: &&RecordIx| {
            let other = self.record(**ix);
            known && other.path == header.path && self.page(other.page).repo == repo
        };
        let before = self.by_file[rank.saturating_sub(REACH)..rank]
            .iter()
            .rev()
            .take_while(same);
        let after = self.by_file[rank..(rank + REACH).min(self.by_file.len())]
            .iter()
            .take_while(same);
        before.chain(after).copied()
    }

    fn distance(&self, header: &Header, other: RecordIx) -> (u32, u32) {
        let other = self.record(other);
        let apart = header
            .line
            .zip(other.line)
            .map_or(u32::MAX, |(a, b)| a.abs_diff(b));
        (apart, other.file_rank)
    }
}
