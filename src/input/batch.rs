//! Pieces to records: parsed together on all cores, handed on in order.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::open::not_utf8;
use super::read::Outcome;
use super::shelf::{Open, Said};
use super::split::Piece;
use super::{Place, Source};
use crate::diagnostic::{Code, Diagnostic, Excerpt, Severity};
use crate::progress::Progress;
use crate::record::{self, Limits, Problem, Record};

/// What is kept of a record, and where the record lies.
#[derive(Debug)]
pub struct Found<T> {
    /// What the caller makes of the record while it is at hand.
    pub kept: T,
    /// Where it can be read again.
    pub place: Place,
}

/// A problem that is said once, however many records have it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Once {
    first: Diagnostic,
    records: usize,
}

impl Once {
    /// What makes two of them the same.
    pub(super) fn key(&self) -> (Code, String) {
        (self.first.code, self.first.message.clone())
    }

    /// Counts the records of another one.
    pub(super) fn join(&mut self, other: &Once) {
        self.records += other.records;
    }

    fn into_diagnostic(self) -> Diagnostic {
        let mut diagnostic = self.first;
        if self.records > 1 {
            diagnostic.message = format!(
                "{} (in {} records; this is the first)",
                diagnostic.message, self.records
            );
        }
        diagnostic
    }
}

/// Problems that are kept with all that is wrong: a line of a few bytes can have a dozen.
const KEPT_PROBLEMS: usize = 5_000;

/// Pieces waiting to be parsed together.
pub(super) struct Batch<'a> {
    limits: &'a Limits,
    progress: &'a dyn Progress,
    pieces: Vec<(u32, Piece)>,
    bytes: usize,
    once: BTreeMap<(Code, String), Once>,
    /// Files of which what they hold is kept.
    pub(super) open: Open,
}

impl<'a> Batch<'a> {
    const PIECES: usize = 1024;
    const BYTES: usize = 8 << 20;

    pub(super) fn new(limits: &'a Limits, progress: &'a dyn Progress) -> Self {
        Self {
            limits,
            progress,
            pieces: Vec::new(),
            bytes: 0,
            once: BTreeMap::new(),
            open: Open::default(),
        }
    }

    /// Adds a piece; whether the batch is full.
    pub(super) fn add(&mut self, source: u32, piece: Piece) -> bool {
        self.bytes += piece.text.len();
        self.pieces.push((source, piece));
        self.pieces.len() >= Self::PIECES || self.bytes >= Self::BYTES
    }

    /// Parses what waits, in parallel, and hands it on in order.
    pub(super) fn parse<T: Send + Serialize>(
        &mut self,
        outcome: &mut Outcome,
        keep: &(impl Fn(&Record) -> T + Sync),
        sink: &mut impl FnMut(Found<T>),
    ) {
        let files = &outcome.sources.files;
        let keeps = !self.open.is_empty();
        let parsed: Vec<_> = self
            .pieces
            .par_iter()
            .map(|(source, piece)| {
                let (record, problems) = parse_piece(piece, &files[*source as usize], self.limits);
                let found = record.map(|record| {
                    let kept = keep(&record);
                    let form = keeps.then(|| postcard::to_stdvec(&kept).ok()).flatten();
                    let place = Place::of(*source, piece);
                    (Found { kept, place }, form)
                });
                (*source, found, problems)
            })
            .collect();
        self.progress.advance(parsed.len() as u64);
        self.pieces.clear();
        self.bytes = 0;
        for (source, found, problems) in parsed {
            let mut said = Said {
                read: 1,
                rejected: usize::from(found.is_none()),
                ..Said::default()
            };
            for first in problems {
                if is_said_once(&first) {
                    said.once.push(Once { first, records: 1 });
                } else {
                    said.problems.push(first);
                }
            }
            if let Some(held) = self.open.get(source) {
                match &found {
                    Some((found, Some(form))) => held.add(found.place, form),
                    Some((_, None)) => held.spoilt = true,
                    None => {}
                }
                held.say(&said);
            }
            self.say(outcome, said);
            if let Some((found, _)) = found {
                sink(found);
            }
        }
    }

    /// Takes what was said of records.
    pub(super) fn say(&mut self, outcome: &mut Outcome, said: Said) {
        outcome.read += said.read;
        outcome.rejected += said.rejected;
        let room = KEPT_PROBLEMS.saturating_sub(outcome.diagnostics.len());
        // Every broken record is named, but past a bound only by what is wrong first.
        outcome
            .diagnostics
            .extend(said.problems.into_iter().take(room.max(1)));
        for once in said.once {
            self.mention(once);
        }
    }

    /// What was said once, at the end.
    pub(super) fn finish(self) -> impl Iterator<Item = Diagnostic> {
        self.once.into_values().map(Once::into_diagnostic)
    }

    /// Counts a problem that is said once. Files are read in order, so the first is the first.
    fn mention(&mut self, found: Once) {
        match self.once.entry(found.key()) {
            Entry::Vacant(entry) => {
                entry.insert(found);
            }
            Entry::Occupied(entry) => entry.into_mut().join(&found),
        }
    }
}

/// Whether a problem is said once however many records have it: it is about the data set.
fn is_said_once(problem: &Diagnostic) -> bool {
    matches!(
        problem.code,
        Code::UNKNOWN_KEY | Code::UNKNOWN_VALUE | Code::NEWER_SCHEMA
    )
}

fn parse_piece(piece: &Piece, file: &Source, limits: &Limits) -> (Option<Record>, Vec<Diagnostic>) {
    let text = match std::str::from_utf8(&piece.text) {
        Ok(text) => text,
        Err(error) if piece.length <= limits.record_bytes as u64 => {
            let at = error.valid_up_to();
            let text = String::from_utf8_lossy(&piece.text);
            let found = not_utf8(&format!("byte {} of this record is not", at + 1));
            let problem = Problem {
                diagnostic: found,
                span: at..at + 3,
            };
            return (None, vec![locate(problem, piece, &text, None, &file.name)]);
        }
        // Cut in the middle of a character, and too long anyway.
        Err(error) => std::str::from_utf8(&piece.text[..error.valid_up_to()]).unwrap_or_default(),
    };
    if piece.length > limits.record_bytes as u64 {
        let found = format!(
            "a record of {} bytes is larger than the {} allowed",
            piece.length, limits.record_bytes
        );
        let found = Diagnostic::error(Code::TOO_LARGE, found)
            .hint("shorten it, or raise `max_record_bytes` under [input]");
        return (
            None,
            vec![locate(
                Problem {
                    diagnostic: found,
                    span: 0..1,
                },
                piece,
                text,
                None,
                &file.name,
            )],
        );
    }
    let parsed = record::parse(text, limits);
    let problems = parsed
        .problems
        .into_iter()
        .map(|problem| locate(problem, piece, text, parsed.id.clone(), &file.name))
        .collect();
    (parsed.record.map(|record| file.complete(record)), problems)
}

/// Turns a place in a piece into one in the file.
pub(super) fn locate(
    problem: Problem,
    piece: &Piece,
    text: &str,
    id: Option<String>,
    file: &Path,
) -> Diagnostic {
    let ((line, column), excerpt) = Excerpt::in_text(text, problem.span);
    let mut found = problem.diagnostic;
    found.place.file = Some(file.to_path_buf());
    found.place.line = Some(piece.line + line - 1);
    found.place.column = Some(if line == 1 {
        piece.column + column
    } else {
        column
    });
    found.place.position = Some(piece.position);
    found.place.record = id;
    found.excerpt = Some(excerpt).filter(|excerpt| !excerpt.text.is_empty());
    debug_assert!(matches!(
        found.severity,
        Severity::Error | Severity::Warning
    ));
    found
}
