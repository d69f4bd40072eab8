//! Paths to the files below them, in a fixed order.

use std::path::PathBuf;

use walkdir::WalkDir;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;

/// Every regular file of the given files and folders, sorted; hidden files and folders are left
/// out below a folder, symbolic links are not followed. What cannot be listed is reported.
pub(super) fn files(
    paths: &[PathBuf],
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if !path.exists() {
            return Err(Error::InputMissing(path.clone()));
        }
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
                // A path that the user named is read even where it is a link.
                Ok(entry)
                    if entry.file_type().is_file()
                        || entry.depth() == 0 && entry.path().is_file() =>
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
    // The same file named twice would give every record of it twice.
    files.sort();
    files.dedup();
    Ok(files)
}
