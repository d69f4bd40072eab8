//! The manifest: every file that errbook wrote, with its hash and what the file system said of it.
//!
//! It lies in `<output>/.errbook/manifest/`, in up to 256 parts by a hash of the path, so that an
//! edit rewrites a few small files and not one large one; search shards, whose folders change their
//! names, have parts of their own. A part is lines of `<hash> <size> <time> <number> <path>`, sorted
//! by path. It is not part of the site: hosts need not serve it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use twox_hash::XxHash3_128;

use super::write_file;
use crate::address::OutPath;
use crate::error::Error;
use crate::hash::Fingerprint;
use crate::stamp::Stamp;

/// The first line of every part: which form the rest has.
const HEADING: &str = "errbook manifest 2";

/// What is known of a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) hash: u128,
    /// As it was when it was written or last compared.
    pub(super) stamp: Stamp,
}

impl Entry {
    /// The entry of a file with these bytes.
    pub(super) fn of(bytes: &[u8], stamp: Stamp) -> Self {
        Self {
            hash: XxHash3_128::oneshot(bytes),
            stamp,
        }
    }

    /// Whether these are the file's bytes.
    pub(super) fn is_of(&self, bytes: &[u8]) -> bool {
        self.stamp.size == bytes.len() as u64 && self.hash == XxHash3_128::oneshot(bytes)
    }
}

/// Whether an output folder has a manifest, read or not.
pub(super) fn exists(output: &Path) -> bool {
    folder(output).is_dir()
}

/// Every file that errbook wrote.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    files: BTreeMap<OutPath, Entry>,
}

impl Manifest {
    /// Reads the manifest of an output folder; empty where there is none.
    pub(super) fn read(output: &Path) -> Result<Self, Error> {
        let folder = folder(output);
        let mut manifest = Self::default();
        if !folder.is_dir() {
            return Ok(manifest);
        }
        for part in fs::read_dir(&folder).map_err(Error::io("list", &folder))? {
            let part = part.map_err(Error::io("list", &folder))?.path();
            let text = fs::read_to_string(&part).map_err(Error::io("read", &part))?;
            // A part of another form, or one that was damaged: its files count as not errbook's,
            // so they are neither overwritten nor deleted.
            let mut lines = text.lines();
            if lines.next() == Some(HEADING) {
                manifest.files.extend(lines.filter_map(parse_line));
            }
        }
        Ok(manifest)
    }

    /// Writes the parts that differ from those of `old`.
    pub(super) fn write(&self, output: &Path, old: &Manifest) -> Result<(), Error> {
        let (parts, old) = (self.parts(), old.parts());
        for (name, text) in &parts {
            if old.get(name) != Some(text) {
                write_file(&folder(output).join(name), text.as_bytes())?;
            }
        }
        for name in old.keys().filter(|name| !parts.contains_key(*name)) {
            let part = folder(output).join(name);
            fs::remove_file(&part).map_err(Error::io("delete", &part))?;
        }
        Ok(())
    }

    fn parts(&self) -> BTreeMap<String, String> {
        let mut parts: BTreeMap<String, String> = BTreeMap::new();
        for (path, entry) in &self.files {
            let part = parts
                .entry(part_of(path))
                .or_insert_with(|| format!("{HEADING}\n"));
            let Stamp {
                size,
                changed,
                number,
            } = entry.stamp;
            writeln!(part, "{:032x} {size} {changed} {number} {path}", entry.hash)
                .expect("a String takes every write");
        }
        parts
    }

    /// These files, and those that only another manifest has.
    pub(super) fn with(&self, other: &Manifest) -> Manifest {
        let mut files = self.files.clone();
        for (path, entry) in &other.files {
            files.entry(path.clone()).or_insert(*entry);
        }
        Manifest { files }
    }

    pub(super) fn insert(&mut self, path: OutPath, entry: Entry) {
        self.files.insert(path, entry);
    }

    pub(super) fn get(&self, path: &OutPath) -> Option<Entry> {
        self.files.get(path).copied()
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &OutPath> {
        self.files.keys()
    }

    pub(super) fn files(&self) -> impl Iterator<Item = (&OutPath, &Entry)> {
        self.files.iter()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// One hash over the paths and bytes of all files.
    pub(super) fn seal(&self) -> u128 {
        let mut seal = Fingerprint::of("site");
        for (path, entry) in &self.files {
            seal.add(path.as_str());
            seal.add(&entry.hash);
        }
        seal.finish()
    }

    /// Bytes of all files.
    pub(super) fn bytes(&self) -> u64 {
        self.files.values().map(|entry| entry.stamp.size).sum()
    }
}

fn folder(output: &Path) -> PathBuf {
    output.join(".errbook").join("manifest")
}

/// The name of the part that a path stands in.
fn part_of(path: &OutPath) -> String {
    let path = path.as_str();
    let kind = if path.starts_with("search/") { "s" } else { "" };
    format!("{kind}{:02x}", XxHash3_128::oneshot(path.as_bytes()) & 0xff)
}

fn parse_line(line: &str) -> Option<(OutPath, Entry)> {
    let mut parts = line.splitn(5, ' ');
    let hash = u128::from_str_radix(parts.next()?, 16).ok()?;
    let mut number = || parts.next()?.parse::<u64>().ok();
    let stamp = Stamp {
        size: number()?,
        changed: number()?,
        number: number()?,
    };
    Some((OutPath::parse(parts.next()?)?, Entry { hash, stamp }))
}
