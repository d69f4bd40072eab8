//! Ruby.

use super::super::engine::{Frame, Lexer, Named};
use super::super::table::{Block, Escape, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Constant, Function, Keyword, Type};

const HOLE: Option<(&str, u8)> = Some(("#{", b'}'));

const STRINGS: &[Text] = &[
    Text {
        lines: true,
        hole: HOLE,
        ..QUOTED
    },
    Text {
        lines: true,
        escape: Escape::Quiet,
        ..SINGLE_QUOTED
    },
    Text {
        open: "`",
        close: "`",
        lines: true,
        hole: HOLE,
        ..QUOTED
    },
];

/// Texts whose end is named where they begin: with holes, and without.
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

static POD: Block = Block {
    open: "=begin",
    close: "=end",
    nests: false,
};

pub(super) static RUBY: Language = Language {
    words: &[
        (
            Keyword,
            "BEGIN END alias and begin break case class def defined? do else elsif end ensure for if \
             in module next not or redo rescue retry return self super then undef unless until when \
             while yield attr_accessor attr_reader attr_writer private protected public raise \
             require require_relative include extend prepend loop lambda proc catch throw fail \
             module_function private_constant public_class_method private_class_method block_given? load",
        ),
        (
            Constant,
            "true false nil __FILE__ __LINE__ __dir__ __method__",
        ),
    ],
    tails: "?!",
    letters: "",
    line_comments: &["#"],
    strings: STRINGS,
    here: Some(&FILLED),
    name,
    line: Some(line),
    signs: "%:@$/<?",
    sign,
    ..PLAIN
};

fn name(word: &Word<'_>) -> Option<Class> {
    let is_key = word.touches(":") && !word.touches("::");
    if is_key && !word.follows(&["?"]) {
        return Some(Constant);
    }
    if word.follows(&["def"]) && word.text != "self" {
        return Some(Function);
    }
    if word.before == "." && word.before_that == "self" && word.listed.is_none() {
        return None;
    }
    match word.listed {
        Some(class) if !word.follows(&["."]) => Some(class),
        _ if word.is_capital() => Some(Type),
        _ if word.touches("(") => Some(Function),
        _ => None,
    }
}

/// `=begin`, `__END__`.
fn line(lexer: &mut Lexer<'_>) {
    if lexer.whole().starts_with(POD.open) {
        lexer.mark(POD.open.len(), Some(Class::Comment));
        lexer.push(Frame::Comment(&POD, 1));
    }
}

/// Whether a value is expected here, rather than an operator.
fn wants_value(lexer: &Lexer<'_>) -> bool {
    let last = lexer.last();
    let is_word = last.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '?' | '!'));
    if matches!(last, ")" | "]" | "}" | "\"") {
        return false;
    }
    !is_word
        || lexer.last_class() == Some(Keyword)
        || (lexer.is_spaced()
            && !matches!(lexer.byte(1), b' ' | b'=')
            && lexer.last_class() != Some(Constant))
}

fn sign(lexer: &mut Lexer<'_>) -> bool {
    match lexer.byte(0) {
        b':' => symbol(lexer),
        b'@' | b'$' => {
            let marks = lexer.count_up_to(2, |b| b == b'@' || b == b'$');
            let name = lexer.rest()[marks..].bytes();
            let name = name
                .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
                .count();
            let one = usize::from(name == 0 && lexer.byte(0) == b'$' && lexer.byte(1) != 0);
            lexer.token(marks + name + one, None);
            true
        }
        b'%' => percent(lexer),
        b'/' => wants_value(lexer) && regex(lexer),
        b'<' => here(lexer),
        b'?' => character(lexer),
        _ => false,
    }
}

/// `:name`, `:"text"`.
fn symbol(lexer: &mut Lexer<'_>) -> bool {
    if lexer.last_class() == Some(Constant) && !lexer.is_spaced() && lexer.byte(1) != b':' {
        lexer.token(1, Some(Constant));
        return true;
    }
    if lexer.byte(1) == b':' {
        lexer.token(2, None);
        return true;
    }
    if lexer.byte(1) == b'"' && lexer.last() != "?" {
        lexer.token(1, Some(Constant));
        return false;
    }
    let name = lexer.rest()[1..].bytes();
    let name = name
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
        .count();
    if name == 0 || lexer.byte(1).is_ascii_digit() || (lexer.last() == "\"" && !lexer.is_spaced()) {
        return false;
    }
    let tail = usize::from(
        matches!(lexer.byte(1 + name), b'?' | b'!' | b'=')
            && !matches!(lexer.byte(2 + name), b'>' | b'='),
    );
    lexer.token(1 + name + tail, Some(Constant));
    true
}

/// `%w[a b]`, `%q(…)`, `%r{…}`.
fn percent(lexer: &mut Lexer<'_>) -> bool {
    let kind = lexer.byte(1);
    let letter = usize::from(kind.is_ascii_alphabetic());
    if (letter == 1 && !b"qQwWiIrsx".contains(&kind)) || !wants_value(lexer) {
        return false;
    }
    let open = lexer.byte(1 + letter);
    if !open.is_ascii_punctuation()
        || (letter == 0 && !matches!(open, b'(' | b'[' | b'{' | b'<' | b'|'))
    {
        return false;
    }
    let bare = matches!(kind, b'q' | b'w' | b'i' | b's');
    let end = closing(open);
    lexer.token(2 + letter, Some(Class::Text));
    lexer.remember("\"", Some(Class::Text));
    lexer.push(Frame::Named(Named {
        text: if bare { &BARE } else { &FILLED },
        end,
        raw: false,
        whole_line: false,
        open: if end.as_bytes()[0] == open { 0 } else { open },
        depth: 0,
    }));
    true
}

/// The bracket that closes another, or the same sign.
pub(super) fn closing(open: u8) -> &'static str {
    const SIGNS: &str = "!\"#$%&')*+,-./:;=>?@\\]^_`|}~";
    let close = match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        other => other,
    };
    SIGNS
        .bytes()
        .position(|b| b == close)
        .map_or("/", |at| &SIGNS[at..=at])
}

/// `/regex/`, that ends on its line or is opened as such.
fn regex(lexer: &mut Lexer<'_>) -> bool {
    let end = |rest: &str| {
        let mut escaped = false;
        rest.bytes().skip(1).position(|b| {
            let ends = b == b'/' && !escaped;
            escaped = b == b'\\' && !escaped;
            ends
        })
    };
    if lexer.find_ahead(end).is_none() {
        return false;
    }
    lexer.token(1, Some(Class::Text));
    lexer.remember("\"", Some(Class::Text));
    lexer.push(Frame::Named(Named {
        text: &FILLED,
        end: "/",
        raw: false,
        whole_line: false,
        open: 0,
        depth: 0,
    }));
    true
}

/// `<<~NAME`: a text that begins with the next line.
fn here(lexer: &mut Lexer<'_>) -> bool {
    if lexer.byte(1) != b'<' || !wants_value(lexer) {
        return false;
    }
    let rest = lexer.rest();
    let mark = if matches!(lexer.byte(2), b'~' | b'-') {
        3
    } else {
        2
    };
    let quote = lexer.byte(mark);
    let quoted = usize::from(matches!(quote, b'"' | b'\''));
    let from = mark + quoted;
    let name = rest[from..]
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
        .count();
    let is_name = rest[from..].starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
    if !is_name && quoted == 0 || name == 0 || (quoted == 1 && lexer.byte(from + name) != quote) {
        return false;
    }
    lexer.token(from + name + quoted, Some(Class::Text));
    lexer.later(Named {
        text: if quote == b'\'' { &BARE } else { &FILLED },
        end: &rest[from..from + name],
        raw: false,
        whole_line: true,
        open: 0,
        depth: 0,
    });
    true
}

/// `?a`.
fn character(lexer: &mut Lexer<'_>) -> bool {
    let ends = !(lexer.byte(2).is_ascii_alphanumeric() || lexer.byte(2) == b'_');
    if wants_value(lexer) && lexer.byte(1).is_ascii_alphanumeric() && ends && lexer.last() != "" {
        lexer.token(2, Some(Class::Text));
        return true;
    }
    false
}
