//! Cuts a file into the JSON values it holds, one after the other, with the place of each.
//!
//! Only the structure is followed (strings, braces, line ends), so that one broken record does not
//! hide those after it; whether a piece is JSON, `record::parse` finds out. Linear, and never more
//! than one record and one buffer in memory.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memchr2, memchr3, memrchr};

/// One value of a file, as far as it fits the limit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where it begins in the file.
    pub(super) offset: u64,
    /// Line of its first byte, from 1.
    pub(super) line: usize,
    /// Characters before it in that line.
    pub(super) column: usize,
    /// Which value of the file it is, from 1.
    pub(super) position: usize,
    /// Its text; cut where it is longer than allowed.
    pub(super) text: Vec<u8>,
    /// How many bytes it has in the file.
    pub(super) length: u64,
}

/// How the values of a file are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One value a line.
    Lines,
    /// One array of values.
    Array,
    /// One value, or several after each other, over any number of lines.
    Values,
}

/// Finds the form of a file by its first bytes; none if it does not begin like JSON.
///
/// `head` holds the first line at least, or as much of it as one record may have.
pub(super) fn form(head: &[u8]) -> Option<Form> {
    let text = head.strip_prefix(BOM).unwrap_or(head).trim_ascii_start();
    match text.first()? {
        b'[' => Some(Form::Array),
        b'{' => {
            // Of the first lines, since one of them may be broken: whatever follows is read then.
            let lines = text.split(|byte| *byte == b'\n').take(FIRST_LINES);
            Some(if lines.into_iter().any(is_whole) {
                Form::Lines
            } else {
                Form::Values
            })
        }
        _ => None,
    }
}

/// Lines that are looked at to tell the form of a file.
const FIRST_LINES: usize = 16;

/// Whether a line is one object and nothing else. A part of a larger one is indented, or followed
/// by a comma.
fn is_whole(line: &[u8]) -> bool {
    let mut depth = Depth::default();
    let end = line.iter().position(|&byte| depth.closes(byte));
    line.starts_with(b"{") && end.is_some_and(|end| line[end + 1..].trim_ascii().is_empty())
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Follows braces and strings.
#[derive(Default)]
struct Depth {
    open: usize,
    in_string: bool,
    escaped: bool,
}

impl Depth {
    /// Takes one byte; whether it closes what was opened first.
    fn closes(&mut self, byte: u8) -> bool {
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                // A string cannot hold a line end: it was not closed, so the text is broken here.
                b'"' | b'\n' => self.in_string = false,
                _ => {}
            }
            return false;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.open += 1,
            b'}' | b']' => {
                self.open = self.open.saturating_sub(1);
                return self.open == 0;
            }
            _ => {}
        }
        false
    }
}

/// The pieces of one file.
pub(super) struct Pieces<R> {
    reader: R,
    form: Form,
    /// Most bytes of a piece that are kept.
    limit: usize,
    buffer: Vec<u8>,
    /// Next byte of the buffer.
    at: usize,
    /// Where the buffer begins in the file.
    base: u64,
    line: usize,
    column: usize,
    position: usize,
    begun: bool,
    ended: bool,
}

impl<R: Read> Pieces<R> {
    /// Starts at the beginning of a file; what was read of it to find its form is given as `head`.
    pub(super) fn new(head: Vec<u8>, reader: R, form: Form, limit: usize) -> Self {
        Self {
            reader,
            form,
            limit,
            buffer: head,
            at: 0,
            base: 0,
            line: 1,
            column: 0,
            position: 0,
            begun: false,
            ended: false,
        }
    }

    /// The next piece, or none at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Piece>> {
        if !self.begun {
            self.begun = true;
            if self.buffer.starts_with(BOM) {
                self.at = BOM.len();
            }
            self.skip_space()?;
            if self.form == Form::Array {
                self.pass(1);
            }
        }
        if self.ended {
            return Ok(None);
        }
        self.skip_space()?;
        if self.form == Form::Array {
            match self.peek()? {
                Some(b',') => {
                    self.pass(1);
                    self.skip_space()?;
                }
                Some(b']') => {
                    self.pass(1);
                    self.form = Form::Values;
                    return self.next();
                }
                _ => {}
            }
        }
        let Some(first) = self.peek()? else {
            self.ended = true;
            // An array that was not closed: a piece without text, which is no JSON.
            return Ok((self.form == Form::Array).then(|| self.empty_piece()));
        };
        let mut piece = self.empty_piece();
        self.position += 1;
        piece.position = self.position;
        match (self.form, first) {
            (Form::Lines, _) => self.take_line(&mut piece)?,
            (_, b'{' | b'[') => self.take_balanced(&mut piece)?,
            (Form::Array, _) => self.take_item(&mut piece)?,
            (Form::Values, _) => self.take_line(&mut piece)?,
        }
        Ok(Some(piece))
    }

    fn empty_piece(&self) -> Piece {
        Piece {
            offset: self.base + self.at as u64,
            line: self.line,
            column: self.column,
            position: self.position + 1,
            text: Vec::new(),
            length: 0,
        }
    }

    /// Takes what is left of the line; its end stays. Columns are not counted: none of it is before
    /// another piece.
    fn take_line(&mut self, piece: &mut Piece) -> io::Result<()> {
        while self.peek()?.is_some() {
            let rest = &self.buffer[self.at..];
            let end = memchr(b'\n', rest);
            let count = end.unwrap_or(rest.len());
            self.keep(piece, count);
            self.at += count;
            if end.is_some() {
                break;
            }
        }
        Self::trim(piece);
        Ok(())
    }

    /// Takes what is no object in an array; the comma or bracket behind it stays.
    fn take_item(&mut self, piece: &mut Piece) -> io::Result<()> {
        while self.peek()?.is_some() {
            let rest = &self.buffer[self.at..];
            let end = memchr2(b',', b']', rest);
            let count = end.unwrap_or(rest.len());
            self.keep(piece, count);
            self.pass(count);
            if end.is_some() {
                break;
            }
        }
        Self::trim(piece);
        Ok(())
    }

    /// Spaces at the end of a piece are none of it, if it was kept to its end.
    fn trim(piece: &mut Piece) {
        let spaces = piece.text.len() - piece.text.trim_ascii_end().len();
        if piece.length == piece.text.len() as u64 {
            piece.text.truncate(piece.text.len() - spaces);
            piece.length -= spaces as u64;
        }
    }

    /// Takes an object or array up to its end.
    fn take_balanced(&mut self, piece: &mut Piece) -> io::Result<()> {
        let mut depth = Depth::default();
        while self.peek()?.is_some() {
            let rest = &self.buffer[self.at..];
            let mut at = 0;
            let mut closed = false;
            while at < rest.len() && !closed {
                if depth.in_string && !depth.escaped {
                    at += memchr3(b'"', b'\\', b'\n', &rest[at..]).unwrap_or(rest.len() - at);
                    if at == rest.len() {
                        break;
                    }
                }
                closed = depth.closes(rest[at]);
                at += 1;
            }
            self.keep(piece, at);
            self.pass(at);
            if closed {
                return Ok(());
            }
        }
        // The file ends in the middle of this piece: that it also lacks a `]` is no news.
        self.ended = true;
        Ok(())
    }

    /// Copies the next bytes into a piece, as far as they fit.
    fn keep(&self, piece: &mut Piece, count: usize) {
        let room = self
            .limit
            .saturating_add(1)
            .saturating_sub(piece.text.len());
        piece
            .text
            .extend_from_slice(&self.buffer[self.at..self.at + count.min(room)]);
        piece.length += count as u64;
    }

    /// Moves past bytes and keeps count of lines and columns.
    fn pass(&mut self, count: usize) {
        let passed = &self.buffer[self.at..self.at + count];
        let line_start = memrchr(b'\n', passed).map(|at| at + 1);
        self.line += memchr_iter(b'\n', passed).count();
        let tail = &passed[line_start.unwrap_or(0)..];
        let characters = tail.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        self.column = if line_start.is_some() {
            characters
        } else {
            self.column + characters
        };
        self.at += count;
    }

    fn skip_space(&mut self) -> io::Result<()> {
        while self.peek()?.is_some() {
            let rest = &self.buffer[self.at..];
            let spaces = rest.len() - rest.trim_ascii_start().len();
            let at_text = spaces < rest.len();
            self.pass(spaces);
            if at_text {
                break;
            }
        }
        Ok(())
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        const CHUNK_BYTES: usize = 256 << 10;
        if self.at == self.buffer.len() {
            self.base += self.at as u64;
            self.at = 0;
            self.buffer.clear();
            (&mut self.reader)
                .take(CHUNK_BYTES as u64)
                .read_to_end(&mut self.buffer)?;
        }
        Ok(self.buffer.get(self.at).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(file: &str) -> Vec<(String, u64, usize, usize)> {
        let form = form(file.as_bytes()).unwrap();
        // Half in the head and half from the reader: pieces must not depend on where a buffer ends.
        let mut all = Vec::new();
        for cut in [0, file.len() / 2, file.len()] {
            let mut pieces = Pieces::new(
                file.as_bytes()[..cut].to_vec(),
                &file.as_bytes()[cut..],
                form,
                100,
            );
            let mut found = Vec::new();
            while let Some(piece) = pieces.next().unwrap() {
                assert!(
                    file.as_bytes()[usize::try_from(piece.offset).unwrap()..]
                        .starts_with(&piece.text[..piece.text.len().min(100)])
                );
                found.push((
                    String::from_utf8(piece.text).unwrap(),
                    piece.length,
                    piece.line,
                    piece.column,
                ));
            }
            all.push(found);
        }
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:#?}");
        all.remove(0)
    }

    fn just_texts(file: &str) -> Vec<String> {
        texts(file).into_iter().map(|(text, ..)| text).collect()
    }

    #[test]
    fn a_form_is_found_by_the_first_line() {
        assert_eq!(form(b"  [1]"), Some(Form::Array));
        assert_eq!(form(b"{\"a\": \"}\"}\n{}"), Some(Form::Lines));
        assert_eq!(form(b"{\n}"), Some(Form::Values));
        assert_eq!(form(b"{} {}"), Some(Form::Values));
        assert_eq!(form(b"\xef\xbb\xbf{}"), Some(Form::Lines));
        assert_eq!(form(b"# README"), None);
        assert_eq!(form(b""), None);
    }

    #[test]
    fn a_broken_first_line_does_not_make_one_record_of_a_file() {
        let wanted = vec!["{\"a\": \"cut", "{\"b\":1}", "{\"c\":1}"];
        assert_eq!(just_texts("{\"a\": \"cut\n{\"b\":1}\n{\"c\":1}\n"), wanted);
    }

    #[test]
    fn lines_values_and_arrays_give_the_same_pieces() {
        let wanted = vec!["{\"a\":\"}\"}".to_owned(), "{\"b\":[1,{}]}".to_owned()];
        for file in [
            "{\"a\":\"}\"}\n\n{\"b\":[1,{}]}\r\n",
            "[{\"a\":\"}\"}, {\"b\":[1,{}]}]\n",
            "[{\"a\":\"}\"}\n{\"b\":[1,{}]}]",
            "{\"a\":\"}\"}{\"b\":[1,{}]}",
        ] {
            assert_eq!(just_texts(file), wanted, "{file}");
        }
        assert_eq!(just_texts("{\n \"a\": 1\n}\n"), vec!["{\n \"a\": 1\n}"]);
        assert_eq!(just_texts("[]"), Vec::<String>::new());
    }

    #[test]
    fn a_broken_line_does_not_hide_the_next() {
        assert_eq!(
            just_texts("{\"a\":1}\n{\"b\": \"no end\n{\"c\":3}"),
            vec!["{\"a\":1}", "{\"b\": \"no end", "{\"c\":3}"]
        );
        assert_eq!(
            just_texts("[{\"a\": \"x},\n\"b\":1},{\"c\":3}]"),
            vec!["{\"a\": \"x},\n\"b\":1}", "{\"c\":3}"]
        );
    }

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        let found: Vec<_> = texts("[{\"é\":1}, {\"b\":2},\n  {\"c\":3}]")
            .into_iter()
            .map(|(_, _, line, column)| (line, column))
            .collect();
        assert_eq!(found, vec![(1, 1), (1, 10), (2, 2)]);
    }

    #[test]
    fn an_array_without_an_end_gives_an_empty_piece() {
        assert_eq!(just_texts("[{\"a\":1},"), vec!["{\"a\":1}", ""]);
        assert_eq!(just_texts("[{\"a\":1"), vec!["{\"a\":1"]);
    }

    #[test]
    fn a_piece_over_the_limit_is_cut_but_counted() {
        let long = format!("{{\"a\":\"{}\"}}\n{{}}", "x".repeat(500));
        let found = texts(&long);
        assert_eq!((found[0].0.len(), found[0].1), (101, 508));
        assert_eq!(found[1].0, "{}");
    }
}
