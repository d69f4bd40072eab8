//! What remains at the address of a record that was taken down: that it was, and nothing of it.

use serde::Serialize;

use super::{Material, Shell};
use crate::address::OutPath;

/// What `withdrawn.html` sees.
#[derive(Debug, Serialize)]
pub struct WithdrawnPage {
    /// The layout's part.
    pub shell: Shell,
}

/// The page at an address whose record was taken down.
pub fn withdrawn(material: &Material<'_>, here: &OutPath) -> WithdrawnPage {
    let mut shell = material.shell(here, "Withdrawn", "");
    shell.noindex = true;
    shell.canonical = None;
    WithdrawnPage { shell }
}
