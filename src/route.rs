//! What a site serves: a page with one address, or a bundle of files made together.

use crate::catalog::{FacetIx, FileIx, FolderIx, PageIx, RecordIx, RepoIx, ValueIx};

/// What files are called that no reader looks at.
const MACHINE_FILE: &str = "machine file";

/// One thing that the site serves. Numbers of list pages and parts begin at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Route {
    /// A static file of the theme.
    Asset(u32),
    /// One part of a slug's page.
    Page(PageIx, u32),
    /// A record's permalink.
    Permalink(RecordIx),
    /// One page of a repository's listing.
    Repo(RepoIx, u32),
    /// One page of the list of all repositories.
    Repos(u32),
    /// One page of a folder of the source tree.
    SourceFolder(FolderIx, u32),
    /// One page of a file of the source tree.
    SourceFile(FileIx, u32),
    /// One page of a facet value's list.
    Value(ValueIx, u32),
    /// One page of a facet's index.
    Facet(FacetIx, u32),
    /// One page of the list of what changed last.
    Recent(u32),
    /// The permalink of a record that was taken down, by its place among them.
    WithdrawnId(u32),
    /// The page of records that were taken down, by its place among them.
    WithdrawnPage(u32),
    /// The search page.
    Search,
    /// The page for addresses that do not exist.
    NotFound,
    /// The home page.
    Home,
    /// A file that tells GitHub Pages to serve the site as it is.
    NoJekyll,
    /// What search engines may come to: the list, or from 1 one part of it where it is cut.
    Sitemap(u32),
    /// What changed last, for feed readers.
    Feed,
    /// What crawlers are told.
    Robots,
    /// The site's lists, for language models.
    Llms,
    /// Names that documents can link to, of all repositories.
    Inventory,
    /// Names that documents can link to, of one repository.
    RepoInventory(RepoIx),
    /// The files of records as data.
    DataIndex,
    /// One file of a repository's records as data.
    Data(RepoIx, u32),
    /// The records of one part of a slug's page as data.
    PageData(PageIx, u32),
    /// The search index: a bundle.
    SearchIndex,
}

impl Route {
    /// What kind of thing it is, for summaries.
    pub fn kind(self) -> &'static str {
        match self {
            Route::Asset(_) => "asset",
            Route::Page(..) => "record page",
            Route::Permalink(_) => "permalink",
            Route::Repo(..) | Route::Repos(_) => "repository",
            Route::SourceFolder(..) | Route::SourceFile(..) => "source tree",
            Route::Value(..) | Route::Facet(..) => "facet",
            Route::Recent(_) => "recent changes",
            Route::WithdrawnId(_) | Route::WithdrawnPage(_) => "withdrawn",
            Route::Search | Route::SearchIndex => "search",
            Route::NotFound | Route::Home | Route::NoJekyll => "site",
            Route::Sitemap(_)
            | Route::Feed
            | Route::Robots
            | Route::Llms
            | Route::Inventory
            | Route::RepoInventory(_)
            | Route::DataIndex
            | Route::Data(..)
            | Route::PageData(..) => MACHINE_FILE,
        }
    }

    /// Whether it is a page of HTML.
    pub fn is_page(self) -> bool {
        !matches!(self, Route::Asset(_) | Route::NoJekyll | Route::SearchIndex)
            && self.kind() != MACHINE_FILE
    }
}
