//! What the rules of a language may see and do: the place and what is around it, and to consume.
//!
//! None of it looks further ahead than a fixed number of bytes, or than what is then consumed.

use super::Lexer;
use super::frame::Frame;
use super::ready::Kind;
use crate::highlight::class::Class;

impl<'c> Lexer<'c> {
    /// What is left of the line.
    pub(in crate::highlight::lexer) fn rest(&self) -> &'c str {
        &self.line[self.at..]
    }

    /// The whole line.
    pub(in crate::highlight::lexer) fn whole(&self) -> &'c str {
        self.line
    }

    pub(in crate::highlight::lexer) fn at(&self) -> usize {
        self.at
    }

    pub(in crate::highlight::lexer) fn byte(&self, ahead: usize) -> u8 {
        self.line
            .as_bytes()
            .get(self.at + ahead)
            .copied()
            .unwrap_or(0)
    }

    /// The last token.
    pub(in crate::highlight::lexer) fn last(&self) -> &'c str {
        self.last[0]
    }

    pub(in crate::highlight::lexer) fn last_class(&self) -> Option<Class> {
        self.last_class
    }

    pub(in crate::highlight::lexer) fn is_first(&self) -> bool {
        self.first
    }

    pub(in crate::highlight::lexer) fn is_spaced(&self) -> bool {
        self.spaced
    }

    /// What a rule finds in the rest of the line: how far on it ends, up to which it is consumed next.
    /// Once that was in vain, no rule looks so far on this line again.
    pub(in crate::highlight::lexer) fn find_ahead(
        &mut self,
        end: impl Fn(&str) -> Option<usize>,
    ) -> Option<usize> {
        if self.hopeless {
            return None;
        }
        let rest = self.rest();
        let found = end(rest);
        self.step(found.unwrap_or(rest.len()));
        self.hopeless = found.is_none();
        found
    }

    /// Brackets open in the innermost code.
    pub(in crate::highlight::lexer) fn depth(&self) -> u32 {
        match self.top() {
            Frame::Code(code) => code.depth,
            _ => 0,
        }
    }

    /// How many things are open.
    pub(in crate::highlight::lexer) fn nesting(&self) -> usize {
        self.frames.len()
    }

    /// Everything up to there is of a class.
    pub(in crate::highlight::lexer) fn mark(&mut self, to: usize, class: Option<Class>) {
        if to > self.at {
            self.step(to - self.at);
            match self.runs.last_mut() {
                Some(run) if run.1 == class => run.0 = to,
                _ => self.runs.push((to, class)),
            }
            self.at = to;
        }
    }

    /// The next bytes are blank: they join what is before them, since blanks have no class.
    pub(super) fn blank(&mut self, length: usize) {
        self.step(length);
        self.at += length;
        match self.runs.last_mut() {
            Some(run) => run.0 = self.at,
            None => self.runs.push((self.at, None)),
        }
    }

    /// The next bytes are a token of a class.
    pub(in crate::highlight::lexer) fn token(&mut self, length: usize, class: Option<Class>) {
        let mut to = (self.at + length).min(self.line.len());
        while !self.line.is_char_boundary(to) {
            to += 1;
        }
        let text = &self.line[self.at..to];
        let base = match self.top() {
            Frame::Code(code) => code.base,
            _ => None,
        };
        self.mark(to, class.or(base));
        self.remember(text, class);
    }

    /// Notes a token that was read.
    pub(in crate::highlight::lexer) fn remember(&mut self, text: &'c str, class: Option<Class>) {
        self.last = [text, self.last[0]];
        self.last_class = class;
        self.spaced = false;
        self.first = false;
    }

    /// How many of the next bytes are such; they are consumed next.
    pub(in crate::highlight::lexer) fn count(&self, such: impl Fn(u8) -> bool) -> usize {
        let rest = &self.line.as_bytes()[self.at..];
        let count = rest.iter().position(|&b| !such(b)).unwrap_or(rest.len());
        self.step(count);
        count
    }

    /// The same, of so many at most: for what may not be consumed.
    pub(in crate::highlight::lexer) fn count_up_to(
        &self,
        most: usize,
        such: impl Fn(u8) -> bool,
    ) -> usize {
        let rest = self.line.as_bytes()[self.at..].iter().take(most);
        let count = rest.take_while(|&&b| such(b)).count();
        self.step(count);
        count
    }

    /// Length of the name here.
    pub(in crate::highlight::lexer) fn name_length(&self) -> usize {
        let of_name = |b: u8| b.is_ascii_alphanumeric() || self.ready.kind(b) == Kind::Letter;
        let length = self.count(of_name);
        let tails = self.ready.language.tails.as_bytes();
        let (tail, next) = (self.byte(length), self.byte(length + 1));
        length + usize::from(tails.contains(&tail) && next != b'=')
    }

    /// The class of a word in the language's lists.
    pub(in crate::highlight::lexer) fn listed(&self, word: &str) -> Option<Class> {
        self.ready.words.class(word)
    }
}
