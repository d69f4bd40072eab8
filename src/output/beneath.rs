//! Changes to files beneath a folder that is held open: no symbolic link on the way to them is
//! followed, even one that somebody puts there between a look and the change. The system resolves each
//! path from the open folder (`openat2`, Linux 5.6 and on) and refuses links; where it cannot, the
//! looks that `publication` and `commit` take are all there is.

use std::fs::File;
use std::io;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::{ffi::OsStr, os::fd::OwnedFd, path::PathBuf};

#[cfg(target_os = "linux")]
use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, ResolveFlags, mkdirat, openat2, renameat, statat, unlinkat,
};
#[cfg(target_os = "linux")]
use rustix::io::Errno;

/// A folder held open.
#[cfg(target_os = "linux")]
pub(super) struct Root {
    path: PathBuf,
    folder: OwnedFd,
}

#[cfg(target_os = "linux")]
impl Root {
    /// Holds a folder open; none where the system cannot resolve paths from it.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(super) fn open(path: &Path) -> io::Result<Option<Self>> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = rustix::fs::open(path, flags, Mode::empty())?;
        match openat2(&folder, ".", flags, Mode::empty(), RESOLVE) {
            Ok(_) => Ok(Some(Self {
                path: path.to_path_buf(),
                folder,
            })),
            // Older systems do not know the call or what is asked of it, and some containers forbid it.
            Err(Errno::NOSYS | Errno::PERM | Errno::INVAL) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Makes a folder in one that is there; fine if it is there already.
    pub(super) fn create_folder(&self, path: &Path) -> io::Result<()> {
        let (folder, name) = self.place(path)?;
        match mkdirat(&folder, name, Mode::from_raw_mode(0o777)) {
            Err(Errno::EXIST) => {
                let found = statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
                match FileType::from_raw_mode(found.st_mode) {
                    FileType::Directory => Ok(()),
                    FileType::Symlink => Err(told(Errno::LOOP)),
                    _ => Err(Errno::EXIST.into()),
                }
            }
            made => Ok(made?),
        }
    }

    /// Opens a file to be written, empty.
    pub(super) fn create_file(&self, path: &Path) -> io::Result<File> {
        // A pipe in its place would be waited for.
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC;
        let flags = flags | OFlags::NONBLOCK;
        let name = self.name(path)?;
        let file = openat2(
            &self.folder,
            name,
            flags,
            Mode::from_raw_mode(0o666),
            RESOLVE,
        );
        Ok(File::from(file.map_err(told)?))
    }

    /// Moves a file or folder to a path, where it takes the place of a file or an empty folder.
    pub(super) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let (from_folder, from) = self.place(from)?;
        let (to_folder, to) = self.place(to)?;
        Ok(renameat(&from_folder, from, &to_folder, to)?)
    }

    /// Deletes a file or a link.
    pub(super) fn delete_file(&self, path: &Path) -> io::Result<()> {
        let (folder, name) = self.place(path)?;
        Ok(unlinkat(&folder, name, AtFlags::empty())?)
    }

    /// Deletes a folder that is empty.
    pub(super) fn delete_folder(&self, path: &Path) -> io::Result<()> {
        let (folder, name) = self.place(path)?;
        Ok(unlinkat(&folder, name, AtFlags::REMOVEDIR)?)
    }

    /// The folder that something lies in, open, and its name there: what a call does with a name that
    /// has no separator it does in that folder and nowhere else.
    fn place<'p>(&self, path: &'p Path) -> io::Result<(OwnedFd, &'p OsStr)> {
        let name = self.name(path)?;
        let (Some(folder), Some(last)) = (name.parent(), name.file_name()) else {
            return Err(outside());
        };
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = openat2(&self.folder, folder, flags, Mode::empty(), RESOLVE);
        Ok((folder.map_err(told)?, last))
    }

    fn name<'p>(&self, path: &'p Path) -> io::Result<&'p Path> {
        path.strip_prefix(&self.path).map_err(|_| outside())
    }
}

#[cfg(target_os = "linux")]
const RESOLVE: ResolveFlags = ResolveFlags::BENEATH.union(ResolveFlags::NO_SYMLINKS);

#[cfg(target_os = "linux")]
fn outside() -> io::Error {
    io::Error::other("it does not lie beneath the folder that the site is published in")
}

/// What the system says of links, in words.
#[cfg(target_os = "linux")]
fn told(errno: Errno) -> io::Error {
    match errno {
        Errno::LOOP | Errno::XDEV => {
            io::Error::other("a symbolic link is on the way, where a folder of the site belongs")
        }
        errno => errno.into(),
    }
}

/// There is none: other systems have no such call.
#[cfg(not(target_os = "linux"))]
pub(super) enum Root {}

#[cfg(not(target_os = "linux"))]
#[cfg_attr(false, mutants::skip)] // Never compiled where `.ci/mutants` runs.
impl Root {
    pub(super) fn open(_path: &Path) -> io::Result<Option<Self>> {
        Ok(None)
    }

    pub(super) fn create_folder(&self, _path: &Path) -> io::Result<()> {
        match *self {}
    }

    pub(super) fn create_file(&self, _path: &Path) -> io::Result<File> {
        match *self {}
    }

    pub(super) fn rename(&self, _from: &Path, _to: &Path) -> io::Result<()> {
        match *self {}
    }

    pub(super) fn delete_file(&self, _path: &Path) -> io::Result<()> {
        match *self {}
    }

    pub(super) fn delete_folder(&self, _path: &Path) -> io::Result<()> {
        match *self {}
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::fs::CWD;

    use super::*;

    #[test]
    fn a_folder_is_held_open_wherever_the_system_can_resolve_paths_from_it() {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let resolves = openat2(CWD, ".", flags, Mode::empty(), ResolveFlags::BENEATH).is_ok();
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Root::open(folder.path()).unwrap().is_some(), resolves);
        assert!(Root::open(&folder.path().join("none")).is_err());
        let file = folder.path().join("file");
        std::fs::write(&file, "text").unwrap();
        assert!(Root::open(&file).is_err());
    }

    #[test]
    fn nothing_is_changed_beside_the_folder_or_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        let root = base.join("root");
        std::fs::create_dir_all(root.join("own")).unwrap();
        std::fs::create_dir(base.join("theirs")).unwrap();
        std::fs::write(base.join("theirs/file"), "text").unwrap();
        std::fs::write(root.join("file"), "own").unwrap();
        std::os::unix::fs::symlink("../theirs", root.join("link")).unwrap();
        std::os::unix::fs::symlink("../theirs/file", root.join("link-to-file")).unwrap();
        let Some(open) = Root::open(&root).unwrap() else {
            return;
        };
        for way in ["../theirs", "../root/../theirs", "link", "own/../../theirs"] {
            let (file, folder) = (&root.join(way).join("file"), &root.join(way).join("folder"));
            assert!(open.create_file(file).is_err(), "{way}");
            assert!(open.delete_file(file).is_err(), "{way}");
            assert!(open.create_folder(folder).is_err(), "{way}");
            assert!(open.rename(&root.join("file"), file).is_err(), "{way}");
            assert!(open.rename(file, &root.join("new")).is_err(), "{way}");
            std::fs::create_dir(folder).unwrap();
            assert!(open.delete_folder(folder).is_err(), "{way}");
            std::fs::remove_dir(folder).unwrap();
        }
        let theirs = base.join("theirs/file");
        assert!(open.create_file(&theirs).is_err());
        assert!(open.create_file(&root.join("link-to-file")).is_err());
        assert!(open.create_folder(&root.join("link")).is_err());
        assert!(open.delete_folder(&root).is_err());
        // A link itself is its folder's.
        open.delete_file(&root.join("link-to-file")).unwrap();
        assert_eq!(std::fs::read_to_string(theirs).unwrap(), "text");
        assert_eq!(std::fs::read_dir(base.join("theirs")).unwrap().count(), 1);
        assert_eq!(std::fs::read_to_string(root.join("file")).unwrap(), "own");
    }
}
