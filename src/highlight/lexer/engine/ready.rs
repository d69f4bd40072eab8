//! A language made ready to be read: its words to look up, and what each byte may begin.

use super::super::table::Language;
use super::super::word::Words;

/// A language that is ready to be used.
pub(in crate::highlight) struct Ready {
    pub(in crate::highlight::lexer) language: &'static Language,
    pub(in crate::highlight::lexer) words: Words,
    /// The bytes that a text begins with, prefixes aside.
    quotes: [bool; 256],
    /// What a byte may begin.
    kinds: [Kind; 256],
}

/// What a byte of code begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Blank,
    Letter,
    Digit,
    /// Perhaps a comment, a text or what the language's own rule knows.
    Mark,
    /// Nothing but itself.
    Sign,
}

impl Ready {
    pub(in crate::highlight::lexer) fn new(language: &'static Language) -> Self {
        let mut kinds = [Kind::Sign; 256];
        for b in 0..=255_u8 {
            kinds[usize::from(b)] = match b {
                b' ' | b'\t' | b'\r' | 0x0c => Kind::Blank,
                b'0'..=b'9' => Kind::Digit,
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => Kind::Letter,
                _ if language.letters.as_bytes().contains(&b) => Kind::Letter,
                _ => Kind::Sign,
            };
        }
        let comments = language.block_comments.iter().map(|block| block.open);
        let openings = language.line_comments.iter().copied().chain(comments);
        let openings = openings.chain(language.strings.iter().map(|text| text.open));
        let firsts = openings.filter_map(|open| open.bytes().next());
        for b in firsts.chain(language.signs.bytes()) {
            kinds[usize::from(b)] = Kind::Mark;
        }
        if language.strings.iter().any(|text| text.hashes) {
            kinds[usize::from(b'#')] = Kind::Mark;
        }
        let mut quotes = [false; 256];
        for text in language.strings {
            quotes[usize::from(text.open.as_bytes()[0])] = true;
            quotes[usize::from(b'#')] |= text.hashes;
        }
        Self {
            language,
            quotes,
            words: Words::of(language),
            kinds,
        }
    }

    pub(super) fn is_quote(&self, b: u8) -> bool {
        self.quotes[usize::from(b)]
    }

    pub(super) fn kind(&self, b: u8) -> Kind {
        self.kinds[usize::from(b)]
    }
}
