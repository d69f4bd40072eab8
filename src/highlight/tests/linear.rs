//! The time of every lexer grows with the length of a line and no faster, whatever stands in it: so
//! many bytes are looked at. `cargo bench --bench highlight -- growth` measures it by the clock.

use super::*;

/// Nasty lines: each is repeated up to the length that is asked for.
const SHAPES: &[&str] = &[
    "a.", "\"\\", "/*", "((", "${`", "r#", "<a ", "<<A ", "/ ", "{{", "#{\"", "'", "a: (b, ",
    "%w[", "##", "\\u{", "Ab<", "a\"\"\"", "@", "日", "s{", "x = /", "  ", "=~ m{", "R\"(", "`${",
    "[*", "-- ", "<?",
];

fn languages() -> Vec<Language> {
    let names = language::LANGUAGES.iter().map(|(_, grammar, _)| *grammar);
    let more = [
        "Rust", "Go", "Swift", "Ruby", "Elixir", "SQL", "TOML", "YAML",
    ];
    let known = names
        .chain(more)
        .filter_map(|name| Language::of_grammar(language::grammars().find_syntax_by_name(name)?));
    known
        .filter(|language| language.lexer().is_some())
        .collect()
}

/// A line, and one more so that what stays open is read on.
fn fragment(shape: &str, length: usize) -> [String; 2] {
    let line = shape.repeat(length / shape.len());
    [line.clone(), line]
}

fn lexer<'c>(language: Language, lines: &[&'c str]) -> super::lexer::Lexer<'c> {
    match Running::new(language, Engine::Own, lines) {
        Ok(Running::Lexer(lexer)) => lexer,
        _ => panic!("{language:?} has a lexer"),
    }
}

#[test]
fn every_byte_is_looked_at_a_few_times() {
    const LENGTH: usize = 6000;
    const TIMES: usize = 8;
    let languages = languages();
    assert!(languages.len() >= 21, "{languages:?}");
    for language in languages {
        for shape in SHAPES {
            let lines = fragment(shape, LENGTH);
            let lines = [lines[0].as_str(), lines[1].as_str()];
            let mut lexer = lexer(language, &lines);
            for line in lines {
                lexer.line(line);
            }
            let steps = lexer.steps();
            assert!(
                steps <= TIMES * 2 * LENGTH,
                "{language:?} {shape:?}: {steps}"
            );
        }
    }
}
