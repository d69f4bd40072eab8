//! Message text to literal text and holes.

use crate::html::Html;

/// A message, cut into literal text and holes.
pub struct Message {
    /// The pieces, in order.
    pub parts: Vec<Part>,
}

/// A piece of a message.
pub enum Part {
    /// Literal text.
    Text(String),
    /// A part that varies.
    Hole {
        /// What to call it.
        name: String,
        /// How it stands in the source.
        source: String,
    },
}

impl Message {
    /// Takes a message apart.
    pub fn parse(error_message: &str, _pattern: Option<&str>, _path: &str) -> Message {
        Message {
            parts: vec![Part::Text(error_message.into())],
        }
    }

    /// The message as markup.
    pub fn title_html(&self) -> Html {
        let mut html = Html::default();
        for segment in self.segments() {
            html.push_exact(segment);
        }
        html
    }

    /// The literal texts.
    pub fn segments(&self) -> Vec<&str> {
        let mut found = Vec::new();
        for part in &self.parts {
            if let Part::Text(text) = part {
                found.push(text.as_str());
            }
        }
        found
    }

    /// The names of the holes.
    pub fn holes(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Hole { name, .. } => Some(name.as_str()),
            Part::Text(_) => None,
        })
    }
}
