//! PHP. An excerpt seldom has the mark that begins its code, so that a fragment without any is code.

use super::super::engine::{Frame, Lexer, Named};
use super::super::table::{C_COMMENT, Escape, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Comment, Constant, Function, Keyword, Type};

/// Texts that end with a word on a line of its own.
static HERE: Text = Text {
    lines: true,
    ..QUOTED
};
static NOW: Text = Text {
    lines: true,
    escape: Escape::None,
    ..QUOTED
};

pub(super) static PHP: Language = Language {
    words: &[
        (
            Keyword,
            "abstract and as break callable case catch class clone const continue declare default do \
             echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum \
             exit die eval extends final finally fn for foreach function global goto if implements \
             include include_once instanceof insteadof interface isset list match namespace new or \
             print private protected public readonly require require_once return static switch \
             throw trait try unset use var while xor yield from self parent",
        ),
        (
            Constant,
            "true false null TRUE FALSE NULL __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__ PHP_EOL",
        ),
        (
            Type,
            "array bool float int iterable mixed never object string void",
        ),
    ],
    letters: "",
    line_comments: &["//"],
    block_comments: C_COMMENT,
    strings: &[
        Text {
            lines: true,
            ..QUOTED
        },
        Text {
            lines: true,
            escape: Escape::Quiet,
            ..SINGLE_QUOTED
        },
    ],
    here: Some(&HERE),
    name,
    signs: "$#?<",
    sign,
    ..PLAIN
};

fn name(word: &Word<'_>) -> Option<Class> {
    let member = word.before == ">" && word.before_that == "-"
        || word.before == ":" && word.before_that == ":";
    if word.follows(&["function"]) {
        return Some(Function);
    }
    if word.touches("\\") {
        return None;
    }
    match word.listed {
        Some(_) if matches!(word.text, "isset" | "unset" | "empty") => Some(Function),
        Some(class) if !member => Some(class),
        _ if word.is_called() && word.before_chain != "new" => Some(Function),
        _ if word.is_shouted() => Some(Constant),
        _ if word.is_capital() => Some(Type),
        _ => None,
    }
}

fn sign(lexer: &mut Lexer<'_>) -> bool {
    match (lexer.byte(0), lexer.byte(1)) {
        (b'$', _) => {
            let rest = lexer.rest()[1..].bytes();
            let name = rest.take_while(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80);
            let length = 1 + name.count();
            let class = (lexer.rest()[..length] == *"$this").then_some(Keyword);
            let at = lexer.at();
            lexer.mark(at + 1, None);
            lexer.token(length - 1, class);
            true
        }
        (b'#', _) => {
            let to = lexer.whole().len();
            lexer.mark(to, Some(Comment));
            true
        }
        (b'?', b'>') => {
            lexer.token(2, None);
            lexer.push(Frame::Own(markup));
            true
        }
        (b'<', b'<') if lexer.byte(2) == b'<' => here(lexer),
        (b'<', b'?') => {
            let length = 2 + lexer.rest()[2..]
                .bytes()
                .take_while(u8::is_ascii_alphabetic)
                .count();
            lexer.token(length, None);
            true
        }
        _ => false,
    }
}

/// What is not PHP: markup, up to the next `<?`.
pub(super) fn markup(lexer: &mut Lexer<'_>) {
    let text = lexer.count(|b| b != b'<');
    let at = lexer.at() + text;
    lexer.mark(at, None);
    if lexer.byte(0) != b'<' {
        return;
    }
    if lexer.byte(1) == b'?' {
        lexer.pop();
        let length = 2 + lexer.rest()[2..]
            .bytes()
            .take_while(|b| b.is_ascii_alphabetic() || *b == b'=')
            .count();
        lexer.token(length, Some(Keyword));
        return;
    }
    let slash = usize::from(lexer.byte(1) == b'/');
    lexer.mark(at + 1 + slash, None);
    let name = lexer.count(|b| b.is_ascii_alphanumeric() || b == b'-');
    lexer.mark(at + 1 + slash + name, Some(Keyword));
}

/// `<<<NAME`, `<<<'NAME'`.
fn here(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let blanks = 3 + rest[3..].bytes().take_while(|&b| b == b' ').count();
    let quote = lexer.byte(blanks);
    let quoted = usize::from(matches!(quote, b'"' | b'\''));
    let from = blanks + quoted;
    let name = rest[from..]
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
        .count();
    if name == 0 {
        return false;
    }
    lexer.token(from + name + quoted, Some(Class::Text));
    lexer.later(Named {
        text: if quote == b'\'' { &NOW } else { &HERE },
        end: &rest[from..from + name],
        raw: false,
        whole_line: true,
        open: 0,
        depth: 0,
    });
    true
}
