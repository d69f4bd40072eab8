//! The manifest: every file that errbook wrote, with its hash and what the file system said of it.
//!
//! It lies in `<output>/.errbook/manifest/`, in up to 256 parts by a hash of the path, so that an
//! edit rewrites a few small files and not one large one; search shards, whose folders change their
//! names, have parts of their own. A part is lines of `<hash> <size> <time> <number> <path>`, sorted
//! by path. `<output>/.errbook/retired` has the same form: files that are not of the site any more, but
//! that open pages may ask for. None of this is part of the site: hosts need not serve it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use twox_hash::XxHash3_128;

use super::disk::{Disk, is_nothing};
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
    pub(super) fn read<D: Disk>(disk: &D, output: &Path) -> Result<Self, Error> {
        let folder = folder(output);
        let mut manifest = Self::default();
        let parts = match disk.list(&folder) {
            Ok(parts) => parts,
            Err(error) if is_nothing(&error) => return Ok(manifest),
            Err(error) => return Err(Error::io("list", &folder)(error)),
        };
        // Whatever else lies there is not errbook's.
        let is_part = |path: &PathBuf| {
            let name = path.file_name().and_then(OsStr::to_str);
            name.is_some_and(is_part_name)
        };
        for part in parts.iter().filter(|path| is_part(path)) {
            manifest.add_part(disk, part)?;
        }
        Ok(manifest)
    }

    /// Reads which files an output folder keeps for open pages.
    pub(super) fn read_retired<D: Disk>(disk: &D, output: &Path) -> Result<Self, Error> {
        let mut retired = Self::default();
        let file = output.join(RETIRED);
        match disk.look(&file).map_err(Error::io("read", &file))? {
            None => {}
            Some(_) => retired.add_part(disk, &file)?,
        }
        Ok(retired)
    }

    fn add_part<D: Disk>(&mut self, disk: &D, part: &Path) -> Result<(), Error> {
        let bytes = disk.read(part).map_err(Error::io("read", part))?;
        // A part of another form, or one that was damaged: its files count as not errbook's,
        // so they are neither overwritten nor deleted.
        let text = String::from_utf8(bytes).unwrap_or_default();
        let mut lines = text.lines();
        if lines.next() == Some(HEADING) {
            self.files.extend(lines.filter_map(parse_line));
        }
        Ok(())
    }

    /// Makes the parts that differ from those of `old`, one after the other, each with its place in the
    /// output. One that has no more files says so.
    pub(super) fn each_changed_part(
        &self,
        old: &Manifest,
        mut take: impl FnMut(OutPath, String) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (own, old) = (self.by_part(), old.by_part());
        for part in 0..PART_COUNT {
            let (own, old) = (of_part(&own, part), of_part(&old, part));
            let same = own.iter().zip(old).all(|(own, old)| own == old);
            if same && own.len() == old.len() {
                continue;
            }
            let mut text = format!("{HEADING}\n");
            for (_, path, entry) in own {
                push_line(&mut text, path, entry);
            }
            let path = format!("{PARTS}/{}", part_name(part));
            take(OutPath::fixed(&path), text)?;
        }
        Ok(())
    }

    /// The file of what is kept for open pages, if it differs from `old`.
    pub(super) fn changed_retired(&self, old: &Manifest) -> Option<(OutPath, String)> {
        let text = |files: &Manifest| {
            let mut text = format!("{HEADING}\n");
            for (path, entry) in &files.files {
                push_line(&mut text, path, entry);
            }
            text
        };
        (self.files != old.files).then(|| (OutPath::fixed(RETIRED), text(self)))
    }

    /// The files by part and path.
    fn by_part(&self) -> Vec<(u16, &OutPath, &Entry)> {
        let files = self.files.iter();
        let files = files.map(|(path, entry)| (part_of(path), path, entry));
        let mut files: Vec<_> = files.collect();
        files.sort_by_key(|(part, ..)| *part);
        files
    }

    /// The files that another manifest does not have.
    pub(super) fn without(&self, other: &Manifest) -> Manifest {
        let files = self.files.iter();
        let kept = files.filter(|(path, _)| other.get(path).is_none());
        kept.map(|(path, entry)| (path.clone(), *entry)).collect()
    }

    pub(super) fn insert(&mut self, path: OutPath, entry: Entry) {
        self.files.insert(path, entry);
    }

    pub(super) fn get(&self, path: &OutPath) -> Option<Entry> {
        self.files.get(path).copied()
    }

    /// The files below a path, if it is a folder.
    pub(super) fn below(&self, path: &str) -> impl Iterator<Item = &OutPath> {
        let folder = format!("{path}/");
        let from = OutPath::fixed(&format!("{folder}\u{1}"));
        self.files
            .range(from..)
            .map(|(path, _)| path)
            .take_while(move |path| path.as_str().starts_with(&folder))
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

impl FromIterator<(OutPath, Entry)> for Manifest {
    fn from_iter<T: IntoIterator<Item = (OutPath, Entry)>>(files: T) -> Self {
        Self {
            files: files.into_iter().collect(),
        }
    }
}

/// Where the parts lie in an output folder.
const PARTS: &str = ".errbook/manifest";
/// Where it is said what is kept for open pages.
const RETIRED: &str = ".errbook/retired";

fn folder(output: &Path) -> PathBuf {
    output.join(PARTS)
}

fn push_line(text: &mut String, path: &OutPath, entry: &Entry) {
    let Stamp {
        size,
        changed,
        number,
    } = entry.stamp;
    writeln!(text, "{:032x} {size} {changed} {number} {path}", entry.hash)
        .expect("a String takes every write");
}

/// Parts by hash, and as many for search shards.
const PART_COUNT: u16 = 512;
const SHARD_PARTS: u16 = 256;

/// The part that a path stands in.
fn part_of(path: &OutPath) -> u16 {
    let path = path.as_str();
    let [low, ..] = XxHash3_128::oneshot(path.as_bytes()).to_le_bytes();
    let is_shard = path.starts_with("search/");
    u16::from(low) + if is_shard { SHARD_PARTS } else { 0 }
}

fn part_name(part: u16) -> String {
    match part.checked_sub(SHARD_PARTS) {
        None => format!("{part:02x}"),
        Some(part) => format!("s{part:02x}"),
    }
}

fn is_part_name(name: &str) -> bool {
    let digits = name.strip_prefix('s').unwrap_or(name).as_bytes();
    digits.len() == 2
        && digits
            .iter()
            .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// The files of one part, of all by part.
fn of_part<'f, 'm>(
    files: &'f [(u16, &'m OutPath, &'m Entry)],
    part: u16,
) -> &'f [(u16, &'m OutPath, &'m Entry)] {
    let start = files.partition_point(|(other, ..)| *other < part);
    let end = files.partition_point(|(other, ..)| *other <= part);
    &files[start..end]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parts_are_known_and_no_others() {
        assert!((0..PART_COUNT).all(|part| is_part_name(&part_name(part))));
        for other in [
            "",
            "s",
            "0",
            "000",
            "0G",
            "0A",
            "s0",
            "s000",
            ".DS_Store",
            "own",
            "é",
        ] {
            assert!(!is_part_name(other), "{other}");
        }
    }

    fn manifest(files: &[(&str, &[u8])]) -> Manifest {
        let entry = |(path, bytes): &(&str, &[u8])| {
            let stamp = Stamp {
                size: bytes.len() as u64,
                ..Stamp::default()
            };
            (OutPath::fixed(path), Entry::of(bytes, stamp))
        };
        files.iter().map(entry).collect()
    }

    #[test]
    fn another_file_name_or_byte_gives_another_seal() {
        let seal = |files: &[(&str, &[u8])]| manifest(files).seal();
        let seals = [
            seal(&[]),
            seal(&[("a", b"1")]),
            seal(&[("b", b"1")]),
            seal(&[("a", b"2")]),
            seal(&[("a", b"1"), ("b", b"1")]),
            seal(&[("a", b"1"), ("b", b"2")]),
        ];
        for (at, seal) in seals.iter().enumerate() {
            assert!(!seals[..at].contains(seal), "{at}");
        }
        assert_eq!(seals[4], seal(&[("b", b"1"), ("a", b"1")]));
    }

    #[test]
    fn an_entry_is_of_bytes_of_its_size_and_hash() {
        let mut entry = Entry::of(b"text", Stamp::default());
        assert!(!entry.is_of(b"text"), "another size was noted");
        entry.stamp.size = 4;
        assert!(entry.is_of(b"text"));
        assert!(!entry.is_of(b"tent"));
        assert!(!entry.is_of(b"texts"));
    }

    #[test]
    fn an_edit_changes_few_parts_and_shards_none_of_others() {
        let pages: Vec<_> = (0..400).map(|n| format!("errors/{n}.html")).collect();
        let shards: Vec<_> = (0..400).map(|n| format!("search/a/{n}.js")).collect();
        let site = |edited: &str| {
            let all = pages.iter().chain(&shards);
            let files: Vec<(&str, &[u8])> = all
                .map(|path| {
                    let bytes: &[u8] = if path == edited { b"edited" } else { b"text" };
                    (path.as_str(), bytes)
                })
                .collect();
            manifest(&files)
        };
        let parts = |new: &Manifest, old: &Manifest| {
            let mut parts = Vec::new();
            let taken = new.each_changed_part(old, |path, text| {
                assert!(text.starts_with("errbook manifest 2\n"));
                parts.push((path.to_string(), text.lines().count() - 1));
                Ok(())
            });
            taken.unwrap();
            parts
        };
        let none = Manifest::default();
        let all = parts(&site(""), &none);
        assert_eq!(all.iter().map(|(_, files)| files).sum::<usize>(), 800);
        assert!(all.len() > 250, "{}", all.len());
        let of_shards = |parts: &[(String, usize)]| {
            let shards = parts.iter().filter(|(path, _)| path.contains("/s"));
            shards.map(|(_, files)| files).sum::<usize>()
        };
        assert_eq!(of_shards(&all), 400);
        let page = parts(&site("errors/7.html"), &site(""));
        assert_eq!((page.len(), of_shards(&page)), (1, 0), "{page:?}");
        let shard = parts(&site("search/a/7.js"), &site(""));
        assert_eq!((shard.len(), of_shards(&shard) > 0), (1, true), "{shard:?}");
        assert_eq!(parts(&site(""), &site("")), []);
        // One that has no more files says so.
        let emptied = parts(&none, &site(""));
        assert_eq!(emptied.len(), all.len());
        assert!(emptied.iter().all(|(_, files)| *files == 0));
    }
}
