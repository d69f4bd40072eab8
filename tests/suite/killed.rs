//! The real program, killed and starved: what it leaves, and what the next build makes of it.
//! Every single call is a point of failure in `src/output/tests/faults.rs`; here the machine decides.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

use crate::links;
use crate::site_test::{SiteTest, all_files, assert_same, records, tree, with};

type Tree = BTreeMap<String, Vec<u8>>;

fn program(site: &SiteTest) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_errbook"));
    program
        .args(["build", "--quiet", "--allow-mass-delete"])
        .current_dir(site.folder())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    program
}

/// What the program gives of these records, after a build of each of those before: what was published
/// before is part of a site.
fn whole(editions: &[&[Value]]) -> Tree {
    let site = SiteTest::new();
    for records in editions {
        site.write("records/all.json", Value::from(*records).to_string());
        site.build();
    }
    site.tree()
}

/// Every file is of one of the versions, and all that home and the pages of the first of these, the old
/// one, lead to is there.
fn assert_whole(folder: &Path, versions: &[&Tree], what: &str) {
    let found = all_files(folder);
    for (name, bytes) in &found {
        let known = versions
            .iter()
            .any(|version| version.get(name) == Some(bytes));
        assert!(
            known,
            "{what}: {name} is of no version, {} bytes",
            bytes.len()
        );
    }
    let old = versions[0].keys().filter(|name| name.ends_with(".html"));
    let from = old.cloned().chain(["index.html".to_owned()]);
    let mut seen: BTreeSet<_> = from.filter(|page| found.contains_key(page)).collect();
    let mut walk: Vec<_> = seen.iter().cloned().collect();
    while let Some(page) = walk.pop() {
        for target in links::targets(&page, &found[&page]) {
            assert!(
                found.contains_key(&target),
                "{what}: {page} leads to {target}"
            );
            if target.ends_with(".html") && seen.insert(target.clone()) {
                walk.push(target);
            }
        }
    }
}

/// Numbers from a longer run, else a few.
fn asked(variable: &str, few: usize) -> usize {
    let asked = std::env::var(variable).ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(few)
}

#[test]
fn a_killed_build_leaves_a_whole_site_and_the_next_one_completes_it() {
    // A longer run sets both.
    let kills = asked("ERRBOOK_KILLS", 6);
    let count = asked("ERRBOOK_KILLED_RECORDS", 60);
    let first = records(count);
    let mut second: Vec<_> = first[..count * 9 / 10].to_vec();
    for record in &mut second {
        *record = with(record.clone(), "documentation", json!("Another text."));
    }
    let texts = [first, second].map(|records| Value::from(records).to_string());
    let site = SiteTest::new();
    let build = |text: &str| {
        site.write("records/all.json", text);
        let began = Instant::now();
        assert!(program(&site).status().unwrap().success());
        (site.tree(), began.elapsed())
    };
    // Once each is known, one after the other gives the same again and again.
    let [(_, _), (_, _), first, second, again] = [0, 1, 0, 1, 0].map(|n| build(&texts[n]));
    assert_same(&first.0, &again.0, "the same records after the same others");
    let (trees, took) = ([second.0, first.0], [second.1, first.1]);
    let texts = [&texts[1], &texts[0]];
    let mut killed = 0;
    let mut seed = 5_u32;
    for n in 0..kills {
        site.write("records/all.json", texts[n % 2]);
        let mut child = program(&site).spawn().unwrap();
        // Anywhere in a build, most of which is spent before anything moves.
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let part = f64::from(seed >> 8) / f64::from(1 << 24);
        let until = Instant::now() + took[n % 2].mul_f64(part * 1.2);
        let ended = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            if Instant::now() >= until {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            std::thread::yield_now();
        };
        killed += usize::from(ended.is_none());
        let what = format!("kill {n}, after {part:.2} of a build");
        let versions = [&trees[(n + 1) % 2], &trees[n % 2]];
        assert_whole(&site.path("public"), &versions, &what);
        if n % 5 == 4 {
            assert!(program(&site).status().unwrap().success(), "{what}");
            assert_same(&site.tree(), &trees[n % 2], &what);
        }
    }
    assert!(killed > 0 || kills < 6, "nothing was killed");
    let last = (kills + 1) % 2;
    assert!(program(&site).status().unwrap().success());
    assert_same(&site.tree(), &trees[last], "after all kills");
}

#[test]
fn a_build_that_may_not_open_or_write_enough_leaves_the_old_site() {
    let old = whole(&[&records(12)]);
    let new = whole(&[&records(12), &records(14)]);
    // Of these a few are too little to begin with, and the most are enough.
    for limit in [
        "ulimit -n 8",
        "ulimit -n 12",
        "ulimit -n 16",
        "ulimit -f 4",
        "ulimit -f 64",
        "ulimit -v 200000",
    ] {
        let site = SiteTest::with(&records(12));
        site.build();
        site.write("records/all.json", Value::from(records(14)).to_string());
        let script = format!("{limit}; exec \"$@\"");
        let status = Command::new("sh")
            .args([
                "-c",
                &script,
                "sh",
                env!("CARGO_BIN_EXE_errbook"),
                "build",
                "-q",
            ])
            .current_dir(site.folder())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert_whole(&site.path("public"), &[&old, &new], limit);
        let expected = if status.success() { &new } else { &old };
        assert_same(&site.tree(), expected, limit);
        site.build();
        assert_same(&site.tree(), &new, limit);
    }
}

/// A disk of its own, as far as the user may mount one.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mounted(size: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status();
        mounted
            .is_ok_and(|status| status.success())
            .then_some(Self(folder))
    }
}

impl SmallDisk {
    fn remount(&self, how: &str) {
        let mounted = Command::new("mount")
            .args(["-o", &format!("remount,{how}")])
            .arg(self.0.path())
            .status();
        assert!(mounted.unwrap().success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg(self.0.path()).status();
        assert!(unmounted.is_ok_and(|status| status.success()));
    }
}

#[test]
fn a_disk_that_fills_up_keeps_the_old_site_and_an_output_may_be_a_disk_of_its_own() {
    let Some(disk) = SmallDisk::mounted("3m") else {
        // Past the harness, which would keep it to itself.
        let line = "skipped a full disk: no file system can be mounted here\n";
        std::io::stderr().write_all(line.as_bytes()).unwrap();
        return;
    };
    let output = disk.0.path().to_str().unwrap().to_owned();
    let site = SiteTest::with(&records(12));
    let build = || site.run(&["build", "--output", &output, "--allow-mass-delete"]);
    let run = build();
    assert_eq!(run.code, 0, "{}", run.stderr);
    let old = tree(disk.0.path());
    assert_same(&old, &whole(&[&records(12)]), "a site on a disk of its own");
    // More than fits beside the old one: nothing of it is published.
    site.write("records/all.json", Value::from(records(400)).to_string());
    let run = build();
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("space"), "{}", run.stderr);
    assert_same(&tree(disk.0.path()), &old, "a full disk");
    let new = whole(&[&records(12), &records(13)]);
    site.write("records/all.json", Value::from(records(13)).to_string());
    disk.remount("ro");
    let run = build();
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert_same(&tree(disk.0.path()), &old, "a disk that is read-only");
    disk.remount("rw");
    let run = build();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_same(&tree(disk.0.path()), &new, "after a full disk");
    let before = all_files(disk.0.path());
    assert_eq!(build().code, 0);
    assert_same(&all_files(disk.0.path()), &before, "nothing to do");
    assert!(!disk.0.path().join(".errbook/stage").exists());
}
