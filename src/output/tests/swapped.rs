//! Somebody puts a link to a folder of theirs in the place of a folder of the site, between the look at
//! it and the change: at each call in turn, for each folder.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::commit::Places;
use super::super::disk::{Disk, Durability, Found, Local};
use super::super::publication::Publication;
use crate::address::OutPath;
use crate::error::Error;
use crate::stamp::Stamp;

/// The machine's disk, on which a folder becomes a link right before one of the calls that change
/// something.
struct Swapping {
    disk: Local,
    calls: Arc<AtomicUsize>,
    at: usize,
    folder: PathBuf,
    foreign: PathBuf,
}

impl Swapping {
    fn change<T>(&self, call: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        if self.calls.fetch_add(1, Ordering::Relaxed) == self.at && self.folder.is_dir() {
            std::fs::rename(&self.folder, self.folder.with_extension("away")).unwrap();
            link(&self.foreign, &self.folder);
        }
        call()
    }
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) {
    std::os::unix::fs::symlink(to, at).unwrap();
}

impl Disk for Swapping {
    fn look(&self, path: &Path) -> io::Result<Option<Found>> {
        self.disk.look(path)
    }
    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        self.disk.read(file)
    }
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.disk.list(folder)
    }
    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.change(|| self.disk.create_folder(folder))
    }
    fn write(&self, file: &Path, bytes: &[u8], not_before: u64) -> io::Result<Stamp> {
        self.change(|| self.disk.write(file, bytes, not_before))
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change(|| self.disk.rename(from, to))
    }
    fn delete_file(&self, file: &Path) -> io::Result<()> {
        self.change(|| self.disk.delete_file(file))
    }
    fn delete_folder(&self, folder: &Path) -> io::Result<()> {
        self.change(|| self.disk.delete_folder(folder))
    }
    fn flush_file(&self, file: &Path) -> io::Result<()> {
        self.disk.flush_file(file)
    }
    fn flush(&self, folder: &Path) -> io::Result<()> {
        self.disk.flush(folder)
    }
}

const BEFORE: &[(&str, &str)] = &[
    ("index.html", "home"),
    ("errors/o/r/a.html", "a"),
    ("errors/o/r/gone.html", "gone"),
    ("tags/x.html", "x"),
];
const AFTER: &[(&str, &str)] = &[
    ("index.html", "home again"),
    ("errors/o/r/a.html", "a new text"),
    ("errors/o/r/new.html", "new"),
    ("tags/x.html", "x"),
    ("tags/y/page/2.html", "y"),
];

fn publish(disk: impl Disk, places: &Places, files: &[(&str, &str)]) -> Result<(), Error> {
    let publication = Publication::begin(disk, places.clone(), true)?;
    for (path, text) in files {
        publication.offer(&OutPath::fixed(path), text.as_bytes())?;
    }
    publication.finish().map(drop)
}

#[test]
#[allow(clippy::print_stdout, reason = "a test that is skipped says so")]
fn nothing_is_written_or_deleted_where_a_link_leads_out() {
    // Where they lie in a build: the first that it changes, and the last.
    for swapped in [
        "errors",
        "errors/o",
        "errors/o/r",
        "tags",
        "stage",
        "stage/site",
    ] {
        let mut refused = 0;
        for at in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let base = folder.path().canonicalize().unwrap();
            let places = Places {
                output: base.join("public"),
                stage: base.join("stage"),
                build: 7,
            };
            let local = || Local::beneath(&base, Durability::Unflushed).unwrap();
            if local().is_unguarded() {
                println!("skipped: this system does not resolve paths beneath a folder");
                return;
            }
            publish(local(), &places, BEFORE).unwrap();
            // What the others have looks like what errbook wrote, down to the last byte.
            let foreign = base.join("foreign");
            for (path, text) in BEFORE {
                // Whichever folder the link takes the place of.
                let below = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
                for path in below.chain([*path]) {
                    let file = foreign.join(path);
                    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                    std::fs::write(file, text).unwrap();
                }
            }
            let held = || {
                let files = walkdir::WalkDir::new(&foreign).sort_by_file_name();
                let files = files.into_iter().map(|entry| entry.unwrap().into_path());
                let read = |path: PathBuf| (std::fs::read(&path).unwrap_or_default(), path);
                files.map(read).collect::<Vec<_>>()
            };
            let before = held();
            let swapping = Swapping {
                disk: local(),
                calls: Arc::default(),
                at,
                folder: match swapped {
                    "stage" => places.stage.clone(),
                    "stage/site" => places.staged_site(),
                    folder => places.output.join(folder),
                },
                foreign: foreign.clone(),
            };
            let calls = swapping.calls.clone();
            let published = publish(swapping, &places, AFTER);
            assert_eq!(held(), before, "{swapped} became a link at call {at}");
            if let Err(error) = published {
                refused += 1;
                let said = error.to_string();
                assert!(said.contains("link"), "{said}");
            }
            if calls.load(Ordering::Relaxed) <= at {
                break;
            }
        }
        assert!(refused > 0, "{swapped} was never on the way");
    }
}
