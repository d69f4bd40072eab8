//! The search index: each file of it can stand in a script, is JSON for who fetches it, and the whole
//! can be read back and asked with any text.
#![no_main]

use std::collections::HashMap;
use std::io;

use errbook::search::published::Published;
use errbook::search::{Document, Index, Options, paste};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|texts: Vec<(&str, &str, &str)>| {
    let mut index = Index::new(Options::default());
    for (n, (title, name, prose)) in texts.iter().take(40).enumerate() {
        let id = format!("{n:016x}");
        index.add(&Document {
            id: &id,
            title,
            pattern: Some(prose).filter(|text| !text.is_empty()).copied(),
            code: Some(name).filter(|text| !text.is_empty()).copied(),
            class: Some(name),
            repo: name,
            path: name,
            line: Some(1),
            severity: name,
            kind: name,
            tags: &[name, title],
            address: "errors/a/b/c.html",
            prose,
        });
    }
    let mut files = HashMap::new();
    let done: Result<(), io::Error> = index.finish(|path, bytes| {
        files.insert(path.as_str().to_owned(), bytes);
        Ok(())
    });
    done.expect("what was put aside is there");
    for (path, bytes) in &files {
        let text = std::str::from_utf8(bytes).expect("text");
        assert!(
            !text.contains(['<', '>', '&', '\u{2028}', '\u{2029}']),
            "{path}"
        );
        if path.ends_with(".js") {
            let (_, value) = text.split_once(',').expect("a name and a value");
            let value = value
                .trim_end()
                .trim_end_matches(';')
                .strip_suffix(')')
                .expect("a call");
            serde_json::from_str::<serde_json::Value>(value).expect("JSON");
        }
    }
    let read = |path: &str| {
        files
            .get(path)
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    };
    let published = Published::open(&read).expect("it was just made");
    for (title, _, prose) in texts.iter().take(4) {
        for text in [title, prose] {
            paste::find(&published, text, paste::Options::default()).expect("all shards are there");
        }
    }
});
