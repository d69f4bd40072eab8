//! Elixir.

use super::super::engine::{Frame, Lexer, Named};
use super::super::table::{Escape, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Comment, Constant, Function, Keyword, Type};

const HOLE: Option<(&str, u8)> = Some(("#{", b'}'));

static FILLED: Text = Text {
    lines: true,
    hole: HOLE,
    ..QUOTED
};
static BARE: Text = Text {
    lines: true,
    escape: Escape::Quiet,
    ..QUOTED
};
/// What documents a module or a function.
static DOCUMENTATION: Text = Text {
    open: "\"\"\"",
    close: "\"\"\"",
    lines: true,
    escape: Escape::Quiet,
    class: Comment,
    ..QUOTED
};

pub(super) static ELIXIR: Language = Language {
    words: &[
        (
            Keyword,
            "after alias and case catch cond def defdelegate defexception defguard defguardp defimpl \
             defmacro defmacrop defmodule defoverridable defp defprotocol defstruct do else end fn \
             for if import in not or quote raise receive require rescue reraise super throw try \
             unless unquote unquote_splicing use when with exit __DIR__ __MODULE__ __ENV__ __CALLER__ is_nil is_list is_binary is_atom is_tuple is_map is_integer",
        ),
        (Constant, "true false nil"),
    ],
    tails: "?!",
    line_comments: &["#"],
    strings: &[
        Text {
            open: "\"\"\"",
            close: "\"\"\"",
            lines: true,
            hole: HOLE,
            ..QUOTED
        },
        Text {
            open: "'''",
            close: "'''",
            lines: true,
            hole: HOLE,
            ..QUOTED
        },
        Text {
            lines: true,
            hole: HOLE,
            ..QUOTED
        },
        Text {
            lines: true,
            hole: HOLE,
            ..SINGLE_QUOTED
        },
    ],
    name,
    signs: ":@~?\"",
    sign,
    ..PLAIN
};

fn name(word: &Word<'_>) -> Option<Class> {
    if word.touches(":") && !word.touches("::") {
        return Some(Constant);
    }
    let defines = [
        "def",
        "defp",
        "defmacro",
        "defmacrop",
        "defguard",
        "defguardp",
        "defdelegate",
    ];
    if word.follows(&defines) {
        return Some(Function);
    }
    match word.listed {
        Some(class) if !word.follows(&["."]) => Some(class),
        _ if word.is_capital() => Some(Type),
        _ if word.touches("(") => Some(Function),
        _ => None,
    }
}

fn sign(lexer: &mut Lexer<'_>) -> bool {
    let name = |from: usize, lexer: &Lexer<'_>| {
        let rest = lexer.rest().as_bytes().iter().skip(from);
        rest.take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
            .count()
    };
    match (lexer.byte(0), lexer.byte(1)) {
        (b':', _) if lexer.last_class() == Some(Constant) && !lexer.is_spaced() => {
            lexer.token(1, Some(Constant));
            true
        }
        (b':', b':') => {
            lexer.token(2, None);
            true
        }
        (b':', b'"') => {
            lexer.token(1, Some(Constant));
            true
        }
        (b':', next) if next.is_ascii_alphabetic() || next == b'_' => {
            let length = 1 + name(1, lexer);
            let tail = usize::from(matches!(lexer.byte(length), b'?' | b'!'));
            lexer.token(length + tail, Some(Constant));
            true
        }
        (b'@', next) if next.is_ascii_alphabetic() => {
            let length = 1 + name(1, lexer);
            lexer.token(length, None);
            true
        }
        (b'?', b'\\') => {
            lexer.token(3, Some(Constant));
            true
        }
        (b'?', next) if next.is_ascii_alphanumeric() => {
            lexer.token(2, Some(Constant));
            true
        }
        (b'"', b'"') if lexer.rest().starts_with(DOCUMENTATION.open) => {
            let documents = matches!(
                lexer.last(),
                "@doc" | "@moduledoc" | "@typedoc" | "@shortdoc"
            );
            if documents {
                lexer.open_text(&DOCUMENTATION, 3, 0);
            }
            documents
        }
        (b'~', next) if next.is_ascii_alphabetic() => sigil(lexer, next),
        _ => false,
    }
}

/// `~r/…/`, `~w(…)a`, `~S"""`.
fn sigil(lexer: &mut Lexer<'_>, kind: u8) -> bool {
    let open = lexer.byte(2);
    if !open.is_ascii_punctuation() {
        return false;
    }
    let triple = lexer.rest()[2..].starts_with("\"\"\"");
    let end = if triple {
        "\"\"\""
    } else {
        super::ruby::closing(open)
    };
    let documents = triple && matches!(lexer.last(), "@doc" | "@moduledoc" | "@typedoc");
    let text = if documents {
        &DOCUMENTATION
    } else if kind.is_ascii_uppercase() {
        &BARE
    } else {
        &FILLED
    };
    lexer.token(2 + if triple { 3 } else { 1 }, Some(text.class));
    lexer.remember("\"", Some(text.class));
    lexer.push(Frame::Named(Named {
        text,
        end,
        raw: false,
        whole_line: false,
        open: if end.as_bytes()[0] == open { 0 } else { open },
        depth: 0,
    }));
    true
}
