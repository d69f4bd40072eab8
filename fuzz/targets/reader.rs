//! Files of records: whatever is in them, reading ends, counts add up, and what was kept can be read
//! back.
#![no_main]

use std::cell::RefCell;
use std::fs;

use errbook::input::{Limits, NoShelf, list, read};
use errbook::progress::Silent;
use errbook::record::Record;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

thread_local! {
    static FOLDER: RefCell<Option<TempDir>> = const { RefCell::new(None) };
}

fuzz_target!(|bytes: &[u8]| {
    FOLDER.with_borrow_mut(|folder| {
        let folder = folder.get_or_insert_with(|| tempfile::tempdir().expect("a folder"));
        let path = folder.path().join("records");
        fs::write(&path, bytes).expect("a file");
        let mut limits = Limits::default();
        limits.unpacked_bytes = 1 << 20;
        let mut kept = Vec::new();
        let outcome = read(
            list(&[path]).expect("it is there"),
            &limits,
            &mut NoShelf,
            &Silent,
            |record: &Record| record.id,
            |found| kept.push((found.place, found.kept)),
        )
        .expect("no machine failed");
        assert_eq!(outcome.read, kept.len() + outcome.rejected);
        for (place, id) in kept {
            let again = outcome.sources.read(place).expect("what was read is there");
            assert_eq!(again.id, id);
        }
    });
});
