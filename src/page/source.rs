//! Where a record is raised: the excerpt, links into the repository, and what of it was checked.

use serde::Serialize;

use super::code::Coder;
use crate::address::{encode, encode_path};
use crate::config::Config;
use crate::highlight::Numbered;
use crate::html::{Html, pictures};
use crate::message::Message;
use crate::record::{Record, RecordId};
use crate::source_link::{File, Template};

/// Where an error is raised.
#[derive(Debug, Serialize)]
pub struct Source {
    /// `path:line`.
    pub place: String,
    /// First line of the excerpt.
    pub start: u32,
    /// Last line of the excerpt.
    pub end: u32,
    /// The lines, numbered.
    pub lines_html: Html,
    /// The range at the pinned commit.
    pub range_url: String,
    /// The raising line at the pinned commit.
    pub line_url: Option<String>,
    /// A search for the text on the default branch.
    pub search_url: Option<String>,
    /// Whether the code was too long to be coloured.
    pub plain: bool,
    /// The line of the excerpt that the message was found in.
    pub found_at: Option<u32>,
    /// Whether the id follows from the record.
    pub id_follows: bool,
    /// Whether the links name the commit, so that they show the code as it was then.
    pub pinned: bool,
    /// The commit, shortened.
    pub commit: String,
}

/// The excerpt and what can be said of it; none where the record has no code.
pub(super) fn source(
    config: &Config,
    record: &Record,
    first: bool,
    message: &Message,
    coder: &mut Coder<'_>,
) -> Option<Source> {
    let (start, end) = record.excerpt()?;
    let code = record.source_code.as_deref()?;
    // Where the excerpt begins is not known without its start, so no line can be marked.
    let raising = record.source_code_start.and(record.line_number);
    let numbered = Numbered {
        id: record.id,
        first,
        start,
        end,
        raising,
    };
    let lines_html = coder.excerpt(code, &numbered);
    let template = links(config, &record.repo);
    let file = file(record);
    let derived = RecordId::derive(
        &record.repo,
        record.error_code.as_ref().unwrap_or(&record.error_message),
        &record.file_path,
    );
    let path = pictures(&record.file_path);
    let range_url = template.range(&file, record.source_code_start, record.source_code_end);
    Some(Source {
        place: record.line_number.map_or_else(
            || path.clone().into_owned(),
            |line| format!("{path}:{line}"),
        ),
        start,
        end,
        lines_html,
        pinned: !record.analyzed_sha.is_empty()
            && range_url.contains(&crate::address::encode(&record.analyzed_sha)),
        range_url,
        line_url: record
            .line_number
            .map(|line| template.range(&file, Some(line), None)),
        search_url: search_url(config, &record.repo, longest_segment(message)),
        plain: false,
        found_at: found_at(code, start, raising, longest_segment(message)),
        id_follows: derived == record.id,
        commit: short(&record.analyzed_sha),
    })
}

/// The message's longest literal text, on one line.
fn longest_segment(message: &Message) -> &str {
    let lines = message.segments().into_iter().flat_map(str::lines);
    lines
        .map(str::trim)
        .max_by_key(|line| line.len())
        .unwrap_or_default()
}

/// The line within five of the raising one that holds the message's literal text.
fn found_at(code: &str, start: u32, raising: Option<u32>, literal: &str) -> Option<u32> {
    const REACH: u32 = 5;
    let raising = raising.filter(|_| !literal.is_empty())?;
    let near = (start..)
        .zip(code.lines())
        .filter(|(number, _)| number.abs_diff(raising) <= REACH);
    near.filter(|(_, line)| line.contains(literal))
        .map(|(number, _)| number)
        .min_by_key(|number| number.abs_diff(raising))
}

/// A commit's first digits.
pub(super) fn short(commit: &str) -> String {
    pictures(commit).chars().take(7).collect()
}

/// The file that a record was found in.
pub(super) fn file(record: &Record) -> File<'_> {
    File {
        repo: &record.repo,
        commit: &record.analyzed_sha,
        path: &record.file_path,
    }
}

/// A repository's own page, with the name of where it is: GitHub's, unless the site says otherwise.
pub(super) fn repo_url(config: &Config, repo: &str) -> Option<(String, String)> {
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
pub(super) fn links(config: &Config, repo: &str) -> Template {
    config
        .repos
        .get(repo)
        .and_then(|repo| repo.line_url.clone())
        .map_or_else(Template::github, Template::new)
}

/// A search on GitHub for a text of a repository, on its default branch.
fn search_url(config: &Config, repo: &str, text: &str) -> Option<String> {
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
