//! Coloured code taken apart again: which class each character has.

use std::collections::BTreeMap;

use errbook::highlight::{Budget, Engine, Highlighter, Language, Limits};

/// A character, and the letter of its class; a blank for none.
pub(crate) type Painted = Vec<(char, char)>;

/// A highlighter that reads as much as it is given.
pub(crate) fn highlighter(engine: Engine) -> Highlighter {
    let limits = Limits {
        max_bytes: usize::MAX,
        max_lines: usize::MAX,
        max_output_bytes: usize::MAX,
        ..Limits::default()
    };
    Highlighter::new(limits, &BTreeMap::new()).with_engine(engine)
}

/// The characters of each line, coloured.
pub(crate) fn lines(highlighter: &Highlighter, code: &str, language: Language) -> Vec<Painted> {
    let mut budget = Budget::new(highlighter.limits());
    let code = highlighter.lines(code, language, &mut budget);
    code.lines.iter().map(painted).collect()
}

fn painted(markup: &str) -> Painted {
    const OPENING: &str = "<span class=\"";
    let mut painted = Vec::new();
    let mut open = vec![' '];
    let mut rest = markup;
    while let Some(c) = rest.chars().next() {
        let class = *open.last().expect("one is never closed");
        let taken = match c {
            '<' => {
                match rest.strip_prefix(OPENING) {
                    // A badge within a class is of that class.
                    Some(name) if name.starts_with("hidden-char") => open.push(class),
                    Some(name) => open.push(name.chars().next().expect("a name")),
                    None => drop(open.pop()),
                }
                rest.find('>').expect("a tag ends") + 1
            }
            '&' => {
                painted.push(('&', class));
                rest.find(';').expect("an entity ends") + 1
            }
            c => {
                painted.push((c, class));
                c.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    painted
}
