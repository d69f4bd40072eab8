//! The only module that writes a site: compare, stage, move into place, delete what is gone.
//!
//! Files are offered one by one, from any thread. Those that differ from what is published go to a
//! stage folder beside the output; nothing of the published site changes until all is rendered.
//! Then they are moved into place, what others lead to first. A build that fails or is interrupted
//! before that leaves the published site as it was.

mod guard;
mod manifest;

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rayon::prelude::*;

pub use guard::Guard;
use manifest::{Entry, Manifest};

use crate::address::OutPath;
use crate::error::Error;
use crate::stamp::Stamp;

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
    /// Bytes of the whole site.
    pub bytes: u64,
    /// Over the paths and bytes of the whole site.
    pub seal: u128,
}

/// A site being published.
pub struct Publisher {
    output: PathBuf,
    stage: PathBuf,
    old: Manifest,
    /// Whether there was no output folder before, or an empty one.
    first: bool,
    state: Mutex<State>,
    /// Released when the file is closed.
    _lock: File,
}

#[derive(Default)]
struct State {
    new: Manifest,
    staged: Vec<OutPath>,
    folders: HashSet<PathBuf>,
    /// Folders of the output that are no symbolic links.
    real: HashSet<PathBuf>,
    unchanged: usize,
}

impl Publisher {
    /// Locks an output folder and makes sure that it may be written to.
    ///
    /// # Errors
    /// If the folder is one that errbook will not write to, or another build is writing to it.
    pub fn begin(output: &Path, guard: &Guard<'_>) -> Result<Self, Error> {
        let (parent, name) = guard::place(output)?;
        // Before anything is created: a refused folder gets no lock beside it either.
        guard.check(output, manifest::exists(output))?;
        fs::create_dir_all(&parent).map_err(Error::io("create", &parent))?;
        let output = parent.join(&name);
        let lock = lock(&parent.join(format!(".{name}.errbook-lock")), &output)?;
        let old = Manifest::read(&output)?;
        let first = guard.check(&output, !old.is_empty())?;
        let stage = parent.join(format!(".{name}.errbook-stage"));
        remove_stage(&stage)?;
        fs::create_dir(&stage).map_err(Error::io("create", &stage))?;
        Ok(Self {
            output,
            stage,
            old,
            first,
            state: Mutex::default(),
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
        let files: Vec<_> = self.old.files().collect();
        let as_left = |(path, entry): &(&OutPath, &Entry)| self.is_as_left(path, entry);
        let intact = !files.is_empty() && files.par_iter().all(as_left);
        intact.then(|| Published {
            unchanged: files.len(),
            bytes: self.old.bytes(),
            seal: self.old.seal(),
            ..Published::default()
        })
    }

    /// Keeps a file as it is published, if errbook wrote it with this hash and nobody touched it
    /// since; whether it could. For what would be the same if it were rendered again.
    pub fn keep(&self, path: &OutPath, hash: u128) -> bool {
        let entry = self.old.get(path).filter(|entry| entry.hash == hash);
        let Some(entry) = entry.filter(|entry| self.is_as_left(path, entry)) else {
            return false;
        };
        let mut state = self.lock();
        state.new.insert(path.clone(), entry);
        state.unchanged += 1;
        true
    }

    /// Keeps these files, if errbook wrote them with these hashes and nobody touched them since, or
    /// none of them; whether it could.
    pub fn keep_all(&self, files: &[(OutPath, u128)]) -> bool {
        let kept = files.par_iter().map(|(path, hash)| {
            let entry = self.old.get(path).filter(|entry| entry.hash == *hash)?;
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
        let file = self.output.join(path.as_str());
        let found = fs::symlink_metadata(file)
            .ok()
            .filter(fs::Metadata::is_file);
        found.is_some_and(|found| Stamp::of(&found) == entry.stamp)
            && self.stay_inside(path).is_ok()
    }

    /// Takes one file of the site; its hash.
    ///
    /// # Errors
    /// If it cannot be staged, or a file that errbook did not write stands in its place.
    pub fn offer(&self, path: &OutPath, bytes: &[u8]) -> Result<u128, Error> {
        let same = if self.first {
            None
        } else {
            self.published(path, bytes)?
        };
        let stamp = match same {
            Some(stamp) => stamp,
            None => self.stage(path, bytes)?,
        };
        // A file of somebody else's that happens to be the same stays theirs.
        let own = same.is_none() || self.old.get(path).is_some();
        let entry = Entry::of(bytes, stamp);
        let mut state = self.lock();
        if own {
            state.new.insert(path.clone(), entry);
        }
        if same.is_some() {
            state.unchanged += 1;
        } else {
            state.staged.push(path.clone());
        }
        Ok(entry.hash)
    }

    /// Moves what was staged into place and deletes what is gone.
    ///
    /// # Errors
    /// If the file system fails.
    pub fn finish(self) -> Result<Published, Error> {
        let mut state = std::mem::take(&mut *self.lock());
        let mut published = Published {
            written: state.staged.len(),
            unchanged: state.unchanged,
            bytes: state.new.bytes(),
            seal: state.new.seal(),
            ..Published::default()
        };
        if self.first {
            state.new.write(&self.stage, &Manifest::default())?;
            // An empty folder gives way to the staged one.
            if self.output.is_dir() {
                fs::remove_dir(&self.output).map_err(Error::io("replace", &self.output))?;
            }
            fs::rename(&self.stage, &self.output)
                .map_err(Error::io("move into place", &self.output))?;
            return Ok(published);
        }
        state.staged.sort_by(|a, b| (rank(a), a).cmp(&(rank(b), b)));
        // Before anything moves: a build that is killed from here on leaves no file that the next
        // one would take for somebody else's.
        let both = self.old.with(&state.new);
        both.write(&self.output, &self.old)?;
        for path in &state.staged {
            self.move_into_place(path)?;
        }
        for path in self
            .old
            .paths()
            .filter(|path| state.new.get(path).is_none())
        {
            if self.delete(path)? {
                published.deleted += 1;
            } else {
                published.left += 1;
            }
        }
        state.new.write(&self.output, &both)?;
        Ok(published)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Refuses a path that leads through a symbolic link, and so out of the output.
    fn stay_inside(&self, path: &OutPath) -> Result<(), Error> {
        for (end, _) in path.as_str().match_indices('/') {
            let folder = self.output.join(&path.as_str()[..end]);
            if self.lock().real.contains(&folder) {
                continue;
            }
            if folder.is_symlink() {
                return Err(Error::OutputRefused {
                    path: folder,
                    reason: "it is a symbolic link where a folder of the site belongs".into(),
                    hint: "put a real folder in its place, or choose another output folder".into(),
                });
            }
            self.lock().real.insert(folder);
        }
        Ok(())
    }

    /// The published file, if it has these bytes already.
    fn published(&self, path: &OutPath, bytes: &[u8]) -> Result<Option<Stamp>, Error> {
        self.stay_inside(path)?;
        let file = self.output.join(path.as_str());
        let same = match compare(&file, bytes) {
            Ok(same) => same,
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                return Ok(None);
            }
            Err(error) => return Err(Error::io("read", &file)(error)),
        };
        if same.is_none() && self.old.get(path).is_none() {
            return Err(Error::OutputRefused {
                path: file,
                reason: "a file that errbook did not write stands where a page belongs".into(),
                hint: "move it away, or choose another output folder".into(),
            });
        }
        Ok(same)
    }

    fn stage(&self, path: &OutPath, bytes: &[u8]) -> Result<Stamp, Error> {
        let file = self.stage.join(path.as_str());
        if let Some(folder) = file.parent() {
            let known = self.lock().folders.contains(folder);
            if !known {
                fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
                self.lock().folders.insert(folder.to_path_buf());
            }
        }
        // Moving it into place changes neither its time nor its number.
        let written = File::create(&file).and_then(|mut file| {
            file.write_all(bytes)?;
            file.metadata()
        });
        written
            .map(|metadata| Stamp::of(&metadata))
            .map_err(Error::io("write", &file))
    }

    fn move_into_place(&self, path: &OutPath) -> Result<(), Error> {
        let from = self.stage.join(path.as_str());
        let to = self.output.join(path.as_str());
        if let Some(folder) = to.parent().filter(|folder| !folder.is_dir()) {
            fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
        }
        fs::rename(&from, &to).map_err(Error::io("move into place", &to))
    }

    /// Deletes a file that errbook wrote, and the folders that it leaves empty; whether it did.
    fn delete(&self, path: &OutPath) -> Result<bool, Error> {
        self.stay_inside(path)?;
        let file = self.output.join(path.as_str());
        match fs::read(&file) {
            Ok(bytes) if self.old.get(path).is_some_and(|entry| entry.is_of(&bytes)) => {}
            Ok(_) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            Err(error) => return Err(Error::io("read", &file)(error)),
        }
        fs::remove_file(&file).map_err(Error::io("delete", &file))?;
        let folders = file
            .ancestors()
            .skip(1)
            .take_while(|folder| *folder != self.output);
        for folder in folders {
            // Fails where something else is left in it, which is what should happen.
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
        Ok(true)
    }
}

impl Drop for Publisher {
    fn drop(&mut self) {
        // Gone already where all went well; where not, what is left harms nothing and the next
        // build removes it.
        let _ = fs::remove_dir_all(&self.stage);
    }
}

/// What is moved first: files that pages need, pages, lists, and last what leads to all of them.
fn rank(path: &OutPath) -> u8 {
    let path = path.as_str();
    match path.split('/').next().unwrap_or_default() {
        "assets" => 0,
        "search" if path == "search/root.js" => 5,
        "search" if path.ends_with(".js") => 0,
        "errors" if !path.ends_with("/index.html") => 1,
        "id" => 2,
        _ if path == "index.html" => 4,
        _ => 3,
    }
}

fn lock(file: &Path, output: &Path) -> Result<File, Error> {
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(file)
        .map_err(Error::io("create", file))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(Error::Locked(output.to_path_buf())),
        Err(TryLockError::Error(error)) => Err(Error::io("lock", file)(error)),
    }
}

/// Removes what an interrupted build left.
fn remove_stage(stage: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(stage) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::io("remove", stage)(error))
        }
        _ => Ok(()),
    }
}

/// What the system says of a file, if it has exactly these bytes.
fn compare(file: &Path, bytes: &[u8]) -> io::Result<Option<Stamp>> {
    let mut file = File::open(file)?;
    let stamp = Stamp::of(&file.metadata()?);
    if stamp.size != bytes.len() as u64 {
        return Ok(None);
    }
    let mut found = Vec::with_capacity(bytes.len());
    file.read_to_end(&mut found)?;
    Ok((found == bytes).then_some(stamp))
}

/// Writes a small file of errbook's own beside the pages.
fn write_file(file: &Path, bytes: &[u8]) -> Result<(), Error> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
    }
    let temporary = file.with_extension("new");
    let mut out = File::create(&temporary).map_err(Error::io("write", &temporary))?;
    out.write_all(bytes)
        .map_err(Error::io("write", &temporary))?;
    fs::rename(&temporary, file).map_err(Error::io("write", file))
}

#[cfg(test)]
mod tests;
