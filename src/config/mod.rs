//! `site.toml`: what a site's owner can set, with its defaults.
//!
//! Every key is optional, so a folder of records is a site without any settings. Unknown keys are
//! errors, since a mistyped key would otherwise be a setting that silently does nothing. Paths are
//! relative to the folder of the file. Nothing here reads records or knows about pages.

mod engine;
mod facet;
mod load;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

pub use engine::Engine;
pub use facet::{Facet, default_facets};
pub use load::{check, load, parse};

use crate::record;

/// All settings of a site.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Folder that relative paths start from: that of `site.toml`.
    #[serde(skip)]
    pub root: PathBuf,
    /// What the site says of itself.
    pub site: Site,
    /// Where records come from.
    pub input: Input,
    /// Where the site goes and what belongs to it.
    pub output: Output,
    /// How lists are cut.
    pub listing: Listing,
    /// What readers browse by.
    pub facets: Facets,
    /// What is known of single repositories, by `owner/name`.
    pub repos: BTreeMap<String, Repo>,
    /// How code is coloured.
    pub highlight: Highlight,
    /// What the search index holds.
    pub search: Search,
    /// Changes to the look.
    pub theme: Theme,
}

/// `[site]`
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct Site {
    /// The site's name.
    pub title: String,
    /// One sentence, shown on the home page and to search engines.
    pub description: String,
    /// Language of the texts, as in HTML's `lang`.
    pub language: String,
    /// Where the site will be served, such as `https://example.org/errors/`; without it there are
    /// no canonical links, previews, JSON-LD, sitemap and feed, and `404.html` has no look.
    pub base_url: Option<String>,
    /// Where readers report a problem; `{id}` and `{title}` are filled in.
    pub issue_url: Option<String>,
    /// How the prose was made, such as `machine-written`; shown on every record.
    pub provenance: Option<String>,
    /// Links added to the bar on top.
    pub menu: Vec<MenuItem>,
}

impl Default for Site {
    fn default() -> Self {
        Self {
            title: "Error reference".into(),
            description: String::new(),
            language: "en".into(),
            base_url: None,
            issue_url: None,
            provenance: None,
            menu: Vec::new(),
        }
    }
}

/// One of `[[site.menu]]`
#[derive(Clone, Debug, Deserialize)]
pub struct MenuItem {
    /// What the link says.
    pub title: String,
    /// Where it leads: a full address, or a file of the site such as `tags/rust.html`.
    pub url: String,
}

/// `[input]`
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct Input {
    /// Files and folders that hold records.
    pub paths: Vec<PathBuf>,
    /// Ids and repositories whose records are left out.
    pub withdrawn: Vec<String>,
    /// Most bytes of one record's JSON.
    pub max_record_bytes: usize,
    /// Most bytes of one text of a record.
    pub max_text_bytes: usize,
    /// Most items of one list of a record.
    pub max_list_items: usize,
    /// Most tags of a record.
    pub max_tags: usize,
    /// Most bytes that compressed files and standard input hold, all together.
    pub max_unpacked_bytes: u64,
    /// Most bytes that one byte of a compressed file stands for.
    pub max_unpacked_ratio: u64,
}

impl Default for Input {
    fn default() -> Self {
        let limits = record::Limits::default();
        Self {
            paths: vec!["records".into()],
            withdrawn: Vec::new(),
            max_record_bytes: limits.record_bytes,
            max_text_bytes: limits.string_bytes,
            max_list_items: limits.list_items,
            max_tags: limits.tags,
            max_unpacked_bytes: 16 << 30,
            max_unpacked_ratio: 200,
        }
    }
}

impl Input {
    /// The bounds as the reader takes them.
    pub fn limits(&self) -> record::Limits {
        record::Limits {
            record_bytes: self.max_record_bytes,
            string_bytes: self.max_text_bytes,
            list_items: self.max_list_items,
            tags: self.max_tags,
            ..record::Limits::default()
        }
    }
}

/// `[output]`
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the file, on its own"
)]
pub struct Output {
    /// The folder that the site is written to.
    pub dir: PathBuf,
    /// Whether each record has an address by its id (`id/<id>.html`).
    pub permalinks: bool,
    /// Whether the site shows which files the records come from (`source/…`).
    pub source: bool,
    /// Whether the records are published as data, too (`data/…`).
    pub data: bool,
    /// Whether the records of each page stand beside it as data.
    pub page_json: bool,
}

impl Default for Output {
    fn default() -> Self {
        Self {
            dir: "public".into(),
            permalinks: true,
            source: true,
            data: false,
            page_json: false,
        }
    }
}

/// `[listing]`
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct Listing {
    /// Rows on one page of a list.
    pub rows: usize,
}

impl Default for Listing {
    fn default() -> Self {
        Self { rows: 100 }
    }
}

/// `[[facets]]`: the default set, unless the site lists its own.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Facets(pub Vec<Facet>);

impl Default for Facets {
    fn default() -> Self {
        Self(default_facets())
    }
}

/// `[repos."owner/name"]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Repo {
    /// A name for people.
    pub title: Option<String>,
    /// Its own page.
    pub url: Option<String>,
    /// Pattern of a link to lines of a file, where it is not GitHub's: `{repo}`, `{commit}`,
    /// `{path}`, `{start}` and `{end}` are filled in.
    pub line_url: Option<String>,
}

/// `[highlight]`
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct Highlight {
    /// Most bytes of code that are coloured in one record, all fields together.
    pub max_bytes: usize,
    /// Most lines of code that are coloured in one record.
    pub max_lines: usize,
    /// What colours it.
    pub engine: Engine,
    /// File ending to language, where errbook guesses wrong: `inc = "PHP"`.
    pub aliases: BTreeMap<String, String>,
}

impl Default for Highlight {
    fn default() -> Self {
        Self {
            max_bytes: 64 << 10,
            max_lines: 2000,
            engine: Engine::Own,
            aliases: BTreeMap::new(),
        }
    }
}

/// `[search]`
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct Search {
    /// Whether prose can be searched besides messages, codes, names, paths and tags.
    pub prose: bool,
}

impl Default for Search {
    fn default() -> Self {
        Self { prose: true }
    }
}

/// `[theme]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Theme {
    /// Sources added to the content security policy, such as `img-src https://example.org`.
    pub csp: Vec<String>,
}
