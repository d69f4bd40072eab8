//! A file or standard input to the text in it, unpacked and kept where it could not be read twice.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::packed::{Bounds, Packing, TooLarge, Unpacked};
use super::split::{self, Form, Pieces};
use super::spool::Spool;
use super::{Limits, STANDARD_INPUT};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::progress::Progress;

/// What standard input is called in messages.
const STANDARD_INPUT_NAME: &str = "<standard input>";

/// Something that was opened.
pub(super) enum Opened {
    Text(Text),
    /// It does not begin like JSON.
    Other,
    /// It cannot be read at all.
    Failed(Box<Diagnostic>),
}

/// A text, in pieces.
pub(super) struct Text {
    pub(super) pieces: Pieces<Box<dyn Read>>,
    /// Where it begins in the spool, if it lies there.
    pub(super) spooled: Option<u64>,
    /// Why it is not all that there should be.
    pub(super) problem: Option<Box<Diagnostic>>,
}

/// The name of an input in messages.
pub(super) fn name(path: &Path) -> PathBuf {
    if path == Path::new(STANDARD_INPUT) {
        STANDARD_INPUT_NAME.into()
    } else {
        path.to_path_buf()
    }
}

/// Opens a file, or standard input.
///
/// # Errors
/// If the spool cannot be written, or the user interrupts.
pub(super) fn open(
    path: &Path,
    limits: &Limits,
    spool: &Spool,
    progress: &dyn Progress,
) -> Result<Opened, Error> {
    let opening = Opening {
        path,
        limits,
        spool,
        progress,
    };
    if path == Path::new(STANDARD_INPUT) {
        return opening.spooled(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).and_then(|file| Ok((file.metadata()?.is_file(), file)));
    match file {
        Ok((true, file)) => opening.file(file),
        // A pipe cannot be read twice.
        Ok((false, pipe)) => opening.spooled(Box::new(pipe)),
        Err(error) => Ok(opening.failed(&error)),
    }
}

pub(super) fn unreadable(file: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(Code::UNREADABLE, format!("cannot read: {error}"))
        .in_file(name(file))
        .hint("check the file's permissions")
}

pub(super) fn not_utf8(found: &str) -> Diagnostic {
    Diagnostic::error(
        Code::NOT_UTF8,
        format!("records are UTF-8 text, but {found}"),
    )
    .hint("save the file as UTF-8")
}

/// What was read of a text to find its form.
struct Head {
    bytes: Vec<u8>,
    form: Option<Form>,
    stopped: Option<io::Error>,
}

struct Opening<'a> {
    path: &'a Path,
    limits: &'a Limits,
    spool: &'a Spool,
    progress: &'a dyn Progress,
}

impl Opening<'_> {
    fn file(&self, mut file: File) -> Result<Opened, Error> {
        let head = self.head(&mut file);
        if Packing::of(&head.bytes).is_some() {
            return self.spooled(Box::new(io::Cursor::new(head.bytes).chain(file)));
        }
        Ok(match head {
            Head {
                stopped: Some(error),
                ..
            } => self.failed(&error),
            Head {
                form: None, bytes, ..
            } => self.no_text(&bytes),
            Head {
                form: Some(form),
                bytes,
                ..
            } => Opened::Text(Text {
                pieces: Pieces::new(bytes, Box::new(file), form, self.limits.record.record_bytes),
                spooled: None,
                problem: None,
            }),
        })
    }

    /// Unpacks what is packed, and keeps it.
    fn spooled(&self, mut bytes: Box<dyn Read + '_>) -> Result<Opened, Error> {
        const MAGIC_BYTES: u64 = 4;
        let mut magic = Vec::new();
        if let Err(error) = (&mut bytes).take(MAGIC_BYTES).read_to_end(&mut magic) {
            return Ok(self.failed(&error));
        }
        let packing = Packing::of(&magic);
        let bounds = Bounds {
            bytes: self
                .limits
                .unpacked_bytes
                .saturating_sub(self.spool.bytes()),
            ratio: self.limits.unpacked_ratio,
        };
        let mut text = Unpacked::new(packing, io::Cursor::new(magic).chain(bytes), bounds);
        let head = self.head(&mut text);
        let Some(form) = head.form else {
            return Ok(match head.stopped {
                Some(error) => self.failed(&error),
                None => self.no_text(&head.bytes),
            });
        };
        let added = match head.stopped {
            Some(error) => {
                let mut added = self
                    .spool
                    .add(&head.bytes, &mut io::empty(), self.progress)?;
                added.stopped = Some(error);
                added
            }
            None => self.spool.add(&head.bytes, &mut text, self.progress)?,
        };
        if let Some(error) = added.stopped.as_ref().filter(|e| TooLarge::of(e).is_some()) {
            self.spool.drop_from(added.range.start);
            return Ok(self.failed(error));
        }
        let start = added.range.start;
        let rest = Box::new(self.spool.reader(added.range));
        let limit = self.limits.record.record_bytes;
        Ok(Opened::Text(Text {
            pieces: Pieces::new(Vec::new(), rest, form, limit),
            spooled: Some(start),
            problem: added.stopped.map(|error| self.damaged(&error)),
        }))
    }

    /// Reads as much of a text as tells its form.
    fn head(&self, text: &mut dyn Read) -> Head {
        const FIRST_BYTES: u64 = 4096;
        let mut bytes = Vec::new();
        let mut stopped = text.take(FIRST_BYTES).read_to_end(&mut bytes).err();
        // Whether a file has one record a line shows only at the end of a line.
        if stopped.is_none() && split::form(&bytes) == Some(split::Form::Values) {
            let most = self.limits.record.record_bytes as u64;
            stopped = text.take(most).read_to_end(&mut bytes).err();
        }
        Head {
            form: split::form(&bytes),
            bytes,
            stopped,
        }
    }

    fn no_text(&self, head: &[u8]) -> Opened {
        if let [0xff, 0xfe, b'{' | b'[', 0] | [0xfe, 0xff, 0, b'{' | b'['] =
            *head.first_chunk().unwrap_or(&[0; 4])
        {
            let found = not_utf8("the file is UTF-16").in_file(name(self.path));
            return Opened::Failed(Box::new(found));
        }
        Opened::Other
    }

    fn failed(&self, error: &io::Error) -> Opened {
        if let Some(why) = TooLarge::of(error) {
            let found = format!("will not unpack this: {why}");
            let found = Diagnostic::error(Code::UNPACKED_TOO_LARGE, found)
                .in_file(name(self.path))
                .hint("if it is what it should be, raise `max_unpacked_bytes` or `max_unpacked_ratio` under [input]");
            return Opened::Failed(Box::new(found));
        }
        Opened::Failed(Box::new(unreadable(self.path, error)))
    }

    fn damaged(&self, error: &io::Error) -> Box<Diagnostic> {
        let why = if error.kind() == io::ErrorKind::UnexpectedEof {
            "it was cut short".into()
        } else {
            error.to_string()
        };
        let found = format!("not all of this can be unpacked: {why}");
        Box::new(
            Diagnostic::error(Code::PACKED_DAMAGED, found)
                .in_file(name(self.path))
                .hint("what came before was read; copy the file again"),
        )
    }
}
