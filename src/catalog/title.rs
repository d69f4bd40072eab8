//! A message as lists show it: cut, holes marked, small enough to keep for every record.

use crate::html::Html;
use crate::message::{Message, Part};
use crate::record::Record;

/// Most characters of a message that lists show.
const SHOWN_CHARS: usize = 300;
const HOLE_OPENS: char = '\u{1}';
const HOLE_CLOSES: char = '\u{2}';

/// A record's message, cut to a few hundred characters, with its holes.
///
/// Kept as one text in which two control characters stand around a hole's name; those of the
/// message itself are pictures by then, so they cannot be taken for it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let mut html = Html::default();
        for piece in self.0.split_inclusive([HOLE_OPENS, HOLE_CLOSES]) {
            let text = piece.trim_end_matches([HOLE_OPENS, HOLE_CLOSES]);
            if piece.ends_with(HOLE_CLOSES) {
                html.push_markup("<span class=\"hole\">");
                html.push_exact(text);
                html.push_markup("</span>");
            } else {
                html.push_exact(text);
            }
        }
        html
    }

    /// The title on one line, holes in braces.
    pub fn plain(&self) -> String {
        let braced = self.0.replace(HOLE_OPENS, "{").replace(HOLE_CLOSES, "}");
        braced.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The first words, holes as `{}`; none if they say too little to tell messages apart.
    pub fn opening(&self, words: usize) -> Option<Vec<String>> {
        let mut text = String::with_capacity(self.0.len());
        let mut in_hole = false;
        for c in self.0.chars() {
            match c {
                HOLE_OPENS => in_hole = true,
                HOLE_CLOSES => {
                    in_hole = false;
                    text.push_str("{}");
                }
                c if !in_hole => text.push(c),
                _ => {}
            }
        }
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
}
