//! The pattern of a message, read for its literals and never run.
//!
//! Patterns are made by machines: escaped text joined by groups such as `(.+?)`, in the dialect of
//! any language. In goes such a pattern, out come the literals between what varies; and, given the
//! message, where in it the varying parts lie. A pattern that is more than that gives nothing.

use std::ops::Range;

use super::HOLES_MAX;

/// The literals of a pattern around its holes: one more than there are holes, `""` at an end for a
/// hole there. White space is folded to single spaces. Nothing if the pattern is not of that kind, or has
/// more holes than any message.
pub(super) fn literals(pattern: &str) -> Option<Vec<String>> {
    let mut reader = Reader {
        rest: pattern,
        literals: vec![String::new()],
        last_char: None,
    };
    while let Some(c) = reader.next() {
        match c {
            '\\' => reader.escape()?,
            '(' => reader.group()?,
            '[' => reader.class()?,
            '.' => reader.hole(),
            '*' | '+' | '?' => reader.quantified(),
            '{' => match quantifier_bytes(reader.rest) {
                Some(bytes) => {
                    reader.rest = &reader.rest[bytes..];
                    reader.quantified();
                }
                None => reader.literal(c),
            },
            '^' | '$' => reader.last_char = None,
            '|' | ')' => return None,
            _ => reader.literal(c),
        }
        if reader.literals.len() > HOLES_MAX + 1 {
            return None;
        }
    }
    Some(reader.literals)
}

struct Reader<'p> {
    rest: &'p str,
    literals: Vec<String>,
    /// The literal character just read, which a quantifier would take back.
    last_char: Option<char>,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn literal(&mut self, c: char) {
        let c = if c.is_whitespace() { ' ' } else { c };
        self.last_char = Some(c);
        if let Some(last) = self.literals.last_mut()
            && !(c == ' ' && last.ends_with(' '))
        {
            last.push(c);
        }
    }

    /// What was just read varies. Holes that touch are one.
    fn hole(&mut self) {
        self.last_char = None;
        let touches = self.literals.len() > 1 && self.literals.last().is_some_and(String::is_empty);
        if !touches {
            self.literals.push(String::new());
        }
    }

    /// A quantifier of what was just read: that varies, if it is a literal character.
    fn quantified(&mut self) {
        let (Some(c), Some(last)) = (self.last_char, self.literals.last_mut()) else {
            return;
        };
        // `\s+` is white space like any other; folding has made it one space already.
        if c != ' ' {
            last.pop();
            self.hole();
        }
    }

    fn escape(&mut self) -> Option<()> {
        match self.next()? {
            'n' | 'r' | 't' | 's' | 'h' | 'R' => self.literal(' '),
            'd' | 'D' | 'w' | 'W' | 'S' | 'H' | 'N' | 'X' | '0'..='9' => self.hole(),
            'p' | 'P' => {
                if self.rest.starts_with('{') {
                    let end = self.rest.find('}')?;
                    self.rest = &self.rest[end + 1..];
                } else {
                    self.next()?;
                }
                self.hole();
            }
            'b' | 'B' | 'A' | 'z' | 'Z' | 'G' => self.last_char = None,
            'x' | 'u' => {
                let c = self.code_point()?;
                self.literal(c);
            }
            c if c.is_alphanumeric() => return None,
            c => self.literal(c),
        }
        Some(())
    }

    /// The character of `\x41`, `\u0041`, `\x{41}` or `\u{41}`, past its first letter.
    fn code_point(&mut self) -> Option<char> {
        let digits = if let Some(rest) = self.rest.strip_prefix('{') {
            let end = rest.find('}')?;
            self.rest = &rest[end + 1..];
            &rest[..end]
        } else {
            let all = self.rest.bytes().take(4).take_while(u8::is_ascii_hexdigit);
            let digits = if all.count() == 4 { 4 } else { 2 };
            let (digits, rest) = self.rest.split_at_checked(digits)?;
            self.rest = rest;
            digits
        };
        char::from_u32(u32::from_str_radix(digits, 16).ok()?)
    }

    /// A group: a hole, unless it matches no text (a look-around, flags).
    fn group(&mut self) -> Option<()> {
        let is_empty = ["?=", "?!", "?<=", "?<!"]
            .iter()
            .any(|start| self.rest.starts_with(start))
            || is_flags(self.rest);
        let mut depth = 1_usize;
        while depth > 0 {
            match self.next()? {
                '\\' => drop(self.next()?),
                '(' => depth += 1,
                ')' => depth -= 1,
                '[' => self.skip_class()?,
                _ => {}
            }
        }
        if is_empty {
            self.last_char = None;
        } else {
            self.hole();
        }
        Some(())
    }

    fn class(&mut self) -> Option<()> {
        self.skip_class()?;
        self.hole();
        Some(())
    }

    /// Past the end of a class whose bracket is read; a `]` that stands first is in it.
    fn skip_class(&mut self) -> Option<()> {
        self.rest = self.rest.strip_prefix('^').unwrap_or(self.rest);
        self.rest = self.rest.strip_prefix(']').unwrap_or(self.rest);
        loop {
            match self.next()? {
                '\\' => drop(self.next()?),
                ']' => return Some(()),
                _ => {}
            }
        }
    }
}

/// The length of `2}`, `2,}` or `2,3}`, if that stands at the start: else a brace is a literal.
fn quantifier_bytes(rest: &str) -> Option<usize> {
    let end = rest.bytes().take(12).position(|b| b == b'}')?;
    let (from, to) = rest[..end].split_once(',').unwrap_or((&rest[..end], ""));
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    (!from.is_empty() && is_number(from) && is_number(to)).then_some(end + 1)
}

/// Whether a group holds flags only, such as `(?i)`.
fn is_flags(rest: &str) -> bool {
    rest.strip_prefix('?').is_some_and(|flags| {
        let letters = flags
            .bytes()
            .take_while(|b| b.is_ascii_alphabetic() || *b == b'-')
            .count();
        letters > 0 && flags[letters..].starts_with(')')
    })
}

/// Where the holes lie in a message that these literals belong to: each literal as early as it can,
/// each hole at least one character, the ends where the literals say so. White space is folded.
pub(super) fn align(message: &str, literals: &[String]) -> Option<Vec<Range<usize>>> {
    let folded = Folded::new(message);
    let (first, others) = literals.split_first()?;
    let mut at = folded
        .text
        .starts_with(first.as_str())
        .then_some(first.len())?;
    let Some((last, middle)) = others.split_last() else {
        return (at == folded.text.len()).then(Vec::new);
    };
    let mut holes = Vec::with_capacity(others.len());
    for literal in middle {
        let from = folded.after_char(at)?;
        let found = from + folded.text[from..].find(literal.as_str())?;
        holes.push(folded.source(at..found));
        at = found + literal.len();
    }
    let from = folded.after_char(at)?;
    let found = folded.text.len().checked_sub(last.len())?;
    if found < from || !folded.text.ends_with(last.as_str()) {
        return None;
    }
    holes.push(folded.source(at..found));
    Some(holes)
}

/// A text with each run of white space as one space, and where each byte comes from.
struct Folded {
    text: String,
    /// For each byte of the text, and its end, the place in the source.
    from: Vec<usize>,
}

impl Folded {
    fn new(source: &str) -> Self {
        let mut folded = Self {
            text: String::with_capacity(source.len()),
            from: Vec::with_capacity(source.len() + 1),
        };
        for (at, c) in source.char_indices() {
            if !c.is_whitespace() {
                folded.text.push(c);
            } else if folded.text.ends_with(' ') {
                continue;
            } else {
                folded.text.push(' ');
            }
            folded.from.resize(folded.text.len(), at);
        }
        folded.from.push(source.len());
        folded
    }

    /// The place one character on.
    fn after_char(&self, at: usize) -> Option<usize> {
        let c = self.text[at..].chars().next()?;
        Some(at + c.len_utf8())
    }

    fn source(&self, range: Range<usize>) -> Range<usize> {
        self.from[range.start]..self.from[range.end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_stand_around_what_varies() {
        for (pattern, expected) in [
            ("", &[""] as &[&str]),
            ("a  b\n c", &["a b c"]),
            ("a.b", &["a", "b"]),
            ("a.*?b.+c", &["a", "b", "c"]),
            ("a\\s+?b\\s{2,}c", &["a b c"]),
            ("ab*c", &["a", "c"]),
            ("ab+?c", &["a", "c"]),
            ("(.+?)(x)[y]{2}.z", &["", "z"]),
            ("^ab$", &["ab"]),
            ("^*a", &["a"]),
            ("\\ba\\b+b", &["ab"]),
            // Counts, and braces that are text.
            ("ab{2}c", &["a", "c"]),
            ("ab{2,}c", &["a", "c"]),
            ("ab{2,31}?c", &["a", "c"]),
            ("(x){2}c", &["", "c"]),
            ("b{x}c", &["b{x}c"]),
            ("b{2,x}c", &["b{2,x}c"]),
            ("b{x,2}c", &["b{x,2}c"]),
            ("b{,3}c", &["b{,3}c"]),
            ("b{}c{", &["b{}c{"]),
            ("(x){y}", &["", "{y}"]),
            // Escapes.
            ("a\\.b\\{2\\}", &["a.b{2}"]),
            ("a\\d+b\\1", &["a", "b", ""]),
            ("a\\p{Lu}b\\PLc", &["a", "b", "c"]),
            ("\\x41z\\u0041b", &["AzAb"]),
            ("\\x{41}b\\u{1f600}c", &["Ab\u{1f600}c"]),
            // Groups that match text, and those that do not.
            ("(a\\)b)c", &["", "c"]),
            ("(a(b)c)d", &["", "d"]),
            ("(a[)]b)c", &["", "c"]),
            ("(?:a)c", &["", "c"]),
            ("(?P<n>a)c", &["", "c"]),
            ("(?)c", &["", "c"]),
            ("a(?=b)b(?!c)(?<=b)(?<!d)c", &["abc"]),
            ("(?i)ab(?i-s)c", &["abc"]),
            ("a(?i)*b", &["ab"]),
            ("[a\\]b]c", &["", "c"]),
            ("[]a]b[^]a]c", &["", "b", "c"]),
        ] {
            let literals = literals(pattern);
            let expected: Vec<_> = expected.iter().map(|text| (*text).to_owned()).collect();
            assert_eq!(literals, Some(expected), "{pattern}");
        }
    }

    #[test]
    fn a_pattern_that_is_more_than_literals_and_holes_gives_nothing() {
        for pattern in [
            "a|b",
            "a)",
            "(a",
            "(a(b)",
            "[a",
            "[]",
            "a\\",
            "a\\q",
            "a\\é",
            "\\p",
            "\\p{L",
            "\\x4",
            "\\xzz",
            "\\x{41",
            "\\u{110000}",
        ] {
            assert_eq!(literals(pattern), None, "{pattern}");
        }
        let holes = |count: usize| literals(&"a.".repeat(count)).map(|literals| literals.len());
        assert_eq!(holes(HOLES_MAX), Some(HOLES_MAX + 1));
        assert_eq!(holes(HOLES_MAX + 1), None);
    }

    #[test]
    fn each_hole_holds_a_character_and_each_literal_comes_as_early_as_it_can() {
        for (message, literals, expected) in [
            ("aab", &["", "a", ""] as &[&str], Some(vec![0..1, 2..3])),
            ("éab", &["", "a", ""], Some(vec![0..2, 3..4])),
            ("xéab", &["x", "a", ""], Some(vec![1..3, 4..5])),
            ("a  b \n c  d", &["a ", " c ", ""], Some(vec![3..4, 10..11])),
            ("ab", &["ab"], Some(vec![])),
            ("abc", &["ab"], None),
            ("ab", &["ab", ""], None),
            ("ab", &["", "ab"], None),
            ("ab", &["a", "b"], None),
            ("aba", &["ab", "ba"], None),
            ("axb", &["a", "c"], None),
        ] {
            let literals: Vec<_> = literals.iter().map(|text| (*text).to_owned()).collect();
            assert_eq!(
                align(message, &literals),
                expected,
                "{message} by {literals:?}"
            );
        }
    }
}
