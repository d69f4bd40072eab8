//! Files and folders in, checked records out, each with the place it can be read back from.
//!
//! What a file holds is found by looking inside. Reading happens twice: once here, over all
//! records, of which the catalog keeps a small header each; and once more for single records when
//! their page is rendered, so that memory does not grow with their texts.

mod batch;
mod export;
mod find;
mod open;
mod packed;
mod read;
mod shelf;
mod split;
mod spool;

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub use batch::Found;
pub use find::{Listing, STANDARD_INPUT, list};
pub use read::{Outcome, Told, read};
pub use shelf::{NoShelf, Shelf};

use crate::config;
use crate::diagnostic::{Code, Diagnostic};
use crate::record::{self, Record, Wanted};
use split::Piece;
use spool::Spool;
use twox_hash::XxHash3_64;

/// Upper bounds of what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Of one record.
    pub record: record::Limits,
    /// Bytes of all that is unpacked or comes from standard input.
    pub unpacked_bytes: u64,
    /// Bytes that one byte of a compressed file may unpack to.
    pub unpacked_ratio: u64,
}

impl Limits {
    /// The bounds that a site sets.
    pub fn of(input: &config::Input) -> Self {
        Self {
            record: input.limits(),
            unpacked_bytes: input.max_unpacked_bytes,
            unpacked_ratio: input.max_unpacked_ratio,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::of(&config::Input::default())
    }
}

/// Where a record lies, and what must be found there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    source: u32,
    length: u32,
    offset: u64,
    /// Of the bytes.
    hash: u64,
}

impl Place {
    fn of(source: u32, piece: &Piece) -> Self {
        Self {
            source,
            length: u32::try_from(piece.length).unwrap_or(u32::MAX),
            offset: piece.offset,
            hash: XxHash3_64::oneshot(&piece.text),
        }
    }
}

/// Most files that are kept open.
const MOST_OPEN: usize = 16;

/// The files that records were read from.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
    limits: record::Limits,
    spool: Spool,
    /// The files that were read last, the newest first: records are mostly asked for in their order, by each
    /// thread in another part of it.
    open: Mutex<Vec<(u32, File)>>,
}

/// A file that records were read from.
#[derive(Debug)]
struct Source {
    /// As messages name it.
    name: PathBuf,
    /// Where its text begins in the spool, if it is read back from there.
    spooled: Option<u64>,
    /// The data set version of its records, where they do not say one.
    version: Option<Arc<str>>,
}

impl Sources {
    /// Reads one record again.
    ///
    /// # Errors
    /// If its bytes are no longer those that were read first.
    pub fn read(&self, place: Place) -> Result<Record, Box<Diagnostic>> {
        self.reread(place, Wanted::All)
    }

    /// Reads one record again, but for its code.
    ///
    /// # Errors
    /// As [`Sources::read`].
    pub fn read_words(&self, place: Place) -> Result<Record, Box<Diagnostic>> {
        self.reread(place, Wanted::Words)
    }

    fn reread(&self, place: Place, wanted: Wanted) -> Result<Record, Box<Diagnostic>> {
        let file = self.file(place);
        let changed = |why: String| {
            let found = format!("the file changed while the site was built: {why}");
            let found = Diagnostic::error(Code::CHANGED_WHILE_READING, found).in_file(file);
            Box::new(found.hint("build again once nothing writes to the file"))
        };
        let text = self
            .bytes(place)
            .map_err(|error| changed(error.to_string()))?;
        if XxHash3_64::oneshot(&text) != place.hash {
            return Err(changed("a record in it is another now".into()));
        }
        let text = String::from_utf8(text).map_err(|error| changed(error.to_string()))?;
        let record = record::parse_again(&text, &self.limits, wanted)
            .ok_or_else(|| changed("a record in it is broken now".into()))?;
        Ok(self.files[place.source as usize].complete(record))
    }

    /// The file that a record lies in.
    pub fn file(&self, place: Place) -> &Path {
        &self.files[place.source as usize].name
    }

    fn bytes(&self, place: Place) -> std::io::Result<Vec<u8>> {
        let source = &self.files[place.source as usize];
        let mut bytes = vec![0; place.length as usize];
        if let Some(start) = source.spooled {
            self.spool.read_exact_at(start + place.offset, &mut bytes)?;
        } else {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let known = open.iter().position(|(number, _)| *number == place.source);
            if let Some(at) = known {
                open[..=at].rotate_right(1);
            } else {
                let file = File::open(&source.name)?;
                open.truncate(MOST_OPEN - 1);
                open.insert(0, (place.source, file));
            }
            let (_, file) = &mut open[0];
            file.seek(SeekFrom::Start(place.offset))?;
            file.read_exact(&mut bytes)?;
        }
        Ok(bytes)
    }
}

impl Source {
    /// Gives a record what its file says of all its records.
    fn complete(&self, mut record: Record) -> Record {
        if record.dataset_version.is_none() {
            record.dataset_version = self.version.as_deref().map(Into::into);
        }
        record
    }
}
