//! Coloured code by key: what grammars made in builds before.
//!
//! One file: pieces one after the other, then a table of them, then where the table begins. It is
//! written anew when there is more to keep; pieces that this build did not need go first where there
//! is no room for all.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use twox_hash::XxHash3_64;

use super::Cache;
use crate::highlight::Shelf;

/// Most bytes of markup that are kept: a few hundred thousand excerpts.
const MOST_BYTES: u64 = 512 << 20;

/// A piece of the file.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Piece {
    offset: u64,
    length: u32,
    sum: u64,
}

/// Coloured code that was kept and is being kept.
pub struct ColouredCode {
    to: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    old: Option<Old>,
    /// What was made in this build, spooled.
    new: Option<New>,
}

struct Old {
    file: File,
    pieces: HashMap<u128, Piece>,
    /// Of them, those that were asked for.
    used: BTreeMap<u128, Piece>,
}

struct New {
    file: NamedTempFile,
    at: u64,
    pieces: BTreeMap<u128, Piece>,
}

const NAME: &str = "code";

impl Cache {
    /// Coloured code of builds before.
    pub fn code(&self) -> ColouredCode {
        let to = self.folder.as_ref().map(|folder| folder.join(NAME));
        let state = State {
            old: to.as_deref().and_then(Old::open),
            new: None,
        };
        ColouredCode {
            to,
            state: Mutex::new(state),
        }
    }
}

impl Old {
    fn open(path: &Path) -> Option<Self> {
        let (file, pieces): (File, Vec<(u128, Piece)>) = super::open_parts(path)?;
        Some(Self {
            file,
            pieces: pieces.into_iter().collect(),
            used: BTreeMap::new(),
        })
    }

    fn read(&mut self, key: u128) -> Option<Vec<u8>> {
        let piece = *self.pieces.get(&key)?;
        let bytes = read_piece(&mut self.file, piece)?;
        self.used.insert(key, piece);
        Some(bytes)
    }
}

fn read_piece(file: &mut File, piece: Piece) -> Option<Vec<u8>> {
    let mut bytes = vec![0; piece.length as usize];
    file.seek(SeekFrom::Start(piece.offset)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    (XxHash3_64::oneshot(&bytes) == piece.sum).then_some(bytes)
}

impl New {
    fn add(&mut self, key: u128, kept: &[u8]) -> Option<()> {
        let piece = Piece {
            offset: self.at,
            length: u32::try_from(kept.len()).ok()?,
            sum: XxHash3_64::oneshot(kept),
        };
        self.file.write_all(kept).ok()?;
        self.at += u64::from(piece.length);
        self.pieces.insert(key, piece);
        Some(())
    }
}

impl ColouredCode {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves what was kept for the next build. If it cannot be written, that build goes without.
    pub fn leave(&self) {
        let State { old, new } = std::mem::take(&mut *self.lock());
        if let (Some(to), Some(new)) = (&self.to, new) {
            let _ = write(to, old, new);
        }
    }
}

/// Writes what is new, then what was used, then the rest as far as there is room.
fn write(to: &Path, old: Option<Old>, new: New) -> Option<()> {
    let mut out = Out {
        file: BufWriter::with_capacity(1 << 20, NamedTempFile::new_in(to.parent()?).ok()?),
        at: 0,
        pieces: Vec::new(),
    };
    let mut spooled = new.file.into_file();
    out.copy(&mut spooled, new.pieces)?;
    if let Some(mut old) = old {
        let unused = old
            .pieces
            .iter()
            .filter(|(key, _)| !old.used.contains_key(key));
        let unused: BTreeMap<_, _> = unused.map(|(key, piece)| (*key, *piece)).collect();
        out.copy(&mut old.file, old.used)?;
        out.copy(&mut old.file, unused)?;
    }
    out.finish(to)
}

struct Out {
    file: BufWriter<NamedTempFile>,
    at: u64,
    pieces: Vec<(u128, Piece)>,
}

impl Out {
    fn copy(&mut self, from: &mut File, pieces: BTreeMap<u128, Piece>) -> Option<()> {
        for (key, piece) in pieces {
            if self.at + u64::from(piece.length) > MOST_BYTES {
                return Some(());
            }
            // One that is damaged is dropped.
            if let Some(bytes) = read_piece(from, piece) {
                self.file.write_all(&bytes).ok()?;
                let offset = self.at;
                self.at += u64::from(piece.length);
                self.pieces.push((key, Piece { offset, ..piece }));
            }
        }
        Some(())
    }

    fn finish(self, to: &Path) -> Option<()> {
        super::finish_parts(self.file, self.at, &self.pieces, to)
    }
}

impl Shelf for ColouredCode {
    fn take(&self, key: u128) -> Option<Vec<u8>> {
        let mut state = self.lock();
        state.old.as_mut()?.read(key)
    }

    fn put(&self, key: u128, kept: &[u8]) {
        let Some(folder) = self.to.as_deref().and_then(Path::parent) else {
            return;
        };
        let mut state = self.lock();
        if state.new.is_none() {
            state.new = NamedTempFile::new_in(folder).ok().map(|file| New {
                file,
                at: 0,
                pieces: BTreeMap::new(),
            });
        }
        let added = state.new.as_mut().map(|new| new.add(key, kept));
        if added == Some(None) {
            state.new = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_was_coloured_is_there_again_and_what_is_new_joins_it() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path());
        let code = cache.code();
        assert_eq!(code.take(1), None);
        code.put(1, b"one");
        code.leave();
        let code = cache.code();
        assert_eq!(code.take(1).as_deref(), Some(&b"one"[..]));
        code.put(2, b"two");
        code.leave();
        let code = cache.code();
        assert_eq!(code.take(2).as_deref(), Some(&b"two"[..]));
        assert_eq!(code.take(1).as_deref(), Some(&b"one"[..]));
        code.leave();
        assert!(
            cache.code().take(1).is_some(),
            "nothing new changes nothing"
        );
    }

    #[test]
    fn damaged_code_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path());
        let code = cache.code();
        code.put(1, b"a piece of markup");
        code.leave();
        let file = folder.path().join(NAME);
        let bytes = fs::read(&file).unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x40;
            fs::write(&file, &damaged).unwrap();
            assert_eq!(cache.code().take(1), None, "byte {at}");
            fs::write(&file, &bytes[..at]).unwrap();
            assert_eq!(cache.code().take(1), None, "cut at {at}");
        }
    }
}
