//! Code on a record page: the numbered excerpt, snippets, and an example fix in two panes.

use serde::Serialize;

use super::Material;
use crate::highlight::{Budget, Highlighter, Language, Lines, Numbered, Plain};
use crate::html::Html;
use crate::timings::{Stage, Timings};

/// A piece of code without line numbers.
#[derive(Debug, Serialize)]
pub struct Snippet {
    /// What it is for.
    pub caption: String,
    /// The code, lines joined.
    pub code_html: Html,
}

/// An example fix.
#[derive(Debug, Serialize)]
pub struct ExampleFix {
    /// Before and after, or one snippet where the two cannot be told apart.
    pub panes: Vec<Snippet>,
    /// Whether there are two.
    pub side_by_side: bool,
}

/// Colours the code of one record, within its bounds.
pub struct Coder<'a> {
    highlighter: &'a Highlighter,
    timings: &'a Timings,
    file_path: &'a str,
    language: Language,
    budget: Budget,
    /// Whether some code was too long to be coloured.
    pub plain: bool,
}

impl<'a> Coder<'a> {
    /// For one record's code, all of it in the language of its file.
    pub fn new(
        material: &Material<'a>,
        file_path: &'a str,
        code: Option<&str>,
        budget: Budget,
    ) -> Self {
        let first_line = code
            .unwrap_or_default()
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        Self {
            highlighter: material.highlighter,
            timings: material.timings,
            file_path,
            language: material.highlighter.language(file_path, first_line),
            budget,
            plain: false,
        }
    }

    /// The lines of an excerpt as one piece of markup: each numbered, linked to itself, and marked
    /// if it raises.
    pub fn excerpt(&mut self, code: &str, numbered: &Numbered) -> Html {
        numbered.lines(&self.lines(code))
    }

    /// A snippet; none if there is nothing in it.
    pub fn snippet(&mut self, caption: &str, code: Option<&str>) -> Option<Snippet> {
        let code = code
            .map(str::trim_end)
            .filter(|code| !code.trim().is_empty())?;
        Some(Snippet {
            caption: caption.into(),
            code_html: self.lines(code).into_joined(),
        })
    }

    /// An example fix, in two panes where its comments say what is before and what after.
    pub fn example_fix(&mut self, code: Option<&str>) -> Option<ExampleFix> {
        let code = code.filter(|code| !code.trim().is_empty())?;
        if let Some((before, after)) = split_fix(code) {
            let panes = [(before, "Before"), (after, "After")];
            let panes: Vec<_> = panes
                .into_iter()
                .filter_map(|(part, caption)| self.snippet(&part.caption(caption), Some(part.code)))
                .collect();
            if panes.len() == 2 {
                return Some(ExampleFix {
                    panes,
                    side_by_side: true,
                });
            }
        }
        let pane = self.snippet("Example", Some(code))?;
        Some(ExampleFix {
            panes: vec![pane],
            side_by_side: false,
        })
    }

    fn lines(&mut self, code: &str) -> Lines {
        let (highlighter, language) = (self.highlighter, self.language);
        let colour = || highlighter.lines(code, language, &mut self.budget);
        let of = || self.file_path.to_owned();
        let code = self
            .timings
            .time(Stage::Highlight, language.name(), of, colour);
        self.plain |= matches!(
            code.plain,
            Some(Plain::TooLong | Plain::LineTooLong | Plain::Panicked)
        );
        code.lines
    }
}

/// One half of an example fix.
#[derive(Debug, PartialEq, Eq)]
struct Half<'a> {
    /// What the marking comment says beyond "before" or "after".
    note: &'a str,
    code: &'a str,
}

impl Half<'_> {
    fn caption(&self, name: &str) -> String {
        if self.note.is_empty() {
            name.to_owned()
        } else {
            format!("{name}: {}", self.note)
        }
    }
}

/// Cuts an example fix at its marking comments: a first line that says "before" and a later one
/// that says "after", each once.
fn split_fix(code: &str) -> Option<(Half<'_>, Half<'_>)> {
    let mut marks = Vec::new();
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        if let Some((mark, note)) = mark(line) {
            marks.push((mark, note, at, at + line.len()));
        }
        at += line.len();
    }
    let [
        (Mark::Before, before_note, start, before_code),
        (Mark::After, after_note, end, after_code),
    ] = marks[..]
    else {
        return None;
    };
    let first = code[..start].trim().is_empty();
    first.then(|| {
        (
            Half {
                note: before_note,
                code: code[before_code..end].trim_matches('\n'),
            },
            Half {
                note: after_note,
                code: code[after_code..].trim_matches('\n'),
            },
        )
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Before,
    After,
}

/// What a comment line marks, and the rest of what it says.
fn mark(line: &str) -> Option<(Mark, &str)> {
    const OPENINGS: [&str; 8] = ["//", "#", "--", "/*", "<!--", ";", "%", "'"];
    let line = line.trim();
    let comment = OPENINGS
        .iter()
        .find_map(|opening| line.strip_prefix(opening))?;
    let text = comment
        .trim_end_matches("*/")
        .trim_end_matches("-->")
        .trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, '-' | '=' | '*' | '#' | '/' | '❌' | '✅')
        });
    for (word, mark) in [("before", Mark::Before), ("after", Mark::After)] {
        if let Some(head) = text.get(..word.len()) {
            let rest = &text[word.len()..];
            if head.eq_ignore_ascii_case(word)
                && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
            {
                return Some((
                    mark,
                    rest.trim_matches(|c: char| {
                        c.is_whitespace() || matches!(c, ':' | '-' | '—' | '(' | ')')
                    }),
                ));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fix_is_cut_at_its_marking_comments() {
        let (before, after) =
            split_fix("// Before: takes nil\na()\n\n// After\nb()\nc()\n").unwrap();
        assert_eq!(
            (before.caption("Before").as_str(), before.code),
            ("Before: takes nil", "a()")
        );
        assert_eq!(
            (after.caption("After").as_str(), after.code),
            ("After", "b()\nc()")
        );
        assert!(split_fix("# before (broken)\na\n# after (works)\nb").is_some());
    }

    #[test]
    fn a_fix_without_clear_marks_stays_whole() {
        for code in [
            "a()\n// after\nb()",
            "// before\na()",
            "// before\na\n// after\nb\n// after\nc",
            "// beforehand\na\n// after\nb",
            "x // before\n// after\n",
        ] {
            assert_eq!(split_fix(code), None, "{code}");
        }
    }
}
