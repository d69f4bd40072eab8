//! What a data set says besides its records: facts of repositories, and articles about families.
//!
//! Plain data, as its export writes it; `input` reads it, pages show it.

use serde::Deserialize;

use crate::record::Limits;

/// What is known of a repository.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RepoFacts {
    /// `owner/name`, as records give it.
    pub repo: String,
    /// What it is, in a sentence.
    pub description: Option<String>,
    /// The language that most of it is written in.
    pub language: Option<String>,
    /// How many people marked it.
    pub stars: Option<u64>,
    /// The branch that is worked on.
    pub default_branch: Option<String>,
    /// The commit that was read.
    pub analyzed_sha: Option<String>,
}

/// A text about a family of errors.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Article {
    /// The family.
    pub slug: String,
    /// Its name for people.
    pub title: String,
    /// In one or two sentences (Markdown).
    pub summary: Option<String>,
    /// Why such errors exist (Markdown).
    pub background: Option<String>,
    /// What leads to them, likeliest first.
    #[serde(default)]
    pub common_causes: Vec<Cause>,
    /// What helps (Markdown each).
    #[serde(default)]
    pub fixes: Vec<String>,
}

/// What leads to errors of a family.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Cause {
    /// In a few words (Markdown).
    pub cause: String,
    /// More of it (Markdown).
    pub detail: Option<String>,
}

/// What an export holds besides records.
pub trait Entry: for<'a> Deserialize<'a> {
    /// What it is called in messages.
    const WHAT: &'static str;

    /// The first text or list that is empty where it may not be, or larger than allowed.
    fn flaw(&self, limits: &Limits) -> Option<String>;
}

impl Entry for RepoFacts {
    const WHAT: &'static str = "the facts of a repository";

    fn flaw(&self, limits: &Limits) -> Option<String> {
        let texts = [
            ("description", &self.description),
            ("language", &self.language),
            ("defaultBranch", &self.default_branch),
            ("analyzedSha", &self.analyzed_sha),
        ];
        let long = texts
            .into_iter()
            .find_map(|(key, text)| too_long(key, text.as_deref().unwrap_or_default(), limits));
        empty("repo", &self.repo).or(long)
    }
}

impl Entry for Article {
    const WHAT: &'static str = "an article about a family";

    fn flaw(&self, limits: &Limits) -> Option<String> {
        let lists = [
            ("commonCauses", self.common_causes.len()),
            ("fixes", self.fixes.len()),
        ];
        let long_list = lists.into_iter().find_map(|(key, items)| {
            let most = limits.list_items;
            (items > most).then(|| format!("`{key}` has over {most} items"))
        });
        let causes = self.common_causes.iter().flat_map(|cause| {
            let detail = cause.detail.as_deref().unwrap_or_default();
            [("cause", cause.cause.as_str()), ("detail", detail)]
        });
        let fixes = self.fixes.iter().map(|fix| ("fixes", fix.as_str()));
        let single = [
            ("title", self.title.as_str()),
            ("summary", self.summary.as_deref().unwrap_or_default()),
            ("background", self.background.as_deref().unwrap_or_default()),
        ];
        let long = single
            .into_iter()
            .chain(causes)
            .chain(fixes)
            .find_map(|(key, text)| too_long(key, text, limits));
        let unnamed = empty("slug", &self.slug).or(empty("title", &self.title));
        unnamed.or(long_list).or(long)
    }
}

fn empty(key: &str, text: &str) -> Option<String> {
    text.trim().is_empty().then(|| format!("`{key}` is empty"))
}

fn too_long(key: &str, text: &str, limits: &Limits) -> Option<String> {
    let most = limits.string_bytes;
    (text.len() > most).then(|| format!("`{key}` has over {most} bytes"))
}
