//! Python's docstrings, and those of other languages that have three quotes: both marks are the same,
//! so that each way to start is followed through the fragment.

use super::prose::{Kind, kind};

/// The docstring that a fragment of Python starts in. Each way to start is followed through the
/// fragment; the one in which code stands outside and prose inside more often is taken.
pub(super) fn docstring(lines: &[&str]) -> Option<&'static str> {
    let seen: Vec<_> = lines.iter().map(|line| Seen::of(line)).collect();
    let mut best = (score(&seen, None), None);
    for (quotes, opening) in [("\"\"\"", "\"\"\"\n"), ("'''", "'''\n")] {
        let score = score(&seen, Some(quotes));
        if score > best.0 {
            best = (score, Some(opening));
        }
    }
    best.1
}

/// What matters of a line.
enum Seen<'l> {
    Quotes(&'l str, Quotes),
    Kind(Kind),
}

impl<'l> Seen<'l> {
    fn of(line: &'l str) -> Self {
        match quotes_of(line) {
            Some(quotes) => Self::Quotes(line, quotes),
            None => Self::Kind(kind(line.trim())),
        }
    }
}

/// How well the lines fit a start inside these quotes, or outside any.
fn score(lines: &[Seen<'_>], start: Option<&'static str>) -> i32 {
    let mut inside = start;
    let mut score = 0;
    for line in lines {
        let before = inside;
        score += match line {
            Seen::Quotes(line, quotes) => {
                inside = after_quotes(line, inside);
                match (quotes, before) {
                    (Quotes::Open, None) | (Quotes::Close, Some(_)) => 3,
                    (Quotes::Open, Some(_)) | (Quotes::Close, None) => -3,
                    (Quotes::Either, _) => 0,
                }
            }
            Seen::Kind(kind) => match (kind, before) {
                (Kind::Neither, _) => 0,
                (Kind::Code, None) | (Kind::Prose, Some(_)) => 1,
                (Kind::Code, Some(_)) | (Kind::Prose, None) => -1,
            },
        };
    }
    score
}

/// The quotes that are open after a line, given those before it.
fn after_quotes(line: &str, mut inside: Option<&'static str>) -> Option<&'static str> {
    let is_comment = line.trim_start().starts_with('#');
    if inside.is_none() && is_comment {
        return None;
    }
    let mut rest = line;
    while let Some(at) = rest.find(['"', '\'']) {
        rest = &rest[at..];
        let met = ["\"\"\"", "'''"]
            .into_iter()
            .find(|quotes| rest.starts_with(quotes));
        let ends = met.is_some() && (inside.is_none() || inside == met);
        if ends {
            inside = if inside.is_none() { met } else { None };
        }
        rest = &rest[if ends { 3 } else { 1 }..];
    }
    inside
}

/// What the quotes in a line of Python seem to do, wherever the fragment starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// Text follows them: `"""Does this.`
    Open,
    /// Text goes before them: `and that."""`
    Close,
    /// They stand alone.
    Either,
}

fn quotes_of(line: &str) -> Option<Quotes> {
    let bytes = line.as_bytes();
    let three = |at: usize| bytes[at..].starts_with(&[bytes[at]; 3]);
    let first = memchr::memchr2_iter(b'"', b'\'', bytes).find(|&at| three(at))?;
    let before = line[..first].trim_start();
    let opens = before.is_empty()
        || before.trim_end().ends_with(['=', '(', '[', ','])
        || before.ends_with(['r', 'f', 'b', 'u']);
    let after = line[first + 3..].trim();
    Some(if opens && after.starts_with(char::is_alphanumeric) {
        Quotes::Open
    } else if after.is_empty() && before.ends_with(['.', '!', '?', ')', ':']) {
        Quotes::Close
    } else {
        Quotes::Either
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_count_for_the_start_that_they_fit() {
        for (line, outside, inside) in [
            ("\"\"\"Does this.", 3, -3),
            ("x = \"\"\"Does this.", 3, -3),
            ("and that.\"\"\"", -3, 3),
            ("\"\"\"", 0, 0),
            ("a \"\"\" b", 0, 0),
            ("x = f()", 1, -1),
            ("this is what the other one does", -1, 1),
        ] {
            let seen = [Seen::of(line)];
            assert_eq!(score(&seen, None), outside, "{line}");
            assert_eq!(score(&seen, Some("\"\"\"")), inside, "{line}");
        }
    }
}
