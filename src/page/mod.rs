//! What templates see: one view struct a page kind, one file a kind.
//!
//! A view is plain data. Every field is always passed, optional ones as none, so a template never
//! asks for something that is not there. Fields whose names end in `_html` are markup already.

pub mod article;
pub mod changes;
pub mod code;
pub mod facet;
pub mod facts;
pub mod forward;
mod frame;
pub mod gone;
pub mod home;
mod linked_data;
pub mod listing;
mod near;
pub mod recent;
pub mod record;
pub mod repo;
pub mod search;
pub mod source;
pub mod source_tree;
mod surroundings;
pub mod withdrawn;

use serde::Serialize;

use crate::address::OutPath;
use crate::catalog::{Catalog, FacetIx, Header, RecordIx, RepoIx, ValueIx};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::fate::Fates;
use crate::highlight::Highlighter;
use crate::html::{Html, pictures};
use crate::input::Sources;
use crate::record::Record;
use crate::timings::{Stage, Timings};

/// What pages are made of.
#[derive(Clone, Copy)]
pub struct Material<'a> {
    /// The site's settings.
    pub config: &'a Config,
    /// All headers.
    pub catalog: &'a Catalog,
    /// What became of all that was published before.
    pub fates: &'a Fates,
    /// Where records are read back from.
    pub sources: &'a Sources,
    /// What colours code.
    pub highlighter: &'a Highlighter,
    /// What takes the time of it.
    pub timings: &'a Timings,
}

/// What the layout needs of every page.
#[derive(Debug, Serialize)]
pub struct Shell {
    /// From this page to the site's root: empty or `../` repeated.
    pub root: String,
    /// For the browser's tab.
    pub title: String,
    /// One sentence for search engines; may be empty.
    pub description: String,
    /// The page's full address, where the site's is known.
    pub canonical: Option<String>,
    /// What it is to those who show a preview of a link: `article` or `website`.
    pub preview: &'static str,
    /// Whether search engines should leave it out: lists of one record.
    pub noindex: bool,
    /// The links of the bar on top.
    pub menu: Vec<Link>,
}

/// A link.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    /// What it says.
    pub text: String,
    /// Where it leads, relative to the page.
    pub href: String,
    /// Whether it leads to the page it stands on.
    pub here: bool,
}

impl Link {
    /// A link from one page to another.
    pub fn new(text: &str, from: &OutPath, to: &OutPath) -> Self {
        Self {
            text: pictures(text).into_owned(),
            href: from.href(to),
            here: from == to,
        }
    }
}

/// One record in a list.
#[derive(Debug, Serialize)]
pub struct Row {
    /// Its message, holes as chips.
    pub title_html: Html,
    /// Where it leads.
    pub href: String,
    /// How bad it is.
    pub severity: String,
    /// Its code, if it has one.
    pub code: Option<String>,
    /// Its repository, where the list spans several.
    pub repo: Option<String>,
    /// `path:line`.
    pub place: String,
    /// Anything more, such as what it shares.
    pub note: Option<String>,
}

/// One bar of a chart.
#[derive(Debug, Serialize)]
pub struct Bar {
    /// What is counted.
    pub link: Link,
    /// How many, for people.
    pub count: String,
    /// Length in percent of the longest.
    pub width: String,
    /// A severity's colour.
    pub severity: Option<String>,
}

/// The way through a list that is cut into pages.
#[derive(Debug, Serialize)]
pub struct Pager {
    /// This page, from 1.
    pub number: u32,
    /// How many there are.
    pub total: u32,
    /// The page before.
    pub previous: Option<String>,
    /// The page after.
    pub next: Option<String>,
    /// Links to some of the pages: first, last, and those around; a gap is a link without address.
    pub pages: Vec<Link>,
}

impl Pager {
    /// The pager of page `number` of `total`, none if there is only one.
    pub fn new(number: u32, total: u32, address: impl Fn(u32) -> OutPath) -> Option<Self> {
        if total <= 1 {
            return None;
        }
        let here = address(number);
        let href = |n: u32| here.href(&address(n));
        let mut pages = Vec::new();
        let mut before = 0;
        for n in 1..=total {
            if n != 1 && n != total && n.abs_diff(number) > 2 {
                continue;
            }
            if n > before + 1 {
                pages.push(Link {
                    text: "…".into(),
                    href: String::new(),
                    here: false,
                });
            }
            pages.push(Link {
                text: n.to_string(),
                href: href(n),
                here: n == number,
            });
            before = n;
        }
        Some(Self {
            number,
            total,
            previous: (number > 1).then(|| href(number - 1)),
            next: (number < total).then(|| href(number + 1)),
            pages,
        })
    }
}

impl Shell {
    /// Says what the page is.
    fn describe(&mut self, title: &str, description: &str) {
        self.title = pictures(title).into_owned();
        self.description = pictures(description).into_owned();
    }
}

impl Material<'_> {
    /// Reads a record again.
    ///
    /// # Errors
    /// If its bytes are no longer those that were read first.
    pub fn read(&self, header: &Header) -> Result<Record, Box<Diagnostic>> {
        let read = || self.sources.read(header.place);
        self.timings
            .time(Stage::ReadBack, "", || header.id.to_string(), read)
    }

    /// The shell of a page.
    pub fn shell(&self, here: &OutPath, title: &str, description: &str) -> Shell {
        Shell {
            root: here.root(),
            title: pictures(title).into_owned(),
            description: pictures(description).into_owned(),
            canonical: self
                .config
                .site
                .base_url
                .as_deref()
                .map(|base| here.url(base)),
            preview: "website",
            noindex: false,
            menu: self.menu(here),
        }
    }

    /// The bar's links: all records, the first facet, and the site's own.
    fn menu(&self, here: &OutPath) -> Vec<Link> {
        let mut menu = vec![Link::new("Repositories", here, &repos_address(1))];
        if let Some((facet, values)) = self.catalog.facets().first()
            && !values.is_empty()
        {
            menu.push(Link::new(
                &facet.title,
                here,
                &self.catalog.facet_address(0, 1),
            ));
        }
        menu.push(Link::new("Search", here, &search_address()));
        for item in &self.config.site.menu {
            let href = match OutPath::parse(&item.url) {
                Some(path) => here.href(&path),
                None => item.url.clone(),
            };
            menu.push(Link {
                text: item.title.clone(),
                href,
                here: false,
            });
        }
        menu
    }

    /// Whether the site has a feed: where its address is known, and when a record changed.
    pub fn has_feed(&self) -> bool {
        self.config.site.base_url.is_some() && self.catalog.newest().is_some()
    }

    /// A record in a list on the page `here`.
    pub fn row(&self, here: &OutPath, record: RecordIx, with_repo: bool) -> Row {
        let header = self.catalog.record(record);
        let address = self.catalog.address(header);
        Row {
            title_html: header.title.html(),
            href: here.href_to(&address, &header.id.to_string()),
            severity: pictures(self.catalog.severity(header)).into_owned(),
            code: self
                .catalog
                .code(header)
                .map(|code| pictures(code).into_owned()),
            repo: with_repo.then(|| pictures(&self.catalog.repo_of(header).name).into_owned()),
            place: self.place(header),
            note: None,
        }
    }

    /// `path:line`, or the path where no line is known.
    pub fn place(&self, header: &Header) -> String {
        let path = pictures(self.catalog.path(header));
        match header.line {
            Some(line) => format!("{path}:{line}"),
            None => path.into_owned(),
        }
    }

    /// A link to a value's page.
    pub fn value_link(&self, here: &OutPath, value: ValueIx) -> Link {
        Link::new(
            &self.catalog.value(value).text,
            here,
            &self.catalog.value_address(value, 1),
        )
    }

    /// A chart of a facet's most frequent values among some records, or among all.
    pub fn chart(
        &self,
        here: &OutPath,
        field: &str,
        among: Option<RepoIx>,
        most: usize,
    ) -> Vec<Bar> {
        let Some(facet) = self.catalog.facet(field) else {
            return Vec::new();
        };
        let values = self.catalog.facets()[usize::from(facet)].1.clone();
        let mut counts: Vec<(usize, ValueIx)> = match among {
            None => values
                .map(|value| (self.catalog.records_with(value).len(), value))
                .collect(),
            Some(repo) => self.counts_in(repo, facet),
        };
        counts.sort_by_key(|(count, value)| (std::cmp::Reverse(*count), *value));
        counts.truncate(most);
        let longest = counts.first().map_or(1, |(count, _)| *count);
        counts
            .into_iter()
            .map(|(count, value)| Bar {
                link: self.value_link(here, value),
                count: thousands(count),
                width: per_mille(count, longest),
                severity: (field == "severity").then(|| self.catalog.value(value).text.to_string()),
            })
            .collect()
    }

    fn counts_in(&self, repo: RepoIx, facet: FacetIx) -> Vec<(usize, ValueIx)> {
        let mut counts = std::collections::BTreeMap::new();
        for record in self.catalog.repo(repo).records.clone() {
            for value in self.catalog.values_of(self.catalog.record(record), facet) {
                *counts.entry(value).or_insert(0) += 1;
            }
        }
        counts
            .into_iter()
            .map(|(value, count)| (count, value))
            .collect()
    }

    /// A repository's name for people.
    pub fn repo_title(&self, repo: RepoIx) -> String {
        let name = &self.catalog.repo(repo).name;
        let title = self
            .config
            .repos
            .get(&**name)
            .and_then(|repo| repo.title.as_deref());
        pictures(title.unwrap_or(name)).into_owned()
    }
}

/// The list of all repositories.
pub fn repos_address(number: u32) -> OutPath {
    crate::catalog::index_address(&["errors"], number)
}

/// The search page.
pub fn search_address() -> OutPath {
    OutPath::fixed("search/index.html")
}

/// The feed of what changed last.
pub fn feed_address() -> OutPath {
    OutPath::fixed("feed.xml")
}

/// The home page.
pub fn home_address() -> OutPath {
    OutPath::fixed("index.html")
}

/// A number with commas: `8,120`.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A noun with its number: `1 error`, `8,120 errors`.
pub fn counted(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", thousands(number))
}

/// A share in percent with one decimal, at least the width of a hair.
fn per_mille(part: usize, whole: usize) -> String {
    let tenths = (part * 1000 / whole.max(1)).max(5);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Cuts `count` rows into pages of `rows`: how many there are, one at least.
pub fn page_count(count: usize, rows: usize) -> u32 {
    u32::try_from(count.div_ceil(rows.max(1)).max(1)).unwrap_or(u32::MAX)
}

/// The rows of page `number`, from 1.
pub fn page_range(count: usize, rows: usize, number: u32) -> std::ops::Range<usize> {
    let start = (number.saturating_sub(1) as usize * rows).min(count);
    start..(start + rows).min(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(thousands),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(counted(1, "error"), "1 error");
        assert_eq!(per_mille(1, 3), "33.3");
        assert_eq!(per_mille(1, 100_000), "0.5");
    }

    #[test]
    fn a_pager_shows_the_ends_and_what_is_near() {
        let address = |n| crate::catalog::listing_address(&["tags", "x"], n);
        let pager = Pager::new(6, 20, address).unwrap();
        let shown: Vec<_> = pager.pages.iter().map(|page| page.text.as_str()).collect();
        assert_eq!(shown, ["1", "…", "4", "5", "6", "7", "8", "…", "20"]);
        assert_eq!(pager.pages[0].href, "../../x.html");
        assert_eq!(pager.next.as_deref(), Some("7.html"));
        assert!(Pager::new(1, 1, address).is_none());
    }
}
