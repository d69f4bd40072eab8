//! What to call a hole: by what the source puts there, else by the word before it.

use std::collections::HashMap;

use super::notation::{Braces, Notation, Piece};

/// Longer names are cut: a chip in a title has to stay a chip.
const NAME_MAX_CHARS: usize = 40;

/// The end of a long text that is looked at for the word before a hole.
const BEFORE_MAX_BYTES: usize = 200;

/// What a hole is called that nothing names.
pub(super) const UNNAMED: &str = "value";

/// Identifiers that say how a value is written rather than what it is, and words of languages.
const TELL_NOTHING: &[&str] = &[
    "and",
    "as",
    "as_str",
    "await",
    "class",
    "clone",
    "dict",
    "display",
    "else",
    "false",
    "for",
    "format",
    "from",
    "if",
    "in",
    "inspect",
    "int",
    "is",
    "join",
    "json",
    "len",
    "list",
    "map",
    "new",
    "nil",
    "none",
    "not",
    "null",
    "or",
    "repr",
    "self",
    "sorted",
    "str",
    "string",
    "stringify",
    "super",
    "this",
    "to_s",
    "to_string",
    "tostring",
    "true",
    "type",
    "typeof",
    "undefined",
    "unwrap",
    "void",
];

/// Words before a hole that do not say what stands in it.
const FUNCTION_WORDS: &[&str] = &[
    "a", "all", "an", "and", "any", "are", "as", "at", "be", "but", "by", "for", "from", "has",
    "have", "in", "into", "is", "it", "its", "no", "not", "of", "on", "only", "or", "than", "that",
    "the", "then", "this", "to", "using", "via", "was", "were", "when", "which", "with",
];

/// Gives the holes of one message their names.
#[derive(Default)]
pub(super) struct Names {
    given: HashMap<String, usize>,
}

impl Names {
    /// The name of the next hole, written like this, with this text before it.
    pub(super) fn next(&mut self, source: &str, before: &str, notation: Notation) -> String {
        let name = of_source(source, notation)
            .or_else(|| word_before(before))
            .unwrap_or(UNNAMED);
        let name: String = name.chars().take(NAME_MAX_CHARS).collect();
        let count = self.given.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 {
            name
        } else {
            format!("{name} {count}")
        }
    }
}

/// The name that the source gives. A pattern may put more into a hole than the language would: then
/// what counts is the last value in it, or the expression between two strings that are joined.
fn of_source(source: &str, notation: Notation) -> Option<&str> {
    let mut name = None;
    let mut before = "";
    let mut has_hole = false;
    for piece in notation.pieces(source) {
        match piece {
            Piece::Hole(hole) => {
                has_hole = true;
                name = of_hole(hole, notation).or_else(|| word_before(before));
            }
            Piece::Text(text) | Piece::Doubled(text) => before = text,
        }
    }
    let joined = source.starts_with(['"', '\'', '`']) && source.len() > 2;
    if !has_hole && joined {
        return last_identifier(source.trim_matches(['"', '\'', '`']));
    }
    name
}

/// The name in a hole of the language's own notation.
fn of_hole(hole: &str, notation: Notation) -> Option<&str> {
    if let Some(rest) = hole.strip_prefix('%') {
        let name = rest.strip_prefix(['(', '<', '{'])?;
        return last_identifier(name.split([')', '>', '}']).next()?);
    }
    let Some(rest) = hole.strip_prefix('{') else {
        return last_identifier(hole);
    };
    let inside = rest.strip_suffix('}').unwrap_or(rest);
    if notation.braces == Braces::Format {
        return last_identifier(inside.strip_prefix('[')?.split(']').next()?);
    }
    last_identifier(without_format(inside))
}

/// An expression without the conversion and format that may follow it: `!r`, `:>10`, `,5`.
fn without_format(expression: &str) -> &str {
    let mut depth = 0_i32;
    let mut quote = None;
    let bytes = expression.as_bytes();
    for (at, &b) in bytes.iter().enumerate() {
        match (quote, b) {
            (Some(open), _) => quote = (open != b).then_some(open),
            (None, b'"' | b'\'') => quote = Some(b),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth -= 1,
            (None, b':' | b',') if depth == 0 => return &expression[..at],
            (None, b'!') if depth == 0 && bytes.get(at + 1) != Some(&b'=') => {
                return &expression[..at];
            }
            _ => {}
        }
    }
    expression
}

/// The last identifier in an expression that says something, strings left out; if none does, the
/// last that is one.
fn last_identifier(expression: &str) -> Option<&str> {
    let mut quote = None;
    let mut start = None;
    let (mut telling, mut any) = (None, None);
    let ends = expression.char_indices().chain([(expression.len(), ' ')]);
    for (at, c) in ends {
        match (quote, c) {
            (Some(open), _) => {
                if open == c {
                    quote = None;
                }
                continue;
            }
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, c) if c.is_alphanumeric() || c == '_' => {
                start.get_or_insert(at);
                continue;
            }
            _ => {}
        }
        if let Some(identifier) = start
            .take()
            .and_then(|from| identifier(&expression[from..at]))
        {
            any = Some(identifier);
            if !is_word_of(TELL_NOTHING, identifier) {
                telling = any;
            }
        }
    }
    telling.or(any)
}

/// A run of letters and digits as a name, if it is one.
fn identifier(run: &str) -> Option<&str> {
    let name = run.trim_matches('_');
    let first = name.chars().next()?;
    (!first.is_numeric()).then_some(name)
}

fn is_word_of(words: &[&str], word: &str) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The last word of the text before a hole, with nothing but blanks and punctuation after it.
fn word_before(before: &str) -> Option<&str> {
    let mut from = before.len().saturating_sub(BEFORE_MAX_BYTES);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let text = before[from..].trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
    let start = text
        .char_indices()
        .rev()
        .take_while(|&(_, c)| c.is_alphanumeric() || c == '_')
        .last()?
        .0;
    let word = identifier(&text[start..])?;
    (word.chars().nth(1).is_some() && !is_word_of(FUNCTION_WORDS, word)).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_ends_where_its_format_begins() {
        for (expression, expected) in [
            ("a", "a"),
            ("a:>10", "a"),
            ("a,5", "a"),
            ("a!r", "a"),
            ("a!", "a"),
            ("a!=b", "a!=b"),
            ("a != b!r", "a != b"),
            ("f(a, b):x", "f(a, b)"),
            ("f(a!r)", "f(a!r)"),
            ("d[1:2]!r", "d[1:2]"),
            ("{a: 1}:x", "{a: 1}"),
            ("'a:b':x", "'a:b'"),
            ("d[\"a!b, c\"]:x", "d[\"a!b, c\"]"),
            ("\"it's\":x", "\"it's\""),
            ("'(':x", "'('"),
        ] {
            assert_eq!(without_format(expression), expected, "{expression}");
        }
    }

    #[test]
    fn the_word_before_is_looked_for_near_the_hole_only() {
        // The first letter begins just before what is looked at, and ends in it.
        let before = format!("ü{}x", "é".repeat(99));
        assert_eq!(before.len(), BEFORE_MAX_BYTES + 1);
        let expected = format!("{}x", "é".repeat(99));
        assert_eq!(word_before(&before), Some(expected.as_str()));
        assert_eq!(word_before(&before[2..]), Some(expected.as_str()));
    }

    #[test]
    fn a_quote_and_a_letter_are_no_string_with_a_name_in_it() {
        let notation = Notation::of_file("a.js");
        assert_eq!(of_source("\"a", notation), None);
        assert_eq!(of_source("\"\"", notation), None);
        assert_eq!(of_source("\"ab", notation), Some("ab"));
        assert_eq!(of_source("\" + ab + \"", notation), Some("ab"));
    }
}
