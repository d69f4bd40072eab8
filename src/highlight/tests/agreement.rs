//! The lexers beside the grammars that they stand in for, on whole files.
//!
//! `ERRBOOK_CODE=folder cargo test --lib agreement_on_a_folder -- --ignored --nocapture` compares on
//! the files of a folder; with `ERRBOOK_LANGUAGE=Rust` on those of one language, and shows what
//! differs most. What differs on purpose is in docs/highlighting.md.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::*;

/// Files and bytes of one language that are looked at.
const FILES: usize = 200;
const BYTES: usize = 2_000_000;

/// Files outside these are samples of nothing: too short, or long tables.
const FILE_BYTES: std::ops::Range<usize> = 200..200_000;

/// What the grammars read of a line.
const LINE_BYTES: usize = 500;

/// Percent of characters that must have the same class.
const LEAST: &[(&str, f64)] = &[
    ("Bash", 95.0),
    ("C", 97.0),
    ("C#", 93.0),
    ("C++", 93.0),
    ("Go", 97.0),
    ("JSON", 99.0),
    ("Java", 93.0),
    ("JavaScript", 93.0),
    ("PHP", 93.0),
    ("Python", 97.0),
    ("Rust", 97.0),
    ("TOML", 97.0),
    ("TypeScript", 93.0),
    ("YAML", 97.0),
];

/// The class that the grammar gives, and the lexer's.
type Pair = (Option<Class>, Option<Class>);

/// Words of one pair, each with the characters counted and a line that it stands in.
type Words = BTreeMap<String, (usize, String)>;

#[derive(Default)]
struct Count {
    files: usize,
    bytes: usize,
    all: usize,
    same: usize,
    differing: BTreeMap<Pair, Words>,
}

impl Count {
    fn add(&mut self, text: &str, language: Language) {
        let lines = split(text);
        if lines.iter().any(|line| line.len() > LINE_BYTES) {
            return;
        }
        self.files += 1;
        self.bytes += text.len();
        let (stock, _) = classes(&lines, language, Engine::Syntect);
        let (own, _) = classes(&lines, language, Engine::Own);
        for ((line, stock), own) in lines.iter().zip(&stock).zip(&own) {
            self.add_line(line, stock, own);
        }
    }

    fn add_line(&mut self, line: &str, stock: &[Option<Class>], own: &[Option<Class>]) {
        let mut differing: Option<(Pair, usize)> = None;
        for (at, c) in line.char_indices() {
            let pair = (stock[at], own[at]);
            let is_blank = c == ' ' || c == '\t';
            let is_same = is_blank || pair.0 == pair.1;
            self.all += usize::from(!is_blank);
            self.same += usize::from(!is_blank && is_same);
            if let Some((kind, from)) = differing
                && (is_same || pair != kind)
            {
                self.note(kind, &line[from..at], line);
                differing = None;
            }
            if !is_same && differing.is_none() {
                differing = Some((pair, at));
            }
        }
        if let Some((kind, from)) = differing {
            self.note(kind, &line[from..], line);
        }
    }

    fn note(&mut self, kind: Pair, text: &str, line: &str) {
        let short = |text: &str, most| text.trim().chars().take(most).collect::<String>();
        let words = self.differing.entry(kind).or_default();
        let word = words.entry(short(text, 24));
        word.or_insert_with(|| (0, short(line, 90))).0 += text.chars().count();
    }

    fn percent(&self) -> f64 {
        percent(self.same, self.all)
    }
}

fn percent(part: usize, all: usize) -> f64 {
    let count = |n: usize| f64::from(u32::try_from(n).unwrap());
    100.0 * count(part) / count(all.max(1))
}

/// The files of a folder, in an order that mixes those of one subfolder with others.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let mixed = |path: &Path| {
        let path = path.to_string_lossy();
        let mix = |hash: u64, b: u8| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3);
        path.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
    };
    let mut files: Vec<_> = walkdir::WalkDir::new(folder)
        .follow_links(true)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| (mixed(entry.path()), entry.into_path()))
        .collect();
    files.sort();
    files.into_iter().map(|(_, file)| file).collect()
}

/// Counts for each language that has a lexer, or for this one.
fn compare(folder: &Path, only: Option<&str>) -> BTreeMap<&'static str, Count> {
    let highlighter = highlighter();
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    for file in files(folder) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let language = highlighter.language(&name, "");
        if language.lexer().is_none() || only.is_some_and(|only| only != language.name()) {
            continue;
        }
        let count = counts.entry(language.name()).or_default();
        if count.files >= FILES || count.bytes >= BYTES {
            continue;
        }
        if let Ok(text) = fs::read_to_string(&file)
            && FILE_BYTES.contains(&text.len())
        {
            count.add(&text, language);
        }
    }
    counts
}

#[track_caller]
fn assert_agreement(counts: &BTreeMap<&str, Count>) {
    for (language, least) in LEAST {
        if let Some(count) = counts.get(language).filter(|count| count.all > 0) {
            let percent = count.percent();
            assert!(percent >= *least, "{language}: {percent:.2} %");
        }
    }
}

#[test]
fn agreement_on_this_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (folder, language) in [("src/highlight", "Rust"), ("static/js", "JavaScript")] {
        let counts = compare(&root.join(folder), Some(language));
        assert!(counts[language].files >= 3, "{folder}");
        assert_agreement(&counts);
    }
}

#[test]
#[ignore = "needs a folder of code"]
#[expect(clippy::print_stdout, reason = "a report")]
fn agreement_on_a_folder() {
    let folder = env::var("ERRBOOK_CODE").expect("ERRBOOK_CODE names a folder");
    let only = env::var("ERRBOOK_LANGUAGE").ok();
    let counts = compare(Path::new(&folder), only.as_deref());
    for (language, count) in &counts {
        println!(
            "{language:12} {:6.2} % of {} characters in {} files",
            count.percent(),
            count.all,
            count.files
        );
        if only.is_some() {
            report(count);
        }
    }
    assert_agreement(&counts);
}

/// What differs most, with the words that do.
#[expect(clippy::print_stdout, reason = "a report")]
fn report(count: &Count) {
    let total = |words: &Words| words.values().map(|word| word.0).sum::<usize>();
    let mut kinds: Vec<_> = count.differing.iter().collect();
    kinds.sort_by_key(|(_, words)| std::cmp::Reverse(total(words)));
    for ((stock, own), words) in kinds.into_iter().take(12) {
        let share = percent(total(words), count.all);
        println!("{share:5.2} %  grammar {stock:?}, lexer {own:?}");
        let mut words: Vec<_> = words.iter().collect();
        words.sort_by_key(|(_, (length, _))| std::cmp::Reverse(*length));
        for (word, (length, line)) in words.into_iter().take(8) {
            println!("      {length:6} {word:26} {line}");
        }
    }
}
