//! The ledger of the build before: read once, part by part, and kept as numbers; an entry's text is
//! read again where it is needed.
//!
//! Each entry of a part stands on a line of its own, so a part is read line by line, and one entry
//! by its place.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use twox_hash::XxHash3_128;

use super::{
    AddressEntry, AddressKind, Changes, FOLDER, IdEntry, Index, Owners, Part, SCHEMA, State, number,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::plain_file;
use crate::record::RecordId;

/// Where an entry stands in its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    part: u8,
    offset: u32,
    length: u32,
}

/// What is kept of an id.
#[derive(Clone, Copy, Debug)]
pub struct KnownId {
    /// The id.
    pub id: RecordId,
    /// What had become of it.
    pub state: State,
    /// The id that took its place.
    pub by: Option<RecordId>,
    /// The number of the address that it stood on last.
    pub page: u64,
    /// The number of its content; of all that is said of it where it is not live.
    pub content: u64,
    /// Low digits of the numbers of its commit and of the date of its text.
    pub commit: u32,
    /// See `commit`.
    pub changed: u32,
    /// Its entry.
    pub spot: Spot,
}

/// What is kept of an address.
#[derive(Clone, Copy, Debug)]
pub struct KnownAddress {
    /// What it takes up.
    pub claim: u64,
    /// Whose it is.
    pub owner: u64,
    /// What stood there.
    pub kind: AddressKind,
    /// What had become of it.
    pub state: State,
    /// Its entry.
    pub spot: Spot,
}

/// The ledger of the build before; empty where there was none.
#[derive(Debug, Default)]
pub struct Previous {
    folder: PathBuf,
    /// Whether there was one.
    pub is_there: bool,
    /// The data set that it was made of.
    pub version: Option<Box<str>>,
    /// What the last build that changed anything changed.
    pub changes: Option<Changes>,
    /// Sorted by id.
    pub ids: Vec<KnownId>,
    /// Sorted by claim.
    pub addresses: Vec<KnownAddress>,
    /// Numbers of pages that records stood on before their last one.
    pub former: Vec<(u64, RecordId)>,
    /// Which record answers to the bare names of a page's parts, by the number of its
    /// address.
    pub bare: BTreeMap<u64, RecordId>,
    parts: BTreeSet<u8>,
}

/// The first line of a part, and what stands between its two lists.
pub(crate) const OPENS: &str = "{\"ids\":[";
/// See [`OPENS`].
pub(crate) const BETWEEN: &str = "],\"addresses\":[";
/// The last line of a part.
pub(crate) const CLOSES: &str = "]}";
/// How a part ends that is whole.
const WHOLE: &str = "\n]}";

impl Previous {
    /// What to say where there is none and must be one.
    pub fn missing(folder: &Path) -> Box<Diagnostic> {
        let found = "there is no ledger of a last build, `links/index.json`, in the folder";
        let hint = "fetch `links/` of the published site and name it with `--previous`; the first build of all needs `require_previous = false` under [output]";
        Box::new(
            Diagnostic::error(Code::LEDGER_MISSING, found)
                .hint(hint)
                .in_file(folder),
        )
    }

    /// Over all that a ledger says; none where there is none.
    pub fn seal(folder: &Path) -> Option<u128> {
        let indexes = [folder.join(FOLDER), folder.to_path_buf()].map(|it| it.join("index.json"));
        let text = indexes
            .iter()
            .find_map(|index| plain_file::read(index).ok())?;
        Some(XxHash3_128::oneshot(&text))
    }

    /// The ledger in a folder: that of a site, or a copy of its `links/`; an empty one where there
    /// is none.
    ///
    /// # Errors
    /// If there is one that cannot be read: what it knows must not be lost in silence.
    pub fn read(folder: &Path) -> Result<Self, Box<Diagnostic>> {
        let inside = folder.join(FOLDER);
        let folder = if inside.join("index.json").exists() {
            inside
        } else if folder.join("index.json").exists()
            && folder.file_name().is_some_and(|name| name == FOLDER)
        {
            folder.to_path_buf()
        } else if inside.is_dir() && has_parts(&inside) {
            return Err(damaged(&inside.join("index.json"), "it is not there"));
        } else {
            return Ok(Self::default());
        };
        let file = folder.join("index.json");
        let text = plain_file::read(&file).map_err(|error| damaged(&file, &error.to_string()))?;
        let index: Index =
            serde_json::from_slice(&text).map_err(|error| damaged(&file, &error.to_string()))?;
        if index.schema > SCHEMA {
            return Err(damaged(&file, "it is of a newer errbook"));
        }
        let mut previous = Self {
            folder,
            is_there: true,
            version: index.version,
            changes: index.changes,
            ..Self::default()
        };
        for part in index.parts {
            let name = u8::from_str_radix(&part.name, 16)
                .ok()
                .filter(|_| part.name.len() == 2)
                .ok_or_else(|| damaged(&file, &format!("`{}` is no part", part.name)))?;
            previous.parts.insert(name);
        }
        // A build that was killed may have left parts that the index does not speak of yet.
        let there = (0..=u8::MAX).filter(|name| previous.file(*name).exists());
        previous.parts.extend(there.collect::<Vec<_>>());
        let read = previous.parts.par_iter();
        let read: Result<Vec<_>, _> = read.map(|name| previous.known(*name)).collect();
        for known in read? {
            previous.ids.extend(known.ids);
            previous.addresses.extend(known.addresses);
            previous.former.extend(known.former);
            previous.bare.extend(known.bare);
        }
        previous.ids.sort_unstable_by_key(|known| known.id);
        previous
            .addresses
            .sort_unstable_by_key(|known| (known.claim, known.owner));
        Ok(previous)
    }

    /// Whose each address is.
    pub fn owners(&self) -> Owners {
        let claims = self.addresses.iter();
        Owners::of(claims.map(|known| (known.claim, known.owner)))
    }

    /// Forgets what is only needed to settle what became of each id and address.
    pub fn settled(&mut self) {
        self.ids = Vec::new();
        self.addresses = Vec::new();
        self.former = Vec::new();
    }

    /// What is known of an id.
    pub fn id(&self, id: RecordId) -> Option<&KnownId> {
        let at = self.ids.binary_search_by_key(&id, |known| known.id).ok()?;
        Some(&self.ids[at])
    }

    /// Everything that a part says; nothing where there is no such part.
    ///
    /// # Errors
    /// If it can no longer be read.
    pub fn part(&self, name: u8) -> Result<Part, Box<Diagnostic>> {
        let mut part = Part::default();
        if self.parts.contains(&name) {
            self.lines(name, |line| match line {
                Line::Id(id, _) => part.ids.push(id),
                Line::Address(address, _) => part.addresses.push(address),
            })?;
        }
        Ok(part)
    }

    /// The entry of an id.
    ///
    /// # Errors
    /// If it can no longer be read.
    pub fn id_entry(&self, spot: Spot) -> Result<IdEntry, Box<Diagnostic>> {
        self.entry(spot)
    }

    /// The entry of an address.
    ///
    /// # Errors
    /// If it can no longer be read.
    pub fn address_entry(&self, spot: Spot) -> Result<AddressEntry, Box<Diagnostic>> {
        self.entry(spot)
    }

    fn entry<T: DeserializeOwned>(&self, spot: Spot) -> Result<T, Box<Diagnostic>> {
        let file = self.file(spot.part);
        let read = || {
            let mut bytes = vec![0; spot.length as usize];
            let mut file = plain_file::open(&file)?;
            file.seek(SeekFrom::Start(u64::from(spot.offset)))?;
            file.read_exact(&mut bytes)?;
            serde_json::from_slice(&bytes).map_err(std::io::Error::from)
        };
        read().map_err(|error| damaged(&file, &error.to_string()))
    }

    fn file(&self, part: u8) -> PathBuf {
        self.folder.join(format!("{part:02x}.json"))
    }

    fn known(&self, name: u8) -> Result<Known, Box<Diagnostic>> {
        let mut known = Known::default();
        self.lines(name, |line| match line {
            Line::Id(entry, spot) => known.id(&entry, spot),
            Line::Address(entry, spot) => known.address(&entry, spot),
        })?;
        Ok(known)
    }

    /// Reads a part line by line and gives each entry to `take`.
    fn lines(&self, name: u8, mut take: impl FnMut(Line)) -> Result<(), Box<Diagnostic>> {
        let file = self.file(name);
        let wrong = |reason: &str| damaged(&file, reason);
        let bytes = plain_file::read(&file).map_err(|error| wrong(&error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|error| wrong(&error.to_string()))?;
        // Its hash may be another than the index says, after a build that was killed while files
        // moved into place: each part stands for itself, and is good if it is whole.
        let opens = text
            .strip_prefix(OPENS)
            .is_some_and(|rest| rest.starts_with('\n'));
        let closes = text
            .strip_suffix('\n')
            .is_some_and(|rest| rest.ends_with(WHOLE));
        if !opens || !closes {
            return Err(wrong("it is not whole"));
        }
        let mut in_addresses = false;
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let entry = line.trim_end_matches(['\n', ',']);
            let spot = Spot {
                part: name,
                offset: u32::try_from(offset).map_err(|_| wrong("it is too large"))?,
                length: u32::try_from(entry.len()).unwrap_or(u32::MAX),
            };
            offset += line.len();
            let not_an_entry = |error: serde_json::Error| wrong(&error.to_string());
            match entry {
                OPENS | CLOSES => {}
                BETWEEN => in_addresses = true,
                entry if in_addresses => {
                    let entry = serde_json::from_str(entry).map_err(not_an_entry)?;
                    take(Line::Address(entry, spot));
                }
                entry => {
                    let entry: IdEntry = serde_json::from_str(entry).map_err(not_an_entry)?;
                    if entry.id.part() != name {
                        return Err(wrong(&format!("id {} belongs elsewhere", entry.id)));
                    }
                    take(Line::Id(entry, spot));
                }
            }
        }
        Ok(())
    }
}

enum Line {
    Id(IdEntry, Spot),
    Address(AddressEntry, Spot),
}

/// What is kept of one part.
#[derive(Default)]
struct Known {
    ids: Vec<KnownId>,
    addresses: Vec<KnownAddress>,
    former: Vec<(u64, RecordId)>,
    bare: Vec<(u64, RecordId)>,
}

impl Known {
    fn id(&mut self, entry: &IdEntry, spot: Spot) {
        let last = entry.last.as_ref();
        let content = match entry.state {
            State::Live => number(last.map_or("", |last| &last.content)),
            _ => number(&format!("{entry:?}")),
        };
        let changed = last.and_then(|last| last.changed.as_deref());
        self.former
            .extend(entry.was.iter().map(|page| (number(page), entry.id)));
        self.ids.push(KnownId {
            id: entry.id,
            state: entry.state,
            by: entry.by,
            page: number(entry.page.as_deref().unwrap_or_default()),
            content,
            commit: low(last.map_or("", |last| &last.commit)),
            changed: low(changed.unwrap_or_default()),
            spot,
        });
    }

    fn address(&mut self, entry: &AddressEntry, spot: Spot) {
        let page = number(&entry.address);
        self.bare.extend(entry.bare.map(|id| (page, id)));
        self.addresses.push(KnownAddress {
            claim: entry.claim(),
            owner: entry.owner(),
            kind: entry.kind,
            state: entry.state,
            spot,
        });
    }
}

/// The low half of a text's number.
pub(crate) fn low(text: &str) -> u32 {
    let [a, b, c, d, ..] = number(text).to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Whether a folder holds parts of a ledger.
fn has_parts(folder: &Path) -> bool {
    (0..=u8::MAX).any(|part| folder.join(format!("{part:02x}.json")).exists())
}

fn damaged(file: &Path, reason: &str) -> Box<Diagnostic> {
    let found = format!("the ledger of the last build cannot be read: {reason}");
    let hint = "fetch `links/` of the published site and name it with `--previous`; deleting `links/` begins a new ledger, and what was published before is forgotten";
    Box::new(
        Diagnostic::error(Code::LEDGER_UNREADABLE, found)
            .hint(hint)
            .in_file(file),
    )
}
