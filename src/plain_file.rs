//! Files that errbook wrote before, opened without being made to wait: where somebody put a pipe in the
//! place of one, opening it would wait for another end that never comes. `input` does the same for
//! records in its own way: pipes that are named are read there.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Opens a file to be read.
///
/// # Errors
/// If it cannot be, or is no plain file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    never_wait(&mut options);
    let file = options.open(path)?;
    plain(&file)?;
    Ok(file)
}

/// All of a file.
///
/// # Errors
/// As [`open`], or if it cannot be read.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let size = file.metadata()?.len();
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Refuses what is open and no plain file.
///
/// # Errors
/// If it is none.
pub(crate) fn plain(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() {
        return Ok(());
    }
    Err(io::Error::other(
        "it is not a plain file, and errbook did not make it so; move it away",
    ))
}

/// Makes opening a pipe end at once.
#[cfg(target_os = "linux")]
pub(crate) fn never_wait(options: &mut std::fs::OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
}

/// Other systems have no flag that the standard library knows.
#[cfg(not(target_os = "linux"))]
pub(crate) fn never_wait(_options: &mut std::fs::OpenOptions) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_and_what_is_none_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "text").unwrap();
        assert_eq!(read(&file).unwrap(), b"text");
        assert!(read(folder.path()).is_err());
        assert!(read(&folder.path().join("none")).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_is_refused_at_once() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::from_raw_mode(0o600), 0).unwrap();
        let refused = read(&pipe).unwrap_err().to_string();
        assert!(refused.contains("plain file"), "{refused}");
    }
}
