//! Links into a repository's files, rebuilt from a record's fields with proper encoding.

use crate::address::{encode, encode_path};
use crate::config::Config;
use crate::record::Record;

/// The link to the excerpt on GitHub at the pinned commit, as the data set defines it.
pub fn github(record: &Record) -> String {
    Template::GITHUB.range(record, record.source_code_start, record.source_code_end)
}

/// A site's own pattern for links to a file's lines, such as
/// `https://gitlab.com/{repo}/-/blob/{commit}/{path}#L{start}-{end}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(String);

impl Template {
    const GITHUB: Template = Template(String::new());

    /// Takes a pattern with `{repo}`, `{commit}`, `{path}`, `{start}` and `{end}`.
    pub fn new(pattern: impl Into<String>) -> Self {
        Self(pattern.into())
    }

    /// GitHub's own.
    pub fn github() -> Self {
        Self::GITHUB
    }

    /// The link to the raising line.
    pub fn line(&self, record: &Record) -> String {
        self.range(record, record.line_number, record.line_number)
    }

    /// The link to a range of lines, to one line, or to the file where no line is known.
    pub fn range(&self, record: &Record, start: Option<u32>, end: Option<u32>) -> String {
        let (repo, commit, path) = (
            encode_path(&record.repo),
            encode(&record.analyzed_sha),
            encode_path(&record.file_path),
        );
        if self.0.is_empty() {
            let lines = match (start, end) {
                (Some(start), Some(end)) if start != end => format!("#L{start}-L{end}"),
                (Some(line), _) | (None, Some(line)) => format!("#L{line}"),
                (None, None) => String::new(),
            };
            return format!("https://github.com/{repo}/blob/{commit}/{path}{lines}");
        }
        let number = |n: Option<u32>| n.map_or_else(|| "1".to_owned(), |n| n.to_string());
        self.0
            .replace("{repo}", &repo)
            .replace("{commit}", &commit)
            .replace("{path}", &path)
            .replace("{start}", &number(start))
            .replace("{end}", &number(end.or(start)))
    }
}

/// A repository's own page, with the name of where it is: GitHub's, unless the site says otherwise.
pub fn repo_url(config: &Config, repo: &str) -> Option<(String, String)> {
    let own = config.repos.get(repo);
    if let Some(url) = own.and_then(|repo| repo.url.clone()) {
        return Some(("Project page".into(), url));
    }
    let on_github =
        own.is_none_or(|repo| repo.line_url.is_none()) && repo.matches('/').count() == 1;
    on_github.then(|| {
        (
            "View on GitHub".into(),
            format!("https://github.com/{}", encode_path(repo)),
        )
    })
}

/// The pattern of links into a repository's files.
pub fn template(config: &Config, repo: &str) -> Template {
    config
        .repos
        .get(repo)
        .and_then(|repo| repo.line_url.clone())
        .map_or_else(Template::github, Template::new)
}

/// A search on GitHub for a text of a repository, on its default branch.
pub fn search_url(config: &Config, repo: &str, text: &str) -> Option<String> {
    let on_github = config
        .repos
        .get(repo)
        .is_none_or(|repo| repo.line_url.is_none())
        && repo.matches('/').count() == 1;
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, '"' | '\\'))
        .take(120)
        .collect();
    let query = encode(&format!("repo:{repo} \"{}\"", text.trim()));
    (on_github && !text.trim().is_empty())
        .then(|| format!("https://github.com/search?type=code&q={query}"))
}
