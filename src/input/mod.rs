//! Files and folders in, checked records out, each with the place it can be read back from.
//!
//! What a file holds is found by looking inside. Reading happens twice: once here, over all
//! records, of which the catalog keeps a small header each; and once more for single records when
//! their page is rendered, so that memory does not grow with their texts.

mod find;
mod read;
mod split;

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

pub use read::{Found, Outcome, read};

use crate::diagnostic::{Code, Diagnostic};
use crate::record::{self, Limits, Record};

/// Where a record lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    source: u32,
    offset: u64,
    length: u32,
}

/// The files that records were read from.
#[derive(Debug, Default)]
pub struct Sources {
    files: Vec<PathBuf>,
    limits: Limits,
}

impl Sources {
    /// Reads one record again.
    ///
    /// # Errors
    /// If its bytes are no longer those that were read first: `fingerprint` is the one of then.
    pub fn read(&self, place: Place, fingerprint: u128) -> Result<Record, Box<Diagnostic>> {
        let file = self.file(place);
        let changed = |why: String| {
            let found = format!("the file changed while the site was built: {why}");
            let found = Diagnostic::error(Code::CHANGED_WHILE_READING, found).in_file(file);
            Box::new(found.hint("build again once nothing writes to the file"))
        };
        let text = self
            .bytes(place)
            .map_err(|error| changed(error.to_string()))?;
        let text = String::from_utf8(text).map_err(|error| changed(error.to_string()))?;
        let record = record::parse(&text, &self.limits)
            .record
            .ok_or_else(|| changed("a record in it is broken now".into()))?;
        if record.fingerprint().0 == fingerprint {
            Ok(record)
        } else {
            Err(changed(format!("record `{}` is another now", record.id)))
        }
    }

    /// The file that a record lies in.
    pub fn file(&self, place: Place) -> &Path {
        &self.files[place.source as usize]
    }

    fn bytes(&self, place: Place) -> std::io::Result<Vec<u8>> {
        let mut file = File::open(self.file(place))?;
        file.seek(SeekFrom::Start(place.offset))?;
        let mut bytes = vec![0; place.length as usize];
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
