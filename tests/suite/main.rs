//! Everything that is tested from outside, as one binary: what a built site holds and what a
//! reader sees of it. `tests/README.md` says how to add a test.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::too_many_lines, reason = "tables of cases are long")]

mod adds_up;
// The browser is spoken to over inherited pipes, which only Unix has.
#[cfg(unix)]
mod browser;
mod find;
#[cfg(unix)]
mod foreign;
mod forms;
mod history;
mod hostile;
mod incremental;
mod input;
#[cfg(unix)]
mod killed;
#[cfg(unix)]
mod kinds;
mod ledger;
mod linking;
mod links;
#[cfg(unix)]
mod looks;
mod machine_files;
mod own_records;
#[cfg(unix)]
mod pastes;
#[cfg(unix)]
mod pasting;
mod publishing;
mod random;
#[cfg(unix)]
mod reading;
#[cfg(target_os = "linux")]
mod same_bytes;
mod site_test;
mod snapshots;
mod successors;
