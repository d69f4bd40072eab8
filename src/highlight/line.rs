//! One line of code and the runs of classes in it, to markup.
//!
//! Spans are opened and closed at visible characters only, neighbours of one class share a span, and
//! each line closes what it opened, so that a line can be numbered, linked and marked by itself.

use std::borrow::Cow;

use super::class::{Class, Run};
use crate::html::Html;

/// Appends the markup of a line (without its end), given its runs.
pub(super) fn paint(line: &str, runs: &[Run], out: &mut Html) {
    let mut spans = Spans::new(line, out);
    let mut at = 0;
    for &(to, class) in runs {
        spans.run(at, to, class);
        at = to;
    }
    spans.finish();
}

/// Appends code, escaped. A carriage return inside a line is a picture: as a line feed it would make
/// the lines that follow disagree with their numbers.
pub(super) fn push_code(out: &mut Html, code: &str) {
    out.push_exact(&without_returns(code));
}

fn without_returns(code: &str) -> Cow<'_, str> {
    if code.contains('\r') {
        Cow::Owned(code.replace('\r', "\u{240d}"))
    } else {
        Cow::Borrowed(code)
    }
}

/// Writes runs of a line, in order, each with its class.
struct Spans<'l, 'o> {
    line: &'l str,
    /// Whether there is a carriage return in it.
    returns: bool,
    out: &'o mut Html,
    open: Option<Class>,
    /// Everything before this is written; from here to the next run there are blanks only.
    written: usize,
}

impl<'l, 'o> Spans<'l, 'o> {
    fn new(line: &'l str, out: &'o mut Html) -> Self {
        Self {
            line,
            returns: line.contains('\r'),
            out,
            open: None,
            written: 0,
        }
    }

    fn run(&mut self, from: usize, to: usize, class: Option<Class>) {
        let run = &self.line[from..to];
        let visible = run.trim_start_matches([' ', '\t']);
        let start = to - visible.len();
        let visible = visible.trim_end_matches([' ', '\t']);
        if visible.is_empty() {
            return;
        }
        if class == self.open {
            self.push(self.written, start);
        } else {
            self.close();
            self.push(self.written, start);
            if let Some(class) = class {
                self.out.push_markup(class.span());
            }
            self.open = class;
        }
        let end = start + visible.len();
        self.push(start, end);
        self.written = end;
    }

    fn push(&mut self, from: usize, to: usize) {
        let code = &self.line[from..to];
        if self.returns {
            push_code(self.out, code);
        } else {
            self.out.push_exact(code);
        }
    }

    fn close(&mut self) {
        if self.open.take().is_some() {
            self.out.push_markup("</span>");
        }
    }

    fn finish(mut self) {
        self.close();
        self.push(self.written, self.line.len());
    }
}
