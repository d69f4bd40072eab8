//! Reads every record once: files are cut into pieces in order, pieces are parsed on all cores.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::split::{self, Piece, Pieces};
use super::{Place, Sources, find};
use crate::diagnostic::{self, Code, Diagnostic, Excerpt, Severity};
use crate::error::Error;
use crate::progress::Progress;
use crate::record::{self, Limits, Problem, Record};

/// A record and where it lies.
#[derive(Debug)]
pub struct Found {
    /// The record.
    pub record: Record,
    /// Where it can be read again.
    pub place: Place,
    /// Its fingerprint: what must be found there.
    pub fingerprint: u128,
    /// Bytes of its JSON in the fixed form.
    pub size: u32,
}

/// What came of reading.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Files that hold records.
    pub sources: Sources,
    /// Problems, sorted.
    pub diagnostics: Vec<Diagnostic>,
    /// Records found, good or not.
    pub read: usize,
    /// Records that cannot be published.
    pub rejected: usize,
    /// Files that do not begin like JSON.
    pub passed_over: usize,
}

/// Reads all records below `paths` and gives each to `sink`, in the order of the files.
///
/// # Errors
/// If a path is not there, or the user interrupts. What is wrong with single files and records is
/// in the outcome.
pub fn read(
    paths: &[PathBuf],
    limits: &Limits,
    progress: &dyn Progress,
    mut sink: impl FnMut(Found),
) -> Result<Outcome, Error> {
    let mut outcome = Outcome::default();
    outcome.sources.limits = *limits;
    let files = find::files(paths, &mut outcome.diagnostics)?;
    progress.stage("reading", None);
    let mut batch = Batch::new(limits, progress);
    for file in files {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let source = u32::try_from(outcome.sources.files.len()).unwrap_or(u32::MAX);
        outcome.sources.files.push(file);
        let file = outcome.sources.files.last().expect("just pushed").clone();
        let mut pieces = match open(&file, limits) {
            Ok(Opened::Records(pieces)) => pieces,
            Ok(Opened::Other) => {
                outcome.passed_over += 1;
                continue;
            }
            Err(problem) => {
                outcome.diagnostics.push(*problem);
                continue;
            }
        };
        loop {
            match pieces.next() {
                Ok(Some(piece)) => {
                    if batch.add(source, piece) {
                        batch.parse(&mut outcome, &mut sink);
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    outcome.diagnostics.push(unreadable(&file, &error));
                    break;
                }
            }
        }
    }
    batch.parse(&mut outcome, &mut sink);
    outcome
        .diagnostics
        .extend(batch.once.into_values().map(Once::into_diagnostic));
    diagnostic::sort(&mut outcome.diagnostics);
    Ok(outcome)
}

enum Opened {
    Records(Pieces<File>),
    Other,
}

fn unreadable(file: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::UNREADABLE, format!("cannot read: {error}"))
        .in_file(file)
        .hint("check the file's permissions")
}

/// Opens a file and finds its form by its first bytes.
fn open(path: &Path, limits: &Limits) -> Result<Opened, Box<Diagnostic>> {
    const FIRST_BYTES: u64 = 4096;
    let unreadable = |error| Box::new(unreadable(path, &error));
    let mut file = File::open(path).map_err(unreadable)?;
    let mut head = Vec::new();
    (&mut file)
        .take(FIRST_BYTES)
        .read_to_end(&mut head)
        .map_err(unreadable)?;
    if let [0xff, 0xfe, b'{' | b'[', 0] | [0xfe, 0xff, 0, b'{' | b'['] =
        *head.first_chunk().unwrap_or(&[0; 4])
    {
        return Err(Box::new(not_utf8("the file is UTF-16").in_file(path)));
    }
    if split::form(&head).is_none() {
        return Ok(Opened::Other);
    }
    // Whether a file has one record a line shows only at the end of its first line.
    if memchr::memchr(b'\n', &head).is_none() {
        (&mut file)
            .take(limits.record_bytes as u64)
            .read_to_end(&mut head)
            .map_err(unreadable)?;
    }
    Ok(match split::form(&head) {
        Some(form) => Opened::Records(Pieces::new(head, file, form, limits.record_bytes)),
        None => Opened::Other,
    })
}

fn not_utf8(found: &str) -> Diagnostic {
    Diagnostic::error(
        Code::NOT_UTF8,
        format!("records are UTF-8 text, but {found}"),
    )
    .hint("save the file as UTF-8")
}

/// A problem that is said once, however many records have it.
struct Once {
    first: Diagnostic,
    records: usize,
}

impl Once {
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

/// Pieces waiting to be parsed together.
struct Batch<'a> {
    limits: &'a Limits,
    progress: &'a dyn Progress,
    pieces: Vec<(u32, Piece)>,
    bytes: usize,
    once: BTreeMap<(Code, String), Once>,
}

impl<'a> Batch<'a> {
    const PIECES: usize = 1024;
    const BYTES: usize = 8 << 20;

    fn new(limits: &'a Limits, progress: &'a dyn Progress) -> Self {
        Self {
            limits,
            progress,
            pieces: Vec::new(),
            bytes: 0,
            once: BTreeMap::new(),
        }
    }

    /// Adds a piece; whether the batch is full.
    fn add(&mut self, source: u32, piece: Piece) -> bool {
        self.bytes += piece.text.len();
        self.pieces.push((source, piece));
        self.pieces.len() >= Self::PIECES || self.bytes >= Self::BYTES
    }

    /// Parses what waits, in parallel, and hands it on in order.
    fn parse(&mut self, outcome: &mut Outcome, sink: &mut impl FnMut(Found)) {
        let files = &outcome.sources.files;
        let parsed: Vec<_> = self
            .pieces
            .par_iter()
            .map(|(source, piece)| {
                parse_piece(*source, piece, &files[*source as usize], self.limits)
            })
            .collect();
        self.progress.advance(parsed.len() as u64);
        for (found, problems) in parsed {
            outcome.read += 1;
            outcome.rejected += usize::from(found.is_none());
            for problem in problems {
                if matches!(
                    problem.code,
                    Code::UNKNOWN_KEY | Code::UNKNOWN_VALUE | Code::NEWER_SCHEMA
                ) {
                    self.mention(problem);
                } else {
                    outcome.diagnostics.push(problem);
                }
            }
            if let Some(found) = found {
                sink(found);
            }
        }
        self.pieces.clear();
        self.bytes = 0;
    }

    /// Counts a problem that is said once. Files are read in order, so the first is the first.
    fn mention(&mut self, problem: Diagnostic) {
        let key = (problem.code, problem.message.clone());
        self.once
            .entry(key)
            .or_insert(Once {
                first: problem,
                records: 0,
            })
            .records += 1;
    }
}

fn parse_piece(
    source: u32,
    piece: &Piece,
    file: &Path,
    limits: &Limits,
) -> (Option<Found>, Vec<Diagnostic>) {
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
            return (None, vec![locate(problem, piece, &text, None, file)]);
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
                file,
            )],
        );
    }
    let parsed = record::parse(text, limits);
    let problems = parsed
        .problems
        .into_iter()
        .map(|problem| locate(problem, piece, text, parsed.id.clone(), file))
        .collect();
    let found = parsed.record.map(|record| {
        let (fingerprint, size) = record.fingerprint();
        let length = u32::try_from(piece.length).unwrap_or(u32::MAX);
        Found {
            record,
            place: Place {
                source,
                offset: piece.offset,
                length,
            },
            fingerprint,
            size,
        }
    });
    (found, problems)
}

/// Turns a place in a piece into one in the file.
fn locate(
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

#[cfg(test)]
mod tests;
