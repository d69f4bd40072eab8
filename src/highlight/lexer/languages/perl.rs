//! Perl.

use super::super::engine::{Frame, Lexer, Named};
use super::super::table::{Block, Escape, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use super::ruby::closing;
use crate::highlight::class::Class;
use Class::{Comment, Constant, Function, Keyword};

static FILLED: Text = Text {
    lines: true,
    ..QUOTED
};
static BARE: Text = Text {
    lines: true,
    escape: Escape::Quiet,
    ..QUOTED
};
static POD: Block = Block {
    open: "=",
    close: "=cut",
    nests: false,
};

pub(super) static PERL: Language = Language {
    words: &[
        (
            Keyword,
            "and cmp continue do else elsif eq foreach for ge goto gt if last le local lt my ne next \
             no not or our package redo require return state sub unless until use while x xor \
             BEGIN END CHECK INIT UNITCHECK __PACKAGE__",
        ),
        (Constant, "__FILE__ __LINE__ __END__ __DATA__"),
        (
            Function,
            "abs accept alarm atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot \
             close closedir connect cos crypt defined delete die each eof eval exec exists exit exp \
             fcntl fileno flock fork format getc getppid glob gmtime grep hex import index int ioctl \
             join keys kill lc lcfirst length link listen localtime log lstat map mkdir oct open \
             opendir ord pack pipe pop pos print printf prototype push quotemeta rand read readdir \
             readline readlink recv ref rename reset reverse rewinddir rindex rmdir say scalar seek \
             select send shift shutdown sin sleep socket sort splice split sprintf sqrt srand stat \
             substr symlink syscall sysopen sysread system syswrite tell tie tied time times truncate \
             uc ucfirst umask undef unlink unpack unshift untie utime values vec wait waitpid \
             wantarray warn write",
        ),
    ],
    line_comments: &["#"],
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
        Text {
            open: "`",
            close: "`",
            lines: true,
            ..QUOTED
        },
    ],
    here: Some(&FILLED),
    name,
    line: Some(line),
    signs: "$@%&/<qmsty",
    sign,
    ..PLAIN
};

fn name(word: &Word<'_>) -> Option<Class> {
    if word.follows(&["sub"]) {
        return Some(Function);
    }
    let member = word.before == ">" && word.before_that == "-";
    let is_key = word.leads_to("=>") || word.follows(&["{"]) && word.touches("}");
    match word.listed {
        _ if is_key => Some(Constant),
        Some(class) if !member => Some(class),
        _ if word.is_called() => Some(Function),
        _ => None,
    }
}

/// Documentation, which begins with `=` at a line's start and ends with `=cut`.
fn line(lexer: &mut Lexer<'_>) {
    let whole = lexer.whole();
    if whole.starts_with('=') && whole.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic) {
        lexer.mark(1, Some(Comment));
        lexer.push(Frame::Comment(&POD, 1));
    } else if whole == "__END__" || whole == "__DATA__" {
        lexer.mark(whole.len(), Some(Constant));
        lexer.push(Frame::Own(after_end));
    }
}

fn sign(lexer: &mut Lexer<'_>) -> bool {
    match lexer.byte(0) {
        b'$' | b'@' | b'%' | b'&' => variable(lexer),
        b'/' => wants_value(lexer) && quoted(lexer, 0, 1, &FILLED),
        b'<' => here(lexer),
        b'q' | b'm' | b's' | b't' | b'y' => quote_word(lexer),
        _ => false,
    }
}

/// `q(…)`, `qw/…/`, `m{…}`, `s/…/…/`, `tr/…/…/`.
fn quote_word(lexer: &mut Lexer<'_>) -> bool {
    let length = lexer.name_length();
    let parts = match &lexer.rest()[..length] {
        "q" | "qq" | "qw" | "qr" | "qx" | "m" => 1,
        "s" | "tr" | "y" => 2,
        _ => return false,
    };
    let blanks = usize::from(lexer.byte(length) == b' ');
    let open = lexer.byte(length + blanks);
    let next = lexer.byte(length + blanks + 1);
    let is_match = lexer.last() == "~";
    let is_name = (matches!(open, b',' | b';' | b')' | b'=') && !is_match)
        || (blanks == 1 && matches!(open, b'#' | b'-' | b'.'))
        || open == b'}'
        || (lexer.last() == ">" || (open == b'-' && next == b'>'));
    if is_name || !open.is_ascii_punctuation() || open == b'_' {
        return false;
    }
    quoted(lexer, length + blanks, parts, &FILLED)
}

/// `$name`, `$#name`, `@$name`, `$_`; names within are no words of the language.
fn variable(lexer: &mut Lexer<'_>) -> bool {
    let is_operator = matches!(lexer.byte(0), b'%' | b'&') && !wants_value(lexer);
    if is_operator {
        return false;
    }
    let marks = lexer.count_up_to(2, |b| b"$@%&".contains(&b));
    let hash = usize::from(lexer.byte(0) == b'$' && lexer.byte(1) == b'#' && lexer.byte(2) != b' ');
    let from = marks + hash;
    let rest = lexer.rest().as_bytes().iter().skip(from);
    let name = rest
        .take_while(|b| b.is_ascii_alphanumeric() || b"_:".contains(b))
        .count();
    let one = usize::from(
        name == 0 && lexer.byte(0) == b'$' && b"/\\!@&;,.\"'0?$`+".contains(&lexer.byte(from)),
    );
    lexer.token(from + name + one, None);
    true
}

/// Whether a value is expected here, rather than an operator.
fn wants_value(lexer: &Lexer<'_>) -> bool {
    let last = lexer.last();
    let ends_value = last.ends_with(|c: char| c.is_alphanumeric() || c == '_')
        || matches!(last, ")" | "]" | "}" | "\"");
    !ends_value || matches!(lexer.last_class(), Some(Keyword | Function))
}

/// A text with marks of its own, `parts` of them; letters may follow.
fn quoted(lexer: &mut Lexer<'_>, prefix: usize, parts: u32, text: &'static Text) -> bool {
    let open = lexer.byte(prefix);
    let end = closing(open);
    lexer.token(prefix + 1, Some(Class::Text));
    lexer.remember("\"", Some(Class::Text));
    let other = end.as_bytes()[0] != open;
    if parts == 2 && other {
        lexer.push(Frame::Own(second_part));
    }
    for _ in 0..if other { 1 } else { parts } {
        lexer.push(Frame::Named(Named {
            text,
            end,
            raw: false,
            whole_line: false,
            open: if end.as_bytes()[0] == open { 0 } else { open },
            depth: 0,
        }));
    }
    true
}

/// The second part of `s{…}{…}`.
fn second_part(lexer: &mut Lexer<'_>) {
    let blanks = lexer.count(|b| matches!(b, b' ' | b'\t'));
    let at = lexer.at();
    if blanks > 0 {
        lexer.mark(at + blanks, None);
        return;
    }
    lexer.pop();
    if lexer.byte(0).is_ascii_punctuation() {
        quoted(lexer, 0, 1, &FILLED);
    }
}

/// What follows `__END__`: documentation, and what is no code.
fn after_end(lexer: &mut Lexer<'_>) {
    if lexer.at() == 0 {
        line(lexer);
    }
    if matches!(lexer.top(), Frame::Own(_)) {
        let to = lexer.whole().len();
        lexer.mark(to, None);
    }
}

/// `<<"NAME"`: a text that begins with the next line.
fn here(lexer: &mut Lexer<'_>) -> bool {
    if lexer.byte(1) != b'<' {
        return false;
    }
    let rest = lexer.rest();
    let tilde = 2 + usize::from(lexer.byte(2) == b'~');
    let quote = lexer.byte(tilde);
    let is_quoted = usize::from(matches!(quote, b'"' | b'\''));
    let from = tilde + is_quoted;
    let name = rest[from..]
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
        .count();
    if name == 0 || rest.as_bytes()[from].is_ascii_digit() {
        return false;
    }
    lexer.token(from + name + is_quoted, Some(Class::Text));
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
