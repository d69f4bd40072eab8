//! What search engines read of a record's page: JSON-LD in the words of <https://schema.org>, an
//! article and where it stands in the site. Only where the site's address is known: all its links are
//! full addresses.
//!
//! It says no more than these need: every record's page pays for it, and description, language and the
//! site's name are in the page already.

use serde::Serialize;

use super::{Material, home_address};
use crate::address::OutPath;
use crate::catalog::RepoIx;
use crate::date::Date;
use crate::html::Html;

/// What is known of a page before its records are read.
#[derive(Debug, Serialize)]
pub(super) struct Places {
    /// Names and full addresses: home, the repository.
    above: [(String, String); 2],
    url: String,
}

impl Places {
    /// Where a page of a repository stands, if the site's address is known.
    pub(super) fn of(material: &Material<'_>, repo: RepoIx, here: &OutPath) -> Option<Self> {
        let site = &material.config.site;
        let base = site.base_url.as_deref()?;
        let repo_address = material.catalog.repo_address(repo, 1);
        Some(Self {
            above: [
                (site.title.clone(), home_address().url(base)),
                (material.repo_title(repo), repo_address.url(base)),
            ],
            url: here.url(base),
        })
    }

    /// The data of a page with this headline.
    pub(super) fn html(&self, headline: &str, changed: Option<Date>) -> Html {
        let article = Article {
            kind: "TechArticle",
            headline,
            url: &self.url,
            date_modified: changed,
        };
        let above = self.above.iter();
        let above = above.map(|(name, url)| (name.as_str(), Some(url.as_str())));
        // The page itself ends the trail, and needs no address there.
        let trail = above.chain([(headline, None)]);
        let crumbs = (1..).zip(trail).map(|(position, (name, item))| Crumb {
            kind: "ListItem",
            position,
            name,
            item,
        });
        Html::json(&Graph {
            context: "https://schema.org",
            graph: (
                article,
                Crumbs {
                    kind: "BreadcrumbList",
                    item_list_element: crumbs.collect(),
                },
            ),
        })
    }
}

#[derive(Serialize)]
struct Graph<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(rename = "@graph")]
    graph: (Article<'a>, Crumbs<'a>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Article<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    headline: &'a str,
    url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_modified: Option<Date>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Crumbs<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    item_list_element: Vec<Crumb<'a>>,
}

#[derive(Serialize)]
struct Crumb<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    position: u8,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<&'a str>,
}
