//! Cutting the index into files, and naming them.
//!
//! Every file is `eb("<kind>/<n>",<JSON>)`: data when fetched, a call when loaded as a script.
//! The files of one kind lie in a folder named by the hash of them all, so a root can only lead to
//! shards of its own build, and an edit that leaves a kind alone leaves its addresses alone.

use sha2::{Digest, Sha256};

use super::json::{push, push_entry, push_string, string};
use crate::address::OutPath;

/// Files in one folder, where a kind has many.
pub(super) const FOLDER: usize = 256;

/// The files of one kind.
pub(super) struct Shards {
    kind: &'static str,
    files: Vec<(String, Vec<u8>)>,
    in_folders: bool,
}

impl Shards {
    pub(super) fn new(kind: &'static str) -> Self {
        Self {
            kind,
            files: Vec::new(),
            in_folders: false,
        }
    }

    /// Puts file n into the folder n / 256.
    pub(super) fn in_folders(mut self) -> Self {
        self.in_folders = true;
        self
    }

    /// Adds the next numbered file and returns its number.
    pub(super) fn push(&mut self, json: &str) -> usize {
        let number = self.files.len();
        self.push_named(&number.to_string(), json);
        number
    }

    /// Puts another value into a numbered file.
    pub(super) fn replace(&mut self, number: usize, json: &str) {
        let (name, call) = &mut self.files[number];
        *call = script(&format!("{}/{name}", self.kind), json);
    }

    /// Adds a file with a name of its own.
    pub(super) fn push_named(&mut self, name: &str, json: &str) {
        let call = script(&format!("{}/{name}", self.kind), json);
        self.files.push((name.to_owned(), call));
    }

    pub(super) fn kind(&self) -> &'static str {
        self.kind
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Ten characters that stand for the content of all files.
    pub(super) fn generation(&self) -> String {
        let mut all = Sha256::new();
        for (name, bytes) in &self.files {
            all.update(name.as_bytes());
            all.update([b' ']);
            all.update(Sha256::digest(bytes));
        }
        let digest = all.finalize();
        let mut bits = 0_u64;
        for &byte in &digest[..8] {
            bits = bits << 8 | u64::from(byte);
        }
        let letter = |n: u32| b"abcdefghijklmnopqrstuvwxyz234567"[(bits >> (5 * n) & 31) as usize];
        (0..10).map(|n| char::from(letter(n))).collect()
    }

    /// The files with their addresses.
    pub(super) fn into_files(self) -> impl Iterator<Item = (OutPath, Vec<u8>)> {
        let base = format!("search/{}/{}", self.kind, self.generation());
        let in_folders = self.in_folders;
        self.files
            .into_iter()
            .enumerate()
            .map(move |(number, (name, bytes))| {
                let path = if in_folders {
                    format!("{base}/{}/{name}.js", number / FOLDER)
                } else {
                    format!("{base}/{name}.js")
                };
                (OutPath::fixed(&path), bytes)
            })
    }
}

/// A file's text: the call that hands over its value.
pub(super) fn script(name: &str, json: &str) -> Vec<u8> {
    let mut text = String::with_capacity(name.len() + json.len() + 8);
    text.push_str("eb(");
    push_string(&mut text, name);
    push(&mut text, format_args!(",{json})\n"));
    text.into_bytes()
}

/// Fills one shard after another with entries in rising order of their keys.
pub(super) struct Cutter {
    shards: Shards,
    cap_bytes: usize,
    open: String,
    last_key: String,
    starts: Starts,
}

impl Cutter {
    /// A shard is closed before the entry that would take it over `cap_bytes`.
    pub(super) fn new(kind: &'static str, cap_bytes: usize) -> Self {
        Self {
            shards: Shards::new(kind),
            cap_bytes,
            open: String::from("{"),
            last_key: String::new(),
            starts: Starts::default(),
        }
    }

    /// Adds an entry whose value is JSON already; returns the number of its shard.
    pub(super) fn add(&mut self, key: &str, value: &str) -> usize {
        if self.open.len() > 1 && self.open.len() + key.len() + value.len() + 4 > self.cap_bytes {
            self.close();
        }
        if self.open.len() == 1 {
            self.starts.begin(&self.last_key, key);
        }
        push_entry(&mut self.open, key, value);
        key.clone_into(&mut self.last_key);
        self.shards.len()
    }

    /// Adds an entry in parts, each in a shard of its own if there are several; returns the number
    /// of the first.
    pub(super) fn add_parts(&mut self, key: &str, parts: &[String]) -> usize {
        if let [only] = parts {
            return self.add(key, only);
        }
        if self.open.len() > 1 {
            self.close();
        }
        let first = self.shards.len();
        for part in parts {
            self.add(key, part);
            self.close();
        }
        first
    }

    /// The shards, at least one, and where each begins.
    pub(super) fn finish(mut self) -> (Shards, Starts) {
        if self.shards.len() == 0 || self.open.len() > 1 {
            self.close();
        }
        (self.shards, self.starts)
    }

    fn close(&mut self) {
        self.open.push('}');
        self.shards.push(&self.open);
        self.open.truncate(1);
    }
}

/// Where shards begin: the shortest text that is above all before and not above the first within.
/// The shard of a key is the last start that is not above it.
#[derive(Default)]
pub(super) struct Starts(Vec<String>);

impl Starts {
    /// Notes a shard that begins with `first`, after one that ended with `last`.
    pub(super) fn begin(&mut self, last: &str, first: &str) {
        if self.0.is_empty() {
            return self.0.push(String::new());
        }
        let mut end = 0;
        let mut before = last.chars();
        for c in first.chars() {
            end += c.len_utf8();
            if before.next() != Some(c) {
                break;
            }
        }
        self.0.push(first[..end].to_owned());
    }

    /// All starts as one JSON string, joined by line feeds.
    pub(super) fn to_json(&self) -> String {
        string(&self.0.join("\n"))
    }

    /// The starts in order.
    #[cfg(test)]
    pub(super) fn list(&self) -> &[String] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_closes_before_it_passes_its_cap_and_starts_find_every_key() {
        let mut cutter = Cutter::new("a", 100);
        let keys: Vec<String> = (0..500).map(|n| format!("key{n:04}")).collect();
        let placed: Vec<usize> = keys.iter().map(|key| cutter.add(key, "[-1,2,3]")).collect();
        let (shards, starts) = cutter.finish();
        assert_eq!(starts.list().len(), shards.len());
        for (key, number) in keys.iter().zip(placed) {
            let found = starts.list().iter().rposition(|start| start <= key);
            assert_eq!(found, Some(number), "{key}");
        }
        for (path, bytes) in shards.into_files() {
            assert!(bytes.len() <= 100 + "eb(\"a/100\",)\n".len(), "{path}");
        }
    }

    #[test]
    fn an_entry_in_parts_takes_consecutive_files() {
        let mut cutter = Cutter::new("al", 100);
        cutter.add("a", "[1]");
        let parts = ["[2]".to_owned(), "[3]".to_owned()];
        assert_eq!(cutter.add_parts("b", &parts), 1);
        assert_eq!(cutter.add("c", "[4]"), 3);
        let texts: Vec<String> = cutter
            .finish()
            .0
            .into_files()
            .map(|(_, bytes)| String::from_utf8(bytes).expect("text"))
            .collect();
        assert_eq!(texts[2], "eb(\"al/2\",{\"b\":[3]})\n");
        assert_eq!(texts[3], "eb(\"al/3\",{\"c\":[4]})\n");
    }

    #[test]
    fn an_empty_kind_is_one_empty_shard() {
        let (shards, starts) = Cutter::new("b", 100).finish();
        assert_eq!((shards.len(), starts.to_json().as_str()), (1, "\"\""));
    }

    #[test]
    fn the_generation_follows_the_content() {
        let made = |json| {
            let mut shards = Shards::new("d").in_folders();
            shards.push(json);
            shards.into_files().next().expect("one").0.to_string()
        };
        assert_eq!(made("[1]"), made("[1]"));
        assert_ne!(made("[1]"), made("[2]"));
        assert!(made("[1]").starts_with("search/d/") && made("[1]").ends_with("/0/0.js"));
    }
}
