//! Lines of coloured code, in one piece of memory.

use crate::html::Html;

/// Lines of markup without their ends; no span reaches over the end of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The lines with a line feed between each two: none of them has one.
    joined: Html,
    /// Where each ends in it.
    ends: Vec<usize>,
}

impl Lines {
    /// No line yet, with room for so many of so many bytes of markup.
    pub(super) fn with_capacity(lines: usize, bytes: usize) -> Self {
        Self {
            joined: Html::with_capacity(bytes),
            ends: Vec::with_capacity(lines),
        }
    }

    /// Lines that were joined before.
    pub(super) fn of_joined(joined: Html) -> Self {
        let feeds = joined.as_str().match_indices('\n').map(|(at, _)| at);
        let ends = feeds.chain([joined.as_str().len()]).collect();
        Self { joined, ends }
    }

    /// Begins a line, which `write` appends.
    pub(super) fn push(&mut self, write: impl FnOnce(&mut Html)) {
        if !self.is_empty() {
            self.joined.push_markup("\n");
        }
        write(&mut self.joined);
        self.ends.push(self.joined.as_str().len());
    }

    /// The lines.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = [0].into_iter().chain(self.ends.iter().map(|end| end + 1));
        let ranges = starts.zip(&self.ends);
        ranges.map(|(start, end)| &self.joined.as_str()[start..*end])
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The lines, a line feed between each two.
    pub fn as_joined(&self) -> &Html {
        &self.joined
    }

    /// Gives up the lines, joined.
    pub fn into_joined(self) -> Html {
        self.joined
    }

    /// Bytes of markup, the line feeds between lines aside.
    pub(super) fn bytes(&self) -> usize {
        let feeds = self.len().saturating_sub(1);
        self.joined.as_str().len() - feeds
    }
}
