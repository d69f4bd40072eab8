//! What a language is to the lexer: a table of comments, strings and words, and a few rules that no
//! table can hold. Nothing here reads code.

use super::engine::Lexer;
use super::word::Word;
use crate::highlight::class::Class;

/// A language. `PLAIN` has the defaults; a language names what differs.
pub(in crate::highlight) struct Language {
    /// Words of a class, separated by blanks.
    pub(super) words: &'static [(Class, &'static str)],
    /// Whether the words are the same in small and large letters.
    pub(super) any_case: bool,
    /// What may stand in a name besides letters, digits and `_`.
    pub(super) letters: &'static str,
    /// What may end a name, once: the marks of Ruby's `empty?`.
    pub(super) tails: &'static str,
    /// What begins a comment that ends with its line.
    pub(super) line_comments: &'static [&'static str],
    /// Comments that end with a mark.
    pub(super) block_comments: &'static [Block],
    /// Texts, the longest opening first.
    pub(super) strings: &'static [Text],
    /// How a text is read that ends with a word on a line of its own.
    pub(super) here: Option<&'static Text>,
    /// The class of a name, given what is around it.
    pub(super) name: fn(&Word<'_>) -> Option<Class>,
    /// What may stand within a number besides letters, digits and `_`.
    pub(super) number_marks: &'static str,
    /// Called at a line that begins in code; what it consumes is marked.
    pub(super) line: Option<fn(&mut Lexer<'_>)>,
    /// The first bytes that `sign` is called for.
    pub(super) signs: &'static str,
    /// Called at one of these, where no comment or string begins; says whether it consumed anything.
    pub(super) sign: fn(&mut Lexer<'_>) -> bool,
}

/// A language without any words, comments or texts.
pub(super) const PLAIN: Language = Language {
    words: &[],
    any_case: false,
    letters: "",
    tails: "",
    line_comments: &[],
    block_comments: &[],
    strings: &[],
    here: None,
    name: |word| word.listed,
    number_marks: "",
    line: None,
    signs: "",
    sign: |_| false,
};

/// A comment that ends with a mark.
pub(super) struct Block {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// Whether each further opening needs a closing of its own.
    pub(super) nests: bool,
}

/// The comments of C.
pub(super) const C_COMMENT: &[Block] = &[Block {
    open: "/*",
    close: "*/",
    nests: false,
}];

/// The same where they nest.
pub(super) const NESTED_COMMENT: &[Block] = &[Block {
    open: "/*",
    close: "*/",
    nests: true,
}];

/// A kind of text: what opens and ends it, and what in it is not just text.
pub(super) struct Text {
    /// Names that may stand right before the opening and belong to it, separated by blanks; `""`
    /// stands for none.
    pub(super) prefixes: &'static [&'static str],
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// Whether hashes around it, as many before as after, belong to opening and end.
    pub(super) hashes: bool,
    pub(super) escape: Escape,
    /// Whether it may hold line ends.
    pub(super) lines: bool,
    /// Code within it: what opens it, and the bracket that closes it.
    pub(super) hole: Option<(&'static str, u8)>,
    /// Length of the placeholder that begins here, such as `%d`; looks at a few bytes only.
    pub(super) placeholder: Option<fn(&str) -> usize>,
    /// The class of what is nothing else.
    pub(super) class: Class,
}

/// A text in double quotes, with backslashes, on one line.
pub(super) const QUOTED: Text = Text {
    prefixes: &[],
    open: "\"",
    close: "\"",
    hashes: false,
    escape: Escape::Backslash,
    lines: false,
    hole: None,
    placeholder: None,
    class: Class::Text,
};

/// The same in single quotes.
pub(super) const SINGLE_QUOTED: Text = Text {
    open: "'",
    close: "'",
    ..QUOTED
};

/// How a text says what it cannot hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Escape {
    /// Not at all.
    None,
    /// `\n`, `\x41`, `\u{1f600}`: shown as constants.
    Backslash,
    /// A backslash keeps the next character from ending the text, and is text like it.
    Quiet,
    /// The closing mark twice.
    Doubled,
}
