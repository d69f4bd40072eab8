//! Paths to the files below them, in a fixed order.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use walkdir::WalkDir;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::stamp::Stamp;

/// Stands for standard input among paths.
pub const STANDARD_INPUT: &str = "-";

/// What is to be read.
#[derive(Debug, Default)]
pub struct Listing {
    /// Whether standard input is.
    pub(super) standard_input: bool,
    /// Files, sorted.
    pub(super) files: Vec<PathBuf>,
    /// What could not be listed.
    pub(super) problems: Vec<Diagnostic>,
}

impl Listing {
    /// Every file with what the system says of it. None where that does not tell whether a file
    /// will hold the same the next time: standard input, pipes, what cannot be listed, and files
    /// that were changed just now.
    pub fn stamps(&self) -> Option<Vec<(PathBuf, Stamp)>> {
        if self.standard_input || !self.problems.is_empty() {
            return None;
        }
        let now = SystemTime::now();
        let stamp = |path: &PathBuf| {
            let metadata = path.metadata().ok().filter(Metadata::is_file)?;
            let stamp = Stamp::of(&metadata);
            (!stamp.is_fresh(now)).then(|| (path.clone(), stamp))
        };
        self.files.iter().map(stamp).collect()
    }
}

/// Every regular file of the given files and folders; hidden files and folders are left out below a
/// folder, symbolic links are not followed. What cannot be listed is reported.
///
/// # Errors
/// If a path is not there.
pub fn list(paths: &[PathBuf]) -> Result<Listing, Error> {
    let mut listing = Listing::default();
    for path in paths {
        if path == Path::new(STANDARD_INPUT) {
            listing.standard_input = true;
        } else if path.exists() {
            walk(path, &mut listing);
        } else {
            return Err(Error::InputMissing(path.clone()));
        }
    }
    // The same file named twice would give every record of it twice.
    listing.files.sort();
    listing.files.dedup();
    // One path cannot lead to a file twice; several can, each in its own spelling.
    if paths.len() > 1 {
        let mut seen = std::collections::HashSet::new();
        let real = |file: &PathBuf| file.canonicalize().unwrap_or_else(|_| file.clone());
        listing.files.retain(|file| seen.insert(real(file)));
    }
    Ok(listing)
}

fn walk(path: &Path, listing: &mut Listing) {
    let hidden = |entry: &walkdir::DirEntry| {
        entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
    };
    for entry in WalkDir::new(path)
        .follow_root_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| !hidden(entry))
    {
        match entry {
            // What the user named is read even where it is a link, or a pipe as shells make of `<(…)`.
            Ok(entry)
                if entry.file_type().is_file() || entry.depth() == 0 && !entry.path().is_dir() =>
            {
                listing.files.push(entry.into_path());
            }
            Ok(_) => {}
            Err(error) => {
                let file = error.path().unwrap_or(path).to_path_buf();
                let found = error
                    .io_error()
                    .map_or_else(|| error.to_string(), ToString::to_string);
                listing.problems.push(
                    Diagnostic::error(Code::UNREADABLE, format!("cannot read: {found}"))
                        .in_file(file),
                );
            }
        }
    }
}
