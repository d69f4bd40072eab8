//! Who took the place of a record that vanished, over many made-up files: a message that was
//! reworded, a file that moved, and records that are simply gone.

use std::fs;

use errbook::catalog::{Builder, Card, Catalog};
use errbook::config::{Config, default_facets};
use errbook::fate::{Fates, Held};
use errbook::feeds;
use errbook::input::Place;
use errbook::ledger::Previous;
use errbook::record::{self, Limits, RecordId};
use serde_json::json;
use tempfile::TempDir;

use crate::random::Random;

const WORDS: [&str; 24] = [
    "cannot",
    "open",
    "socket",
    "file",
    "invalid",
    "missing",
    "token",
    "header",
    "expected",
    "value",
    "timeout",
    "while",
    "reading",
    "buffer",
    "unknown",
    "option",
    "failed",
    "parse",
    "state",
    "index",
    "permission",
    "denied",
    "not",
    "found",
];

/// A source file of made-up code with errors raised in it.
#[derive(Clone)]
struct Source {
    path: String,
    lines: Vec<String>,
    /// Line, from 0, and message of each.
    errors: Vec<(usize, String)>,
}

fn message(random: &mut Random) -> String {
    let words: Vec<&str> = (0..4 + random.below(4))
        .map(|_| random.one(&WORDS))
        .collect();
    format!("{} {{name}} {}", words.join(" "), random.below(10_000))
}

/// A line as code has them: many are the same all over a project.
fn line(random: &mut Random) -> String {
    match random.below(5) {
        0 => "    }".into(),
        1 => "    if err != nil {".into(),
        2 => "        return err".into(),
        _ => format!(
            "    {} = {}({});",
            random.one(&WORDS),
            random.one(&WORDS),
            random.below(50)
        ),
    }
}

fn source(random: &mut Random, n: usize) -> Source {
    let lines = (0..240).map(|_| line(random)).collect();
    let errors = (0..5)
        .map(|at| (20 + at * 45 + random.below(20), message(random)))
        .collect();
    Source {
        path: format!("src/module{}/file{n}.go", n % 9),
        lines,
        errors,
    }
}

/// Edits that happen beside anything else: a few lines come and go.
fn edit_around(random: &mut Random, source: &mut Source) {
    for _ in 0..random.below(6) {
        let at = random.below(source.lines.len());
        source.lines.insert(at, line(random));
        for (line, _) in &mut source.errors {
            *line += usize::from(*line >= at);
        }
    }
}

fn catalog(sources: &[Source]) -> Catalog {
    let mut builder = Builder::new(&default_facets());
    for source in sources {
        for (at, message) in &source.errors {
            let mut lines = source.lines.clone();
            lines[*at] = format!("    throw new Error(\"{message}\");");
            let start = at.saturating_sub(18);
            let end = (at + 18).min(lines.len() - 1);
            let json = json!({
                "id": RecordId::derive("o/r", message, &source.path).to_string(), "repo": "o/r",
                "slug": message.replace(' ', "-"), "errorMessage": message, "messagePattern": "",
                "errorType": "exception", "severity": "error", "filePath": source.path,
                "lineNumber": at + 1, "sourceCode": lines[start..=end].join("\n"),
                "sourceCodeStart": start + 1, "sourceCodeEnd": end + 1, "githubUrl": "",
                "analyzedSha": "abc", "analyzedAt": "2026-09-11T21:06:21Z",
            });
            let record = record::parse(&json.to_string(), &Limits::default());
            let card = Card::of(&record.record.unwrap(), &default_facets());
            builder.add(card, Place::default());
        }
    }
    builder.finish().0
}

/// What became of ids after the sources changed: the id of each one's successor.
struct After {
    fates: Fates,
    catalog: Catalog,
}

impl After {
    fn of(before: &[Source], after: &[Source]) -> Self {
        let folder = TempDir::new().unwrap();
        let (config, held) = (Config::default(), Held::default());
        let old = catalog(before);
        let fates = Fates::of(&old, Previous::default(), &config, &held).unwrap();
        let mut write = |path: errbook::address::OutPath, bytes: Vec<u8>| {
            let file = folder.path().join(path.as_str());
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        };
        feeds::ledger::files(&old, &fates, &mut write).unwrap();
        let previous = Previous::read(folder.path()).unwrap();
        let catalog = catalog(after);
        let fates = Fates::of(&catalog, previous, &config, &held).unwrap();
        Self { fates, catalog }
    }

    fn successor(&self, path: &str, message: &str) -> Option<RecordId> {
        let id = RecordId::derive("o/r", message, path);
        assert!(self.fates.record(id).is_none(), "{id} is still there");
        let record = self.fates.successor(id)?;
        Some(self.catalog.record(record).id)
    }
}

/// A message in other words: some stay, or none does.
fn reworded(random: &mut Random, old: &str) -> String {
    let new = message(random);
    if random.below(3) == 0 {
        return new;
    }
    let kept: Vec<&str> = old.split(' ').take(3).collect();
    format!("{}: {new}", kept.join(" "))
}

#[test]
fn a_reworded_message_leads_to_its_successor_in_95_of_100_cases() {
    let mut random = Random(7);
    let before: Vec<Source> = (0..400).map(|n| source(&mut random, n)).collect();
    let mut after = before.clone();
    for source in &mut after {
        edit_around(&mut random, source);
        source.errors[2].1 = reworded(&mut random, &source.errors[2].1.clone());
    }
    let fates = After::of(&before, &after);
    let right = before.iter().zip(&after).filter(|(old, new)| {
        let expected = RecordId::derive("o/r", &new.errors[2].1, &new.path);
        fates.successor(&old.path, &old.errors[2].1) == Some(expected)
    });
    let right = right.count();
    assert!(
        right * 100 >= before.len() * 95,
        "{right} of {}",
        before.len()
    );
}

#[test]
fn a_moved_file_leads_to_its_successors_in_95_of_100_cases() {
    let mut random = Random(8);
    let before: Vec<Source> = (0..100).map(|n| source(&mut random, n)).collect();
    let mut after = before.clone();
    for source in &mut after {
        edit_around(&mut random, source);
        source.path = source.path.replace("src/", "lib/core/");
    }
    let fates = After::of(&before, &after);
    let (mut right, mut all) = (0, 0);
    for (old, new) in before.iter().zip(&after) {
        for (_, message) in &old.errors {
            let expected = RecordId::derive("o/r", message, &new.path);
            all += 1;
            right += usize::from(fates.successor(&old.path, message) == Some(expected));
        }
    }
    assert!(right * 100 >= all * 95, "{right} of {all}");
}

#[test]
fn what_is_gone_never_leads_to_an_unrelated_record_in_1_000_cases() {
    let mut random = Random(9);
    let before: Vec<Source> = (0..1_000).map(|n| source(&mut random, n)).collect();
    let (mut after, mut others) = (before.clone(), Vec::new());
    for (n, changed) in after.iter_mut().enumerate() {
        edit_around(&mut random, changed);
        let (gone, _) = changed.errors.remove(2);
        // In most cases there is a new one as well, elsewhere in the file or in another file.
        let new = message(&mut random);
        match random.below(4) {
            0 => changed.errors.push((gone + 12 + random.below(8), new)),
            1 => changed.errors.push((gone - 12, new)),
            2 => others.push(source(&mut random, 1_000 + n)),
            _ => {}
        }
    }
    after.extend(others);
    let fates = After::of(&before, &after);
    let wrong: Vec<&String> = before
        .iter()
        .filter(|old| fates.successor(&old.path, &old.errors[2].1).is_some())
        .map(|old| &old.errors[2].1)
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {}: {wrong:#?}",
        wrong.len(),
        before.len()
    );
}
