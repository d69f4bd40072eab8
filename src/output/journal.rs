//! The journal: what is left to do when all is rendered and staged. Once it is on the disk, the new
//! site is decided on; whoever comes next carries it out if this build does not.
//!
//! A file of lines, the last of which seals the others, so that one that was cut short or damaged
//! counts as not there:
//!
//! ```text
//! errbook journal 1
//! build <number>
//! clear <hash> <size> <path>     deleted first, because something else takes its place
//! new <path>                     moved where nothing of errbook's was
//! changed <path>                 moved over a file of errbook's
//! delete <hash> <size> <path>    deleted last
//! end <hash over all before>
//! ```

use std::fmt::Write as _;

use twox_hash::XxHash3_128;

use super::manifest::Entry;
use crate::address::OutPath;
use crate::stamp::Stamp;

const HEADING: &str = "errbook journal 1\n";

/// What is left to do, in the order in which it is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Journal {
    /// The build whose stage it speaks of.
    pub(super) build: u64,
    /// Files that go first, because a folder takes their place or they lie where a file goes.
    pub(super) clears: Vec<(OutPath, Entry)>,
    /// Files that are moved into place.
    pub(super) moves: Vec<Move>,
    /// Files that are gone from the site.
    pub(super) deletes: Vec<(OutPath, Entry)>,
}

/// A file of the stage that is moved to the same path of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) path: OutPath,
    /// Whether errbook had no file there before.
    pub(super) is_new: bool,
}

impl Journal {
    pub(super) fn to_text(&self) -> String {
        let mut text = String::from(HEADING);
        let delete = |text: &mut String, verb: &str, (path, entry): &(OutPath, Entry)| {
            let size = entry.stamp.size;
            writeln!(text, "{verb} {:032x} {size} {path}", entry.hash)
        };
        let mut write = || {
            writeln!(text, "build {:016x}", self.build)?;
            for file in &self.clears {
                delete(&mut text, "clear", file)?;
            }
            for Move { path, is_new } in &self.moves {
                let verb = if *is_new { "new" } else { "changed" };
                writeln!(text, "{verb} {path}")?;
            }
            for file in &self.deletes {
                delete(&mut text, "delete", file)?;
            }
            let seal = XxHash3_128::oneshot(text.as_bytes());
            writeln!(text, "end {seal:032x}")
        };
        write().expect("a String takes every write");
        text
    }

    /// Reads a journal; none if it is not whole.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let end = text.strip_suffix('\n')?.rfind('\n')? + 1;
        let (body, seal) = text.split_at(end);
        let seal = seal.strip_prefix("end ")?.trim_end();
        let seal = u128::from_str_radix(seal, 16).ok()?;
        if seal != XxHash3_128::oneshot(body.as_bytes()) {
            return None;
        }
        let mut journal = Self::default();
        for line in body.strip_prefix(HEADING)?.lines() {
            let (verb, rest) = line.split_once(' ')?;
            match verb {
                "build" => journal.build = u64::from_str_radix(rest, 16).ok()?,
                "clear" => journal.clears.push(parse_file(rest)?),
                "delete" => journal.deletes.push(parse_file(rest)?),
                "new" | "changed" => journal.moves.push(Move {
                    path: OutPath::parse(rest)?,
                    is_new: verb == "new",
                }),
                _ => return None,
            }
        }
        Some(journal)
    }
}

fn parse_file(text: &str) -> Option<(OutPath, Entry)> {
    let mut parts = text.splitn(3, ' ');
    let hash = u128::from_str_radix(parts.next()?, 16).ok()?;
    let stamp = Stamp {
        size: parts.next()?.parse().ok()?,
        ..Stamp::default()
    };
    Some((OutPath::parse(parts.next()?)?, Entry { hash, stamp }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal() -> Journal {
        let file = |path, bytes: &[u8]| {
            let stamp = Stamp {
                size: bytes.len() as u64,
                ..Stamp::default()
            };
            (OutPath::fixed(path), Entry::of(bytes, stamp))
        };
        let step = |path, is_new| Move {
            path: OutPath::fixed(path),
            is_new,
        };
        Journal {
            build: 0x1234,
            clears: vec![file("a/b c.txt", b"1")],
            moves: vec![
                step("tags/ü.html", true),
                step(".errbook/manifest/0a", false),
            ],
            deletes: vec![file("errors/o/r/x.html", b"gone")],
        }
    }

    #[test]
    fn a_journal_says_what_it_was_made_of() {
        let journal = journal();
        assert_eq!(Journal::parse(journal.to_text().as_bytes()), Some(journal));
        let nothing = Journal::default();
        assert_eq!(Journal::parse(nothing.to_text().as_bytes()), Some(nothing));
    }

    #[test]
    fn a_journal_that_is_cut_or_damaged_is_none() {
        let bytes = journal().to_text().into_bytes();
        for at in 0..bytes.len() {
            assert_eq!(Journal::parse(&bytes[..at]), None, "cut at {at}");
            for bit in [1, 0x20, 0x80] {
                let mut damaged = bytes.clone();
                damaged[at] ^= bit;
                // Upper and lower case of a hexadecimal digit are the same number.
                let same = Journal::parse(&damaged).is_none_or(|read| read == journal());
                assert!(same, "byte {at}");
            }
        }
    }
}
