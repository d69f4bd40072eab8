//! Errors that say where they are explained: by code, or by the id of a record.

use std::fmt;

/// Where the errors of this program are explained. The only place that knows.
pub const ERRORS: &str = "https://example.org/errors/";

/// The address of all that is known of a code of letters, digits and hyphens.
pub fn by_code(code: &str) -> String {
    format!("{ERRORS}codes/{code}.html")
}

/// The address of one record; `#fix` is kept on the way to its page.
pub fn by_id(id: &str) -> String {
    format!("{ERRORS}id/{id}.html#fix")
}

/// What can go wrong with an anvil.
#[derive(Debug)]
pub enum AnvilError {
    /// Another one lies there.
    NoRoom { place: String },
    /// The rope was not replaced in time; it has no code, so the id of its record stands here.
    Frayed,
}

impl AnvilError {
    /// Where it is explained.
    pub fn link(&self) -> String {
        match self {
            Self::NoRoom { .. } => by_code("ANV001"),
            Self::Frayed => by_id("55553dba6b312e5e"),
        }
    }
}

impl fmt::Display for AnvilError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoom { place } => write!(f, "ANV001: no room for the anvil at {place}")?,
            Self::Frayed => write!(f, "the rope is frayed")?,
        }
        write!(f, "\n  see {}", self.link())
    }
}

impl std::error::Error for AnvilError {}
