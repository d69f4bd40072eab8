//! One build at a time: a lock of the operating system, which ends with the program however that
//! ends.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::Path;
use std::process;

use crate::error::Error;
use crate::plain_file;

/// Locks an output by a file beside it, which names the program that holds it.
pub(super) fn beside(file: &Path, output: &Path) -> Result<File, Error> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    // A link there is somebody's trap: what it leads to is not to be emptied. So is a pipe, which would
    // be waited for.
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.custom_flags(flags.bits().cast_signed());
    }
    let lock = options.open(file).and_then(|lock| {
        plain_file::plain(&lock)?;
        Ok(lock)
    });
    let mut lock = lock.map_err(Error::io("create", file))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let holder = fs::read_to_string(file).unwrap_or_default();
            let holder = holder.trim().parse().ok();
            return Err(Error::Locked(output.to_path_buf(), holder));
        }
        Err(TryLockError::Error(error)) => return Err(Error::io("lock", file)(error)),
    }
    // Only told to people: the lock holds without.
    let _ = lock
        .set_len(0)
        .and_then(|()| writeln!(lock, "{}", process::id()));
    Ok(lock)
}

/// Locks an output by the folder itself, where nothing may be put beside it.
pub(super) fn of_folder(output: &Path) -> Result<File, Error> {
    let folder = File::open(output).map_err(Error::io("lock", output))?;
    match folder.try_lock() {
        Ok(()) => Ok(folder),
        Err(TryLockError::WouldBlock) => Err(Error::Locked(output.to_path_buf(), None)),
        Err(TryLockError::Error(error)) => Err(Error::io("lock", output)(error)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once_and_free_again_after() {
        let folder = tempfile::tempdir().unwrap();
        let first = of_folder(folder.path()).unwrap();
        let second = of_folder(folder.path());
        assert!(matches!(&second, Err(Error::Locked(path, None)) if path == folder.path()));
        drop(first);
        assert!(of_folder(folder.path()).is_ok());
        assert!(of_folder(&folder.path().join("none")).is_err());
    }

    #[test]
    fn a_file_beside_names_who_holds_it_and_holds_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lock");
        fs::write(&file, "what was there before, and is longer").unwrap();
        let first = beside(&file, folder.path()).unwrap();
        let holder = format!("{}\n", process::id());
        assert_eq!(fs::read_to_string(&file).unwrap(), holder);
        let second = beside(&file, folder.path());
        assert!(matches!(second, Err(Error::Locked(_, Some(holder))) if holder == process::id()));
        drop(first);
        assert!(beside(&file, folder.path()).is_ok());
        assert!(beside(folder.path(), folder.path()).is_err());
    }
}
