//! `search/root.js`: the one file with a fixed name, which leads to all others.

use super::documents::Documents;
use super::json::{push_entry, string};
use super::records::Kind;
use super::shards::{Starts, script};
use super::{FORMAT, pairs};
use crate::address::OutPath;

/// The root of an index with these kinds of shard; `starts` is the directory of kind `a`.
pub(super) fn root(documents: &Documents, kinds: &[Kind], starts: &Starts) -> (OutPath, Vec<u8>) {
    let mut generations = String::from("{");
    for kind in kinds {
        push_entry(&mut generations, kind.name, &string(&kind.generation));
    }
    generations.push('}');
    let records = documents.len();
    let mut json = String::from("{");
    for (key, value) in [
        ("v", FORMAT.to_string()),
        ("n", records.to_string()),
        ("dp", documents.per_shard().to_string()),
        ("df", documents.per_folder().to_string()),
        ("gram", pairs::frequent(records).to_string()),
        ("gen", generations),
        ("a", starts.to_json()),
    ] {
        push_entry(&mut json, key, &value);
    }
    json.push('}');
    (OutPath::fixed("search/root.js"), script("root", &json))
}
