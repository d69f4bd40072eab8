//! Code in every language: the text of a line is the line, and every tag is of the list.
#![no_main]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use errbook::highlight::{Budget, Highlighter, Language, Limits};
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/markup/mod.rs"]
mod markup;

/// Languages with lexers of errbook's own, and some that only have a grammar.
const NAMES: [&str; 32] = [
    "rs", "py", "js", "ts", "tsx", "go", "java", "kt", "scala", "c", "cpp", "cs", "rb", "php",
    "swift", "ex", "pl", "sh", "sql", "json", "yaml", "toml", "html", "xml", "css", "lua", "hs",
    "clj", "erl", "dart", "r", "ps1",
];

static HIGHLIGHTER: LazyLock<Highlighter> =
    LazyLock::new(|| Highlighter::new(Limits::default(), &BTreeMap::new()));

fuzz_target!(|bytes: &[u8]| {
    let Some((first, code)) = bytes.split_first() else {
        return;
    };
    let Ok(code) = std::str::from_utf8(code) else {
        return;
    };
    let name = NAMES[usize::from(*first) % NAMES.len()];
    let language = HIGHLIGHTER.language(&format!("a.{name}"), code.lines().next().unwrap_or(""));
    let mut budget = Budget::new(&Limits::default());
    let coloured = HIGHLIGHTER.lines(code, language, &mut budget);
    let mut budget = Budget::new(&Limits::default());
    let plain = HIGHLIGHTER.lines(code, Language::UNKNOWN, &mut budget);
    assert_eq!(coloured.lines.len(), plain.lines.len());
    for (line, plain) in coloured.lines.iter().zip(plain.lines.iter()) {
        markup::check(line).expect("markup of the list");
        assert_eq!(text(line), text(plain));
    }
});

/// Markup without its tags.
fn text(html: &str) -> String {
    let mut text = String::new();
    let mut within = false;
    for c in html.chars() {
        match c {
            '<' => within = true,
            '>' => within = false,
            c if !within => text.push(c),
            _ => {}
        }
    }
    text
}
