//! A site: a function from route to bytes.
//!
//! `open` reads every record once and keeps headers; `render` gives the bytes of a route and
//! depends on nothing else: no clock, no environment, no order of calls. Building, checking and
//! tests all stand on these two. The only module that knows every kind of route.

mod document;
mod files;
mod view;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::address::OutPath;
use crate::catalog::{self, Card, Catalog};
use crate::config::{self, Config};
use crate::diagnostic::{self, Code, Diagnostic};
use crate::error::Error;
use crate::fate::{Fates, Held};
use crate::feeds::{self, sitemap};
use crate::hash::Fingerprint;
use crate::highlight::{self, Highlighter, Limits};
use crate::input::{self, Listing, NoShelf, Sources};
use crate::ledger::{self, Previous};
use crate::page::{self, Material, changes, facet, forward, listing, recent, repo, source_tree};
use crate::progress::Progress;
use crate::record::RecordId;
use crate::route::Route;
use crate::search::{self, Index};
use crate::theme::Theme;
use crate::timings::{Stage, Timings};
use document::add_document;
pub use view::Prepared;

/// All routes and what they render to.
pub struct Site {
    config: Config,
    catalog: Catalog,
    fates: Fates,
    sources: Sources,
    highlighter: Highlighter,
    theme: Theme,
    timings: Timings,
    identity: u128,
}

/// What builds before left, and where this one leaves its own.
pub struct Kept<'a> {
    /// What input files held.
    pub inputs: &'a mut dyn input::Shelf,
    /// Coloured code.
    pub code: Option<Arc<dyn highlight::Shelf>>,
    /// The ledger.
    pub previous: Previous,
}

/// How many records came, and what became of each.
/// `read` is the sum of the others, so that nothing is lost in silence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Records found.
    pub read: usize,
    /// Records in the site.
    pub published: usize,
    /// Records that a newer one with the same id takes the place of.
    pub superseded: usize,
    /// Records that are wrong.
    pub rejected: usize,
    /// Records that the settings leave out.
    pub withdrawn: usize,
    /// Files that do not begin like JSON.
    pub passed_over: usize,
}

/// A record whose message fits nearly any text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeakMessage {
    /// The record.
    pub id: RecordId,
    /// Its message on one line.
    pub message: String,
}

/// A site and what was found on the way to it.
pub struct Opened {
    /// The site.
    pub site: Site,
    /// Problems of content, sorted.
    pub diagnostics: Vec<Diagnostic>,
    /// What became of the records.
    pub counts: Counts,
}

/// The files and folders that a site's records are read from, and standard input.
pub fn input_paths(config: &Config) -> Vec<PathBuf> {
    let paths = config.input.paths.iter();
    let absolute = |path: &PathBuf| {
        if path == Path::new(input::STANDARD_INPUT) {
            path.clone()
        } else {
            config.root.join(path)
        }
    };
    paths.map(absolute).collect()
}

impl Site {
    /// Reads all records of a site, and what its output folder knows of what was published before.
    /// Problems of single records are in the result.
    ///
    /// # Errors
    /// If the theme or the ledger cannot be used, a path of the inputs is not there, or the user interrupts.
    pub fn open(config: Config, progress: &dyn Progress) -> Result<Opened, Error> {
        let theme = Theme::load(&config).map_err(Error::Theme)?;
        let listing = input::list(&input_paths(&config))?;
        let output = config.root.join(&config.output.dir);
        let nothing = Kept {
            inputs: &mut NoShelf,
            code: None,
            previous: Previous::read(&output).map_err(Error::Ledger)?,
        };
        Self::read(
            config,
            theme,
            listing,
            nothing,
            Timings::default(),
            progress,
        )
    }

    /// Reads all records of a site whose theme is loaded and whose inputs are listed.
    ///
    /// # Errors
    /// If the machine fails, or the user interrupts.
    pub fn read(
        config: Config,
        theme: Theme,
        listing: Listing,
        kept: Kept<'_>,
        timings: Timings,
        progress: &dyn Progress,
    ) -> Result<Opened, Error> {
        let mut builder = catalog::Builder::new(&config.facets.0);
        builder.withdraw(&config.input.withdrawn);
        builder.know(Arc::new(kept.previous.owners()));
        let limits = input::Limits::of(&config.input);
        let mut outcome = timings.time(Stage::Read, "", String::new, || {
            input::read(
                listing,
                &limits,
                kept.inputs,
                progress,
                |record| Card::of(record, &config.facets.0),
                |found| builder.add(found.kept, found.place),
            )
        })?;
        progress.stage("sorting", None);
        builder.tell(std::mem::take(&mut outcome.told));
        let group = || {
            let (mut catalog, tally, mut clashes) = builder.finish();
            if config.output.source {
                catalog.list_source_tree(&mut clashes);
            }
            catalog.forget_owners();
            (catalog, tally, clashes)
        };
        let (catalog, tally, clashes) = timings.time(Stage::Group, "", String::new, group);
        let held = Held::of(&outcome.diagnostics, &catalog);
        let settle = || Fates::of(&catalog, kept.previous, &config, &held);
        let fates = timings.time(Stage::Ledger, "", String::new, settle);
        let fates = fates.map_err(Error::Ledger)?;
        let mut diagnostics = outcome.diagnostics;
        diagnostics.extend(clashes);
        if outcome.read == 0 {
            let found = Diagnostic::error(Code::NO_RECORDS, "the inputs hold no record at all");
            let hint = "`--records PATH` names files or folders of records; see `paths` under [input] in site.toml";
            diagnostics.push(Diagnostic {
                place: diagnostic::Place {
                    file: input_paths(&config).into_iter().next(),
                    ..Default::default()
                },
                ..found.hint(hint)
            });
        }
        diagnostic::sort(&mut diagnostics);
        let counts = Counts {
            read: outcome.read,
            published: catalog.records().len(),
            superseded: tally.superseded,
            rejected: outcome.rejected + tally.rejected,
            withdrawn: tally.withdrawn,
            passed_over: outcome.passed_over,
        };
        let limits = Limits {
            max_bytes: config.highlight.max_bytes,
            max_lines: config.highlight.max_lines,
            ..Limits::default()
        };
        let mut highlighter = Highlighter::new(limits, &config.highlight.aliases)
            .with_engine(config.highlight.engine);
        if let Some(code) = kept.code {
            highlighter = highlighter.keeping_in(code);
        }
        let site = Self {
            identity: identity(&config),
            config,
            catalog,
            fates,
            sources: outcome.sources,
            highlighter,
            theme,
            timings,
        };
        Ok(Opened {
            site,
            diagnostics,
            counts,
        })
    }

    /// All records, grouped.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// What became of all that was published before.
    pub fn fates(&self) -> &Fates {
        &self.fates
    }

    /// Records whose messages say too little to be found by pasting them, such as `{}: {}`; words
    /// find them.
    pub fn weak_messages(&self) -> Vec<WeakMessage> {
        let records = self.catalog.records().iter();
        let weak = records.filter(|record| !record.is_telling);
        weak.map(|record| WeakMessage {
            id: record.id,
            message: record.title.plain(),
        })
        .collect()
    }

    /// The site's settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Where the time went so far.
    pub fn timings(&self) -> &Timings {
        &self.timings
    }

    /// Closes the site, which gives back its memory; what took the time is left.
    pub fn close(self) -> Timings {
        self.timings
    }

    fn material(&self) -> Material<'_> {
        Material {
            config: &self.config,
            catalog: &self.catalog,
            fates: &self.fates,
            sources: &self.sources,
            highlighter: &self.highlighter,
            timings: &self.timings,
        }
    }

    /// Everything the site serves, in a fixed order: what pages need first, then pages by
    /// repository, then lists, then the pages that lead to all of these.
    pub fn routes(&self) -> Vec<Route> {
        let mut routes = self.pages();
        let is_listed = |page: &&Route| sitemap::is_listed(&self.catalog, **page);
        let listed = routes.iter().filter(is_listed).count();
        routes.extend(self.files(listed));
        routes.extend([Route::SearchIndex, Route::Ledger]);
        routes
    }

    /// Static files and pages.
    fn pages(&self) -> Vec<Route> {
        let catalog = &self.catalog;
        let material = self.material();
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let mut routes: Vec<Route> = (0..number(self.theme.assets().len()))
            .map(Route::Asset)
            .collect();
        for (ix, page) in (0..).zip(catalog.pages()) {
            routes.extend((1..=page.parts).map(|part| Route::Page(ix, part)));
        }
        if self.config.output.permalinks {
            routes.extend((0..catalog.len()).map(Route::Permalink));
        }
        if self.config.output.permalinks {
            routes.extend((0..number(self.fates.gone().len())).map(Route::Gone));
        }
        routes.extend((0..number(self.fates.old().len())).map(Route::Old));
        let pages = 0..number(catalog.withdrawn_pages().len());
        routes.extend(pages.map(Route::WithdrawnPage));
        for ix in 0..number(catalog.repos().len()) {
            routes.extend((1..=repo::pages(&material, ix)).map(|n| Route::Repo(ix, n)));
        }
        routes.extend((1..=repo::all_pages(&material)).map(Route::Repos));
        for ix in 0..number(catalog.files().len()) {
            let pages = 1..=source_tree::file_pages(&material, ix);
            routes.extend(pages.map(|n| Route::SourceFile(ix, n)));
        }
        for ix in 0..number(catalog.folders().len()) {
            let pages = 1..=source_tree::folder_pages(catalog, ix);
            routes.extend(pages.map(|n| Route::SourceFolder(ix, n)));
        }
        for (facet, (_, values)) in (0..).zip(catalog.facets()) {
            if values.is_empty() {
                continue;
            }
            for value in values.clone() {
                let pages = listing::value_pages(catalog, value, self.config.listing.rows);
                routes.extend((1..=pages).map(|n| Route::Value(value, n)));
            }
            routes.extend((1..=facet::pages(catalog, facet)).map(|n| Route::Facet(facet, n)));
        }
        routes.extend((1..=recent::pages(&material)).map(Route::Recent));
        routes.extend([
            Route::Changes,
            Route::Search,
            Route::NotFound,
            Route::NoJekyll,
            Route::Home,
        ]);
        routes
    }

    /// The address of a route; a bundle has none.
    pub fn address(&self, route: Route) -> Option<OutPath> {
        let catalog = &self.catalog;
        Some(match route {
            Route::Asset(ix) => self.theme.assets()[ix as usize].path.clone(),
            Route::Page(page, part) => catalog.page_address(page, part),
            Route::Permalink(record) => forward::address(&self.material(), record),
            Route::Gone(ix) => forward::of_id(self.fates.gone()[ix as usize].id),
            Route::Old(ix) => self.fates.old()[ix as usize].address.clone(),
            Route::Changes => changes::address(),
            Route::WithdrawnPage(ix) => catalog.withdrawn_pages()[ix as usize].clone(),
            Route::Repo(repo, n) => catalog.repo_address(repo, n),
            Route::Repos(n) => page::repos_address(n),
            Route::SourceFolder(folder, n) => catalog.folder_address(folder, n),
            Route::SourceFile(file, n) => catalog.file_address(file, n),
            Route::Recent(n) => recent::address(n),
            Route::Value(value, n) => catalog.value_address(value, n),
            Route::Facet(facet, n) => catalog.facet_address(facet, n),
            Route::Search => page::search_address(),
            Route::NotFound => OutPath::fixed("404.html"),
            Route::Home => page::home_address(),
            Route::NoJekyll => OutPath::fixed(".nojekyll"),
            Route::SearchIndex | Route::Ledger => return None,
            file => return self.file_address(file),
        })
    }

    /// The address of a route, or the folder of a bundle with a slash at its end.
    pub fn place(&self, route: Route) -> String {
        match self.address(route) {
            Some(address) => address.as_str().to_owned(),
            None if route == Route::Ledger => format!("{}/", ledger::FOLDER),
            None => "search/".to_owned(),
        }
    }

    /// Gives `out` every file of a route: one, or those of a bundle.
    ///
    /// # Errors
    /// If a template fails, or a record can no longer be read as it was.
    pub fn render(
        &self,
        route: Route,
        out: &mut dyn FnMut(OutPath, Vec<u8>),
    ) -> Result<(), Box<Diagnostic>> {
        let Some(prepared) = self.prepare(route) else {
            if route == Route::Ledger {
                return feeds::ledger::files(&self.catalog, &self.fates, out);
            }
            return self.search_index(out);
        };
        let address = prepared.address.clone();
        let mut page = Vec::new();
        self.finish(prepared, &mut page)?;
        out(address, page);
        Ok(())
    }

    /// Over all that the search index depends on: equal fingerprints, equal files.
    pub fn search_fingerprint(&self) -> u128 {
        let mut fingerprint = Fingerprint::of("search").and(&self.identity);
        for header in self.catalog.records() {
            fingerprint.add(&header.fingerprint);
            fingerprint.add(self.catalog.address(header).as_str());
        }
        fingerprint.finish()
    }

    /// Reads every record again and gives it to the index: its texts are not kept in memory.
    fn search_index(&self, out: &mut dyn FnMut(OutPath, Vec<u8>)) -> Result<(), Box<Diagnostic>> {
        let mut index = Index::new(search::Options {
            prose: self.config.search.prose,
            ..search::Options::default()
        });
        for header in self.catalog.records() {
            let record = self.sources.read_words(header.place)?;
            let address = self.catalog.address(header);
            add_document(&mut index, &record, address.as_str());
        }
        let done: io::Result<()> = index.finish(|path, bytes| {
            out(path, bytes);
            Ok(())
        });
        done.map_err(|error| {
            let found = format!("cannot read what search put aside: {error}");
            let aside = Diagnostic::error(Code::UNREADABLE, found);
            Box::new(aside.in_file(std::env::temp_dir()))
        })
    }
}

/// Over the program and the settings: what every page depends on, in ways that nobody has to track.
pub fn identity(config: &Config) -> u128 {
    let mut config = config.clone();
    // Where things lie changes no page.
    config.root = PathBuf::new();
    config.input = config::Input::default();
    config.output.dir = PathBuf::new();
    config.output.require_previous = false;
    Fingerprint::of(env!("ERRBOOK_PROGRAM"))
        .and(&format!("{config:?}"))
        .finish()
}

#[cfg(test)]
mod tests;
