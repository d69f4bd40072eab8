//! Which ids are live, and which are not any more.

use std::collections::HashSet;

use super::{Fates, Gone, Held};
use crate::catalog::{Catalog, RecordIx};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::ledger::{KnownId, State, low, number};
use crate::record::RecordId;

/// How the live records differ from those of the build before.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// Records that were not live.
    pub(super) fresh: Vec<RecordIx>,
    /// Records whose text is another.
    pub(super) changed: Vec<RecordIx>,
    /// Records that stand on another page.
    pub(super) moved: Vec<RecordIx>,
}

/// The number of what a record holds, as the ledger writes it.
pub(crate) fn content(fingerprint: u128) -> String {
    format!("{fingerprint:032x}")[..16].to_owned()
}

impl Fates {
    /// Compares live ids with those of the build before.
    pub(super) fn compare(
        &mut self,
        catalog: &Catalog,
        config: &Config,
        held: &Held,
    ) -> Result<Compared, Box<Diagnostic>> {
        let mut compared = Compared::default();
        if !self.previous.is_there {
            self.gone = catalog
                .withdrawn_ids()
                .iter()
                .map(|id| taken_down(*id))
                .collect();
            return Ok(compared);
        }
        let page_of = |record: RecordIx| {
            let page = catalog.record(record).page;
            number(catalog.page_address(page, 1).as_str())
        };
        for (id, record) in &self.live {
            match self.previous.id(*id) {
                Some(known) if known.state == State::Live => {
                    let has_moved = page_of(*record) != known.page;
                    if has_moved {
                        compared.moved.push(*record);
                        self.left.push((known.page, *id));
                    }
                    if is_changed(catalog, *record, known, has_moved) {
                        compared.changed.push(*record);
                    }
                }
                known => {
                    compared.fresh.push(*record);
                    let page = known.map(|known| known.page);
                    let page = page.filter(|page| *page != page_of(*record));
                    self.left.extend(page.map(|page| (page, *id)));
                }
            }
        }
        for (page, id) in &self.previous.former {
            if self
                .record(*id)
                .is_none_or(|record| page_of(record) != *page)
            {
                self.left.push((*page, *id));
            }
        }
        let withdrawn = Withdrawn::of(catalog, config);
        let (mut gone, mut left) = (Vec::new(), Vec::new());
        for known in &self.previous.ids {
            if self.record(known.id).is_some() {
                continue;
            }
            left.push((known.page, known.id));
            gone.push(self.not_live(known, &withdrawn, held)?);
        }
        for id in catalog.withdrawn_ids() {
            if self.previous.id(*id).is_none() {
                gone.push(taken_down(*id));
            }
        }
        gone.sort_unstable_by_key(|gone| gone.id);
        // Of what was taken down nothing is said, not even where it stood.
        self.left.extend(left);
        let is_withdrawn = |id: &RecordId| {
            let at = gone.binary_search_by_key(id, |gone| gone.id);
            at.is_ok_and(|at| gone[at].state == State::Withdrawn)
        };
        self.left.retain(|(_, id)| !is_withdrawn(id));
        self.gone = gone;
        self.left.sort_unstable();
        self.left.dedup();
        Ok(compared)
    }

    fn not_live(
        &self,
        known: &KnownId,
        withdrawn: &Withdrawn,
        held: &Held,
    ) -> Result<Gone, Box<Diagnostic>> {
        let mut gone = Gone {
            id: known.id,
            state: State::Gone,
            by: known.by,
            newly: matches!(known.state, State::Live | State::Held),
            spot: Some(known.spot),
            print: known.content,
        };
        if known.state == State::Withdrawn || withdrawn.ids.contains(&known.id) {
            gone.state = State::Withdrawn;
        } else if held.ids.contains(&known.id) || (held.something && gone.newly) {
            gone.state = State::Held;
        } else if !withdrawn.repos.is_empty() {
            let entry = self.previous.id_entry(known.spot)?;
            let repo = entry.last.map(|last| last.repo.to_lowercase());
            if repo.is_some_and(|repo| withdrawn.repos.contains(&repo)) {
                gone.state = State::Withdrawn;
            }
        }
        if gone.state == State::Withdrawn {
            gone.by = None;
        }
        Ok(gone)
    }
}

/// What the settings take down.
struct Withdrawn {
    ids: HashSet<RecordId>,
    /// Repositories in small letters.
    repos: HashSet<String>,
}

impl Withdrawn {
    fn of(catalog: &Catalog, config: &Config) -> Self {
        let names = config.input.withdrawn.iter().map(|name| name.trim());
        let repos = names.filter(|name| RecordId::parse(name).is_none());
        Self {
            ids: catalog.withdrawn_ids().iter().copied().collect(),
            repos: repos.map(str::to_lowercase).collect(),
        }
    }
}

/// An id that was taken down before anything was published of it.
fn taken_down(id: RecordId) -> Gone {
    Gone {
        id,
        state: State::Withdrawn,
        by: None,
        newly: false,
        spot: None,
        print: 0,
    }
}

/// Whether a record's text is another one: it says so by its date; or it does not, but was edited by
/// hand, since the commit is the same, and more than its page. A record that was only looked at
/// again is not changed.
fn is_changed(catalog: &Catalog, record: RecordIx, known: &KnownId, has_moved: bool) -> bool {
    let header = catalog.record(record);
    let date = header.changed.map(|date| date.to_string());
    let same_date = low(&date.unwrap_or_default()) == known.changed;
    let same_commit = low(catalog.commit(header)) == known.commit;
    let same = number(&content(header.fingerprint)) == known.content;
    !same && (!same_date || (same_commit && !has_moved))
}
