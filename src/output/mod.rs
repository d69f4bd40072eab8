//! The only module that writes a site: compare, stage, move into place, delete what is gone.
//!
//! Files are offered one by one, from any thread. Those that differ from what is published go to a
//! stage folder beside the output; nothing of the published site changes until all is rendered.
//! Then a journal is written, from which moment on the new site is decided on, and the files are
//! moved into place, what others lead to first. A build that fails or is killed before that leaves the
//! published site as it was; after that, the next one carries out what is left of the journal.
//! `docs/guarantees.md` says what can be relied on.

mod beneath;
mod commit;
mod disk;
mod guard;
mod journal;
mod lock;
mod manifest;
mod order;
mod plan;
mod publication;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use commit::Places;
pub use disk::Durability;
use disk::Local;
pub use guard::Guard;
pub use plan::are_too_many;
use publication::Publication;

use crate::address::OutPath;
use crate::error::Error;

/// What publishing did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Files that were new or differed.
    pub written: usize,
    /// Files that were the same.
    pub unchanged: usize,
    /// Files that are gone.
    pub deleted: usize,
    /// Files that are gone from the site, but were changed by someone else, so they stay.
    pub left: usize,
    /// Files that are gone from the site, but stay until it changes again, because open pages may ask
    /// for them.
    pub kept: usize,
    /// Bytes of the whole site.
    pub bytes: u64,
    /// Over the paths and bytes of the whole site.
    pub seal: u128,
}

/// A site being published.
pub struct Publisher {
    publication: Publication<Local>,
    output: PathBuf,
    /// Released when the file is closed, which is after all else.
    _lock: File,
}

impl Publisher {
    /// Locks an output folder, makes sure that it may be written to, and finishes what an earlier
    /// build left undone there.
    ///
    /// # Errors
    /// If the folder is one that errbook will not write to, another build is writing to it, or the
    /// file system fails.
    pub fn begin(output: &Path, guard: &Guard<'_>, durability: Durability) -> Result<Self, Error> {
        let (parent, name) = guard::place(output)?;
        let output = parent.join(&name);
        // What was mounted there is a file system of its own: nothing can be moved in from beside it.
        let is_mounted = disk::is_mounted(&output);
        let places = Places {
            stage: if is_mounted {
                output.join(".errbook").join("stage")
            } else {
                parent.join(format!(".{name}.errbook-stage"))
            },
            output: output.clone(),
            build: number(),
        };
        // Before anything is created: a refused folder gets no lock beside it either.
        let was_ours = manifest::exists(&output) || places.journal().is_file();
        guard.check(&output, was_ours)?;
        fs::create_dir_all(&parent).map_err(Error::io("create", &parent))?;
        let lock = if is_mounted {
            lock::of_folder(&output)?
        } else {
            lock::beside(&parent.join(format!(".{name}.errbook-lock")), &output)?
        };
        // The nearest folder that holds all that is written: the site, the stage and the journal.
        let root = if is_mounted { &output } else { &parent };
        let disk = Local::beneath(root, durability).map_err(Error::io("open", root))?;
        let publication = Publication::begin(disk, places, guard.may_shrink)?;
        guard.check(&output, publication.has_site())?;
        Ok(Self {
            publication,
            output,
            _lock: lock,
        })
    }

    /// The hidden folder beside the output for what a build keeps of its own.
    pub fn beside(&self, what: &str) -> PathBuf {
        let name = self.output.file_name().unwrap_or_default().display();
        self.output
            .with_file_name(format!(".{name}.errbook-{what}"))
    }

    /// What there is now, if every file of it is as it was left: nothing else needs to be done where
    /// a build would give the same.
    pub fn intact(&self) -> Option<Published> {
        self.publication.intact()
    }

    /// Keeps a file as it is published, if errbook wrote it with this hash and nobody touched it
    /// since; whether it could. For what would be the same if it were rendered again.
    pub fn keep(&self, path: &OutPath, hash: u128) -> bool {
        self.publication.keep(path, hash)
    }

    /// Keeps these files, if errbook wrote them with these hashes and nobody touched them since, or
    /// none of them; whether it could.
    pub fn keep_all(&self, files: &[(OutPath, u128)]) -> bool {
        self.publication.keep_all(files)
    }

    /// Takes one file of the site; its hash.
    ///
    /// # Errors
    /// If it cannot be staged, or a file that errbook did not write stands in its place.
    pub fn offer(&self, path: &OutPath, bytes: &[u8]) -> Result<u128, Error> {
        self.publication.offer(path, bytes)
    }

    /// Moves what was staged into place and deletes what is gone.
    ///
    /// # Errors
    /// If too many pages would be deleted, or the file system fails. Where that happens while files
    /// move, each file is an old or a new one, and the next build moves the rest.
    pub fn finish(self) -> Result<Published, Error> {
        self.publication.finish()
    }
}

/// A number that no build before had, unless the clock was set back to the nanosecond.
fn number() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanoseconds = since.unwrap_or_default().as_nanos();
    u64::try_from(nanoseconds).unwrap_or_default() ^ (u64::from(process::id()) << 40)
}

#[cfg(test)]
mod tests;
