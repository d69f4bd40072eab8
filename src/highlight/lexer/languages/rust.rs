//! Rust.

use super::super::engine::{Code, Frame, Lexer};
use super::super::table::{Escape, Language, NESTED_COMMENT, PLAIN, QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Constant, Function, Keyword, Macro, Type};

pub(super) static RUST: Language = Language {
    words: &[
        (
            Keyword,
            "as async await break const continue crate dyn else enum extern fn for if impl in let \
             loop match mod move mut pub ref return self static struct super trait type union \
             unsafe use where while yield",
        ),
        (Constant, "true false"),
        (
            Type,
            "Self bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize String \
             Vec Option Some None Result Ok Err Box Copy Send Sized Sync Drop Fn FnMut FnOnce \
             Iterator IntoIterator Extend DoubleEndedIterator ExactSizeIterator Clone PartialEq \
             PartialOrd Eq Ord AsRef AsMut Into From Default ToOwned ToString",
        ),
    ],
    line_comments: &["//"],
    block_comments: NESTED_COMMENT,
    strings: &[
        Text {
            prefixes: &["r", "br", "cr"],
            hashes: true,
            escape: Escape::None,
            lines: true,
            placeholder: Some(placeholder),
            ..QUOTED
        },
        Text {
            prefixes: &["", "b", "c"],
            lines: true,
            placeholder: Some(placeholder),
            ..QUOTED
        },
    ],
    name,
    signs: "'#!",
    sign,
    ..PLAIN
};

fn name(word: &Word<'_>) -> Option<Class> {
    let in_path = word.follows(&[":"]) && word.before_that == ":";
    if word.follows(&["fn"]) {
        return Some(Function);
    }
    if word.follows(&["struct", "enum", "union", "trait", "type"]) {
        return Some(Type);
    }
    if word.touches("!") && !word.touches("!=") && word.listed != Some(Keyword) {
        return Some(Macro);
    }
    if word.before == "!" && word.before_class == Some(Macro) {
        return Some(Macro);
    }
    match word.listed {
        Some(Type) if in_path || word.follows(&["+"]) => None,
        Some(class) => Some(class),
        None if word.follows(&["impl"]) => Some(Type),
        None if word.is_shouted() && !word.touches("(") => Some(Constant),
        None if word.touches("(") && !in_path && !word.is_capital() => Some(Function),
        None => None,
    }
}

/// Lifetimes and characters, attributes, the mark of a macro.
fn sign(lexer: &mut Lexer<'_>) -> bool {
    match (lexer.byte(0), lexer.byte(1)) {
        (b'!', _) if lexer.last_class() == Some(Macro) && !lexer.is_spaced() => {
            lexer.token(1, Some(Macro));
            true
        }
        (b'#', b'[') => attribute(lexer, 2),
        (b'#', b'!') if lexer.byte(2) == b'[' => attribute(lexer, 3),
        (b'\'', _) => {
            quote(lexer);
            true
        }
        _ => false,
    }
}

fn attribute(lexer: &mut Lexer<'_>, length: usize) -> bool {
    lexer.token(length, Some(Macro));
    lexer.push(Frame::Code(Code {
        close: b']',
        base: Some(Macro),
        end: Some(Macro),
        ..Code::default()
    }));
    true
}

/// What a single quote begins: a character or a lifetime.
fn quote(lexer: &mut Lexer<'_>) {
    const LONGEST: usize = 12;
    let text = lexer.rest();
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            let mut inside = text.char_indices().skip(3).take(LONGEST);
            if let Some((end, _)) = inside.find(|&(_, c)| c == '\'') {
                let at = lexer.at();
                lexer.mark(at + 1, Some(Class::Text));
                lexer.mark(at + end, Some(Constant));
            }
            lexer.token(1, Some(Class::Text));
        }
        Some(_) if matches!(chars.next(), Some((_, '\''))) => {
            let end = text.char_indices().nth(2).map_or(1, |(at, _)| at + 1);
            lexer.token(end, Some(Class::Text));
        }
        _ => {
            let name = text[1..].bytes();
            let name = name.take_while(|b| b.is_ascii_alphanumeric() || *b == b'_');
            lexer.token(1 + name.count(), Some(Keyword));
        }
    }
}

/// `{}`, `{name:?}`, `{{`.
fn placeholder(text: &str) -> usize {
    const LONGEST: usize = 48;
    if text.starts_with("{{") {
        return 2;
    }
    let inside = text.bytes().skip(1).take(LONGEST);
    let such = |b: u8| b.is_ascii_alphanumeric() || b"_:?#<>^+-.*$!/ ".contains(&b);
    if !text.starts_with('{') {
        return 0;
    }
    let length = inside.take_while(|&b| such(b)).count();
    if text.as_bytes().get(1 + length) == Some(&b'}') && text.as_bytes()[1] != b' ' {
        length + 2
    } else {
        0
    }
}
