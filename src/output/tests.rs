//! What happens to files on disk: the site's own, and those of others.

use std::collections::{BTreeMap, BTreeSet};

use tempfile::TempDir;

use super::*;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn output(&self) -> PathBuf {
        self.0.path().join("public")
    }

    fn publish_with(&self, files: &[(&str, &str)], force: bool) -> Result<Published, Error> {
        let root = self.0.path().join("site");
        let publisher = Publisher::begin(
            &self.output(),
            &Guard {
                root: &root,
                inputs: &[],
                force,
            },
        )?;
        for (path, text) in files {
            publisher.offer(&OutPath::fixed(path), text.as_bytes())?;
        }
        publisher.finish()
    }

    fn publish(&self, files: &[(&str, &str)]) -> Published {
        self.publish_with(files, false).unwrap()
    }

    /// All files of the output but the manifest.
    fn files(&self) -> BTreeMap<String, String> {
        let walk = walkdir::WalkDir::new(self.output())
            .into_iter()
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().is_file());
        walk.map(|entry| {
            (
                entry
                    .path()
                    .strip_prefix(self.output())
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned(),
                fs::read_to_string(entry.path()).unwrap(),
            )
        })
        .filter(|(path, _)| !path.starts_with(".errbook/"))
        .collect()
    }
}

fn tree(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect()
}

#[test]
fn only_what_differs_is_written_and_what_is_gone_is_deleted() {
    let folder = Folder::new();
    let first = folder.publish(&[
        ("index.html", "a"),
        ("tags/x.html", "x"),
        ("tags/y.html", "y"),
    ]);
    assert_eq!((first.written, first.unchanged, first.deleted), (3, 0, 0));
    let before = fs::metadata(folder.output().join("tags/x.html"))
        .unwrap()
        .modified()
        .unwrap();
    let second = folder.publish(&[("index.html", "b"), ("tags/x.html", "x")]);
    assert_eq!(
        (second.written, second.unchanged, second.deleted),
        (1, 1, 1)
    );
    assert_eq!(
        folder.files(),
        tree(&[("index.html", "b"), ("tags/x.html", "x")])
    );
    assert_eq!(
        fs::metadata(folder.output().join("tags/x.html"))
            .unwrap()
            .modified()
            .unwrap(),
        before
    );
    let third = folder.publish(&[("index.html", "b"), ("tags/x.html", "x")]);
    assert_eq!((third.written, third.unchanged, third.deleted), (0, 2, 0));
}

#[test]
fn nothing_is_left_beside_the_output_but_its_lock() {
    let folder = Folder::new();
    folder.publish(&[("index.html", "a")]);
    let names: Vec<_> = fs::read_dir(folder.0.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let names: BTreeSet<_> = names.iter().map(String::as_str).collect();
    assert_eq!(names, BTreeSet::from([".public.errbook-lock", "public"]));
}

#[test]
fn a_build_that_does_not_finish_changes_nothing() {
    let folder = Folder::new();
    folder.publish(&[("index.html", "a"), ("x.html", "x")]);
    let root = folder.0.path().join("site");
    let publisher = Publisher::begin(
        &folder.output(),
        &Guard {
            root: &root,
            inputs: &[],
            force: false,
        },
    )
    .unwrap();
    publisher
        .offer(&OutPath::fixed("index.html"), b"new")
        .unwrap();
    drop(publisher);
    assert_eq!(
        folder.files(),
        tree(&[("index.html", "a"), ("x.html", "x")])
    );
}

#[test]
fn files_of_others_are_neither_changed_nor_deleted() {
    let folder = Folder::new();
    fs::create_dir(folder.output()).unwrap();
    fs::write(folder.output().join("CNAME"), "example.org").unwrap();
    assert!(matches!(
        folder.publish_with(&[("index.html", "a")], false),
        Err(Error::OutputRefused { .. })
    ));
    folder
        .publish_with(&[("index.html", "a"), ("x.html", "x")], true)
        .unwrap();
    folder.publish(&[("index.html", "b")]);
    assert_eq!(
        folder.files(),
        tree(&[("CNAME", "example.org"), ("index.html", "b")])
    );
    assert!(matches!(
        folder.publish_with(&[("CNAME", "mine")], true),
        Err(Error::OutputRefused { .. })
    ));
    assert_eq!(folder.files()["CNAME"], "example.org");
}

#[test]
fn a_file_that_someone_edited_is_not_deleted() {
    let folder = Folder::new();
    folder.publish(&[("index.html", "a"), ("x.html", "x")]);
    fs::write(folder.output().join("x.html"), "edited").unwrap();
    let published = folder.publish(&[("index.html", "a")]);
    assert_eq!((published.deleted, published.left), (0, 1));
    assert_eq!(folder.files()["x.html"], "edited");
}

#[test]
fn a_build_that_was_killed_while_files_moved_leaves_nothing_that_the_next_one_cannot_own() {
    let folder = Folder::new();
    folder.publish(&[("index.html", "a")]);
    // What is on disk after a kill in the middle: the manifest of both, some files moved.
    let new = [("index.html", "b"), ("x.html", "x"), ("y.html", "y")];
    let entries = new.iter().map(|(path, text)| {
        (
            OutPath::fixed(path),
            Entry::of(text.as_bytes(), Stamp::default()),
        )
    });
    let mut to_come = Manifest::default();
    entries.for_each(|(path, entry)| to_come.insert(path, entry));
    let old = Manifest::read(&folder.output()).unwrap();
    old.with(&to_come).write(&folder.output(), &old).unwrap();
    fs::write(folder.output().join("x.html"), "x").unwrap();
    folder.publish(&[("index.html", "c"), ("x.html", "other")]);
    assert_eq!(
        folder.files(),
        tree(&[("index.html", "c"), ("x.html", "other")])
    );
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_in_the_output_is_not_followed() {
    let folder = Folder::new();
    folder.publish(&[("index.html", "a"), ("tags/x.html", "x")]);
    let elsewhere = folder.0.path().join("elsewhere");
    fs::rename(folder.output().join("tags"), &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, folder.output().join("tags")).unwrap();
    let refused = folder.publish_with(&[("index.html", "a"), ("tags/x.html", "y")], true);
    assert!(matches!(refused, Err(Error::OutputRefused { .. })));
    let refused = folder.publish_with(&[("index.html", "a")], true);
    assert!(matches!(refused, Err(Error::OutputRefused { .. })));
    assert_eq!(fs::read_to_string(elsewhere.join("x.html")).unwrap(), "x");
}

#[test]
fn a_file_of_somebody_elses_that_is_the_same_stays_theirs() {
    let folder = Folder::new();
    fs::create_dir(folder.output()).unwrap();
    fs::write(folder.output().join("x.html"), "x").unwrap();
    folder
        .publish_with(&[("index.html", "a"), ("x.html", "x")], true)
        .unwrap();
    folder.publish(&[("index.html", "a")]);
    assert_eq!(folder.files()["x.html"], "x");
}

#[test]
fn two_builds_do_not_write_to_one_output() {
    let folder = Folder::new();
    let root = folder.0.path().join("site");
    let guard = Guard {
        root: &root,
        inputs: &[],
        force: false,
    };
    let _first = Publisher::begin(&folder.output(), &guard).unwrap();
    assert!(matches!(
        Publisher::begin(&folder.output(), &guard),
        Err(Error::Locked(_))
    ));
}

#[test]
fn dangerous_folders_are_refused() {
    let folder = Folder::new();
    let site = folder.0.path().join("site");
    let records = site.join("records");
    fs::create_dir_all(&records).unwrap();
    let inputs = [records.clone()];
    let guard = Guard {
        root: &site,
        inputs: &inputs,
        force: true,
    };
    let link = folder.0.path().join("link");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&records, &link).unwrap();
    let repository = folder.0.path().join("repository");
    fs::create_dir_all(repository.join(".git")).unwrap();
    for output in [
        Path::new("/"),
        &site,
        folder.0.path(),
        &records,
        &records.join("public"),
        &link,
        &repository,
    ] {
        assert!(
            matches!(
                Publisher::begin(output, &guard),
                Err(Error::OutputRefused { .. })
            ),
            "{}",
            output.display()
        );
    }
}
