//! Names to addresses: the only way to make a path in the output.
//!
//! The rules are the contract of every link that was ever printed (docs/addresses.md): a segment
//! depends on its own name alone, never on other names, so adding records moves nothing.

use std::borrow::Cow;
use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest, Sha256};
use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::html::is_hidden;

/// Longest segment in bytes, without the file ending: leaves room for an ending and a temporary
/// name within the 143 bytes that the strictest common file system (eCryptfs) allows.
pub const SEGMENT_MAX_BYTES: usize = 120;

/// What a link may leave as it is: RFC 3986's unreserved characters.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A text in which letters and their marks are one character where there is one (NFC): two ways to
/// write `é` are the same word.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

/// Makes one path segment of any name.
///
/// Letters and digits of any script (NFC), `-`, `.`, `_` and `~` stay; any other run becomes `-`.
/// A name that this changed, one that is reserved, too long, or looks like a name so changed, gets
/// `~` and the first 6 hex digits of its SHA-256, so that two names never share a segment by rule.
pub fn segment(name: &str) -> String {
    let mut kept = String::with_capacity(name.len() + 8);
    let mut in_gap = false;
    for c in name.nfc() {
        // Some letters are invisible (U+3164): disks and readers pass over them.
        if c.is_alphanumeric() && !is_hidden(c) || matches!(c, '-' | '.' | '_' | '~') {
            kept.push(c);
            in_gap = false;
        } else if !in_gap {
            kept.push('-');
            in_gap = true;
        }
    }
    // Hosts and archivers leave out hidden files, so a leading dot cannot stay.
    if kept.starts_with('.') {
        kept.replace_range(..1, "-");
    }
    let changed = kept != name || !is_nfc(name);
    if changed
        || kept.is_empty()
        || kept.len() > SEGMENT_MAX_BYTES
        || is_reserved(&kept)
        || ends_as_changed(&kept)
    {
        with_suffix(&kept, name)
    } else {
        kept
    }
}

/// A segment with the suffix that tells its name from others that would look like it: also what a
/// name gets when another one differs from it by letter case only.
pub fn with_suffix(segment: &str, name: &str) -> String {
    let digest = Sha256::digest(name.as_bytes());
    let stem_max = SEGMENT_MAX_BYTES - "~123456".len();
    let mut cut = segment.len().min(stem_max);
    while !segment.is_char_boundary(cut) {
        cut -= 1;
    }
    let stem = if cut == 0 { "-" } else { &segment[..cut] };
    format!("{stem}~{:02x}{:02x}{:02x}", digest[0], digest[1], digest[2])
}

/// Names that mean something else as a file: the site's own, Windows devices, and a trailing dot,
/// which Windows drops.
fn is_reserved(segment: &str) -> bool {
    let lower = segment.to_lowercase();
    let stem = lower.split('.').next().unwrap_or_default();
    let numbered = |prefix: &str| {
        stem.strip_prefix(prefix).is_some_and(|n| {
            matches!(
                n,
                "0" | "1"
                    | "2"
                    | "3"
                    | "4"
                    | "5"
                    | "6"
                    | "7"
                    | "8"
                    | "9"
                    | "\u{b9}"
                    | "\u{b2}"
                    | "\u{b3}"
            )
        })
    };
    matches!(lower.as_str(), "index" | "page" | "part" | "404" | "objects.inv")
        || matches!(stem, "con" | "prn" | "aux" | "nul")
        || numbered("com")
        || numbered("lpt")
        // A folder of this name would stand where a page's file is.
        || lower.ends_with(".html")
        || segment.ends_with('.')
}

/// Whether a name ends like one that was changed (`~` and six hex digits).
fn ends_as_changed(segment: &str) -> bool {
    segment.rsplit_once('~').is_some_and(|(_, tail)| {
        tail.len() == 6 && tail.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// The path of a file in the output: relative, `/` between segments, never leaving the folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutPath(Box<str>);

impl OutPath {
    /// A path of the program's own names, such as `index.html` or `tags/index.html`.
    ///
    /// # Panics
    /// If the literal is not a plain relative path.
    pub fn fixed(path: &str) -> Self {
        assert!(is_plain(path), "`{path}` is not a plain relative path");
        Self(path.into())
    }

    /// Folders, each mapped by [`segment`] already, and a file name with its ending.
    ///
    /// # Panics
    /// If a part could leave the folder, which [`segment`] never makes.
    pub fn of(folders: &[&str], file: &str) -> Self {
        Self::joined(folders, file, "")
    }

    /// As [`Self::of`], for a page whose name comes without the ending.
    ///
    /// # Panics
    /// As [`Self::of`].
    pub fn page(folders: &[&str], name: &str) -> Self {
        Self::joined(folders, name, ".html")
    }

    fn joined(folders: &[&str], name: &str, ending: &str) -> Self {
        let folder_bytes: usize = folders.iter().map(|folder| folder.len() + 1).sum();
        let mut path = String::with_capacity(folder_bytes + name.len() + ending.len());
        for folder in folders {
            path.push_str(folder);
            path.push('/');
        }
        path.push_str(name);
        path.push_str(ending);
        assert!(is_plain(&path), "`{path}` is not a plain relative path");
        Self(path.into())
    }

    /// A path read from a manifest or an archive, if it is one that errbook could have made.
    pub fn parse(path: &str) -> Option<Self> {
        is_plain(path).then(|| Self(path.into()))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What leads from this file's folder to the root of the site: `""` or `../` repeated.
    pub fn root(&self) -> String {
        "../".repeat(slashes(&self.0))
    }

    /// The relative link from this file to another, percent-encoded; ends in a file name always,
    /// so that it works from disk. The link of a file to itself is its own name.
    pub fn href(&self, to: &OutPath) -> String {
        let (here, there) = (self.0.as_bytes(), to.0.as_bytes());
        let same = here.iter().zip(there).take_while(|(a, b)| a == b).count();
        let slash = here[..same].iter().rposition(|byte| *byte == b'/');
        let shared = slash.map_or(0, |at| at + 1);
        let (up, down) = (slashes(&self.0[shared..]), &to.0[shared..]);
        let mut href = String::with_capacity(3 * up + down.len());
        for _ in 0..up {
            href.push_str("../");
        }
        push_encoded(&mut href, down);
        href
    }

    /// As [`Self::href`], to an element of that file.
    pub fn href_to(&self, to: &OutPath, anchor: &str) -> String {
        let mut href = self.href(to);
        href.reserve_exact(1 + anchor.len());
        href.push('#');
        href.push_str(anchor);
        href
    }

    /// The address below a base such as `https://example.org/errors/`, percent-encoded.
    pub fn url(&self, base: &str) -> String {
        let mut url = String::with_capacity(base.len() + self.0.len() + 1);
        url.push_str(base.trim_end_matches('/'));
        url.push('/');
        push_encoded(&mut url, &self.0);
        url
    }
}

impl fmt::Display for OutPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn slashes(path: &str) -> usize {
    path.bytes().filter(|byte| *byte == b'/').count()
}

/// Appends a path with each segment percent-encoded.
fn push_encoded(out: &mut String, path: &str) {
    // Nearly every path is such, and links are what pages are full of.
    let unreserved =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/');
    if path.bytes().fold(true, |all, byte| all & unreserved(byte)) {
        out.push_str(path);
        return;
    }
    for (n, part) in path.split('/').enumerate() {
        if n > 0 {
            out.push('/');
        }
        out.extend(utf8_percent_encode(part, UNRESERVED));
    }
}

/// Percent-encodes text for one segment, query value or fragment of a link.
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, UNRESERVED).to_string()
}

/// Percent-encodes each segment of a path that keeps its slashes.
pub fn encode_path(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    push_encoded(&mut out, path);
    out
}

/// Whether a path is relative, has no empty, `.` or `..` segment, no separator but `/`, and no end of
/// a line, which would end it in a list of files.
fn is_plain(path: &str) -> bool {
    let bytes = path.as_bytes();
    // Without an early end both loops are of vectors, and nearly every path passes.
    let foreign = |byte: &u8| matches!(byte, b'\\' | b'\0' | b':' | b'\n' | b'\r');
    let any_foreign = bytes.iter().fold(false, |any, byte| any | foreign(byte));
    let odd = |pair: &[u8]| pair[0] == b'/' && (pair[1] == b'/' || pair[1] == b'.');
    let any_odd = bytes.windows(2).fold(false, |any, pair| any | odd(pair));
    let odd_end = matches!(bytes, [] | [b'/' | b'.', ..] | [.., b'/']);
    let leads_nowhere = |part: &str| matches!(part, "" | "." | "..");
    !any_foreign && !((any_odd || odd_end) && path.split('/').any(leads_nowhere))
}

#[cfg(test)]
mod tests;
