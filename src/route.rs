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
    /// The permalink of an id that is not live, by its place among them.
    Gone(u32),
    /// An address at which nothing stands any more, by its place among them.
    Old(u32),
    /// The page of records that were taken down, by its place among them.
    WithdrawnPage(u32),
    /// What the last build changed.
    Changes,
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
    /// The ledger: a bundle.
    Ledger,
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
            Route::Recent(_) | Route::Changes => "recent changes",
            Route::Gone(_) | Route::Old(_) => "kept address",
            Route::WithdrawnPage(_) => "withdrawn",
            Route::Ledger => "ledger",
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
        let is_file = matches!(self, Route::Asset(_) | Route::NoJekyll);
        !self.is_bundle() && !is_file && self.kind() != MACHINE_FILE
    }

    /// Whether it is several files that are made together.
    pub fn is_bundle(self) -> bool {
        matches!(self, Route::SearchIndex | Route::Ledger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_for_readers_and_bundles_are_many_files() {
        let (page, other, bundle) = ((true, false), (false, false), (false, true));
        for (route, kind, expected) in [
            (Route::Home, "site", page),
            (Route::NotFound, "site", page),
            (Route::NoJekyll, "site", other),
            (Route::Asset(0), "asset", other),
            (Route::Repos(1), "repository", page),
            (Route::Recent(1), "recent changes", page),
            (Route::Changes, "recent changes", page),
            (Route::Gone(0), "kept address", page),
            (Route::Old(0), "kept address", page),
            (Route::WithdrawnPage(0), "withdrawn", page),
            (Route::Search, "search", page),
            (Route::SearchIndex, "search", bundle),
            (Route::Ledger, "ledger", bundle),
            (Route::Sitemap(0), "machine file", other),
            (Route::Feed, "machine file", other),
            (Route::Robots, "machine file", other),
            (Route::Llms, "machine file", other),
            (Route::Inventory, "machine file", other),
            (Route::DataIndex, "machine file", other),
        ] {
            assert_eq!(route.kind(), kind, "{route:?}");
            assert_eq!((route.is_page(), route.is_bundle()), expected, "{route:?}");
        }
    }
}
