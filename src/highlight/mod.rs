//! Code to lines of markup in seven classes: the only door to the grammars.
//!
//! In goes a fragment of code and its [`Language`], out come [`Lines`] of markup, whose text equals
//! the code's. Grammars are foreign programs that run on hostile input: they get at most what
//! [`Limits`] allow, a panic in one is caught, and what they may not read is shown plain, with the
//! reason. Knows nothing of records or pages; line numbers and links are the page's.

mod class;
mod grammar;
mod kept;
mod language;
mod lexer;
mod line;
mod lines;
mod numbered;
mod start;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

pub use crate::config::Engine;
use class::Run;
use grammar::Grammar;
pub use kept::Shelf;
pub use language::Language;
use line::push_code;
pub use lines::Lines;
pub use numbered::Numbered;

/// Version of what comes out: to be raised whenever the markup of any code changes, since caches keep
/// the markup of older versions.
pub const VERSION: u32 = 2;

/// How much code a grammar may read, and write, for one record.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of code in all fields of a record together.
    pub max_bytes: usize,
    /// Lines in all fields of a record together.
    pub max_lines: usize,
    /// Bytes of one line: grammars take time that grows with its square.
    pub max_line_bytes: usize,
    /// Bytes of markup for all fields of a record together.
    pub max_output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_bytes: 64 * 1024,
            max_lines: 2000,
            max_line_bytes: 500,
            max_output_bytes: 1024 * 1024,
        }
    }
}

/// What one record may still spend; shared by all its code.
#[derive(Debug)]
pub struct Budget {
    bytes: usize,
    lines: usize,
    output_bytes: usize,
}

impl Budget {
    /// All that the limits allow.
    pub fn new(limits: &Limits) -> Self {
        Self {
            bytes: limits.max_bytes,
            lines: limits.max_lines,
            output_bytes: limits.max_output_bytes,
        }
    }
}

/// Code as a page shows it.
#[derive(Debug)]
pub struct Code {
    /// Its lines.
    pub lines: Lines,
    /// Why some or all of it has no colours.
    pub plain: Option<Plain>,
}

/// Why code has no colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    /// No grammar is known for the file.
    Unknown,
    /// The record has more code than [`Limits`] allow; this piece is plain.
    TooLong,
    /// Some lines are longer than [`Limits`] allow; these are plain.
    LineTooLong,
    /// The grammar failed on it; this piece is plain.
    Panicked,
}

/// Colours code; one for a whole build, shared by all threads. Grammars load when first used.
pub struct Highlighter {
    limits: Limits,
    engine: Engine,
    aliases: HashMap<String, Language>,
    shelf: Option<Arc<dyn Shelf>>,
}

impl Highlighter {
    /// A highlighter with own file endings: ending (without dot) to the name of a language.
    /// Names that [`Language::named`] does not know are passed over.
    pub fn new(limits: Limits, aliases: &BTreeMap<String, String>) -> Self {
        let aliases = aliases
            .iter()
            .filter_map(|(ending, name)| {
                let ending = ending.trim_start_matches('.').to_ascii_lowercase();
                Some((ending, Language::named(name)?))
            })
            .collect();
        Self {
            limits,
            engine: Engine::default(),
            aliases,
            shelf: None,
        }
    }

    /// The same with another engine.
    #[must_use]
    pub fn with_engine(self, engine: Engine) -> Self {
        Self { engine, ..self }
    }

    /// The same with a place where what grammars make is kept. Own lexers are as fast as any place.
    #[must_use]
    pub fn keeping_in(self, place: Arc<dyn Shelf>) -> Self {
        Self {
            shelf: Some(place),
            ..self
        }
    }

    /// The limits it was made with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The language of a file, from its name, else from its first line (`""` if that is unknown).
    pub fn language(&self, file_path: &str, first_line: &str) -> Language {
        let name = file_path.rsplit(['/', '\\']).next().unwrap_or_default();
        let alias = language::endings(name)
            .find_map(|ending| self.aliases.get(&ending.to_ascii_lowercase()));
        match alias {
            Some(&language) => language,
            None => Language::of_file(name, first_line),
        }
    }

    /// Colours code, as far as the budget goes.
    pub fn lines(&self, code: &str, language: Language, budget: &mut Budget) -> Code {
        let lines = split(code);
        if language.grammar().is_none() {
            let reason = (language == Language::UNKNOWN).then_some(Plain::Unknown);
            return plain(&lines, reason);
        }
        if code.len() > budget.bytes || lines.len() > budget.lines {
            return plain(&lines, Some(Plain::TooLong));
        }
        budget.bytes -= code.len();
        budget.lines -= lines.len();
        match self.kept_or_coloured(&lines, language, budget.output_bytes) {
            Ok(code) => {
                budget.output_bytes -= code.lines.bytes();
                code
            }
            Err(reason) => plain(&lines, Some(reason)),
        }
    }

    /// What was made of the same code in a build before, or now.
    fn kept_or_coloured(
        &self,
        lines: &[&str],
        language: Language,
        output_left: usize,
    ) -> Result<Code, Plain> {
        let colour = || caught(|| self.colour(lines, language, output_left));
        let place = self.shelf.as_deref();
        let Some(place) = place.filter(|_| language.runs_grammar(self.engine)) else {
            return colour();
        };
        let key = kept::key(lines, language, &self.limits);
        let before = place.take(key);
        if let Some(code) = before.and_then(|bytes| kept::from_bytes(&bytes, lines.len())) {
            // As if it had been made now.
            let fits = code.lines.bytes() <= output_left;
            return if fits { Ok(code) } else { Err(Plain::TooLong) };
        }
        let code = colour()?;
        place.put(key, &kept::to_bytes(&code));
        Ok(code)
    }

    /// Runs the lexer or the grammar, line by line.
    fn colour(
        &self,
        lines: &[&str],
        language: Language,
        output_bytes: usize,
    ) -> Result<Code, Plain> {
        let mut run = Running::new(language, self.engine, lines)?;
        let code: usize = lines.iter().map(|line| line.len() + 1).sum();
        let mut out = Lines::with_capacity(lines.len(), MARKUP_TIMES * code);
        let mut reason = None;
        for line in lines {
            if run.is_grammar() && line.len() > self.limits.max_line_bytes {
                reason = Some(Plain::LineTooLong);
                out.push(|html| push_code(html, line));
            } else {
                let runs = run.line(line)?;
                out.push(|html| line::paint(line, runs, html));
            }
            if out.bytes() > output_bytes {
                return Err(Plain::TooLong);
            }
        }
        Ok(Code {
            lines: out,
            plain: reason,
        })
    }
}

/// Markup is about so many times as long as the code.
const MARKUP_TIMES: usize = 3;

/// What colours a fragment.
enum Running<'c> {
    Lexer(lexer::Lexer<'c>),
    Grammar(Box<Grammar>),
}

impl<'c> Running<'c> {
    fn new(language: Language, engine: Engine, lines: &[&'c str]) -> Result<Self, Plain> {
        let grammar = language.grammar().ok_or(Plain::Unknown)?;
        let opening = start::opening(&grammar.name, lines);
        if engine == Engine::Own
            && let Some(own) = language.lexer()
        {
            return Ok(Self::Lexer(own.after(opening)));
        }
        let grammar = Grammar::new(grammar, opening).map_err(|_| Plain::Panicked)?;
        Ok(Self::Grammar(Box::new(grammar)))
    }

    fn is_grammar(&self) -> bool {
        matches!(self, Self::Grammar(_))
    }

    fn line(&mut self, line: &'c str) -> Result<&[Run], Plain> {
        match self {
            Self::Lexer(lexer) => Ok(lexer.line(line)),
            Self::Grammar(grammar) => grammar.line(line).map_err(|_| Plain::Panicked),
        }
    }
}

/// Runs foreign code, whose panic is one more reason for plain text.
fn caught<T>(work: impl FnOnce() -> Result<T, Plain>) -> Result<T, Plain> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Plain::Panicked))
}

/// Lines without their ends. A line feed at the very end opens no further line.
fn split(code: &str) -> Vec<&str> {
    if code.is_empty() {
        return Vec::new();
    }
    code.strip_suffix('\n')
        .unwrap_or(code)
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .collect()
}

fn plain(lines: &[&str], reason: Option<Plain>) -> Code {
    let mut out = Lines::default();
    for line in lines {
        out.push(|html| push_code(html, line));
    }
    Code {
        lines: out,
        plain: reason,
    }
}
