//! Links into a repository's files, rebuilt from a record's fields with proper encoding.

use crate::address::{encode, encode_path};
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
