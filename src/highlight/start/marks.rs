//! Texts that go over lines: template literals, raw strings, three quotes.
//!
//! Their ends look like their beginnings, so that it is what stands around the first mark that tells
//! which of the two it is: `= "` begins a text, `");` on a line of its own ends one.

use super::prose::{Kind, kind};

/// How a text begins and ends.
pub(super) struct Mark {
    /// What ends it.
    close: &'static str,
    /// What begins it, where that is something else.
    open: Option<&'static str>,
    /// The line that begins one.
    opening: &'static str,
}

impl Mark {
    pub(super) const BACKTICK: Self = Self {
        close: "`",
        open: None,
        opening: "x = `\n",
    };
    pub(super) const QUOTE: Self = Self {
        close: "\"",
        open: None,
        opening: "x = \"\n",
    };
    pub(super) const THREE_QUOTES: Self = Self {
        close: "\"\"\"",
        open: None,
        opening: "x = \"\"\"\n",
    };
    pub(super) const HASHED: Self = Self {
        close: "\"#",
        open: Some("r#"),
        opening: "x = r#\"\n",
    };
    pub(super) const RAW: Self = Self {
        close: ")\"",
        open: Some("R\"("),
        opening: "x = R\"(\n",
    };
}

/// The line to read first, if a text ends in these lines that did not begin there.
pub(super) fn opening(marks: &'static [Mark], lines: &[&str]) -> Option<&'static str> {
    marks
        .iter()
        .find(|mark| ends_here(mark, lines))
        .map(|mark| mark.opening)
}

fn ends_here(mark: &Mark, lines: &[&str]) -> bool {
    let mut previous = "";
    for line in lines {
        let above = previous;
        if !line.trim().is_empty() {
            previous = line;
        }
        if let Some(open) = mark.open {
            match (line.find(open), line.find(mark.close)) {
                (Some(open), close) => return close.is_some_and(|close| close < open),
                (None, Some(close)) => return looks_like_end(line, close, mark, above),
                (None, None) => continue,
            }
        }
        let trimmed = line.trim_start();
        if trimmed.starts_with("//") || trimmed.starts_with("* ") {
            continue;
        }
        let Some(first) = odd_mark(line, mark.close) else {
            continue;
        };
        return looks_like_end(line, first, mark, above);
    }
    false
}

/// The first mark of a line that has an odd number of them.
fn odd_mark(line: &str, mark: &str) -> Option<usize> {
    let mut first = None;
    let mut count = 0;
    for (at, _) in line.match_indices(mark) {
        let before = line[..at].bytes().next_back();
        let quoted = before == Some(b'\\')
            || (before == Some(b'\'') && line[at + mark.len()..].starts_with('\''));
        if !quoted {
            first = first.or(Some(at));
            count += 1;
        }
    }
    first.filter(|_| count % 2 == 1)
}

/// Whether a text ends at this mark, rather than begins.
fn looks_like_end(line: &str, at: usize, mark: &Mark, above: &str) -> bool {
    let before = line[..at].trim();
    let after = line[at + mark.close.len()..].trim();
    if before.is_empty() {
        let above = above.trim_end();
        let is_awaited = above.ends_with(['=', '(', ',', '+']) || above.ends_with("return");
        return (after.is_empty() && !is_awaited)
            || after.starts_with([';', ')', ',', '.', ']', '}', '?', ':', '+', '|', '#']);
    }
    if before.ends_with(['=', '(']) {
        return false;
    }
    let goes_on = after.starts_with([';', ')', ',', ']', '}']);
    let is_sentence = before.ends_with(['.', '!']) || kind(before) == Kind::Prose;
    goes_on || (after.is_empty() && is_sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_odd_unless_it_is_escaped_or_a_character() {
        for (line, expected) in [
            ("a \" b \" c \" d", Some(2)),
            ("a \" b \"", None),
            ("a \\\" b", None),
            ("'\"'", None),
            ("'\" b", Some(1)),
            ("x\"' b", Some(1)),
            ("\"", Some(0)),
        ] {
            assert_eq!(odd_mark(line, "\""), expected, "{line}");
        }
    }

    #[test]
    fn a_mark_is_an_end_or_a_beginning_by_what_is_around_it() {
        let ends = |above: &str, line: &str| {
            let at = line.find('"').unwrap();
            looks_like_end(line, at, &Mark::QUOTE, above)
        };
        for (above, line, expected) in [
            ("a", "\"", true),
            ("x =", "\"", false),
            ("f(", "\"", false),
            ("  return", "\"", false),
            ("x =", "\");", true),
            ("a", "\" b", false),
            ("a", "x = \"", false),
            ("a", "and that.\"", true),
            ("a", "this is what the other one does\"", true),
            ("a", "a b\");", true),
            ("a", "x y\" z", false),
            ("a", "x y\"", false),
        ] {
            assert_eq!(ends(above, line), expected, "{above} / {line}");
        }
    }

    #[test]
    fn the_first_mark_that_tells_decides() {
        for (mark, lines, expected) in [
            (&Mark::HASHED, &["a\"# r#\"b"][..], true),
            (&Mark::HASHED, &["r#\"a\"# b"], false),
            (&Mark::HASHED, &["r#\"a", "\"#;"], false),
            (&Mark::HASHED, &["a", "b\"#;"], true),
            (&Mark::THREE_QUOTES, &["x =", "\"\"\""], false),
            (&Mark::THREE_QUOTES, &["x =", "", "\"\"\""], false),
            (&Mark::THREE_QUOTES, &["a", "\"\"\""], true),
            (&Mark::QUOTE, &["// \" a", "b\");"], true),
            (&Mark::QUOTE, &["* \" a", "b\");"], true),
            (&Mark::QUOTE, &["a"], false),
        ] {
            assert_eq!(ends_here(mark, lines), expected, "{lines:?}");
        }
    }
}
