//! Records written to attack: every field of every record holds a text that would run, load, break
//! out or lead astray if it were anything but text.
//!
//! `ERRBOOK_HOSTILE=N` compares N values in place of a few thousand, and opens a larger site in the
//! browser; `.ci/long` does so.

mod allowed;
mod bombs;
#[cfg(unix)]
mod in_browser;
#[path = "../../markup/mod.rs"]
mod markup;
mod names;
mod payloads;
mod structure;

use std::env;

use serde_json::{Value, json};

use crate::site_test::record;
use payloads::payload;

/// How many values long runs compare; none for a run that takes seconds.
fn long() -> Option<usize> {
    let count = env::var("ERRBOOK_HOSTILE").ok()?;
    Some(count.parse().expect("ERRBOOK_HOSTILE is a number"))
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A name or a text that is shown as it is.
    Plain,
    /// Markdown.
    Prose,
    /// A list of Markdown.
    Proses,
    /// A list of names.
    Names,
    /// Code.
    Code,
    /// A path or a name that becomes one.
    Path,
}

/// Fields that hold text, with how many texts each.
const FIELDS: [(&str, Kind); 26] = [
    ("repo", Kind::Path),
    ("slug", Kind::Plain),
    ("errorCode", Kind::Plain),
    ("errorMessage", Kind::Plain),
    ("messagePattern", Kind::Plain),
    ("errorType", Kind::Plain),
    ("errorClass", Kind::Plain),
    ("severity", Kind::Plain),
    ("filePath", Kind::Path),
    ("sourceCode", Kind::Code),
    ("githubUrl", Kind::Plain),
    ("documentation", Kind::Prose),
    ("triggerScenarios", Kind::Prose),
    ("commonSituations", Kind::Prose),
    ("solutions", Kind::Proses),
    ("exampleFix", Kind::Code),
    ("handlingStrategy", Kind::Plain),
    ("validationCode", Kind::Code),
    ("typeGuard", Kind::Code),
    ("tryCatchPattern", Kind::Code),
    ("preventionTips", Kind::Proses),
    ("tags", Kind::Names),
    ("backgroundTag", Kind::Plain),
    ("analyzedSha", Kind::Plain),
    // Keys that the data set does not define are kept, and published as data.
    ("__proto__", Kind::Plain),
    ("\"><img src=x onerror=HIT()>", Kind::Plain),
];

/// A record with a text of its own in every field; the `n`th has those from `n * FIELDS.len()` on.
fn hostile(n: usize) -> Value {
    let mut made = record(n);
    for (at, (field, kind)) in FIELDS.iter().enumerate() {
        let text = payload(n * FIELDS.len() + at);
        made[*field] = match kind {
            // What follows keeps a value from being none, or another record's.
            Kind::Plain => json!(format!("{text} x{n}")),
            Kind::Path => json!(format!("{text}/x{n}.rs")),
            Kind::Prose => json!(format!("{text}\n\nx{n}")),
            Kind::Code => json!(format!("{text}\nx{n}")),
            Kind::Proses | Kind::Names => json!([format!("{text} x{n}"), format!("x{n} {text}")]),
        };
    }
    made
}
