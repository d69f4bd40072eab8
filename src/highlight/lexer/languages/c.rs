//! C and C++.

use super::super::engine::{Frame, Lexer, Named};
use super::super::table::{C_COMMENT, Escape, Language, PLAIN, QUOTED, SINGLE_QUOTED, Text};
use super::super::word::Word;
use crate::highlight::class::Class;
use Class::{Constant, Function, Keyword, Macro, Type};

const C_KEYWORDS: &str = "break case continue default do else for goto if return switch while sizeof \
    typeof asm auto const enum extern inline register restrict static struct typedef union volatile \
    _Atomic _Noreturn _Static_assert _Thread_local _Alignas _Alignof __attribute__ __inline \
    __inline__ __restrict __volatile__ __asm__ defined";
const C_TYPES: &str = "void char short int long float double signed unsigned bool _Bool size_t ssize_t \
    ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t \
    intmax_t uintmax_t wchar_t char16_t char32_t off_t time_t clock_t va_list FILE pid_t uid_t gid_t \
    mode_t socklen_t u_char u_short u_int u_long ushort uint dev_t ino_t nlink_t id_t key_t \
    useconds_t suseconds_t pthread_t sigset_t div_t ldiv_t fpos_t jmp_buf";
const CPP_KEYWORDS: &str = "alignas alignof and bitand bitor catch class co_await co_return co_yield \
    compl concept const_cast constexpr consteval constinit decltype delete dynamic_cast explicit \
    export final friend mutable namespace new noexcept not not_eq operator or or_eq override private \
    protected public reinterpret_cast requires static_assert static_cast template this thread_local \
    throw try typeid typename using virtual xor xor_eq";
const CONSTANTS: &str = "true false NULL nullptr EOF stdin stdout stderr __FILE__ __LINE__ __func__ \
    TRUE FALSE __cplusplus __VA_ARGS__ INT_MAX INT_MIN UINT_MAX SIZE_MAX EXIT_SUCCESS EXIT_FAILURE";

/// What opens a raw text, up to the mark that its owner chooses.
static RAW: Text = Text {
    escape: Escape::None,
    lines: true,
    ..QUOTED
};

const STRINGS: &[Text] = &[
    Text {
        prefixes: &["", "L", "u", "U", "u8"],
        placeholder: Some(super::go::percent),
        ..QUOTED
    },
    Text {
        prefixes: &["", "L", "u", "U", "u8"],
        ..SINGLE_QUOTED
    },
];

pub(super) static C: Language = Language {
    words: &[
        (Keyword, C_KEYWORDS),
        (Type, C_TYPES),
        (Constant, CONSTANTS),
    ],
    line_comments: &["//"],
    block_comments: C_COMMENT,
    strings: STRINGS,
    number_marks: "'.",
    name: c_name,
    line: Some(preprocessor),
    ..PLAIN
};

pub(super) static CPP: Language = Language {
    words: &[
        (Keyword, C_KEYWORDS),
        (Keyword, CPP_KEYWORDS),
        (Type, C_TYPES),
        (Constant, CONSTANTS),
    ],
    line_comments: &["//"],
    block_comments: C_COMMENT,
    strings: STRINGS,
    number_marks: "'.",
    name: cpp_name,
    line: Some(preprocessor),
    signs: "RLuU",
    sign: raw,
    ..PLAIN
};

fn c_name(word: &Word<'_>) -> Option<Class> {
    if word.follows(&["struct", "enum", "union"]) {
        return Some(Type);
    }
    match word.listed {
        Some(class) => Some(class),
        None if word.is_called() => Some(Function),
        None => None,
    }
}

fn cpp_name(word: &Word<'_>) -> Option<Class> {
    if word.follows(&["class", "struct", "enum", "union"]) && word.listed.is_none() {
        return Some(Type);
    }
    c_name(word)
}

/// `#include <a.h>`, `#define NAME`, `#if`.
fn preprocessor(lexer: &mut Lexer<'_>) {
    let whole = lexer.whole();
    let begins = whole.len() - whole.trim_start_matches([' ', '\t']).len();
    let Some(rest) = whole[begins..].strip_prefix('#') else {
        return;
    };
    let name = rest.trim_start_matches([' ', '\t']);
    let blanks = rest.len() - name.len();
    let length = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let name = &name[..length];
    let includes = matches!(name, "include" | "include_next" | "import");
    let defines = matches!(name, "define" | "undef");
    let class = if includes || defines { Macro } else { Keyword };
    lexer.mark(begins, None);
    lexer.token(1 + blanks + length, Some(class));
    let after = lexer.count(|b| matches!(b, b' ' | b'\t'));
    let at = lexer.at();
    lexer.mark(at + after, None);
    if includes && lexer.byte(0) == b'<' {
        let length = lexer.count(|b| b != b'>');
        lexer.token(length + 1, Some(Class::Text));
    } else if defines {
        let length = lexer.name_length();
        lexer.token(length, Some(Macro));
    }
}

/// `R"mark(text)mark"`.
fn raw(lexer: &mut Lexer<'_>) -> bool {
    const PREFIXES: [&str; 5] = ["R\"", "LR\"", "uR\"", "UR\"", "u8R\""];
    const LONGEST_MARK: usize = 16;
    let rest = lexer.rest();
    let prefix = PREFIXES.iter().find(|prefix| rest.starts_with(*prefix));
    let Some(from) = prefix.map(|prefix| prefix.len()) else {
        return false;
    };
    let mark = rest.bytes().skip(from).take(LONGEST_MARK + 1);
    let Some(length) = mark.into_iter().position(|b| b == b'(') else {
        return false;
    };
    lexer.token(from + length + 1, Some(Class::Text));
    lexer.push(Frame::Named(Named {
        text: &RAW,
        end: &rest[from..from + length],
        raw: true,
        whole_line: false,
        open: 0,
        depth: 0,
    }));
    true
}
