//! What remains at an address at which nothing stands any more: what it was, what became of it, and
//! where to go.

use serde::Serialize;

use super::{Link, Material, Row, Shell, home_address, search_address};
use crate::address::OutPath;
use crate::catalog::RecordIx;
use crate::date::Date;
use crate::diagnostic::Diagnostic;
use crate::fate::{Gone, OldAddress};
use crate::html::{Html, pictures};
use crate::ledger::{AddressKind, Last, Spot, State};
use crate::page::{forward, source};
use crate::record::RecordId;
use crate::source_link::File;

/// Most records that a page names which stood on it once: of more, permalinks tell.
const LEFT_SHOWN: usize = 500;

/// What `gone.html` sees.
#[derive(Debug, Serialize)]
pub struct GonePage {
    /// The layout's part.
    pub shell: Shell,
    /// What is so, in a few words.
    pub heading: String,
    /// What that means, in a sentence or two.
    pub explanation: &'static str,
    /// The message, as it was last.
    pub message: Option<String>,
    /// Its code.
    pub code: Option<String>,
    /// `path:line`, as it was last.
    pub place: Option<String>,
    /// The same place at the last commit, to be looked up.
    pub source: Option<Link>,
    /// The repository.
    pub repo: Option<Link>,
    /// The day or data set from which on it is so.
    pub since: Option<String>,
    /// The record that probably took its place.
    pub successor: Option<Row>,
    /// Records that stood here.
    pub left: Vec<Left>,
    /// Ways to go on.
    pub links: Vec<Link>,
}

/// A record that stood on a page once.
#[derive(Debug, Serialize)]
pub struct Left {
    /// Its id, which is still its anchor.
    pub id: String,
    /// Its message, or that of the one that took its place.
    pub title_html: Html,
    /// Where that is.
    pub href: Option<String>,
    /// What became of it.
    pub note: &'static str,
}

/// The page of an id or an address, without what the ledger says of it; but the number of that is in
/// it, so two equal frames give equal pages.
#[derive(Debug, Serialize)]
pub struct Frame {
    #[serde(skip)]
    spot: Option<Spot>,
    #[serde(skip)]
    here: OutPath,
    print: u64,
    state: State,
    /// Of an address: what stood there.
    kind: Option<AddressKind>,
    shell: Shell,
    since: Option<String>,
    successor: Option<Row>,
    left: Vec<Left>,
    links: Vec<Link>,
}

impl Frame {
    /// The page of an id that is not live.
    pub fn of_id(material: &Material<'_>, gone: &Gone) -> Self {
        let here = forward::of_id(gone.id);
        let successor = (gone.state == State::Replaced).then(|| material.fates.successor(gone.id));
        let successor = successor.flatten();
        let successor = successor.map(|record| material.row(&here, record, false));
        Self {
            spot: gone.spot,
            print: gone.print,
            state: gone.state,
            kind: None,
            shell: bare_shell(material, &here),
            // What was so before says since when.
            since: material
                .fates
                .version
                .as_deref()
                .map(str::to_owned)
                .filter(|_| gone.newly),
            successor,
            left: Vec::new(),
            links: ways(&here),
            here,
        }
    }

    /// The page of an address at which nothing stands.
    pub fn of_address(material: &Material<'_>, old: &OldAddress) -> Self {
        let here = old.address.clone();
        Self {
            spot: Some(old.spot),
            print: old.owner,
            state: old.state,
            kind: Some(old.kind),
            shell: bare_shell(material, &here),
            since: None,
            successor: None,
            left: left(material, &here),
            links: ways(&here),
            here,
        }
    }
}

fn bare_shell(material: &Material<'_>, here: &OutPath) -> Shell {
    let mut shell = material.shell(here, "", "");
    shell.noindex = true;
    shell.canonical = None;
    shell
}

fn ways(here: &OutPath) -> Vec<Link> {
    vec![
        Link::new("Search", here, &search_address()),
        Link::new("Home", here, &home_address()),
    ]
}

/// Records that stood at an address and do not any more.
pub fn left(material: &Material<'_>, here: &OutPath) -> Vec<Left> {
    let ids = material.fates.left(here.as_str()).take(LEFT_SHOWN);
    ids.map(|id| left_one(material, here, id)).collect()
}

fn left_one(material: &Material<'_>, here: &OutPath, id: RecordId) -> Left {
    let to = |record: RecordIx| {
        let header = material.catalog.record(record);
        let address = material.catalog.address(header);
        let href = here.href_to(&address, &header.id.to_string());
        (header.title.html(), Some(href))
    };
    let own = || {
        let has_page = material.config.output.permalinks;
        has_page.then(|| here.href(&forward::of_id(id)))
    };
    let is_held = material
        .fates
        .fate(id)
        .is_some_and(|gone| gone.state == State::Held);
    let ((title_html, href), note) = match (material.fates.record(id), material.fates.successor(id))
    {
        (Some(record), _) => (to(record), "has another page now"),
        (None, Some(successor)) if !is_held => {
            (to(successor), "probably took the place of what was here")
        }
        _ if is_held => (
            (Html::text("An error that stood here"), own()),
            "could not be read when the site was built",
        ),
        _ => ((Html::text("An error that stood here"), own()), "is gone"),
    };
    Left {
        id: id.to_string(),
        title_html,
        href,
        note,
    }
}

/// The page of a frame.
///
/// # Errors
/// If the ledger of the build before can no longer be read.
pub fn page(material: &Material<'_>, frame: Frame) -> Result<GonePage, Box<Diagnostic>> {
    let previous = &material.fates.previous;
    match (frame.kind, frame.spot) {
        (None, Some(spot)) => {
            let entry = previous.id_entry(spot)?;
            let since = frame.since.clone().or(entry.since.map(Into::into));
            Ok(of_id(material, frame, entry.last, since))
        }
        (Some(kind), Some(spot)) => {
            let entry = previous.address_entry(spot)?;
            let name = entry.name.unwrap_or_default();
            Ok(of_address(
                material,
                frame,
                kind,
                &name,
                entry.of.as_deref(),
            ))
        }
        (_, None) => Ok(of_id(material, frame, None, None)),
    }
}

fn of_id(
    material: &Material<'_>,
    frame: Frame,
    last: Option<Last>,
    since: Option<String>,
) -> GonePage {
    let (heading, explanation) = match frame.state {
        State::Held => (
            "This error could not be read",
            "Its record was there when this site was built last, but could not be read, or another one could not that may have been it. This is what was known before.",
        ),
        State::Replaced => (
            "This error has changed",
            "It is not raised in these words at this place any more. The error below probably took its place; this address will not be used for another one.",
        ),
        _ => (
            "This error is gone",
            "It is not raised in these words at this place any more, and nothing is known that took its place. This address will not be used for another one.",
        ),
    };
    let mut page = GonePage {
        heading: heading.into(),
        explanation,
        message: None,
        code: None,
        place: None,
        source: None,
        repo: None,
        since: since.map(|since| day(&since)),
        successor: frame.successor,
        left: frame.left,
        links: frame.links,
        shell: frame.shell,
    };
    let mut title = heading.to_owned();
    if let Some(last) = last {
        let file = File {
            repo: &last.repo,
            commit: &last.commit,
            path: &last.path,
        };
        let href = source::links(material.config, &last.repo).range(&file, last.line, None);
        page.source = (!last.commit.is_empty()).then(|| Link {
            text: pictures(&source::short(&last.commit)).into_owned(),
            href,
            here: false,
        });
        page.place = Some(last.place());
        page.repo = Some(repo_link(material, &frame.here, &last.repo));
        page.code = last.code.map(|code| pictures(&code).into_owned());
        title = format!("{} · {}", last.message, last.repo);
        page.message = Some(last.message.into());
    }
    page.shell.describe(&title, heading);
    page
}

/// A repository by name, with its page if it has one still.
fn repo_link(material: &Material<'_>, here: &OutPath, name: &str) -> Link {
    let catalog = material.catalog;
    let found = catalog
        .repos()
        .binary_search_by(|repo| (*repo.name).cmp(name));
    let ix = found.ok().and_then(|ix| u32::try_from(ix).ok());
    match ix {
        Some(ix) => Link::new(&material.repo_title(ix), here, &catalog.repo_address(ix, 1)),
        None => Link {
            text: pictures(name).into_owned(),
            href: String::new(),
            here: false,
        },
    }
}

fn of_address(
    material: &Material<'_>,
    frame: Frame,
    kind: AddressKind,
    name: &str,
    of: Option<&str>,
) -> GonePage {
    let named = pictures(name);
    let heading = match kind {
        AddressKind::Page => "Nothing is explained here any more".to_owned(),
        AddressKind::Repo => format!("No errors of {named} any more"),
        AddressKind::Facet => "There is no such list any more".to_owned(),
        AddressKind::Value => format!("No error has “{named}” any more"),
        AddressKind::Folder if name.is_empty() => "No source files any more".to_owned(),
        AddressKind::Folder | AddressKind::File => format!("No errors in {named} any more"),
    };
    let explanation = match kind {
        AddressKind::Page => {
            "What stood here is gone or stands elsewhere. This address will not be used for another error."
        }
        _ => {
            "There were some, and links to them may have led here. This address will not be used for anything else."
        }
    };
    let repo = of.filter(|_| {
        matches!(
            kind,
            AddressKind::Page | AddressKind::Folder | AddressKind::File
        )
    });
    let mut page = GonePage {
        explanation,
        message: None,
        code: None,
        place: None,
        source: None,
        repo: repo.map(|repo| repo_link(material, &frame.here, repo)),
        since: None,
        successor: None,
        left: frame.left,
        links: frame.links,
        shell: frame.shell,
        heading,
    };
    let title = page.heading.clone();
    page.shell.describe(&title, "");
    page
}

/// A date as people read it; a version as it is.
fn day(version: &str) -> String {
    let date = Date::parse(version);
    date.map_or_else(|| pictures(version).into_owned(), Date::day)
}
