//! What a build changes that follows another: new, changed, moved and gone ids.

use super::Fates;
use super::ids::Compared;
use crate::catalog::{Catalog, RecordIx};
use crate::ledger::{Changed, Changes, State};
use crate::record::RecordId;

impl Fates {
    /// What this build changes; if nothing, what the last one changed that did. None if there was no
    /// build before.
    pub(super) fn what_changed(
        &self,
        catalog: &Catalog,
        compared: &mut Compared,
    ) -> Option<Changes> {
        if !self.previous.is_there {
            return None;
        }
        let id = |record: &RecordIx| catalog.record(*record).id;
        let newly = || self.gone.iter().filter(|gone| gone.newly);
        let took_a_place: std::collections::HashSet<RecordId> = newly()
            .filter(|gone| gone.state == State::Replaced)
            .filter_map(|gone| gone.by)
            .collect();
        for list in [
            &mut compared.fresh,
            &mut compared.changed,
            &mut compared.moved,
        ] {
            list.sort_unstable();
        }
        let of = |state| {
            newly()
                .filter(move |gone| gone.state == state)
                .map(|gone| gone.id)
        };
        let fresh = compared.fresh.iter().map(id);
        let changes = Changes {
            from: self.previous.version.clone(),
            to: self.version.clone(),
            new: Changed::of(fresh.filter(|id| !took_a_place.contains(id))),
            changed: Changed::of(compared.changed.iter().map(id)),
            moved: Changed::of(compared.moved.iter().map(id).chain(of(State::Replaced))),
            gone: Changed::of(of(State::Gone)),
        };
        if changes.is_empty() {
            self.previous.changes.clone()
        } else {
            Some(changes)
        }
    }
}
