//! The home page, and the page for addresses that do not exist.

use serde::Serialize;

use super::listing::Chart;
use super::repo::RepoRow;
use super::{
    Link, Material, Row, Shell, counted, feed_address, home_address, recent, repo, repos_address,
    thousands,
};
use crate::address::OutPath;

/// Records that changed last, on the home page.
const RECENT: usize = 10;
/// Repositories on the home page.
const REPOS: usize = 12;
/// Tags on the home page.
const TAGS: usize = 24;
/// Bars of a chart.
const BARS: usize = 6;

/// What `home.html` sees.
#[derive(Debug, Serialize)]
pub struct HomePage {
    /// The layout's part.
    pub shell: Shell,
    /// The feed of what changed last, if there is one.
    pub feed: Option<String>,
    /// How many records and repositories, in words.
    pub summary: String,
    /// The date of the newest text.
    pub newest: Option<String>,
    /// Severity, type and family.
    pub charts: Vec<Chart>,
    /// The most used tags.
    pub tags: Vec<Count>,
    /// The repositories with most records.
    pub repos: Vec<RepoRow>,
    /// The list of all repositories, if there are more.
    pub all_repos: Option<Link>,
    /// The index of each facet.
    pub facets: Vec<Count>,
    /// What changed last.
    pub recent: Vec<Row>,
    /// The list of more that changed, if there are more.
    pub more_recent: Option<Link>,
}

/// A link with a number.
#[derive(Debug, Serialize)]
pub struct Count {
    /// What is counted.
    pub link: Link,
    /// How many.
    pub count: String,
}

/// The home page.
pub fn home(material: &Material<'_>) -> HomePage {
    let Material {
        catalog, config, ..
    } = *material;
    let here = home_address();
    let chart = |heading: &str, field: &str| Chart {
        heading: heading.into(),
        bars: material.chart(&here, field, None, BARS),
    };
    let charts = [
        chart("By severity", "severity"),
        chart("By type", "errorType"),
        chart("By family", "backgroundTag"),
    ];
    let mut repos: Vec<u32> =
        (0..u32::try_from(catalog.repos().len()).unwrap_or(u32::MAX)).collect();
    repos.sort_by_key(|repo| (std::cmp::Reverse(catalog.repo(*repo).records.len()), *repo));
    repos.truncate(REPOS);
    let more = catalog.repos().len() > repos.len();
    let summary = format!(
        "{} in {}",
        counted(catalog.records().len(), "error"),
        repositories(catalog.repos().len())
    );
    HomePage {
        feed: material.has_feed().then(|| here.href(&feed_address())),
        shell: material.shell(&here, &config.site.title, &config.site.description),
        summary,
        newest: catalog.newest().map(crate::date::Date::day),
        charts: charts
            .into_iter()
            .filter(|chart| !chart.bars.is_empty())
            .collect(),
        tags: material
            .chart(&here, "tags", None, TAGS)
            .into_iter()
            .map(|bar| Count {
                link: bar.link,
                count: bar.count,
            })
            .collect(),
        repos: repos
            .into_iter()
            .map(|repo| repo::row(material, repo, &here))
            .collect(),
        all_repos: more.then(|| {
            Link::new(
                &format!("All {}", repositories(catalog.repos().len())),
                &here,
                &repos_address(1),
            )
        }),
        facets: facet_counts(material, &here),
        recent: catalog
            .recent(RECENT)
            .into_iter()
            .map(|record| material.row(&here, record, true))
            .collect(),
        more_recent: (catalog.records().len() > RECENT)
            .then(|| Link::new("More that changed recently", &here, &recent::address(1))),
    }
}

fn repositories(count: usize) -> String {
    if count == 1 {
        "1 repository".into()
    } else {
        format!("{} repositories", thousands(count))
    }
}

/// Every facet that has values, with how many.
pub(super) fn facet_counts(material: &Material<'_>, here: &OutPath) -> Vec<Count> {
    let facets = (0..)
        .zip(material.catalog.facets())
        .filter(|(_, (_, values))| !values.is_empty());
    facets
        .map(|(ix, (facet, values))| Count {
            link: Link::new(&facet.title, here, &material.catalog.facet_address(ix, 1)),
            count: thousands(values.len()),
        })
        .collect()
}

/// What `not-found.html` sees. It may be served at any depth, so it has links only where the
/// site's address is known.
#[derive(Debug, Serialize)]
pub struct NotFoundPage {
    /// The site's address, ending in `/`.
    pub base: Option<String>,
}

/// The page for addresses that do not exist.
pub fn not_found(material: &Material<'_>) -> NotFoundPage {
    let base = material.config.site.base_url.as_deref();
    NotFoundPage {
        base: base.map(|base| format!("{}/", base.trim_end_matches('/'))),
    }
}
