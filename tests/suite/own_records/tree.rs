//! The sources as records point into them: where a message stands, and the lines around it.
//!
//! In goes what a record says of its message, out comes where that is now. Tests within the sources
//! are not looked at. Nothing here knows how records are stored.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::literal;

/// Lines of an excerpt on either side of the raising one.
const AROUND: usize = 18;
/// How far from the text of a message the call that raises it may begin.
const REACH: usize = 5;

/// Every file below `src/`, by path, without its tests.
pub(crate) struct Tree {
    files: BTreeMap<String, Vec<String>>,
}

/// What is known of a message.
pub(crate) struct Sought<'a> {
    /// The file that it was raised in.
    pub(crate) path: &'a str,
    /// Its text in the source.
    pub(crate) message: &'a str,
    /// What the raising call names.
    pub(crate) mark: Mark,
}

/// What stands in the call that raises a message.
pub(crate) enum Mark {
    /// A constant such as `Code::NOT_JSON`: on either side of the text.
    Constant(String),
    /// A variant such as `Error::Locked`: the call opens with it, so it stands before the text.
    Opening(String),
}

/// Where a message is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its text, which may have been reworded around the part that it was found by.
    pub(crate) message: String,
    /// The file.
    pub(crate) path: String,
    /// The line of the raising call.
    pub(crate) line: usize,
    /// First line of the excerpt.
    pub(crate) start: usize,
    /// Last line of the excerpt.
    pub(crate) end: usize,
    /// The excerpt.
    pub(crate) excerpt: String,
}

impl Tree {
    /// Reads the sources below a folder.
    pub(crate) fn read(root: &Path) -> Self {
        let mut files = BTreeMap::new();
        for entry in walkdir::WalkDir::new(root.join("src")) {
            let entry = entry.expect("the sources can be listed");
            let path = entry.path().strip_prefix(root).expect("it is below");
            let path: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
            let path = path.join("/");
            if path.ends_with(".rs") && !path.ends_with("/tests.rs") {
                let text = fs::read_to_string(entry.path()).expect("sources are text");
                files.insert(path, text.lines().map(str::to_owned).collect());
            }
        }
        Self { files }
    }

    /// What a record's message is raised with.
    pub(crate) fn mark(&self, code: &str, class: &str) -> Mark {
        let declared = format!(" = \"{code}\";");
        let declaration = self
            .lines("src/diagnostic.rs")
            .find_map(|line| line.trim().strip_suffix(&declared));
        match declaration {
            Some(name) => Mark::Constant(format!("Code::{name}")),
            None => Mark::Opening(class.to_owned()),
        }
    }

    /// A code's severity, by how the file makes the diagnostic.
    pub(crate) fn severity(&self, code: &str, path: &str) -> &'static str {
        let joined: String = self.lines(path).map(str::trim).collect();
        match self.mark(code, "") {
            Mark::Constant(name) if joined.contains(&format!("Diagnostic::warning({name}")) => {
                "warning"
            }
            _ => "error",
        }
    }

    /// Finds a message: in the file where it was, else in any other.
    pub(crate) fn find(&self, sought: &Sought<'_>) -> Result<Found, String> {
        let others = self.files.keys().filter(|path| *path != sought.path);
        let here = std::iter::once(sought.path);
        let (path, at, message) = here
            .map(|path| self.best_in(path, sought))
            .next()
            .flatten()
            .or_else(|| {
                others
                    .filter_map(|path| self.best_in(path, sought))
                    .min_by_key(|(path, at, message)| {
                        (self.rank(path, *at, message, sought), path.clone())
                    })
            })
            .ok_or_else(|| {
                format!(
                    "no string in src/ has the text `{}` of its message any more: reword \
                     `errorMessage` in the record, or delete the record with its diagnostic",
                    literal::longest(sought.message)
                )
            })?;
        Ok(self.excerpt(path, at, message, &sought.mark))
    }

    fn lines(&self, path: &str) -> impl Iterator<Item = &str> {
        let lines = self.files.get(path).into_iter().flatten();
        lines.map(String::as_str)
    }

    /// The likeliest line of a file, and the string in it.
    fn best_in(&self, path: &str, sought: &Sought<'_>) -> Option<(String, usize, String)> {
        let part = literal::longest(sought.message);
        let found = before_tests(self.files.get(path)?)
            .iter()
            .enumerate()
            .filter_map(|(at, line)| Some((at, string_around(line, part)?.to_owned())))
            .min_by_key(|(at, message)| (self.rank(path, *at, message, sought), *at));
        found.map(|(at, message)| (path.to_owned(), at, message))
    }

    /// How unlikely a line is: another text than the one sought, then far from its mark.
    fn rank(&self, path: &str, at: usize, message: &str, sought: &Sought<'_>) -> (bool, usize) {
        let (Mark::Constant(name) | Mark::Opening(name)) = &sought.mark;
        let lines = self.lines(path).enumerate();
        let distance = lines
            .filter(|(_, line)| !name.is_empty() && has_word(line, name))
            .map(|(mark, _)| mark.abs_diff(at))
            .min();
        (message != sought.message, distance.unwrap_or(usize::MAX))
    }

    fn excerpt(&self, path: String, at: usize, message: String, mark: &Mark) -> Found {
        let lines = &self.files[&path];
        let raising = raising(lines, at, mark);
        let start = raising.saturating_sub(AROUND);
        let mut end = (raising + AROUND).min(lines.len() - 1);
        // A last empty line would be lost in a text that ends with a line feed.
        while lines[end].is_empty() {
            end -= 1;
        }
        Found {
            message,
            path,
            line: raising + 1,
            start: start + 1,
            end: end + 1,
            excerpt: lines[start..=end].join("\n"),
        }
    }
}

/// The line of the call that raises the message in line `at`; that line itself if none is near.
fn raising(lines: &[String], at: usize, mark: &Mark) -> usize {
    let (name, after) = match mark {
        Mark::Constant(name) => (name, REACH),
        Mark::Opening(name) => (name, 0),
    };
    let near = at.saturating_sub(REACH)..=(at + after).min(lines.len() - 1);
    near.filter(|line| !name.is_empty() && has_word(&lines[*line], name))
        .min_by_key(|line| line.abs_diff(at))
        .unwrap_or(at)
}

fn has_word(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let after = line[at + name.len()..].chars().next();
        !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

/// The lines of a file up to its tests.
fn before_tests(lines: &[String]) -> &[String] {
    let is_module = |line: &String| line.starts_with("mod ") && line.ends_with('{');
    let tests = lines
        .windows(2)
        .position(|pair| pair[0] == "#[cfg(test)]" && is_module(&pair[1]));
    &lines[..tests.unwrap_or(lines.len())]
}

/// The string literal of a line that has `part` in it, without its quotes.
fn string_around<'a>(line: &'a str, part: &str) -> Option<&'a str> {
    if part.is_empty() {
        return None;
    }
    let mut start = None;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match (c, start) {
            _ if escaped => escaped = false,
            ('\\', Some(_)) => escaped = true,
            ('"', None) => start = Some(at + 1),
            ('"', Some(from)) => {
                if line[from..at].contains(part) {
                    return Some(&line[from..at]);
                }
                start = None;
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> Tree {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let file = root.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        Tree::read(root.path())
    }

    const CODES: (&str, &str) = (
        "src/diagnostic.rs",
        "    BAD = \"EB9001\";\n    WORSE = \"EB9002\";\n",
    );

    fn find(tree: &Tree, code: &str, message: &str) -> Result<(String, usize, String), String> {
        let sought = Sought {
            path: "src/a.rs",
            message,
            mark: tree.mark(code, ""),
        };
        let found = tree.find(&sought)?;
        Ok((found.path, found.line, found.message))
    }

    #[test]
    fn a_message_that_stands_twice_is_the_one_near_its_code() {
        let text = "f(\"x is bad\", Code::WORSE)\n\n\n\n\n\n\n\n\nlet t = \"x is bad\";\ng(Code::BAD, t)\n";
        let tree = tree(&[CODES, ("src/a.rs", text)]);
        let found = find(&tree, "EB9001", "x is bad").unwrap();
        assert_eq!(found, ("src/a.rs".into(), 11, "x is bad".into()));
        assert_eq!(find(&tree, "EB9002", "x is bad").unwrap().1, 1);
    }

    #[test]
    fn a_message_that_moved_is_found_where_it_is_now() {
        let tree = tree(&[
            CODES,
            (
                "src/a.rs",
                "// \"x is bad\" was here\n#[cfg(test)]\nmod tests {\n\"`{}` is bad\"\n",
            ),
            ("src/b/c.rs", "f(Code::BAD, \"`{name}` is bad for you\")\n"),
        ]);
        let found = find(&tree, "EB9001", "`{key}` is bad for you").unwrap();
        assert_eq!(
            found,
            ("src/b/c.rs".into(), 1, "`{name}` is bad for you".into())
        );
    }

    #[test]
    fn a_message_that_is_gone_is_said_to_be() {
        let tree = tree(&[CODES, ("src/a.rs", "// is bad\nf(is_bad)\n")]);
        assert!(
            find(&tree, "EB9001", "it {x} is bad")
                .unwrap_err()
                .contains("` is bad`")
        );
    }

    #[test]
    fn an_excerpt_has_eighteen_lines_on_either_side_and_ends_with_text() {
        let mut lines = vec![""; 60];
        lines[30] = "f(Code::BAD, \"is bad\")";
        lines[45] = "}";
        let tree = tree(&[CODES, ("src/a.rs", &lines.join("\n"))]);
        let sought = Sought {
            path: "src/a.rs",
            message: "is bad",
            mark: tree.mark("EB9001", ""),
        };
        let found = tree.find(&sought).unwrap();
        assert_eq!((found.start, found.line, found.end), (13, 31, 46));
        assert_eq!(found.excerpt.split('\n').count(), 34);
        assert!(found.excerpt.starts_with("\n\n") && found.excerpt.ends_with("\n}"));
    }

    #[test]
    fn a_codes_severity_is_how_it_is_made() {
        let text =
            "Diagnostic::warning(\n    Code::BAD,\n)\nDiagnostic::error(Code::WORSE, \"\")\n";
        let tree = tree(&[CODES, ("src/a.rs", text)]);
        assert_eq!(tree.severity("EB9001", "src/a.rs"), "warning");
        assert_eq!(tree.severity("EB9002", "src/a.rs"), "error");
    }
}
