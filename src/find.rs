//! The records that a pasted text is about: from the index of a published site, of which only the
//! files that are needed are read, or from records, whose index is made in memory.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::route::Route;
use crate::search::paste::{self, Match, Options};
use crate::search::published::{self, IndexError, Published, ReadFile};
use crate::site::Site;

/// Looks deeper than a browser does: files are near.
const SHARDS: usize = 200;
/// Most records in an answer: a build log can hold many errors.
const RECORDS: usize = 50;

/// Finds what a text is about in the site that is published in a folder.
///
/// # Errors
/// If there is no index, one of another version, or it cannot be read.
pub fn in_folder(folder: &Path, text: &str) -> Result<Vec<Match>, Error> {
    let read = |address: &str| std::fs::read(folder.join(address));
    answer(&read, text).map_err(|error| unusable(folder, error))
}

/// Finds what a text is about in a site that is not published.
///
/// # Errors
/// If a record can no longer be read as it was.
pub fn in_site(site: &Site, text: &str) -> Result<Vec<Match>, Box<Diagnostic>> {
    let mut files = HashMap::new();
    site.render(Route::SearchIndex, &mut |path, bytes| {
        files.insert(path.to_string(), bytes);
    })?;
    let read = |address: &str| {
        let file = files.get(address).cloned();
        file.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    };
    Ok(answer(&read, text).expect("an index that was just made is whole"))
}

fn answer(read: &ReadFile<'_>, text: &str) -> Result<Vec<Match>, IndexError> {
    let options = Options {
        shards: SHARDS,
        records: RECORDS,
    };
    paste::find(&Published::open(read)?, text, options)
}

fn unusable(folder: &Path, error: IndexError) -> Error {
    let path = folder.to_path_buf();
    match error {
        IndexError::Unread { address, source }
            if address == published::ROOT && is_missing(&source) =>
        {
            Error::IndexMissing(path)
        }
        IndexError::Unread { address, source } => Error::io("read", &folder.join(address))(source),
        error => Error::Index { path, error },
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}
