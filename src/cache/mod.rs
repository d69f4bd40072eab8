//! What a build leaves for the next one, so that what has not changed costs neither reading nor
//! rendering.
//!
//! A folder of derived data: each file is whole and of this very program, or counts as not there.
//! Nothing in it is ever needed, and nothing of it is believed without a look at what it is about:
//! the stamp of an input, the hash of a published file.

mod code;
mod inputs;
mod last;
mod pages;

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tempfile::NamedTempFile;
use twox_hash::XxHash3_128;

use crate::plain_file;
pub use code::ColouredCode;
pub use inputs::Inputs;
pub use last::Last;
pub use pages::{Known, Pages};

/// A folder of derived data, or none.
#[derive(Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// Says to backup programs that a folder need not be kept; see <https://bford.info/cachedir/>.
const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
                   # This folder was made by errbook; it can be deleted at any time.\n";

impl Cache {
    /// The cache in a folder, which is made if it is not there. Where it cannot be, there is none:
    /// a build is slower without, and no less right.
    pub fn open(folder: &Path) -> Self {
        let made = fs::create_dir_all(folder).and_then(|()| {
            let marks = [("CACHEDIR.TAG", TAG), (".gitignore", "*\n")];
            for (name, text) in marks {
                // A link that leads nowhere yet counts as there: it is not followed.
                match File::create_new(folder.join(name)) {
                    Ok(mut file) => file.write_all(text.as_bytes())?,
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        });
        Self {
            folder: made.is_ok().then(|| folder.to_path_buf()),
        }
    }

    /// The cache in a folder that errbook picked, beside the output. Where a symbolic link stands in its
    /// place there is none: no user named the folder that it leads to.
    pub fn beside(folder: &Path) -> Self {
        if folder.is_symlink() {
            return Self::none();
        }
        Self::open(folder)
    }

    /// No cache at all.
    pub fn none() -> Self {
        Self { folder: None }
    }

    /// What was left under a name, if it is whole and this program's.
    fn read<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let bytes = plain_file::read(&self.folder.as_ref()?.join(name)).ok()?;
        let (sum, rest) = bytes.split_first_chunk::<16>()?;
        let whole = u128::from_le_bytes(*sum) == XxHash3_128::oneshot(rest);
        let body = rest.strip_prefix(PROGRAM).filter(|_| whole)?;
        postcard::from_bytes(body).ok()
    }

    /// Leaves a value under a name. If it cannot be written the next build goes without it.
    fn write(&self, name: &str, value: &impl Serialize) {
        let Some(folder) = &self.folder else {
            return;
        };
        let Ok(rest) = postcard::to_extend(value, PROGRAM.to_vec()) else {
            return self.forget(name);
        };
        let sum = XxHash3_128::oneshot(&rest).to_le_bytes();
        let written = NamedTempFile::new_in(folder).and_then(|mut file| {
            file.write_all(&sum)?;
            file.write_all(&rest)?;
            file.persist(folder.join(name))
                .map_err(std::io::Error::from)
        });
        if written.is_err() {
            self.forget(name);
        }
    }

    /// Drops what was left under a name.
    fn forget(&self, name: &str) {
        if let Some(folder) = &self.folder {
            let _ = fs::remove_file(folder.join(name));
        }
    }
}

/// Opens a file of parts: they stand one after the other, then a table of them, then where the table
/// begins.
fn open_parts<T: DeserializeOwned>(path: &Path) -> Option<(File, T)> {
    let mut file = plain_file::open(path).ok()?;
    file.seek(SeekFrom::End(-8)).ok()?;
    let mut at = [0; 8];
    file.read_exact(&mut at).ok()?;
    file.seek(SeekFrom::Start(u64::from_le_bytes(at))).ok()?;
    let mut table = Vec::new();
    file.read_to_end(&mut table).ok()?;
    let (sum, table) = table
        .get(..table.len().checked_sub(8)?)?
        .split_first_chunk::<16>()?;
    let whole = u128::from_le_bytes(*sum) == XxHash3_128::oneshot(table);
    let table = whole.then(|| postcard::from_bytes(table).ok())??;
    Some((file, table))
}

/// Ends a file of parts, of which `at` bytes are written, and puts it in its place.
fn finish_parts(
    mut file: BufWriter<NamedTempFile>,
    at: u64,
    table: &impl Serialize,
    to: &Path,
) -> Option<()> {
    let table = postcard::to_stdvec(table).ok()?;
    let sum = XxHash3_128::oneshot(&table).to_le_bytes();
    file.write_all(&sum).ok()?;
    file.write_all(&table).ok()?;
    file.write_all(&at.to_le_bytes()).ok()?;
    file.into_inner().ok()?.persist(to).ok()?;
    Some(())
}

/// What stands first: a file of another program is none.
const PROGRAM: &[u8] = env!("ERRBOOK_PROGRAM").as_bytes();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_is_there_again_unless_it_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("deep/cache"));
        let value = vec![("a".to_owned(), Some(1u32)), ("b".to_owned(), None)];
        cache.write("x", &value);
        assert_eq!(cache.read("x"), Some(value));
        assert_eq!(cache.read::<Vec<(String, Option<u32>)>>("y"), None);
        let file = folder.path().join("deep/cache/x");
        let bytes = fs::read(&file).unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            fs::write(&file, &damaged).unwrap();
            assert_eq!(
                cache.read::<Vec<(String, Option<u32>)>>("x"),
                None,
                "byte {at}"
            );
            fs::write(&file, &bytes[..at]).unwrap();
            assert_eq!(
                cache.read::<Vec<(String, Option<u32>)>>("x"),
                None,
                "cut at {at}"
            );
        }
    }

    #[test]
    fn a_cache_that_cannot_be_is_none() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let cache = Cache::open(&folder.path().join("file/cache"));
        cache.write("x", &1u32);
        assert_eq!(cache.read::<u32>("x"), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_in_the_place_of_a_cache_or_in_it_are_not_followed() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let foreign = folder.path().join("foreign");
        fs::create_dir(&foreign).unwrap();
        let held = || fs::read_dir(&foreign).unwrap().count();
        let place = folder.path().join("cache");
        symlink(&foreign, &place).unwrap();
        let cache = Cache::beside(&place);
        cache.write("x", &1u32);
        assert_eq!((cache.read::<u32>("x"), held()), (None, 0));
        fs::remove_file(&place).unwrap();
        fs::create_dir(&place).unwrap();
        for name in ["CACHEDIR.TAG", ".gitignore", "x"] {
            symlink(foreign.join(name), place.join(name)).unwrap();
        }
        let cache = Cache::beside(&place);
        cache.write("x", &1u32);
        assert_eq!((cache.read::<u32>("x"), held()), (Some(1), 0));
    }
}
