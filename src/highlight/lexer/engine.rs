//! The lexer: one pass over the lines of a fragment, each byte looked at a bounded number of times.
//!
//! What is open at a place (a comment, a text, code within a text) is a stack of frames that goes
//! from line to line. In go lines, out come runs of a class. The rules of a language may read on from
//! here through the few methods that it gives them, and none of these looks further ahead than a
//! fixed number of bytes, or than what it then consumes.

mod code;
mod frame;
mod ready;
mod rules;
mod text;

use super::table::Escape;
use crate::highlight::class::{Class, Run};

pub(super) use frame::{Code, Frame, Named};
pub(in crate::highlight) use ready::Ready;

/// Things that may be open within each other.
const DEEPEST: usize = 250;

/// Reads a fragment, line by line.
pub(in crate::highlight) struct Lexer<'c> {
    ready: &'static Ready,
    frames: Vec<Frame<'c>>,
    /// Where the first frame lies that ends with its line.
    one_line: Option<usize>,
    /// Texts that begin with the next line.
    pending: Vec<Named<'c>>,
    line: &'c str,
    at: usize,
    runs: Vec<Run>,
    /// The last tokens of code, the newest first.
    last: [&'c str; 2],
    last_class: Option<Class>,
    /// The token before the names that are joined here.
    before_chain: &'c str,
    /// Where the line's first token begins.
    begins: usize,
    /// Whether blanks stand before the token that is read.
    spaced: bool,
    /// Whether no token of code stands before on the line.
    first: bool,
    /// Whether a rule looked through the rest of the line in vain.
    hopeless: bool,
    /// What a language keeps over lines.
    pub(super) memory: usize,
    #[cfg(test)]
    steps: std::cell::Cell<usize>,
}

impl<'c> Lexer<'c> {
    pub(super) fn new(ready: &'static Ready) -> Self {
        Self {
            ready,
            frames: vec![Frame::Code(Code::default())],
            one_line: None,
            pending: Vec::new(),
            line: "",
            at: 0,
            runs: Vec::new(),
            last: ["", ""],
            last_class: None,
            before_chain: "",
            begins: 0,
            spaced: false,
            first: true,
            hopeless: false,
            memory: 0,
            #[cfg(test)]
            steps: std::cell::Cell::default(),
        }
    }

    /// Within a text that ends with a word on a line of its own, where the language has such.
    pub(super) fn begin_here(&mut self, word: &'c str) {
        if let Some(text) = self.ready.language.here {
            self.push(Frame::Named(Named {
                text,
                end: word,
                raw: false,
                whole_line: true,
                open: 0,
                depth: 0,
            }));
        }
    }

    /// The runs of the next line.
    pub(in crate::highlight) fn line(&mut self, line: &'c str) -> &[Run] {
        self.line = line;
        self.at = 0;
        self.runs.clear();
        self.first = true;
        self.hopeless = false;
        self.spaced = true;
        self.begins = line.len() - line.trim_start_matches([' ', '\t']).len();
        self.end_named_at_line();
        if let (Some(rule), Some(Frame::Code(_))) = (self.ready.language.line, self.frames.last()) {
            rule(self);
        }
        while self.at < line.len() {
            self.step(1);
            match self.top() {
                Frame::Code(code) => self.code(code),
                Frame::Comment(block, depth) => self.comment(block, depth),
                Frame::Text(text, hashes) => self.text(text, hashes),
                Frame::Named(named) => self.named(named),
                Frame::Own(read) => read(self),
            }
        }
        self.end_line();
        &self.runs
    }

    /// The class of what is open, unless that is code.
    #[cfg(test)]
    pub(in crate::highlight) fn open_class(&self) -> Option<Class> {
        match self.top() {
            Frame::Code(_) | Frame::Own(_) => None,
            Frame::Comment(..) => Some(Class::Comment),
            Frame::Text(text, _) | Frame::Named(Named { text, .. }) => Some(text.class),
        }
    }

    /// Counts work, for the tests that prove that it is linear.
    #[cfg(test)]
    fn step(&self, count: usize) {
        self.steps.set(self.steps.get() + count);
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_self, reason = "counts in tests only")]
    fn step(&self, _: usize) {}

    /// The work so far.
    #[cfg(test)]
    pub(in crate::highlight) fn steps(&self) -> usize {
        self.steps.get()
    }

    pub(super) fn top(&self) -> Frame<'c> {
        self.frames
            .last()
            .copied()
            .unwrap_or(Frame::Code(Code::default()))
    }

    /// Opens something. What is nested deeper than any code is, stays closed.
    pub(super) fn push(&mut self, frame: Frame<'c>) {
        if self.frames.len() >= DEEPEST {
            return;
        }
        let ends_with_line = match frame {
            Frame::Text(text, _) => !text.lines,
            _ => false,
        };
        if ends_with_line && self.one_line.is_none() {
            self.one_line = Some(self.frames.len());
        }
        self.frames.push(frame);
    }

    pub(super) fn pop(&mut self) {
        self.frames.pop();
        if self.one_line.is_some_and(|at| at >= self.frames.len()) {
            self.one_line = None;
        }
    }

    fn replace(&mut self, frame: Frame<'c>) {
        if let Some(top) = self.frames.last_mut() {
            *top = frame;
        }
    }

    /// A text that begins with the next line.
    pub(super) fn later(&mut self, named: Named<'c>) {
        self.pending.push(named);
    }

    fn end_line(&mut self) {
        if let Some(first) = self.one_line {
            let text = self.frames.get(first).copied();
            let goes_on = matches!(text, Some(Frame::Text(text, _)) if text.escape != Escape::None)
                && self.frames.len() == first + 1
                && self.line.ends_with('\\');
            if !goes_on {
                self.frames.truncate(first.max(1));
                self.one_line = None;
            }
        }
        while let Some(named) = self.pending.pop() {
            self.push(Frame::Named(named));
        }
    }

    /// Ends texts whose word stands alone on this line.
    fn end_named_at_line(&mut self) {
        if let Frame::Named(named) = self.top()
            && named.whole_line
            && self
                .line
                .trim()
                .strip_suffix([';', ',', ')'])
                .unwrap_or(self.line.trim())
                == named.end
        {
            self.pop();
            let from = self.line.len() - self.line.trim_start().len();
            self.mark(from, None);
            self.mark(from + named.end.len(), Some(Class::Text));
        }
    }
}
