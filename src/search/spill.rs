//! A sorted run of packed lists in a file without a name, written once and read once in order.
//!
//! An entry is the number of a term, how many bytes follow, and these. What the bytes mean is
//! known to `postings` only.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use crate::scratch;

/// Lists that were written, in the order of their terms.
pub(super) struct Run(File);

/// A run being read.
pub(super) struct RunReader {
    file: BufReader<File>,
    /// Term and size of the entry that comes next, once it was looked at.
    next: Option<(u32, u32)>,
    ended: bool,
}

impl Run {
    /// Writes lists by the numbers of their terms.
    ///
    /// # Errors
    /// If there is no room.
    pub(super) fn write<'a>(lists: impl Iterator<Item = (usize, &'a [u8])>) -> io::Result<Self> {
        let mut file = BufWriter::new(scratch::file()?);
        for (term, list) in lists {
            file.write_all(&fits(term)?.to_le_bytes())?;
            file.write_all(&fits(list.len())?.to_le_bytes())?;
            file.write_all(list)?;
        }
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(Self(file))
    }

    /// The run from its beginning.
    pub(super) fn into_reader(self) -> RunReader {
        RunReader {
            file: BufReader::new(self.0),
            next: None,
            ended: false,
        }
    }
}

impl RunReader {
    /// Appends a term's list, if the run has one. Terms are asked for in the order in which they
    /// were written, each once, and those that were not written as they come.
    ///
    /// # Errors
    /// If the run cannot be read.
    pub(super) fn take(&mut self, term: usize, into: &mut Vec<u8>) -> io::Result<()> {
        if self.next.is_none() && !self.ended {
            self.next = self.entry()?;
            self.ended = self.next.is_none();
        }
        let Some((_, size)) = self.next.filter(|next| next.0 as usize == term) else {
            return Ok(());
        };
        self.next = None;
        let from = into.len();
        into.resize(from + size as usize, 0);
        self.file.read_exact(&mut into[from..])
    }

    fn entry(&mut self) -> io::Result<Option<(u32, u32)>> {
        let mut term = [0; 4];
        match self.file.read_exact(&mut term) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            other => other?,
        }
        let mut size = [0; 4];
        self.file.read_exact(&mut size)?;
        Ok(Some((u32::from_le_bytes(term), u32::from_le_bytes(size))))
    }
}

fn fits(number: usize) -> io::Result<u32> {
    u32::try_from(number).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_by_term_and_other_terms_have_none() {
        let lists: [(usize, &[u8]); 3] = [(7, b"seven"), (2, b""), (9, b"n")];
        let mut run = Run::write(lists.into_iter()).expect("room").into_reader();
        let mut found = Vec::new();
        for term in [1, 7, 2, 5, 9, 11] {
            let mut list = Vec::new();
            run.take(term, &mut list).expect("read");
            found.push(String::from_utf8(list).expect("text"));
        }
        assert_eq!(found, ["", "seven", "", "", "n", ""]);
    }
}
