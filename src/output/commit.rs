//! Carrying out a journal: files into place, then deletes. It can be broken off anywhere and begun
//! anew, by this build or the next one: what is done already is passed over.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Disk, Found};
use super::journal::{Journal, Move};
use super::manifest::Entry;
use super::order::{LAST_UNSEEN, rank};
use crate::address::OutPath;
use crate::error::Error;

/// Where a site is published, and where what will be published waits.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub(super) output: PathBuf,
    pub(super) stage: PathBuf,
    /// A number that no other build has: what one left in the stage, even where a power cut brought it
    /// back, is never taken for what another one put there.
    pub(super) build: u64,
}

impl Places {
    /// A file that waits in the stage.
    pub(super) fn staged(&self, path: &OutPath) -> PathBuf {
        self.staged_site().join(path.as_str())
    }

    /// All files that wait.
    pub(super) fn staged_site(&self) -> PathBuf {
        self.stage.join(format!("{:016x}", self.build))
    }

    /// Whether the stage lies in the output, because that is a file system of its own.
    pub(super) fn is_inside(&self) -> bool {
        self.stage.starts_with(&self.output)
    }

    pub(super) fn journal(&self) -> PathBuf {
        self.stage.join("journal")
    }

    pub(super) fn published(&self, path: &OutPath) -> PathBuf {
        self.output.join(path.as_str())
    }
}

/// What became of files that are gone from a site.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deleted {
    pub(super) deleted: usize,
    /// Changed by someone else, so they stay.
    pub(super) left: usize,
}

/// Makes whatever an earlier build left of its work into a site: carries out a whole journal, drops
/// anything else.
pub(super) fn recover<D: Disk>(disk: &D, places: &Places) -> Result<(), Error> {
    let file = places.journal();
    match disk.read(&file) {
        Ok(bytes) => {
            if let Some(journal) = Journal::parse(&bytes) {
                let places = Places {
                    build: journal.build,
                    ..places.clone()
                };
                carry_out(disk, &places, &journal)?;
            }
        }
        Err(error) if super::disk::is_nothing(&error) => {}
        Err(error) => return Err(Error::io("read", &file)(error)),
    }
    discard(disk, places)
}

/// Does what a journal says, and takes the journal away.
pub(super) fn carry_out<D: Disk>(
    disk: &D,
    places: &Places,
    journal: &Journal,
) -> Result<Deleted, Error> {
    let Places { output, .. } = places;
    let mut carrying = Carrying {
        disk,
        places,
        folders: HashSet::new(),
    };
    for (path, entry) in &journal.clears {
        carrying.delete(path, entry)?;
    }
    let flush = || disk.flush(output).map_err(Error::io("flush", output));
    let is_unseen = |step: &&Move| rank(&step.path, step.is_new) <= LAST_UNSEEN;
    let unseen = journal.moves.iter().take_while(is_unseen).count();
    let (unseen, seen) = journal.moves.split_at(unseen);
    for step in unseen {
        carrying.move_into_place(step)?;
    }
    // A power cut may lose any of the moves since: not those that the later ones count on.
    if !unseen.is_empty() && !seen.is_empty() {
        flush()?;
    }
    for step in seen {
        carrying.move_into_place(step)?;
    }
    // Nor those that take the place of what is deleted.
    flush()?;
    let mut gone = Deleted::default();
    for (path, entry) in &journal.deletes {
        if carrying.delete(path, entry)? {
            gone.deleted += 1;
        } else {
            gone.left += 1;
        }
    }
    // Nobody else knows of these files: the journal goes when they are gone for good.
    if !journal.deletes.is_empty() {
        flush()?;
    }
    let file = places.journal();
    match disk.delete_file(&file) {
        Err(error) if !super::disk::is_nothing(&error) => Err(Error::io("delete", &file)(error)),
        _ => Ok(gone),
    }
}

/// Drops the stage. What of it may be decided on goes first, and for good: without the files that it
/// speaks of, a journal would do harm.
pub(super) fn discard<D: Disk>(disk: &D, places: &Places) -> Result<(), Error> {
    let file = places.journal();
    let found = disk.look(&file).map_err(Error::io("read", &file))?;
    if found.is_some() {
        disk.delete_file(&file)
            .map_err(Error::io("delete", &file))?;
        disk.flush(&places.stage)
            .map_err(Error::io("flush", &places.stage))?;
    }
    remove(disk, &places.stage)
}

/// Deletes whatever stands at a path, if anything does. Links are deleted, not followed.
fn remove<D: Disk>(disk: &D, path: &Path) -> Result<(), Error> {
    match disk.look(path).map_err(Error::io("read", path))? {
        None => Ok(()),
        Some(Found::Folder) => {
            for held in disk.list(path).map_err(Error::io("list", path))? {
                remove(disk, &held)?;
            }
            disk.delete_folder(path).map_err(Error::io("delete", path))
        }
        Some(_) => disk.delete_file(path).map_err(Error::io("delete", path)),
    }
}

struct Carrying<'a, D> {
    disk: &'a D,
    places: &'a Places,
    /// Folders of the output that are there, and are no links.
    folders: HashSet<PathBuf>,
}

impl<D: Disk> Carrying<'_, D> {
    fn move_into_place(&mut self, step: &Move) -> Result<(), Error> {
        let from = self.places.staged(&step.path);
        let to = self.places.published(&step.path);
        if step.is_new {
            match self.disk.look(&to).map_err(Error::io("read", &to))? {
                None => {}
                // Emptied just now, if it held files of errbook's only.
                Some(Found::Folder) if self.disk.delete_folder(&to).is_ok() => {}
                Some(_) => {
                    let waits = self.disk.look(&from).map_err(Error::io("read", &from))?;
                    // Moved already, if it does not wait.
                    return waits.map_or(Ok(()), |_| Err(in_the_way(to)));
                }
            }
        }
        self.create_folders_of(&step.path)?;
        match self.disk.rename(&from, &to) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) if is_in_the_way(&error) => Err(in_the_way(to)),
            Err(error) => Err(Error::io("move into place", &to)(error)),
        }
    }

    fn create_folders_of(&mut self, path: &OutPath) -> Result<(), Error> {
        for folder in folders_of(&self.places.output, path) {
            if self.folders.contains(&folder) {
                continue;
            }
            let found = self
                .disk
                .look(&folder)
                .map_err(Error::io("read", &folder))?;
            match found {
                Some(Found::Folder) => {}
                None => self
                    .disk
                    .create_folder(&folder)
                    .map_err(Error::io("create", &folder))?,
                Some(Found::Link) => return Err(leads_out(folder)),
                Some(_) => return Err(in_the_way(folder)),
            }
            self.folders.insert(folder);
        }
        Ok(())
    }

    /// Deletes a file if it still has the bytes that errbook wrote, and the folders that it leaves
    /// empty; whether it did.
    fn delete(&mut self, path: &OutPath, entry: &Entry) -> Result<bool, Error> {
        for folder in folders_of(&self.places.output, path) {
            match self
                .disk
                .look(&folder)
                .map_err(Error::io("read", &folder))?
            {
                Some(Found::Folder) => {}
                Some(Found::Link) => return Err(leads_out(folder)),
                _ => return Ok(true),
            }
        }
        let file = self.places.published(path);
        match self.disk.look(&file).map_err(Error::io("read", &file))? {
            None => return Ok(true),
            Some(Found::File(found)) if found.size == entry.stamp.size => {}
            Some(_) => return Ok(false),
        }
        let bytes = self.disk.read(&file).map_err(Error::io("read", &file))?;
        if !entry.is_of(&bytes) {
            return Ok(false);
        }
        self.disk
            .delete_file(&file)
            .map_err(Error::io("delete", &file))?;
        let folders = file
            .ancestors()
            .skip(1)
            .take_while(|folder| *folder != self.places.output);
        for folder in folders {
            // Fails where something else is left in it, which is what should happen.
            if self.disk.delete_folder(folder).is_err() {
                break;
            }
            self.folders.remove(folder);
        }
        Ok(true)
    }
}

/// The folders of the output that lead to a file, from the outermost.
pub(super) fn folders_of<'a>(
    output: &'a Path,
    path: &'a OutPath,
) -> impl Iterator<Item = PathBuf> + 'a {
    let path = path.as_str();
    path.match_indices('/')
        .map(move |(end, _)| output.join(&path[..end]))
}

fn is_in_the_way(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, DirectoryNotEmpty, IsADirectory, NotADirectory};
    matches!(
        error.kind(),
        AlreadyExists | DirectoryNotEmpty | IsADirectory | NotADirectory
    )
}

/// Something of others stands where a page belongs.
pub(super) fn in_the_way(path: PathBuf) -> Error {
    Error::OutputRefused {
        path,
        reason: "a file that errbook did not write stands where a page belongs".into(),
        hint: "move it away, or choose another output folder".into(),
    }
}

/// A folder of the output is a link.
pub(super) fn leads_out(path: PathBuf) -> Error {
    Error::OutputRefused {
        path,
        reason: "it is a symbolic link where a folder of the site belongs".into(),
        hint: "put a real folder in its place, or choose another output folder".into(),
    }
}
