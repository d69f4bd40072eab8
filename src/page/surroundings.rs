//! What a record's page says of the rest of the site: other records, and the lists that it is on.
//!
//! All of it comes from headers, so whether a published page is still right can be told without
//! reading its record.

use serde::Serialize;

use super::{Link, Material, Row, near};
use crate::address::OutPath;
use crate::catalog::RecordIx;

/// What is around one record.
#[derive(Debug, Serialize)]
pub(super) struct Surroundings {
    /// `path:line`.
    pub(super) place: String,
    /// The page of its file, if the site shows the source tree.
    pub(super) file_href: Option<String>,
    /// Its permalink, if the site has them.
    pub(super) permalink: Option<Link>,
    /// The first record of its kind, where that is on another page.
    pub(super) first_of_kind: Option<Link>,
    /// Records that the reader may have meant.
    pub(super) siblings: Vec<Row>,
    /// The nearest records of the same file that are no siblings.
    pub(super) neighbours: Vec<Row>,
    /// Records with rare values in common that are neither.
    pub(super) related: Vec<Row>,
    /// Its tags and their pages.
    pub(super) tags: Vec<Link>,
    /// Fields of which a value has a page, and that page.
    lists: Vec<(&'static str, String)>,
}

/// Fields that lead from a record's page to lists, beside its tags.
const FIELDS: [&str; 7] = [
    "severity",
    "errorType",
    "errorCode",
    "errorClass",
    "httpStatus",
    "handlingStrategy",
    "backgroundTag",
];

impl Surroundings {
    /// What is around a record, seen from the page `here`.
    pub(super) fn of(material: &Material<'_>, here: &OutPath, ix: RecordIx) -> Self {
        let Material {
            config, catalog, ..
        } = *material;
        let header = catalog.record(ix);
        let siblings = catalog.siblings(ix);
        let neighbours = catalog.neighbours(ix);
        let known = |other: &RecordIx| siblings.contains(other) || neighbours.contains(other);
        let related = catalog.related(ix, &["tags", "backgroundTag"]);
        let related = related
            .iter()
            .filter(|related| !known(&related.record))
            .map(|related| near::related_row(material, here, ix, related))
            .collect();
        let permalink = config.output.permalinks.then(|| {
            let address = super::forward::address(material, ix);
            Link::new(&header.id.to_string(), here, &address)
        });
        Self {
            place: material.place(header),
            file_href: catalog
                .file_of(ix)
                .map(|file| here.href(&catalog.file_address(file, 1))),
            permalink,
            first_of_kind: near::first_of_kind(material, here, ix),
            neighbours: neighbours
                .iter()
                .filter(|other| !siblings.contains(other))
                .map(|other| near::file_row(material, here, ix, *other))
                .collect(),
            siblings: siblings
                .iter()
                .map(|other| near::sibling_row(material, here, ix, *other))
                .collect(),
            related,
            tags: links(material, here, ix, "tags"),
            lists: FIELDS
                .into_iter()
                .filter_map(|field| {
                    let link = links(material, here, ix, field).into_iter().next()?;
                    Some((field, link.href))
                })
                .collect(),
        }
    }

    /// The page of a record's value of a field, if there is one.
    pub(super) fn list(&self, field: &str) -> Option<String> {
        let mut lists = self.lists.iter();
        let found = lists.find(|(name, _)| *name == field);
        found.map(|(_, href)| href.clone())
    }
}

/// A record's values of a field as links.
fn links(material: &Material<'_>, here: &OutPath, ix: RecordIx, field: &str) -> Vec<Link> {
    let catalog = material.catalog;
    let Some(facet) = catalog.facet(field) else {
        return Vec::new();
    };
    catalog
        .values_of(catalog.record(ix), facet)
        .map(|value| material.value_link(here, value))
        .collect()
}
