//! Links into a repository's files, rebuilt from a record's fields with proper encoding.

use crate::address::{encode, encode_path};

/// A file of a repository at a commit.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// `owner/name`.
    pub repo: &'a str,
    /// The commit.
    pub commit: &'a str,
    /// Its path.
    pub path: &'a str,
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

    /// The link to a range of lines, to one line, or to the file where no line is known.
    pub fn range(&self, file: &File<'_>, start: Option<u32>, end: Option<u32>) -> String {
        let (repo, commit, path) = (
            encode_path(file.repo),
            encode(file.commit),
            encode_path(file.path),
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

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: File<'_> = File {
        repo: "o/r",
        commit: "abc",
        path: "src/a b#1.rs",
    };

    #[test]
    fn a_link_to_github_is_encoded_and_names_its_lines() {
        let github = Template::github();
        let base = "https://github.com/o/r/blob/abc/src/a%20b%231.rs";
        assert_eq!(
            github.range(&FILE, Some(3), Some(9)),
            format!("{base}#L3-L9")
        );
        assert_eq!(github.range(&FILE, Some(3), Some(3)), format!("{base}#L3"));
        assert_eq!(github.range(&FILE, None, None), base);
    }

    #[test]
    fn a_link_to_elsewhere_follows_the_sites_pattern() {
        let own =
            Template::new("https://git.example.org/{repo}/-/blob/{commit}/{path}#L{start}-{end}");
        let wanted = "https://git.example.org/o/r/-/blob/abc/src/a%20b%231.rs#L3-9";
        assert_eq!(own.range(&FILE, Some(3), Some(9)), wanted);
    }
}
