//! The strings that the entries of one shard share, each written once.

use super::json::push_string;
use crate::hash::Map;

/// The strings of one shard, as JSON without brackets.
#[derive(Default)]
pub(super) struct ShardStrings {
    seen: Map<String, usize>,
    pub(super) json: String,
}

impl ShardStrings {
    /// The place of a text among the strings, from 0.
    pub(super) fn number(&mut self, text: &str) -> usize {
        if let Some(&number) = self.seen.get(text) {
            return number;
        }
        let number = self.seen.len();
        self.seen.insert(text.to_owned(), number);
        if number > 0 {
            self.json.push(',');
        }
        push_string(&mut self.json, text);
        number
    }
}
