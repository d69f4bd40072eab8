//! The grammars' engine: a fragment through a grammar of syntect's, line by line.
//!
//! Grammars are regular expressions: their time grows with the square of a line's length. Languages
//! that have a lexer of their own come here on demand only.

use syntect::parsing::{ParseState, SyntaxReference};

use super::class::{Painter, Run};
use super::language;
use super::start::Opening;

/// A grammar on its way through a fragment.
pub(super) struct Grammar {
    state: ParseState,
    painter: Painter,
    buffer: String,
    runs: Vec<Run>,
}

/// A grammar that failed.
#[derive(Debug)]
pub(super) struct Failed;

impl Grammar {
    /// At the start of a fragment, in the state that a line before it leaves behind.
    pub(super) fn new(
        syntax: &SyntaxReference,
        opening: Option<Opening<'_>>,
    ) -> Result<Self, Failed> {
        let mut grammar = Self {
            state: ParseState::new(syntax),
            painter: Painter::default(),
            buffer: String::new(),
            runs: Vec::new(),
        };
        if let Some(opening) = opening {
            let line = match opening {
                Opening::Line(line) => line.to_owned(),
                Opening::Here(word) => format!("<<{word}\n"),
            };
            let changes = grammar.state.parse_line(&line, language::grammars());
            grammar.painter.skip(&changes.map_err(|_| Failed)?);
        }
        Ok(grammar)
    }

    /// The runs of the next line.
    pub(super) fn line(&mut self, line: &str) -> Result<&[Run], Failed> {
        self.buffer.clear();
        self.buffer.push_str(line);
        // The grammars want their line ends, after the last line too.
        self.buffer.push('\n');
        let changes = self.state.parse_line(&self.buffer, language::grammars());
        self.runs.clear();
        let painter = &mut self.painter;
        painter.runs(line, &changes.map_err(|_| Failed)?, &mut self.runs);
        Ok(&self.runs)
    }
}
