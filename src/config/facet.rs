//! Facets: what readers browse by. To add one, add a row here; pages, addresses and search terms
//! follow from it.

use serde::Deserialize;

/// A field whose values have an index and a page each.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Facet {
    /// The record's key, one of the data set's or any other that holds a text or a list of texts.
    pub field: String,
    /// What the index is called, in the plural.
    pub title: String,
    /// Its folder.
    pub path: String,
}

/// The facets of a site that does not list its own.
pub fn default_facets() -> Vec<Facet> {
    [
        ("tags", "Tags", "tags"),
        ("severity", "Severities", "severities"),
        ("errorType", "Types", "types"),
        ("errorCode", "Codes", "codes"),
        ("errorClass", "Classes", "classes"),
        ("httpStatus", "HTTP statuses", "statuses"),
        ("handlingStrategy", "Handling strategies", "strategies"),
        ("backgroundTag", "Families", "families"),
    ]
    .map(|(field, title, path)| Facet {
        field: field.into(),
        title: title.into(),
        path: path.into(),
    })
    .to_vec()
}
