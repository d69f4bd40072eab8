//! Scopes of the grammars to the seven classes that the stylesheets know.
//!
//! A grammar names what it sees with scopes such as `keyword.control.flow.rust`, one within the
//! other. The table below says what each means here; the longest entry that is a prefix wins.

use std::collections::HashMap;
use std::sync::LazyLock;

use syntect::parsing::{ClearAmount, Scope, ScopeStackOp};

/// What a piece of code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Class {
    Keyword,
    Text,
    Constant,
    Comment,
    Function,
    Type,
    Macro,
}

/// Where a run of a line ends, and what it is; it begins where the one before it ended.
pub(super) type Run = (usize, Option<Class>);

impl Class {
    /// The tag that opens a span of this class.
    pub(super) fn span(self) -> &'static str {
        match self {
            Self::Keyword => "<span class=\"k\">",
            Self::Text => "<span class=\"s\">",
            Self::Constant => "<span class=\"n\">",
            Self::Comment => "<span class=\"c\">",
            Self::Function => "<span class=\"f\">",
            Self::Type => "<span class=\"t\">",
            Self::Macro => "<span class=\"m\">",
        }
    }
}

/// What a scope says about the text in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Nothing: what is around it holds.
    Inherit,
    /// Code again, within a string.
    Reset,
    /// It is of this class.
    Is(Class),
    /// A word that declares (`let`, `class`) or a type (`int`): grammars use one scope for both.
    Storage,
}

use Class::{Comment, Constant, Function, Keyword, Macro, Text, Type};
use Mark::{Inherit, Is, Reset, Storage};

/// What scopes mean. `invalid` is left out with purpose: a fragment that starts in the middle of
/// something has hundreds of characters that its grammar calls invalid.
const MEANINGS: &[(&str, Mark)] = &[
    ("comment", Is(Comment)),
    ("string", Is(Text)),
    ("string.unquoted", Inherit),
    ("string.unquoted.heredoc", Is(Text)),
    ("storage.type.string", Is(Text)),
    ("markup.raw", Is(Text)),
    ("markup.inserted", Is(Text)),
    ("markup.underline.link", Is(Text)),
    ("source", Reset),
    ("source.regexp", Inherit),
    ("source.sql", Inherit),
    ("meta.embedded", Reset),
    ("meta.expression", Reset),
    ("meta.interpolation", Reset),
    ("meta.template.expression", Reset),
    ("constant", Is(Constant)),
    ("storage.type.numeric", Is(Constant)),
    ("support.constant", Is(Constant)),
    ("keyword.other.unit", Is(Constant)),
    ("keyword", Is(Keyword)),
    ("storage", Is(Keyword)),
    ("storage.type", Storage),
    ("storage.type.function", Is(Keyword)),
    ("storage.type.class", Is(Keyword)),
    ("storage.type.keyword", Is(Keyword)),
    ("storage.type.primitive", Is(Type)),
    ("variable.language", Is(Keyword)),
    ("variable.language.perl", Inherit),
    ("storage.modifier.conversion", Is(Constant)),
    ("entity.name.tag", Is(Keyword)),
    ("entity.name.section", Is(Keyword)),
    ("markup.heading", Is(Keyword)),
    ("meta.diff.range", Is(Keyword)),
    ("entity.name.function", Is(Function)),
    ("entity.type.function", Is(Function)),
    ("entity.other.attribute-name", Is(Function)),
    ("support.function", Is(Function)),
    ("variable.function", Is(Function)),
    ("entity.name.type", Is(Type)),
    ("entity.name.class", Is(Type)),
    ("entity.name.struct", Is(Type)),
    ("entity.name.enum", Is(Type)),
    ("entity.name.union", Is(Type)),
    ("entity.name.trait", Is(Type)),
    ("entity.name.impl", Is(Type)),
    ("entity.name.interface", Is(Type)),
    ("entity.other.inherited-class", Is(Type)),
    ("support.type", Is(Type)),
    ("support.class", Is(Type)),
    ("support.struct", Is(Type)),
    ("variable.other.constant.ruby", Is(Type)),
    ("meta.diff.header", Is(Type)),
    ("support.macro", Is(Macro)),
    ("entity.name.macro", Is(Macro)),
    ("meta.annotation.rust", Is(Macro)),
    ("variable.annotation", Is(Macro)),
    ("punctuation.definition.annotation", Is(Macro)),
    ("punctuation.decorator", Is(Macro)),
    ("keyword.control.import.include", Is(Macro)),
    ("keyword.control.import.define", Is(Macro)),
    ("entity.name.function.preprocessor", Is(Macro)),
    ("markup.deleted", Is(Macro)),
];

/// Words that declare something, among what grammars call a storage type.
const DECLARING: &[&str] = &[
    "auto",
    "class",
    "const",
    "constexpr",
    "def",
    "defer",
    "enum",
    "extern",
    "final",
    "fn",
    "fun",
    "func",
    "function",
    "global",
    "impl",
    "import",
    "in",
    "inline",
    "interface",
    "lambda",
    "let",
    "local",
    "macro",
    "mod",
    "module",
    "mut",
    "my",
    "namespace",
    "object",
    "our",
    "package",
    "proc",
    "record",
    "ref",
    "static",
    "struct",
    "sub",
    "template",
    "trait",
    "type",
    "typedef",
    "typename",
    "union",
    "using",
    "val",
    "var",
    "volatile",
];

/// The table with the longest scopes first.
static BY_LENGTH: LazyLock<Vec<(Scope, Mark)>> = LazyLock::new(|| {
    let mut rows: Vec<_> = MEANINGS
        .iter()
        .filter_map(|&(scope, mark)| Some((Scope::new(scope).ok()?, mark)))
        .collect();
    rows.sort_by_key(|(scope, _)| std::cmp::Reverse(scope.len()));
    rows
});

fn mark(scope: Scope) -> Mark {
    BY_LENGTH
        .iter()
        .find(|(prefix, _)| prefix.is_prefix_of(scope))
        .map_or(Inherit, |&(_, mark)| mark)
}

/// Follows the scopes of a fragment and knows the class of the text it has come to.
#[derive(Default)]
pub(super) struct Painter {
    /// For each open scope what text in it is, given the scopes around it.
    open: Vec<Mark>,
    /// What grammars took off the stack for a while.
    cleared: Vec<Vec<Mark>>,
    known: HashMap<Scope, Mark>,
}

impl Painter {
    /// Follows changes of a line that is not shown.
    pub(super) fn skip(&mut self, changes: &[(usize, ScopeStackOp)]) {
        for (_, change) in changes {
            self.apply(change);
        }
    }

    /// Appends the runs of a line, given what the grammar says changes where.
    pub(super) fn runs(
        &mut self,
        line: &str,
        changes: &[(usize, ScopeStackOp)],
        out: &mut Vec<Run>,
    ) {
        let mut at = 0;
        for (to, change) in changes {
            let to = (*to).min(line.len());
            if to > at && line.is_char_boundary(to) {
                out.push((to, self.class(&line[at..to])));
                at = to;
            }
            self.apply(change);
        }
        out.push((line.len(), self.class(&line[at..])));
    }

    fn apply(&mut self, change: &ScopeStackOp) {
        match change {
            ScopeStackOp::Push(scope) => {
                let mark = *self.known.entry(*scope).or_insert_with(|| mark(*scope));
                self.open.push(within(self.top(), mark));
            }
            ScopeStackOp::Pop(count) => {
                let left = self.open.len().saturating_sub(*count);
                self.open.truncate(left);
            }
            ScopeStackOp::Clear(ClearAmount::All) => {
                self.cleared.push(std::mem::take(&mut self.open));
            }
            ScopeStackOp::Clear(ClearAmount::TopN(count)) => {
                let left = self.open.len().saturating_sub(*count);
                self.cleared.push(self.open.split_off(left));
            }
            ScopeStackOp::Restore => {
                let restored = self.cleared.pop().unwrap_or_default();
                self.open.extend(restored);
            }
            ScopeStackOp::Noop => {}
        }
    }

    /// The class of a piece of text at this place.
    fn class(&self, text: &str) -> Option<Class> {
        let class = match self.top() {
            Is(class) => class,
            Storage if DECLARING.contains(&text.trim()) => Keyword,
            Storage => Type,
            Inherit | Reset => return None,
        };
        // Operators and brackets have no colour, whatever word class they stand for.
        let is_word = || text.contains(|c: char| c.is_alphabetic());
        match class {
            Keyword | Function | Type => is_word().then_some(class),
            _ => Some(class),
        }
    }

    fn top(&self) -> Mark {
        self.open.last().copied().unwrap_or(Reset)
    }
}

/// What text is in a scope with this mark, within one of that. Comments keep their colour whatever
/// stands in them; strings give way to escapes, placeholders and embedded code only.
fn within(around: Mark, mark: Mark) -> Mark {
    match (around, mark) {
        (Is(Comment), _) => Is(Comment),
        (Is(Text), Reset | Is(Constant | Comment)) => mark,
        (Is(Text), _) => Is(Text),
        (_, Inherit) => around,
        _ => mark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_keep_their_class_and_texts_give_way_to_few() {
        for (around, mark, expected) in [
            (Is(Comment), Is(Keyword), Is(Comment)),
            (Is(Comment), Reset, Is(Comment)),
            (Is(Comment), Inherit, Is(Comment)),
            (Is(Text), Is(Constant), Is(Constant)),
            (Is(Text), Is(Comment), Is(Comment)),
            (Is(Text), Reset, Reset),
            (Is(Text), Inherit, Is(Text)),
            (Is(Text), Is(Keyword), Is(Text)),
            (Is(Text), Storage, Is(Text)),
            (Is(Keyword), Inherit, Is(Keyword)),
            (Storage, Inherit, Storage),
            (Is(Keyword), Is(Type), Is(Type)),
            (Reset, Inherit, Reset),
            (Reset, Storage, Storage),
        ] {
            assert_eq!(within(around, mark), expected, "{mark:?} in {around:?}");
        }
    }

    #[test]
    fn a_word_that_declares_is_no_type_and_a_sign_has_no_class() {
        for (mark, text, expected) in [
            (Storage, "class ", Some(Keyword)),
            (Storage, "int", Some(Type)),
            (Storage, "*", None),
            (Is(Keyword), "if", Some(Keyword)),
            (Is(Keyword), "=>", None),
            (Is(Text), "\"", Some(Text)),
            (Is(Comment), "//", Some(Comment)),
            (Inherit, "x", None),
            (Reset, "x", None),
        ] {
            let painter = Painter {
                open: vec![mark],
                ..Painter::default()
            };
            assert_eq!(painter.class(text), expected, "{text:?} in {mark:?}");
        }
        assert_eq!(Painter::default().class("x"), None);
    }
}
