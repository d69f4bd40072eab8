//! The sources as records point into them: where a message stands, and the lines around it.
//!
//! In goes what a record says of its message, out comes where that is now. Tests within the sources
//! are not looked at. Nothing here knows how records are stored.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;
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

/// A string in the sources; the likeliest is the least.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Text {
    unlikely: (usize, usize),
    path: String,
    at: usize,
    message: String,
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

    /// Finds a message: in the file where it was, else in any other, else by its code.
    pub(crate) fn find(&self, sought: &Sought<'_>) -> Result<Found, String> {
        let found = self
            .best_in(sought.path, sought)
            .or_else(|| {
                let all = self.files.keys();
                all.filter_map(|path| self.best_in(path, sought)).min()
            })
            .or_else(|| self.reworded(sought))
            .ok_or_else(|| {
                format!(
                    "no string in src/ has the text `{}` of its message any more: reword \
                     `errorMessage` in the record, or delete the record with its diagnostic",
                    literal::longest(sought.message)
                )
            })?;
        Ok(self.excerpt(found, &sought.mark))
    }

    fn lines(&self, path: &str) -> impl Iterator<Item = &str> {
        let lines = self.files.get(path).into_iter().flatten();
        lines.map(String::as_str)
    }

    /// The likeliest string of a file.
    fn best_in(&self, path: &str, sought: &Sought<'_>) -> Option<Text> {
        let part = literal::longest(sought.message);
        let lines = before_tests(self.files.get(path)?).iter().enumerate();
        let texts = lines.filter_map(|(at, line)| {
            let has_part = |text: &&str| !part.is_empty() && text.contains(part);
            let message = strings(line).into_iter().find(has_part)?;
            let is_other = message != sought.message;
            let distance = self.distance(path, at, &sought.mark);
            Some(Text {
                unlikely: (usize::from(is_other), distance),
                path: path.to_owned(),
                at,
                message: message.to_owned(),
            })
        });
        texts.min()
    }

    /// The string beside the message's code that shares most words with it, at least half.
    fn reworded(&self, sought: &Sought<'_>) -> Option<Text> {
        let Mark::Constant(name) = &sought.mark else {
            return None;
        };
        let old = words(sought.message);
        let mut found = Vec::new();
        for (path, lines) in &self.files {
            let lines = before_tests(lines);
            let marks = (0..lines.len()).filter(|at| has_word(&lines[*at], name));
            for at in marks.flat_map(|mark| reach(lines, mark, REACH)) {
                for message in strings(&lines[at]) {
                    let new = words(message);
                    let shared = new.intersection(&old).count();
                    if shared * 2 >= old.len().max(new.len()) {
                        let distance = self.distance(path, at, &sought.mark);
                        found.push(Text {
                            unlikely: (old.len() - shared, distance),
                            path: path.clone(),
                            at,
                            message: message.to_owned(),
                        });
                    }
                }
            }
        }
        found.into_iter().min()
    }

    /// How many lines away the nearest mark is.
    fn distance(&self, path: &str, at: usize, mark: &Mark) -> usize {
        let (Mark::Constant(name) | Mark::Opening(name)) = mark;
        let lines = self.lines(path).enumerate();
        lines
            .filter(|(_, line)| has_word(line, name))
            .map(|(mark, _)| mark.abs_diff(at))
            .min()
            .unwrap_or(usize::MAX)
    }

    fn excerpt(&self, text: Text, mark: &Mark) -> Found {
        let Text {
            path, at, message, ..
        } = text;
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
    reach(lines, at, after)
        .filter(|line| has_word(&lines[*line], name))
        .min_by_key(|line| line.abs_diff(at))
        .unwrap_or(at)
}

/// The numbers of the lines near one: a call's reach before it, and `after` lines after it.
fn reach(lines: &[String], at: usize, after: usize) -> RangeInclusive<usize> {
    at.saturating_sub(REACH)..=(at + after).min(lines.len() - 1)
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split_whitespace().collect()
}

fn has_word(line: &str, name: &str) -> bool {
    let mut ends = line.match_indices(name).map(|(at, _)| at + name.len());
    !name.is_empty()
        && ends.any(|end| {
            let after = line[end..].chars().next();
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

/// The string literals of a line, without their quotes.
fn strings(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut opened = None;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        if c == '"' && !escaped {
            match opened.take() {
                Some(from) => found.push(&line[from..at]),
                None => opened = Some(at + 1),
            }
        }
        escaped = c == '\\' && !escaped;
    }
    found
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
    fn a_message_that_was_reworded_is_found_beside_its_code() {
        let text = "f(\n  Code::BAD,\n  \"the `{}` is not good\",\n  \"try this\",\n)\n";
        let tree = tree(&[CODES, ("src/a.rs", text)]);
        let found = find(&tree, "EB9001", "the `{}` is bad").unwrap();
        assert_eq!(found, ("src/a.rs".into(), 2, "the `{}` is not good".into()));
        assert!(find(&tree, "EB9001", "something else").is_err());
        assert!(find(&tree, "EB9002", "the `{}` is bad").is_err());
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
