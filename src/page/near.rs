//! Rows on a record's page about other records: what the reader may have meant, what is raised
//! nearby, what is related. Which records these are is the catalog's to say.

use super::{Link, Material, Row};
use crate::address::OutPath;
use crate::catalog::{RecordIx, Related};
use crate::html::pictures;

/// A link to the first record of the same kind, where that is on another page.
pub(super) fn first_of_kind(material: &Material<'_>, here: &OutPath, ix: RecordIx) -> Option<Link> {
    let catalog = material.catalog;
    let first = catalog.record(catalog.first_of_kind_elsewhere(ix)?);
    Some(Link {
        text: material.place(first),
        href: here.href_to(&catalog.address(first), &first.id.to_string()),
        here: false,
    })
}

/// A row about a record that the reader may have meant, with how its message differs.
pub(super) fn sibling_row(
    material: &Material<'_>,
    here: &OutPath,
    ix: RecordIx,
    other: RecordIx,
) -> Row {
    let title = |ix: RecordIx| &material.catalog.record(ix).title;
    Row {
        title_html: title(other).html_beside(title(ix)),
        ..file_row(material, here, ix, other)
    }
}

/// A row about a record of the same file, with how far away it is.
pub(super) fn file_row(
    material: &Material<'_>,
    here: &OutPath,
    ix: RecordIx,
    other: RecordIx,
) -> Row {
    let (line, other_line) = (
        material.catalog.record(ix).line,
        material.catalog.record(other).line,
    );
    let note = line
        .zip(other_line)
        .map(|(line, other)| match other.abs_diff(line) {
            0 => "same line".to_owned(),
            1 if other > line => "1 line below".to_owned(),
            1 => "1 line above".to_owned(),
            apart if other > line => format!("{apart} lines below"),
            apart => format!("{apart} lines above"),
        });
    Row {
        note,
        place: other_line.map_or_else(
            || "same file".into(),
            |line| format!("same file, line {line}"),
        ),
        ..material.row(here, other, false)
    }
}

/// A row about a related record, with what both have.
pub(super) fn related_row(
    material: &Material<'_>,
    here: &OutPath,
    ix: RecordIx,
    related: &Related,
) -> Row {
    let catalog = material.catalog;
    let repo_of = |ix: RecordIx| catalog.page(catalog.record(ix).page).repo;
    let same_repo = repo_of(ix) == repo_of(related.record);
    let shared: Vec<_> = related
        .shared
        .iter()
        .take(3)
        .map(|value| pictures(&catalog.value(*value).text).into_owned())
        .collect();
    Row {
        note: Some(format!("shares {}", shared.join(", "))),
        ..material.row(here, related.record, !same_repo)
    }
}
