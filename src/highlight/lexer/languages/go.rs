//! Go.

use super::super::table::{C_COMMENT, Escape, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Constant, Function, Keyword, Type};

pub(super) static GO: Language = Language {
    words: &[
        (
            Keyword,
            "break case chan const continue default defer else fallthrough for func go goto if \
             import interface map package range return select struct switch type var",
        ),
        (Constant, "true false nil iota"),
        (
            Type,
            "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 \
             int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr",
        ),
        (
            Function,
            "append cap clear close complex copy delete imag len make max min new panic print \
             println real recover",
        ),
    ],
    line_comments: &["//"],
    block_comments: C_COMMENT,
    strings: &[
        Text {
            placeholder: Some(percent),
            ..QUOTED
        },
        SINGLE_QUOTED,
        Text {
            open: "`",
            close: "`",
            escape: Escape::None,
            lines: true,
            placeholder: Some(percent),
            ..QUOTED
        },
    ],
    name,
    ..PLAIN
};

fn name(word: &Word<'_>) -> Option<Class> {
    if word.follows(&["type"]) {
        return Some(Type);
    }
    match word.listed {
        Some(Function) if !word.is_called() => None,
        Some(Keyword) => Some(Keyword),
        _ if word.is_called() && word.listed != Some(Type) => Some(Function),
        None if is_type(word) => Some(Type),
        listed => listed,
    }
}

/// Whether a name stands where a type does: behind a name, a star or brackets.
fn is_type(word: &Word<'_>) -> bool {
    const NO_NAMES: &[&str] = &[
        "break", "case", "default", "defer", "else", "for", "go", "goto", "if", "import",
        "package", "range", "return", "select", "switch",
    ];
    let behind = word.before_chain;
    if word.next() == b'.' && !word.follows(&["."]) {
        return false;
    }
    if behind == "*" {
        return !word.spaced || word.follows(&["."]);
    }
    let is_name = behind.starts_with(|c: char| c.is_alphabetic() || c == '_');
    (word.is_capital() || word.follows(&["*"]))
        && (behind == "]" || (is_name && !NO_NAMES.contains(&behind)))
}

/// `%d`, `%-5.2f`, `%+v`.
pub(super) fn percent(text: &str) -> usize {
    const LONGEST: usize = 12;
    let bytes = text.as_bytes();
    if !text.starts_with('%') {
        return 0;
    }
    let flags = bytes.iter().skip(1).take(LONGEST);
    let flags = flags
        .take_while(|b| b.is_ascii_digit() || b"#-+.*[] ".contains(b))
        .count();
    match bytes.get(1 + flags) {
        Some(b'a'..=b'z' | b'A'..=b'Z') => flags + 2,
        Some(b'%') if flags == 0 => 2,
        _ => 0,
    }
}
