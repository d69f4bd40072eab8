//! Lines of an excerpt with their numbers. They are most of a page's bytes and of its elements, so
//! they are put together here rather than one by one in a template.

use std::fmt::Write as _;

use super::Lines;
use crate::html::Html;
use crate::record::RecordId;

/// How the lines of an excerpt are numbered.
#[derive(Clone, Copy, Debug)]
pub struct Numbered {
    /// Whose lines they are: a line's anchor is `<id>-L<number>`.
    pub id: RecordId,
    /// Whether they answer to the bare `L<number>` as well, as those of a page's first record do.
    pub first: bool,
    /// Number of the first line.
    pub start: u32,
    /// Number of the last line: lines beyond those of the code are empty.
    pub end: u32,
    /// Number of the line that raises.
    pub raising: Option<u32>,
}

impl Numbered {
    /// The markup. Attributes hold numbers and hexadecimal digits only, so they have no quotes.
    pub fn lines(&self, lines: &Lines) -> Html {
        /// About what a line has beside its code.
        const AROUND: usize = 96;
        let count = (self.end.saturating_sub(self.start) as usize + 1).min(lines.len().max(1));
        let mut markup = String::with_capacity(lines.bytes() + AROUND * count);
        let id = self.id.to_string();
        let mut digits = String::new();
        let lines = lines.iter().chain(std::iter::repeat(""));
        for (number, line) in (self.start..=self.end).zip(lines) {
            digits.clear();
            write!(digits, "{number}").expect("a String takes every write");
            let hit = self.raising == Some(number);
            let (bare, bare_number) = if self.first {
                (" id=L", digits.as_str())
            } else {
                ("", "")
            };
            for part in [
                if hit {
                    "<span class=hit id="
                } else {
                    "<span id="
                },
                &id,
                "-L",
                &digits,
                "><a",
                bare,
                bare_number,
                " href=#",
                &id,
                "-L",
                &digits,
                ">",
                &digits,
                "</a>",
                line,
                "\n</span>",
            ] {
                markup.push_str(part);
            }
        }
        Html::trusted(markup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_its_number_its_anchor_and_perhaps_the_mark() {
        let numbered = Numbered {
            id: RecordId::parse("0123456789abcdef").unwrap(),
            first: true,
            start: 9,
            end: 11,
            raising: Some(10),
        };
        let mut lines = Lines::default();
        lines.push(|html| html.push_text("a < b"));
        lines.push(|html| html.push_text("c"));
        assert_eq!(
            numbered.lines(&lines).as_str(),
            "<span id=0123456789abcdef-L9><a id=L9 href=#0123456789abcdef-L9>9</a>a &lt; b\n</span>\
             <span class=hit id=0123456789abcdef-L10><a id=L10 href=#0123456789abcdef-L10>10</a>c\n</span>\
             <span id=0123456789abcdef-L11><a id=L11 href=#0123456789abcdef-L11>11</a>\n</span>"
        );
        let second = Numbered {
            first: false,
            ..numbered
        };
        assert!(!second.lines(&lines).as_str().contains("id=L9"));
    }
}
