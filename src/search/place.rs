//! Where a record's page is, said as briefly as can be: most addresses follow from what a result
//! row shows anyway.
//!
//! `documents.js` undoes it. Nothing here decides what a record's address is.

use serde_json::Value;

use super::Document;
use super::json::{push, string};

/// What the slug rule looks at, in UTF-16 code units.
const SLUG_UNITS: usize = 50;
/// Digits of the id that tell slugs of one repository apart.
const SUFFIX_DIGITS: usize = 6;

/// A page's address, relative to what its row shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `errors/<repo>/<slug of the message>.html`
    Plain,
    /// The same with `-` and six digits of the id.
    Suffixed,
    /// `errors/<repo>/<this>.html`
    Slug(Box<str>),
    /// Any other address.
    Whole(Box<str>),
}

impl Place {
    /// The shortest way to say the document's address, the message being shown as `title`; by rule
    /// only if its repository is shown as it is.
    pub(super) fn of(document: &Document<'_>, title: &str, by_rule: bool) -> Self {
        let rule = slug(title);
        let in_repo = document
            .address
            .strip_prefix("errors/")
            .and_then(|rest| rest.strip_prefix(document.repo)?.strip_prefix('/'))
            .and_then(|rest| rest.strip_suffix(".html"))
            .filter(|slug| by_rule && !slug.is_empty() && !slug.contains('/'));
        match in_repo {
            None => Self::Whole(document.address.into()),
            Some(slug) if slug == rule => Self::Plain,
            Some(slug) if slug == suffixed(&rule, document.id) => Self::Suffixed,
            Some(slug) => Self::Slug(slug.into()),
        }
    }

    /// The address again.
    pub(super) fn address(&self, id: &str, title: &str, repo: &str) -> String {
        let slug = match self {
            Self::Whole(address) => return address.to_string(),
            Self::Slug(slug) => slug.to_string(),
            Self::Plain => slug(title),
            Self::Suffixed => suffixed(&slug(title), id),
        };
        format!("errors/{repo}/{slug}.html")
    }

    /// What a shard says of the place: nothing, 1 for the suffix, a slug, or an address, which is
    /// told from a slug by its slashes.
    pub(super) fn to_json(&self) -> Option<String> {
        match self {
            Self::Plain => None,
            Self::Suffixed => Some("1".to_owned()),
            Self::Slug(text) | Self::Whole(text) => Some(string(text)),
        }
    }
}

/// The last field of a row, read back.
pub(super) fn read(field: Option<&Value>) -> Place {
    match field {
        None => Place::Plain,
        Some(Value::String(text)) if text.contains('/') => Place::Whole(text.as_str().into()),
        Some(Value::String(text)) => Place::Slug(text.as_str().into()),
        Some(_) => Place::Suffixed,
    }
}

/// The data set's slug of a text.
fn slug(text: &str) -> String {
    let mut units = 0;
    let mut slug = String::with_capacity(SLUG_UNITS);
    for c in text.chars() {
        units += c.len_utf16();
        if units > SLUG_UNITS {
            break;
        }
        for c in c.to_lowercase() {
            if c.is_ascii_lowercase() || c.is_ascii_digit() {
                slug.push(c);
            } else if !slug.is_empty() && !slug.ends_with('-') {
                slug.push('-');
            }
        }
    }
    let trimmed = slug.trim_end_matches('-');
    if trimmed.is_empty() {
        return "error".to_owned();
    }
    trimmed.to_owned()
}

fn suffixed(slug: &str, id: &str) -> String {
    let mut made = slug.to_owned();
    let digits = id.get(..SUFFIX_DIGITS).unwrap_or(id);
    push(&mut made, format_args!("-{digits}"));
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(title: &str, address: &str) -> Place {
        let document = Document {
            title,
            address,
            id: "0123456789abcdef",
            repo: "o/r",
            ..Document::sample()
        };
        let place = Place::of(&document, title, true);
        assert_eq!(place.address(document.id, title, document.repo), address);
        place
    }

    #[test]
    fn an_address_is_said_by_rule_where_the_rule_gives_it() {
        assert_eq!(
            place("No such {x}!", "errors/o/r/no-such-x.html"),
            Place::Plain
        );
        assert_eq!(
            place("No such", "errors/o/r/no-such-012345.html"),
            Place::Suffixed
        );
        assert_eq!(
            place("No such", "errors/o/r/e0382.html"),
            Place::Slug("e0382".into())
        );
        for address in ["errors/o/r2/no-such.html", "errors/o/r/a/b.html", "x.html"] {
            assert_eq!(place("No such", address), Place::Whole(address.into()));
        }
    }

    #[test]
    fn slugs_follow_the_shared_vectors() {
        let vectors: Vec<(String, String)> =
            serde_json::from_str(include_str!("../../tests/vectors/slugs.json")).expect("vectors");
        for (text, expected) in vectors {
            assert_eq!(slug(&text), expected, "{text:?}");
        }
    }
}
