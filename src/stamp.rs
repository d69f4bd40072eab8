//! What a file system says of a file: enough to trust that it still holds what was read or written.

use std::fs::Metadata;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Size, time of the last change and number of a file. Two equal stamps of one path mean that
/// nobody wrote to it in between, unless a clock was set back or someone forged the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970; 0 where the system does not say.
    pub changed: u64,
    /// The file's number in its file system; 0 where there is none.
    pub number: u64,
}

impl Stamp {
    /// What the system says of a file.
    pub fn of(metadata: &Metadata) -> Self {
        Self {
            size: metadata.len(),
            changed: metadata.modified().map_or(0, nanoseconds),
            number: number(metadata),
        }
    }

    /// Whether the file was changed so shortly before `now` that a later change could bear the same
    /// time: clocks of file systems tick seldom, some every two seconds.
    pub fn is_fresh(&self, now: SystemTime) -> bool {
        const TICK: u64 = 2_000_000_000;
        self.changed == 0 || self.changed.saturating_add(TICK) > nanoseconds(now)
    }
}

fn nanoseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(unix)]
fn number(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn number(_metadata: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::time::Duration;

    #[test]
    fn a_stamp_tells_a_changed_and_a_replaced_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "one").unwrap();
        let first = Stamp::of(&fs::metadata(&file).unwrap());
        assert_eq!(first, Stamp::of(&fs::metadata(&file).unwrap()));
        fs::write(folder.path().join("b"), "two").unwrap();
        let times =
            fs::FileTimes::new().set_modified(UNIX_EPOCH + Duration::from_nanos(first.changed));
        let other = fs::File::options()
            .write(true)
            .open(folder.path().join("b"))
            .unwrap();
        other.set_times(times).unwrap();
        fs::rename(folder.path().join("b"), &file).unwrap();
        let second = Stamp::of(&fs::metadata(&file).unwrap());
        assert_eq!((first.size, first.changed), (second.size, second.changed));
        assert_eq!(cfg!(unix), first != second);
    }

    #[test]
    fn a_file_changed_just_now_is_fresh() {
        let now = UNIX_EPOCH + Duration::from_secs(100);
        let stamp = |seconds: u64| Stamp {
            changed: seconds * 1_000_000_000,
            ..Stamp::default()
        };
        assert!(stamp(99).is_fresh(now) && stamp(100).is_fresh(now) && stamp(101).is_fresh(now));
        assert!(!stamp(98).is_fresh(now));
        assert!(Stamp::default().is_fresh(now), "no time known");
    }
}
