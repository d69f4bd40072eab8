//! What a build finds in and beside an output: a journal, a manifest and a ledger of any bytes. It
//! refuses or completes; nothing outside the output changes, and in it nothing of others that neither
//! names.
#![no_main]

use std::fs;
use std::path::Path;

use errbook::address::OutPath;
use errbook::ledger::Previous;
use errbook::output::{Durability, Guard, Publisher};
use libfuzzer_sys::fuzz_target;
use twox_hash::XxHash3_128;

/// The last line of a journal is over all others, which no chance finds.
fn sealed(lines: &[u8]) -> Vec<u8> {
    let mut journal = b"errbook journal 1\n".to_vec();
    journal.extend(lines);
    let seal = XxHash3_128::oneshot(&journal);
    journal.extend(format!("end {seal:032x}\n").into_bytes());
    journal
}

fn put(file: &Path, bytes: &[u8]) {
    fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("a folder");
    fs::write(file, bytes).expect("a file");
}

fn publish(output: &Path, root: &Path) -> Result<(), errbook::error::Error> {
    let guard = Guard {
        root,
        inputs: &[],
        force: true,
        may_shrink: true,
    };
    let publisher = Publisher::begin(output, &guard, Durability::Unflushed)?;
    for (path, text) in [("index.html", "home"), ("errors/o/r/a.html", "a")] {
        publisher.offer(&OutPath::fixed(path), text.as_bytes())?;
    }
    publisher.finish().map(drop)
}

fuzz_target!(|found: (bool, &[u8], &[u8], &[u8])| {
    let (seal, journal, manifest, ledger) = found;
    let folder = tempfile::tempdir().expect("a folder");
    let base = folder.path().canonicalize().expect("it is there");
    let output = base.join("public");
    let (outside, own) = (base.join("outside.txt"), output.join("own/notes.txt"));
    put(&outside, b"outside");
    put(&own, b"notes");
    put(&output.join("index.html"), b"old");
    let journal = if seal { sealed(journal) } else { journal.to_vec() };
    let stage = base.join(".public.errbook-stage");
    put(&stage.join("journal"), &journal);
    put(&stage.join("0000000000000007/errors/o/r/a.html"), b"staged");
    put(&stage.join("0000000000000007/index.html"), b"staged");
    put(&output.join(".errbook/manifest/00"), manifest);
    put(&output.join(".errbook/retired"), manifest);
    put(&output.join("links/index.json"), ledger);
    put(&output.join("links/00.json"), ledger);

    let _ = Previous::read(&output);
    for _ in 0..2 {
        let _ = publish(&output, &base.join("site"));
        assert_eq!(fs::read(&outside).expect("it stays"), b"outside");
        let names = |text: &[u8]| text.windows(9).any(|part| part == b"notes.txt");
        if !names(&journal) && !names(manifest) {
            assert_eq!(fs::read(&own).expect("it stays"), b"notes");
        }
        for entry in fs::read_dir(&base).expect("it is there") {
            let name = entry.expect("an entry").file_name();
            let name = name.to_string_lossy();
            assert!(
                name == "outside.txt" || name == "public" || name.starts_with(".public.errbook-"),
                "{name}"
            );
        }
    }
});
