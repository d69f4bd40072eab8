//! A repository's listing, and the list of all repositories.

use serde::Serialize;

use super::listing::{Chart, ListingPage, page_title, rows};
use super::{
    Link, Material, Pager, Shell, counted, page_count, page_range, repos_address, source, thousands,
};
use crate::address::OutPath;
use crate::catalog::{RecordIx, RepoIx};
use crate::dataset::RepoFacts;
use crate::html::pictures;

/// Repositories on one page of the list of all.
const REPOS_ROWS: usize = 500;
/// Bars of a chart on a repository's page.
const BARS: usize = 6;

/// How many pages a repository's listing has.
pub fn pages(material: &Material<'_>, repo: RepoIx) -> u32 {
    page_count(
        material.catalog.repo(repo).records.len(),
        material.config.listing.rows,
    )
}

/// Page `number` of a repository's listing.
pub fn listing(material: &Material<'_>, repo: RepoIx, number: u32) -> ListingPage {
    let Material { catalog, .. } = *material;
    let here = catalog.repo_address(repo, number);
    let records: Vec<RecordIx> = catalog.repo(repo).records.clone().collect();
    let heading = material.repo_title(repo);
    let summary = format!(
        "{} on {}",
        counted(records.len(), "error"),
        counted(catalog.repo(repo).pages.len(), "page")
    );
    let chart = |heading: &str, field: &str| Chart {
        heading: heading.into(),
        bars: material.chart(&here, field, Some(repo), BARS),
    };
    let charts = if number == 1 {
        vec![
            chart("By severity", "severity"),
            chart("By type", "errorType"),
            chart("Most used tags", "tags"),
        ]
    } else {
        Vec::new()
    };
    let description = format!("Errors that {heading} raises: {summary}");
    ListingPage {
        shell: material.shell(
            &here,
            &page_title(&format!("{heading} errors"), number),
            &description,
        ),
        crumbs: vec![Link::new("Repositories", &here, &repos_address(1))],
        heading,
        summary,
        links: links(material, repo, &here),
        facts: catalog
            .facts(repo)
            .filter(|_| number == 1)
            .map(FactsView::of),
        article: None,
        charts: charts
            .into_iter()
            .filter(|chart| !chart.bars.is_empty())
            .collect(),
        repos: Vec::new(),
        rows: rows(material, &here, &records, number, false),
        groups: Vec::new(),
        pager: Pager::new(number, pages(material, repo), |n| {
            catalog.repo_address(repo, n)
        }),
    }
}

/// The repository's source tree, and its own page elsewhere.
fn links(material: &Material<'_>, repo: RepoIx, here: &OutPath) -> Vec<Link> {
    let catalog = material.catalog;
    let tree = catalog.root_folder(repo);
    let tree =
        tree.map(|folder| Link::new("Source files", here, &catalog.folder_address(folder, 1)));
    let own = source::repo_url(material.config, &catalog.repo(repo).name);
    let own = own.map(|(text, href)| Link {
        text,
        href,
        here: false,
    });
    tree.into_iter().chain(own).collect()
}

/// What is known of a repository besides its records.
#[derive(Debug, Serialize)]
pub struct FactsView {
    /// What it is; may be empty.
    pub description: String,
    /// Language, stars and branch, as far as they are known.
    pub facts: Vec<String>,
    /// The commit that was read, shortened.
    pub commit: Option<String>,
}

impl FactsView {
    fn of(facts: &RepoFacts) -> Self {
        const COMMIT_DIGITS: usize = 12;
        let shown = |text: &Option<String>| {
            let text = text.as_deref().unwrap_or_default().trim();
            Some(pictures(text).into_owned()).filter(|text| !text.is_empty())
        };
        let stars = facts.stars.and_then(|stars| usize::try_from(stars).ok());
        let branch = shown(&facts.default_branch);
        let known = [
            shown(&facts.language),
            stars.map(|stars| counted(stars, "star")),
            branch.map(|branch| format!("default branch {branch}")),
        ];
        Self {
            description: shown(&facts.description).unwrap_or_default(),
            facts: known.into_iter().flatten().collect(),
            commit: shown(&facts.analyzed_sha)
                .map(|commit| commit.chars().take(COMMIT_DIGITS).collect()),
        }
    }
}

/// What `repos.html` sees.
#[derive(Debug, Serialize)]
pub struct ReposPage {
    /// The layout's part.
    pub shell: Shell,
    /// How many, in words.
    pub summary: String,
    /// The repositories of this page.
    pub repos: Vec<RepoRow>,
    /// The way to the other pages.
    pub pager: Option<Pager>,
}

/// A repository in a list.
#[derive(Debug, Serialize)]
pub struct RepoRow {
    /// Its name and listing.
    pub link: Link,
    /// How many records it has.
    pub count: String,
}

/// How many pages the list of all repositories has.
pub fn all_pages(material: &Material<'_>) -> u32 {
    page_count(material.catalog.repos().len(), REPOS_ROWS)
}

/// Page `number` of the list of all repositories.
pub fn all(material: &Material<'_>, number: u32) -> ReposPage {
    let here = repos_address(number);
    let count = material.catalog.repos().len();
    let range = page_range(count, REPOS_ROWS, number);
    let number_of = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    ReposPage {
        shell: material.shell(
            &here,
            &page_title("Repositories", number),
            "All repositories whose errors are explained here",
        ),
        summary: format!(
            "{} in {} repositories",
            counted(material.catalog.records().len(), "error"),
            thousands(count)
        ),
        repos: range
            .map(|repo| row(material, number_of(repo), &here))
            .collect(),
        pager: Pager::new(number, all_pages(material), repos_address),
    }
}

/// A repository in a list on the page `here`.
pub(super) fn row(material: &Material<'_>, repo: RepoIx, here: &OutPath) -> RepoRow {
    RepoRow {
        link: Link::new(
            &material.repo_title(repo),
            here,
            &material.catalog.repo_address(repo, 1),
        ),
        count: thousands(material.catalog.repo(repo).records.len()),
    }
}
