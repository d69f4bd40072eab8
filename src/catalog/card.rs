//! What the catalog needs of a record, and all that is kept of it between builds: made where records
//! are parsed, on all cores, or taken from the cache where a file has not changed.

use serde::{Deserialize, Serialize};

use super::{FacetIx, Title, facet};
use crate::config::Facet;
use crate::date::Date;
use crate::ledger::Sketch;
use crate::message::Template;
use crate::record::{Record, RecordId};

/// A record without its texts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    pub(super) id: RecordId,
    pub(super) repo: Box<str>,
    pub(super) slug: Box<str>,
    pub(super) path: Box<str>,
    /// The commit that was read.
    pub(super) commit: Box<str>,
    pub(super) title: Title,
    /// Whether its message says enough to be told from other text.
    pub(super) is_telling: bool,
    pub(super) line: Option<u32>,
    /// First and last line of the excerpt.
    pub(super) excerpt: Option<(u32, u32)>,
    /// The lines around the raising one.
    pub(super) sketch: Sketch,
    /// When its text last changed, where it says so.
    pub(super) changed: Option<Date>,
    pub(super) severity: Box<str>,
    pub(super) code: Option<Box<str>>,
    /// What records have in common that raise the same error.
    pub(super) kind: Option<u128>,
    /// Values, each with the facet's place in the settings.
    pub(super) values: Vec<(FacetIx, Box<str>)>,
    pub(super) version: Option<Box<str>>,
    pub(super) analyzed: Option<Date>,
    /// Hash of the record in a fixed form, and that form's bytes.
    pub(super) fingerprint: u128,
    pub(super) size: u32,
}

impl Card {
    /// The card of a record, with its values of these facets.
    pub fn of(record: &Record, facets: &[Facet]) -> Self {
        let (fingerprint, size) = record.fingerprint();
        let numbered = (0..).zip(facets);
        let values = numbered.flat_map(|(number, facet)| {
            let values = facet::values(record, &facet.field).into_iter();
            values.map(move |value| (number, value.into()))
        });
        let code = record.error_code.as_ref();
        let code = code.filter(|code| !code.trim().is_empty());
        Self {
            id: record.id,
            repo: record.repo.as_str().into(),
            slug: record.slug.as_str().into(),
            path: record.file_path.as_str().into(),
            commit: record.analyzed_sha.as_str().into(),
            title: Title::of(record),
            is_telling: is_telling(record),
            line: record.line_number,
            excerpt: record.excerpt(),
            sketch: sketch(record),
            changed: record.content_changed_at,
            severity: record.severity.as_str().into(),
            code: code.map(|code| code.as_str().into()),
            kind: record.kind(),
            values: values.collect(),
            version: record.dataset_version.as_deref().map(Into::into),
            analyzed: record.analyzed_at,
            fingerprint,
            size,
        }
    }
}

fn sketch(record: &Record) -> Sketch {
    let code = record.source_code.as_deref().unwrap_or_default();
    match (record.excerpt(), record.line_number) {
        (Some((start, _)), Some(line)) => Sketch::of(code, start, line),
        _ => Sketch::default(),
    }
}

fn is_telling(record: &Record) -> bool {
    let pattern = Some(record.message_pattern.as_str());
    Template::of(&record.error_message, pattern, &record.file_path).is_telling()
}
