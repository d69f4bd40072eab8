//! Checks a site without writing it: the records, and every link and anchor of every page.

mod links;

use std::collections::HashSet;

use rayon::prelude::*;

use crate::address::OutPath;
use crate::config::Config;
use crate::diagnostic::{self, Code, Diagnostic};
use crate::error::Error;
use crate::progress::Progress;
use crate::route::Route;
use crate::site::{Counts, Opened, Site, WeakMessage};

/// After so many failures of templates the rest would tell nothing new.
const ENOUGH_FAILURES: usize = 20;

/// What was found.
#[derive(Debug)]
pub struct Report {
    /// Problems of records and of links, sorted.
    pub diagnostics: Vec<Diagnostic>,
    /// What became of the records.
    pub counts: Counts,
    /// Records that a pasted log cannot find. No problem: nobody can write such a message better.
    pub weak_messages: Vec<WeakMessage>,
    /// Files that were looked at.
    pub files: usize,
    /// Links within the site that were followed.
    pub links: usize,
}

/// What one route adds to the map of the site.
#[derive(Default)]
struct Mapped {
    paths: Vec<u64>,
    anchors: Vec<u64>,
    links: Vec<u64>,
    failure: Option<Box<Diagnostic>>,
}

/// Renders every route and follows every link within the site.
///
/// # Errors
/// If the settings or the theme cannot be used, or the user interrupts.
pub fn check(config: Config, progress: &dyn Progress) -> Result<Report, Error> {
    let Opened {
        site,
        mut diagnostics,
        counts,
    } = Site::open(config, progress)?;
    let routes = if counts.published == 0 {
        Vec::new()
    } else {
        site.routes()
    };
    progress.stage("checking", Some(routes.len() as u64));
    let mapped: Vec<Mapped> = routes
        .par_iter()
        .map(|route| {
            let mapped = if progress.interrupted() {
                Mapped::default()
            } else {
                map(&site, *route)
            };
            progress.advance(1);
            mapped
        })
        .collect();
    if progress.interrupted() {
        return Err(Error::Interrupted);
    }
    let failures: Vec<_> = mapped.iter().filter_map(|m| m.failure.as_deref()).collect();
    if failures.iter().any(|f| f.code == Code::TEMPLATE_RENDER) {
        // Most pages are missing then, and every link to them would seem broken.
        diagnostics.extend(failures.into_iter().take(ENOUGH_FAILURES).cloned());
        diagnostic::sort(&mut diagnostics);
        return Ok(Report {
            diagnostics,
            counts,
            weak_messages: site.weak_messages(),
            files: 0,
            links: 0,
        });
    }
    // Hashes keep the map of a large site small; a page with a link to nowhere is read again to
    // name it.
    let known: HashSet<u64> = mapped
        .iter()
        .flat_map(|m| m.paths.iter().chain(&m.anchors))
        .copied()
        .collect();
    let broken = |m: &Mapped| m.links.iter().any(|link| !known.contains(link));
    for (route, mapped) in routes.iter().zip(&mapped) {
        diagnostics.extend(mapped.failure.as_deref().cloned());
        if broken(mapped) {
            diagnostics.extend(name_broken(&site, *route, &known));
        }
    }
    diagnostic::sort(&mut diagnostics);
    let files = mapped.iter().map(|m| m.paths.len()).sum();
    let links = mapped.iter().map(|m| m.links.len()).sum();
    Ok(Report {
        diagnostics,
        counts,
        weak_messages: site.weak_messages(),
        files,
        links,
    })
}

fn map(site: &Site, route: Route) -> Mapped {
    let mut mapped = Mapped::default();
    let rendered = site.render(route, &mut |path, bytes| {
        mapped.paths.push(links::key(path.as_str(), ""));
        if is_html(&path) {
            let found = links::read(&path, &bytes);
            mapped.anchors.extend(
                found
                    .anchors
                    .iter()
                    .map(|anchor| links::key(path.as_str(), anchor)),
            );
            mapped.links.extend(
                found
                    .links
                    .iter()
                    .map(|link| links::key(&link.path, &link.anchor)),
            );
        }
    });
    mapped.failure = rendered.err();
    mapped
}

/// The links of a route that lead nowhere, in words.
fn name_broken(site: &Site, route: Route, known: &HashSet<u64>) -> Vec<Diagnostic> {
    let mut named = Vec::new();
    let rendered = site.render(route, &mut |path, bytes| {
        for link in links::read(&path, &bytes).links {
            if known.contains(&links::key(&link.path, &link.anchor)) {
                continue;
            }
            let found = if known.contains(&links::key(&link.path, "")) {
                Diagnostic::error(
                    Code::BROKEN_ANCHOR,
                    format!("link `{}` leads to an anchor that is not there", link.text),
                )
                .hint("check the template that made the link, or the Markdown that it stands in")
            } else {
                Diagnostic::error(
                    Code::BROKEN_LINK,
                    format!("link `{}` leads to a page that is not there", link.text),
                )
                .hint("check the template that made the link, or the Markdown that it stands in")
            };
            named.push(found.in_file(path.as_str()));
        }
    });
    debug_assert!(rendered.is_ok(), "it rendered before");
    named
}

fn is_html(path: &OutPath) -> bool {
    path.as_str().ends_with(".html")
}

/// The files that a page links to, from the site's root.
#[cfg(test)]
pub(crate) fn links_of(page: &OutPath, html: &[u8]) -> Vec<String> {
    let links = links::read(page, html).links.into_iter();
    links.map(|link| link.path).collect()
}
