//! Events of the parser to markup.
//!
//! Every tag and attribute that prose can become is written here. In go events in order, out comes
//! [`Html`] with each tag closed and what nests too deep left out.

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};

use super::target::Target;
use crate::html::Html;

/// Quotes and lists deeper than this are opened no further: their text stays, in the last one open.
pub(super) const CONTAINER_LEVELS: usize = 16;

/// The same for emphasis within emphasis.
pub(super) const INLINE_LEVELS: usize = 16;

/// Cells without text that a table may have: the parser fills up short rows, so that a wide head and
/// many short rows would multiply.
pub(super) const EMPTY_CELLS: usize = 1024;

/// What links may take beyond the length of the text itself: a definition used again and again would
/// multiply too.
const HREF_SPARE_BYTES: usize = 4096;

/// What an open tag still has to do when it ends.
enum Open {
    /// Write this.
    Tag(&'static str),
    /// Nothing: it was nested too deep, or a link that may not be one.
    Nothing,
    /// Close the link that began here, if one was opened; without text, the address is its text.
    Link {
        from: usize,
        close: bool,
        address: String,
    },
    /// Write the code block with this word after its fence.
    Code(String),
}

/// Events to markup.
pub(super) struct Writer<'c> {
    pub(super) out: Html,
    /// Blocks that stand in no other.
    pub(super) blocks: usize,
    open: Vec<Open>,
    containers: usize,
    inlines: usize,
    in_link: bool,
    href_left: usize,
    /// Levels, as written, of the headings that the next one may stand under.
    headings: Vec<HeadingLevel>,
    table: Table,
    code_text: Option<String>,
    code: &'c mut dyn FnMut(&str, &str) -> Html,
}

/// The table being written.
struct Table {
    alignments: Vec<Alignment>,
    in_head: bool,
    has_body: bool,
    column: usize,
    /// Empty cells that all tables of the text may still have.
    empty_left: usize,
}

impl<'c> Writer<'c> {
    pub(super) fn new(text_bytes: usize, code: &'c mut dyn FnMut(&str, &str) -> Html) -> Self {
        Self {
            out: Html::with_capacity(text_bytes + text_bytes / 4 + 64),
            blocks: 0,
            open: Vec::new(),
            containers: 0,
            inlines: 0,
            in_link: false,
            href_left: text_bytes + HREF_SPARE_BYTES,
            headings: Vec::new(),
            table: Table {
                alignments: Vec::new(),
                in_head: false,
                has_body: false,
                column: 0,
                empty_left: EMPTY_CELLS,
            },
            code_text: None,
            code,
        }
    }

    pub(super) fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => {
                self.blocks += usize::from(self.open.is_empty());
                let open = self.start(tag);
                self.open.push(open);
            }
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) => {
                self.out.push_markup("<code>");
                self.out.push_exact(&text);
                self.out.push_markup("</code>");
            }
            Event::SoftBreak => self.out.push_markup("\n"),
            Event::HardBreak => self.out.push_markup("<br>\n"),
            Event::Rule => {
                self.blocks += usize::from(self.open.is_empty());
                self.block("<hr>");
            }
            Event::TaskListMarker(done) => {
                self.out.push_markup(if done { "☑ " } else { "☐ " });
            }
            // Of extensions that are off.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(&text);
            }
        }
    }

    fn text(&mut self, text: &str) {
        match &mut self.code_text {
            Some(code) => code.push_str(text),
            None => self.out.push_exact(text),
        }
    }

    /// Writes a tag that begins a line.
    fn block(&mut self, tag: &'static str) {
        if !self.out.is_empty() {
            self.out.push_markup("\n");
        }
        self.out.push_markup(tag);
    }

    fn start(&mut self, tag: Tag<'_>) -> Open {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => {
                self.block("<p>");
                Open::Tag("</p>")
            }
            Tag::Heading { level, .. } => self.heading(level),
            Tag::BlockQuote(_) => self.container("<blockquote>", "\n</blockquote>"),
            Tag::List(start) => self.list(start),
            Tag::Item => self.item(),
            Tag::CodeBlock(kind) => {
                self.code_text = Some(String::new());
                Open::Code(fence_word(&kind))
            }
            Tag::Table(alignments) => self.table(alignments),
            Tag::TableHead => {
                self.table.in_head = true;
                self.table.column = 0;
                self.out.push_markup("<thead><tr>");
                Open::Tag("</tr></thead>")
            }
            Tag::TableRow => self.row(),
            Tag::TableCell => self.cell(),
            Tag::Emphasis => self.inline("<em>", "</em>"),
            Tag::Strong => self.inline("<strong>", "</strong>"),
            Tag::Strikethrough => self.inline("<del>", "</del>"),
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => self.link(Target::of_link(link_type, &dest_url), &dest_url),
            Tag::Image { dest_url, .. } => self.link(Target::of(&dest_url), &dest_url),
            // Of extensions that are off.
            _ => Open::Nothing,
        }
    }

    fn end(&mut self, tag: TagEnd) {
        let open = self.open.pop();
        match tag {
            TagEnd::BlockQuote(_) | TagEnd::List(_) => self.containers -= 1,
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => self.inlines -= 1,
            TagEnd::Table if self.table.has_body => self.out.push_markup("</tbody>"),
            _ => {}
        }
        match open {
            Some(Open::Tag(close)) => self.out.push_markup(close),
            Some(Open::Link {
                from,
                close,
                address,
            }) => {
                if self.out.as_str().len() == from {
                    self.out.push_exact(&address);
                }
                if close {
                    self.out.push_markup("</a>");
                    self.in_link = false;
                }
            }
            Some(Open::Code(word)) => self.code_block(&word),
            Some(Open::Nothing) | None => {}
        }
    }

    fn container(&mut self, tag: &'static str, close: &'static str) -> Open {
        self.containers += 1;
        if self.containers > CONTAINER_LEVELS {
            return Open::Nothing;
        }
        self.block(tag);
        Open::Tag(close)
    }

    fn list(&mut self, start: Option<u64>) -> Open {
        match start {
            None => self.container("<ul>", "\n</ul>"),
            Some(1) => self.container("<ol>", "\n</ol>"),
            Some(number) => {
                let open = self.container("<ol start=\"", "\n</ol>");
                if matches!(open, Open::Tag(_)) {
                    self.out.push_markup(&number.to_string());
                    self.out.push_markup("\">");
                }
                open
            }
        }
    }

    fn item(&mut self) -> Open {
        if matches!(self.open.last(), Some(Open::Nothing)) {
            self.block("");
            return Open::Nothing;
        }
        self.block("<li>");
        Open::Tag("</li>")
    }

    fn inline(&mut self, tag: &'static str, close: &'static str) -> Open {
        self.inlines += 1;
        if self.inlines > INLINE_LEVELS {
            return Open::Nothing;
        }
        self.out.push_markup(tag);
        Open::Tag(close)
    }

    /// Prose stands below an `h2`. The first level met becomes `h3`, and no level is skipped on the
    /// way down, however the text numbers them.
    fn heading(&mut self, level: HeadingLevel) -> Open {
        const TAGS: [(&str, &str); 4] = [
            ("<h3>", "</h3>"),
            ("<h4>", "</h4>"),
            ("<h5>", "</h5>"),
            ("<h6>", "</h6>"),
        ];
        while self.headings.last().is_some_and(|&above| above >= level) {
            self.headings.pop();
        }
        let (tag, close) = TAGS[self.headings.len().min(TAGS.len() - 1)];
        self.headings.push(level);
        self.block(tag);
        Open::Tag(close)
    }

    fn link(&mut self, target: Option<Target>, address: &str) -> Open {
        let target =
            target.filter(|target| !self.in_link && target.href().as_str().len() <= self.href_left);
        let close = target.is_some();
        if let Some(target) = target {
            self.in_link = true;
            self.href_left -= target.href().as_str().len();
            self.out.push_markup("<a href=\"");
            self.out.push(target.href());
            self.out.push_markup(if target.is_external() {
                "\" rel=\"nofollow noreferrer\">"
            } else {
                "\">"
            });
        }
        Open::Link {
            from: self.out.as_str().len(),
            close,
            address: address.to_owned(),
        }
    }

    fn code_block(&mut self, word: &str) {
        let text = self.code_text.take().unwrap_or_default();
        let text = text.strip_suffix('\n').unwrap_or(&text);
        self.block("<pre tabindex=\"0\"><code>");
        let html = (self.code)(word, text);
        self.out.push(&html);
        self.out.push_markup("</code></pre>");
    }

    /// A group, not a region: regions are landmarks, and two of one name on a page confuse.
    fn table(&mut self, alignments: Vec<Alignment>) -> Open {
        self.table.alignments = alignments;
        self.table.has_body = false;
        self.block(
            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>",
        );
        Open::Tag("</table></div>")
    }

    fn row(&mut self) -> Open {
        self.table.in_head = false;
        self.table.column = 0;
        if !self.table.has_body {
            self.table.has_body = true;
            self.out.push_markup("<tbody>");
        }
        self.out.push_markup("<tr>");
        Open::Tag("</tr>")
    }

    /// Alignment is a class: pages allow no style attributes.
    fn cell(&mut self) -> Open {
        let alignment = self.table.alignments.get(self.table.column);
        self.table.column += 1;
        self.out.push_markup(if self.table.in_head {
            "<th scope=\"col\""
        } else {
            "<td"
        });
        self.out.push_markup(match alignment {
            Some(Alignment::Center) => " class=\"center\">",
            Some(Alignment::Right) => " class=\"right\">",
            _ => ">",
        });
        Open::Tag(if self.table.in_head { "</th>" } else { "</td>" })
    }

    /// Whether one more cell without text fits.
    pub(super) fn may_open_empty_cell(&mut self) -> bool {
        let left = self.table.empty_left;
        self.table.empty_left = left.saturating_sub(1);
        left > 0
    }
}

/// The first word after a fence, which names the language.
fn fence_word(kind: &CodeBlockKind<'_>) -> String {
    match kind {
        CodeBlockKind::Fenced(info) => info
            .split([' ', ',', '\t'])
            .next()
            .unwrap_or_default()
            .to_owned(),
        CodeBlockKind::Indented => String::new(),
    }
}
