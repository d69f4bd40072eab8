//! What stays as it is without being rendered again, and what counts as touched.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::super::{Durability, Guard, Published, Publisher};
use super::Folder;
use crate::address::OutPath;

const FILES: &[(&str, &str)] = &[
    ("index.html", "home"),
    ("errors/o/r/a.html", "a"),
    ("search/a/x/1.js", "shard"),
];

fn begin(folder: &Folder) -> Publisher {
    let guard = Guard {
        root: &folder.output().with_file_name("site"),
        inputs: &[],
        force: false,
        may_shrink: true,
    };
    Publisher::begin(&folder.output(), &guard, Durability::Unflushed).unwrap()
}

/// A published site, and the hashes of its files.
fn published() -> (Folder, Vec<(OutPath, u128)>) {
    let folder = Folder::new();
    let publisher = begin(&folder);
    let offer = |(path, text): &(&str, &str)| {
        let path = OutPath::fixed(path);
        let hash = publisher.offer(&path, text.as_bytes()).unwrap();
        (path, hash)
    };
    let hashes = FILES.iter().map(offer).collect();
    publisher.finish().unwrap();
    (folder, hashes)
}

/// Everything that somebody can do to a file of the site.
fn touch(file: &PathBuf, how: &str) {
    let time = SystemTime::now() - Duration::from_hours(5);
    match how {
        "deleted" => fs::remove_file(file).unwrap(),
        "longer" => fs::write(file, "another text, and a longer one").unwrap(),
        "as long" => fs::write(file, "x".repeat(fs::read(file).unwrap().len())).unwrap(),
        "older" => File::options()
            .write(true)
            .open(file)
            .unwrap()
            .set_modified(time)
            .unwrap(),
        "a copy" => {
            let copy = file.with_extension("copy");
            fs::copy(file, &copy).unwrap();
            fs::rename(copy, file).unwrap();
        }
        "a folder" => {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
        }
        _ => unreachable!("{how}"),
    }
}

const TOUCHES: [&str; 6] = [
    "deleted", "longer", "as long", "older", "a copy", "a folder",
];

#[test]
fn what_is_as_it_was_left_is_kept_by_its_hash_and_nothing_else() {
    let (folder, hashes) = published();
    let publisher = begin(&folder);
    for (path, hash) in &hashes {
        assert!(!publisher.keep(path, hash ^ 1), "{path} has another hash");
        assert!(publisher.keep(path, *hash), "{path}");
    }
    assert!(!publisher.keep(&OutPath::fixed("tags/new.html"), hashes[0].1));
    let result = publisher.finish().unwrap();
    assert_eq!(
        (result.written, result.unchanged, result.deleted),
        (0, 3, 0)
    );
    let bytes: usize = FILES.iter().map(|(_, text)| text.len()).sum();
    assert_eq!(result.bytes, bytes as u64);
}

#[test]
fn all_files_are_kept_or_none() {
    let (folder, hashes) = published();
    let mut wrong = hashes.clone();
    wrong[2].1 ^= 1;
    let publisher = begin(&folder);
    assert!(!publisher.keep_all(&wrong));
    assert!(publisher.keep_all(&hashes));
    let result = publisher.finish().unwrap();
    assert_eq!(
        (result.written, result.unchanged, result.deleted),
        (0, 3, 0)
    );
}

#[test]
fn what_somebody_touched_is_neither_kept_nor_intact() {
    for how in TOUCHES {
        let (folder, hashes) = published();
        let intact = begin(&folder).intact().expect("nobody touched it");
        let seal = intact.seal;
        let bytes = FILES.iter().map(|(_, text)| text.len() as u64).sum();
        let expected = Published {
            unchanged: FILES.len(),
            bytes,
            seal,
            ..Published::default()
        };
        assert_eq!(intact, expected);
        let (path, hash) = &hashes[1];
        touch(&folder.output().join(path.as_str()), how);
        let publisher = begin(&folder);
        assert_eq!(publisher.intact(), None, "{how}");
        assert!(!publisher.keep(path, *hash), "{how}");
        assert!(!publisher.keep_all(&hashes), "{how}");
        assert!(
            publisher.keep(&hashes[0].0, hashes[0].1),
            "{how}: another file"
        );
        // Offered again, it is as it was, unless somebody's folder is in the way.
        let offered = publisher.offer(path, FILES[1].1.as_bytes());
        if how == "a folder" {
            assert!(offered.is_err());
            continue;
        }
        assert_eq!(offered.unwrap(), *hash);
        assert!(publisher.keep(&hashes[2].0, hashes[2].1));
        assert_eq!(publisher.finish().unwrap().seal, seal, "{how}");
        assert_eq!(fs::read(folder.output().join(path.as_str())).unwrap(), b"a");
    }
}

#[test]
fn a_page_that_goes_takes_its_file_along_only_as_it_was_written() {
    for how in TOUCHES {
        let (folder, hashes) = published();
        let file = folder.output().join(hashes[1].0.as_str());
        touch(&file, how);
        let before = fs::read(&file).ok();
        let publisher = begin(&folder);
        for at in [0, 2] {
            publisher
                .offer(&hashes[at].0, FILES[at].1.as_bytes())
                .unwrap();
        }
        let result = publisher.finish().unwrap();
        // A copy with the same bytes is the same text.
        let goes = matches!(how, "deleted" | "older" | "a copy");
        assert_eq!(
            (result.deleted, result.left),
            (usize::from(goes), usize::from(!goes)),
            "{how}"
        );
        assert_eq!(file.exists(), !goes, "{how}");
        if !goes {
            assert_eq!(fs::read(&file).ok(), before, "{how}");
        }
    }
}

#[test]
fn nothing_published_is_nothing_intact_and_what_is_beside_is_hidden() {
    let folder = Folder::new();
    let publisher = begin(&folder);
    assert_eq!(publisher.intact(), None);
    let beside = publisher.beside("cache");
    assert_eq!(
        beside,
        folder.output().with_file_name(".public.errbook-cache")
    );
}

#[cfg(unix)]
#[test]
fn what_is_led_to_by_a_link_is_not_as_it_was_left() {
    let (folder, hashes) = published();
    // The very files, with their numbers and times.
    let (errors, away) = (
        folder.output().join("errors"),
        folder.output().with_file_name("away"),
    );
    fs::rename(&errors, &away).unwrap();
    std::os::unix::fs::symlink(&away, &errors).unwrap();
    let publisher = begin(&folder);
    assert_eq!(publisher.intact(), None);
    let (path, hash) = &hashes[1];
    assert!(!publisher.keep(path, *hash));
    assert!(!publisher.keep_all(&hashes));
    assert!(publisher.keep(&hashes[0].0, hashes[0].1));
}

#[test]
fn a_site_with_another_style_keeps_the_one_before_for_open_pages() {
    let folder = Folder::new();
    let home = ("index.html", "home");
    let files = |style| [home, style];
    folder.publish(&files(("assets/a.1.css", "red")));
    let second = folder.publish(&files(("assets/a.2.css", "blue")));
    assert_eq!((second.written, second.kept, second.deleted), (1, 1, 0));
    assert!(folder.output().join("assets/a.1.css").exists());
    let third = folder.publish(&files(("assets/a.3.css", "green")));
    assert_eq!((third.written, third.kept, third.deleted), (1, 1, 1));
    assert!(!folder.output().join("assets/a.1.css").exists());
    // Only pages go: what was kept goes too, and nothing is kept.
    let last = folder.publish(&[("assets/a.3.css", "green")]);
    assert_eq!((last.written, last.kept, last.deleted), (0, 0, 2));
    // Only a style goes.
    folder.publish(&files(("assets/a.4.css", "white")));
    let gone = folder.publish(&[home]);
    assert_eq!((gone.written, gone.kept, gone.deleted), (0, 1, 1));
}

#[test]
fn no_two_builds_have_the_same_number() {
    let numbers: BTreeSet<_> = (0..1_000).map(|_| super::super::number()).collect();
    // A clock may stand still for a while.
    assert!(numbers.len() > 1);
}
