//! What became of every id and address that was ever published: the catalog and the ledger of the
//! build before go in, fates come out.
//!
//! They are such that a second build of the same gives the same: an id that vanished keeps the
//! successor that was found for it, and only what was not live before can newly take the place of
//! something.

mod addresses;
mod changes;
mod ids;
mod successor;

use std::collections::{BTreeMap, HashSet};

use crate::catalog::{Catalog, PageIx, RecordIx};
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::ledger::{Changes, Previous, Spot, State, number};
use crate::record::RecordId;

pub(crate) use addresses::by_part;
pub use addresses::{Current, Live, OldAddress, Standing};
pub(crate) use ids::content;

/// An id that is not live.
#[derive(Clone, Copy, Debug)]
pub struct Gone {
    /// The id.
    pub id: RecordId,
    /// What became of it.
    pub state: State,
    /// The id that took its place.
    pub by: Option<RecordId>,
    /// Whether it was live in the build before.
    pub newly: bool,
    /// What the ledger of the build before says of it, if anything.
    pub spot: Option<Spot>,
    /// The number of that.
    pub print: u64,
}

/// What the input has and could not be published: it is not gone.
#[derive(Debug, Default)]
pub struct Held {
    /// Ids of records that are wrong.
    ids: HashSet<RecordId>,
    /// Whether something could not be read that does not say what it is.
    something: bool,
}

impl Held {
    /// What reading says of records that it leaves out.
    pub fn of(diagnostics: &[Diagnostic], catalog: &Catalog) -> Self {
        let mut held = Self::default();
        held.ids.extend(catalog.left_out());
        let errors = diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error);
        for error in errors {
            let id = error.place.record.as_deref().and_then(RecordId::parse);
            held.something |= id.is_none();
            held.ids.extend(id);
        }
        held
    }
}

/// How many ids and addresses are not live, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Kept {
    /// Ids that are gone, without a successor.
    pub gone: usize,
    /// Ids that another record took the place of.
    pub replaced: usize,
    /// Ids that could not be published this time.
    pub held: usize,
    /// Addresses of other pages at which something stood.
    pub addresses: usize,
    /// Ids that were live before and are gone without a successor.
    pub lost: usize,
}

/// What became of every id and address.
#[derive(Debug, Default)]
pub struct Fates {
    /// The ledger of the build before.
    pub previous: Previous,
    /// The data set: its version, else the date of its newest text.
    pub version: Option<Box<str>>,
    /// What the last build that changed anything changed.
    pub changes: Option<Changes>,
    /// How many ids were live before, or held.
    known: usize,
    /// Live ids, sorted.
    live: Vec<(RecordId, RecordIx)>,
    /// Ids that are not live, sorted.
    gone: Vec<Gone>,
    /// Numbers of page addresses with ids that stood there and do not any more, sorted.
    left: Vec<(u64, RecordId)>,
    /// Addresses at which nothing stands any more.
    old: Vec<OldAddress>,
    /// Which record answers to bare names, where a page has several and it is not the first.
    bare: BTreeMap<PageIx, RecordIx>,
}

impl Fates {
    /// Settles what became of all that was published before; `held` are records that could not be
    /// published this time.
    ///
    /// # Errors
    /// If the ledger of the build before can no longer be read.
    pub fn of(
        catalog: &Catalog,
        previous: Previous,
        config: &Config,
        held: &Held,
    ) -> Result<Self, Box<Diagnostic>> {
        let version = catalog.version().map(Into::into);
        let newest = || catalog.newest().map(|date| date.to_string().into());
        let mut fates = Self {
            version: version.or_else(newest),
            previous,
            ..Self::default()
        };
        let ids = (0..)
            .zip(catalog.records())
            .map(|(ix, header)| (header.id, ix));
        fates.live = ids.collect();
        fates.live.sort_unstable();
        let mut compared = fates.compare(catalog, config, held)?;
        fates.find_successors(catalog, &compared)?;
        fates.changes = fates.what_changed(catalog, &mut compared);
        fates.settle_addresses(catalog, config)?;
        fates.choose_bare(catalog);
        let was_there = |state| matches!(state, State::Live | State::Held);
        let ids = fates.previous.ids.iter();
        fates.known = ids.filter(|known| was_there(known.state)).count();
        fates.previous.settled();
        Ok(fates)
    }

    /// How many ids were live before, or held.
    pub fn known(&self) -> usize {
        self.known
    }

    /// Live ids with their records, sorted.
    pub fn live(&self) -> &[(RecordId, RecordIx)] {
        &self.live
    }

    /// Ids that are not live, sorted.
    pub fn gone(&self) -> &[Gone] {
        &self.gone
    }

    /// Addresses at which nothing stands any more.
    pub fn old(&self) -> &[OldAddress] {
        &self.old
    }

    /// The record of a live id.
    pub fn record(&self, id: RecordId) -> Option<RecordIx> {
        let at = self.live.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.live[at].1)
    }

    /// What became of an id that is not live.
    pub fn fate(&self, id: RecordId) -> Option<&Gone> {
        let at = self.gone.binary_search_by_key(&id, |gone| gone.id).ok()?;
        Some(&self.gone[at])
    }

    /// The record that stands in for an id, if it or one that took its place is live.
    pub fn successor(&self, id: RecordId) -> Option<RecordIx> {
        /// A ledger that was written by hand may lead in a circle.
        const HOPS: usize = 64;
        let mut id = id;
        for _ in 0..HOPS {
            if let Some(record) = self.record(id) {
                return Some(record);
            }
            id = self.fate(id)?.by?;
        }
        None
    }

    /// Ids that stood on a page and do not any more.
    pub fn left(&self, address: &str) -> impl Iterator<Item = RecordId> {
        let page = number(address);
        let from = self.left.partition_point(|(known, _)| *known < page);
        let left = self.left[from..].iter();
        left.take_while(move |(known, _)| *known == page)
            .map(|(_, id)| *id)
    }

    /// The record of a page that answers to bare names of parts; none where it is the first.
    pub fn bare(&self, page: PageIx) -> Option<RecordIx> {
        self.bare.get(&page).copied()
    }

    /// How many are not live.
    pub fn kept(&self) -> Kept {
        let count = |state| self.gone.iter().filter(|gone| gone.state == state).count();
        Kept {
            gone: count(State::Gone),
            replaced: count(State::Replaced),
            held: count(State::Held),
            addresses: self.old.len(),
            lost: self.lost().count(),
        }
    }

    fn lost(&self) -> impl Iterator<Item = &Gone> {
        let gone = self.gone.iter();
        gone.filter(|gone| gone.newly && gone.state == State::Gone)
    }

    /// An error for each id that vanished without a successor since the build before.
    pub fn losses(&self) -> Vec<Diagnostic> {
        let hint = "a link to it may be out there: bring the record back, take it down by name under `withdrawn`, or build without --strict-links to leave a page that says it is gone";
        self.lost()
            .map(|gone| {
                let entry = gone.spot.and_then(|spot| self.previous.id_entry(spot).ok());
                let last = entry.and_then(|entry| entry.last);
                let what = last.map_or_else(String::new, |last| {
                    format!(" (`{}`, {})", last.message, last.repo)
                });
                let found = format!(
                    "record {}{what} was published before and nothing took its place",
                    gone.id
                );
                let mut said = Diagnostic::error(Code::LINK_LOST, found).hint(hint);
                said.place.record = Some(gone.id.to_string());
                said
            })
            .collect()
    }

    /// Whoever answered to bare names goes on to, where it still stands on a page's first part.
    fn choose_bare(&mut self, catalog: &Catalog) {
        let several = (0..).zip(catalog.pages());
        let several: BTreeMap<u64, PageIx> = several
            .filter(|(_, page)| page.records.len() > 1)
            .map(|(ix, _)| (number(catalog.page_address(ix, 1).as_str()), ix))
            .collect();
        // A page of one record says nothing of bare names: it was that one.
        let mut alone: BTreeMap<PageIx, Option<RecordId>> = BTreeMap::new();
        for known in self
            .previous
            .ids
            .iter()
            .filter(|id| id.state == State::Live)
        {
            if let Some(page) = several.get(&known.page) {
                let first = alone.entry(*page).or_insert(Some(known.id));
                *first = first.filter(|id| *id == known.id);
            }
        }
        for (address, page) in several {
            let said = self.previous.bare.get(&address).copied();
            let alone = || alone.get(&page).copied().flatten();
            let record = said.or_else(alone).and_then(|id| self.record(id));
            let Some(record) = record else { continue };
            let header = catalog.record(record);
            let first = catalog.page(page).records.start;
            if header.page == page && header.part == 1 && record != first {
                self.bare.insert(page, record);
            }
        }
    }
}
