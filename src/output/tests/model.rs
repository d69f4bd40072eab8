//! A file system in memory that can be made to fail, to be killed, and to lose power.
//!
//! The model of a power cut: what was done before the last flush is on the disk. Of what was done
//! since, any part may be, each call by itself: a file may be there without its bytes or with some of
//! them, a later move without an earlier one, a delete without the moves before it. Calls on the same
//! path keep their order, and nothing is in a folder that is not there. Folders and moves are whole or
//! not at all, as on file systems with a journal.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::super::disk::{Disk, Found};
use crate::stamp::Stamp;

/// Numbers that look random, the same ones for a seed.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }
}

/// What a path names.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Folder,
    File(u64),
}

/// All that is there.
#[derive(Clone, Debug, Default)]
struct Tree {
    names: BTreeMap<String, Node>,
    files: BTreeMap<u64, (Arc<[u8]>, u64)>,
}

/// One thing that was done.
#[derive(Clone, Debug)]
enum Done {
    Folder(String),
    /// A name for an empty file.
    Name(String, u64),
    Bytes(u64, Arc<[u8]>, u64),
    Rename(String, String),
    DeleteFile(String),
    DeleteFolder(String),
}

impl Tree {
    fn held(&self, folder: &str) -> impl Iterator<Item = &String> {
        let below = format!("{folder}/");
        self.names
            .range(below.clone()..)
            .map(|(path, _)| path)
            .take_while(move |path| path.starts_with(&below))
    }

    fn is_folder(&self, path: &str) -> bool {
        self.names.get(path) == Some(&Node::Folder)
    }

    /// Does one thing, or says why it cannot be done.
    fn apply(&mut self, done: &Done) -> Result<(), ErrorKind> {
        match done {
            Done::Folder(path) => {
                if !self.is_folder(parent(path)) {
                    return Err(ErrorKind::NotFound);
                }
                if self.names.contains_key(path) {
                    return Err(ErrorKind::AlreadyExists);
                }
                self.names.insert(path.clone(), Node::Folder);
            }
            Done::Name(path, number) => {
                if !self.is_folder(parent(path)) {
                    return Err(ErrorKind::NotFound);
                }
                if self.is_folder(path) {
                    return Err(ErrorKind::IsADirectory);
                }
                self.names.insert(path.clone(), Node::File(*number));
                self.files.insert(*number, (Arc::from([]), 0));
            }
            Done::Bytes(number, bytes, time) => {
                let file = self.files.get_mut(number).ok_or(ErrorKind::NotFound)?;
                *file = (bytes.clone(), *time);
            }
            Done::Rename(from, to) => self.rename(from, to)?,
            Done::DeleteFile(path) => match self.names.get(path) {
                Some(Node::File(_)) => drop(self.names.remove(path)),
                Some(Node::Folder) => return Err(ErrorKind::IsADirectory),
                None => return Err(ErrorKind::NotFound),
            },
            Done::DeleteFolder(path) => {
                if !self.is_folder(path) {
                    return Err(ErrorKind::NotFound);
                }
                if self.held(path).next().is_some() {
                    return Err(ErrorKind::DirectoryNotEmpty);
                }
                self.names.remove(path);
            }
        }
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), ErrorKind> {
        let node = self.names.get(from).ok_or(ErrorKind::NotFound)?.clone();
        if !self.is_folder(parent(to)) {
            return Err(ErrorKind::NotFound);
        }
        match (&node, self.names.get(to)) {
            (Node::File(_), Some(Node::Folder)) => return Err(ErrorKind::IsADirectory),
            (Node::Folder, Some(Node::File(_))) => return Err(ErrorKind::NotADirectory),
            (Node::Folder, Some(Node::Folder)) if self.held(to).next().is_some() => {
                return Err(ErrorKind::DirectoryNotEmpty);
            }
            _ => {}
        }
        let held: Vec<_> = self.held(from).cloned().collect();
        for path in held {
            let moved = format!("{to}{}", &path[from.len()..]);
            let node = self.names.remove(&path).unwrap();
            self.names.insert(moved, node);
        }
        self.names.remove(from);
        self.names.insert(to.to_owned(), node);
        Ok(())
    }
}

fn text(path: &Path) -> String {
    path.to_str().expect("tests use plain paths").to_owned()
}

/// The folder that a path lies in; the root lies in none.
fn parent(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) if path.len() > 1 => "/",
        Some(end) => &path[..end],
        None => "",
    }
}

/// What goes wrong, and when.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trouble {
    /// The call of any kind that fails once, counted from 0, and how.
    pub(super) fails: Option<(usize, i32)>,
    /// How many calls change something before the program is killed.
    pub(super) killed_after: Option<usize>,
}

#[derive(Default)]
struct State {
    now: Tree,
    /// What is on the disk for certain.
    flushed: Tree,
    since: Vec<Done>,
    trouble: Trouble,
    calls: usize,
    changes: usize,
    clock: u64,
    next: u64,
}

/// A file system in memory; clones are the same one.
#[derive(Clone, Default)]
pub(super) struct Model(Arc<Mutex<State>>);

impl Model {
    /// One with some folders.
    pub(super) fn with_folder(folder: &Path) -> Self {
        let model = Self::default();
        let mut state = model.0.lock().unwrap();
        for path in folder.ancestors() {
            state.now.names.insert(text(path), Node::Folder);
        }
        state.flushed = state.now.clone();
        drop(state);
        model
    }

    /// Another one in which all is as it is here, without trouble.
    pub(super) fn copy(&self) -> Self {
        let state = self.0.lock().unwrap();
        Self(Arc::new(Mutex::new(State {
            now: state.now.clone(),
            flushed: state.flushed.clone(),
            since: state.since.clone(),
            clock: state.clock,
            next: state.next,
            ..State::default()
        })))
    }

    pub(super) fn expect(&self, trouble: Trouble) {
        let mut state = self.0.lock().unwrap();
        (state.calls, state.changes) = (0, 0);
        state.trouble = trouble;
    }

    /// How many calls there were since trouble was expected, and how many of them changed something.
    pub(super) fn calls(&self) -> (usize, usize) {
        let state = self.0.lock().unwrap();
        (state.calls, state.changes)
    }

    /// What may be there when power comes back.
    pub(super) fn after_power_cut(&self, random: &mut Random) -> Self {
        let state = self.0.lock().unwrap();
        let mut tree = state.flushed.clone();
        // From nearly nothing to nearly all.
        let survives = random.below(101);
        for done in &state.since {
            let part = match done {
                Done::Bytes(number, bytes, time) if random.below(4) == 0 => {
                    let kept = bytes[..random.below(bytes.len() + 1)].into();
                    Done::Bytes(*number, kept, *time)
                }
                done => done.clone(),
            };
            if random.below(100) < survives {
                // What it needs may be lost itself.
                let _ = tree.apply(&part);
            }
        }
        Self(Arc::new(Mutex::new(State {
            now: tree.clone(),
            flushed: tree,
            clock: state.clock,
            next: state.next,
            ..State::default()
        })))
    }

    /// Every file below a folder, by its path there.
    pub(super) fn files(&self, folder: &Path) -> BTreeMap<String, Arc<[u8]>> {
        let state = self.0.lock().unwrap();
        let below = text(folder);
        let files = state.now.held(&below).filter_map(|path| {
            let Some(Node::File(number)) = state.now.names.get(path) else {
                return None;
            };
            let name = &path[below.len() + 1..];
            Some((name.to_owned(), state.now.files[number].0.clone()))
        });
        files.collect()
    }

    fn call<T>(&self, work: impl FnOnce(&mut State) -> Result<T, ErrorKind>) -> io::Result<T> {
        let mut state = self.0.lock().unwrap();
        let Trouble {
            fails,
            killed_after,
        } = state.trouble;
        if killed_after.is_some_and(|changes| state.changes >= changes) {
            return Err(io::Error::other("killed"));
        }
        state.calls += 1;
        if let Some((_, code)) = fails.filter(|(call, _)| *call + 1 == state.calls) {
            return Err(io::Error::from_raw_os_error(code));
        }
        work(&mut state).map_err(io::Error::from)
    }

    fn change(&self, done: Done) -> io::Result<()> {
        self.call(|state| state.change(done))
    }
}

impl State {
    fn change(&mut self, done: Done) -> Result<(), ErrorKind> {
        self.now.apply(&done)?;
        self.since.push(done);
        self.changes += 1;
        Ok(())
    }

    fn is_killed(&self) -> bool {
        let killed_after = self.trouble.killed_after;
        killed_after.is_some_and(|changes| self.changes >= changes)
    }
}

impl Disk for Model {
    fn look(&self, path: &Path) -> io::Result<Option<Found>> {
        self.call(|state| {
            Ok(state.now.names.get(&text(path)).map(|node| match node {
                Node::Folder => Found::Folder,
                Node::File(number) => {
                    let (bytes, changed) = &state.now.files[number];
                    Found::File(Stamp {
                        size: bytes.len() as u64,
                        changed: *changed,
                        number: *number,
                    })
                }
            }))
        })
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        self.call(|state| match state.now.names.get(&text(file)) {
            Some(Node::File(number)) => Ok(state.now.files[number].0.to_vec()),
            Some(Node::Folder) => Err(ErrorKind::IsADirectory),
            None => Err(ErrorKind::NotFound),
        })
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.call(|state| {
            let folder = text(folder);
            if !state.now.is_folder(&folder) {
                return Err(ErrorKind::NotFound);
            }
            let held = state.now.held(&folder);
            let held = held.filter(|path| parent(path) == folder);
            Ok(held.map(PathBuf::from).collect())
        })
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.call(|state| match state.change(Done::Folder(text(folder))) {
            Err(ErrorKind::AlreadyExists) if state.now.is_folder(&text(folder)) => Ok(()),
            made => made,
        })
    }

    fn write(&self, file: &Path, bytes: &[u8], not_before: u64) -> io::Result<Stamp> {
        let number = self.call(|state| {
            state.next += 1;
            let number = state.next;
            state.change(Done::Name(text(file), number))?;
            Ok(number)
        })?;
        // A disk that fills up and a kill leave a part.
        let half = bytes[..bytes.len() / 2].into();
        let written = self.call(|state| {
            state.clock += 1_000;
            let changed = state.clock.max(not_before);
            let whole = Done::Bytes(number, bytes.into(), changed);
            state.change(whole)?;
            if state.is_killed() {
                state.change(Done::Bytes(number, half, changed))?;
                return Err(ErrorKind::Interrupted);
            }
            Ok(Stamp {
                size: bytes.len() as u64,
                changed,
                number,
            })
        });
        written.inspect_err(|_| {
            let mut state = self.0.lock().unwrap();
            if !state.is_killed() {
                let half = bytes[..bytes.len() / 2].into();
                let _ = state.change(Done::Bytes(number, half, 0));
            }
        })
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change(Done::Rename(text(from), text(to)))
    }

    fn delete_file(&self, file: &Path) -> io::Result<()> {
        self.change(Done::DeleteFile(text(file)))
    }

    fn delete_folder(&self, folder: &Path) -> io::Result<()> {
        self.change(Done::DeleteFolder(text(folder)))
    }

    fn flush_file(&self, file: &Path) -> io::Result<()> {
        self.call(|state| {
            let file = text(file);
            let Some(Node::File(number)) = state.now.names.get(&file).cloned() else {
                return Err(ErrorKind::NotFound);
            };
            let State { flushed, since, .. } = state;
            since.retain(|done| {
                let is_of_it = match done {
                    Done::Name(path, _) => *path == file,
                    Done::Bytes(of, ..) => *of == number,
                    _ => false,
                };
                if is_of_it {
                    let _ = flushed.apply(done);
                }
                !is_of_it
            });
            Ok(())
        })
    }

    fn flush(&self, _folder: &Path) -> io::Result<()> {
        self.call(|state| {
            state.flushed = state.now.clone();
            state.since.clear();
            Ok(())
        })
    }
}
