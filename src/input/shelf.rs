//! What a file held, kept for the next time, so that a file that has not changed is not parsed.
//!
//! Kept is what the caller made of each record, where the record lies, and all that was said of the
//! file. Where it is kept, and whether a file has changed, is not decided here.

use std::collections::BTreeMap;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Place;
use super::batch::Once;
use crate::diagnostic::Diagnostic;

/// Where what files held is kept.
pub trait Shelf {
    /// What a file held, if it has not changed since; `key` is what else that depends on.
    fn take(&mut self, file: &Path, key: u128) -> Option<Vec<u8>>;
    /// Keeps what a file held when it was last asked for.
    fn put(&mut self, file: &Path, key: u128, held: &[u8]);
}

/// Keeps nothing.
pub struct NoShelf;

impl Shelf for NoShelf {
    fn take(&mut self, _file: &Path, _key: u128) -> Option<Vec<u8>> {
        None
    }
    fn put(&mut self, _file: &Path, _key: u128, _held: &[u8]) {}
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

/// What a file held, as it is being read.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub(super) said: Said,
    items: Vec<u8>,
    count: usize,
    /// Something that may go better the next time.
    pub(super) spoilt: bool,
}

impl Held {
    /// Adds a record; `kept` is its form.
    pub(super) fn add(&mut self, place: Place, kept: &[u8]) {
        let head = (place.length, place.offset, place.hash);
        let items = std::mem::take(&mut self.items);
        // A form is its fields' forms one after the other, so this is an `Item`'s.
        self.items = postcard::to_extend(&head, items).unwrap_or_default();
        self.items.extend_from_slice(kept);
        self.count += 1;
    }

    /// Its form: what was said, and a list of items.
    fn form(&self) -> Option<Vec<u8>> {
        let mut form = postcard::to_extend(&(&self.said, self.count), Vec::new()).ok()?;
        form.extend_from_slice(&self.items);
        Some(form)
    }
}

/// Reads a form.
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

    pub(super) fn get(&mut self, source: u32) -> Option<&mut Held> {
        self.0.get_mut(&source).map(|(_, held)| held)
    }

    /// Takes files out that come before a number: no more of them will be read.
    pub(super) fn before(
        &mut self,
        source: u32,
    ) -> impl Iterator<Item = (u32, u128, Vec<u8>)> + use<> {
        let rest = self.0.split_off(&source);
        let closed = std::mem::replace(&mut self.0, rest).into_iter();
        closed
            .filter(|(_, (_, held))| !held.spoilt)
            .filter_map(|(source, (key, held))| Some((source, key, held.form()?)))
    }
}
