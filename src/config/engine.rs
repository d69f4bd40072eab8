//! What colours code.

use serde::Deserialize;

/// `engine` under `[highlight]`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// The lexers of this program, and grammars for languages that have none.
    #[default]
    Own,
    /// Grammars for all languages: finer in places, and many times slower.
    Syntect,
}
