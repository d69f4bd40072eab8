//! What a file held, kept for the next time, so that a file that has not changed is not parsed.
//!
//! Kept is what the caller made of each record, where the record lies, and all that was said of the
//! file; in stretches, so that a large file is never in memory as a whole. Where it is kept, and whether
//! a file has changed, is not decided here.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Place;
use super::batch::Once;
use crate::diagnostic::Diagnostic;

/// Where what files held is kept.
pub trait Shelf {
    /// Whether anything is kept at all.
    fn keeps(&self) -> bool;
    /// In how many stretches it is kept what a file held, if the file has not changed since and all of
    /// them are whole; `key` is what else that depends on.
    fn take(&mut self, file: &Path, key: u128) -> Option<usize>;
    /// One of the stretches of the file that was taken last.
    ///
    /// # Errors
    /// If it cannot be read.
    fn stretch(&mut self, number: usize) -> io::Result<Vec<u8>>;
    /// Adds a stretch of what a file holds that could not be taken.
    fn add(&mut self, file: &Path, held: &[u8]);
    /// Keeps what was added of a file: that is all of it.
    fn keep(&mut self, file: &Path, key: u128);
}

/// Keeps nothing.
pub struct NoShelf;

impl Shelf for NoShelf {
    fn keeps(&self) -> bool {
        false
    }
    fn take(&mut self, _file: &Path, _key: u128) -> Option<usize> {
        None
    }
    fn stretch(&mut self, _number: usize) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
    fn add(&mut self, _file: &Path, _held: &[u8]) {}
    fn keep(&mut self, _file: &Path, _key: u128) {}
}

/// What was said of a file's records.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Said {
    pub(super) problems: Vec<Diagnostic>,
    pub(super) once: Vec<Once>,
    pub(super) read: usize,
    pub(super) rejected: usize,
}

impl Said {
    /// Adds what was said of one more record of the same file.
    pub(super) fn add(&mut self, other: Said) {
        self.read += other.read;
        self.rejected += other.rejected;
        self.problems.extend(other.problems);
        for once in other.once {
            let same = self.once.iter_mut().find(|known| known.key() == once.key());
            match same {
                Some(known) => known.join(&once),
                None => self.once.push(once),
            }
        }
    }
}

/// A record of a file: where it lies there, and what was made of it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Item<T> {
    pub(super) length: u32,
    pub(super) offset: u64,
    pub(super) hash: u64,
    pub(super) kept: T,
}

/// Bytes of records after which a stretch ends.
const STRETCH_BYTES: usize = 256 << 10;

/// Problems of a file that are kept.
const KEPT_PROBLEMS: usize = 1_000;

/// What a file held, as it is being read: the stretch at hand.
#[derive(Debug, Default)]
pub(super) struct Held {
    said: Said,
    items: Vec<u8>,
    count: usize,
    /// Of all stretches.
    problems: usize,
    /// Something that may go better the next time.
    pub(super) spoilt: bool,
}

impl Held {
    /// Adds what was said of a record.
    pub(super) fn say(&mut self, said: &Said) {
        self.problems += said.problems.len();
        // So much is said of a broken file only, which is read again in any case.
        self.spoilt |= self.problems > KEPT_PROBLEMS;
        if !self.spoilt {
            self.said.add(said.clone());
        }
    }

    /// Adds a record; `kept` is its form.
    pub(super) fn add(&mut self, place: Place, kept: &[u8]) {
        let head = (place.length, place.offset, place.hash);
        let items = std::mem::take(&mut self.items);
        // A form is its fields' forms one after the other, so this is an `Item`'s.
        self.items = postcard::to_extend(&head, items).unwrap_or_default();
        self.items.extend_from_slice(kept);
        self.count += 1;
    }

    /// Ends the stretch; its form is what was said and a list of items. None if the file is spoilt.
    fn end_stretch(&mut self) -> Option<Vec<u8>> {
        let (said, items) = (
            std::mem::take(&mut self.said),
            std::mem::take(&mut self.items),
        );
        let count = std::mem::take(&mut self.count);
        let mut form = postcard::to_extend(&(said, count), Vec::new()).ok()?;
        form.extend_from_slice(&items);
        Some(form).filter(|_| !self.spoilt)
    }
}

/// Reads the form of a stretch.
pub(super) fn held<T: DeserializeOwned>(form: &[u8]) -> Option<(Said, Vec<Item<T>>)> {
    postcard::from_bytes(form).ok()
}

/// Files that are being read, by number.
#[derive(Debug, Default)]
pub(super) struct Open(BTreeMap<u32, (u128, Held)>);

impl Open {
    /// A file is going to be read; `key` is what its records depend on beside it.
    pub(super) fn begin(&mut self, source: u32, key: u128) {
        self.0.insert(source, (key, Held::default()));
    }

    /// Whether no file is being read of which anything is kept.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&mut self, source: u32) -> Option<&mut Held> {
        self.0.get_mut(&source).map(|(_, held)| held)
    }

    /// Ends the stretches that are long enough.
    pub(super) fn stretches(&mut self) -> impl Iterator<Item = (u32, Vec<u8>)> {
        let open = self.0.iter_mut();
        let long = open.filter(|(_, (_, held))| held.items.len() >= STRETCH_BYTES);
        long.filter_map(|(source, (_, held))| Some((*source, held.end_stretch()?)))
    }

    /// Takes files out that come before a number, with their last stretches: no more of them will be read.
    pub(super) fn before(
        &mut self,
        source: u32,
    ) -> impl Iterator<Item = (u32, u128, Vec<u8>)> + use<> {
        let rest = self.0.split_off(&source);
        let closed = std::mem::replace(&mut self.0, rest).into_iter();
        closed.filter_map(|(source, (key, mut held))| Some((source, key, held.end_stretch()?)))
    }
}
