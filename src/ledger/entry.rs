//! What the ledger says: an entry an id, an entry an address, the list of what changed last, and
//! the index of its parts. Keys and their meaning are a stable interface (docs/links.md): new ones
//! may be added, none changes its meaning.

use serde::{Deserialize, Serialize};

use super::Sketch;
use crate::html::pictures;
use crate::record::RecordId;

/// What became of an id or an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It is in the site.
    Live,
    /// It is gone, and nothing is known that took its place.
    Gone,
    /// Of an id: another record took its place.
    Replaced,
    /// Of an address: what stood there stands elsewhere.
    Moved,
    /// Of an id: the input has it, but it could not be published.
    Held,
    /// It was taken down.
    Withdrawn,
}

/// What is known of an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdEntry {
    /// The id.
    pub id: RecordId,
    /// What became of it.
    pub state: State,
    /// The data set that first had it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Box<str>>,
    /// The data set from which on it is not live.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Box<str>>,
    /// The id that took its place when it vanished; that one may have been replaced in turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<RecordId>,
    /// The address of the page that it stands on, or stood on last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<Box<str>>,
    /// Pages that it stood on before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<Box<str>>,
    /// What it said when it was last published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Last>,
}

impl IdEntry {
    /// What remains of an id that was taken down: nothing but that.
    pub fn withdrawn(id: RecordId, since: Option<Box<str>>) -> Self {
        Self {
            id,
            state: State::Withdrawn,
            first: None,
            since,
            by: None,
            page: None,
            was: Vec::new(),
            last: None,
        }
    }
}

/// What a record said when it was last published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Last {
    /// Its repository.
    pub repo: Box<str>,
    /// Its message on one line, holes in braces, cut to a few hundred characters.
    pub message: Box<str>,
    /// Its code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<Box<str>>,
    /// Its file.
    pub path: Box<str>,
    /// The raising line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// First and last line of the excerpt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<(u32, u32)>,
    /// The lines around the raising one.
    #[serde(default, skip_serializing_if = "Sketch::is_empty")]
    pub sketch: Sketch,
    /// The commit that it was found at.
    pub commit: Box<str>,
    /// When its text last changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Box<str>>,
    /// A hash of all of it.
    pub content: Box<str>,
}

impl Last {
    /// `path:line`, or the path where no line is known, to be shown.
    pub fn place(&self) -> String {
        let path = pictures(&self.path);
        match self.line {
            Some(line) => format!("{path}:{line}"),
            None => path.into_owned(),
        }
    }
}

/// What stands at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AddressKind {
    /// The page of a slug: `of` is the repository, `name` the slug.
    Page,
    /// A repository's listing: `name` is the repository.
    Repo,
    /// A facet's index: `name` is the field.
    Facet,
    /// A facet's value: `of` is the field, `name` the value.
    Value,
    /// A folder of the source tree: `of` is the repository, `name` the path with a slash at its end.
    Folder,
    /// A file of the source tree: `of` is the repository, `name` the path.
    File,
}

/// What is known of an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressEntry {
    /// The address, from the root of the site, not percent-encoded.
    pub address: Box<str>,
    /// What stands there.
    pub kind: AddressKind,
    /// What became of it.
    pub state: State,
    /// What its name is a name in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Box<str>>,
    /// Whose address it is; not there where it was taken down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Box<str>>,
    /// The data set from which on it is not live.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Box<str>>,
    /// Of a page with several records: which one answers to the bare names of parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bare: Option<RecordId>,
}

/// One part of the ledger: the ids that begin with its two hexadecimal digits, and the addresses of
/// which the SHA-256 does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Sorted by id.
    pub ids: Vec<IdEntry>,
    /// Sorted by address.
    pub addresses: Vec<AddressEntry>,
}

/// `links/index.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Index {
    /// The form of the files.
    pub schema: u32,
    /// The data set: its version, else the date of its newest text.
    #[serde(default)]
    pub version: Option<Box<str>>,
    /// How many ids are known.
    pub ids: usize,
    /// How many addresses are known.
    pub addresses: usize,
    /// The parts that there are, by name.
    pub parts: Vec<PartFacts>,
    /// What the last build that changed anything changed.
    #[serde(default)]
    pub changes: Option<Changes>,
}

/// What the index says of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartFacts {
    /// Two hexadecimal digits: the part is `links/<name>.json`.
    pub name: Box<str>,
    /// How many ids are in it.
    pub ids: usize,
    /// How many addresses are in it.
    pub addresses: usize,
    /// XXH3-128 of the file.
    pub xxh128: Box<str>,
}

/// What a build changed that followed another: of each kind how many, and the first by message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    /// The data set before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Box<str>>,
    /// The data set after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Box<str>>,
    /// Ids that were not there before.
    pub new: Changed,
    /// Ids whose text is another.
    pub changed: Changed,
    /// Ids that stand on another page, or that another took the place of.
    pub moved: Changed,
    /// Ids that are gone.
    pub gone: Changed,
}

/// Some ids of a kind of change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// How many there are.
    pub count: usize,
    /// The first of them in the order of the catalog, gone ones by id.
    pub ids: Vec<RecordId>,
}

impl Changes {
    /// Most ids that are named of a kind of change.
    pub const NAMED: usize = 200;

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        [&self.new, &self.changed, &self.moved, &self.gone]
            .iter()
            .all(|changed| changed.count == 0)
    }
}

impl Changed {
    /// Counts these and names the first.
    pub fn of(ids: impl Iterator<Item = RecordId>) -> Self {
        let mut changed = Self::default();
        for id in ids {
            changed.count += 1;
            if changed.ids.len() < Changes::NAMED {
                changed.ids.push(id);
            }
        }
        changed
    }
}
