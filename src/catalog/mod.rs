//! What errbook keeps in memory of all records: a small header each, and how they group.
//!
//! Records are sorted by repository, slug, path, line and id, so an index into them is the same
//! whatever order the input came in. Texts stay on disk; see `input::Sources`.

mod build;
mod card;
mod facet;
mod kind;
mod names;
mod near;
mod part;
mod repo;
mod source;
mod texts;
mod title;
mod told;
mod withdrawn;

use std::ops::Range;
use std::sync::Arc;

pub use build::{Builder, Tally};
pub use card::Card;
pub use near::Related;
pub use source::{File, FileIx, Folder, FolderIx};
pub use title::Title;

use crate::address::OutPath;
use crate::config::Facet;
use crate::dataset::{Article, RepoFacts};
use crate::date::Date;
use crate::input::Place;
use crate::ledger::{Owners, Sketch};
use crate::record::RecordId;

/// Index of a record in the catalog.
pub type RecordIx = u32;
/// Index of a page in the catalog.
pub type PageIx = u32;
/// Index of a repository in the catalog.
pub type RepoIx = u32;
/// Index of a facet, in the order of the settings.
pub type FacetIx = u16;
/// Index of a facet's value, over all facets.
pub type ValueIx = u32;

/// What is kept of a record.
#[derive(Clone, Debug)]
pub struct Header {
    /// The record's id.
    pub id: RecordId,
    /// Its message, cut for lists.
    pub title: Title,
    /// Whether the message can be told from other text, so that a pasted log finds the record.
    pub is_telling: bool,
    /// The page that it stands on.
    pub page: PageIx,
    /// Which part of that page, from 1.
    pub part: u32,
    /// When its text last changed.
    pub changed: Option<Date>,
    /// Line of the raising call.
    pub line: Option<u32>,
    /// First and last line of the excerpt.
    pub excerpt: Option<(u32, u32)>,
    /// The lines around the raising one.
    pub sketch: Sketch,
    /// Where it can be read again.
    pub place: Place,
    /// Its content's fingerprint.
    pub fingerprint: u128,
    /// Bytes of its JSON in the fixed form.
    pub size: u32,
    path: u32,
    commit: u32,
    severity: u32,
    code: Option<u32>,
    first_of_kind: RecordIx,
    /// Its rank in the order of files and lines.
    file_rank: u32,
    /// Values of all facets, sorted.
    values: Box<[ValueIx]>,
}

/// Records of one repository that share a slug.
#[derive(Clone, Debug)]
pub struct Page {
    /// The repository.
    pub repo: RepoIx,
    /// The slug, as the records give it.
    pub slug: Box<str>,
    /// The slug as a file name.
    pub segment: Box<str>,
    /// Its records.
    pub records: Range<RecordIx>,
    /// How many parts it is cut into.
    pub parts: u32,
}

/// A repository.
#[derive(Clone, Debug)]
pub struct Repo {
    /// `owner/name`, as the records give it.
    pub name: Box<str>,
    /// Its folder, below `errors/`.
    pub folder: Box<str>,
    /// Its pages.
    pub pages: Range<PageIx>,
    /// Its records.
    pub records: Range<RecordIx>,
}

/// One value of a facet.
#[derive(Clone, Debug)]
pub struct Value {
    /// Of which facet.
    pub facet: FacetIx,
    /// The value, as the records give it.
    pub text: Box<str>,
    /// The value as a file name.
    pub segment: Box<str>,
    records: Range<u32>,
}

/// All records, grouped.
#[derive(Debug, Default)]
pub struct Catalog {
    records: Vec<Header>,
    pages: Vec<Page>,
    repos: Vec<Repo>,
    paths: Vec<Box<str>>,
    facets: Vec<(Facet, Range<ValueIx>)>,
    values: Vec<Value>,
    postings: Vec<RecordIx>,
    by_file: Vec<RecordIx>,
    source: source::SourceTree,
    newest: Option<Date>,
    version: Option<Box<str>>,
    told: told::Told,
    withdrawn: withdrawn::Withdrawn,
    /// Whose addresses were published before, until all names have theirs.
    owners: Arc<Owners>,
    left_out: Vec<RecordId>,
}

impl Catalog {
    /// Every record, by repository, slug, path, line and id.
    pub fn records(&self) -> &[Header] {
        &self.records
    }

    /// One record.
    pub fn record(&self, record: RecordIx) -> &Header {
        &self.records[record as usize]
    }

    /// Every page, by repository and slug.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// One page.
    pub fn page(&self, page: PageIx) -> &Page {
        &self.pages[page as usize]
    }

    /// Every repository, by name.
    pub fn repos(&self) -> &[Repo] {
        &self.repos
    }

    /// One repository.
    pub fn repo(&self, repo: RepoIx) -> &Repo {
        &self.repos[repo as usize]
    }

    /// The repository of a record.
    pub fn repo_of(&self, header: &Header) -> &Repo {
        self.repo(self.page(header.page).repo)
    }

    /// What is known of a repository besides its records.
    pub fn facts(&self, repo: RepoIx) -> Option<&RepoFacts> {
        self.told.facts(&self.repo(repo).name)
    }

    /// The article about a value, if it is a family that has one.
    pub fn article(&self, value: ValueIx) -> Option<&Article> {
        let value = self.value(value);
        self.told
            .article(&value.text)
            .filter(|_| self.is_family(value))
    }

    /// Whether a value is a family.
    pub fn is_family(&self, value: &Value) -> bool {
        self.facets[usize::from(value.facet)].0.field == "backgroundTag"
    }

    /// Every facet with its values, sorted by text.
    pub fn facets(&self) -> &[(Facet, Range<ValueIx>)] {
        &self.facets
    }

    /// The facet of a field, if the site has one.
    pub fn facet(&self, field: &str) -> Option<FacetIx> {
        self.facets
            .iter()
            .position(|(facet, _)| facet.field == field)
            .and_then(|ix| FacetIx::try_from(ix).ok())
    }

    /// One value of a facet.
    pub fn value(&self, value: ValueIx) -> &Value {
        &self.values[value as usize]
    }

    /// The records that have a value, in the catalog's order.
    pub fn records_with(&self, value: ValueIx) -> &[RecordIx] {
        let Range { start, end } = self.value(value).records;
        &self.postings[start as usize..end as usize]
    }

    /// A record's values of one facet.
    pub fn values_of(&self, header: &Header, facet: FacetIx) -> impl Iterator<Item = ValueIx> {
        let range = self.facets[usize::from(facet)].1.clone();
        header
            .values
            .iter()
            .copied()
            .filter(move |value| range.contains(value))
    }

    /// A record's values of all facets.
    pub fn all_values_of<'a>(&self, header: &'a Header) -> &'a [ValueIx] {
        &header.values
    }

    /// The path of a record's file.
    pub fn path(&self, header: &Header) -> &str {
        &self.paths[header.path as usize]
    }

    /// How bad a record's error is.
    pub fn severity(&self, header: &Header) -> &str {
        &self.paths[header.severity as usize]
    }

    /// A record's error code.
    pub fn code(&self, header: &Header) -> Option<&str> {
        header.code.map(|code| &*self.paths[code as usize])
    }

    /// Ids of records that were taken down, sorted.
    pub fn withdrawn_ids(&self) -> &[RecordId] {
        &self.withdrawn.ids
    }

    /// Pages of records that were taken down, on which no other stands, sorted.
    pub fn withdrawn_pages(&self) -> &[OutPath] {
        &self.withdrawn.pages
    }

    /// Records that are left out because their repository clashes with another.
    pub fn left_out(&self) -> &[RecordId] {
        &self.left_out
    }

    /// Forgets whose addresses were published before: all names have theirs.
    pub fn forget_owners(&mut self) {
        self.owners = Arc::default();
    }

    /// The commit that a record was found at.
    pub fn commit(&self, header: &Header) -> &str {
        &self.paths[header.commit as usize]
    }

    /// The date of the newest text.
    pub fn newest(&self) -> Option<Date> {
        self.newest
    }

    /// The newest data set version, where records carry one.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// The records that changed last, newest first.
    pub fn recent(&self, most: usize) -> Vec<RecordIx> {
        let mut recent: Vec<RecordIx> = (0..self.len()).collect();
        let key = |ix: &RecordIx| {
            let header = self.record(*ix);
            (std::cmp::Reverse(header.changed), header.id)
        };
        if recent.len() > most {
            recent.select_nth_unstable_by_key(most, key);
            recent.truncate(most);
        }
        recent.sort_by_key(key);
        recent
    }

    /// How many records there are.
    pub fn len(&self) -> u32 {
        u32::try_from(self.records.len()).unwrap_or(u32::MAX)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The address of a page, of one part where it has several.
    pub fn page_address(&self, page: PageIx, part: u32) -> OutPath {
        let page = self.page(page);
        let folder = &self.repo(page.repo).folder;
        if part > 1 {
            // Not `page`: the pages of the list of a repository `owner/name/slug` are there.
            let folders = ["errors", folder, &page.segment, "part"];
            return OutPath::page(&folders, &part.to_string());
        }
        listing_address(&["errors", folder, &page.segment], 1)
    }

    /// The address of the page that a record stands on.
    pub fn address(&self, header: &Header) -> OutPath {
        self.page_address(header.page, header.part)
    }

    /// The address of what a page shows, as data: beside it.
    pub fn page_data_address(&self, page: PageIx, part: u32) -> OutPath {
        let page = self.page(page);
        let folder = &self.repo(page.repo).folder;
        if part > 1 {
            let folders = ["errors", folder, &page.segment, "part"];
            return OutPath::of(&folders, &format!("{part}.json"));
        }
        OutPath::of(&["errors", folder], &format!("{}.json", page.segment))
    }

    /// The address of one file of a repository's records, as data.
    pub fn data_address(&self, repo: RepoIx, part: u32) -> OutPath {
        let folders = ["data", &self.repo(repo).folder, "part"];
        OutPath::of(&folders, &format!("{part}.json"))
    }

    /// The address of the names that documents can link to in a repository.
    pub fn inventory_address(&self, repo: RepoIx) -> OutPath {
        OutPath::of(&["errors", &self.repo(repo).folder], "objects.inv")
    }

    /// The records of one part of a page.
    pub fn records_of_part(&self, page: PageIx, part: u32) -> impl Iterator<Item = RecordIx> {
        let records = self.page(page).records.clone();
        records.filter(move |record| self.record(*record).part == part)
    }

    /// When the newest of some texts last changed.
    pub fn last_change(&self, records: impl IntoIterator<Item = RecordIx>) -> Option<Date> {
        let dates = records.into_iter();
        dates.filter_map(|ix| self.record(ix).changed).max()
    }

    /// The address of a facet's index, or of one of its pages.
    pub fn facet_address(&self, facet: FacetIx, number: u32) -> OutPath {
        index_address(&[&self.facets[usize::from(facet)].0.path], number)
    }

    /// The address of a facet's value, or of one of its pages.
    pub fn value_address(&self, value: ValueIx, number: u32) -> OutPath {
        let value = self.value(value);
        let folder = &self.facets[usize::from(value.facet)].0.path;
        listing_address(&[folder, &value.segment], number)
    }

    /// The address of a repository's listing, or of one of its pages.
    pub fn repo_address(&self, repo: RepoIx, number: u32) -> OutPath {
        index_address(&["errors", &self.repo(repo).folder], number)
    }
}

/// The address of one page of a listing that is a file: page 1 keeps the bare name.
pub fn listing_address(parts: &[&str], number: u32) -> OutPath {
    let (name, folders) = parts.split_last().expect("a listing has a name");
    if number > 1 {
        let folders: Vec<&str> = parts.iter().copied().chain(["page"]).collect();
        return OutPath::page(&folders, &number.to_string());
    }
    OutPath::page(folders, name)
}

/// The address of one page of a listing that is a folder's index.
pub fn index_address(folders: &[&str], number: u32) -> OutPath {
    if number > 1 {
        let folders: Vec<&str> = folders.iter().copied().chain(["page"]).collect();
        return OutPath::page(&folders, &number.to_string());
    }
    OutPath::of(folders, "index.html")
}
