//! A route's view: what its template will see, and one number over all that its bytes depend on.
//!
//! Views are made from headers alone. Where a page shows a record's texts, the view is a frame with
//! the record's fingerprint, and is completed when the page is rendered.

use serde::Serialize;

use super::Site;
use crate::address::OutPath;
use crate::catalog::ValueIx;
use crate::diagnostic::{Code, Diagnostic};
use crate::fate::{self, Standing};
use crate::feeds;
use crate::hash::Fingerprint;
use crate::ledger::State;
use crate::page::{
    self, changes, facet, forward, gone, home, listing, recent, record, repo, search, source_tree,
    withdrawn,
};
use crate::route::Route;
use crate::timings::Stage;

/// Memory of a page that serves for the next one, in bytes: few pages are larger.
const MOST_KEPT: usize = 1 << 20;

/// A page that is about to be rendered.
pub struct Prepared {
    /// Where it stands.
    pub address: OutPath,
    /// Over all that its bytes depend on: equal fingerprints, equal bytes.
    pub fingerprint: u128,
    view: View,
}

#[derive(Serialize)]
#[serde(untagged)]
enum View {
    Record(record::Frame),
    Forward(forward::ForwardPage),
    Listing(listing::ListingPage),
    Repos(repo::ReposPage),
    SourceFolder(source_tree::FolderPage),
    SourceFile(source_tree::FilePage),
    Facet(facet::FacetPage),
    Recent(recent::RecentPage),
    Changes(changes::Frame),
    Gone(gone::Frame),
    Search(search::SearchPage),
    NotFound(home::NotFoundPage),
    Withdrawn(withdrawn::WithdrawnPage),
    Home(home::HomePage),
    File(feeds::File),
    /// A static file, by its number.
    Asset(u32),
    Empty,
}

impl View {
    /// The template that shows it; none for what is no page.
    fn template(&self) -> Option<&'static str> {
        Some(match self {
            Self::Record(_) => "record.html",
            Self::Forward(_) => "forward.html",
            Self::Listing(_) => "listing.html",
            Self::Repos(_) => "repos.html",
            Self::SourceFolder(_) => "source-folder.html",
            Self::SourceFile(_) => "source-file.html",
            Self::Facet(_) => "facet.html",
            Self::Recent(_) => "recent.html",
            Self::Changes(_) => "changes.html",
            Self::Gone(_) => "gone.html",
            Self::Search(_) => "search.html",
            Self::NotFound(_) => "not-found.html",
            Self::Withdrawn(_) => "withdrawn.html",
            Self::Home(_) => "home.html",
            Self::Asset(_) | Self::File(_) | Self::Empty => return None,
        })
    }
}

impl Site {
    /// What a route's page is made of; none for a bundle.
    pub fn prepare(&self, route: Route) -> Option<Prepared> {
        let address = self.address(route)?;
        let of = || address.to_string();
        let view = || self.view(route, &address);
        let view = self.timings.time(Stage::View, route.kind(), of, view);
        let fingerprint = match (&view, view.template()) {
            (View::Asset(ix), _) => {
                let bytes = self.theme.assets()[*ix as usize].bytes.as_slice();
                Fingerprint::of("asset").and(bytes)
            }
            (View::File(file), _) => Fingerprint::of("file").and(&self.identity).and(file),
            (_, Some(template)) => Fingerprint::of(template)
                .and(&self.identity)
                .and(&self.theme.fingerprint(template))
                .and(&view),
            (_, None) => Fingerprint::of("empty"),
        };
        Some(Prepared {
            address,
            fingerprint: fingerprint.finish(),
            view,
        })
    }

    fn view(&self, route: Route, here: &OutPath) -> View {
        let material = &self.material();
        match route {
            Route::Asset(ix) => View::Asset(ix),
            Route::Page(page, part) => View::Record(record::Frame::of(material, page, part)),
            Route::Permalink(record) => View::Forward(forward::permalink(material, record)),
            Route::Repo(repo, n) => View::Listing(repo::listing(material, repo, n)),
            Route::Repos(n) => View::Repos(repo::all(material, n)),
            Route::SourceFolder(ix, n) => View::SourceFolder(source_tree::folder(material, ix, n)),
            Route::SourceFile(ix, n) => View::SourceFile(source_tree::file(material, ix, n)),
            Route::Recent(n) => View::Recent(recent::recent(material, n)),
            Route::Value(value, n) => self.value(value, n, here),
            Route::Changes => View::Changes(changes::Frame::of(material)),
            Route::Gone(ix) => self.gone(ix, here),
            Route::Old(ix) => self.old(ix, here),
            Route::Facet(facet, n) => View::Facet(facet::index(material, facet, n)),
            Route::Search => View::Search(page::search::search(material)),
            Route::WithdrawnPage(_) => View::Withdrawn(withdrawn::withdrawn(material, here)),
            Route::NotFound => View::NotFound(home::not_found(material)),
            Route::Home => View::Home(home::home(material)),
            Route::NoJekyll | Route::SearchIndex | Route::Ledger => View::Empty,
            file => self.file(file).map_or(View::Empty, View::File),
        }
    }

    /// A code of one record is that record; any other value is a list.
    fn value(&self, value: ValueIx, n: u32, here: &OutPath) -> View {
        let material = &self.material();
        let facet = self.catalog.value(value).facet;
        let is_code = self.catalog.facets()[usize::from(facet)].0.field == "errorCode";
        match self.catalog.records_with(value) {
            [record] if is_code => View::Forward(forward::to_record(material, here, *record)),
            _ => View::Listing(listing::value(material, value, n)),
        }
    }

    fn gone(&self, ix: u32, here: &OutPath) -> View {
        let material = &self.material();
        let gone = &self.fates.gone()[ix as usize];
        if gone.state == State::Withdrawn {
            return View::Withdrawn(withdrawn::withdrawn(material, here));
        }
        View::Gone(gone::Frame::of_id(material, gone))
    }

    fn old(&self, ix: u32, here: &OutPath) -> View {
        let material = &self.material();
        let old = &self.fates.old()[ix as usize];
        match (old.state, old.to) {
            (State::Withdrawn, _) => View::Withdrawn(withdrawn::withdrawn(material, here)),
            (_, Some(standing)) => {
                let mut left = self.fates.left(here.as_str());
                let record = left.next().and_then(|id| self.fates.record(id));
                if let (Standing::Page(_), Some(record), None) = (standing, record, left.next()) {
                    return View::Forward(forward::to_record(material, here, record));
                }
                let live = fate::Live::of(&self.catalog, standing);
                let to = forward::to_page(material, here, &live.address, &live.name);
                View::Forward(to)
            }
            (_, None) => View::Gone(gone::Frame::of_address(material, old)),
        }
    }

    fn through(
        &self,
        template: &str,
        address: &OutPath,
        view: impl Serialize,
        page: &mut Vec<u8>,
    ) -> Result<(), Box<Diagnostic>> {
        let of = || address.to_string();
        let render = || self.theme.render(template, view, page);
        self.timings.time(Stage::Template, template, of, render)
    }

    /// The bytes of a prepared page, which take the place of what is in `page`: whoever renders many
    /// gives the same memory again.
    ///
    /// # Errors
    /// If its template fails, or a record can no longer be read as it was.
    pub fn finish(&self, prepared: Prepared, page: &mut Vec<u8>) -> Result<(), Box<Diagnostic>> {
        let material = &self.material();
        let address = prepared.address;
        let template = prepared.view.template().unwrap_or_default();
        page.clear();
        page.shrink_to(MOST_KEPT);
        let rendered = match prepared.view {
            View::Asset(ix) => {
                page.extend_from_slice(&self.theme.assets()[ix as usize].bytes);
                Ok(())
            }
            View::Empty => Ok(()),
            View::File(file) => file.bytes(material).map(|bytes| *page = bytes),
            View::Record(frame) => {
                let view = record::page(material, frame)?;
                self.through(template, &address, view, page)
            }
            View::Gone(frame) => {
                let view = gone::page(material, frame)?;
                self.through(template, &address, view, page)
            }
            View::Changes(frame) => {
                let view = changes::page(material, frame)?;
                self.through(template, &address, view, page)
            }
            view => self.through(template, &address, view, page),
        };
        rendered.map_err(|mut problem| {
            if problem.code == Code::TEMPLATE_RENDER {
                problem.message = format!("{} for `{address}`", problem.message);
            }
            problem
        })
    }
}
