//! The time of every lexer grows with the length of a line and no faster, whatever stands in it: so
//! many bytes are looked at. `cargo bench --bench highlight -- growth` measures it by the clock.

use super::*;

/// Nasty lines: each is repeated up to the length that is asked for.
const SHAPES: &[&str] = &[
    "a.", "\"\\", "/*", "((", "${`", "r#", "<a ", "<<A ", "/ ", "{{", "#{\"", "'", "a: (b, ",
    "%w[", "##", "\\u{", "Ab<", "a\"\"\"", "@", "日", "s{", "x = /", "  ", "=~ m{", "R\"(", "`${",
    "[*", "-- ", "<?", "= /[", "(/\\/",
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

/// A lexer that loses its place makes a line plain, which nobody may notice: so it may not happen.
#[test]
fn no_lexer_loses_its_place_among_random_pieces() {
    const MORE: &[&str] = &[
        "é", "\u{3000}", "\t", "\r", " ", "=", ":", "- ", "#", "//", "*/", "\"", "\"\"\"", ")",
        "}", "]", ">", "<<~E", "E", "=begin", "=end", "=cut", "1.5e", "0x", "if", "é:", ": |",
        "\\", "%", "$x", "|", "`", "--", "…",
    ];
    let mut state = 5_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % below
    };
    for language in languages() {
        for _ in 0..1500 {
            let lines: Vec<String> = (0..4)
                .map(|_| {
                    let pieces = (0..random(9)).map(|_| {
                        let at = random(SHAPES.len() + MORE.len());
                        SHAPES
                            .get(at)
                            .copied()
                            .unwrap_or_else(|| MORE[at - SHAPES.len()])
                    });
                    pieces.collect()
                })
                .collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let mut lexer = lexer(language, &lines);
            for line in &lines {
                let mut at = 0;
                for &(to, _) in lexer.line(line) {
                    assert!(
                        to > at && line.is_char_boundary(to),
                        "{language:?} {lines:?}: {to}"
                    );
                    at = to;
                }
                assert_eq!(at, line.len(), "{language:?} {lines:?}");
            }
        }
    }
}
