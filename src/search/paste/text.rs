//! A cleaned text in one piece, to look for templates in: lines joined, white space folded.

use super::clean::Line;
use crate::message::is_blank;

/// A line this short was not cut by a terminal.
const WIDTH_MIN: usize = 20;

/// Text with the places of its lines.
#[derive(Debug)]
pub(super) struct Text {
    /// The text as it is.
    pub(super) whole: String,
    /// The same with A to Z in lower case: equal lengths.
    pub(super) small: String,
    /// Start of each line of the paste, and which it is.
    starts: Vec<(usize, usize)>,
    /// Start and end of each line as it was before a terminal cut it.
    lines: Vec<(usize, usize)>,
    /// Whether lines that were cut are joined again.
    pub(super) is_glued: bool,
}

/// All lines joined by spaces.
pub(super) fn flat(lines: &[Line]) -> Text {
    join(lines, false, |_| false)
}

/// The same, lines that a terminal cut at its width joined without.
pub(super) fn glued(lines: &[Line], cut: &[bool]) -> Text {
    join(lines, true, |at| cut[at])
}

/// Of each line, whether it seems cut by a terminal: as long as the longest, and what follows is no
/// line of its own (`begins_anew`). None if there is none.
pub(super) fn cut_lines(lines: &[Line], begins_anew: impl Fn(usize) -> bool) -> Option<Vec<bool>> {
    let width = lines.iter().map(|line| line.width).max()?;
    let is_cut = |at: usize| {
        let long = width >= WIDTH_MIN && lines[at].width == width;
        long && at + 1 < lines.len() && !begins_anew(at + 1)
    };
    let cut: Vec<bool> = (0..lines.len()).map(is_cut).collect();
    cut.contains(&true).then_some(cut)
}

fn join(lines: &[Line], is_glued: bool, is_cut: impl Fn(usize) -> bool) -> Text {
    let mut text = String::new();
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    let (mut space, mut begin) = (false, None);
    for (at, line) in lines.iter().enumerate() {
        let mut is_new = true;
        for c in line.core.chars() {
            if is_blank(c) {
                space = !text.is_empty();
                continue;
            }
            if space {
                text.push(' ');
                space = false;
            }
            if is_new {
                starts.push((text.len(), at));
                is_new = false;
            }
            begin.get_or_insert(text.len());
            text.push(c);
        }
        if !is_cut(at) {
            ends.extend(begin.take().map(|begin| (begin, text.len())));
            space = !text.is_empty();
        }
    }
    ends.extend(begin.map(|begin| (begin, text.len())));
    Text {
        small: text.to_ascii_lowercase(),
        whole: text,
        starts,
        lines: ends,
        is_glued,
    }
}

impl Text {
    /// Which line of the paste holds a place.
    pub(super) fn line(&self, place: usize) -> usize {
        let after = self.starts.partition_point(|(start, _)| *start <= place);
        self.starts
            .get(after.saturating_sub(1))
            .map_or(0, |start| start.1)
    }

    /// Start and end of the whole line that holds a place; a place between two belongs to the first.
    pub(super) fn whole_line(&self, place: usize) -> (usize, usize) {
        let at = self.lines.partition_point(|(_, end)| *end < place);
        let last = (self.whole.len(), self.whole.len());
        self.lines.get(at).copied().unwrap_or(last)
    }

    /// How many whole lines end from one place on and before another.
    pub(super) fn ends_within(&self, from: usize, to: usize) -> usize {
        let before = |place: usize| self.lines.partition_point(|(_, end)| *end < place);
        before(to).saturating_sub(before(from))
    }

    /// Whether a whole line begins at a place.
    pub(super) fn is_start(&self, place: usize) -> bool {
        self.lines
            .binary_search_by_key(&place, |line| line.0)
            .is_ok()
    }

    /// Whether a whole line ends at a place.
    pub(super) fn is_end(&self, place: usize) -> bool {
        self.lines
            .binary_search_by_key(&place, |line| line.1)
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::clean::clean;
    use super::*;

    #[test]
    fn lines_are_joined_and_known_by_place() {
        let lines = clean(" a  b \n\n\tc\n");
        let text = flat(&lines);
        assert_eq!(text.whole, "a b c");
        assert_eq!([0, 3, 4].map(|place| text.line(place)), [0, 0, 1]);
        assert_eq!(text.whole_line(4), (4, 5));
        assert!(text.is_start(4) && text.is_end(3) && !text.is_end(4));
        assert!(cut_lines(&lines, |_| false).is_none());
    }

    #[test]
    fn lines_that_a_terminal_cut_are_whole_again() {
        let lines = clean("Error: cannot open the so\ncket at all\nand then it went on\n");
        let text = glued(&lines, &cut_lines(&lines, |_| false).expect("a cut"));
        assert_eq!(
            text.whole,
            "Error: cannot open the socket at all and then it went on"
        );
        assert_eq!(text.line(25), 1);
        assert_eq!(text.whole_line(2), (0, 36));
    }
}
