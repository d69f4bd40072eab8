//! What input files held, by path, with the stamp that each had.
//!
//! One file, written anew beside the old one as the inputs are read, in their order: parts one after
//! the other, then a table of them, then where the table begins.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use twox_hash::XxHash3_128;

use super::Cache;
use crate::input::Shelf;
use crate::stamp::Stamp;

/// A part of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Part {
    stamp: Stamp,
    key: u128,
    offset: u64,
    length: u64,
    sum: u128,
}

/// What input files held, being read and written.
pub struct Inputs {
    now: SystemTime,
    old: Option<Old>,
    new: Option<New>,
    /// What the caller makes of records depends on this too.
    context: u128,
    /// Files that are being read, as they were before.
    asked: HashMap<PathBuf, Stamp>,
    to: Option<PathBuf>,
}

struct Old {
    file: File,
    parts: HashMap<PathBuf, Part>,
}

struct New {
    file: BufWriter<NamedTempFile>,
    at: u64,
    parts: Vec<(PathBuf, Part)>,
    /// Whether it differs from the old one.
    differs: bool,
}

const NAME: &str = "inputs";

impl Cache {
    /// What input files held the last time, if it was in the same context: what is made of a record
    /// depends on that too.
    pub fn inputs(&self, context: u128) -> Inputs {
        let to = self.folder.as_ref().map(|folder| folder.join(NAME));
        let new = self.folder.as_ref().and_then(|folder| {
            Some(New {
                file: BufWriter::with_capacity(1 << 20, NamedTempFile::new_in(folder).ok()?),
                at: 0,
                parts: Vec::new(),
                differs: false,
            })
        });
        Inputs {
            now: SystemTime::now(),
            old: to.as_deref().and_then(Old::open),
            new,
            context,
            asked: HashMap::new(),
            to,
        }
    }
}

impl Old {
    fn open(path: &Path) -> Option<Self> {
        let (file, parts): (File, Vec<(PathBuf, Part)>) = super::open_parts(path)?;
        Some(Self {
            file,
            parts: parts.into_iter().collect(),
        })
    }

    fn read(&mut self, path: &Path, stamp: Stamp, key: u128) -> Option<Vec<u8>> {
        let part = self.parts.get(path)?;
        if part.stamp != stamp || part.key != key {
            return None;
        }
        // The length comes from a table whose sum was right.
        let mut bytes = vec![0; usize::try_from(part.length).ok()?];
        self.file.seek(SeekFrom::Start(part.offset)).ok()?;
        self.file.read_exact(&mut bytes).ok()?;
        (XxHash3_128::oneshot(&bytes) == part.sum).then_some(bytes)
    }
}

impl New {
    fn add(&mut self, path: &Path, stamp: Stamp, key: u128, held: &[u8]) -> std::io::Result<()> {
        self.file.write_all(held)?;
        let part = Part {
            stamp,
            key,
            offset: self.at,
            length: held.len() as u64,
            sum: XxHash3_128::oneshot(held),
        };
        self.at += part.length;
        self.parts.push((path.to_path_buf(), part));
        Ok(())
    }

    fn finish(self, to: &Path) -> Option<()> {
        super::finish_parts(self.file, self.at, &self.parts, to)
    }
}

impl Inputs {
    fn keep(&mut self, path: &Path, stamp: Stamp, key: u128, held: &[u8]) {
        let added = self.new.as_mut().map(|new| new.add(path, stamp, key, held));
        if matches!(added, Some(Err(_))) {
            self.new = None;
        }
    }

    /// Leaves what was kept for the next build. If it cannot be written, that build goes without.
    pub fn leave(self) {
        let known = self.old.as_ref().map(|old| old.parts.len());
        let new = self
            .new
            .filter(|new| new.differs || known != Some(new.parts.len()));
        if let (Some(new), Some(to)) = (new, self.to) {
            let _ = new.finish(&to);
        }
    }
}

impl Shelf for Inputs {
    fn take(&mut self, file: &Path, key: u128) -> Option<Vec<u8>> {
        self.new.as_ref()?;
        let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file);
        let stamp = Stamp::of(&metadata?);
        let key = key ^ self.context;
        let old = self.old.as_mut();
        let held = old.and_then(|old| old.read(file, stamp, key));
        match &held {
            Some(held) => self.keep(file, stamp, key, held),
            None => {
                self.asked.insert(file.to_path_buf(), stamp);
            }
        }
        held
    }

    fn put(&mut self, file: &Path, key: u128, held: &[u8]) {
        if let Some(new) = &mut self.new {
            new.differs = true;
        }
        let stamp = self.asked.remove(file);
        if let Some(stamp) = stamp.filter(|stamp| !stamp.is_fresh(self.now)) {
            self.keep(file, stamp, key ^ self.context, held);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, FileTimes};
    use std::time::Duration;

    fn write(path: &Path, text: &str, hours_ago: u64) {
        fs::write(path, text).unwrap();
        let then = SystemTime::now() - Duration::from_hours(hours_ago);
        let file = File::options().write(true).open(path).unwrap();
        file.set_times(FileTimes::new().set_modified(then)).unwrap();
    }

    /// Reads files through a cache: which of them were known.
    fn read(cache: &Cache, context: u128, files: &[&Path]) -> Vec<bool> {
        let mut inputs = cache.inputs(context);
        let held = |file: &Path| fs::read(file).unwrap();
        let known = files.iter().map(|file| {
            let known = inputs.take(file, 1);
            match &known {
                Some(known) => assert_eq!(*known, held(file)),
                None => inputs.put(file, 1, &held(file)),
            }
            known.is_some()
        });
        let known = known.collect();
        inputs.leave();
        known
    }

    #[test]
    fn a_file_is_known_until_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("cache"));
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        write(&a, "one", 3);
        write(&b, "two", 3);
        assert_eq!(read(&cache, 0, &[&a, &b]), [false, false]);
        assert_eq!(read(&cache, 0, &[&a, &b]), [true, true]);
        write(&a, "six", 2);
        assert_eq!(read(&cache, 0, &[&a, &b]), [false, true]);
        assert_eq!(
            read(&cache, 7, &[&a, &b]),
            [false, false],
            "another context"
        );
        write(&a, "now", 0);
        assert_eq!(read(&cache, 7, &[&a]), [false]);
        assert_eq!(
            read(&cache, 7, &[&a]),
            [false],
            "changed too shortly before it was read"
        );
    }

    #[test]
    fn a_damaged_cache_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("cache"));
        let a = folder.path().join("a");
        write(&a, "a text that is long enough", 3);
        read(&cache, 0, &[&a]);
        let file = folder.path().join("cache").join(NAME);
        let bytes = fs::read(&file).unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            fs::write(&file, &damaged).unwrap();
            assert_eq!(cache.inputs(0).take(&a, 1), None, "byte {at}");
            fs::write(&file, &bytes[..at]).unwrap();
            assert_eq!(cache.inputs(0).take(&a, 1), None, "cut at {at}");
        }
    }
}
