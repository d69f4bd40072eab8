//! A page of a list of records: of a facet's value, or of a repository.

use serde::Serialize;

use super::article::ArticleView;
use super::repo::FactsView;
use super::{Bar, Link, Material, Pager, Row, Shell, counted, page_count, page_range, thousands};
use crate::address::OutPath;
use crate::catalog::{Catalog, RecordIx, ValueIx};
use crate::markdown;

/// A facet value with more records is not listed to the end: one new record would rewrite
/// thousands of pages.
const LISTED_WHOLE: usize = 2000;
/// How many of its newest records are listed then.
const NEWEST_LISTED: usize = 500;

/// What `listing.html` sees.
#[derive(Debug, Serialize)]
pub struct ListingPage {
    /// The layout's part.
    pub shell: Shell,
    /// Where the page is in the site.
    pub crumbs: Vec<Link>,
    /// What all records of the list have in common.
    pub heading: String,
    /// How many records, in words.
    pub summary: String,
    /// Links about the whole list, such as a repository's own page.
    pub links: Vec<Link>,
    /// What is known of the repository, on the first page of its list.
    pub facts: Option<FactsView>,
    /// The text about the family, on the first page of its list.
    pub article: Option<ArticleView>,
    /// Charts over the list, with their headings.
    pub charts: Vec<Chart>,
    /// Repositories that lead to the rest, where the list is cut.
    pub repos: Vec<Bar>,
    /// The records of this page, where they are not grouped.
    pub rows: Vec<Row>,
    /// The records of this page by repository, where they are.
    pub groups: Vec<Group>,
    /// The way to the other pages.
    pub pager: Option<Pager>,
}

/// Records of one repository in a list of several.
#[derive(Debug, Serialize)]
pub struct Group {
    /// The repository.
    pub repo: Link,
    /// Its records.
    pub rows: Vec<Row>,
}

/// A chart with its heading.
#[derive(Debug, Serialize)]
pub struct Chart {
    /// What it shows.
    pub heading: String,
    /// The bars.
    pub bars: Vec<Bar>,
}

/// How many pages a facet value's list has.
pub fn value_pages(catalog: &Catalog, value: ValueIx, rows: usize) -> u32 {
    let count = catalog.records_with(value).len();
    page_count(
        if count > LISTED_WHOLE {
            NEWEST_LISTED
        } else {
            count
        },
        rows,
    )
}

/// Page `number` of a facet value's list.
pub fn value(material: &Material<'_>, value: ValueIx, number: u32) -> ListingPage {
    let Material {
        catalog, config, ..
    } = *material;
    let here = catalog.value_address(value, number);
    let (facet, text) = (catalog.value(value).facet, &catalog.value(value).text);
    let facet_title = &catalog.facets()[usize::from(facet)].0.title;
    let all = catalog.records_with(value);
    let cut = all.len() > LISTED_WHOLE;
    let is_family = catalog.is_family(catalog.value(value));
    let article = catalog.article(value);
    let mut newest;
    let listed = if cut {
        newest = newest_of(catalog, all);
        if is_family {
            // Indexes go by repository.
            newest.sort_unstable();
        }
        &newest
    } else {
        all
    };
    let total = value_pages(catalog, value, config.listing.rows);
    let address = |n| catalog.value_address(value, n);
    let heading = article.map_or(&**text, |article| &article.title);
    let heading = super::pictures(heading).into_owned();
    let summary = if cut {
        format!(
            "{}; the {} that changed last are listed here, the repositories below lead to all",
            counted(all.len(), "error"),
            thousands(NEWEST_LISTED)
        )
    } else {
        counted(all.len(), "error")
    };
    let description = article
        .and_then(|article| article.summary.as_deref())
        .map(markdown::plain)
        .filter(|summary| !summary.is_empty())
        .unwrap_or_else(|| format!("{facet_title}: {heading} ({})", counted(all.len(), "error")));
    let mut shell = material.shell(&here, &page_title(&heading, number), &description);
    let (rows, groups) = if is_family {
        (Vec::new(), groups(material, &here, listed, number))
    } else {
        (rows(material, &here, listed, number, true), Vec::new())
    };
    shell.noindex = all.len() == 1 && article.is_none();
    ListingPage {
        shell,
        crumbs: vec![Link::new(
            facet_title,
            &here,
            &catalog.facet_address(facet, 1),
        )],
        heading,
        summary,
        links: Vec::new(),
        facts: None,
        article: article.filter(|_| number == 1).map(ArticleView::of),
        charts: Vec::new(),
        repos: if cut && number == 1 {
            repos_of(material, &here, all)
        } else {
            Vec::new()
        },
        rows,
        groups,
        pager: Pager::new(number, total, address),
    }
}

/// Heading and page number, for the browser's tab.
pub(super) fn page_title(heading: &str, number: u32) -> String {
    if number > 1 {
        format!("{heading}, page {number}")
    } else {
        heading.to_owned()
    }
}

/// The rows of one page of a list.
pub(super) fn rows(
    material: &Material<'_>,
    here: &OutPath,
    listed: &[RecordIx],
    number: u32,
    with_repo: bool,
) -> Vec<Row> {
    let range = page_range(listed.len(), material.config.listing.rows, number);
    listed[range]
        .iter()
        .map(|record| material.row(here, *record, with_repo))
        .collect()
}

/// The rows of one page of a list that goes by repository.
fn groups(material: &Material<'_>, here: &OutPath, listed: &[RecordIx], number: u32) -> Vec<Group> {
    let catalog = material.catalog;
    let repo_of = |record: RecordIx| catalog.page(catalog.record(record).page).repo;
    let range = page_range(listed.len(), material.config.listing.rows, number);
    let group = |records: &[RecordIx]| {
        let repo = repo_of(records[0]);
        Group {
            repo: Link::new(
                &material.repo_title(repo),
                here,
                &catalog.repo_address(repo, 1),
            ),
            rows: records
                .iter()
                .map(|record| material.row(here, *record, false))
                .collect(),
        }
    };
    listed[range]
        .chunk_by(|a, b| repo_of(*a) == repo_of(*b))
        .map(group)
        .collect()
}

fn newest_of(catalog: &Catalog, records: &[RecordIx]) -> Vec<RecordIx> {
    let mut newest = records.to_vec();
    newest.sort_by_key(|ix| {
        (
            std::cmp::Reverse(catalog.record(*ix).changed),
            catalog.record(*ix).id,
        )
    });
    newest.truncate(NEWEST_LISTED);
    newest
}

/// The repositories of a list, most records first.
fn repos_of(material: &Material<'_>, here: &OutPath, records: &[RecordIx]) -> Vec<Bar> {
    let mut counts = std::collections::BTreeMap::new();
    for record in records {
        let header = material.catalog.record(*record);
        *counts
            .entry(material.catalog.page(header.page).repo)
            .or_insert(0) += 1;
    }
    let mut counts: Vec<(usize, u32)> = counts
        .into_iter()
        .map(|(repo, count)| (count, repo))
        .collect();
    counts.sort_by_key(|(count, repo)| (std::cmp::Reverse(*count), *repo));
    let longest = counts.first().map_or(1, |(count, _)| *count);
    let bar = |(count, repo): (usize, u32)| Bar {
        link: Link::new(
            &material.repo_title(repo),
            here,
            &material.catalog.repo_address(repo, 1),
        ),
        count: thousands(count),
        width: super::per_mille(count, longest),
        severity: None,
    };
    counts.into_iter().map(bar).collect()
}
