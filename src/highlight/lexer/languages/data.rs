//! JSON, TOML and YAML.

use super::super::engine::Lexer;
use super::super::table::{C_COMMENT, Escape, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Comment, Constant, Keyword};

pub(super) static JSON: Language = Language {
    words: &[(Constant, "true false null")],
    line_comments: &["//"],
    block_comments: C_COMMENT,
    strings: &[QUOTED],
    signs: "-",
    sign: minus,
    ..PLAIN
};

pub(super) static TOML: Language = Language {
    words: &[(Constant, "true false inf nan")],
    letters: "-",
    line_comments: &["#"],
    strings: &[
        Text {
            open: "\"\"\"",
            close: "\"\"\"",
            lines: true,
            ..QUOTED
        },
        Text {
            open: "'''",
            close: "'''",
            lines: true,
            escape: Escape::None,
            ..QUOTED
        },
        QUOTED,
        Text {
            escape: Escape::None,
            ..SINGLE_QUOTED
        },
    ],
    number_marks: "-:.+",
    name: toml_name,
    line: Some(toml_line),
    signs: "+",
    sign: minus,
    ..PLAIN
};

/// A number with its sign.
fn minus(lexer: &mut Lexer<'_>) -> bool {
    if !lexer.byte(1).is_ascii_digit() {
        return false;
    }
    let at = lexer.at();
    lexer.mark(at + 1, Some(Constant));
    lexer.number();
    true
}

fn toml_name(word: &Word<'_>) -> Option<Class> {
    let is_number = word.text.starts_with('-') && word.text.len() > 1;
    if is_number {
        Some(Constant)
    } else {
        word.listed
    }
}

/// `[table]`, `key = value`.
fn toml_line(lexer: &mut Lexer<'_>) {
    if lexer.depth() > 0 || lexer.nesting() > 1 {
        return;
    }
    let whole = lexer.whole();
    let begins = whole.len() - whole.trim_start().len();
    lexer.mark(begins, None);
    let rest = lexer.rest();
    if rest.starts_with('[') {
        let brackets = lexer.count(|b| b == b'[');
        lexer.mark(begins + brackets, None);
        let name = lexer.count(|b| !matches!(b, b']' | b'#'));
        lexer.mark(begins + brackets + name, None);
        let rest = lexer.count(|b| b == b']');
        let at = lexer.at();
        lexer.mark(at + rest, None);
    } else if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        let name = lexer.count(|b| !matches!(b, b'=' | b'#' | b'"' | b'\''));
        if lexer.byte(name) == b'=' {
            lexer.mark(begins + name, Some(Keyword));
        }
    }
}

pub(super) static YAML: Language = Language {
    words: &[(
        Constant,
        "true false null yes no on off True False Null TRUE FALSE NULL Yes No On Off",
    )],
    letters: "-./",
    strings: &[
        Text {
            lines: true,
            ..QUOTED
        },
        Text {
            lines: true,
            escape: Escape::Doubled,
            ..SINGLE_QUOTED
        },
    ],
    name: |_| None,
    line: Some(yaml_line),
    signs: "#",
    sign: yaml_comment,
    ..PLAIN
};

fn yaml_comment(lexer: &mut Lexer<'_>) -> bool {
    if !lexer.is_spaced() && !lexer.is_first() {
        return false;
    }
    let to = lexer.whole().len();
    lexer.mark(to, Some(Comment));
    true
}

/// `- key: value`, and the lines of a text that a `|` or `>` opened: those that are indented further.
fn yaml_line(lexer: &mut Lexer<'_>) {
    let whole = lexer.whole();
    let rest = whole.trim_start_matches(' ');
    let begins = whole.len() - rest.len();
    if lexer.memory > 0 {
        if rest.is_empty() || begins >= lexer.memory {
            lexer.mark(whole.len(), None);
            return;
        }
        lexer.memory = 0;
    }
    lexer.mark(begins, None);
    let mut indent = begins;
    while lexer.rest().starts_with("- ") {
        let dash = 1 + lexer.rest()[1..].bytes().take_while(|&b| b == b' ').count();
        indent = lexer.at() + 1;
        let at = lexer.at();
        lexer.mark(at + dash, None);
    }
    let rest = lexer.rest();
    if let Some(length) = key(rest) {
        let at = lexer.at();
        indent = at;
        let class = if rest.starts_with(['"', '\'']) {
            Class::Text
        } else {
            Keyword
        };
        lexer.mark(at + length, Some(class));
        lexer.mark(at + length + 1, None);
    }
    let value = lexer.rest().trim();
    if value.starts_with(['|', '>']) && value.len() <= 3 {
        lexer.memory = indent + 1;
        let to = whole.len();
        lexer.mark(to, None);
        return;
    }
    yaml_value(lexer, value);
}

/// Numbers and the like, if they are the whole value.
fn yaml_value(lexer: &mut Lexer<'_>, value: &str) {
    let plain = value.split(" #").next().unwrap_or_default().trim_end();
    let number = plain.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.')
        && plain.contains(|c: char| c.is_ascii_digit())
        && plain.parse::<f64>().is_ok();
    if !number && lexer.listed(plain) != Some(Constant) {
        if !plain.starts_with(['"', '\'', '[', '{', '#'])
            && lexer.nesting() == 1
            && lexer.depth() == 0
        {
            lexer.mark(begins(lexer) + plain.len(), None);
        }
        return;
    }
    let at = begins(lexer);
    lexer.mark(at, None);
    lexer.mark(at + plain.len(), Some(Constant));
}

/// Where the value on the rest of the line begins: behind all that trimming takes, be it a tab.
fn begins(lexer: &Lexer<'_>) -> usize {
    lexer.whole().len() - lexer.rest().trim_start().len()
}

/// Length of the key that a line begins with.
fn key(text: &str) -> Option<usize> {
    if text.starts_with(['#', '[', '{', '&', '*', '!', '|', '>', '%', '@', '`']) {
        return None;
    }
    let bytes = text.as_bytes();
    let from = match bytes.first() {
        Some(&quote @ (b'"' | b'\'')) => 1 + bytes.iter().skip(1).position(|&b| b == quote)? + 1,
        _ => 0,
    };
    let ends = |&(at, b): &(usize, u8)| {
        b == b':' && matches!(bytes.get(at + 1), None | Some(b' ' | b'\t'))
    };
    let found = text.bytes().enumerate().skip(from).find(ends)?.0;
    let is_comment = text[..found].contains(" #");
    (found > 0 && !is_comment && (from == 0 || from == found)).then_some(found)
}
