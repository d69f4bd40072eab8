//! What the last build was made of and what came of it: if the same would go in, nothing has to be
//! read.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Cache;
use crate::diagnostic::Diagnostic;
use crate::fate::Kept;
use crate::site::{Counts, WeakMessage};
use crate::stamp::Stamp;

/// A build that was published whole.
#[derive(Debug, Serialize, Deserialize)]
pub struct Last {
    /// Over settings and theme.
    pub settings: u128,
    /// Every file that was read, as it was before.
    pub inputs: Vec<(PathBuf, Stamp)>,
    /// Over the site that came of it.
    pub seal: u128,
    /// What became of the records.
    pub counts: Counts,
    /// What became of what was published before.
    pub kept: Kept,
    /// What was said of them.
    pub diagnostics: Vec<Diagnostic>,
    /// Records that a pasted log cannot find.
    pub weak_messages: Vec<WeakMessage>,
}

const NAME: &str = "last";

impl Cache {
    /// The last build, if it was made of the same.
    pub fn last(&self, settings: u128, inputs: &[(PathBuf, Stamp)]) -> Option<Last> {
        let last: Last = self.read(NAME)?;
        (last.settings == settings && last.inputs == inputs).then_some(last)
    }

    /// Leaves what this build was, for the next one.
    pub fn leave(&self, last: &Last) {
        self.write(NAME, last);
    }
}
