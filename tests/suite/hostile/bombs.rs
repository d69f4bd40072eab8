//! Input that is large, deep, packed, endless, or no file at all: it is refused by name, the rest is
//! published, and memory does not follow it.

use std::io::Write;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::site_test::{Run, SiteTest, record, with};

/// Most memory that refusing anything may take beyond a build without it.
const MOST_BYTES: u64 = 64 << 20;

/// A site with one good record, and what may lie beside it.
fn site() -> SiteTest {
    let site = SiteTest::new();
    site.write("records/good.json", record(0).to_string());
    site
}

/// The most memory that a build says it held.
fn peak(run: &Run) -> u64 {
    let took = run
        .stderr
        .lines()
        .find(|line| line.contains("of memory at most"));
    let took = took.unwrap_or_else(|| panic!("no summary: {}", run.stderr));
    let (number, unit) = took
        .split_once("s, ")
        .and_then(|(_, rest)| rest.split_once(" of memory"))
        .and_then(|(size, _)| size.split_once(' '))
        .unwrap_or_else(|| panic!("{took}"));
    let scale = match unit {
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        _ => panic!("{took}"),
    };
    let number: f64 = number.replace(',', "").parse().unwrap();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a size of memory"
    )]
    let bytes = (number * f64::from(1_u32 << scale.min(31))) as u64;
    bytes
}

/// Builds a site with something beside the good record: it is named by `code`, the good record is
/// published, and memory stays within bounds.
#[track_caller]
fn assert_refused(code: &str, add: impl FnOnce(&SiteTest)) {
    let site = site();
    let before = site.run(&["build"]);
    assert_eq!(before.code, 0, "{}", before.stderr);
    add(&site);
    let run = site.run(&["build"]);
    assert!(
        run.stderr.contains(code),
        "{code} is not said: {}",
        run.stderr
    );
    assert_eq!(run.code, 4, "{}", run.stderr);
    let grown = peak(&run).saturating_sub(peak(&before));
    assert!(
        grown < MOST_BYTES,
        "{code}: {grown} bytes more: {}",
        run.stderr
    );
    let slug = record(0)["slug"].as_str().unwrap().to_owned();
    assert!(
        site.page(&format!("errors/acme/anvil/{slug}.html"))
            .is_file()
    );
    // A diagnostic shows a part of a line, not the line.
    assert!(run.stderr.len() < 20_000, "{} bytes said", run.stderr.len());
}

fn gzip(write: impl FnOnce(&mut dyn Write)) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    write(&mut encoder);
    encoder.finish().unwrap()
}

/// A zstd frame that says it looks back over `1 << exponent` bytes and repeats one byte; blocks of
/// 128 KiB, each four bytes long.
fn zstd_of_one_byte(exponent: u8, blocks: usize) -> Vec<u8> {
    const BLOCK: u32 = 128 << 10;
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, (exponent - 10) << 3];
    for n in 0..blocks {
        let last = u32::from(n + 1 == blocks);
        let header = (BLOCK << 3) | (1 << 1) | last;
        frame.extend(&header.to_le_bytes()[..3]);
        frame.push(if n == 0 { b' ' } else { b'{' });
    }
    frame
}

#[test]
fn a_record_of_a_hundred_megabytes_is_refused_in_any_layout() {
    let large =
        |n: usize| with(record(n), "documentation", "x".repeat(100 << 20).into()).to_string();
    assert_refused("EB0109", |site| {
        site.write("records/large.json", large(1));
    });
    assert_refused("EB0109", |site| {
        site.write(
            "records/large.jsonl",
            format!("{}\n{}\n{}", record(1), large(2), record(3)),
        );
    });
}

#[test]
fn text_that_never_ends_a_line_a_string_or_an_array_is_refused() {
    assert_refused("EB01", |site| {
        site.write("records/endless.json", "{".repeat(50 << 20));
    });
    assert_refused("EB01", |site| {
        site.write(
            "records/endless.json",
            format!("{{\"id\":\"{}", "\\".repeat(50 << 20)),
        );
    });
}

#[test]
fn deep_nesting_is_refused() {
    for depth in [65, 10_000, 400_000] {
        assert_refused("EB01", |site| {
            let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
            let text = record(1).to_string();
            site.write(
                "records/deep.json",
                text.replacen('{', &format!("{{\"deep\":{deep},"), 1),
            );
        });
    }
}

#[test]
fn what_is_packed_small_and_unpacks_to_much_is_refused() {
    assert_refused("EB0124", |site| {
        let bomb = gzip(|out| {
            out.write_all(b"{\"id\":\"").unwrap();
            for _ in 0..400 {
                out.write_all(&vec![b'x'; 1 << 20]).unwrap();
            }
        });
        assert!(bomb.len() < 1 << 20, "{}", bomb.len());
        site.write("records/bomb.json.gz", bomb);
    });
}

/// A decoder keeps what a frame says it looks back to, before anything comes out of it.
#[test]
fn a_frame_that_wants_much_memory_is_refused() {
    for (exponent, blocks) in [(27, 1_000), (31, 1_000), (40, 1_000)] {
        assert_refused("EB01", |site| {
            site.write("records/bomb.json.zst", zstd_of_one_byte(exponent, blocks));
        });
    }
}

#[test]
fn thousands_of_keys_items_and_problems_are_said_in_few_words() {
    assert_refused("EB01", |site| {
        let mut made = record(1);
        for n in 0..20_000 {
            made[format!("key{n}")] = json!(n);
        }
        made["lineNumber"] = json!("x");
        made["tags"] = (0..20_000).map(|n| Value::from(n.to_string())).collect();
        site.write("records/keys.json", made.to_string());
    });
    assert_refused("EB01", |site| {
        let lines: Vec<String> = (0..20_000).map(|n| format!("{{\"id\":{n}}}")).collect();
        site.write("records/lines.jsonl", lines.join("\n"));
    });
}

/// Only regular files below a folder are read: not what a link leads to, and nothing that would wait.
#[cfg(unix)]
#[test]
fn links_pipes_and_devices_in_a_folder_are_not_read() {
    use std::os::unix::fs::symlink;

    let site = site();
    site.write("secret/other.json", record(1).to_string());
    symlink("../secret/other.json", site.path("records/link.json")).unwrap();
    symlink("../secret", site.path("records/folder")).unwrap();
    symlink(".", site.path("records/loop")).unwrap();
    symlink("/dev/zero", site.path("records/zero.json")).unwrap();
    symlink("nowhere", site.path("records/broken.json")).unwrap();
    let made = Command::new("mkfifo")
        .arg(site.path("records/pipe.json"))
        .status()
        .unwrap();
    assert!(made.success());
    site.build();
    let pages = site
        .tree()
        .into_keys()
        .filter(|name| name.starts_with("id/"))
        .count();
    assert_eq!(pages, 1, "the good record alone");
}

/// What a user names is read, whatever it is; what has no end and is no JSON is left at once.
#[cfg(unix)]
#[test]
fn an_endless_device_that_is_named_ends() {
    let site = site();
    let run = site.run(&["build", "--records", "records", "--records", "/dev/zero"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

/// A record that is cut anywhere is an error of its own, and the build ends well.
#[test]
fn a_record_cut_anywhere_is_refused_by_name() {
    let whole = record(1).to_string();
    let cuts: Vec<usize> = (1..whole.len()).step_by(97).collect();
    let site = site();
    for cut in cuts {
        site.write("records/cut.json", &whole.as_bytes()[..cut]);
        let run = site.run(&["build", "-q"]);
        assert_eq!(run.code, 4, "cut at {cut}: {}", run.stderr);
        assert!(
            run.stderr.contains("cut.json"),
            "cut at {cut}: {}",
            run.stderr
        );
    }
}
