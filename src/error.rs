//! Failures of the program, as opposed to problems of content (`diagnostic`).

use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::search::published::IndexError;

/// Why nothing was done, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `site.toml` cannot be used; each problem is listed.
    #[error("the settings cannot be used")]
    Config(Vec<Diagnostic>),
    /// Templates or static files of the site's theme cannot be used.
    #[error("the theme cannot be used")]
    Theme(Vec<Diagnostic>),
    /// A path given for records is not there.
    #[error("no file or folder `{0}` to read records from")]
    InputMissing(PathBuf),
    /// The output folder is one that errbook will not write to.
    #[error("will not write to `{path}`: {reason}")]
    OutputRefused {
        /// The folder.
        path: PathBuf,
        /// Why not.
        reason: String,
        /// What to do instead.
        hint: String,
    },
    /// A folder holds no site with a search index.
    #[error("no search index in `{0}`")]
    IndexMissing(PathBuf),
    /// A search index cannot be used.
    #[error("cannot use the search index in `{path}`: {error}")]
    Index {
        /// The folder of the site.
        path: PathBuf,
        /// Why not.
        error: IndexError,
    },
    /// The ledger of the last build cannot be used, or is not there and must be.
    #[error("{}", .0.message)]
    Ledger(Box<Diagnostic>),
    /// An input changed while it was read.
    #[error("the records changed while they were read")]
    Changed(Box<Diagnostic>),
    /// Another build is writing the same output.
    ///
    /// The number of the process that does is there where it is known.
    #[error("another build is writing to `{0}`")]
    Locked(PathBuf, Option<u32>),
    /// So many pages would be deleted that the input was most likely cut short.
    #[error("this build would delete {deleted} of the {pages} published pages")]
    MassDelete {
        /// Pages that would be gone.
        deleted: usize,
        /// Pages that are there.
        pages: usize,
    },
    /// So many records vanished that the input was most likely cut short.
    #[error("{lost} of the {known} published records vanished, and nothing took their place")]
    MassLoss {
        /// Records that are gone.
        lost: usize,
        /// Records that were there.
        known: usize,
    },
    /// The machine failed: no space, no permission, a broken disk.
    #[error("cannot {action} `{path}`: {source}")]
    Io {
        /// What was tried, as in "cannot …".
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The user asked to stop.
    #[error("interrupted; the last published site is unchanged")]
    Interrupted,
}

impl Error {
    /// Names the path that a failed call was about: `.map_err(Error::io("read", path))`.
    pub fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Io {
            action,
            path,
            source,
        }
    }
}
