//! Paths to the files below them, in a fixed order.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;

/// Stands for standard input among paths.
pub const STANDARD_INPUT: &str = "-";

/// What is to be read.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// Whether standard input is.
    pub(super) standard_input: bool,
    /// Files, sorted.
    pub(super) files: Vec<PathBuf>,
}

/// Every regular file of the given files and folders; hidden files and folders are left out below a
/// folder, symbolic links are not followed. What cannot be listed is reported.
pub(super) fn list(paths: &[PathBuf], diagnostics: &mut Vec<Diagnostic>) -> Result<Listing, Error> {
    let mut listing = Listing::default();
    for path in paths {
        if path == Path::new(STANDARD_INPUT) {
            listing.standard_input = true;
        } else if path.exists() {
            walk(path, &mut listing.files, diagnostics);
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

fn walk(path: &Path, files: &mut Vec<PathBuf>, diagnostics: &mut Vec<Diagnostic>) {
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
                files.push(entry.into_path());
            }
            Ok(_) => {}
            Err(error) => {
                let file = error.path().unwrap_or(path).to_path_buf();
                let found = error
                    .io_error()
                    .map_or_else(|| error.to_string(), ToString::to_string);
                diagnostics.push(
                    Diagnostic::error(Code::UNREADABLE, format!("cannot read: {found}"))
                        .in_file(file),
                );
            }
        }
    }
}
