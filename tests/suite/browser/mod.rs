//! A built site as its reader sees it: one real Chromium for the whole test binary, a tab with its
//! own cookies, storage and cache for each test.
//!
//! ```ignore
//! let Some(page) = browser::page() else { return };
//! page.open_file(&site.join("index.html"));
//! page.type_into("input[type=search]", "connection refused");
//! page.wait_for_text("[data-results]", "Connection refused");
//! page.assert_quiet();
//! ```
//!
//! Actions wait until the page is ready for them, and fail with what was seen instead. Nothing
//! here knows what the pages of errbook look like.

mod connection;
mod emulation;
mod input;
mod page;
mod process;
mod seen;
mod server;
mod wait;

#[cfg(test)]
mod tests;

use std::env;
use std::io::{self, Write as _};
use std::sync::{Arc, OnceLock};

pub(crate) use emulation::{Look, Scheme};
pub(crate) use page::Page;
pub(crate) use seen::{Outcome, Request};
pub(crate) use server::Server;
pub(crate) use wait::wait_for;

use connection::Connection;

/// A fresh tab, or none where there is no Chromium: then the test says why and returns.
///
/// # Panics
/// If Chromium is there and does not start, or if it is missing and `CI` is set.
pub(crate) fn page() -> Option<Page> {
    match connection() {
        Ok(connection) => Some(Page::new(Arc::clone(connection))),
        Err(reason) => {
            assert!(env::var_os("CI").is_none(), "{reason}, and CI is set");
            let test = std::thread::current();
            let test = test.name().unwrap_or("a test");
            // Not `eprintln!`: the test harness would swallow the line, since the test passes.
            let line = format!("skipped {test}: {reason}\n");
            let _ = io::stderr().write_all(line.as_bytes());
            None
        }
    }
}

/// The one browser of this process. It is never dropped: the pipes close when the process ends,
/// however it ends, and Chromium ends with them.
fn connection() -> Result<&'static Arc<Connection>, &'static str> {
    static BROWSER: OnceLock<Result<Arc<Connection>, String>> = OnceLock::new();
    let browser = BROWSER.get_or_init(|| {
        let chromium = process::find()?;
        let started = process::start(&chromium);
        Ok(Connection::new(started))
    });
    browser.as_ref().map_err(String::as_str)
}
