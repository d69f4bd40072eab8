//! What a part of a slug's page needs of headers.

use serde::Serialize;

use super::gone::{self, Left};
use super::linked_data::Places;
use super::surroundings::Surroundings;
use super::{Link, Material, Pager, Shell};
use crate::catalog::{PageIx, RecordIx};
use crate::html::pictures;

/// What part of a page needs of headers: all but the records themselves, whose fingerprints are in
/// it, so two equal frames give equal pages.
#[derive(Debug, Serialize)]
pub struct Frame {
    #[serde(skip)]
    pub(super) records: Vec<RecordIx>,
    fingerprints: Vec<u128>,
    pub(super) surroundings: Vec<Surroundings>,
    /// Its title and description come with the records.
    pub(super) shell: Shell,
    pub(super) repo: Link,
    pub(super) slug: String,
    /// On all parts.
    pub(super) count: usize,
    pub(super) part: u32,
    /// Which of the records answers to bare names.
    pub(super) bare: usize,
    pub(super) left: Vec<Left>,
    pub(super) pager: Option<Pager>,
    pub(super) places: Option<Places>,
    pub(super) data_href: Option<String>,
}

impl Frame {
    /// The frame of part `part` of a page.
    pub fn of(material: &Material<'_>, page: PageIx, part: u32) -> Self {
        let Material { catalog, .. } = *material;
        let here = catalog.page_address(page, part);
        let group = catalog.page(page);
        let records: Vec<RecordIx> = catalog.records_of_part(page, part).collect();
        let answering = material.fates.bare(page).filter(|_| part == 1);
        let mut shell = material.shell(&here, "", "");
        shell.preview = "article";
        if let Some(first) = catalog.page_of_first_of_kind(page) {
            let base = material.config.site.base_url.as_deref();
            shell.canonical = base.map(|base| first.url(base));
        }
        let repo = material.repo_title(group.repo);
        Self {
            fingerprints: records
                .iter()
                .map(|record| catalog.record(*record).fingerprint)
                .collect(),
            surroundings: records
                .iter()
                .map(|record| Surroundings::of(material, &here, *record))
                .collect(),
            bare: answering
                .and_then(|answering| records.iter().position(|record| *record == answering))
                .unwrap_or(0),
            left: if part == 1 {
                gone::left(material, &here)
            } else {
                Vec::new()
            },
            records,
            shell,
            repo: Link::new(&repo, &here, &catalog.repo_address(group.repo, 1)),
            slug: pictures(&group.slug).into_owned(),
            count: group.records.len(),
            part,
            pager: Pager::new(part, group.parts, |n| catalog.page_address(page, n)),
            data_href: (material.config.output.page_json)
                .then(|| here.href(&catalog.page_data_address(page, part))),
            places: Places::of(material, group.repo, &here),
        }
    }
}
