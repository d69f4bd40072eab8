//! What stands at every address that was ever published: what the site has now, and what it had.

use std::collections::{HashMap, HashSet};

use super::Fates;
use crate::address::OutPath;
use crate::catalog::{Catalog, FacetIx, FileIx, FolderIx, PageIx, RepoIx, ValueIx};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::ledger::{
    AddressEntry, AddressKind, KnownAddress, Spot, State, claim, owner, part_of, stem,
};

/// What the ledger knows addresses of, in the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// The page of a slug.
    Page(PageIx),
    /// A repository.
    Repo(RepoIx),
    /// A facet's index.
    Facet(FacetIx),
    /// A facet's value.
    Value(ValueIx),
    /// A folder of the source tree.
    Folder(FolderIx),
    /// A file of the source tree.
    File(FileIx),
}

/// One address of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Current {
    /// The part of the ledger that tells of it.
    pub part: u8,
    /// What stands there.
    pub standing: Standing,
}

/// What stands at an address, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// The address.
    pub address: OutPath,
    /// What kind of thing it is.
    pub kind: AddressKind,
    /// What its name is a name in.
    pub of: Box<str>,
    /// Its name.
    pub name: Box<str>,
}

/// An address at which something stood.
#[derive(Clone, Debug)]
pub struct OldAddress {
    /// The address.
    pub address: OutPath,
    /// What stood there.
    pub kind: AddressKind,
    /// What became of it: gone, moved or withdrawn.
    pub state: State,
    /// Where what stood there stands now, if it has moved as a whole.
    pub to: Option<Standing>,
    /// What the ledger of the build before says of it.
    pub spot: Spot,
    /// Whether it was live in the build before.
    pub newly: bool,
    /// The number of whose it was.
    pub owner: u64,
}

impl Live {
    /// What stands there now.
    pub fn of(catalog: &Catalog, standing: Standing) -> Self {
        let (address, kind, of, name) = match standing {
            Standing::Page(ix) => {
                let page = catalog.page(ix);
                let repo = &catalog.repo(page.repo).name;
                let address = catalog.page_address(ix, 1);
                (address, AddressKind::Page, repo.clone(), page.slug.clone())
            }
            Standing::Repo(ix) => {
                let name = catalog.repo(ix).name.clone();
                (
                    catalog.repo_address(ix, 1),
                    AddressKind::Repo,
                    "".into(),
                    name,
                )
            }
            Standing::Facet(ix) => {
                let field = catalog.facets()[usize::from(ix)].0.field.as_str();
                let address = catalog.facet_address(ix, 1);
                (address, AddressKind::Facet, "".into(), field.into())
            }
            Standing::Value(ix) => {
                let value = catalog.value(ix);
                let field = catalog.facets()[usize::from(value.facet)].0.field.as_str();
                let address = catalog.value_address(ix, 1);
                (
                    address,
                    AddressKind::Value,
                    field.into(),
                    value.text.clone(),
                )
            }
            Standing::Folder(ix) => {
                let repo = catalog.repo(catalog.folder(ix).repo).name.clone();
                let path = catalog.folder_path(ix).into();
                (
                    catalog.folder_address(ix, 1),
                    AddressKind::Folder,
                    repo,
                    path,
                )
            }
            Standing::File(ix) => {
                let folder = catalog.file(ix).folder;
                let repo = catalog.repo(catalog.folder(folder).repo).name.clone();
                let path = catalog.file_path(ix).into();
                (catalog.file_address(ix, 1), AddressKind::File, repo, path)
            }
        };
        Self {
            address,
            kind,
            of,
            name,
        }
    }

    fn owner(&self) -> u64 {
        owner(self.kind, &self.of, &self.name)
    }

    fn claim(&self) -> u64 {
        claim(self.kind.space(), stem(self.address.as_str()))
    }
}

/// Everything that has an address that the ledger knows, in the catalog's order.
fn standing(catalog: &Catalog) -> impl Iterator<Item = Standing> {
    let number = |count: usize| 0..u32::try_from(count).unwrap_or(u32::MAX);
    let facets = (0..).zip(catalog.facets());
    let facets = facets.filter(|(_, (_, values))| !values.is_empty());
    let values = catalog
        .facets()
        .iter()
        .flat_map(|(_, values)| values.clone());
    let pages = number(catalog.pages().len()).map(Standing::Page);
    pages
        .chain(number(catalog.repos().len()).map(Standing::Repo))
        .chain(facets.map(|(ix, _)| Standing::Facet(ix)))
        .chain(values.map(Standing::Value))
        .chain(number(catalog.folders().len()).map(Standing::Folder))
        .chain(number(catalog.files().len()).map(Standing::File))
}

/// Everything that has an address that the ledger knows, by the part that tells of it.
pub(crate) fn by_part(catalog: &Catalog) -> Vec<Current> {
    let mut current: Vec<Current> = standing(catalog)
        .map(|standing| Current {
            part: part_of(Live::of(catalog, standing).address.as_str()),
            standing,
        })
        .collect();
    current.sort_unstable();
    current
}

impl Fates {
    /// Finds what became of every address at which nothing stands now.
    pub(super) fn settle_addresses(
        &mut self,
        catalog: &Catalog,
        config: &Config,
    ) -> Result<(), Box<Diagnostic>> {
        if !self.previous.is_there {
            return Ok(());
        }
        let mut live = HashSet::new();
        for standing in standing(catalog) {
            let it = Live::of(catalog, standing);
            live.insert((it.claim(), it.owner()));
        }
        let taken_down: HashSet<&OutPath> = catalog.withdrawn_pages().iter().collect();
        let is_off =
            |kind| matches!(kind, AddressKind::Folder | AddressKind::File) && !config.output.source;
        let dead = |known: &&KnownAddress| !live.contains(&(known.claim, known.owner));
        let dead = self.previous.addresses.iter().filter(dead);
        let dead: Vec<KnownAddress> = dead.filter(|known| !is_off(known.kind)).copied().collect();
        if dead.is_empty() {
            return Ok(());
        }
        let owners: HashSet<u64> = dead.iter().map(|known| known.owner).collect();
        let mut elsewhere: HashMap<u64, Standing> = HashMap::new();
        let mut taken: HashSet<u64> = HashSet::new();
        for standing in standing(catalog) {
            let it = Live::of(catalog, standing);
            let owner = it.owner();
            if owners.contains(&owner) {
                elsewhere.entry(owner).or_insert(standing);
            }
            taken.insert(it.claim());
        }
        for known in dead {
            let entry = self.previous.address_entry(known.spot)?;
            let Some(address) = OutPath::parse(&entry.address) else {
                continue;
            };
            // Its own record may be back at the very address, of which the ledger keeps no name.
            if taken_down.contains(&address) || taken.contains(&known.claim) {
                continue;
            }
            let (state, to) = self.address_fate(catalog, config, &known, &entry, &elsewhere);
            self.old.push(OldAddress {
                address,
                kind: known.kind,
                state,
                to,
                spot: known.spot,
                newly: known.state == State::Live,
                owner: known.owner,
            });
        }
        self.old.sort_by(|a, b| a.address.cmp(&b.address));
        self.old.dedup_by(|a, b| a.address == b.address);
        Ok(())
    }

    fn address_fate(
        &self,
        catalog: &Catalog,
        config: &Config,
        known: &KnownAddress,
        entry: &AddressEntry,
        elsewhere: &HashMap<u64, Standing>,
    ) -> (State, Option<Standing>) {
        let repo = match known.kind {
            AddressKind::Page | AddressKind::Folder | AddressKind::File => entry.of.as_deref(),
            AddressKind::Repo => entry.name.as_deref(),
            AddressKind::Facet | AddressKind::Value => None,
        };
        let withdrawn = config
            .input
            .withdrawn
            .iter()
            .map(|name| name.trim().to_lowercase());
        let repo = repo.map(str::to_lowercase);
        if known.state == State::Withdrawn || withdrawn.into_iter().any(|name| Some(name) == repo) {
            return (State::Withdrawn, None);
        }
        if let Some(standing) = elsewhere.get(&known.owner) {
            return (State::Moved, Some(*standing));
        }
        if known.kind == AddressKind::Page {
            let left: Vec<_> = self.left(&entry.address).collect();
            if left.is_empty() {
                // Nothing is known of who stood there: they were taken down.
                return (State::Withdrawn, None);
            }
            let mut pages = left
                .iter()
                .map(|id| Some(catalog.record(self.record(*id)?).page));
            if let Some(Some(page)) = pages.next()
                && pages.all(|other| other == Some(page))
            {
                return (State::Moved, Some(Standing::Page(page)));
            }
        }
        (State::Gone, None)
    }

    /// What became of an address at which nothing stands, by its number.
    pub fn old_at(&self, address: &str) -> Option<&OldAddress> {
        let found = self
            .old
            .binary_search_by(|old| old.address.as_str().cmp(address));
        found.ok().map(|at| &self.old[at])
    }

    /// What the ledger of the build before says of an address.
    pub fn was(&self, old: &OldAddress) -> Option<AddressEntry> {
        self.previous.address_entry(old.spot).ok()
    }
}
