//! Every route to a file, on all cores; a page that would come out the same is kept as it is.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::address::OutPath;
use crate::cache::{Known, Pages};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::output::Publisher;
use crate::progress::Progress;
use crate::route::Route;
use crate::site::{Prepared, Site};
use crate::timings::Stage;

/// After so many failures of templates the rest would tell nothing new.
const ENOUGH_FAILURES: usize = 20;

/// What came of rendering.
pub(super) struct Rendered {
    /// Pages that could not be rendered.
    pub(super) failures: Vec<Diagnostic>,
    /// What every page was made of.
    pub(super) pages: Pages,
}

/// Renders every route of a site and hands it to the publisher, but for pages that were made of the
/// same before and are still there.
pub(super) fn all(
    site: &Site,
    publisher: &Publisher,
    before: &Pages,
    progress: &dyn Progress,
) -> Result<Rendered, Error> {
    let mut routes = site.routes();
    routes.retain(|route| !route.is_bundle());
    progress.stage("rendering", Some(routes.len() as u64 + 2));
    let rendering = Rendering {
        site,
        publisher,
        before,
        progress,
        failures: Mutex::default(),
        give_up: AtomicBool::new(false),
    };
    // The index is one long piece of work, so it begins with the first page and not after the last.
    let (pages, shards) = rayon::join(
        || {
            // Each thread writes its pages to the same memory, one after the other.
            let bring = |page: &mut Vec<u8>, route: &Route| rendering.page(*route, page);
            let known = routes.par_iter().map_init(Vec::new, bring);
            let known = known.filter_map(Result::transpose);
            known.collect::<Result<Vec<_>, Error>>()
        },
        || {
            rendering.ledger()?;
            rendering.search_index()
        },
    );
    let (search, shards) = shards?;
    let failures = rendering.failures.into_inner();
    Ok(Rendered {
        pages: Pages::of(pages?, search, shards),
        failures: failures.unwrap_or_else(std::sync::PoisonError::into_inner),
    })
}

struct Rendering<'a> {
    site: &'a Site,
    publisher: &'a Publisher,
    before: &'a Pages,
    progress: &'a dyn Progress,
    failures: Mutex<Vec<Diagnostic>>,
    give_up: AtomicBool,
}

impl Rendering<'_> {
    /// Brings one page up to date; none where that failed. `page` is memory to write it to.
    fn page(&self, route: Route, page: &mut Vec<u8>) -> Result<Option<Known>, Error> {
        if self.progress.interrupted() {
            return Err(Error::Interrupted);
        }
        if self.give_up.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(prepared) = self.site.prepare(route) else {
            return Ok(None);
        };
        let known = self.bring_up_to_date(prepared, page)?;
        self.progress.advance(1);
        Ok(known)
    }

    fn bring_up_to_date(
        &self,
        prepared: Prepared,
        page: &mut Vec<u8>,
    ) -> Result<Option<Known>, Error> {
        let Prepared {
            address,
            fingerprint,
            ..
        } = &prepared;
        let (address, fingerprint) = (address.clone(), *fingerprint);
        let before = self.before.page(&address, fingerprint);
        let timings = self.site.timings();
        let of = || address.to_string();
        let keep = |hash: &u128| {
            let keep = || self.publisher.keep(&address, *hash);
            timings.time(Stage::Keep, "", of, keep)
        };
        if let Some(hash) = before.filter(keep) {
            return Ok(Some(Known::of(&address, fingerprint, hash)));
        }
        match self.site.finish(prepared, page) {
            Ok(()) => {
                let stage = || self.publisher.offer(&address, page);
                let hash = timings.time(Stage::Stage, "", of, stage)?;
                Ok(Some(Known::of(&address, fingerprint, hash)))
            }
            Err(failure) => {
                self.failed(*failure);
                Ok(None)
            }
        }
    }

    /// Offers every part of the ledger; those that are the same stay as they are.
    fn ledger(&self) -> Result<(), Error> {
        let mut offered = Ok(());
        let mut offer = |path: OutPath, bytes: Vec<u8>| {
            if offered.is_ok() {
                offered = self.publisher.offer(&path, &bytes).map(|_| ());
            }
        };
        let render = || self.site.render(Route::Ledger, &mut offer);
        let timings = self.site.timings();
        let rendered = timings.time(Stage::Ledger, "", String::new, render);
        offered?;
        if let Err(failure) = rendered {
            self.failed(*failure);
        }
        self.progress.advance(1);
        Ok(())
    }

    /// Brings the search index up to date, all of it or nothing: over what it was made of, and its files.
    fn search_index(&self) -> Result<(u128, Vec<(OutPath, u128)>), Error> {
        let fingerprint = self.site.search_fingerprint();
        let before = self.before.search(fingerprint);
        if let Some(files) = before.filter(|files| self.publisher.keep_all(files)) {
            self.progress.advance(1);
            return Ok((fingerprint, files));
        }
        let mut offered = Ok(());
        let mut files = Vec::new();
        let mut offer = |path: OutPath, bytes: Vec<u8>| {
            if offered.is_ok() {
                let offer = self.publisher.offer(&path, &bytes);
                offered = offer.map(|hash| files.push((path, hash)));
            }
        };
        let render = || self.site.render(Route::SearchIndex, &mut offer);
        let timings = self.site.timings();
        let rendered = timings.time(Stage::Search, "", String::new, render);
        offered?;
        if let Err(failure) = rendered {
            self.failed(*failure);
        }
        self.progress.advance(1);
        Ok((fingerprint, files))
    }

    fn failed(&self, failure: Diagnostic) {
        let failures = self.failures.lock();
        let mut failures = failures.unwrap_or_else(std::sync::PoisonError::into_inner);
        let template = failure.code == Code::TEMPLATE_RENDER;
        failures.push(failure);
        if template && failures.len() >= ENOUGH_FAILURES {
            self.give_up.store(true, Ordering::Relaxed);
        }
    }
}
