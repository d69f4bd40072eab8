//! How languages write a value into a message: `{}`, `%s`, `${expr}` and their kin.
//!
//! In goes a message and the file it comes from, out come its pieces. Which notations count is told
//! by the file's ending, because what is a hole in one language is plain text in another. How long a
//! hole is, once its sign is met, is in [`hole`](super::hole).

use super::hole;

/// Letters that end a `%` of C; a language may have others.
const C: &str = "diouxXeEfFgGaAcsp";
/// The same with Apple's `%@`.
const APPLE: &str = "diouxXeEfFgGaAcsp@";
const JAVA: &str = "bBhHsScCdoxXeEfgGaA";
const JAVASCRIPT: &str = "sdijo";
const PHP: &str = "bcdeEfFgGhHosuxX";
const PYTHON: &str = "diouxXeEfFgGcrsa";
const GO: &str = "vTtbcdoOqxXUeEfFgGspw";
/// The notation is not used.
const NO: &str = "";

/// What counts as a hole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notation {
    pub(super) braces: Braces,
    /// Letters that end a `%`, none if it is text.
    pub(super) percent: &'static str,
    pub(super) dollar: Dollar,
    pub(super) embedding: Embedding,
    /// Messages are format strings always, so that doubled signs are single ones.
    pub(super) always_formats: bool,
}

/// What may stand in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Braces {
    /// Braces are text.
    Never,
    /// A name or a number, with a format after a colon; or nothing.
    Argument,
    /// The same, but a name is a format: `{s}`.
    Format,
    /// Any expression.
    Expression,
    /// An expression that begins with `$`.
    Variable,
}

/// What a `$` begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dollar {
    /// Nothing.
    Never,
    /// `${expr}`.
    Braces,
    /// That, or `$name`.
    Names,
    /// That, or one of the shell's own: `$1`, `$?`.
    Shell,
    /// That, and what is taken out of it: `$a->{b}`, `$a[0]`; or one of Perl's own: `$!`.
    Perl,
    /// That, and what is taken out of it: `$a->b`, `$a[b]`.
    Php,
}

/// Expressions within a string, where neither braces nor `$` begin them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Embedding {
    /// There are none.
    Never,
    /// `#{expr}`.
    Hash,
    /// `\(expr)`.
    Backslash,
}

/// File endings, and the notations of their language: braces, percent, dollar, embedding, and whether
/// messages are format strings always.
type Row = (
    &'static [&'static str],
    Braces,
    &'static str,
    Dollar,
    Embedding,
    bool,
);

#[rustfmt::skip]
const LANGUAGES: &[Row] = &[
    (&["rs"], Braces::Argument, NO, Dollar::Never, Embedding::Never, true),
    (&["zig"], Braces::Format, NO, Dollar::Never, Embedding::Never, true),
    (&["py", "pyi", "pyx"], Braces::Expression, PYTHON, Dollar::Never, Embedding::Never, false),
    (&["cs", "fs", "fsx", "vb", "razor", "cshtml"], Braces::Expression, NO, Dollar::Never, Embedding::Never, false),
    (&["java"], Braces::Argument, JAVA, Dollar::Never, Embedding::Never, false),
    (&["kt", "kts", "scala", "sc", "groovy", "gradle", "dart"], Braces::Argument, JAVA, Dollar::Names, Embedding::Never, false),
    (&["go"], Braces::Never, GO, Dollar::Never, Embedding::Never, true),
    (&["c", "h"], Braces::Never, C, Dollar::Never, Embedding::Never, true),
    (&["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "inl", "ipp", "cu", "cuh"], Braces::Argument, C, Dollar::Never, Embedding::Never, false),
    (&["m", "mm"], Braces::Never, APPLE, Dollar::Never, Embedding::Never, true),
    (&["swift"], Braces::Never, APPLE, Dollar::Never, Embedding::Backslash, false),
    (&["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "ets", "vue", "svelte", "astro"], Braces::Never, JAVASCRIPT, Dollar::Braces, Embedding::Never, false),
    (&["rb", "rake", "erb", "cr", "ex", "exs", "coffee"], Braces::Never, C, Dollar::Never, Embedding::Hash, false),
    (&["php", "phtml", "inc"], Braces::Variable, PHP, Dollar::Php, Embedding::Never, false),
    (&["pl", "pm", "t"], Braces::Never, C, Dollar::Perl, Embedding::Never, false),
    (&["sh", "bash", "zsh", "ksh", "bats", "tcl"], Braces::Never, C, Dollar::Shell, Embedding::Never, false),
    (&["ps1", "psm1"], Braces::Argument, NO, Dollar::Names, Embedding::Never, false),
    (&["jl"], Braces::Never, C, Dollar::Names, Embedding::Never, false),
    (&["lua", "r", "hs", "ml", "nim", "pas", "f90", "awk", "d"], Braces::Never, C, Dollar::Never, Embedding::Never, false),
];

/// For catalogues of messages and languages unknown: what seldom means anything else.
const OTHERS: Notation = Notation {
    braces: Braces::Argument,
    percent: "dsfiu",
    dollar: Dollar::Braces,
    embedding: Embedding::Never,
    always_formats: false,
};

/// A piece of a message, as the source writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'m> {
    /// Literal text.
    Text(&'m str),
    /// `{{`, `}}` or `%%`: one such sign, if the text is formatted.
    Doubled(&'m str),
    /// What varies.
    Hole(&'m str),
}

impl Notation {
    /// The notations of the language that a file is written in.
    pub(super) fn of_file(path: &str) -> Self {
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let ending = name.rsplit('.').next().unwrap_or_default();
        let is_it = |known: &&'static str| known.eq_ignore_ascii_case(ending);
        let row = LANGUAGES.iter().find(|row| row.0.iter().any(is_it));
        match row {
            None => OTHERS,
            Some(&(_, braces, percent, dollar, embedding, always_formats)) => Self {
                braces,
                percent,
                dollar,
                embedding,
                always_formats,
            },
        }
    }

    /// Takes a message apart.
    pub(super) fn pieces(self, message: &str) -> Vec<Piece<'_>> {
        let mut pieces = Vec::new();
        let mut text = 0;
        let mut at = 0;
        while let Some(found) = message[at..].find(['{', '}', '%', '$', '#', '\\']) {
            at += found;
            let (piece, bytes) = self.piece_at(&message[at..]);
            if let Some(piece) = piece {
                pieces.push(Piece::Text(&message[text..at]));
                pieces.push(piece);
                text = at + bytes;
            }
            at += bytes;
        }
        pieces.push(Piece::Text(&message[text..]));
        pieces
    }

    /// What a sign begins, and how much to go on by; no piece means that it is text.
    fn piece_at(self, rest: &str) -> (Option<Piece<'_>>, usize) {
        let bytes = rest.as_bytes();
        let next = bytes.get(1).copied().unwrap_or_default();
        let doubles = !matches!(self.braces, Braces::Never | Braces::Variable);
        let hole = match bytes[0] {
            sign @ (b'{' | b'}') if sign == next && doubles => {
                return (Some(Piece::Doubled(&rest[..2])), 2);
            }
            b'%' if next == b'%' && !self.percent.is_empty() => {
                return (Some(Piece::Doubled(&rest[..2])), 2);
            }
            b'{' => hole::braces(rest, self.braces),
            b'%' => hole::percent(rest, self),
            b'$' => hole::dollar(rest, self.dollar),
            b'#' if next == b'{' && self.embedding == Embedding::Hash => hole::enclosed(rest, 1),
            b'\\' if next == b'(' && self.embedding == Embedding::Backslash => {
                hole::enclosed(rest, 1)
            }
            // Takes what is escaped with it, so that `\${` stays text.
            b'\\' if matches!(next, b'$' | b'#' | b'\\' | b'{') => return (None, 2),
            _ => None,
        };
        match hole {
            Some(bytes) => (Some(Piece::Hole(&rest[..bytes])), bytes),
            None => (None, 1),
        }
    }
}
