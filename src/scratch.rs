//! Files for what need not be in memory: without a name, so they are gone when the program ends,
//! however that happens. The door to tempfile; who fills them is not known here.

use std::fs::File;
use std::io;

use crate::error::Error;

/// An empty file in the system's folder for such.
///
/// # Errors
/// If there is no room for one.
pub(crate) fn file() -> io::Result<File> {
    tempfile::tempfile()
}

/// Says which folder a failure was about.
pub(crate) fn failed(action: &'static str) -> impl FnOnce(io::Error) -> Error + use<> {
    let folder = std::env::temp_dir();
    move |error| Error::io(action, &folder)(error)
}
