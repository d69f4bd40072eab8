//! JavaScript and TypeScript, with and without JSX.

use super::super::engine::{Code, Frame, Lexer};
use super::super::table::{C_COMMENT, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Constant, Function, Keyword, Macro, Type};

const KEYWORDS: &str = "as async await break case catch class const continue debugger default delete \
    do else enum export extends finally for from function get if implements import in instanceof \
    interface let new of package private protected public return set static super switch this throw \
    try typeof var void while with yield";
const CONSTANTS: &str = "true false null undefined NaN Infinity";
const CLASSES: &str = "Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Float32Array \
    Float64Array Function Int16Array Int32Array Int8Array Map Math Number Object Promise Proxy \
    RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError \
    Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet JSON console document window";
const TYPE_KEYWORDS: &str = "abstract asserts declare infer is keyof module namespace override \
    readonly satisfies type unique";
const TYPES: &str = "any bigint boolean never number object string symbol unknown";

const STRINGS: &[Text] = &[
    QUOTED,
    SINGLE_QUOTED,
    Text {
        open: "`",
        close: "`",
        lines: true,
        hole: Some(("${", b'}')),
        ..QUOTED
    },
];

pub(super) static JAVASCRIPT: Language = Language {
    words: &[(Keyword, KEYWORDS), (Constant, CONSTANTS), (Type, CLASSES)],
    letters: "$",
    line_comments: &["//"],
    block_comments: C_COMMENT,
    strings: STRINGS,
    name: javascript_name,
    signs: "/<@#",
    sign: javascript_sign,
    ..PLAIN
};

pub(super) static TYPESCRIPT: Language = Language {
    words: &[
        (Keyword, KEYWORDS),
        (Keyword, TYPE_KEYWORDS),
        (Constant, CONSTANTS),
        (Type, CLASSES),
        (Type, TYPES),
    ],
    letters: "$",
    line_comments: &["//"],
    block_comments: C_COMMENT,
    strings: STRINGS,
    name: typescript_name,
    signs: "/@#",
    sign: typescript_sign,
    ..PLAIN
};

pub(super) static TSX: Language = Language {
    words: &[
        (Keyword, KEYWORDS),
        (Keyword, TYPE_KEYWORDS),
        (Constant, CONSTANTS),
        (Type, CLASSES),
        (Type, TYPES),
    ],
    letters: "$",
    line_comments: &["//"],
    block_comments: C_COMMENT,
    strings: STRINGS,
    name: typescript_name,
    signs: "/<@#",
    sign: javascript_sign,
    ..PLAIN
};

/// Words that are names unless something follows that a name cannot have.
fn is_weak(word: &Word<'_>) -> bool {
    let weak = matches!(
        word.text,
        "abstract"
            | "as"
            | "async"
            | "asserts"
            | "declare"
            | "from"
            | "get"
            | "infer"
            | "is"
            | "keyof"
            | "module"
            | "namespace"
            | "of"
            | "override"
            | "package"
            | "readonly"
            | "satisfies"
            | "set"
            | "type"
            | "unique"
            | "static"
    );
    let as_name = matches!(
        word.next(),
        b'(' | b',' | b')' | b':' | b'=' | b';' | b'.' | b'?' | b'}' | b'|' | b'&'
    ) && !(word.text == "async" && word.is_called());
    weak && as_name
}

fn javascript_name(word: &Word<'_>) -> Option<Class> {
    if word.follows(&["function"]) || (word.before == "*" && word.before_that == "function") {
        return Some(Function);
    }
    if word.follows(&["class", "extends", "new"]) && word.listed.is_none() {
        return Some(Type);
    }
    if word.follows(&["."]) && word.text == "exports" && word.before_that == "module" {
        return Some(Type);
    }
    if word.follows(&["."]) && matches!(word.text, "prototype" | "constructor") {
        return Some(Keyword);
    }
    let is_spread = word.before_chain == ".";
    if word.follows(&["."]) && !is_spread && holds_function(word) {
        return Some(Function);
    }
    if (word.follows(&["."]) && !is_spread)
        || is_weak(word)
        || (word.next() == b':' && word.follows(&["{", ","]))
    {
        return (word.is_called() || holds_function(word)).then_some(Function);
    }
    match word.listed {
        Some(class) => Some(class),
        None if word.text == "arguments" => Some(Keyword),
        None if word.text == "module" && word.touches(".exports") => Some(Type),
        None if word.is_called() => Some(Function),
        None if holds_function(word) => Some(Function),
        None => None,
    }
}

/// `name = function`, `name: (a) =>`.
fn holds_function(word: &Word<'_>) -> bool {
    const LONGEST: usize = 120;
    let after = word.after.strip_prefix(['?', ' ']).unwrap_or(word.after);
    let Some(value) = after.strip_prefix(['=', ':']) else {
        return false;
    };
    let value = value.strip_prefix(' ').unwrap_or(value);
    if value.starts_with("function") || value.starts_with("async ") {
        return true;
    }
    let value = &value.as_bytes()[..value.len().min(LONGEST)];
    match value.first() {
        Some(b'(') => value.windows(2).any(|two| two == b"=>"),
        Some(b) if b.is_ascii_alphabetic() => {
            let name = value
                .iter()
                .take_while(|b| b.is_ascii_alphanumeric())
                .count();
            value[name..].starts_with(b" =>")
        }
        _ => false,
    }
}

fn typescript_name(word: &Word<'_>) -> Option<Class> {
    if word.follows(&["interface", "type", "enum"]) && word.listed.is_none() {
        return Some(Type);
    }
    let is_alternative = word.follows(&["|"]) && word.before_that != "|";
    if is_alternative && word.listed == Some(Constant) {
        return Some(Type);
    }
    if word.text == "void" && word.follows(&["|", ":", "<", ">", ","]) {
        return Some(Type);
    }
    let class = javascript_name(word);
    match class {
        None if word.line.starts_with("import ") => None,
        None if word.is_shouted() => Some(Constant),
        None if word.is_capital() && !word.follows(&["."]) => Some(Type),
        class => class,
    }
}

fn typescript_sign(lexer: &mut Lexer<'_>) -> bool {
    match lexer.byte(0) {
        b'/' => regex(lexer),
        b'@' => decorator(lexer),
        b'#' => {
            let name = lexer.rest()[1..].bytes();
            let name = name.take_while(|b| b.is_ascii_alphanumeric() || *b == b'_');
            let name = 1 + name.count();
            let class = (lexer.byte(name) == b'(').then_some(Function);
            lexer.token(1, None);
            lexer.token(name - 1, class);
            true
        }
        _ => false,
    }
}

fn javascript_sign(lexer: &mut Lexer<'_>) -> bool {
    match lexer.byte(0) {
        b'<' => tag_opens(lexer),
        _ => typescript_sign(lexer),
    }
}

fn decorator(lexer: &mut Lexer<'_>) -> bool {
    lexer.token(1, Some(Macro));
    let length = lexer.name_length();
    lexer.token(length, Some(Macro));
    true
}

/// Whether a value is expected here, rather than an operator.
fn wants_value(lexer: &Lexer<'_>) -> bool {
    match lexer.last() {
        "" | "(" | "," | "=" | ":" | "[" | "!" | "&" | "|" | "?" | "{" | ";" | "+" | "-" | "*"
        | "%" | "~" | "^" | "<" | ">" | "return" | "typeof" | "case" | "in" | "of" | "do"
        | "else" | "void" | "delete" | "await" | "yield" | "throw" | "new" | "default" => true,
        "}" => lexer.is_first(),
        _ => false,
    }
}

/// `/a[/]b/g`, if a value is expected and it ends on its line.
pub(super) fn regex(lexer: &mut Lexer<'_>) -> bool {
    if !wants_value(lexer) {
        return false;
    }
    let Some(end) = lexer.find_ahead(regex_end) else {
        return false;
    };
    let flags = lexer.rest()[end..]
        .bytes()
        .take_while(u8::is_ascii_alphabetic)
        .count();
    lexer.token(end + flags, Some(Class::Text));
    lexer.remember("\"", Some(Class::Text));
    true
}

fn regex_end(text: &str) -> Option<usize> {
    let mut in_class = false;
    let mut escaped = false;
    for (at, b) in text.bytes().enumerate().skip(1) {
        match b {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'/' if !in_class => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// `<Name`, `<>` where a value is expected.
fn tag_opens(lexer: &mut Lexer<'_>) -> bool {
    let next = lexer.byte(1);
    if !wants_value(lexer) || !(next.is_ascii_alphabetic() || next == b'>') {
        return false;
    }
    let rest = &lexer.rest()[1..];
    let name = rest.bytes().take_while(|&b| is_tag_name(b)).count();
    if matches!(rest.as_bytes().get(name), Some(b',')) || rest[name..].starts_with(" extends ") {
        return false;
    }
    let at = lexer.at();
    lexer.mark(at + 1, None);
    lexer.mark(at + 1 + name, Some(Keyword));
    lexer.push(Frame::Own(tag));
    true
}

fn is_tag_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"_.-:$".contains(&b)
}

/// Within `<name …>`.
fn tag(lexer: &mut Lexer<'_>) {
    let at = lexer.at();
    match lexer.byte(0) {
        b'/' if lexer.byte(1) == b'>' => {
            lexer.mark(at + 2, None);
            lexer.pop();
            lexer.remember(")", None);
        }
        b'>' => {
            lexer.mark(at + 1, None);
            lexer.pop();
            lexer.push(Frame::Own(between_tags));
        }
        b'/' if lexer.byte(1) == b'*' => {
            lexer.mark(at + 2, Some(Class::Comment));
            lexer.push(Frame::Comment(&C_COMMENT[0], 1));
        }
        b'/' if lexer.byte(1) == b'/' => {
            let to = lexer.whole().len();
            lexer.mark(to, Some(Class::Comment));
        }
        b'{' => hole(lexer),
        b'"' => lexer.open_text(&ATTRIBUTE[0], 1, 0),
        b'\'' => lexer.open_text(&ATTRIBUTE[1], 1, 0),
        b if b.is_ascii_alphabetic() => {
            let name = lexer.count(is_tag_name);
            lexer.mark(at + name, Some(Function));
        }
        _ => {
            let other = lexer.count(|b| !(b.is_ascii_alphabetic() || b"/>{\"'".contains(&b)));
            lexer.mark(at + other.max(1), None);
        }
    }
}

static ATTRIBUTE: [Text; 2] = [
    Text {
        lines: true,
        escape: super::super::table::Escape::None,
        ..QUOTED
    },
    Text {
        lines: true,
        escape: super::super::table::Escape::None,
        ..SINGLE_QUOTED
    },
];

/// The text between two tags.
fn between_tags(lexer: &mut Lexer<'_>) {
    let text = lexer.count(|b| !matches!(b, b'<' | b'{'));
    let at = lexer.at() + text;
    lexer.mark(at, None);
    match (lexer.byte(0), lexer.byte(1)) {
        (0, _) => {}
        (b'{', _) => hole(lexer),
        (b'<', b'/') => {
            lexer.mark(at + 2, None);
            let name = lexer.count(is_tag_name);
            lexer.mark(at + 2 + name, Some(Keyword));
            let end = lexer.count(|b| b != b'>');
            let end = lexer.at() + end + usize::from(lexer.byte(end) == b'>');
            lexer.mark(end, None);
            lexer.pop();
            lexer.remember(")", None);
        }
        (b'<', next) if next.is_ascii_alphabetic() || next == b'>' => {
            lexer.mark(at + 1, None);
            let name = lexer.count(is_tag_name);
            lexer.mark(at + 1 + name, Some(Keyword));
            lexer.push(Frame::Own(tag));
        }
        _ => lexer.mark(at + 1, None),
    }
}

fn hole(lexer: &mut Lexer<'_>) {
    let at = lexer.at();
    lexer.mark(at + 1, None);
    lexer.remember("{", None);
    lexer.push(Frame::Code(Code {
        close: b'}',
        ..Code::default()
    }));
}
