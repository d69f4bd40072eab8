//! The lexers beside the grammars that they stand in for, on whole files.
//!
//! `cargo bench --bench highlight -- agreement FOLDER` compares on the files of a folder. What differs on
//! purpose is in docs/highlighting.md.

use std::fs;
use std::path::Path;

use super::*;

/// Files outside these are samples of nothing: too short, or long tables.
const FILE_BYTES: std::ops::Range<usize> = 200..200_000;

/// What the grammars read of a line.
const LINE_BYTES: usize = 500;

#[derive(Default)]
struct Count {
    files: usize,
    all: usize,
    same: usize,
}

impl Count {
    fn add(&mut self, text: &str, language: Language) {
        let lines = split(text);
        if lines.iter().any(|line| line.len() > LINE_BYTES) {
            return;
        }
        self.files += 1;
        let (stock, _) = classes(&lines, language, Engine::Syntect);
        let (own, _) = classes(&lines, language, Engine::Own);
        for ((line, stock), own) in lines.iter().zip(&stock).zip(&own) {
            let visible = line
                .char_indices()
                .filter(|(_, c)| !matches!(c, ' ' | '\t'));
            for (at, _) in visible {
                self.all += 1;
                self.same += usize::from(stock[at] == own[at]);
            }
        }
    }

    fn percent(&self) -> f64 {
        percent(self.same, self.all)
    }
}

fn percent(part: usize, all: usize) -> f64 {
    let count = |n: usize| f64::from(u32::try_from(n).unwrap());
    100.0 * count(part) / count(all.max(1))
}

/// Counts over the files of one language below a folder.
fn compare(folder: &Path, only: &str) -> Count {
    let highlighter = highlighter();
    let mut count = Count::default();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.unwrap();
        let language = highlighter.language(&entry.file_name().to_string_lossy(), "");
        if entry.file_type().is_file() && language.name() == only {
            let text = fs::read_to_string(entry.path()).unwrap();
            if FILE_BYTES.contains(&text.len()) {
                count.add(&text, language);
            }
        }
    }
    count
}

#[test]
fn agreement_on_this_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (folder, language, least) in [
        ("src/highlight", "Rust", 97.0),
        ("static/js", "JavaScript", 93.0),
    ] {
        let count = compare(&root.join(folder), language);
        assert!(count.files >= 3, "{folder}");
        let percent = count.percent();
        assert!(percent >= least, "{language}: {percent:.2} %");
    }
}
