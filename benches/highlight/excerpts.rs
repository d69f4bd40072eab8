//! Excerpts that begin in the middle of a comment or a text, against the same lines of the whole.

use std::collections::BTreeMap;
use std::path::Path;

use errbook::highlight::Engine;

use super::files::{files, name};
use super::painted::{Painted, highlighter, lines};

/// Lines of an excerpt, as records have them.
const LINES: usize = 37;
/// Excerpts out of one folder, and most out of one language.
const EXCERPTS: usize = 200;
const OF_ONE_LANGUAGE: usize = 20;
/// Share of characters with the class that they have in the whole.
const RIGHT: f64 = 0.95;

/// Prints how many excerpts come out as they are in the whole, and which do not.
pub(crate) fn compare(folder: &Path) {
    let highlighter = highlighter(Engine::Own);
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut right, mut all) = (0, 0);
    for (file, text) in files(folder) {
        let language = highlighter.language(&name(&file), "");
        let count = counts.entry(language.name()).or_default();
        if !language.has_lexer() || count.1 >= OF_ONE_LANGUAGE || all == EXCERPTS {
            continue;
        }
        let whole = lines(&highlighter, &text, language);
        // Texts are rarer than comments, and harder.
        let Some(from) = middle(&whole, 's').or_else(|| middle(&whole, 'c')) else {
            continue;
        };
        let excerpt: Vec<&str> = text.lines().skip(from).take(LINES).collect();
        let part = lines(&highlighter, &excerpt.join("\n"), language);
        let share = agreement(&part, &whole[from..]);
        all += 1;
        count.1 += 1;
        if share >= RIGHT {
            right += 1;
            count.0 += 1;
        } else {
            println!("{:3.0} % {}:{}", share * 100.0, file.display(), from + 1);
        }
    }
    counts.retain(|_, count| count.1 > 0);
    println!("{right} of {all}: {counts:?}");
}

/// A line in the middle of a comment or text of several lines; the middle one of all such.
fn middle(whole: &[Painted], class: char) -> Option<usize> {
    let inside = |line: &Painted| {
        let mut visible = line.iter().filter(|(c, _)| !c.is_whitespace()).peekable();
        let first = visible.peek().map(|(c, _)| *c);
        // What is marked line by line needs no line before it.
        let marked = class == 'c' && matches!(first, Some('/' | '#' | '-' | ';' | '%' | '\''));
        first.is_some() && !marked && visible.all(|(_, found)| *found == class)
    };
    let mut middles = Vec::new();
    let mut from = 0;
    for (n, line) in whole.iter().enumerate() {
        if inside(line) {
            continue;
        }
        if n >= from + 4 {
            middles.push(usize::midpoint(from, n));
        }
        from = n + 1;
    }
    middles.retain(|&from| whole.len() > from + LINES);
    middles.get(middles.len() / 2).copied()
}

fn agreement(part: &[Painted], whole: &[Painted]) -> f64 {
    let (mut all, mut same) = (0_u32, 0_u32);
    for (part, whole) in part.iter().zip(whole) {
        for (part, whole) in part
            .iter()
            .zip(whole)
            .filter(|(part, _)| !part.0.is_whitespace())
        {
            all += 1;
            same += u32::from(part == whole);
        }
    }
    f64::from(same) / f64::from(all.max(1))
}
