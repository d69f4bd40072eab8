//! Records that a text names otherwise than by their message: by code, or by place.
//! `docs/matching.md`, section 7.

use std::collections::HashSet;

use super::clean::Line;
use super::lines::{MessageLine, Sorted};
use crate::message::is_blank;
use crate::search::published::{IndexError, Published, Row};
use crate::search::terms::lower;

const CODE_MAX: usize = 24;
const CODES: usize = 3;
const CODE_RECORDS: usize = 64;
/// What a line weighs that holds a word of errors.
const ERROR_WEIGHT: i32 = 90;
const PLACES: usize = 3;
const PLACE_RECORDS: usize = 64;
const LINES_APART: u32 = 3;

/// A record that a text names.
pub(super) struct Named {
    pub(super) number: u32,
    pub(super) row: Row,
    /// Which of the lines names it.
    pub(super) at: usize,
    pub(super) is_sure: bool,
}

/// The records with a code that stands in a message line other than the known ones, whose errors are
/// found; with any found, only lines that look like an error are read.
pub(super) fn by_code(
    index: &Published<'_>,
    lines: &[Line],
    sorted: &Sorted,
    known: &HashSet<usize>,
) -> Result<Vec<Named>, IndexError> {
    let mut codes: Vec<(&str, usize)> = Vec::new();
    let tells = |line: &&MessageLine| {
        !known.contains(&line.at) && (known.is_empty() || line.weight >= ERROR_WEIGHT)
    };
    for &MessageLine { at, .. } in sorted.messages.iter().filter(tells) {
        for code in codes_of(&lines[at].core) {
            if codes.len() < CODES && codes.iter().all(|known| known.0 != code) {
                codes.push((code, at));
            }
        }
    }
    let mut named = Vec::new();
    for (code, at) in codes {
        for number in index.having(code, None)?.into_iter().take(CODE_RECORDS) {
            let row = index.row(number)?;
            if row.label == code {
                named.push(Named {
                    number,
                    row,
                    at,
                    is_sure: true,
                });
            }
        }
    }
    Ok(named)
}

/// What may be a code: `E0382`, `ORA-00001`.
fn codes_of(core: &str) -> impl Iterator<Item = &str> {
    let is_in = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '\\');
    core.split(move |c| !is_in(c))
        .map(|run| run.trim_end_matches('.'))
        .filter(|run| is_code(run))
}

fn is_code(run: &str) -> bool {
    let plain = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_');
    let bytes = run.as_bytes();
    bytes.len() <= CODE_MAX
        && bytes.first().is_some_and(u8::is_ascii_uppercase)
        && bytes.iter().all(|&b| plain(b))
        && bytes
            .windows(2)
            .any(|two| two.iter().all(u8::is_ascii_digit))
}

/// A place in a source file that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    repo: Option<String>,
    path: String,
    line: Option<u32>,
}

/// The records nearest to the places that a text names: by links, and by paths in message lines.
pub(super) fn by_place(
    index: &Published<'_>,
    lines: &[Line],
    sorted: &Sorted,
) -> Result<Vec<Named>, IndexError> {
    let mut places: Vec<(Place, usize)> = Vec::new();
    for links in [true, false] {
        let read = |(at, _): &(usize, &Line)| links || !sorted.aside[*at];
        for (at, line) in lines.iter().enumerate().filter(read) {
            let found = if links {
                links_of(&line.core)
            } else {
                places_of(&line.core)
            };
            for place in found {
                if places.len() < PLACES && places.iter().all(|known| known.0 != place) {
                    places.push((place, at));
                }
            }
        }
    }
    let mut named = Vec::new();
    for (place, at) in places {
        named.extend(nearest(index, &place, at)?);
    }
    Ok(named)
}

/// Links to a file on GitHub.
fn links_of(core: &str) -> Vec<Place> {
    const HOST: &str = "github.com/";
    let links = core.match_indices(HOST).filter_map(|(at, _)| {
        let rest = &core[at + HOST.len()..];
        let end = rest
            .find(|c| is_blank(c) || "\"'<>()[]".contains(c))
            .unwrap_or(rest.len());
        let (path, fragment) = rest[..end].split_once('#').unwrap_or((&rest[..end], ""));
        let mut parts = path.splitn(5, '/');
        let (owner, name) = (parts.next()?, parts.next()?);
        let path = (parts.next()? == "blob").then(|| parts.nth(1)).flatten()?;
        let path = path.split('?').next().unwrap_or(path);
        Some(Place {
            repo: Some(format!("{owner}/{name}")),
            path: path.to_owned(),
            line: fragment.strip_prefix('L').and_then(leading_number),
        })
    });
    links.filter(|place| has_ending(&place.path)).collect()
}

/// `path:line` and `File "path", line 3`.
fn places_of(core: &str) -> Vec<Place> {
    let is_path = |c: char| c.is_ascii_alphanumeric() || "_.@+/\\-".contains(c);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(begin) = core[at..].find(is_path) {
        let begin = at + begin;
        let length = core[begin..]
            .find(|c| !is_path(c))
            .unwrap_or(core.len() - begin);
        at = begin + length;
        let (path, after) = (&core[begin..at], &core[at..]);
        let line = after
            .strip_prefix(':')
            .or_else(|| after.strip_prefix("\", line "))
            .and_then(leading_number);
        if line.is_some() && has_ending(path) && !path.starts_with("//") {
            found.push(Place {
                repo: None,
                path: path.to_owned(),
                line,
            });
        }
    }
    found
}

fn leading_number(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse().ok().filter(|&n| n > 0)
}

fn parts(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split(['/', '\\'])
        .filter(|part| !part.is_empty() && *part != ".")
}

/// Whether the last part of a path has an ending that begins with a letter.
fn has_ending(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| ending.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// The record nearest to a place.
fn nearest(index: &Published<'_>, place: &Place, at: usize) -> Result<Option<Named>, IndexError> {
    let name = parts(&place.path).next_back().unwrap_or_default();
    let repo = place.repo.as_deref();
    let facet = repo.map(|repo| format!("repo:{}", lower(repo)));
    let mut best: Option<((usize, u32), Named)> = None;
    let numbers = index.having(name, facet.as_deref())?;
    for number in numbers.into_iter().take(PLACE_RECORDS) {
        let row = index.row(number)?;
        let same_repo = repo.is_none_or(|repo| lower(repo) == lower(&row.repo));
        let Some(common) = common_parts(&row.path, &place.path).filter(|_| same_repo) else {
            continue;
        };
        let apart = match (row.line, place.line) {
            (Some(a), Some(b)) => a.abs_diff(b),
            _ => u32::MAX,
        };
        let better = |best: &(usize, u32)| common > best.0 || common == best.0 && apart < best.1;
        if best.as_ref().is_none_or(|(best, _)| better(best)) {
            let is_sure = apart <= LINES_APART && (repo.is_some() || common > 1);
            let named = Named {
                number,
                row,
                at,
                is_sure,
            };
            best = Some(((common, apart), named));
        }
    }
    Ok(best.map(|(_, named)| named))
}

/// How many parts two paths have in common, if one ends with the other.
fn common_parts(a: &str, b: &str) -> Option<usize> {
    let same = parts(a)
        .rev()
        .zip(parts(b).rev())
        .take_while(|(a, b)| a == b)
        .count();
    (same > 0 && same == parts(a).count().min(parts(b).count())).then_some(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_places_are_told_from_other_text() {
        let codes: Vec<&str> =
            codes_of("error[E0382]: ORA-00001, TS2304. HTTP x/E0499 e0001 E12 ABC-1 é").collect();
        assert_eq!(codes, ["E0382", "ORA-00001", "TS2304", "E12"]);
        let place = |repo: Option<&str>, path: &str, line| Place {
            repo: repo.map(str::to_owned),
            path: path.to_owned(),
            line,
        };
        assert_eq!(
            links_of("see https://github.com/o/r/blob/0a1b/src/a.rs?x=1#L7-L9) and github.com/o/r"),
            [place(Some("o/r"), "src/a.rs", Some(7))]
        );
        assert_eq!(
            places_of("--> src/a.rs:12:5 File \"lib/b.py\", line 3, http://h.org:80 10:30 c.js:0"),
            [
                place(None, "src/a.rs", Some(12)),
                place(None, "lib/b.py", Some(3))
            ]
        );
        assert_eq!(common_parts("src/io/a.rs", "/home/x/src/io/a.rs"), Some(3));
        assert_eq!(common_parts("src/io/a.rs", "io\\a.rs"), Some(2));
        assert_eq!(common_parts("src/io/a.rs", "other/a.rs"), None);
    }
}
