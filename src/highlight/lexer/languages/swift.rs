//! Swift.

use super::super::engine::Lexer;
use super::super::table::{Language, NESTED_COMMENT, PLAIN, QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Constant, Function, Keyword, Macro, Type};

pub(super) static SWIFT: Language = Language {
    words: &[
        (
            Keyword,
            "actor as associatedtype async await break case catch class continue convenience \
             default defer deinit do dynamic else enum extension fallthrough fileprivate final for \
             func get guard if import in indirect infix init inout internal is isolated lazy let \
             mutating nonisolated nonmutating open operator optional override postfix \
             precedencegroup prefix private protocol public repeat required rethrows return self \
             set some static struct subscript super switch throw throws try typealias unowned var \
             weak where while willSet didSet any Self",
        ),
        (Constant, "true false nil"),
        (
            Type,
            "Any AnyObject Array Bool Character Dictionary Double Float Int Int16 Int32 Int64 Int8 \
             Optional Set String UInt UInt16 UInt32 UInt64 UInt8 Void Error",
        ),
    ],
    line_comments: &["//"],
    block_comments: NESTED_COMMENT,
    strings: &[
        Text {
            prefixes: &[""],
            open: "\"\"\"",
            close: "\"\"\"",
            lines: true,
            hole: Some(("\\(", b')')),
            ..QUOTED
        },
        Text {
            prefixes: &[""],
            hashes: true,
            hole: Some(("\\(", b')')),
            ..QUOTED
        },
    ],
    name,
    signs: "@#",
    sign,
    ..PLAIN
};

fn name(word: &Word<'_>) -> Option<Class> {
    if word.follows(&["func"]) {
        return Some(Function);
    }
    if word.follows(&[
        "class",
        "struct",
        "enum",
        "protocol",
        "extension",
        "typealias",
        "actor",
    ]) && word.listed.is_none()
    {
        return Some(Type);
    }
    let weak = matches!(
        word.text,
        "get"
            | "set"
            | "open"
            | "optional"
            | "prefix"
            | "postfix"
            | "infix"
            | "some"
            | "any"
            | "dynamic"
            | "required"
            | "convenience"
            | "indirect"
            | "isolated"
            | "actor"
            | "operator"
            | "lazy"
            | "final"
            | "left"
            | "right"
            | "async"
            | "await"
    );
    if weak && matches!(word.next(), b'(' | b':' | b'=' | b'.' | b',' | b')') {
        return word.is_called().then_some(Function);
    }
    match word.listed {
        Some(class) if !word.follows(&["."]) || matches!(word.text, "self" | "init") => Some(class),
        _ if word.is_called() && !word.is_capital() => Some(Function),
        _ if word.is_capital() => Some(Type),
        _ => None,
    }
}

/// `@objc`, `#if`.
fn sign(lexer: &mut Lexer<'_>) -> bool {
    let class = match lexer.byte(0) {
        b'@' => Macro,
        b'#' if lexer.byte(1).is_ascii_alphabetic() => Keyword,
        _ => return false,
    };
    let name = lexer.rest()[1..]
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_');
    lexer.token(1 + name.count(), Some(class));
    true
}
