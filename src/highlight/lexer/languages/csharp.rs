//! C#.

use super::super::engine::Lexer;
use super::super::table::{C_COMMENT, Escape, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Constant, Function, Keyword, Type};

pub(super) static CSHARP: Language = Language {
    words: &[
        (
            Keyword,
            "abstract add alias as ascending async await base break by case catch checked class \
             const continue default delegate descending do else enum equals event explicit extern \
             finally fixed for foreach from get global goto group if implicit in init interface \
             internal into is join let lock nameof namespace new operator orderby out override \
             params partial private protected public readonly record ref remove required return \
             sealed select set sizeof stackalloc static struct switch this throw try typeof \
             unchecked unmanaged unsafe using value var virtual volatile when where while with \
             yield",
        ),
        (Constant, "true false null"),
        (
            Type,
            "bool byte char decimal double dynamic float int long nint nuint object sbyte short \
             string uint ulong ushort void",
        ),
    ],
    line_comments: &["//"],
    block_comments: C_COMMENT,
    strings: &[
        Text {
            open: "$\"\"\"",
            close: "\"\"\"",
            lines: true,
            escape: Escape::None,
            hole: Some(("{", b'}')),
            ..QUOTED
        },
        Text {
            open: "\"\"\"",
            close: "\"\"\"",
            lines: true,
            escape: Escape::None,
            ..QUOTED
        },
        verbatim("$@\"", true),
        verbatim("@$\"", true),
        verbatim("@\"", false),
        Text {
            open: "$\"",
            hole: Some(("{", b'}')),
            ..QUOTED
        },
        Text {
            placeholder: Some(placeholder),
            ..QUOTED
        },
        Text {
            class: Constant,
            ..SINGLE_QUOTED
        },
    ],
    name,
    line: Some(line),
    ..PLAIN
};

const fn verbatim(open: &'static str, holes: bool) -> Text {
    Text {
        open,
        close: "\"",
        lines: true,
        escape: Escape::Doubled,
        hole: if holes { Some(("{", b'}')) } else { None },
        ..QUOTED
    }
}

fn name(word: &Word<'_>) -> Option<Class> {
    let weak = matches!(
        word.text,
        "add"
            | "alias"
            | "ascending"
            | "by"
            | "descending"
            | "equals"
            | "from"
            | "get"
            | "global"
            | "group"
            | "init"
            | "into"
            | "join"
            | "let"
            | "on"
            | "orderby"
            | "partial"
            | "record"
            | "remove"
            | "required"
            | "select"
            | "set"
            | "value"
            | "when"
            | "where"
            | "with"
    );
    if weak && matches!(word.next(), b'(' | b'.' | b',' | b')' | b'=' | b'[' | b'+') {
        return word.is_called().then_some(Function);
    }
    if word.follows(&["class", "struct", "interface", "enum", "record"]) && word.listed.is_none() {
        return Some(Type);
    }
    let is_member = word.follows(&["."]);
    match word.listed {
        Some(class) if !is_member => Some(class),
        _ if word.before_chain == "using" || word.before_chain == "namespace" => None,
        _ if word.is_called() && word.before_chain != "new" => Some(Function),
        _ if word.before_chain == "new" || is_type(word) => Some(Type),
        _ => None,
    }
}

/// Whether a name stands where a type does: before a name, in angle brackets, in a cast.
fn is_type(word: &Word<'_>) -> bool {
    const LONGEST: usize = 96;
    if !word.is_capital() {
        return false;
    }
    let bytes = &word.after.as_bytes()[..word.after.len().min(LONGEST)];
    let of_name = |b: &&u8| b.is_ascii_alphanumeric() || b"_.".contains(b);
    let chain = bytes.iter().take_while(of_name).count();
    let marks = bytes[chain..]
        .iter()
        .take_while(|b| b"[]?".contains(b))
        .count();
    let rest = &bytes[chain + marks..];
    let is_name = |b: u8| b.is_ascii_alphabetic() || b == b'_';
    match rest {
        [b'<', ..] => true,
        [b'>', ..] => matches!(word.before_chain, "<" | ","),
        [b' ', next, ..] if is_name(*next) => {
            let operators: [&[u8]; 6] = [b" is ", b" as ", b" in ", b" and", b" or ", b" when"];
            !operators.iter().any(|operator| rest.starts_with(operator))
        }
        [b')', ..] => word.before_chain == "(" && (rest.len() == 1 || is_name(rest[1])),
        _ => word.before_chain == ":" && !matches!(rest, [b'.' | b'(', ..]),
    }
}

/// `#if`, `#region`.
fn line(lexer: &mut Lexer<'_>) {
    let whole = lexer.whole();
    let begins = whole.len() - whole.trim_start().len();
    if whole[begins..].starts_with('#') {
        lexer.mark(begins, None);
        let length = 1 + whole[begins + 1..]
            .bytes()
            .take_while(u8::is_ascii_alphabetic)
            .count();
        let rest_is_text = matches!(
            &whole[begins..begins + length],
            "#region" | "#error" | "#warning" | "#endregion"
        );
        lexer.token(1, None);
        lexer.token(length - 1, Some(Keyword));
        if rest_is_text {
            lexer.mark(whole.len(), None);
        }
    }
}

/// `{0}`, `{0:N2}`.
fn placeholder(text: &str) -> usize {
    const LONGEST: usize = 24;
    if !text.starts_with('{') || !text.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        return 0;
    }
    let end = text.bytes().take(LONGEST).position(|b| b == b'}');
    end.map_or(0, |end| end + 1)
}
