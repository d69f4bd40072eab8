//! The shell.

use super::super::engine::Lexer;
use super::super::engine::Named;
use super::super::table::{Escape, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Comment, Function, Keyword};

static HERE: Text = Text {
    lines: true,
    escape: Escape::Quiet,
    ..QUOTED
};

pub(super) static SHELL: Language = Language {
    words: &[
        (
            Keyword,
            "case do done elif else esac fi for function if in select then time until while declare \
             export local readonly typeset return break continue",
        ),
        (
            Function,
            "alias bg bind builtin caller cd command compgen complete dirs disown echo enable eval \
             exec exit false fc fg getopts hash help history jobs kill let logout mapfile popd \
             printf pushd pwd read readarray set shift shopt source suspend test times trap true \
             type ulimit umask unalias unset wait",
        ),
    ],
    letters: "-./+",
    strings: &[
        Text {
            open: "$'",
            close: "'",
            lines: true,
            ..QUOTED
        },
        Text {
            lines: true,
            hole: Some(("$(", b')')),
            ..QUOTED
        },
        Text {
            lines: true,
            escape: Escape::None,
            ..SINGLE_QUOTED
        },
    ],
    here: Some(&HERE),
    name,
    signs: "#$<\\",
    sign,
    ..PLAIN
};

fn name(word: &Word<'_>) -> Option<Class> {
    let begins = word.before.is_empty()
        || word.first
        || matches!(word.before, ";" | "|" | "&" | "(" | "{" | "!" | "`")
        || matches!(
            word.before,
            "then" | "do" | "else" | "if" | "while" | "elif" | "until" | "time"
        ) && word.before_class == Some(Keyword);
    match word.listed {
        Some(Keyword) if begins || matches!(word.text, "in" | "do" | "then") => Some(Keyword),
        Some(class) if begins => Some(class),
        _ if word.touches("()") || word.follows(&["function"]) => Some(Function),
        _ if begins
            && !word.touches("=")
            && !word.touches("+=")
            && !word.touches(")")
            && !word.touches("[") =>
        {
            Some(Function)
        }
        _ => None,
    }
}

fn sign(lexer: &mut Lexer<'_>) -> bool {
    match (lexer.byte(0), lexer.byte(1)) {
        (b'#', _) if lexer.is_spaced() || lexer.is_first() || matches!(lexer.last(), ";" | "(") => {
            let to = lexer.whole().len();
            lexer.mark(to, Some(Comment));
            true
        }
        (b'\\', _) => {
            lexer.token(2, None);
            true
        }
        (b'$', b'{') => {
            const LONGEST: usize = 64;
            let length = lexer.count_up_to(LONGEST, |b| !matches!(b, b'}' | b'"' | b'\''));
            lexer.token(length, None);
            true
        }
        (b'$', next) if next.is_ascii_alphanumeric() || b"_@*#?!-$".contains(&next) => {
            let rest = lexer.rest()[1..].bytes();
            let name = rest
                .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
                .count();
            lexer.token(1 + name.max(1), None);
            true
        }
        (b'<', b'<') if lexer.byte(2) != b'<' => here(lexer),
        _ => false,
    }
}

/// `<<EOF`: a text that begins with the next line.
fn here(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let dash = 2 + usize::from(lexer.byte(2) == b'-');
    let blanks = dash + rest[dash..].bytes().take_while(|&b| b == b' ').count();
    let quote = lexer.byte(blanks);
    let quoted = usize::from(matches!(quote, b'"' | b'\'' | b'\\'));
    let from = blanks + quoted;
    let name = rest[from..]
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
        .count();
    if name == 0 || rest.as_bytes()[from].is_ascii_digit() {
        return false;
    }
    let after = usize::from(quoted == 1 && quote != b'\\');
    lexer.token(from + name + after, None);
    lexer.later(Named {
        text: &HERE,
        end: &rest[from..from + name],
        raw: false,
        whole_line: true,
        open: 0,
        depth: 0,
    });
    true
}
