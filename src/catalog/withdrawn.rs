//! Records that the settings take down: only their addresses remain, so that links lead to a page
//! that says so.

use std::collections::HashSet;

use super::names::fold;
use super::repo::plain_folder;
use super::{Card, Catalog, listing_address};
use crate::address::{self, OutPath};
use crate::record::RecordId;

/// Addresses of records that were taken down.
#[derive(Debug, Default)]
pub(super) struct Withdrawn {
    /// Ids, sorted: those that were read, and those that the settings name.
    pub(super) ids: Vec<RecordId>,
    /// Pages on which no other record stands, sorted.
    pub(super) pages: Vec<OutPath>,
    /// Repository and slug of those that were read.
    named: HashSet<(Box<str>, Box<str>)>,
}

impl Withdrawn {
    /// Takes what the settings name; what is no id is a repository.
    pub(super) fn name(&mut self, names: &[String]) {
        let ids = names.iter().filter_map(|name| RecordId::parse(name.trim()));
        self.ids.extend(ids);
    }

    /// Takes a record that was read.
    pub(super) fn add(&mut self, card: &Card) {
        self.ids.push(card.id);
        self.named.insert((card.repo.clone(), card.slug.clone()));
    }

    /// Finds the pages that would be empty without a word; those of a catalog keep theirs.
    pub(super) fn settle(&mut self, catalog: &Catalog) {
        self.ids.sort_unstable();
        self.ids.dedup();
        // An id that another repository's record has as well leads to that record.
        let mut live: Vec<_> = catalog.records.iter().map(|record| record.id).collect();
        live.sort_unstable();
        self.ids.retain(|id| live.binary_search(id).is_err());
        let folders: HashSet<_> = catalog
            .repos
            .iter()
            .map(|repo| fold(&repo.folder))
            .collect();
        let mut taken: HashSet<String> = HashSet::new();
        let known: HashSet<&str> = catalog.repos.iter().map(|repo| &*repo.name).collect();
        for page in &catalog.pages {
            let folder = &catalog.repo(page.repo).folder;
            taken.insert(fold(
                listing_address(&["errors", folder, &page.segment], 1).as_str(),
            ));
        }
        let mut named: Vec<_> = self.named.drain().collect();
        named.sort_unstable();
        for (repo, slug) in named {
            let folder = plain_folder(&repo);
            // Another repository's folder is not to be written to.
            if folders.contains(&fold(&folder)) && !known.contains(&*repo) {
                continue;
            }
            let page = listing_address(&["errors", &folder, &address::segment(&slug)], 1);
            if taken.insert(fold(page.as_str())) {
                self.pages.push(page);
            }
        }
        self.pages.sort_unstable();
    }
}
