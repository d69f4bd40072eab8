//! Coloured code that is kept between builds, since grammars are slow: by what it was made of.

use twox_hash::XxHash3_128;

use super::{Code, Language, Limits, Lines, Plain, VERSION};
use crate::html::Html;

/// Where coloured code is kept; used from all threads.
pub trait Shelf: Sync + Send {
    /// What was kept under a key.
    fn take(&self, key: u128) -> Option<Vec<u8>>;
    /// Keeps something under a key.
    fn put(&self, key: u128, kept: &[u8]);
}

/// The key of code in a language: over all that its colours depend on.
pub(super) fn key(lines: &[&str], language: Language, limits: &Limits) -> u128 {
    let mut hasher = XxHash3_128::new();
    hasher.write(&VERSION.to_le_bytes());
    // Grammars come with the program.
    hasher.write(env!("ERRBOOK_PROGRAM").as_bytes());
    hasher.write(&limits.max_line_bytes.to_le_bytes());
    hasher.write(language.name().as_bytes());
    for line in lines {
        // No line has a line feed in it.
        hasher.write(b"\n");
        hasher.write(line.as_bytes());
    }
    hasher.finish_128()
}

/// Coloured code as bytes: why some of it is plain, and its lines.
pub(super) fn to_bytes(code: &Code) -> Vec<u8> {
    let mut bytes = vec![u8::from(code.plain == Some(Plain::LineTooLong))];
    bytes.extend_from_slice(code.lines.as_joined().as_str().as_bytes());
    bytes
}

/// Coloured code of so many lines from bytes.
pub(super) fn from_bytes(bytes: &[u8], lines: usize) -> Option<Code> {
    let (plain, markup) = bytes.split_first()?;
    let markup = std::str::from_utf8(markup).ok()?;
    let code = Code {
        lines: Lines::of_joined(Html::trusted(markup.to_owned())),
        plain: (*plain == 1).then_some(Plain::LineTooLong),
    };
    (code.lines.len() == lines).then_some(code)
}
