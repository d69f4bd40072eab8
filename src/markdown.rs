//! Prose to markup: the only door to the Markdown parser.
//!
//! In goes the text of a record, hostile to the last byte; out comes [`Html`] in which every tag and
//! every attribute was written by this program. Raw HTML is shown, not obeyed; links lead to the web,
//! to mail or into the page; images become links. Nesting and output are bounded. Knows nothing of
//! records, pages or highlighting: who wants coloured code hands in a function.

mod depth;
mod target;
#[cfg(test)]
mod tests;
mod writer;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::html::{Html, is_hidden, pictures};
use writer::Writer;

/// Longest text that is read as Markdown, in bytes: the parser takes some hundred bytes of memory for each
/// mark. Prose of records is a few thousand bytes long; what is longer is shown as it is written.
const READ_BYTES: usize = 64 << 10;

/// Prose as blocks: paragraphs, lists, code, tables.
pub fn block(text: &str) -> Html {
    block_with(text, &mut |_, code| Html::exact(code))
}

/// As [`block`], with the content of each code block made by `code` from the word after its fence
/// (empty if none) and its text, which has no line feed at its end.
pub fn block_with(text: &str, code: &mut dyn FnMut(&str, &str) -> Html) -> Html {
    render(text, code).0
}

/// Prose for a list item: as [`block`], but a single paragraph comes without its tag.
pub fn inline(text: &str) -> Html {
    let (html, blocks) = render(text, &mut |_, code| Html::exact(code));
    let bare = html
        .as_str()
        .strip_prefix("<p>")
        .and_then(|rest| rest.strip_suffix("</p>"));
    match bare {
        Some(bare) if blocks == 1 => Html::trusted(bare.to_owned()),
        _ => html,
    }
}

/// The text alone, in one line, without markup, of the first few thousand characters: for descriptions of
/// pages, which are shorter. Not escaped.
pub fn plain(text: &str) -> String {
    const BYTES: usize = 4 << 10;
    let text = pictures(&text[..text.floor_char_boundary(BYTES)]);
    let mut line = String::with_capacity(text.len());
    for event in Parser::new_ext(&depth::limited(&text), extensions()) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                push_line(&mut line, &text);
            }
            Event::SoftBreak | Event::HardBreak | Event::Rule => push_line(&mut line, " "),
            Event::Start(tag) if is_block(&tag) => push_line(&mut line, " "),
            _ => {}
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// Appends text with each run of white space as one space and invisible characters left out.
fn push_line(line: &mut String, text: &str) {
    for c in pictures(text).chars().filter(|&c| !is_hidden(c)) {
        if !c.is_whitespace() {
            line.push(c);
        } else if !line.is_empty() && !line.ends_with(' ') {
            line.push(' ');
        }
    }
}

fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Paragraph
            | Tag::Heading { .. }
            | Tag::CodeBlock(_)
            | Tag::HtmlBlock
            | Tag::Item
            | Tag::TableCell
    )
}

/// What is understood beyond plain Markdown. Others let text write attributes, or have quadratic cases.
fn extensions() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS
}

/// A text as paragraphs, and how many they are.
fn as_it_is(text: &str) -> (Html, usize) {
    let mut html = Html::with_capacity(text.len() + 64);
    let paragraphs = text.split("\n\n").filter(|part| !part.trim().is_empty());
    let mut blocks = 0;
    for paragraph in paragraphs {
        html.push_markup("<p>");
        html.push_exact(paragraph);
        html.push_markup("</p>");
        blocks += 1;
    }
    (html, blocks)
}

/// The markup, and how many blocks stand side by side in it.
fn render(text: &str, code: &mut dyn FnMut(&str, &str) -> Html) -> (Html, usize) {
    let text = pictures(text);
    if text.len() > READ_BYTES {
        return as_it_is(&text);
    }
    let text = depth::limited(&text);
    let mut writer = Writer::new(text.len(), code);
    let mut events = Parser::new_ext(&text, extensions()).peekable();
    while let Some(event) = events.next() {
        let empty = matches!(event, Event::Start(Tag::TableCell))
            && matches!(events.peek(), Some(Event::End(TagEnd::TableCell)));
        if empty && !writer.may_open_empty_cell() {
            events.next();
        } else {
            writer.event(event);
        }
    }
    (writer.out, writer.blocks)
}
