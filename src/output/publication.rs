//! One publication: files are offered, what differs is staged, and in the end all of it is moved
//! into place at once, as far as a reader or a crash can tell.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::Published;
use super::commit::{self, Places, folders_of, in_the_way, leads_out};
use super::disk::{Disk, Found};
use super::journal::{Journal, Move};
use super::manifest::{Entry, Manifest};
use super::plan::Before;
use crate::address::OutPath;
use crate::error::Error;
use crate::stamp::Stamp;

/// Changed files get a time at least so much later than before: what copies sites to hosts goes by
/// size and time, in whole seconds.
const TICK_NANOSECONDS: u64 = 1_000_000_000;

/// A site being published to a folder.
pub(super) struct Publication<D: Disk> {
    disk: D,
    places: Places,
    before: Before,
    /// Whether all is moved into place as one folder, because there is none yet, or an empty one.
    as_one: bool,
    /// Whether many pages may go at once.
    may_shrink: bool,
    state: Mutex<State>,
    /// Whether the stage may be dropped when this build fails.
    undecided: bool,
}

#[derive(Default)]
struct State {
    new: Manifest,
    /// Files of the stage, unless all of it is moved as one.
    staged: Vec<OutPath>,
    written: usize,
    /// Folders of the stage that are there.
    folders: HashSet<PathBuf>,
    /// Folders of the output that are no symbolic links.
    real: HashSet<PathBuf>,
    unchanged: usize,
}

impl<D: Disk> Publication<D> {
    /// Finishes what an earlier build left undone, and looks at what is published.
    pub(super) fn begin(disk: D, places: Places, may_shrink: bool) -> Result<Self, Error> {
        commit::recover(&disk, &places)?;
        let before = Before {
            site: Manifest::read(&disk, &places.output)?,
            retired: Manifest::read_retired(&disk, &places.output)?,
        };
        let as_one = !places.is_inside() && is_vacant(&disk, &places.output)?;
        Ok(Self {
            disk,
            places,
            before,
            as_one,
            may_shrink,
            state: Mutex::default(),
            undecided: true,
        })
    }

    /// Whether errbook wrote anything here before.
    pub(super) fn has_site(&self) -> bool {
        !self.before.site.is_empty()
    }

    /// See [`super::Publisher::intact`].
    pub(super) fn intact(&self) -> Option<Published> {
        let files: Vec<_> = self.before.site.files().collect();
        let as_left = |(path, entry): &(&OutPath, &Entry)| self.is_as_left(path, entry);
        let intact = !files.is_empty() && files.par_iter().all(as_left);
        intact.then(|| Published {
            unchanged: files.len(),
            bytes: self.before.site.bytes(),
            seal: self.before.site.seal(),
            ..Published::default()
        })
    }

    /// See [`super::Publisher::keep`].
    pub(super) fn keep(&self, path: &OutPath, hash: u128) -> bool {
        let entry = self
            .before
            .site
            .get(path)
            .filter(|entry| entry.hash == hash);
        let Some(entry) = entry.filter(|entry| self.is_as_left(path, entry)) else {
            return false;
        };
        let mut state = self.lock();
        state.new.insert(path.clone(), entry);
        state.unchanged += 1;
        true
    }

    /// See [`super::Publisher::keep_all`].
    pub(super) fn keep_all(&self, files: &[(OutPath, u128)]) -> bool {
        let kept = files.par_iter().map(|(path, hash)| {
            let entry = self
                .before
                .site
                .get(path)
                .filter(|entry| entry.hash == *hash)?;
            self.is_as_left(path, &entry).then_some(entry)
        });
        let Some(entries) = kept.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let mut state = self.lock();
        state.unchanged += files.len();
        for ((path, _), entry) in files.iter().zip(entries) {
            state.new.insert(path.clone(), entry);
        }
        true
    }

    fn is_as_left(&self, path: &OutPath, entry: &Entry) -> bool {
        let found = self.disk.look(&self.places.published(path));
        matches!(found, Ok(Some(Found::File(stamp))) if stamp == entry.stamp)
            && self.stay_inside(path).is_ok()
    }

    /// See [`super::Publisher::offer`].
    pub(super) fn offer(&self, path: &OutPath, bytes: &[u8]) -> Result<u128, Error> {
        let before = self.before.own(path);
        let same = if self.as_one {
            None
        } else {
            self.published(path, bytes, before)?
        };
        let stamp = if let Some(stamp) = same {
            stamp
        } else {
            let changed = before.map(|entry| entry.stamp.changed);
            let not_before = changed.map_or(0, |old| old.saturating_add(TICK_NANOSECONDS));
            self.stage(path, bytes, not_before)?
        };
        // A file of somebody else's that happens to be the same stays theirs.
        let is_own = same.is_none() || before.is_some();
        let entry = Entry::of(bytes, stamp);
        let mut state = self.lock();
        if is_own {
            state.new.insert(path.clone(), entry);
        }
        if same.is_some() {
            state.unchanged += 1;
        } else {
            state.written += 1;
            // Moved with all the others, none has to be named.
            if !self.as_one {
                state.staged.push(path.clone());
            }
        }
        Ok(entry.hash)
    }

    /// See [`super::Publisher::finish`].
    pub(super) fn finish(mut self) -> Result<Published, Error> {
        let State {
            new,
            staged,
            written,
            unchanged,
            ..
        } = std::mem::take(&mut *self.lock());
        let mut published = Published {
            written,
            unchanged,
            bytes: new.bytes(),
            seal: new.seal(),
            ..Published::default()
        };
        if self.as_one {
            new.each_changed_part(&Manifest::default(), |part, text| {
                self.stage(&part, text.as_bytes(), 0).map(drop)
            })?;
            self.move_as_one()?;
            return Ok(published);
        }
        if !self.may_shrink {
            self.before.brake(&new)?;
        }
        let (mut journal, retired) = self.before.plan(&new, staged);
        let retired_file = retired.changed_retired(&self.before.retired);
        let mut stage_last = |path: OutPath, text: String| {
            self.stage(&path, text.as_bytes(), 0)?;
            journal.moves.push(Move {
                path,
                is_new: false,
            });
            Ok(())
        };
        // The manifest last: until then the old one says which files are errbook's.
        if let Some((path, text)) = retired_file {
            stage_last(path, text)?;
        }
        new.each_changed_part(&self.before.site, stage_last)?;
        published.kept = retired.files().count();
        if journal != Journal::default() {
            journal.build = self.places.build;
            self.decide(&journal)?;
            let gone = commit::carry_out(&self.disk, &self.places, &journal)?;
            published.deleted = gone.deleted;
            published.left = gone.left;
            self.undecided = true;
        }
        Ok(published)
    }

    /// Moves the stage to where no site is yet.
    fn move_as_one(&mut self) -> Result<(), Error> {
        let Places { output, .. } = &self.places;
        let staged = self.places.staged_site();
        self.create_stage_folders(&staged)?;
        self.flush(&staged)?;
        let moved = self.disk.rename(&staged, output);
        moved.map_err(Error::io("move into place", output))?;
        let flushed = self.disk.flush(output);
        flushed.map_err(Error::io("flush", output))
    }

    /// Makes sure that the new site will be there whatever happens: this is the moment from which on
    /// it is the one.
    fn decide(&mut self, journal: &Journal) -> Result<(), Error> {
        let file = self.places.journal();
        self.create_stage_folders(&self.places.stage)?;
        // Nothing moves before its bytes are on the disk, or a power cut leaves empty files.
        self.flush(&self.places.stage)?;
        let text = journal.to_text();
        let written = self.disk.write(&file, text.as_bytes(), 0);
        written.map_err(Error::io("write", &file))?;
        self.disk
            .flush_file(&file)
            .map_err(Error::io("flush", &file))?;
        self.undecided = false;
        Ok(())
    }

    fn flush(&self, folder: &Path) -> Result<(), Error> {
        self.disk.flush(folder).map_err(Error::io("flush", folder))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses a path that leads through a symbolic link, and so out of the output, or through a file
    /// of others.
    fn stay_inside(&self, path: &OutPath) -> Result<(), Error> {
        for folder in folders_of(&self.places.output, path) {
            if self.lock().real.contains(&folder) {
                continue;
            }
            match self
                .disk
                .look(&folder)
                .map_err(Error::io("read", &folder))?
            {
                Some(Found::Folder) => {}
                // Nothing is below it either.
                None => return Ok(()),
                Some(Found::Link) => return Err(leads_out(folder)),
                Some(_) if self.is_own_file(&folder) => return Ok(()),
                Some(_) => return Err(in_the_way(folder)),
            }
            self.lock().real.insert(folder);
        }
        Ok(())
    }

    fn is_own_file(&self, file: &Path) -> bool {
        let path = file.strip_prefix(&self.places.output).ok();
        let path = path.and_then(Path::to_str).and_then(OutPath::parse);
        path.is_some_and(|path| self.before.own(&path).is_some())
    }

    /// What the system says of the published file, if it has these bytes already.
    fn published(
        &self,
        path: &OutPath,
        bytes: &[u8],
        before: Option<Entry>,
    ) -> Result<Option<Stamp>, Error> {
        self.stay_inside(path)?;
        let file = self.places.published(path);
        match self.disk.look(&file).map_err(Error::io("read", &file))? {
            None => Ok(None),
            Some(Found::File(stamp)) => {
                let same = stamp.size == bytes.len() as u64
                    && self.disk.read(&file).map_err(Error::io("read", &file))? == bytes;
                if !same && before.is_none() {
                    return Err(in_the_way(file));
                }
                Ok(same.then_some(stamp))
            }
            // A folder of errbook's own files is emptied first.
            Some(Found::Folder) if self.before.site.below(path.as_str()).next().is_some() => {
                Ok(None)
            }
            Some(_) => Err(in_the_way(file)),
        }
    }

    /// Writes a file to the stage. Moving it into place changes neither its time nor its number.
    fn stage(&self, path: &OutPath, bytes: &[u8], not_before: u64) -> Result<Stamp, Error> {
        let file = self.places.staged(path);
        if let Some(folder) = file.parent() {
            self.create_stage_folders(folder)?;
        }
        let written = self.disk.write(&file, bytes, not_before);
        written.map_err(Error::io("write", &file))
    }

    /// Makes a folder of the stage, and those that lead to it.
    fn create_stage_folders(&self, folder: &Path) -> Result<(), Error> {
        if self.lock().folders.contains(folder) {
            return Ok(());
        }
        let outside = if self.places.is_inside() {
            Some(self.places.output.as_path())
        } else {
            self.places.stage.parent()
        };
        if let Some(parent) = folder.parent().filter(|parent| Some(*parent) != outside) {
            self.create_stage_folders(parent)?;
        }
        let made = self.disk.create_folder(folder);
        made.map_err(Error::io("create", folder))?;
        self.lock().folders.insert(folder.to_path_buf());
        Ok(())
    }
}

impl<D: Disk> Drop for Publication<D> {
    fn drop(&mut self) {
        // What was decided on stays for the next build to carry out. What was not, or is done, goes;
        // if it cannot, it harms nothing, and the next build removes it.
        if self.undecided {
            let _ = commit::discard(&self.disk, &self.places);
        }
    }
}

/// Whether nothing stands at a path, or an empty folder.
fn is_vacant<D: Disk>(disk: &D, path: &Path) -> Result<bool, Error> {
    Ok(match disk.look(path).map_err(Error::io("read", path))? {
        None => true,
        Some(Found::Folder) => {
            let held = disk.list(path).map_err(Error::io("list", path))?;
            held.is_empty()
        }
        Some(_) => false,
    })
}
