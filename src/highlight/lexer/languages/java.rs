//! Java, Kotlin and Scala.

use super::super::engine::Lexer;
use super::super::table::{
    C_COMMENT, Escape, Language, NESTED_COMMENT, PLAIN, QUOTED, SINGLE_QUOTED, Text,
};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Constant, Function, Keyword, Macro, Type};

const BLOCK: Text = Text {
    open: "\"\"\"",
    close: "\"\"\"",
    lines: true,
    ..QUOTED
};

pub(super) static JAVA: Language = Language {
    words: &[
        (
            Keyword,
            "abstract assert break case catch class const continue default do else enum exports \
             extends final finally for goto if implements import instanceof interface module native \
             new non-sealed opens package permits private protected provides public record requires \
             return sealed static strictfp super switch synchronized this throw throws transient \
             transitive try uses var volatile when while with yield",
        ),
        (Constant, "true false null"),
        (Type, "boolean byte char double float int long short"),
    ],
    line_comments: &["//"],
    block_comments: C_COMMENT,
    strings: &[BLOCK, QUOTED, SINGLE_QUOTED],
    letters: "$",
    number_marks: ".",
    name: java_name,
    signs: "@",
    sign: annotation,
    ..PLAIN
};

fn java_name(word: &Word<'_>) -> Option<Class> {
    let weak = matches!(
        word.text,
        "exports"
            | "module"
            | "opens"
            | "permits"
            | "provides"
            | "record"
            | "requires"
            | "sealed"
            | "transitive"
            | "uses"
            | "var"
            | "when"
            | "with"
            | "yield"
    );
    let listed = if weak && matches!(word.next(), b'(' | b'.' | b',' | b')' | b';' | b'=' | b'[') {
        None
    } else {
        word.listed
    };
    match listed {
        Some(class)
            if !word.follows(&["."]) || matches!(word.text, "class" | "this" | "new" | "super") =>
        {
            Some(class)
        }
        _ if word.text == "void" => Some(Type),
        _ if word.is_shouted() && !word.is_called() => Some(Constant),
        _ if word.follows(&["."]) && word.text.len() == 1 && word.is_capital() => Some(Constant),
        _ if word.is_called() && word.before_chain != "new" => Some(Function),
        _ if word.is_capital() => Some(Type),
        _ => None,
    }
}

/// `@Override`, `@file:JvmName`.
fn annotation(lexer: &mut Lexer<'_>) -> bool {
    if lexer.byte(0) != b'@' {
        return false;
    }
    lexer.token(1, Some(Macro));
    let length = lexer.name_length();
    if lexer.rest()[..length] == *"interface" {
        lexer.token(length, Some(Keyword));
    } else {
        lexer.token(length, Some(Macro));
    }
    true
}

pub(super) static KOTLIN: Language = Language {
    words: &[
        (
            Keyword,
            "abstract actual annotation as break by catch class companion const constructor continue \
             crossinline data do dynamic else enum expect external final finally for fun get if \
             import in infix init inline inner interface internal is it lateinit noinline object \
             open operator out override package private protected public reified return sealed set \
             super suspend tailrec this throw try typealias val value var vararg when where while",
        ),
        (Constant, "true false null"),
    ],
    line_comments: &["//"],
    block_comments: NESTED_COMMENT,
    strings: &[
        Text {
            escape: Escape::None,
            hole: Some(("${", b'}')),
            ..BLOCK
        },
        Text {
            hole: Some(("${", b'}')),
            ..QUOTED
        },
        SINGLE_QUOTED,
    ],
    name: kotlin_name,
    signs: "@",
    sign: annotation,
    ..PLAIN
};

fn kotlin_name(word: &Word<'_>) -> Option<Class> {
    if matches!(word.before_chain, "import" | "package") {
        return None;
    }
    if word.follows(&["fun"]) {
        return Some(Function);
    }
    match word.listed {
        Some(class) if !word.follows(&["."]) => Some(class),
        _ if word.is_shouted() => Some(Constant),
        _ if word.is_capital() => Some(Type),
        _ if word.is_called() => Some(Function),
        _ => None,
    }
}

pub(super) static SCALA: Language = Language {
    words: &[
        (
            Keyword,
            "abstract case catch class def derives do else end enum export extends extension final \
             finally for forSome given if implicit import infix inline lazy macro match new object \
             open opaque override package private protected return sealed super then this throw \
             trait transparent try type using val var while with yield",
        ),
        (Constant, "true false null"),
    ],
    line_comments: &["//"],
    block_comments: NESTED_COMMENT,
    strings: &[
        Text {
            prefixes: &["s", "f"],
            hole: Some(("${", b'}')),
            escape: Escape::None,
            ..BLOCK
        },
        Text {
            prefixes: &["", "raw"],
            escape: Escape::None,
            ..BLOCK
        },
        Text {
            prefixes: &["s", "f"],
            hole: Some(("${", b'}')),
            ..QUOTED
        },
        Text {
            prefixes: &["", "raw"],
            ..QUOTED
        },
    ],
    name: scala_name,
    signs: "@'",
    sign: scala_sign,
    ..PLAIN
};

fn scala_name(word: &Word<'_>) -> Option<Class> {
    if word.follows(&["def"]) {
        return Some(Function);
    }
    if matches!(
        word.text,
        "end" | "extension" | "open" | "using" | "inline" | "infix" | "derives"
    ) && matches!(word.next(), b'.' | b',' | b')' | b'(' | b'=' | b':' | 0)
    {
        return word.is_called().then_some(Function);
    }
    kotlin_name(word)
}

/// Annotations; a character, which a symbol is not.
fn scala_sign(lexer: &mut Lexer<'_>) -> bool {
    if lexer.byte(0) == b'@' {
        return annotation(lexer);
    }
    let mut chars = lexer.rest().char_indices().skip(1);
    let escaped = matches!(chars.next(), Some((_, '\\')));
    if escaped {
        chars.next();
    }
    match chars.next() {
        Some((at, '\'')) => lexer.token(at + 1, Some(Class::Text)),
        _ => lexer.token(1, None),
    }
    true
}
