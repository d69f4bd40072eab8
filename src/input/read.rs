//! Reads every record once: files are cut into pieces in order, and each piece is for the catalog.

use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::batch::{Batch, Found, locate};
use super::export::{self, Export, Exports, Role};
use super::open::{self, Opened};
use super::shelf::{self, Item, Said, Shelf};
use super::split::Piece;
use super::{Limits, Listing, Place, STANDARD_INPUT, Source, Sources};
use crate::dataset::{Article, Entry, RepoFacts};
use crate::diagnostic::{self, Diagnostic};
use crate::error::Error;
use crate::hash::Fingerprint;
use crate::progress::Progress;
use crate::record::Record;

/// What came of reading.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Files that hold records.
    pub sources: Sources,
    /// Problems, sorted.
    pub diagnostics: Vec<Diagnostic>,
    /// Records found, good or not.
    pub read: usize,
    /// Records that cannot be published.
    pub rejected: usize,
    /// Files that do not begin like JSON.
    pub passed_over: usize,
    /// What was said besides records.
    pub told: Told,
}

/// What exports say besides records, each with the version of its data set.
#[derive(Debug, Default)]
pub struct Told {
    /// Of repositories.
    pub facts: Vec<(Option<Arc<str>>, RepoFacts)>,
    /// Of families.
    pub articles: Vec<(Option<Arc<str>>, Article)>,
}

/// Reads all records of the listed files and gives what `keep` makes of each to `sink`, in the order of the
/// files; `keep` is called on all cores, in any order.
///
/// # Errors
/// If the machine fails, or the user interrupts. What is wrong with single
/// files and records is in the outcome.
pub fn read<T: Send + Serialize + DeserializeOwned>(
    listing: Listing,
    limits: &Limits,
    shelf: &mut dyn Shelf,
    progress: &dyn Progress,
    keep: impl Fn(&Record) -> T + Sync,
    sink: impl FnMut(Found<T>),
) -> Result<Outcome, Error> {
    let mut outcome = Outcome::default();
    outcome.sources.limits = limits.record;
    outcome.diagnostics = listing.problems;
    let mut exports = Exports::among(&listing.files, &mut outcome.diagnostics);
    progress.stage("reading", None);
    let mut reading = Reading {
        limits,
        shelf,
        progress,
        outcome,
        batch: Batch::new(&limits.record, progress),
        keep,
        sink,
    };
    if listing.standard_input {
        reading.file(Path::new(STANDARD_INPUT), None)?;
    }
    for file in listing.files {
        reading.file(&file, exports.role_of(&file))?;
    }
    let mut outcome = reading.finish();
    outcome.diagnostics.extend(exports.differences());
    diagnostic::sort(&mut outcome.diagnostics);
    Ok(outcome)
}

struct Reading<'a, K, S> {
    limits: &'a Limits,
    shelf: &'a mut dyn Shelf,
    progress: &'a dyn Progress,
    outcome: Outcome,
    batch: Batch<'a>,
    keep: K,
    sink: S,
}

impl<T, K, S> Reading<'_, K, S>
where
    T: Send + Serialize + DeserializeOwned,
    K: Fn(&Record) -> T + Sync,
    S: FnMut(Found<T>),
{
    /// Reads a file, which may be one of an export.
    fn file(&mut self, path: &Path, member: Option<(&mut Export, Role)>) -> Result<(), Error> {
        let (mut export, role) = match member {
            Some((_, Role::Nothing)) => return Ok(()),
            Some((export, role)) => (Some(export), role),
            None => (None, Role::Records),
        };
        let version = export.as_ref().and_then(|export| export.version.clone());
        let key = self.key(version.as_deref());
        if role == Role::Records
            && let Some(stretches) = self.shelf.take(path, key)
        {
            let read = self.as_before(path, version, stretches)?;
            if let Some(export) = &mut export {
                (0..read).for_each(|_| export.count(role));
            }
            return Ok(());
        }
        let spool = &self.outcome.sources.spool;
        let mut text = match open::open(path, self.limits, spool, self.progress)? {
            Opened::Text(text) => text,
            Opened::Other => {
                self.outcome.passed_over += 1;
                return Ok(());
            }
            Opened::Failed(problem) => {
                self.outcome.diagnostics.push(*problem);
                return Ok(());
            }
        };
        let number = u32::try_from(self.outcome.sources.files.len()).unwrap_or(u32::MAX);
        self.outcome.sources.files.push(Source {
            name: open::name(path),
            spooled: text.spooled,
            version,
        });
        // What is unpacked has to be unpacked the next time too, to be read back.
        if role == Role::Records && text.spooled.is_none() && self.shelf.keeps() {
            self.batch.open.begin(number, key);
        }
        self.outcome.diagnostics.extend(text.problem.map(|p| *p));
        loop {
            match text.pieces.next() {
                Ok(Some(piece)) => {
                    if let Some(export) = &mut export {
                        export.count(role);
                    }
                    self.piece(number, piece, role)?;
                }
                Ok(None) => return Ok(()),
                Err(error) => {
                    let problem = open::unreadable(path, &error);
                    self.outcome.diagnostics.push(problem);
                    if let Some(held) = self.batch.open.get(number) {
                        held.spoilt = true;
                    }
                    return Ok(());
                }
            }
        }
    }

    /// What a file's records depend on beside its bytes.
    fn key(&self, version: Option<&str>) -> u128 {
        Fingerprint::of(env!("ERRBOOK_PROGRAM"))
            .and(&format!("{:?}", self.limits))
            .and(&version)
            .finish()
    }

    /// Hands on what a file held the last time; how many records were read then.
    fn as_before(
        &mut self,
        path: &Path,
        version: Option<Arc<str>>,
        stretches: usize,
    ) -> Result<usize, Error> {
        // Those before it come first.
        self.parse();
        let source = u32::try_from(self.outcome.sources.files.len()).unwrap_or(u32::MAX);
        self.outcome.sources.files.push(Source {
            name: open::name(path),
            spooled: None,
            version,
        });
        let mut read = 0;
        for number in 0..stretches {
            let (said, items) = self.stretch(path, number)?;
            read += said.read;
            self.progress.advance(said.read as u64);
            self.batch.say(&mut self.outcome, said);
            for item in items {
                let place = Place {
                    source,
                    length: item.length,
                    offset: item.offset,
                    hash: item.hash,
                };
                let kept = item.kept;
                (self.sink)(Found { kept, place });
            }
        }
        Ok(read)
    }

    fn stretch(&mut self, path: &Path, number: usize) -> Result<(Said, Vec<Item<T>>), Error> {
        let held = self.shelf.stretch(number).and_then(|form| {
            // It was whole a moment ago, so someone else writes there.
            let damaged = || io::Error::other("the cache is damaged; remove it, or use --no-cache");
            shelf::held(&form).ok_or_else(damaged)
        });
        held.map_err(Error::io("read what was kept of", path))
    }

    /// Parses what waits, and puts on the shelf what files held of which all is read.
    fn parse(&mut self) {
        self.batch
            .parse(&mut self.outcome, &self.keep, &mut self.sink);
        for (source, form) in self.batch.open.stretches() {
            let file = &self.outcome.sources.files[source as usize];
            self.shelf.add(&file.name, &form);
        }
        let last = self.outcome.sources.files.len().saturating_sub(1);
        self.shelve(u32::try_from(last).unwrap_or(u32::MAX));
    }

    fn shelve(&mut self, before: u32) {
        for (source, key, form) in self.batch.open.before(before) {
            let file = &self.outcome.sources.files[source as usize];
            self.shelf.add(&file.name, &form);
            self.shelf.keep(&file.name, key);
        }
    }

    fn piece(&mut self, source: u32, piece: Piece, role: Role) -> Result<(), Error> {
        match role {
            Role::Records => {
                if self.batch.add(source, piece) {
                    self.parse();
                    if self.progress.interrupted() {
                        return Err(Error::Interrupted);
                    }
                }
            }
            Role::Repositories => {
                let entry = self.entry(source, &piece);
                self.outcome.told.facts.extend(entry);
            }
            Role::Article => {
                let entry = self.entry(source, &piece);
                self.outcome.told.articles.extend(entry);
            }
            Role::Nothing => {}
        }
        Ok(())
    }

    /// Reads what is no record, with the version of its export.
    fn entry<E: Entry>(&mut self, source: u32, piece: &Piece) -> Option<(Option<Arc<str>>, E)> {
        let text = String::from_utf8_lossy(&piece.text);
        let file = &self.outcome.sources.files[source as usize];
        match export::entry(&text, piece, &self.limits.record) {
            Ok(entry) => Some((file.version.clone(), entry)),
            Err(problem) => {
                let problem: Diagnostic = locate(*problem, piece, &text, None, &file.name);
                self.outcome.diagnostics.push(problem);
                None
            }
        }
    }

    fn finish(mut self) -> Outcome {
        self.parse();
        self.shelve(u32::MAX);
        self.outcome.diagnostics.extend(self.batch.finish());
        self.outcome
    }
}

#[cfg(test)]
mod tests;
