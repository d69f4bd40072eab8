//! Every link of a built site: a folder goes in, what is broken or forbidden in its pages comes
//! out, with the names of all elements and attributes that the pages use.
//!
//! A link of a site leads from file to file: it is relative and ends in a file name, so that it
//! works from disk, under any path, and on any host. Knows HTML and addresses, nothing of errbook.

mod page;
mod resolve;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use walkdir::WalkDir;

use page::{Link, PageFacts};
use resolve::{Destination, Target};

/// What is wrong with a link or a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Problem {
    /// Leads to a file that is not there.
    NoSuchFile,
    /// Leads to a file that is there, at an id that is not.
    NoSuchAnchor,
    /// Depends on where the site is served: begins with `/`.
    Absolute,
    /// Climbs out of the site's folder.
    LeavesSite,
    /// Leads to a folder, which is no page on disk.
    NoFileName,
    /// Cannot be read as an address.
    NotAnAddress,
    /// The same id twice in a page.
    DuplicateId,
    /// An attribute that names an id of its own page, which is not there.
    NoSuchId,
    /// A `base` element changes what every link of its page means.
    Base,
    /// The page is not UTF-8.
    NotText,
}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// The page, as a path in the site.
    pub(crate) page: String,
    /// The element and attribute, such as `a href`.
    pub(crate) place: String,
    /// What the attribute says.
    pub(crate) value: String,
    /// What is wrong with it.
    pub(crate) problem: Problem,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            page,
            place,
            value,
            problem,
        } = self;
        write!(f, "{page}: {place}={value:?}: {problem:?}")
    }
}

/// What a site's pages hold.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// All that is wrong, in order of pages.
    pub(crate) findings: Vec<Finding>,
    /// How many pages were read.
    pub(crate) pages: usize,
    /// How many links were followed within the site.
    pub(crate) links: usize,
    /// Attributes that occur, by element.
    pub(crate) names: BTreeMap<String, BTreeSet<String>>,
    /// Addresses outside the site that pages lead to or load from.
    pub(crate) outside: BTreeSet<String>,
}

impl Report {
    /// Fails with all that was found, if anything was.
    #[track_caller]
    pub(crate) fn assert_sound(&self) {
        let lines: Vec<String> = self.findings.iter().map(Finding::to_string).collect();
        assert!(lines.is_empty(), "{}", lines.join("\n"));
    }
}

/// Reads every page of a site. With the address that it is published at, links that begin with
/// that lead into the site, and are followed; without, they lead outside, and canonical links are
/// not looked at.
///
/// # Panics
/// If the folder cannot be read.
pub(crate) fn check(folder: &Path, base_url: Option<&str>) -> Report {
    let site = Site::read(folder);
    let pages: Vec<(&str, Option<PageFacts>)> = site
        .files
        .par_iter()
        .filter(|path| is_page(path))
        .map(|path| {
            let bytes = fs::read(folder.join(path)).expect("a page that can be read");
            let facts = String::from_utf8(bytes).ok();
            (&**path, facts.map(|html| PageFacts::of(&html)))
        })
        .collect();
    let anchors: BTreeMap<&str, &HashSet<String>> = pages
        .iter()
        .filter_map(|(path, facts)| Some((*path, &facts.as_ref()?.anchors)))
        .collect();
    let mut report = pages
        .par_iter()
        .map(|(path, facts)| match facts {
            Some(facts) => site.report(path, facts, &anchors, base_url),
            None => Report::of_unreadable(path),
        })
        .reduce(Report::default, Report::and);
    report.findings.sort();
    report
}

/// The file and the fragment that a link of a page leads to, if it stays in the site.
pub(crate) fn follow(page: &str, link: &str) -> Option<(String, String)> {
    match resolve::resolve(&resolve::place_of(page), link, None) {
        Ok(Destination::Inside(to)) => Some((to.path, to.fragment.unwrap_or_default())),
        _ => None,
    }
}

/// The files of the site that a page leads to.
pub(crate) fn targets(page: &str, html: &[u8]) -> BTreeSet<String> {
    let facts = PageFacts::of(&String::from_utf8_lossy(html));
    let links = facts.links.iter().filter(|link| !link.is_canonical);
    links
        .filter_map(|link| follow(page, &link.value))
        .map(|(path, _)| path)
        .collect()
}

/// The files of a site, as a host would publish them.
struct Site {
    files: BTreeSet<String>,
    folders: HashSet<String>,
}

impl Site {
    /// Hidden files and folders are left out, as many hosts do.
    fn read(folder: &Path) -> Self {
        let mut site = Self {
            files: BTreeSet::new(),
            folders: HashSet::from([String::new()]),
        };
        let entries = WalkDir::new(folder)
            .min_depth(1)
            .into_iter()
            .filter_entry(|entry| !entry.file_name().to_string_lossy().starts_with('.'));
        for entry in entries {
            let entry = entry.expect("a folder that can be read");
            let path = entry.path().strip_prefix(folder).expect("it is inside");
            let segments: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
            let path = segments.join("/");
            if entry.file_type().is_dir() {
                site.folders.insert(path);
            } else {
                site.files.insert(path);
            }
        }
        site
    }

    fn report(
        &self,
        path: &str,
        facts: &PageFacts,
        anchors: &BTreeMap<&str, &HashSet<String>>,
        base_url: Option<&str>,
    ) -> Report {
        let mut report = Report {
            pages: 1,
            names: facts.names.clone(),
            ..Report::default()
        };
        for (place, value, problem) in &facts.problems {
            report.find(path, place, value, problem.clone());
        }
        let place = resolve::place_of(path);
        for link in &facts.links {
            if link.is_canonical && base_url.is_none() {
                continue;
            }
            let problem = match resolve::resolve(&place, &link.value, base_url) {
                Err(problem) => Some(problem),
                Ok(Destination::Outside) => {
                    report.outside.insert(link.value.clone());
                    None
                }
                Ok(Destination::Inside(target)) => {
                    report.links += 1;
                    self.problem(&target, anchors)
                }
            };
            if let Some(problem) = problem {
                let Link { place, value, .. } = link;
                report.find(path, place, value, problem);
            }
        }
        report
    }

    fn problem(
        &self,
        target: &Target,
        anchors: &BTreeMap<&str, &HashSet<String>>,
    ) -> Option<Problem> {
        if !self.files.contains(&target.path) {
            return Some(if self.folders.contains(&target.path) {
                Problem::NoFileName
            } else {
                Problem::NoSuchFile
            });
        }
        // A fragment of what is no page says something to its reader only, such as `page=3`.
        let anchors = anchors.get(&*target.path)?;
        let fragment = target.fragment.as_deref()?;
        let is_there = fragment.is_empty() || fragment == "top" || anchors.contains(fragment);
        (!is_there).then_some(Problem::NoSuchAnchor)
    }
}

impl Report {
    fn of_unreadable(path: &str) -> Self {
        let mut report = Self {
            pages: 1,
            ..Self::default()
        };
        report.find(path, "", "", Problem::NotText);
        report
    }

    fn find(&mut self, page: &str, place: &str, value: &str, problem: Problem) {
        self.findings.push(Finding {
            page: page.to_owned(),
            place: place.to_owned(),
            value: value.to_owned(),
            problem,
        });
    }

    fn and(mut self, other: Self) -> Self {
        self.findings.extend(other.findings);
        self.pages += other.pages;
        self.links += other.links;
        for (element, attributes) in other.names {
            self.names.entry(element).or_default().extend(attributes);
        }
        self.outside.extend(other.outside);
        self
    }
}

/// Whether a file has links and ids of its own.
fn is_page(path: &str) -> bool {
    let ending = Path::new(path).extension().unwrap_or_default();
    ["html", "htm", "svg"]
        .iter()
        .any(|page| ending.eq_ignore_ascii_case(page))
}
