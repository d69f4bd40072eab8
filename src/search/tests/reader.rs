//! Reads an index as the browser does, for tests: from the root to the lists of a term.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::Value;

use crate::search::lists::{HEAD, read_list};

/// All files by address.
pub(super) type Files = BTreeMap<String, String>;

/// What a script file hands over, after its name was checked.
pub(super) fn value(files: &Files, path: &str, name: &str) -> Value {
    let text = files.get(path).unwrap_or_else(|| panic!("no {path}"));
    let json = text
        .strip_prefix(&format!("eb(\"{name}\","))
        .and_then(|rest| rest.strip_suffix(")\n"))
        .unwrap_or_else(|| panic!("{path} is not a call"));
    serde_json::from_str(json).expect("JSON")
}

/// Reads an index by its root, as a browser does.
pub(super) struct Reader {
    pub(super) files: Files,
    pub(super) root: Value,
    read: RefCell<BTreeMap<String, Rc<Value>>>,
}

impl Reader {
    pub(super) fn new(files: Files) -> Self {
        let root = value(&files, "search/root.js", "root");
        let read = RefCell::default();
        Self { files, root, read }
    }

    pub(super) fn shard(&self, kind: &str, name: &str) -> Rc<Value> {
        let generation = self.root["gen"][kind].as_str().expect("generation");
        let path = format!("search/{kind}/{generation}/{name}.js");
        let mut read = self.read.borrow_mut();
        let shard = read.entry(path.clone());
        let load = || Rc::new(value(&self.files, &path, &format!("{kind}/{name}")));
        shard.or_insert_with(load).clone()
    }

    pub(super) fn starts(text: &Value) -> Vec<Vec<u16>> {
        let text = text.as_str().expect("text");
        text.split('\n')
            .map(|s| s.encode_utf16().collect())
            .collect()
    }

    /// The entry of a term, found by the starts of its kind.
    pub(super) fn entry(&self, kind: &str, starts: &[Vec<u16>], term: &str) -> Option<Vec<i64>> {
        let units: Vec<u16> = term.encode_utf16().collect();
        let at = starts
            .iter()
            .rposition(|start| *start <= units)
            .expect("a start");
        let entry = self.shard(kind, &at.to_string()).get(term)?.clone();
        Some(serde_json::from_value(entry).expect("numbers"))
    }

    /// All documents and levels of a term.
    pub(super) fn whole(&self, kind: &str, term: &str, entry: &[i64]) -> BTreeSet<(u32, u8)> {
        if entry[0] < 0 {
            return read_list(entry).into_iter().collect();
        }
        let header = entry.iter().take_while(|&&n| n >= 0).count();
        let parts = if header == 3 { entry[2] } else { 1 };
        let rest = (entry[1]..entry[1] + parts).flat_map(|file| {
            let shard = self.shard(&format!("{kind}l"), &file.to_string());
            let list: Vec<i64> = serde_json::from_value(shard[term].clone()).expect("list");
            read_list(&list)
        });
        let head = read_list(&entry[header..]);
        assert_eq!(head.len(), HEAD, "{term}");
        let all: Vec<(u32, u8)> = head.into_iter().chain(rest).collect();
        assert_eq!(i64::try_from(all.len()).expect("count"), entry[0], "{term}");
        let all: BTreeSet<(u32, u8)> = all.into_iter().collect();
        assert_eq!(i64::try_from(all.len()).expect("count"), entry[0], "{term}");
        all
    }
}
