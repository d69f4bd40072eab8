//! The calls on files that publishing makes, one by one: the only door to the file system from
//! here. Tests put a file system in its place that fails, is killed or loses power at any call.
//!
//! What is said of a path is said of the path itself: symbolic links are not followed at its end.

use std::fs::{self, File, FileTimes};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use super::beneath::Root;
use crate::plain_file;
use crate::stamp::Stamp;

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A plain file.
    File(Stamp),
    /// A folder.
    Folder,
    /// A symbolic link, whatever it leads to.
    Link,
    /// A pipe, a device or a socket.
    Other,
}

/// A file system. Each call is done or fails without a trace, but for a write, which may stop anywhere.
pub(super) trait Disk: Sync {
    /// What stands at a path; none where nothing does.
    fn look(&self, path: &Path) -> io::Result<Option<Found>>;

    /// All of a file.
    fn read(&self, file: &Path) -> io::Result<Vec<u8>>;

    /// What a folder holds, in any order.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Makes a folder in one that is there; fine if it is there already.
    fn create_folder(&self, folder: &Path) -> io::Result<()>;

    /// Writes a file, with a time of at least `not_before` (nanoseconds since 1970).
    fn write(&self, file: &Path, bytes: &[u8], not_before: u64) -> io::Result<Stamp>;

    /// Moves a file or folder to a path, where it takes the place of a file or an empty folder.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Deletes a file or a link.
    fn delete_file(&self, file: &Path) -> io::Result<()>;

    /// Deletes a folder that is empty.
    fn delete_folder(&self, folder: &Path) -> io::Result<()>;

    /// Returns when a file and its name would survive a power cut.
    fn flush_file(&self, file: &Path) -> io::Result<()>;

    /// Returns when all that was done so far to the file system of a folder would survive a power cut.
    fn flush(&self, folder: &Path) -> io::Result<()>;
}

/// Whether a build waits until the disk has what it wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// A power cut at any moment leaves the old site or the new one, or what the next build completes.
    #[default]
    Flushed,
    /// So does a killed build, but not a power cut. For tests, and for sites that are thrown away.
    Unflushed,
}

/// The file system of the machine. What it changes lies beneath a folder that it holds open, where the
/// system can see to that.
pub(super) struct Local {
    durability: Durability,
    root: Option<Root>,
}

impl Local {
    /// For changes beneath a folder.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(super) fn beneath(folder: &Path, durability: Durability) -> io::Result<Self> {
        Ok(Self {
            durability,
            root: Root::open(folder)?,
        })
    }

    /// Whether the system cannot see to it that nothing else is changed.
    #[cfg(test)]
    pub(super) fn is_unguarded(&self) -> bool {
        self.root.is_none()
    }
}

impl Disk for Local {
    fn look(&self, path: &Path) -> io::Result<Option<Found>> {
        let metadata = match fs::symlink_metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if is_nothing(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        let kind = metadata.file_type();
        Ok(Some(if kind.is_file() {
            Found::File(Stamp::of(&metadata))
        } else if kind.is_dir() {
            Found::Folder
        } else if kind.is_symlink() {
            Found::Link
        } else {
            Found::Other
        }))
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        plain_file::read(file)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect()
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        if let Some(root) = &self.root {
            return root.create_folder(folder);
        }
        match fs::create_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
            made => made,
        }
    }

    fn write(&self, file: &Path, bytes: &[u8], not_before: u64) -> io::Result<Stamp> {
        let mut out = match &self.root {
            Some(root) => root.create_file(file)?,
            None => File::create(file)?,
        };
        out.write_all(bytes)?;
        let stamp = Stamp::of(&out.metadata()?);
        if stamp.changed >= not_before {
            return Ok(stamp);
        }
        let time = UNIX_EPOCH + Duration::from_nanos(not_before);
        out.set_times(FileTimes::new().set_modified(time))?;
        Ok(Stamp::of(&out.metadata()?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        match &self.root {
            Some(root) => root.rename(from, to),
            None => fs::rename(from, to),
        }
    }

    fn delete_file(&self, file: &Path) -> io::Result<()> {
        match &self.root {
            Some(root) => root.delete_file(file),
            None => fs::remove_file(file),
        }
    }

    fn delete_folder(&self, folder: &Path) -> io::Result<()> {
        match &self.root {
            Some(root) => root.delete_folder(folder),
            None => fs::remove_dir(folder),
        }
    }

    fn flush_file(&self, file: &Path) -> io::Result<()> {
        if self.durability == Durability::Unflushed {
            return Ok(());
        }
        File::open(file)?.sync_all()?;
        match file.parent() {
            // Other systems do not open folders as files; their file systems keep names in order.
            Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    }

    fn flush(&self, folder: &Path) -> io::Result<()> {
        match self.durability {
            Durability::Flushed => flush_all(folder),
            Durability::Unflushed => Ok(()),
        }
    }
}

/// Whether a failure says that nothing stands at a path.
pub(super) fn is_nothing(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

/// One call for the whole file system: a flush of each of many files takes as long each time.
#[cfg(target_os = "linux")]
fn flush_all(folder: &Path) -> io::Result<()> {
    Ok(rustix::fs::syncfs(File::open(folder)?)?)
}

#[cfg(not(target_os = "linux"))]
#[cfg_attr(false, mutants::skip)] // Never compiled where `.ci/mutants` runs.
fn flush_all(folder: &Path) -> io::Result<()> {
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry?;
        if entry.file_type().is_file() || (cfg!(unix) && entry.file_type().is_dir()) {
            File::open(entry.path())?.sync_all()?;
        }
    }
    Ok(())
}

/// Whether a folder is the root of a mounted file system, so that nothing can be moved in from
/// beside it.
#[cfg(target_os = "linux")]
pub(super) fn is_mounted(folder: &Path) -> bool {
    use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};
    statx(
        CWD,
        folder,
        AtFlags::SYMLINK_NOFOLLOW,
        StatxFlags::BASIC_STATS,
    )
    .is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
}

#[cfg(all(unix, not(target_os = "linux")))]
#[cfg_attr(false, mutants::skip)] // Never compiled where `.ci/mutants` runs.
pub(super) fn is_mounted(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| fs::symlink_metadata(path).map(|found| found.dev()).ok();
    let own = device(folder);
    own.is_some() && own != folder.parent().and_then(device)
}

#[cfg(not(unix))]
#[cfg_attr(false, mutants::skip)] // Never compiled where `.ci/mutants` runs.
pub(super) fn is_mounted(_folder: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With the system's help if it gives any, and without.
    fn disks(folder: &Path, durability: Durability) -> [Local; 2] {
        let root = None;
        let without = Local { durability, root };
        [Local::beneath(folder, durability).unwrap(), without]
    }

    #[test]
    fn a_look_says_what_stands_there_or_that_it_cannot_be_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "text").unwrap();
        for disk in disks(folder.path(), Durability::Unflushed) {
            let look = |name: &str| disk.look(&path(name));
            assert!(matches!(look("file"), Ok(Some(Found::File(stamp))) if stamp.size == 4));
            assert_eq!(look(".").unwrap(), Some(Found::Folder));
            assert_eq!(look("none").unwrap(), None);
            assert_eq!(look("file/none").unwrap(), None);
            // Longer than any name can be: what stands there is not known.
            assert!(look(&"x".repeat(5_000)).is_err());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_are_neither_files_nor_folders() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(folder.path(), &link).unwrap();
        let socket = folder.path().join("socket");
        let _open = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for disk in disks(folder.path(), Durability::Unflushed) {
            assert_eq!(disk.look(&link).unwrap(), Some(Found::Link));
            assert_eq!(disk.look(&socket).unwrap(), Some(Found::Other));
        }
    }

    #[test]
    fn a_folder_is_made_where_none_is_and_nothing_else_stands() {
        for which in [0, 1] {
            let folder = tempfile::tempdir().unwrap();
            let path = |name: &str| folder.path().join(name);
            let disk = &disks(folder.path(), Durability::Unflushed)[which];
            fs::write(path("file"), "text").unwrap();
            for _ in 0..2 {
                disk.create_folder(&path("folder")).unwrap();
                assert!(path("folder").is_dir());
            }
            assert!(disk.create_folder(&path("file")).is_err());
            assert!(disk.create_folder(&path("none/folder")).is_err());
            assert!(disk.create_folder(&path("file/folder")).is_err());
        }
    }

    #[test]
    fn files_are_written_moved_and_deleted() {
        for which in [0, 1] {
            let folder = tempfile::tempdir().unwrap();
            let path = |name: &str| folder.path().join(name);
            let disk = &disks(folder.path(), Durability::Unflushed)[which];
            let stamp = disk.write(&path("a"), b"text", 0).unwrap();
            assert_eq!(disk.look(&path("a")).unwrap(), Some(Found::File(stamp)));
            assert_eq!(disk.read(&path("a")).unwrap(), b"text");
            // Only a time that is too early is changed.
            let later = stamp.changed + 5_000_000_000;
            assert_eq!(disk.write(&path("a"), b"t", later).unwrap().changed, later);
            assert!(disk.write(&path("a"), b"t", 1).unwrap().changed < later);
            assert_eq!(disk.read(&path("a")).unwrap(), b"t");
            disk.create_folder(&path("folder")).unwrap();
            disk.rename(&path("a"), &path("folder/b")).unwrap();
            assert_eq!(disk.list(&path("folder")).unwrap(), [path("folder/b")]);
            assert!(disk.delete_folder(&path("folder")).is_err());
            disk.delete_file(&path("folder/b")).unwrap();
            disk.delete_folder(&path("folder")).unwrap();
            assert!(disk.list(folder.path()).unwrap().is_empty());
        }
    }

    #[test]
    fn only_a_flush_that_was_asked_for_can_fail() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "text").unwrap();
        let none = folder.path().join("none");
        for disk in disks(folder.path(), Durability::Flushed) {
            disk.flush_file(&file).unwrap();
            disk.flush(folder.path()).unwrap();
            assert!(disk.flush_file(&none).is_err());
            assert!(disk.flush(&none).is_err());
        }
        for disk in disks(folder.path(), Durability::Unflushed) {
            disk.flush_file(&none).unwrap();
            disk.flush(&none).unwrap();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_mounted_folder_is_told_from_one_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_mounted(folder.path()));
        assert!(!is_mounted(&folder.path().join("none")));
        assert!(is_mounted(Path::new("/proc")));
        assert!(!is_mounted(Path::new("/proc/self/task")));
    }
}
