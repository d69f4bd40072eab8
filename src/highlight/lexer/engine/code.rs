//! Reading code: names, numbers, brackets, and what opens something else.

use super::super::word::Word;
use super::Lexer;
use super::frame::{Code, Frame};
use super::ready::Kind;
use crate::highlight::class::Class;

/// Longest name that may stand before a text and belong to it.
const LONGEST_PREFIX: usize = 4;

impl Lexer<'_> {
    pub(super) fn code(&mut self, code: Code) {
        let b = self.byte(0);
        match self.ready.kind(b) {
            Kind::Blank => {
                let blanks = self.count(|b| matches!(b, b' ' | b'\t' | b'\r' | 0x0c));
                self.blank(blanks);
                self.spaced = true;
            }
            Kind::Letter => self.word(code),
            Kind::Digit => self.number(),
            Kind::Mark if self.opens() => {}
            Kind::Mark if b.is_ascii_alphabetic() => self.word(code),
            Kind::Mark | Kind::Sign => self.bracket(b, code),
        }
    }

    /// A sign, and what it means to the code that it stands in.
    fn bracket(&mut self, b: u8, mut code: Code) {
        match b {
            b'(' | b'[' | b'{' => code.depth += 1,
            b')' | b']' | b'}' if code.depth > 0 => code.depth -= 1,
            _ if b == code.close && code.close != 0 => {
                self.token(1, code.end);
                self.pop();
                return;
            }
            _ => {}
        }
        self.replace(Frame::Code(code));
        if b == b'=' && code.base.is_some() {
            self.mark(self.at + 1, None);
        } else {
            self.token(1, None);
        }
    }

    /// A comment, a text, or what the language's own rule knows.
    fn opens(&mut self) -> bool {
        let language = self.ready.language;
        let rest = self.rest();
        if language
            .line_comments
            .iter()
            .any(|open| rest.starts_with(open))
        {
            self.mark(self.line.len(), Some(Class::Comment));
            return true;
        }
        for block in language.block_comments {
            if rest.starts_with(block.open) {
                self.mark(self.at + block.open.len(), Some(Class::Comment));
                self.push(Frame::Comment(block, 1));
                return true;
            }
        }
        let is_sign = language.signs.as_bytes().contains(&self.byte(0));
        if is_sign && (language.sign)(self) {
            return true;
        }
        self.opens_text(0)
    }

    fn word(&mut self, code: Code) {
        let length = self.name_length().max(1);
        let next = self.ready.kind(self.byte(length));
        if length <= LONGEST_PREFIX && next == Kind::Mark && self.opens_text(length) {
            return;
        }
        let to = self.at + length;
        let text = &self.line[self.at..to];
        if code.base.is_some() {
            let calls = code.depth > 0 && self.line[to..].starts_with('(');
            return self.token(length, calls.then_some(Class::Function).or(code.base));
        }
        if !matches!(self.last[0], "." | ":" | "::" | "\\") {
            self.before_chain = self.last[0];
        }
        let class = (self.ready.language.name)(&Word {
            text,
            before: self.last[0],
            before_class: self.last_class,
            before_that: self.last[1],
            before_chain: self.before_chain,
            line: &self.line[self.begins..],
            spaced: self.spaced,
            first: self.first,
            after: &self.line[to..],
            listed: self.listed(text),
            depth: code.depth,
        });
        self.token(length, class);
    }

    /// A number: its letters, digits and marks, a fraction, the sign of an exponent.
    pub(in crate::highlight::lexer) fn number(&mut self) {
        let bytes = &self.line.as_bytes()[self.at..];
        let marks = self.ready.language.number_marks.as_bytes();
        let hex = bytes.len() > 1 && bytes[0] == b'0' && matches!(bytes[1], b'x' | b'X');
        let mut length = 0;
        while let Some(&b) = bytes.get(length) {
            let next = bytes.get(length + 1).copied().unwrap_or(0);
            let goes_on = match b {
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => true,
                b'.' => next.is_ascii_digit(),
                b'+' | b'-' => {
                    !hex && matches!(bytes[length - 1], b'e' | b'E') && next.is_ascii_digit()
                }
                _ => marks.contains(&b) && next.is_ascii_alphanumeric(),
            };
            if !goes_on {
                break;
            }
            length += 1;
        }
        self.token(length, Some(Class::Constant));
    }
}
