//! `llms.txt` (<https://llmstxt.org>): where the site's lists are, for language models. Lists only:
//! it does not grow with the site.

use serde::Serialize;

use super::{inventory, on_one_line};
use crate::address::OutPath;
use crate::catalog::RepoIx;
use crate::page::{Material, counted, recent, repos_address};

/// Most repositories that are named; the list of all follows.
const REPOS: usize = 100;

/// The lists of a site.
#[derive(Debug, Serialize)]
pub struct Llms {
    title: String,
    description: String,
    how: String,
    sections: Vec<(&'static str, Vec<Item>)>,
}

/// A link.
#[derive(Debug, Serialize)]
struct Item {
    text: String,
    /// In full where the site's address is known, else from the site's root.
    href: String,
    about: String,
}

/// The address of the file.
pub fn address() -> OutPath {
    OutPath::fixed("llms.txt")
}

/// The lists of a site.
pub fn llms(material: &Material<'_>) -> Llms {
    let config = material.config;
    let mut how = String::from(
        "Each page explains one error message: what it means, why it happens, how to fix it, and where in the source it is raised.",
    );
    if config.output.permalinks {
        let example = OutPath::of(&["id"], "ID.html");
        how += &format!(
            " The error with a known id is at `{}`.",
            href(material, &example)
        );
    }
    Llms {
        title: config.site.title.clone(),
        description: config.site.description.clone(),
        how,
        sections: vec![
            ("Lists", lists(material)),
            ("Repositories", repositories(material)),
            ("For programs", for_programs(material)),
        ],
    }
}

fn href(material: &Material<'_>, to: &OutPath) -> String {
    match &material.config.site.base_url {
        Some(base) => to.url(base),
        None => address().href(to),
    }
}

fn item(material: &Material<'_>, text: &str, to: &OutPath, about: impl Into<String>) -> Item {
    Item {
        text: text.to_owned(),
        href: href(material, to),
        about: about.into(),
    }
}

fn lists(material: &Material<'_>) -> Vec<Item> {
    let catalog = material.catalog;
    let mut items = vec![item(
        material,
        "All repositories",
        &repos_address(1),
        "errors by the project that raises them",
    )];
    for (ix, (facet, values)) in (0..).zip(catalog.facets()) {
        if !values.is_empty() {
            let to = catalog.facet_address(ix, 1);
            let about = format!("errors by `{}`", facet.field);
            items.push(item(material, &facet.title, &to, about));
        }
    }
    let changed = "the errors whose explanations changed last";
    let recent = recent::address(1);
    items.push(item(material, "Recently changed", &recent, changed));
    items
}

/// Those with the most errors, by name.
fn repositories(material: &Material<'_>) -> Vec<Item> {
    let catalog = material.catalog;
    let size = |repo: RepoIx| catalog.repo(repo).records.len();
    let mut repos: Vec<RepoIx> = (0..).take(catalog.repos().len()).collect();
    repos.sort_by_key(|repo| (std::cmp::Reverse(size(*repo)), *repo));
    repos.truncate(REPOS);
    repos.sort_unstable();
    let repos = repos.into_iter();
    repos
        .map(|repo| {
            let to = catalog.repo_address(repo, 1);
            let about = counted(size(repo), "error");
            item(material, &material.repo_title(repo), &to, about)
        })
        .collect()
}

fn for_programs(material: &Material<'_>) -> Vec<Item> {
    let fixed = |text, path, about: &str| item(material, text, &OutPath::fixed(path), about);
    let mut items = vec![fixed(
        "search/index.json",
        "search/index.json",
        "which files hold a row of JSON for each error: id, message, code, address",
    )];
    if material.config.output.data {
        let about = "which files hold all records as JSON";
        items.push(fixed("data/index.json", "data/index.json", about));
    }
    if inventory::has_root(material) {
        let about = "names to link to from Sphinx documents";
        items.push(fixed("objects.inv", "objects.inv", about));
    }
    if material.has_feed() {
        items.push(fixed("feed.xml", "feed.xml", "what changed last, as Atom"));
    }
    items
}

impl Llms {
    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut text = format!("# {}\n", escaped(&self.title));
        let description = escaped(&self.description);
        if !description.is_empty() {
            text += &format!("\n> {description}\n");
        }
        text += &format!("\n{}\n", self.how);
        for (heading, items) in &self.sections {
            text += &format!("\n## {heading}\n\n");
            for Item {
                text: name,
                href,
                about,
            } in items
            {
                text += &format!("- [{}]({href}): {about}\n", escaped(name));
            }
        }
        text.into_bytes()
    }
}

/// A text as Markdown that says the same.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in on_one_line(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_markdown() {
        assert_eq!(
            escaped("a](x)\n`b` <i>\u{1b}"),
            "a\\](x) \\`b\\` \\<i\\>\u{241b}"
        );
    }
}
