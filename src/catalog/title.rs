//! A message as lists show it: cut, holes marked, small enough to keep for every record; and where
//! two of them differ. The door to `similar`.

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::html::Html;
use crate::message::{Message, Part};
use crate::record::Record;

/// Most characters of a message that lists show.
const SHOWN_CHARS: usize = 300;
const HOLE_OPENS: char = '\u{1}';
const HOLE_CLOSES: char = '\u{2}';
/// What the markup of one hole takes, so that most titles are written without growing.
const HOLE_MARKUP_BYTES: usize = 64;

/// A record's message, cut to a few hundred characters, with its holes.
///
/// Kept as one text in which two control characters stand around a hole's name; those of the
/// message itself are pictures by then, so they cannot be taken for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title(Box<str>);

impl Title {
    /// The title of a record.
    pub fn of(record: &Record) -> Self {
        let message = Message::parse(
            &record.error_message,
            Some(&record.message_pattern),
            &record.file_path,
        );
        let mut title = String::new();
        let mut room = SHOWN_CHARS;
        for part in &message.parts {
            let (text, is_hole) = match part {
                Part::Text(text) => (text, false),
                Part::Hole { name, .. } => (name, true),
            };
            let text = crate::html::pictures(text);
            let shown = text.chars().take(room).collect::<String>();
            room -= shown.chars().count();
            let cut = shown.len() < text.len();
            if is_hole {
                title.extend([HOLE_OPENS]);
                title.push_str(&shown);
                title.extend([HOLE_CLOSES]);
            } else {
                title.push_str(&shown);
            }
            if cut {
                title.push('…');
                break;
            }
        }
        Self(title.into())
    }

    /// The title as markup, holes as chips.
    pub fn html(&self) -> Html {
        let mut html = Html::with_capacity(self.0.len() + HOLE_MARKUP_BYTES);
        for piece in self.pieces() {
            piece.push_to(&mut html);
        }
        html
    }

    /// The title as markup, with the words marked in which it differs from another one; none are
    /// where the two have little in common, since all would be.
    pub fn html_beside(&self, other: &Title) -> Html {
        let words = self.words();
        let differs = differing(&words, &other.words());
        let count = differs.iter().filter(|differs| **differs).count();
        if count * 2 > words.len() {
            return self.html();
        }
        let mut html = Html::default();
        let mut marked = false;
        for (word, differs) in words.iter().zip(differs) {
            match (marked, differs) {
                (false, true) => html.push_markup("<mark>"),
                (true, false) => html.push_markup("</mark>"),
                _ => {}
            }
            marked = differs;
            word.push_to(&mut html);
        }
        if marked {
            html.push_markup("</mark>");
        }
        html
    }

    /// The title cut into words, the space between them, and holes.
    fn words(&self) -> Vec<Word<'_>> {
        let mut words = Vec::new();
        for piece in self.pieces() {
            if piece.is_hole {
                words.push(piece);
                continue;
            }
            let mut rest = piece.text;
            while let Some(first) = rest.chars().next() {
                let space = first.is_whitespace();
                let end = rest.find(|c: char| c.is_whitespace() != space);
                let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
                words.push(Word {
                    text,
                    is_hole: false,
                });
                rest = after;
            }
        }
        words
    }

    /// The title cut into holes and the text between them.
    fn pieces(&self) -> impl Iterator<Item = Word<'_>> {
        let is_mark = |b: &u8| *b == HOLE_OPENS as u8 || *b == HOLE_CLOSES as u8;
        let mut rest = &*self.0;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let bytes = rest.as_bytes();
            let end = bytes.iter().position(is_mark).unwrap_or(bytes.len());
            let is_hole = bytes.get(end) == Some(&(HOLE_CLOSES as u8));
            let text = &rest[..end];
            rest = rest.get(end + 1..).unwrap_or_default();
            Some(Word { text, is_hole })
        })
    }

    /// The title on one line, holes in braces.
    pub fn plain(&self) -> String {
        let braced = self.0.replace(HOLE_OPENS, "{").replace(HOLE_CLOSES, "}");
        braced.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The first words, holes as `{}`; none if they say too little to tell messages apart.
    pub fn opening(&self, words: usize) -> Option<Vec<String>> {
        let text: String = self.outside_holes().collect();
        let opening: Vec<String> = text
            .split_whitespace()
            .take(words)
            .map(str::to_owned)
            .collect();
        let telling = opening
            .iter()
            .filter(|word| word.contains(char::is_alphabetic))
            .count();
        (opening.len() == words && telling + 1 >= words).then_some(opening)
    }

    /// Whether its first words are these, which are another title's opening.
    pub fn opens_with(&self, opening: &[String]) -> bool {
        let mut rest = self.outside_holes().peekable();
        opening.iter().all(|word| {
            while rest.next_if(|c| c.is_whitespace()).is_some() {}
            let begins = word.chars().all(|c| rest.next() == Some(c));
            begins && rest.peek().is_none_or(|c| c.is_whitespace())
        })
    }

    /// The text with each hole as `{}`.
    fn outside_holes(&self) -> impl Iterator<Item = char> {
        let mut in_hole = false;
        self.0.chars().filter_map(move |c| match c {
            HOLE_OPENS => {
                in_hole = true;
                Some('{')
            }
            HOLE_CLOSES => {
                in_hole = false;
                Some('}')
            }
            c => (!in_hole).then_some(c),
        })
    }
}

/// A word, the space between two, a hole, or the whole text between two holes.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Word<'a> {
    text: &'a str,
    is_hole: bool,
}

impl Word<'_> {
    fn is_space(&self) -> bool {
        !self.is_hole && self.text.chars().all(char::is_whitespace)
    }

    fn push_to(&self, html: &mut Html) {
        if self.is_hole {
            html.push_markup("<span class=\"hole\">");
            html.push_exact(self.text);
            html.push_markup("</span>");
        } else {
            html.push_exact(self.text);
        }
    }
}

/// Which words are not in another message too, in the same order.
fn differing(words: &[Word<'_>], others: &[Word<'_>]) -> Vec<bool> {
    let mut differs = vec![true; words.len()];
    for op in capture_diff_slices(Algorithm::Myers, others, words) {
        if let DiffOp::Equal { new_index, len, .. } = op {
            differs[new_index..new_index + len].fill(false);
        }
    }
    // Space is marked between two words that are, and nowhere else.
    for at in 0..words.len() {
        if words[at].is_space() {
            let beside = |at: Option<usize>| at.and_then(|at| differs.get(at)) == Some(&true);
            differs[at] = beside(at.checked_sub(1)) && beside(at.checked_add(1));
        }
    }
    differs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(text: &str) -> Title {
        Title(text.replace('{', "\u{1}").replace('}', "\u{2}").into())
    }

    #[track_caller]
    fn assert_marked(other: &str, text: &str, expected: &str) {
        let html = title(text).html_beside(&title(other));
        let html = html.as_str().replace("<span class=\"hole\">", "{");
        assert_eq!(html.replace("</span>", "}"), expected);
    }

    #[test]
    fn words_that_differ_are_marked_and_the_space_around_them_is_not() {
        let other = "cannot read the file {path}: gone";
        for (text, expected) in [
            (other, other),
            (
                "cannot write the file {path}: gone",
                "cannot <mark>write</mark> the file {path}: gone",
            ),
            (
                "cannot read the file {name}: gone",
                "cannot read the file <mark>{name}</mark>: gone",
            ),
            (
                "cannot read the file {path}: too <big",
                "cannot read the file {path}: <mark>too &lt;big</mark>",
            ),
            (
                "cannot read the old and dusty file {path}",
                "cannot read the <mark>old and dusty</mark> file {path}",
            ),
            ("the file {path}: gone", "the file {path}: gone"),
        ] {
            assert_marked(other, text, expected);
        }
    }

    #[test]
    fn titles_open_alike_when_their_first_words_are_the_same() {
        let title = title("cannot read {path} now: gone");
        let opening = title.opening(3).unwrap();
        assert_eq!(opening, ["cannot", "read", "{}"]);
        for (other, alike) in [
            ("cannot  read {file}", true),
            (" cannot read {x} again", true),
            ("cannot read {x}again", false),
            ("cannot read", false),
            ("cannot readx {x}", false),
            ("can not read {x}", false),
        ] {
            assert_eq!(self::title(other).opens_with(&opening), alike, "{other}");
        }
    }

    #[test]
    fn messages_with_little_in_common_are_not_marked() {
        assert_marked(
            "cannot read the file",
            "too many open sockets",
            "too many open sockets",
        );
        assert_marked("", "{hole}", "{hole}");
        assert_marked("x", "", "");
    }
}
