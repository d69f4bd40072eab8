//! Waiting for something to become so, without guessing how long it takes.

use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take before a test fails: far beyond what a busy machine needs.
pub(super) const DEADLINE: Duration = Duration::from_mins(1);

/// How often a condition is looked at.
const PAUSE: Duration = Duration::from_millis(15);

/// Looks until there is something to return; after [`DEADLINE`], what the last look saw instead.
pub(super) fn until<T>(mut look: impl FnMut() -> Result<T, String>) -> Result<T, String> {
    let start = Instant::now();
    loop {
        match look() {
            Ok(found) => return Ok(found),
            Err(seen) if start.elapsed() > DEADLINE => return Err(seen),
            Err(_) => thread::sleep(PAUSE),
        }
    }
}

/// Waits until a condition holds; `what` says it in words for when it never does.
#[track_caller]
pub(crate) fn wait_for(what: &str, mut condition: impl FnMut() -> bool) {
    let waited = until(|| condition().then_some(()).ok_or_else(String::new));
    assert!(waited.is_ok(), "waited in vain until {what}");
}
