//! What is open at a place of the code.

use super::super::table::{Block, Text};
use super::Lexer;
use crate::highlight::class::Class;

/// What is open at a place.
#[derive(Clone, Copy)]
pub(in crate::highlight::lexer) enum Frame<'c> {
    /// Code, up to a bracket if it stands within something.
    Code(Code),
    Comment(&'static Block, u32),
    /// A text, and the hashes around it.
    Text(&'static Text, u32),
    /// A text whose end was named where it began.
    Named(Named<'c>),
    /// What a rule of the language reads by itself.
    Own(fn(&mut Lexer<'_>)),
}

/// Code, perhaps within something else.
#[derive(Clone, Copy, Default)]
pub(in crate::highlight::lexer) struct Code {
    /// The bracket that ends it; zero if none does.
    pub(in crate::highlight::lexer) close: u8,
    /// Brackets open in it.
    pub(in crate::highlight::lexer) depth: u32,
    /// The class of what has none.
    pub(in crate::highlight::lexer) base: Option<Class>,
    /// What its closing bracket is.
    pub(in crate::highlight::lexer) end: Option<Class>,
}

/// A text that ends with a word or a mark of its own.
#[derive(Clone, Copy)]
pub(in crate::highlight::lexer) struct Named<'c> {
    /// How it is read; its own end is not looked at.
    pub(in crate::highlight::lexer) text: &'static Text,
    /// The word or mark.
    pub(in crate::highlight::lexer) end: &'c str,
    /// Whether a bracket before the mark and a quote after it belong to the end, as in C++.
    pub(in crate::highlight::lexer) raw: bool,
    /// Whether the word stands on a line of its own.
    pub(in crate::highlight::lexer) whole_line: bool,
    /// The bracket that opens another level, zero if none does, and how many are open.
    pub(in crate::highlight::lexer) open: u8,
    pub(in crate::highlight::lexer) depth: u32,
}
