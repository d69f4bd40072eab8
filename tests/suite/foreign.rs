//! Files of others in the output: whatever they are called and wherever they lie, builds that add, change
//! and delete pages around them leave them as they are, down to their times and permissions.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::random::Random;
use crate::site_test::{SiteTest, record, with};

/// What is known of a file, folder or link of others.
#[derive(Debug, PartialEq)]
struct Seen {
    bytes: Vec<u8>,
    mode: u32,
    modified: (i64, i64),
}

fn look(path: &Path) -> Option<Seen> {
    let metadata = fs::symlink_metadata(path).ok()?;
    let bytes = if metadata.is_symlink() {
        let to = fs::read_link(path).unwrap();
        to.as_os_str().as_bytes().to_vec()
    } else {
        fs::read(path).unwrap_or_default()
    };
    // A folder of others may get pages beside their files.
    let modified = if metadata.is_dir() {
        (0, 0)
    } else {
        (metadata.mtime(), metadata.mtime_nsec())
    };
    Some(Seen {
        bytes,
        mode: metadata.mode(),
        modified,
    })
}

/// Some of twelve records, some of them with another text, some on another page.
fn edition(random: &mut Random) -> Value {
    let records = (0..12).filter_map(|n| {
        let record = record(n);
        Some(match random.below(5) {
            0 => return None,
            1 => with(record, "documentation", json!("Another text.")),
            2 => with(record, "slug", json!(format!("dropped-{}", n % 3))),
            _ => record,
        })
    });
    let records: Vec<_> = records.collect();
    if records.is_empty() {
        return json!([record(0)]);
    }
    Value::from(records)
}

/// A name that somebody could have given a file.
fn name(random: &mut Random) -> OsString {
    const NAMES: &[&str] = &[
        "notes.txt",
        ".hidden",
        "index.html.bak",
        "INDEX.HTML",
        "a b",
        "line\nfeed",
        "-rf",
        "*",
        "CNAME",
        "é",
        "cannot-drop-3",
        "cannot-drop-3.html",
        "dropped-1.html",
        "cannot-drop-3.html~",
        "cannot-drop-3.json",
        "page",
        "part",
        "root.js.map",
        "0",
        "~",
        "\u{202e}",
        "journal",
        "stage",
        "Tags",
        "con",
        "%2e%2e",
        "a.html.tmp",
    ];
    match random.below(8) {
        0 => OsString::from_vec(vec![
            b'x',
            0xff,
            0xfe,
            b'0' + u8::try_from(random.below(10)).unwrap(),
        ]),
        1 => OsString::from("n".repeat(200 + random.below(55))),
        _ => OsString::from(random.one(NAMES)),
    }
}

/// A place in the output: in a folder that pages use, that one might use, or that none does.
fn place(random: &mut Random, output: &Path) -> PathBuf {
    const FOLDERS: &[&str] = &[
        "",
        "errors",
        "errors/acme",
        "errors/acme/rocket",
        "errors/acme/rocket/cannot-drop-1",
        "errors/nobody/nothing",
        "tags",
        "tags/gravity",
        "tags/gravity/page",
        "id",
        "search",
        "search/a",
        "assets",
        "source/acme/anvil/src",
        "links",
        ".errbook",
        ".errbook/manifest/own",
        ".well-known",
        "own/deep/er",
        "recent/page",
    ];
    let mut place = output.join(random.one(FOLDERS));
    for _ in 0..random.below(3) {
        place.push(name(random));
    }
    place
}

/// Puts files, folders and links of others into an output; where they lie.
fn put(random: &mut Random, output: &Path) -> BTreeMap<PathBuf, Seen> {
    let mut placed = Vec::new();
    for n in 0..=random.below(12) {
        let folder = place(random, output);
        // A file of the site or of others may be in the way of a folder.
        if fs::create_dir_all(&folder).is_err() {
            continue;
        }
        let path = folder.join(name(random));
        if fs::symlink_metadata(&path).is_ok() {
            continue;
        }
        match random.below(6) {
            0 if symlink("nowhere", &path).is_ok() => {}
            1 if fs::create_dir(&path).is_ok() => {}
            _ => {
                let bytes = vec![b'a' + u8::try_from(n).unwrap(); random.below(3000)];
                if fs::write(&path, bytes).is_err() {
                    continue;
                }
                let time = UNIX_EPOCH + Duration::from_nanos(1_234_567_890 * (n as u64 + 1));
                let file = fs::File::options().write(true).open(&path).unwrap();
                file.set_modified(time).unwrap();
                let mode = [0o600, 0o644, 0o444, 0o755][random.below(4)];
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            }
        }
        placed.push(path);
    }
    let seen = placed.into_iter();
    seen.map(|path| {
        let seen = look(&path).unwrap();
        (path, seen)
    })
    .collect()
}

/// Numbers from a longer run, else a few.
fn trials() -> u64 {
    let asked = std::env::var("ERRBOOK_FOREIGN").ok();
    asked.map_or(5, |asked| asked.parse().unwrap())
}

#[test]
fn files_of_others_in_the_output_stay_as_they_are() {
    let (mut files, mut published, mut refused) = (0, 0, 0);
    for trial in 0..trials() {
        let random = &mut Random(trial);
        let site = SiteTest::new();
        let build = |edition: Value| {
            site.write("records/all.json", edition.to_string());
            // What was published before is known from the cache, or looked at file by file.
            let cache: &[&str] = if trial % 2 == 0 { &[] } else { &["--no-cache"] };
            site.run(&[&["build", "--allow-mass-delete"], cache].concat())
        };
        assert_eq!(build(edition(random)).code, 0);
        let placed = put(random, &site.path("public"));
        files += placed.len();
        for step in 0..3 {
            let run = build(edition(random));
            match run.code {
                0 => published += 1,
                // Where a page belongs there is something of others, which is said.
                2 => refused += 1,
                code => panic!("trial {trial}, step {step}: exit {code}: {}", run.stderr),
            }
            for (path, seen) in &placed {
                let found = look(path);
                assert_eq!(
                    found.as_ref(),
                    Some(seen),
                    "trial {trial}, step {step}: {}",
                    path.display()
                );
            }
        }
    }
    assert!(
        files > 10 && published > refused,
        "{files} files, {published} builds, {refused} refused"
    );
}
