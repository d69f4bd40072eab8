//! What fails is said, and not taken for something else; what is done already is no failure.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::super::commit::Places;
use super::super::disk::{Disk, Found};
use super::super::publication::Publication;
use super::super::{Error, Published};
use super::model::Model;
use crate::address::OutPath;
use crate::stamp::Stamp;

/// A disk on which calls of one kind fail, for paths that end so.
#[derive(Clone)]
struct Failing {
    disk: Model,
    call: &'static str,
    end: &'static str,
    kind: ErrorKind,
}

impl Failing {
    fn call<T>(
        &self,
        call: &str,
        path: &Path,
        work: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<T> {
        let fails = self.call == call && path.to_str().unwrap().ends_with(self.end);
        if fails { Err(self.kind.into()) } else { work() }
    }
}

impl Disk for Failing {
    fn look(&self, path: &Path) -> io::Result<Option<Found>> {
        self.call("look", path, || self.disk.look(path))
    }
    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        self.call("read", file, || self.disk.read(file))
    }
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.call("list", folder, || self.disk.list(folder))
    }
    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.call("create", folder, || self.disk.create_folder(folder))
    }
    fn write(&self, file: &Path, bytes: &[u8], not_before: u64) -> io::Result<Stamp> {
        let write = || self.disk.write(file, bytes, not_before);
        self.call("write", file, write)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call("move", to, || self.disk.rename(from, to))
    }
    fn delete_file(&self, file: &Path) -> io::Result<()> {
        self.call("delete", file, || self.disk.delete_file(file))
    }
    fn delete_folder(&self, folder: &Path) -> io::Result<()> {
        self.call("delete folder", folder, || self.disk.delete_folder(folder))
    }
    fn flush_file(&self, file: &Path) -> io::Result<()> {
        self.call("flush file", file, || self.disk.flush_file(file))
    }
    fn flush(&self, folder: &Path) -> io::Result<()> {
        self.call("flush", folder, || self.disk.flush(folder))
    }
}

fn publish(disk: impl Disk, files: &[(&str, &str)]) -> Result<Published, Error> {
    let places = Places {
        output: "/www/public".into(),
        stage: "/www/stage".into(),
        build: 7,
    };
    let publication = Publication::begin(disk, places, true)?;
    for (path, text) in files {
        publication.offer(&OutPath::fixed(path), text.as_bytes())?;
    }
    publication.finish()
}

const BEFORE: &[(&str, &str)] = &[("index.html", "a"), ("tags/x.html", "x"), ("y.html", "y")];
const AFTER: &[(&str, &str)] = &[("index.html", "b"), ("tags/x.html", "x"), ("z.html", "z")];

/// What is said where a call fails like this while a site takes the place of another.
fn said(call: &'static str, end: &'static str, kind: ErrorKind) -> Result<Published, Error> {
    let disk = Model::with_folder(Path::new("/www"));
    publish(disk.clone(), BEFORE).unwrap();
    publish(
        Failing {
            disk,
            call,
            end,
            kind,
        },
        AFTER,
    )
}

#[test]
fn a_call_that_fails_is_named_with_its_path() {
    for (call, end, expected) in [
        ("read", "stage/journal", "read"),
        ("look", "stage/journal", "read"),
        ("list", ".errbook/manifest", "list"),
        ("look", ".errbook/retired", "read"),
        ("look", "public/index.html", "read"),
        ("read", "public/index.html", "read"),
        ("look", "public/tags", "read"),
        ("create", "/www/stage", "create"),
        ("write", "index.html", "write"),
        ("write", "stage/journal", "write"),
        ("flush file", "stage/journal", "flush"),
        ("flush", "/www/stage", "flush"),
        ("flush", "/www/public", "flush"),
        ("move", "public/index.html", "move into place"),
        ("move", "public/z.html", "move into place"),
        ("delete", "public/y.html", "delete"),
        ("delete", "stage/journal", "delete"),
    ] {
        let said = match said(call, end, ErrorKind::PermissionDenied) {
            Err(error @ Error::Io { .. }) => error.to_string(),
            other => panic!("{call} {end}: {other:?}"),
        };
        let path = said.contains(end.trim_start_matches('/'));
        assert!(path && said.contains(expected), "{call} {end}: {said}");
    }
}

#[test]
fn what_is_done_already_is_no_failure() {
    for (call, end) in [("move", "public/index.html"), ("delete", "stage/journal")] {
        let outcome = said(call, end, ErrorKind::NotFound);
        assert!(outcome.is_ok(), "{call} {end}: {outcome:?}");
    }
}

#[test]
fn what_cannot_be_moved_because_of_others_is_said_to_be_in_the_way() {
    use ErrorKind::{AlreadyExists, DirectoryNotEmpty, IsADirectory, NotADirectory};
    for kind in [
        AlreadyExists,
        DirectoryNotEmpty,
        IsADirectory,
        NotADirectory,
    ] {
        let outcome = said("move", "public/index.html", kind);
        let refused = matches!(outcome, Err(Error::OutputRefused { .. }));
        assert!(refused, "{kind}: {outcome:?}");
    }
}
