//! What the last build changed that changed anything: new, changed, moved and gone errors.

use serde::Serialize;

use super::{Material, Row, Shell, counted};
use crate::address::OutPath;
use crate::date::Date;
use crate::diagnostic::Diagnostic;
use crate::html::{Html, pictures};
use crate::ledger::{Changed, State};
use crate::page::forward;
use crate::record::RecordId;

/// What `changes.html` sees.
#[derive(Debug, Serialize)]
pub struct ChangesPage {
    /// The layout's part.
    pub shell: Shell,
    /// From which data set to which, in words.
    pub summary: String,
    /// Each kind of change that there is.
    pub groups: Vec<Group>,
}

/// Errors with one kind of change.
#[derive(Debug, Serialize)]
pub struct Group {
    /// The kind.
    pub heading: &'static str,
    /// How many, in words.
    pub count: String,
    /// The first of them.
    pub rows: Vec<Row>,
}

/// The page without what the ledger says of gone ids.
#[derive(Debug, Serialize)]
pub struct Frame {
    shell: Shell,
    summary: String,
    groups: Vec<Group>,
    /// The ids that are gone, with the number of what is known of each.
    gone: Vec<(RecordId, u64)>,
}

/// Where the page is.
pub fn address() -> OutPath {
    OutPath::fixed("changes.html")
}

impl Frame {
    /// The page of what changed last.
    pub fn of(material: &Material<'_>) -> Self {
        let here = address();
        let shell = material.shell(&here, "What changed", "New, changed, moved and gone errors");
        let Some(changes) = &material.fates.changes else {
            return Self {
                shell,
                summary: "Nothing is known of an edition of this site before this one.".into(),
                groups: Vec::new(),
                gone: Vec::new(),
            };
        };
        let edition = |version: &Option<Box<str>>| {
            let version = version.as_deref().unwrap_or("an unknown day");
            Date::parse(version).map_or_else(|| version.to_owned(), Date::day)
        };
        let (from, to) = (edition(&changes.from), edition(&changes.to));
        let summary = if from == to {
            format!("What the last edition changed, with texts up to {to}.")
        } else {
            format!("From the edition of {from} to that of {to}.")
        };
        let kinds = [
            ("New", &changes.new),
            ("Changed", &changes.changed),
            ("Moved", &changes.moved),
            ("Gone", &changes.gone),
        ];
        let kinds = kinds.into_iter().filter(|(_, changed)| changed.count > 0);
        let groups = kinds.map(|(heading, changed)| Group {
            heading,
            count: count(changed),
            rows: rows(material, &here, changed),
        });
        // The ledger of the last build may still have the text of what is withdrawn in this one.
        let fate = |id: &RecordId| {
            let gone = material.fates.fate(*id)?;
            (gone.state != State::Withdrawn).then_some((*id, gone.print))
        };
        Self {
            shell,
            summary,
            groups: groups.collect(),
            gone: changes.gone.ids.iter().filter_map(fate).collect(),
        }
    }
}

fn count(changed: &Changed) -> String {
    let count = counted(changed.count, "error");
    if changed.ids.len() < changed.count {
        return format!("{count}, of which {} are named here", changed.ids.len());
    }
    count
}

/// Rows of those that are live, or that another took the place of.
fn rows(material: &Material<'_>, here: &OutPath, changed: &Changed) -> Vec<Row> {
    let rows = changed.ids.iter().filter_map(|id| {
        let is_gone = material
            .fates
            .fate(*id)
            .is_some_and(|gone| gone.state == State::Gone);
        let record = material.fates.successor(*id).filter(|_| !is_gone)?;
        Some(material.row(here, record, true))
    });
    rows.collect()
}

/// The page of a frame.
///
/// # Errors
/// If the ledger of the build before can no longer be read.
pub fn page(material: &Material<'_>, frame: Frame) -> Result<ChangesPage, Box<Diagnostic>> {
    let here = address();
    let mut groups = frame.groups;
    let mut rows = Vec::new();
    for (id, _) in frame.gone {
        let spot = material.fates.fate(id).and_then(|gone| gone.spot);
        let entry = spot.map(|spot| material.fates.previous.id_entry(spot));
        let Some(last) = entry.transpose()?.and_then(|entry| entry.last) else {
            continue;
        };
        // Without permalinks no page tells of what is gone.
        let has_page = material.config.output.permalinks;
        rows.push(Row {
            title_html: Html::text(&last.message),
            href: if has_page {
                here.href(&forward::of_id(id))
            } else {
                here.href(&super::repos_address(1))
            },
            severity: String::new(),
            code: last.code.as_deref().map(|code| pictures(code).into_owned()),
            repo: Some(pictures(&last.repo).into_owned()),
            place: last.place(),
            note: None,
        });
    }
    if let Some(gone) = groups.iter_mut().find(|group| group.heading == "Gone") {
        gone.rows = rows;
    }
    Ok(ChangesPage {
        shell: frame.shell,
        summary: frame.summary,
        groups,
    })
}
