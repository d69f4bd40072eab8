//! One set of inputs gives one site: whatever the number of threads, the order of records and files,
//! the locale, the time zone, the mask of permissions, the working folder and the time of day. And
//! once it is there, a build of the same touches nothing.

use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::site_test::{SiteTest, records, tree};

/// One hash over the names and bytes of a site.
fn seal(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut seal = Sha256::new();
    for (name, bytes) in files {
        seal.update(format!("{name}\0{}\0", bytes.len()));
        seal.update(bytes);
    }
    format!("{:x?}", seal.finalize())
}

/// The same records in another order, in other files, of another age.
fn lay_out(site: &SiteTest, all: &[Value], n: usize) {
    let mut all = all.to_vec();
    let by = n * 7 % all.len();
    all.rotate_left(by);
    if n % 2 == 1 {
        all.reverse();
    }
    let files = 1 + n % 4;
    for (number, part) in all.chunks(all.len().div_ceil(files)).enumerate() {
        let name = format!(
            "records/{}-{number}.jsonl",
            (b'a' + u8::try_from(n % 26).unwrap()) as char
        );
        let lines: Vec<_> = part.iter().map(ToString::to_string).collect();
        site.write(&name, lines.join("\n"));
        let age = Duration::from_hours(24 * 400 * (n as u64 % 3));
        let file = File::options().write(true).open(site.path(&name)).unwrap();
        let times = FileTimes::new().set_modified(SystemTime::now() - age);
        file.set_times(times).unwrap();
    }
}

#[test]
fn builds_in_any_surroundings_give_the_same_bytes() {
    // A longer run sets it to 40 and more.
    let builds = std::env::var("ERRBOOK_SURROUNDINGS").ok();
    let builds = builds.and_then(|builds| builds.parse().ok()).unwrap_or(8);
    let all = records(40);
    // Sets the clock, where it is installed.
    let has_faketime = Command::new("faketime")
        .args(["2031-05-06", "true"])
        .status()
        .is_ok_and(|status| status.success());
    let mut seals = BTreeMap::new();
    for n in 0..builds {
        let site = SiteTest::new();
        lay_out(&site, &all, n);
        fs::create_dir_all(site.path("elsewhere")).unwrap();
        site.write("site.toml", "");
        let threads = ["1", "2", "3", "8", "17"][n % 5];
        let locale = [
            "C",
            "C.UTF-8",
            "tr_TR.UTF-8",
            "ar_SA.UTF-8",
            "ja_JP.EUC-JP",
            "de_DE",
        ][n % 6];
        let zone = [
            "UTC",
            "Asia/Kathmandu",
            "America/St_Johns",
            "Pacific/Kiritimati",
            ":nonsense",
        ][n % 5];
        let mask = ["022", "077", "002", "027"][n % 4];
        let clock = ["1999-12-31 23:59:59", "2031-05-06", "2038-01-19 03:14:08"][n % 3];
        let (folder, config) = [(".", "site.toml"), ("elsewhere", "../site.toml")][n % 2];
        let wrapped = if has_faketime && n % 3 > 0 {
            format!("faketime '{clock}'")
        } else {
            String::new()
        };
        let script = format!("umask {mask}; exec {wrapped} \"$@\"");
        let run = Command::new("sh")
            .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_errbook")])
            .args(["build", "-q", "--config", config, "--threads", threads])
            .current_dir(site.path(folder))
            .envs([("LC_ALL", locale), ("LANG", locale), ("TZ", zone)])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let what = format!(
            "build {n}: {threads} threads, {locale}, {zone}, umask {mask}, in {folder}, {wrapped}"
        );
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.success(), "{what}: {told}");
        seals
            .entry(seal(&tree(&site.path("public"))))
            .or_insert(what);
    }
    assert_eq!(seals.len(), 1, "{seals:#?}");
}

/// Watches a folder with all below it until told to stop; what happened there.
fn events(folder: &Path, work: impl FnOnce()) -> Option<Vec<String>> {
    use std::io::{BufRead, BufReader};
    let mut watch = Command::new("inotifywait")
        .args(["--monitor", "--recursive", "--format", "%e %w%f"])
        .args(
            ["modify", "attrib", "create", "delete", "move"]
                .map(|event| format!("--event={event}")),
        )
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut told = BufReader::new(watch.stderr.take().unwrap()).lines();
    // It says so when all of it is watched.
    told.find(|line| {
        line.as_ref()
            .is_ok_and(|line| line.contains("Watches established"))
    })?
    .ok()?;
    work();
    // An event of our own ends the list.
    let end = folder.join("end-of-the-list");
    fs::write(&end, "").unwrap();
    let mut events = Vec::new();
    for line in BufReader::new(watch.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        if line.contains("end-of-the-list") {
            break;
        }
        events.push(line);
    }
    watch.kill().unwrap();
    watch.wait().unwrap();
    fs::remove_file(end).unwrap();
    Some(events)
}

#[test]
fn a_build_that_changes_nothing_causes_no_event_in_the_output() {
    // A longer run sets it to 10,000.
    let count = std::env::var("ERRBOOK_WATCHED_RECORDS").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(60);
    let site = SiteTest::with(&records(count));
    site.build();
    let seen = events(&site.path("public"), || {
        site.build();
        // Nor one that has to read and render all.
        let run = site.run(&["build", "--no-cache"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
    });
    let Some(seen) = seen else {
        assert!(std::env::var_os("CI").is_none(), "no inotifywait");
        // Past the harness, which would keep it to itself.
        let line = "skipped events in the output: no inotifywait\n";
        std::io::stderr().write_all(line.as_bytes()).unwrap();
        return;
    };
    assert_eq!(seen, Vec::<String>::new());
    // What does change something is seen.
    let seen = events(&site.path("public"), || {
        site.write("records/one.json", records(count + 1)[count].to_string());
        site.build();
    });
    assert!(!seen.unwrap().is_empty());
}
