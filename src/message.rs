//! stand-in
use crate::html::Html;
/// m
pub struct Message {
    /// p
    pub parts: Vec<Part>,
}
/// p
pub enum Part {
    /// t
    Text(String),
    /// h
    Hole {
        /// n
        name: String,
        /// s
        source: String,
    },
}
impl Message {
    /// p
    pub fn parse(error_message: &str, _pattern: Option<&str>, _path: &str) -> Message {
        Message {
            parts: vec![Part::Text(error_message.into())],
        }
    }
    /// t
    pub fn title_html(&self) -> Html {
        let mut h = Html::default();
        for p in &self.parts {
            if let Part::Text(t) = p {
                h.push_exact(t)
            }
        }
        h
    }
    /// p
    pub fn plain(&self) -> String {
        self.parts
            .iter()
            .map(|p| match p {
                Part::Text(t) => t.clone(),
                Part::Hole { name, .. } => name.clone(),
            })
            .collect()
    }
}
impl Message {
    /// s
    pub fn segments(&self) -> Vec<&str> {
        self.parts
            .iter()
            .filter_map(|p| {
                if let Part::Text(t) = p {
                    Some(t.as_str())
                } else {
                    None
                }
            })
            .collect()
    }
    /// h
    pub fn holes(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|p| {
            if let Part::Hole { name, .. } = p {
                Some(name.as_str())
            } else {
                None
            }
        })
    }
}
