//! Python.

use super::super::engine::{Frame, Lexer};
use super::super::table::{Escape, Language, PLAIN, QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Comment, Constant, Function, Keyword, Macro, Type};

const PLAIN_PREFIXES: &[&str] = &["", "u", "U", "b", "B"];
const RAW: &[&str] = &["r", "R", "br", "bR", "Br", "BR", "rb", "rB", "Rb", "RB"];
const FORMATTED: &[&str] = &["f", "F", "t"];
const RAW_FORMATTED: &[&str] = &["rf", "rF", "Rf", "RF", "fr", "fR", "Fr", "FR"];

const fn text(quotes: &'static str, prefixes: &'static [&'static str]) -> Text {
    Text {
        prefixes,
        open: quotes,
        close: quotes,
        lines: quotes.len() > 1,
        placeholder: Some(placeholder),
        ..QUOTED
    }
}

const fn raw(quotes: &'static str) -> Text {
    Text {
        escape: Escape::Quiet,
        ..text(quotes, RAW)
    }
}

const fn formatted(quotes: &'static str) -> Text {
    Text {
        hole: Some(("{", b'}')),
        placeholder: None,
        ..text(quotes, FORMATTED)
    }
}

const fn raw_formatted(quotes: &'static str) -> Text {
    Text {
        prefixes: RAW_FORMATTED,
        escape: Escape::Quiet,
        placeholder: None,
        ..formatted(quotes)
    }
}

/// What stands where a statement could, and documents what is around it.
static DOCUMENTATION: [Text; 2] = [documentation("\"\"\""), documentation("'''")];

const fn documentation(quotes: &'static str) -> Text {
    Text {
        class: Comment,
        placeholder: None,
        escape: Escape::Quiet,
        ..text(quotes, &[])
    }
}

pub(super) static PYTHON: Language = Language {
    words: &[
        (
            Keyword,
            "and as assert async await break class continue def del elif else except finally for \
             from global if import in is lambda nonlocal not or pass raise return try while with \
             yield match case",
        ),
        (
            Constant,
            "True False None Ellipsis NotImplemented __debug__",
        ),
        (
            Type,
            "bool bytearray bytes complex dict float frozenset int list memoryview object \
             property set slice str tuple type super classmethod staticmethod enumerate reversed \
             range ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError \
             BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError \
             ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning \
             EOFError EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError \
             FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError \
             ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError \
             KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError \
             NotADirectoryError NotImplementedError OSError OverflowError \
             PendingDeprecationWarning PermissionError ProcessLookupError RecursionError \
             ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration \
             StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError \
             TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError \
             UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning WindowsError \
             ZeroDivisionError",
        ),
        (
            Function,
            "__import__ abs all any ascii bin callable chr compile delattr dir divmod eval exec \
             filter format getattr globals hasattr hash help hex id input isinstance issubclass \
             iter len locals map max min next oct open ord pow print repr round setattr sorted sum \
             vars zip",
        ),
    ],
    line_comments: &["#"],
    strings: &[
        text("\"\"\"", PLAIN_PREFIXES),
        text("'''", PLAIN_PREFIXES),
        raw("\"\"\""),
        raw("'''"),
        formatted("\"\"\""),
        formatted("'''"),
        raw_formatted("\"\"\""),
        raw_formatted("'''"),
        text("\"", PLAIN_PREFIXES),
        text("'", PLAIN_PREFIXES),
        raw("\""),
        raw("'"),
        formatted("\""),
        formatted("'"),
        raw_formatted("\""),
        raw_formatted("'"),
    ],
    name,
    line: Some(line),
    signs: "@!:",
    sign,
    ..PLAIN
};

fn name(word: &Word<'_>) -> Option<Class> {
    if word.follows(&["def"]) {
        return Some(Function);
    }
    if word.follows(&["class"]) {
        return Some(Type);
    }
    let is_base = word.depth > 0 && word.line.starts_with("class ") && word.next() != b'=';
    if matches!(word.text, "self" | "cls") && !word.follows(&["."]) {
        let declares = ["def ", "async def ", "lambda "];
        let is_parameter = declares.iter().any(|start| word.line.starts_with(start));
        return (!is_parameter || word.touches(".")).then_some(Keyword);
    }
    let is_function = matches!(
        word.text,
        "super"
            | "type"
            | "range"
            | "enumerate"
            | "reversed"
            | "property"
            | "classmethod"
            | "staticmethod"
    );
    if is_function && word.is_called() && !word.follows(&["."]) {
        return Some(Function);
    }
    if word.before_class == Some(Macro) {
        return Some(Macro);
    }
    if is_base && word.listed.is_none() && !word.is_called() {
        return Some(Type);
    }
    if word.follows(&["."]) && word.text != "import" {
        let called = word.is_called();
        return called.then_some(Function);
    }
    match (word.text, word.listed) {
        ("match" | "case", _) if !word.first || word.next() == b'=' || word.next() == b'.' => None,
        (_, Some(class)) => Some(class),
        _ if word.is_called() => Some(Function),
        _ => None,
    }
}

/// A text that stands where a statement could.
fn line(lexer: &mut Lexer<'_>) {
    let is_statement = lexer.depth() == 0
        && lexer.nesting() == 1
        && !matches!(lexer.last(), "\\" | "=" | "," | "+" | "%" | "return");
    let whole = lexer.whole();
    let begins = whole.len() - whole.trim_start_matches([' ', '\t']).len();
    let prefix = usize::from(whole[begins..].starts_with(['r', 'R', 'u', 'U']));
    if !is_statement {
        return;
    }
    for text in &DOCUMENTATION {
        if whole[begins + prefix..].starts_with(text.open) {
            lexer.mark(begins, None);
            lexer.open_text(text, prefix + text.open.len(), 0);
        }
    }
}

/// Decorators; what follows a value in a formatted text.
fn sign(lexer: &mut Lexer<'_>) -> bool {
    let in_hole = lexer.nesting() > 1 && lexer.depth() == 0;
    match lexer.byte(0) {
        b'@' if lexer.is_first() => {
            lexer.token(1, Some(Macro));
            loop {
                let length = lexer.name_length();
                let dot = usize::from(lexer.byte(0) == b'.');
                match (length, dot) {
                    (0, 0) => break,
                    (0, dot) => lexer.token(dot, None),
                    (length, _) => lexer.token(length, Some(Macro)),
                }
            }
            lexer.remember("@", None);
            true
        }
        b'!' if in_hole && matches!(lexer.byte(1), b'r' | b's' | b'a') => {
            lexer.token(2, Some(Constant));
            true
        }
        b':' if in_hole && matches!(lexer.top(), Frame::Code(code) if code.close == b'}') => {
            let length = lexer.count(|b| !matches!(b, b'}' | b'{' | b'"' | b'\''));
            lexer.token(length, Some(Constant));
            true
        }
        _ => false,
    }
}

/// `%s`, `%(name)d`, `{}`, `{0!r:>10}`.
fn placeholder(text: &str) -> usize {
    const LONGEST: usize = 40;
    let bytes = text.as_bytes();
    let some = |from: usize, such: fn(u8) -> bool| {
        let rest = bytes.iter().skip(from).take(LONGEST);
        from + rest.take_while(|&&b| such(b)).count()
    };
    if text.starts_with('{') {
        let end = some(1, |b| {
            b.is_ascii_alphanumeric() || b"_.![]:<>^+-#,%".contains(&b)
        });
        return if bytes.get(end) == Some(&b'}') {
            end + 1
        } else {
            0
        };
    }
    if !text.starts_with('%') {
        return 0;
    }
    let named = if bytes.get(1) == Some(&b'(') {
        let end = some(2, |b| b != b')');
        if bytes.get(end) != Some(&b')') {
            return 0;
        }
        end + 1
    } else {
        1
    };
    let kind = some(named, |b| b.is_ascii_digit() || b"#-+.*".contains(&b));
    match bytes.get(kind) {
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'%') => kind + 1,
        _ => 0,
    }
}
