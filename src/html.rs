//! Text to markup: the one place where a character becomes an entity.
//!
//! Every byte of a record is hostile. Plain text reaches a page either through a template, which
//! escapes it, or as [`Html`], which can only be made here by escaping, or by the two modules that
//! build markup of their own (`markdown`, `highlight`). Nothing here knows about pages.

use std::borrow::Cow;
use std::fmt::Write as _;

use pulldown_cmark_escape::escape_html;
use serde::{Serialize, Serializer};

/// Markup that may stand in a page as it is: every character that came from a record is escaped.
///
/// View fields of this type have names that end in `_html`; templates apply `safe` to those only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Nothing yet, with room for so many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self(String::with_capacity(bytes))
    }

    /// Plain text, escaped, control characters shown as pictures.
    pub fn text(text: &str) -> Self {
        let mut html = Self::default();
        html.push_text(text);
        html
    }

    /// Plain text in which invisible characters matter (titles, code): control characters are
    /// pictures, and bidirectional or invisible characters are badges that name their code point.
    pub fn exact(text: &str) -> Self {
        let mut html = Self::default();
        html.push_exact(text);
        html
    }

    /// Takes markup that the caller built itself. Only `markdown` and `highlight` may call it with
    /// anything but literals and the output of this module.
    pub(crate) fn trusted(markup: String) -> Self {
        Self(markup)
    }

    /// Data for a `script` element that holds JSON: nothing in it ends the element, opens a
    /// comment, or is a line end to a script.
    pub fn json(data: &impl Serialize) -> Self {
        let json = serde_json::to_string(data).expect("plain data has a form");
        let mut out = String::with_capacity(json.len());
        for c in json.chars() {
            match c {
                '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                    write!(out, "\\u{:04x}", u32::from(c)).expect("a String takes every write");
                }
                c => out.push(c),
            }
        }
        Self(out)
    }

    /// Appends text as [`Html::text`] makes it.
    pub fn push_text(&mut self, text: &str) {
        escape_html(&mut self.0, &pictures(text)).expect("a String takes every write");
    }

    /// Appends text as [`Html::exact`] makes it.
    pub fn push_exact(&mut self, text: &str) {
        push_exact(&mut self.0, text);
    }

    /// Appends markup that is already safe.
    pub fn push(&mut self, other: &Html) {
        self.0.push_str(&other.0);
    }

    /// Appends a literal of the program's own.
    pub(crate) fn push_markup(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    /// The markup.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Gives up the markup as a string.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl Serialize for Html {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// What a byte of a text needs before it can stand in markup: nothing, an entity, or a closer look at
/// the character that it belongs to.
const NEEDS: [u8; 256] = {
    let mut needs = [A_LOOK; 256];
    let mut b = 0_u8;
    while b < 0x7f {
        needs[b as usize] = match b {
            b'"' | b'&' | b'\'' | b'<' | b'>' => AN_ENTITY,
            b' '.. | b'\n' | b'\t' => 0,
            _ => A_LOOK,
        };
        b += 1;
    }
    needs
};
const AN_ENTITY: u8 = 1;
const A_LOOK: u8 = 2;

/// Appends `text` to markup, escaped, with badges for the characters that deceive the eye.
pub(crate) fn push_exact(out: &mut String, text: &str) {
    let needs = text
        .bytes()
        .fold(0, |needs, b| needs | NEEDS[usize::from(b)]);
    if needs == 0 {
        out.push_str(text);
        return;
    }
    if needs == AN_ENTITY {
        escape_html(&mut *out, text).expect("a String takes every write");
        return;
    }
    let mut rest = text;
    while let Some((at, hidden)) = rest.char_indices().find(|&(_, c)| is_hidden(c)) {
        escape_html(&mut *out, &pictures(&rest[..at])).expect("a String takes every write");
        write!(
            out,
            "<span class=\"hidden-char\">U+{:04X}</span>",
            u32::from(hidden)
        )
        .expect("a String takes every write");
        rest = &rest[at + hidden.len_utf8()..];
    }
    escape_html(&mut *out, &pictures(rest)).expect("a String takes every write");
}

/// Whether a character is invisible or changes the order in which its neighbours are shown:
/// the means of the "Trojan Source" attack (CVE-2021-42574) and of look-alike names.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

/// A text that can do nothing to a terminal and hides nothing from a reader: control characters as
/// pictures, characters that deceive the eye as U+FFFD.
pub fn visible(text: &str) -> String {
    let shown = |c| if is_hidden(c) { '\u{fffd}' } else { c };
    pictures(text).chars().map(shown).collect()
}

/// Control characters as pictures (U+2400 and on), CRLF and lone CR as LF; line feed and tab stay.
///
/// HTML has no way to write most of them, and browsers drop or replace them each in its own way.
pub fn pictures(text: &str) -> Cow<'_, str> {
    // Of the characters above U+007F those up to U+009F are controls, and begin with this byte.
    let may_be_control = |b: u8| b < b' ' && b != b'\n' && b != b'\t' || b == 0x7f || b == 0xc2;
    let is_control = |c: char| c.is_control() && c != '\n' && c != '\t';
    // Whole blocks at a time, so that no byte needs a branch.
    let mut blocks = text.as_bytes().chunks(64);
    let suspect = |block: &[u8]| block.iter().fold(false, |any, b| any | may_be_control(*b));
    if !blocks.any(suspect) || !text.chars().any(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' => {
                if chars.peek() == Some(&'\n') {
                    continue;
                }
                out.push('\n');
            }
            '\n' | '\t' => out.push(c),
            '\0'..='\u{1f}' => {
                out.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'));
            }
            '\u{7f}' => out.push('\u{2421}'),
            '\u{80}'..='\u{9f}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_in_every_context_it_may_stand_in() {
        assert_eq!(
            Html::text("<a href=\"x\" t='y'>&").as_str(),
            "&lt;a href=&quot;x&quot; t=&#39;y&#39;&gt;&amp;"
        );
    }

    #[test]
    fn data_in_a_page_ends_no_element_and_says_the_same() {
        let texts = [
            "</script><!--",
            "a & b",
            "\u{2028}\u{2029}\0\"'\\",
            "\u{fffe}é",
        ];
        let html = Html::json(&texts);
        assert!(
            !html
                .as_str()
                .contains(['<', '>', '&', '\u{2028}', '\u{2029}'])
        );
        let read: Vec<String> = serde_json::from_str(html.as_str()).unwrap();
        assert_eq!(read, texts);
    }

    #[test]
    fn control_characters_become_pictures_and_line_ends_line_feeds() {
        assert_eq!(
            pictures("a\0b\x1b[0m\r\nc\rd\u{7f}\u{85}"),
            "a\u{2400}b\u{241b}[0m\nc\nd\u{2421}\u{fffd}"
        );
        assert!(matches!(pictures("plain\n\ttext é"), Cow::Borrowed(_)));
    }

    #[test]
    fn bidirectional_and_invisible_characters_are_badges_in_exact_text() {
        assert_eq!(
            Html::exact("a\u{202e}<b").as_str(),
            "a<span class=\"hidden-char\">U+202E</span>&lt;b"
        );
        assert_eq!(
            Html::exact("\u{feff}").as_str(),
            "<span class=\"hidden-char\">U+FEFF</span>"
        );
    }

    /// What a character is to become, said the long way.
    fn expected(c: char) -> String {
        let code = u32::from(c);
        match c {
            '<' => "&lt;".into(),
            '>' => "&gt;".into(),
            '&' => "&amp;".into(),
            '"' => "&quot;".into(),
            '\'' => "&#39;".into(),
            '\n' | '\t' => c.into(),
            '\r' => "\n".into(),
            '\u{7f}' => "\u{2421}".into(),
            _ if code < 0x20 => char::from_u32(0x2400 + code).unwrap().into(),
            _ if (0x80..0xa0).contains(&code) => "\u{fffd}".into(),
            _ => c.into(),
        }
    }

    #[test]
    fn every_character_becomes_what_it_should_wherever_it_stands() {
        let plane = |from: u32, to: u32| (from..=to).filter_map(char::from_u32);
        let long = "x".repeat(70);
        for c in plane(0, 0x33ff)
            .chain(plane(0xf900, 0x1_00ff))
            .chain(plane(0xd_ff00, 0xe_01ff))
        {
            let shown = expected(c);
            let badge = format!("<span class=\"hidden-char\">U+{:04X}</span>", u32::from(c));
            let exact = if is_hidden(c) { &badge } else { &shown };
            for (before, after) in [("", ""), ("a", "b"), (&long, ""), ("<", "é")] {
                let text = format!("{before}{c}{after}");
                let around = |middle: &str| {
                    let before: String = before.chars().map(expected).collect();
                    let after: String = after.chars().map(expected).collect();
                    format!("{before}{middle}{after}")
                };
                assert_eq!(Html::text(&text).as_str(), around(&shown), "{text:?}");
                assert_eq!(Html::exact(&text).as_str(), around(exact), "{text:?}");
            }
            let seen = if is_hidden(c) {
                "\u{fffd}".into()
            } else {
                pictures(&c.to_string()).into_owned()
            };
            assert_eq!(visible(&format!("a{c}")), format!("a{seen}"));
        }
    }

    #[test]
    fn markup_is_put_together_as_it_is() {
        let mut html = Html::with_capacity(16);
        assert!(html.is_empty());
        html.push_markup("<b>");
        html.push_text("a<");
        html.push(&Html::trusted("<i>".into()));
        html.push_exact("&");
        assert!(!html.is_empty());
        assert_eq!(
            serde_json::to_string(&html).unwrap(),
            "\"<b>a&lt;<i>&amp;\""
        );
        assert_eq!(html.into_string(), "<b>a&lt;<i>&amp;");
    }

    #[test]
    fn each_character_that_acts_is_escaped_however_often_and_wherever_it_stands() {
        for (c, entity) in [
            ("<", "&lt;"),
            (">", "&gt;"),
            ("&", "&amp;"),
            ("\"", "&quot;"),
            ("'", "&#39;"),
        ] {
            for (before, times, after) in [("", 1, ""), ("", 2, ""), ("a ", 3, "é"), ("\0", 4, "b")]
            {
                let text = format!("{before}{}{after}", c.repeat(times));
                let expected = format!("{}{}{after}", pictures(before), entity.repeat(times));
                assert_eq!(Html::text(&text).as_str(), expected, "{text:?}");
                assert_eq!(Html::exact(&text).as_str(), expected, "{text:?}");
            }
        }
    }

    #[test]
    fn text_without_control_characters_is_not_copied() {
        // These begin with the byte that characters from U+0080 to U+009F begin with.
        for text in ["£ 5", "a\u{a0}b\n", "", "plain"] {
            assert!(matches!(pictures(text), Cow::Borrowed(_)), "{text:?}");
        }
    }
}
