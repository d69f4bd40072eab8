//! What input files held, by path, with the stamp that each had.
//!
//! One file, written anew beside the old one as the inputs are read: stretches one after the other, then
//! a table of the input files that they are of, then where the table begins.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use twox_hash::XxHash3_128;

use super::Cache;
use crate::input::Shelf;
use crate::stamp::Stamp;

/// What an input file held.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Part {
    stamp: Stamp,
    key: u128,
    stretches: Vec<Stretch>,
}

/// A stretch of it, in the cache's file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Stretch {
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
    /// Files that are being read, as they were before, with what was added of them.
    asked: HashMap<PathBuf, (Stamp, Vec<Stretch>)>,
    /// The stretches of the file that was taken last, in the old file.
    taken: Vec<Stretch>,
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
            taken: Vec::new(),
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

    fn part(&self, path: &Path, stamp: Stamp, key: u128) -> Option<&Part> {
        let part = self.parts.get(path)?;
        (part.stamp == stamp && part.key == key).then_some(part)
    }

    /// Reads a stretch, if it is whole.
    fn read(&mut self, stretch: &Stretch) -> io::Result<Vec<u8>> {
        // The length comes from a table whose sum was right.
        let mut bytes = vec![0; usize::try_from(stretch.length).unwrap_or_default()];
        self.file.seek(SeekFrom::Start(stretch.offset))?;
        self.file.read_exact(&mut bytes)?;
        if XxHash3_128::oneshot(&bytes) == stretch.sum {
            return Ok(bytes);
        }
        Err(io::ErrorKind::InvalidData.into())
    }
}

impl New {
    fn add(&mut self, held: &[u8]) -> io::Result<Stretch> {
        self.file.write_all(held)?;
        let stretch = Stretch {
            offset: self.at,
            length: held.len() as u64,
            sum: XxHash3_128::oneshot(held),
        };
        self.at += stretch.length;
        Ok(stretch)
    }

    fn finish(self, to: &Path) -> Option<()> {
        super::finish_parts(self.file, self.at, &self.parts, to)
    }
}

impl Inputs {
    /// Writes a stretch; none, and nothing is kept from now on, if that cannot be done.
    fn write(&mut self, held: &[u8]) -> Option<Stretch> {
        let written = self.new.as_mut()?.add(held);
        if written.is_err() {
            self.new = None;
        }
        written.ok()
    }

    fn keep_part(&mut self, path: &Path, part: Part) {
        if let Some(new) = &mut self.new {
            new.parts.push((path.to_path_buf(), part));
        }
    }

    /// Copies what is kept of a file to the new cache, if all of it is whole.
    fn take_over(&mut self, path: &Path, stamp: Stamp, key: u128) -> Option<usize> {
        let old = self.old.as_ref()?.part(path, stamp, key)?.clone();
        let mut stretches = Vec::with_capacity(old.stretches.len());
        for stretch in &old.stretches {
            let held = self.old.as_mut()?.read(stretch).ok()?;
            stretches.push(self.write(&held)?);
        }
        self.keep_part(
            path,
            Part {
                stamp,
                key,
                stretches,
            },
        );
        self.taken = old.stretches;
        Some(self.taken.len())
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
    fn keeps(&self) -> bool {
        self.new.is_some()
    }

    fn take(&mut self, file: &Path, key: u128) -> Option<usize> {
        self.new.as_ref()?;
        let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file);
        let stamp = Stamp::of(&metadata?);
        let taken = self.take_over(file, stamp, key ^ self.context);
        if taken.is_none() {
            self.asked.insert(file.to_path_buf(), (stamp, Vec::new()));
        }
        taken
    }

    fn stretch(&mut self, number: usize) -> io::Result<Vec<u8>> {
        match (&mut self.old, self.taken.get(number)) {
            (Some(old), Some(stretch)) => old.read(stretch),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn add(&mut self, file: &Path, held: &[u8]) {
        let asked = self.asked.get(file);
        if asked.is_none_or(|(stamp, _)| stamp.is_fresh(self.now)) {
            return;
        }
        let stretch = self.write(held);
        if let Some((_, stretches)) = self.asked.get_mut(file) {
            stretches.extend(stretch);
        }
    }

    fn keep(&mut self, file: &Path, key: u128) {
        if let Some(new) = &mut self.new {
            new.differs = true;
        }
        let asked = self.asked.remove(file);
        let kept = asked.filter(|(stamp, _)| !stamp.is_fresh(self.now));
        if let Some((stamp, stretches)) = kept {
            let key = key ^ self.context;
            self.keep_part(
                file,
                Part {
                    stamp,
                    key,
                    stretches,
                },
            );
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
            if let Some(stretches) = known {
                let stretch = |number| inputs.stretch(number).unwrap();
                let all: Vec<_> = (0..stretches).flat_map(stretch).collect();
                assert_eq!(all, held(file));
            } else {
                let bytes = held(file);
                let (first, second) = bytes.split_at(1);
                inputs.add(file, first);
                inputs.add(file, second);
                inputs.keep(file, 1);
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
