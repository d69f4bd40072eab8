//! A temporary file for text that cannot be read twice where it came from: compressed files and
//! standard input.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::Error;
use crate::progress::Progress;
use crate::scratch;

/// Text kept on disk; made when the first is added.
#[derive(Clone, Debug, Default)]
pub(super) struct Spool(Arc<Mutex<Option<File>>>);

/// Text that was added.
pub(super) struct Added {
    /// Where it lies in the spool.
    pub(super) range: Range<u64>,
    /// Why it is not all that there should be.
    pub(super) stopped: Option<io::Error>,
}

impl Spool {
    /// Adds all that a reader gives, up to its end or its first error.
    ///
    /// # Errors
    /// If it cannot be written, or the user interrupts.
    pub(super) fn add(
        &self,
        head: &[u8],
        rest: &mut dyn Read,
        progress: &dyn Progress,
    ) -> Result<Added, Error> {
        const CHUNK_BYTES: usize = 256 << 10;
        let failed = |error| scratch::failed("unpack records in")(error);
        let mut file = self.file();
        if file.is_none() {
            *file = Some(scratch::file().map_err(failed)?);
        }
        let file = file.as_mut().expect("just made");
        let start = file.seek(SeekFrom::End(0)).map_err(failed)?;
        file.write_all(head).map_err(failed)?;
        let mut end = start + head.len() as u64;
        let mut chunk = vec![0; CHUNK_BYTES];
        let stopped = loop {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            match rest.read(&mut chunk) {
                Ok(0) => break None,
                Ok(count) => {
                    file.write_all(&chunk[..count]).map_err(failed)?;
                    end += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Some(error),
            }
        };
        Ok(Added {
            range: start..end,
            stopped,
        })
    }

    /// How much there is.
    pub(super) fn bytes(&self) -> u64 {
        let mut file = self.file();
        let end = file.as_mut().map(|file| file.seek(SeekFrom::End(0)));
        end.and_then(Result::ok).unwrap_or(0)
    }

    /// Gives back the room of what was added last.
    pub(super) fn drop_from(&self, start: u64) {
        if let Some(file) = self.file().as_mut() {
            // Room that cannot be given back is only room.
            let _ = file.set_len(start);
        }
    }

    /// Reads a part of it, from its beginning.
    pub(super) fn reader(&self, range: Range<u64>) -> impl Read + use<> {
        Spooled {
            spool: self.clone(),
            at: range.start,
            end: range.end,
        }
    }

    /// Reads some bytes again.
    pub(super) fn read_exact_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = self.file();
        let file = file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }

    fn file(&self) -> MutexGuard<'_, Option<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Spooled {
    spool: Spool,
    at: u64,
    end: u64,
}

impl Read for Spooled {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        let count = left.min(buffer.len());
        self.spool.read_exact_at(self.at, &mut buffer[..count])?;
        self.at += count as u64;
        Ok(count)
    }
}
