//! Lexers of this program's own for the languages that records are made from most.
//!
//! One engine reads tables, one file a family of languages in `languages/`. In go lines, out come
//! runs of the seven classes, in time linear in their length whatever stands in them. What they call
//! a keyword or a type follows the grammars that they stand in for; `tests/agreement.rs` compares.

mod engine;
mod languages;
mod table;
mod word;

use super::start::Opening;
pub(super) use engine::{Lexer, Ready};
pub(super) use languages::of;

impl Ready {
    /// At the start of a fragment, in the state that a line before it leaves behind.
    pub(super) fn after<'c>(&'static self, opening: Option<Opening<'c>>) -> Lexer<'c> {
        let mut lexer = Lexer::new(self);
        match opening {
            Some(Opening::Line(line)) => {
                lexer.line(line.trim_end_matches('\n'));
            }
            Some(Opening::Here(word)) => lexer.begin_here(word),
            None => {}
        }
        lexer
    }
}
