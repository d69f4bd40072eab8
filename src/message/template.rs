//! A message as what finds it again in text: literals with holes between them.
//!
//! In go a message and its pattern, out come the literals and the names of the holes. It only takes
//! texts apart: looking for a template in text is the business of `search`. See `docs/matching.md`.

use super::name::{Names, UNNAMED};
use super::notation::Notation;
use super::words::{Word, words};
use super::{Message, Part, is_blank, pattern};

/// Longer templates are cut: their beginning tells them from others.
const HOLES_MAX: usize = 16;
const BYTES_MAX: usize = 400;

/// The least letters and digits of a template that does not fit nearly anything.
const TELLING_CHARS: usize = 4;
const SAFE_WORD_CHARS: usize = 2;

/// The literals of a message, white space folded, and what the holes between them are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// One more than there are holes; `""` at an end for a hole there.
    pub literals: Vec<String>,
    /// One for each hole.
    pub names: Vec<String>,
}

impl Template {
    /// The template of a message: by its pattern if that is literal text joined by groups and says
    /// enough, else by what the language of the file writes for a value.
    pub fn of(error_message: &str, message_pattern: Option<&str>, file_path: &str) -> Self {
        let notation = Notation::of_file(file_path);
        if let Some(literals) = message_pattern.and_then(pattern::literals) {
            let template = match pattern::align(error_message, &literals) {
                Some(spans) => {
                    Self::of_message(&Message::by_spans(error_message, &spans, notation))
                }
                None => Self::of_literals(&literals, notation),
            };
            if template.is_telling() {
                return template;
            }
        }
        Self::of_message(&Message::by_notation(error_message, notation))
    }

    fn of_message(message: &Message) -> Self {
        let mut made = Maker::default();
        for part in &message.parts {
            match part {
                Part::Text(text) => made.push_text(text),
                Part::Hole { name, .. } => made.push_hole(name),
            }
        }
        made.finish()
    }

    fn of_literals(literals: &[String], notation: Notation) -> Self {
        let mut made = Maker::default();
        let mut names = Names::default();
        for (at, literal) in literals.iter().enumerate() {
            made.push_text(literal);
            if at + 1 < literals.len() {
                made.push_hole(&names.next("", literal, notation));
            }
        }
        made.finish()
    }

    /// Whether it can be told from other text.
    pub fn is_telling(&self) -> bool {
        let chars = self.literals.iter().flat_map(|literal| literal.chars());
        let telling = chars.filter(|c| c.is_alphanumeric()).nth(TELLING_CHARS - 1);
        let safe = |at| safe_words(&self.literals, at).iter().any(|(_, safe)| *safe);
        telling.is_some() && (0..self.literals.len()).any(safe)
    }
}

/// The words of one of a template's literals, and whether each is safe: one that any text of the
/// template holds as it is, with two characters or more and apart from the holes.
pub fn safe_words<S: AsRef<str>>(literals: &[S], literal: usize) -> Vec<(Word, bool)> {
    let text = literals[literal].as_ref();
    let is_safe = |word: &Word| {
        let touches = literal > 0 && word.range.start == 0
            || literal + 1 < literals.len() && word.range.end == text.len();
        (word.is_pair || !touches) && word.text.chars().nth(SAFE_WORD_CHARS - 1).is_some()
    };
    words(text)
        .into_iter()
        .map(|word| {
            let safe = is_safe(&word);
            (word, safe)
        })
        .collect()
}

/// Puts a template together, folding white space.
#[derive(Default)]
struct Maker {
    literals: Vec<String>,
    names: Vec<String>,
    open: String,
    bytes: usize,
    full: bool,
}

impl Maker {
    fn push_text(&mut self, text: &str) {
        for c in text.chars() {
            if self.full {
                return;
            }
            let c = if is_blank(c) || c.is_control() {
                ' '
            } else {
                c
            };
            if c == ' ' && self.open.ends_with(' ') {
                continue;
            }
            self.open.push(c);
            self.bytes += c.len_utf8();
            self.full = self.bytes >= BYTES_MAX;
        }
    }

    /// A hole. None touches the one before: messages and patterns join such holes.
    fn push_hole(&mut self, name: &str) {
        self.full |= self.names.len() >= HOLES_MAX;
        if self.full {
            return;
        }
        let name: String = name.chars().filter(|c| !c.is_control()).collect();
        self.literals.push(std::mem::take(&mut self.open));
        self.names.push(if name.is_empty() {
            UNNAMED.to_owned()
        } else {
            name
        });
    }

    fn finish(mut self) -> Template {
        // What is cut off could have gone on with the last word.
        if self.full
            && let Some(end) = self.open.rfind(' ')
        {
            self.open.truncate(end);
        }
        self.literals.push(self.open);
        if let Some(first) = self.literals.first_mut() {
            *first = first.trim_start().to_owned();
        }
        if let Some(last) = self.literals.last_mut() {
            *last = last.trim_end().to_owned();
        }
        Template {
            literals: self.literals,
            names: self.names,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_template(
        file: &str,
        message: &str,
        pattern: Option<&str>,
        literals: &[&str],
        names: &[&str],
    ) {
        let template = Template::of(message, pattern, file);
        assert_eq!(template.literals, literals, "{message}");
        assert_eq!(template.names, names, "{message}");
    }

    #[test]
    fn a_template_comes_from_the_pattern_and_takes_names_from_the_message() {
        assert_template(
            "a.rs",
            "on epoch {} from {handle}",
            Some("on epoch (.+?) from (.+?)"),
            &["on epoch ", " from ", ""],
            &["epoch", "handle"],
        );
        assert_template(
            "a.rs",
            "cannot take {{{}}} of\n  {x}",
            Some(r"cannot take \{\{(.+?)\}\} of\n  (.+?)"),
            &["cannot take {", "} of ", ""],
            &["take", "x"],
        );
        assert_template(
            "a.py",
            "no file",
            Some("cannot open (.+?): (.+?)"),
            &["cannot open ", ": ", ""],
            &["open", "value"],
        );
    }

    #[test]
    fn a_pattern_that_says_nothing_gives_way_to_the_message() {
        for pattern in [
            "(a+)+$",
            ".*",
            "(?=x)",
            "a|b",
            "(unclosed",
            "[",
            "x (.+?)",
            "",
            "\\d+",
        ] {
            assert_template(
                "a.c",
                "disk %s is full",
                Some(pattern),
                &["disk ", " is full"],
                &["disk"],
            );
        }
        for (message, pattern) in [
            ("%s", ".*"),
            ("%s: %s", "(.+?): (.+?)"),
            ("id%d", "id(.+?)"),
        ] {
            assert!(
                !Template::of(message, Some(pattern), "a.c").is_telling(),
                "{message}"
            );
        }
    }

    #[test]
    fn a_template_has_bounds() {
        let template = Template::of(&"word {} ".repeat(100), None, "a.rs");
        assert_eq!(
            (template.names.len(), template.literals.len()),
            (HOLES_MAX, HOLES_MAX + 1)
        );
        let template = Template::of(&"é".repeat(100_000), None, "a.rs");
        assert_eq!(template.literals[0].len(), BYTES_MAX);
    }

    #[test]
    fn a_template_ends_and_begins_with_text_or_a_hole() {
        assert_template(
            "a.rs",
            "{x} failed {y}{z}",
            None,
            &["", " failed ", ""],
            &["x", "z"],
        );
        assert_template(
            "a.rs",
            "another text",
            Some("(.+?) opens (.+?) now"),
            &["", " opens ", " now"],
            &["value", "opens"],
        );
        // What is neither seen nor white space to others stands for white space too.
        assert_template("a.rs", "a\0\u{85}\u{feff} b", None, &["a b"], &[]);
    }

    #[test]
    fn four_letters_and_a_safe_word_tell_a_template_from_others() {
        for (message, expected) in [
            ("ab cd", true),
            ("ab c", false),
            ("ab", false),
            ("a b c d e", false),
            ("{} abcd{}", false),
            ("{} abcd {}", true),
        ] {
            let template = Template::of(message, None, "a.rs");
            assert_eq!(template.is_telling(), expected, "{message}");
        }
    }

    #[test]
    fn words_that_touch_a_hole_are_not_safe() {
        let safe = |literals: &[&str], at: usize| {
            let words = safe_words(literals, at).into_iter();
            words
                .map(|(word, safe)| (word.text, safe))
                .collect::<Vec<_>>()
        };
        let words = |words: &[(&str, bool)]| {
            let owned = words.iter().map(|(word, safe)| ((*word).to_owned(), *safe));
            owned.collect::<Vec<_>>()
        };
        let touching = ["ab cd", "ef gh", "ij kl"];
        assert_eq!(safe(&touching, 0), words(&[("ab", true), ("cd", false)]));
        assert_eq!(safe(&touching, 1), words(&[("ef", false), ("gh", false)]));
        assert_eq!(safe(&touching, 2), words(&[("ij", false), ("kl", true)]));
        let apart = ["ab ", " ef ", " kl"];
        assert!((0..3).all(|at| safe(&apart, at)[0].1));
        assert_eq!(safe(&["ab"], 0), words(&[("ab", true)]));
        assert_eq!(safe(&["a b ", ""], 0), words(&[("a", false), ("b", false)]));
        assert_eq!(safe(&["", "接続", ""], 1), words(&[("接続", true)]));
        assert_eq!(safe(&["", "接", ""], 1), words(&[("接", false)]));
    }
}
