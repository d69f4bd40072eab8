//! The records of an answer: which of a match's records are listed, and each only once.

use std::collections::HashSet;

use super::clean::Line;
use super::lookup::Named;
use super::{Found, Match};
use crate::search::published::{IndexError, Published};

/// Records listed for one sure match; one for a match that is possible.
const SURE_RECORDS: usize = 3;

/// The answer, record by record.
pub(super) struct Matches<'a> {
    index: &'a Published<'a>,
    lines: &'a [Line],
    seen: HashSet<u32>,
    pub(super) list: Vec<Match>,
    most: usize,
}

impl<'a> Matches<'a> {
    pub(super) fn new(index: &'a Published<'a>, lines: &'a [Line], most: usize) -> Self {
        Self {
            index,
            lines,
            seen: HashSet::new(),
            list: Vec::new(),
            most,
        }
    }

    /// The records of a template that nothing in the text tells apart.
    pub(super) fn add(&mut self, found: &Found) -> Result<(), IndexError> {
        let records = &found.score.records;
        let best = records.first().map_or(0, |record| record.1);
        let most = if found.score.is_sure { SURE_RECORDS } else { 1 };
        let alike = records
            .iter()
            .take_while(|record| record.1 == best)
            .take(most);
        let values: Vec<_> = found
            .names
            .iter()
            .cloned()
            .zip(found.values.iter().cloned())
            .collect();
        for &(number, _) in alike {
            if self.list.len() >= self.most || !self.seen.insert(number) {
                continue;
            }
            self.list.push(Match {
                row: self.index.row(number)?,
                line: self.lines[found.at].number,
                sure: found.score.is_sure,
                values: values.clone(),
            });
        }
        Ok(())
    }

    /// A record that the text names otherwise.
    pub(super) fn add_named(&mut self, named: Named) {
        if self.list.len() < self.most && self.seen.insert(named.number) {
            self.list.push(Match {
                row: named.row,
                line: self.lines[named.at].number,
                sure: named.is_sure,
                values: Vec::new(),
            });
        }
    }
}
