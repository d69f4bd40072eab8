//! What one page holds: its links, its ids, the names of its elements and attributes. Links are
//! taken as they are written; whether they lead anywhere is not known here.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use scraper::{ElementRef, Html};

use super::Problem;

/// Attributes that name ids of the same page, separated by spaces.
const ID_REFERENCES: &[&str] = &[
    "for",
    "form",
    "headers",
    "list",
    "aria-labelledby",
    "aria-describedby",
];

/// An address in a page.
pub(super) struct Link {
    /// Element and attribute.
    pub(super) place: String,
    /// The address as it is written, without space around it.
    pub(super) value: String,
    /// Whether it says where the page is published rather than leading there.
    pub(super) is_canonical: bool,
}

/// A page, taken apart.
#[derive(Default)]
pub(super) struct PageFacts {
    pub(super) links: Vec<Link>,
    /// What fragments can lead to.
    pub(super) anchors: HashSet<String>,
    /// Attributes by element.
    pub(super) names: BTreeMap<String, BTreeSet<String>>,
    /// What is wrong with the page whatever the others hold: place, value, problem.
    pub(super) problems: Vec<(String, String, Problem)>,
    ids: HashSet<String>,
    references: Vec<(String, String)>,
}

impl PageFacts {
    /// Takes a page apart.
    pub(super) fn of(html: &str) -> Self {
        let mut facts = Self::default();
        facts.read(&Html::parse_document(html));
        for (place, id) in std::mem::take(&mut facts.references) {
            if !facts.ids.contains(&id) {
                facts.problems.push((place, id, Problem::NoSuchId));
            }
        }
        facts.anchors.extend(facts.ids.iter().cloned());
        facts
    }

    fn read(&mut self, html: &Html) {
        for element in html.tree.root().descendants().filter_map(ElementRef::wrap) {
            self.element(element);
        }
    }

    fn element(&mut self, element: ElementRef<'_>) {
        let name = element.value().name();
        self.names(element);
        if let Some(id) = element.attr("id")
            && !self.ids.insert(id.to_owned())
        {
            let place = format!("{name} id");
            let problem = (place, id.to_owned(), Problem::DuplicateId);
            self.problems.push(problem);
        }
        if let Some(anchor) = element.attr("name").filter(|_| name == "a") {
            self.anchors.insert(anchor.to_owned());
        }
        match name {
            "base" => {
                let href = element.attr("href").unwrap_or_default().to_owned();
                self.problems
                    .push(("base href".to_owned(), href, Problem::Base));
            }
            // The parser reads as a browser with scripts does, to which this is plain text.
            "noscript" => {
                let text: String = element.text().collect();
                self.read(&Html::parse_fragment(&text));
            }
            _ => self.links(element),
        }
    }

    fn names(&mut self, element: ElementRef<'_>) {
        let name = element.value().name();
        if !self.names.contains_key(name) {
            self.names.insert(name.to_owned(), BTreeSet::new());
        }
        if let Some(attributes) = self.names.get_mut(name) {
            for (attribute, _) in element.value().attrs() {
                if !attributes.contains(attribute) {
                    attributes.insert(attribute.to_owned());
                }
            }
        }
    }

    fn links(&mut self, element: ElementRef<'_>) {
        let name = element.value().name();
        let is_canonical = name == "link" && element.attr("rel") == Some("canonical");
        for (attribute, value) in element.value().attrs() {
            let place = || format!("{name} {attribute}");
            let mut link = |value: &str| {
                self.links.push(Link {
                    place: place(),
                    value: value.trim_ascii().to_owned(),
                    is_canonical,
                });
            };
            match attribute {
                "href" | "src" | "action" | "formaction" | "poster" => link(value),
                "data" if name == "object" => link(value),
                "srcset" | "imagesrcset" => candidates(value).for_each(link),
                "content" if name == "meta" && refreshes(element) => {
                    refresh_address(value).into_iter().for_each(link);
                }
                _ if ID_REFERENCES.contains(&attribute) => {
                    let ids = value.split_ascii_whitespace();
                    self.references
                        .extend(ids.map(|id| (place(), id.to_owned())));
                }
                _ => {}
            }
        }
    }
}

fn refreshes(meta: ElementRef<'_>) -> bool {
    meta.attr("http-equiv")
        .is_some_and(|kind| kind.eq_ignore_ascii_case("refresh"))
}

/// The addresses of `srcset`: each runs to the next space; a comma ends it only at its own end or
/// after what describes it.
fn candidates(srcset: &str) -> impl Iterator<Item = &str> {
    let mut rest = srcset;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let end = rest
            .find(|c: char| c.is_ascii_whitespace())
            .unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        let bare = address.trim_end_matches(',');
        rest = if bare.len() < address.len() {
            after
        } else {
            after.split_once(',').map_or("", |(_, next)| next)
        };
        (!bare.is_empty()).then_some(bare)
    })
}

/// The address of `3; url=there.html`; none if the page only loads itself again.
fn refresh_address(content: &str) -> Option<&str> {
    let (_, address) = content.split_once([';', ','])?;
    let address = address.trim_ascii();
    let named = address
        .get(..3)
        .filter(|name| name.eq_ignore_ascii_case("url"))
        .and_then(|_| address[3..].trim_ascii_start().strip_prefix('='));
    let address = named.unwrap_or(address).trim_ascii();
    let quote = address.chars().next().filter(|c| matches!(c, '"' | '\''));
    let address = match quote {
        Some(quote) => address[1..].split(quote).next().unwrap_or_default(),
        None => address,
    };
    (!address.is_empty()).then_some(address)
}
