//! What happens to files on disk: the site's own, and those of others.

mod faults;
mod kept;
mod model;
mod refused;
mod said;
#[cfg(target_os = "linux")]
mod swapped;

use std::collections::{BTreeMap, BTreeSet};

use std::fs;
use tempfile::TempDir;

use super::manifest::Manifest;
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
                may_shrink: false,
            },
            Durability::Unflushed,
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
            may_shrink: false,
        },
        Durability::Unflushed,
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

#[cfg(target_os = "linux")]
#[test]
fn a_lock_that_is_a_link_is_not_followed() {
    let folder = Folder::new();
    folder.publish(&[("index.html", "a")]);
    let (lock, foreign) = (
        folder.0.path().join(".public.errbook-lock"),
        folder.0.path().join("foreign"),
    );
    fs::write(&foreign, "text").unwrap();
    fs::remove_file(&lock).unwrap();
    std::os::unix::fs::symlink(&foreign, &lock).unwrap();
    let refused = folder.publish_with(&[("index.html", "b")], false);
    assert!(refused.is_err());
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "text");
    assert_eq!(folder.files(), tree(&[("index.html", "a")]));
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
        may_shrink: false,
    };
    let _first = Publisher::begin(&folder.output(), &guard, Durability::Unflushed).unwrap();
    assert!(matches!(
        Publisher::begin(&folder.output(), &guard, Durability::Unflushed),
        Err(Error::Locked(_, holder)) if holder == Some(std::process::id())
    ));
}

#[test]
fn what_open_pages_ask_for_is_kept_for_another_generation() {
    let folder = Folder::new();
    let site = |n: usize| {
        [
            ("index.html".to_owned(), format!("site {n}")),
            (format!("assets/errbook.{n}.css"), format!("style {n}")),
            (format!("search/a/{n}/0.js"), format!("shard {n}")),
            ("search/root.js".to_owned(), format!("root {n}")),
        ]
    };
    let publish = |n: usize| {
        let files = site(n);
        let files = files
            .each_ref()
            .map(|(path, text)| (path.as_str(), text.as_str()));
        folder.publish(&files)
    };
    let there = || {
        let files = folder.files();
        let numbers = (1..=4).filter(|n| {
            let [_, style, shard, _] = site(*n);
            let both = [style, shard].map(|(path, text)| files.get(&path) == Some(&text));
            assert_eq!(both[0], both[1]);
            both[0]
        });
        numbers.collect::<Vec<_>>()
    };
    publish(1);
    let second = publish(2);
    assert_eq!((second.kept, second.deleted), (2, 0));
    assert_eq!(there(), [1, 2]);
    // A build that changes nothing is no generation.
    assert_eq!(publish(2).written, 0);
    assert_eq!(there(), [1, 2]);
    // Nor does one take away what it needs again.
    assert_eq!(publish(1).written, 2);
    assert_eq!(there(), [1, 2]);
    let third = publish(3);
    assert_eq!((third.kept, third.deleted), (2, 2));
    assert_eq!(there(), [1, 3]);
    assert_eq!(publish(4).deleted, 2);
    assert_eq!(there(), [3, 4]);
}

#[test]
fn a_changed_file_gets_a_time_that_copies_notice() {
    let folder = Folder::new();
    let seconds = || {
        let found = fs::metadata(folder.output().join("index.html")).unwrap();
        let time = found
            .modified()
            .unwrap()
            .duration_since(std::time::UNIX_EPOCH);
        time.unwrap().as_secs()
    };
    let mut before = 0;
    for text in ["a", "b", "c"] {
        folder.publish(&[("index.html", text)]);
        let now = seconds();
        assert!(now > before, "{now} {before}");
        before = now;
    }
}

#[test]
fn a_file_gives_way_to_a_folder_of_its_name_and_back() {
    let folder = Folder::new();
    let steps: [&[(&str, &str)]; 3] = [
        &[("index.html", "1"), ("about", "file")],
        &[("index.html", "2"), ("about/us", "in"), ("about/a/b", "in")],
        &[("index.html", "3"), ("about", "file again")],
    ];
    for files in steps {
        folder.publish(files);
        assert_eq!(folder.files(), tree(files));
    }
    // Unless someone else has put something there.
    folder.publish(steps[1]);
    fs::write(folder.output().join("about/mine"), "mine").unwrap();
    let refused = folder.publish_with(steps[2], false);
    assert!(matches!(refused, Err(Error::OutputRefused { .. })));
    assert_eq!(folder.files()["about/mine"], "mine");
    fs::remove_file(folder.output().join("about/mine")).unwrap();
    folder.publish(steps[2]);
    assert_eq!(folder.files(), tree(steps[2]));
}

#[test]
fn a_build_that_would_delete_most_pages_is_stopped() {
    let folder = Folder::new();
    let names: Vec<_> = (0..100).map(|n| format!("errors/o/r/{n}.html")).collect();
    let site = |count: usize| {
        let pages = names.iter().take(count).map(|name| (name.as_str(), "page"));
        pages.chain([("index.html", "home")]).collect::<Vec<_>>()
    };
    folder.publish(&site(100));
    let before = folder.files();
    let stopped = folder.publish_with(&site(79), false);
    assert!(
        matches!(
            stopped,
            Err(Error::MassDelete {
                deleted: 21,
                pages: 101
            })
        ),
        "{stopped:?}"
    );
    assert_eq!(folder.files(), before);
    // A fifth is fine, and so are few.
    assert_eq!(folder.publish(&site(80)).deleted, 20);
    assert_eq!(folder.publish(&site(64)).deleted, 16);
    assert_eq!(folder.publish(&site(52)).deleted, 12);
    assert_eq!(folder.publish(&site(42)).deleted, 10);
    assert_eq!(folder.publish(&site(24)).deleted, 18);
    assert_eq!(folder.publish(&site(5)).deleted, 19);
}
