//! The text of an error as a template: literal text, and named holes where values stand.
//!
//! In goes the message as the source writes it, the pattern that a machine made of it, and the file's
//! path, whose ending tells the language; out come the parts. Nothing is ever run as a regex, and all
//! of it takes time linear in the text. Knows nothing of records or pages.

mod hole;
mod name;
mod notation;
mod pattern;
mod template;
#[cfg(test)]
mod tests;
pub mod words;

use std::ops::Range;

use crate::html::Html;
use name::Names;
use notation::{Notation, Piece};
pub use template::{Template, safe_words};

/// Most holes of a message: no message that a person wrote has a hundredth of them, and each takes
/// memory many times over. Past them, what would be holes is text.
pub(crate) const HOLES_MAX: usize = 1_000;

/// An error's text, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Text and holes in turn: neither stands next to one of its kind.
    pub parts: Vec<Part>,
}

/// A piece of a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// What is always the same, as a program prints it: `{{` is `{` where braces mark holes.
    Text(String),
    /// What varies.
    Hole {
        /// What to call it: from the source, else from the word before it, else `value`; with a
        /// number from the second of a name on.
        name: String,
        /// How the source writes it.
        source: String,
    },
}

impl Message {
    /// Takes a message apart: at the holes of the pattern if the pattern fits it, else at what the
    /// language of the file writes for a value.
    pub fn parse(error_message: &str, message_pattern: Option<&str>, file_path: &str) -> Self {
        let notation = Notation::of_file(file_path);
        let by_pattern = message_pattern
            .and_then(pattern::literals)
            .and_then(|literals| pattern::align(error_message, &literals));
        match by_pattern {
            Some(spans) => Self::by_spans(error_message, &spans, notation),
            None => Self::by_notation(error_message, notation),
        }
    }

    fn by_spans(message: &str, holes: &[Range<usize>], notation: Notation) -> Self {
        Self {
            parts: assemble(&pieces_of_spans(message, holes, notation), notation),
        }
    }

    fn by_notation(message: &str, notation: Notation) -> Self {
        Self {
            parts: assemble(&notation.pieces(message), notation),
        }
    }

    /// The message for a heading, holes marked and named. Line ends stay line feeds.
    pub fn title_html(&self) -> Html {
        let mut html = Html::default();
        for part in &self.parts {
            match part {
                Part::Text(text) => html.push_exact(text),
                Part::Hole { name, .. } => {
                    html.push_markup("<span class=\"hole\">");
                    html.push_exact(name);
                    html.push_markup("</span>");
                }
            }
        }
        html
    }

    /// The message as plain text, holes as the source writes them. Not escaped.
    pub fn plain(&self) -> String {
        self.parts
            .iter()
            .map(|part| match part {
                Part::Text(text) => text.as_str(),
                Part::Hole { source, .. } => source.as_str(),
            })
            .collect()
    }

    /// The literals around the holes, one more than there are holes: `""` at an end for a hole there.
    pub fn segments(&self) -> Vec<&str> {
        let mut segments = Vec::with_capacity(self.parts.len() + 1);
        let mut last = "";
        for part in &self.parts {
            match part {
                Part::Text(text) => last = text,
                Part::Hole { .. } => {
                    segments.push(last);
                    last = "";
                }
            }
        }
        segments.push(last);
        segments
    }

    /// The names of the holes, in order.
    pub fn holes(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text(_) => None,
            Part::Hole { name, .. } => Some(name.as_str()),
        })
    }
}

/// The pieces of a message whose holes are known: what the notation would take for a hole elsewhere
/// is text, but doubled signs are still told apart.
fn pieces_of_spans<'m>(
    message: &'m str,
    holes: &[Range<usize>],
    notation: Notation,
) -> Vec<Piece<'m>> {
    let as_text = |piece| match piece {
        Piece::Hole(source) => Piece::Text(source),
        other => other,
    };
    let mut pieces = Vec::new();
    let mut at = 0;
    for hole in holes {
        pieces.extend(
            notation
                .pieces(&message[at..hole.start])
                .into_iter()
                .map(as_text),
        );
        pieces.push(Piece::Hole(&message[hole.clone()]));
        at = hole.end;
    }
    pieces.extend(notation.pieces(&message[at..]).into_iter().map(as_text));
    pieces
}

/// Joins neighbours and names the holes. A doubled sign is one sign if the text is formatted at all,
/// which its holes tell where the language does not.
fn assemble(pieces: &[Piece<'_>], notation: Notation) -> Vec<Part> {
    let has_hole = |sign: u8| {
        pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Hole(source) if source.as_bytes()[0] == sign))
    };
    let braces = notation.always_formats || has_hole(b'{');
    let percent = notation.always_formats || has_hole(b'%');
    let mut parts: Vec<Part> = Vec::new();
    let mut holes = 0;
    for piece in pieces {
        match *piece {
            Piece::Hole(source) => match parts.last_mut() {
                Some(Part::Hole { source: last, .. }) => last.push_str(source),
                _ if holes == HOLES_MAX => push_text(&mut parts, source),
                _ => {
                    holes += 1;
                    parts.push(Part::Hole {
                        name: String::new(),
                        source: source.to_owned(),
                    });
                }
            },
            Piece::Doubled(pair) => {
                let single = if pair == "%%" { percent } else { braces };
                push_text(&mut parts, if single { &pair[1..] } else { pair });
            }
            Piece::Text(text) => push_text(&mut parts, text),
        }
    }
    name_holes(&mut parts, notation);
    parts
}

fn push_text(parts: &mut Vec<Part>, text: &str) {
    match parts.last_mut() {
        _ if text.is_empty() => {}
        Some(Part::Text(last)) => last.push_str(text),
        _ => parts.push(Part::Text(text.to_owned())),
    }
}

fn name_holes(parts: &mut [Part], notation: Notation) {
    let mut names = Names::default();
    let mut before = "";
    for part in parts {
        match part {
            Part::Text(text) => before = text,
            Part::Hole { name, source } => {
                *name = names.next(source, before, notation);
                before = "";
            }
        }
    }
}

/// What JavaScript's `\s` matches: white space as both halves of the search see it.
pub fn is_blank(c: char) -> bool {
    c == '\u{feff}' || c.is_whitespace() && c != '\u{85}'
}
