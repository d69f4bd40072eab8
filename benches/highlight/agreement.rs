//! The lexers beside the grammars that they stand in for, on whole files. What differs on purpose is
//! in `docs/highlighting.md`.

use std::collections::BTreeMap;
use std::path::Path;

use errbook::highlight::Engine;

use super::files::{files, name, percent};
use super::painted::{Painted, highlighter, lines};

/// Files and bytes of one language that are looked at.
const FILES: usize = 200;
const BYTES: usize = 2_000_000;
/// What grammars read of a line.
const LINE_BYTES: usize = 500;

/// Words of one pair of classes, each with the characters counted and a line that it stands in.
type Words = BTreeMap<String, (usize, String)>;

#[derive(Default)]
struct Count {
    files: usize,
    bytes: usize,
    all: usize,
    same: usize,
    /// By the class that the grammar gives, and the lexer's.
    differing: BTreeMap<(char, char), Words>,
}

/// Prints the share of characters with the same class for each language; of one language also what
/// differs most.
pub(crate) fn compare(folder: &Path, only: Option<&str>) {
    let (own, stock) = (highlighter(Engine::Own), highlighter(Engine::Syntect));
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    for (file, text) in files(folder) {
        let language = own.language(&name(&file), "");
        if !language.has_lexer() || only.is_some_and(|only| only != language.name()) {
            continue;
        }
        let count = counts.entry(language.name()).or_default();
        let long_line = text.lines().any(|line| line.len() > LINE_BYTES);
        if count.files >= FILES || count.bytes >= BYTES || long_line {
            continue;
        }
        count.files += 1;
        count.bytes += text.len();
        let lexed = lines(&own, &text, language);
        for (stock, own) in lines(&stock, &text, language).iter().zip(&lexed) {
            count.line(stock, own);
        }
    }
    for (language, count) in &counts {
        let (percent, all) = (percent(count.same, count.all), count.all);
        println!(
            "{language:12} {percent:6.2} % of {all} characters in {} files",
            count.files
        );
        if only.is_some() {
            count.report();
        }
    }
}

impl Count {
    fn line(&mut self, stock: &Painted, own: &Painted) {
        let line: String = own.iter().map(|(c, _)| c).collect();
        let mut word = String::new();
        let mut pair = (' ', ' ');
        for (&(c, stock), &(_, own)) in stock.iter().zip(own) {
            let blank = c == ' ' || c == '\t';
            let same = blank || stock == own;
            self.all += usize::from(!blank);
            self.same += usize::from(!blank && same);
            if !word.is_empty() && (same || pair != (stock, own)) {
                self.note(pair, &std::mem::take(&mut word), &line);
            }
            if !same {
                pair = (stock, own);
                word.push(c);
            }
        }
        if !word.is_empty() {
            self.note(pair, &word, &line);
        }
    }

    fn note(&mut self, pair: (char, char), text: &str, line: &str) {
        let short = |text: &str, most| text.trim().chars().take(most).collect::<String>();
        let words = self.differing.entry(pair).or_default();
        let word = words.entry(short(text, 24));
        word.or_insert_with(|| (0, short(line, 90))).0 += text.chars().count();
    }

    fn report(&self) {
        let total = |words: &Words| words.values().map(|word| word.0).sum::<usize>();
        let mut kinds: Vec<_> = self.differing.iter().collect();
        kinds.sort_by_key(|(_, words)| std::cmp::Reverse(total(words)));
        for ((stock, own), words) in kinds.into_iter().take(12) {
            let share = percent(total(words), self.all);
            println!("{share:5.2} %  grammar `{stock}`, lexer `{own}`");
            let mut words: Vec<_> = words.iter().collect();
            words.sort_by_key(|(_, (length, _))| std::cmp::Reverse(*length));
            for (word, (length, line)) in words.into_iter().take(8) {
                println!("      {length:6} {word:26} {line}");
            }
        }
    }
}
