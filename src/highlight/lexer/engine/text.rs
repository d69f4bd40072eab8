//! Reading what is no code: comments, and texts with their escapes, holes and placeholders.

use super::super::table::{Block, Escape, Text};
use super::Lexer;
use super::frame::{Code, Frame, Named};
use crate::highlight::class::Class;

/// Most hashes around a text.
const MOST_HASHES: usize = 16;

impl<'c> Lexer<'c> {
    /// A text whose prefix has this length.
    pub(super) fn opens_text(&mut self, prefix: usize) -> bool {
        if !self.ready.is_quote(self.byte(prefix)) {
            return false;
        }
        let rest = self.rest();
        let (before, opening) = rest.split_at(prefix);
        for text in self.ready.language.strings {
            let fits = match prefix {
                0 => text.prefixes.is_empty() || text.prefixes.contains(&""),
                _ => text.prefixes.contains(&before),
            };
            if !fits {
                continue;
            }
            let hashes = if text.hashes {
                let hashes = opening.bytes().take(MOST_HASHES);
                hashes.take_while(|&b| b == b'#').count()
            } else {
                0
            };
            if opening[hashes..].starts_with(text.open) {
                let length = prefix + hashes + text.open.len();
                self.open_text(text, length, hashes);
                return true;
            }
        }
        false
    }

    /// Enters a text whose opening has this length.
    pub(in crate::highlight::lexer) fn open_text(
        &mut self,
        text: &'static Text,
        length: usize,
        hashes: usize,
    ) {
        self.mark(self.at + length, Some(text.class));
        self.remember("\"", Some(text.class));
        self.push(Frame::Text(text, u32::try_from(hashes).unwrap_or(u32::MAX)));
    }

    pub(super) fn comment(&mut self, block: &'static Block, depth: u32) {
        let rest = self.rest();
        let (open, close) = (block.open.as_bytes(), block.close.as_bytes());
        let bytes = rest.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at] == close[0] && bytes[at..].starts_with(close) {
                self.mark(self.at + at + close.len(), Some(Class::Comment));
                self.pop();
                if depth > 1 {
                    self.push(Frame::Comment(block, depth - 1));
                }
                return;
            }
            if block.nests && bytes[at] == open[0] && bytes[at..].starts_with(open) {
                self.mark(self.at + at + open.len(), Some(Class::Comment));
                self.replace(Frame::Comment(block, depth.saturating_add(1)));
                return;
            }
            at += 1;
        }
        self.mark(self.line.len(), Some(Class::Comment));
    }

    pub(super) fn text(&mut self, text: &'static Text, hashes: u32) {
        let close = text.close.as_bytes();
        let hashes = usize::try_from(hashes).unwrap_or(usize::MAX);
        let at = self.find_in_text(text, close[0], 0);
        self.mark(at, Some(text.class));
        let rest = &self.line.as_bytes()[self.at..];
        if rest.is_empty() {
            return;
        }
        if rest.starts_with(close) {
            if text.escape == Escape::Doubled && rest[close.len()..].starts_with(close) {
                self.mark(self.at + 2 * close.len(), Some(Class::Constant));
                return;
            }
            let after = &rest[close.len()..];
            let found = after
                .iter()
                .take(hashes)
                .take_while(|&&b| b == b'#')
                .count();
            self.mark(self.at + close.len() + found, Some(text.class));
            if found == hashes {
                self.pop();
                self.after_text();
            }
            return;
        }
        self.inside(text);
    }

    /// The text that has just ended is a token.
    fn after_text(&mut self) {
        if matches!(self.top(), Frame::Code(_)) {
            self.last_class = Some(Class::Text);
            self.spaced = false;
            self.first = false;
        }
    }

    /// Where something in a text begins that is not just text.
    fn find_in_text(&self, text: &Text, close: u8, open: u8) -> usize {
        let escape = match text.escape {
            Escape::Backslash | Escape::Quiet => b'\\',
            _ => close,
        };
        let hole = text.hole.map_or(close, |(open, _)| open.as_bytes()[0]);
        let percent = if text.placeholder.is_some() {
            b'%'
        } else {
            close
        };
        let brace = if text.placeholder.is_some() {
            b'{'
        } else {
            close
        };
        let open = if open == 0 { close } else { open };
        let such = [close, escape, hole, percent, brace, open];
        self.at + self.count(|b| !such.contains(&b))
    }

    /// An escape, a hole or a placeholder, or one character that only looked like one.
    fn inside(&mut self, text: &'static Text) {
        let rest = self.rest();
        match text.escape {
            Escape::Backslash if rest.starts_with('\\') => {
                let hole = text.hole.is_some_and(|(open, _)| rest.starts_with(open));
                if !hole {
                    self.mark(
                        self.at + escape_length(rest),
                        Some(within(text.class, Class::Constant)),
                    );
                    return;
                }
            }
            Escape::Quiet if rest.starts_with('\\') => {
                self.mark(self.at + escaped(rest), Some(text.class));
                return;
            }
            _ => {}
        }
        if let Some((open, close)) = text.hole
            && rest.starts_with(open)
        {
            self.mark(self.at + open.len(), None);
            self.remember("{", None);
            self.push(Frame::Code(Code {
                close,
                ..Code::default()
            }));
            return;
        }
        if let Some(length) = text.placeholder.map(|placeholder| placeholder(rest))
            && length > 0
        {
            self.mark(self.at + length, Some(within(text.class, Class::Constant)));
            return;
        }
        let length = rest.chars().next().map_or(1, char::len_utf8);
        self.mark(self.at + length, Some(text.class));
    }

    /// A text whose end was named.
    pub(super) fn named(&mut self, named: Named<'c>) {
        let text = named.text;
        let close = match named.end.as_bytes().first() {
            _ if named.raw => b')',
            Some(&first) if !named.whole_line => first,
            _ => b'\n',
        };
        let at = self.find_in_text(text, close, named.open);
        self.mark(at, Some(text.class));
        let rest = self.rest();
        if rest.is_empty() {
            return;
        }
        if !named.whole_line && !named.raw && rest.starts_with(named.end) {
            self.mark(self.at + named.end.len(), Some(text.class));
            if named.depth == 0 {
                self.pop();
                self.after_text();
            } else {
                self.replace(Frame::Named(Named {
                    depth: named.depth - 1,
                    ..named
                }));
            }
        } else if named.raw {
            // Nothing but its bracket stops it.
            let length = named.end.len() + 2;
            let ends =
                rest[1..].starts_with(named.end) && rest.as_bytes().get(length - 1) == Some(&b'"');
            self.mark(self.at + if ends { length } else { 1 }, Some(text.class));
            if ends {
                self.pop();
                self.after_text();
            }
        } else if named.open != 0 && rest.as_bytes()[0] == named.open {
            self.mark(self.at + 1, Some(text.class));
            self.replace(Frame::Named(Named {
                depth: named.depth.saturating_add(1),
                ..named
            }));
        } else {
            self.inside(text);
        }
    }
}

/// Comments keep their class, whatever stands in them.
fn within(around: Class, class: Class) -> Class {
    if around == Class::Comment {
        around
    } else {
        class
    }
}

/// Bytes of a backslash and the character after it.
fn escaped(text: &str) -> usize {
    1 + text[1..].chars().next().map_or(0, char::len_utf8)
}

/// Bytes of an escape: `\n`, `\x41`, `\101`, `\u0041`, `\u{41}`, `\N{name}`.
fn escape_length(text: &str) -> usize {
    const LONGEST_NAME: usize = 64;
    let bytes = text.as_bytes();
    let digits = |most: usize, radix: u32| {
        let digits = bytes[2..].iter().take(most);
        digits
            .take_while(|&&b| char::from(b).is_digit(radix))
            .count()
    };
    let named = || {
        let inside = bytes[2..].iter().take(LONGEST_NAME);
        inside
            .into_iter()
            .position(|&b| b == b'}')
            .map(|at| 2 + at + 1)
    };
    match bytes.get(1) {
        Some(b'u' | b'N' | b'x' | b'U') if bytes.get(2) == Some(&b'{') => named().unwrap_or(2),
        Some(b'u') => 2 + digits(4, 16),
        Some(b'U') => 2 + digits(8, 16),
        Some(b'x') => 2 + digits(2, 16),
        Some(b'0'..=b'7') => 2 + digits(2, 8),
        _ => escaped(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_is_as_long_as_its_digits_or_its_name() {
        for (escape, after) in [
            ("\\n", "n"),
            ("\\é", "é"),
            ("\\", ""),
            ("\\\\", "n"),
            ("\\x41", "4"),
            ("\\x4", "g"),
            ("\\u00e9", "0"),
            ("\\u00", "g"),
            ("\\U0001f600", "0"),
            ("\\u{1f600}", "0"),
            ("\\N{EM DASH}", "}"),
            ("\\N", "D}"),
            ("\\u", "{1"),
            ("\\101", "1"),
            ("\\1", "8"),
            ("\\8", "1"),
        ] {
            let text = format!("{escape}{after}");
            assert_eq!(escape_length(&text), escape.len(), "{text}");
        }
        let long = format!("\\N{{{}}}", "A".repeat(70));
        assert_eq!(escape_length(&long), 2);
    }
}
