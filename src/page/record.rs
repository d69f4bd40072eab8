//! The page of a slug: every record that has it, each with all that is known of it.

use serde::Serialize;

use super::code::{Coder, ExampleFix, Snippet};
use super::facts::{Facts, facts};
use super::linked_data::Places;
use super::source::{self, Source};
use super::surroundings::Surroundings;
use super::{Link, Material, Pager, Row, Shell};
use crate::catalog::{PageIx, RecordIx};
use crate::diagnostic::Diagnostic;
use crate::highlight::{Budget, Limits};
use crate::html::{Html, pictures};
use crate::markdown;
use crate::message::Message;
use crate::record::Record;
use crate::timings::Stage;

/// What `record.html` sees.
#[derive(Debug, Serialize)]
pub struct RecordPage {
    /// The layout's part.
    pub shell: Shell,
    /// The repository's listing.
    pub repo: Link,
    /// What the records have in common, where there are several.
    pub heading: Option<String>,
    /// The records of this page, or of this part of it.
    pub records: Vec<RecordView>,
    /// Whether there is exactly one, so that sections may be listed.
    pub single: bool,
    /// Level of the headings of a record's sections: one below its title.
    pub section_level: u8,
    /// The way to the other parts.
    pub pager: Option<Pager>,
    /// The same as data, if that is published.
    pub data_href: Option<String>,
    /// What search engines read of it, where the site's address is known.
    pub linked_data_html: Option<Html>,
}

/// One record. Section ids are its id and a fixed name; see `docs/addresses.md`.
#[derive(Debug, Serialize)]
pub struct RecordView {
    /// The id, which is also its anchor.
    pub id: String,
    /// Whether it is the first of its page, which also answers to bare section names.
    pub first: bool,
    /// The message, holes as chips.
    pub title_html: Html,
    /// The message as it stands in the source, to copy.
    pub message: String,
    /// Its code and the page of that code.
    pub code: Option<Chip>,
    /// The file that it is raised in.
    pub path: String,
    /// `path:line`.
    pub place: String,
    /// The page of that file, if the site shows the source tree.
    pub file_href: Option<String>,
    /// Severity, type, class, status and family, each leading to its page.
    pub chips: Vec<Chip>,
    /// Whether it may be tried again.
    pub retry: bool,
    /// Names of the holes, for values that come with the link.
    pub holes: Vec<String>,
    /// The first record of the repository with the same message and code, where that is on another
    /// page.
    pub first_of_kind: Option<Link>,
    /// Records that the reader may have meant.
    pub siblings: Vec<Row>,
    /// Why it happens.
    pub why_html: Option<Html>,
    /// How to fix it, likeliest first.
    pub fixes_html: Vec<Html>,
    /// The fix as code.
    pub example: Option<ExampleFix>,
    /// What it means.
    pub meaning_html: Option<Html>,
    /// Where people meet it.
    pub situations_html: Option<Html>,
    /// Handling it in code.
    pub handling: Option<Handling>,
    /// Preventing it.
    pub tips_html: Vec<Html>,
    /// Where it is raised.
    pub source: Option<Source>,
    /// The nearest records of the same file.
    pub neighbours: Vec<Row>,
    /// Records with rare values in common.
    pub related: Vec<Row>,
    /// Its tags, each leading to its page.
    pub tags: Vec<Chip>,
    /// What else is known.
    pub facts: Facts,
    /// Keys that the data set does not define, as the record has them; for a site's own templates.
    pub other: serde_json::Map<String, serde_json::Value>,
}

/// A fact that leads to all records that share it.
#[derive(Debug, Serialize)]
pub struct Chip {
    /// What it says.
    pub text: String,
    /// Its page, if the site has that facet.
    pub href: Option<String>,
    /// The severity, if it is one: it has a colour.
    pub severity: Option<String>,
}

/// How to handle an error in code.
#[derive(Debug, Serialize)]
pub struct Handling {
    /// The strategy and its page.
    pub strategy: Option<Chip>,
    /// The strategy in words.
    pub advice: Option<&'static str>,
    /// Code for before, at, and after the call.
    pub snippets: Vec<Snippet>,
}

/// What part of a page needs of headers: all but the records themselves, whose fingerprints are in
/// it, so two equal frames give equal pages.
#[derive(Debug, Serialize)]
pub struct Frame {
    #[serde(skip)]
    records: Vec<RecordIx>,
    fingerprints: Vec<u128>,
    surroundings: Vec<Surroundings>,
    /// Its title and description come with the records.
    shell: Shell,
    repo: Link,
    slug: String,
    /// On all parts.
    count: usize,
    part: u32,
    pager: Option<Pager>,
    places: Option<Places>,
    data_href: Option<String>,
}

impl Frame {
    /// The frame of part `part` of a page.
    pub fn of(material: &Material<'_>, page: PageIx, part: u32) -> Self {
        let Material { catalog, .. } = *material;
        let here = catalog.page_address(page, part);
        let group = catalog.page(page);
        let records: Vec<RecordIx> = catalog.records_of_part(page, part).collect();
        let mut shell = material.shell(&here, "", "");
        shell.preview = "article";
        if let Some(first) = catalog.page_of_first_of_kind(page) {
            let base = material.config.site.base_url.as_deref();
            shell.canonical = base.map(|base| first.url(base));
        }
        let repo = material.repo_title(group.repo);
        Self {
            fingerprints: records
                .iter()
                .map(|record| catalog.record(*record).fingerprint)
                .collect(),
            surroundings: records
                .iter()
                .map(|record| Surroundings::of(material, &here, *record))
                .collect(),
            records,
            shell,
            repo: Link::new(&repo, &here, &catalog.repo_address(group.repo, 1)),
            slug: pictures(&group.slug).into_owned(),
            count: group.records.len(),
            part,
            pager: Pager::new(part, group.parts, |n| catalog.page_address(page, n)),
            data_href: (material.config.output.page_json)
                .then(|| here.href(&catalog.page_data_address(page, part))),
            places: Places::of(material, group.repo, &here),
        }
    }
}

/// The page of a frame.
///
/// # Errors
/// If a record can no longer be read as it was.
pub fn page(material: &Material<'_>, frame: Frame) -> Result<RecordPage, Box<Diagnostic>> {
    let mut views = Vec::with_capacity(frame.records.len());
    let mut shell = frame.shell;
    let mut headline = String::new();
    let mut changed = None;
    for (ix, around) in frame.records.iter().zip(frame.surroundings) {
        let record = material.read(material.catalog.record(*ix))?;
        let first = views.is_empty();
        if first {
            shell.describe(
                &title(&record, &frame.repo.text, frame.part),
                &summary(&record),
            );
            headline = pictures(&first_line(&record.error_message)).into_owned();
        }
        changed = changed.max(record.changed());
        views.push(view(material, &record, around, first));
    }
    let single = frame.count == 1;
    let linked_data = |places: Places| places.html(&headline, changed);
    Ok(RecordPage {
        data_href: frame.data_href,
        linked_data_html: frame.places.map(linked_data),
        shell,
        repo: frame.repo,
        heading: (!single).then(|| format!("{} errors named {}", frame.count, frame.slug)),
        single,
        section_level: if single { 2 } else { 3 },
        records: views,
        pager: frame.pager,
    })
}

/// A page's name in the browser's tab: its first message on one line, and where it belongs.
fn title(record: &Record, repo: &str, part: u32) -> String {
    let title = format!("{} · {repo}", first_line(&record.error_message));
    if part > 1 {
        return format!("{title}, page {part}");
    }
    title
}

/// One sentence about a record, for search engines.
fn summary(record: &Record) -> String {
    let texts = [
        &record.documentation,
        &record.trigger_scenarios,
        &record.error_message,
    ];
    let text = texts
        .into_iter()
        .map(|text| markdown::plain(text))
        .find(|text| !text.is_empty())
        .unwrap_or_default();
    cut(&text, 160)
}

/// The message on one line, for the browser's tab.
fn first_line(message: &str) -> String {
    cut(
        &message.split_whitespace().collect::<Vec<_>>().join(" "),
        120,
    )
}

pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text.to_owned(),
    }
}

/// A record with what is around it. What it says of the rest of the site stands in `around`; the
/// catalog is none of its business.
fn view(material: &Material<'_>, record: &Record, around: Surroundings, first: bool) -> RecordView {
    let config = material.config;
    let limits = Limits {
        max_bytes: config.highlight.max_bytes,
        max_lines: config.highlight.max_lines,
        ..Limits::default()
    };
    let id = record.id.to_string();
    let prose = || Prose::of(record);
    let prose = material
        .timings
        .time(Stage::Markdown, "", || id.clone(), prose);
    let mut coder = Coder::new(
        material,
        &record.file_path,
        record.source_code.as_deref(),
        Budget::new(&limits),
    );
    let message = Message::parse(
        &record.error_message,
        Some(&record.message_pattern),
        &record.file_path,
    );
    let source = source::source(config, record, first, &message, &mut coder);
    RecordView {
        id,
        first,
        title_html: message.title_html(),
        message: pictures(&record.error_message).into_owned(),
        code: record
            .error_code
            .as_deref()
            .map(|code| chip(code, "errorCode", &around)),
        path: pictures(&record.file_path).into_owned(),
        chips: chips(record, &around),
        retry: record.handling_strategy.as_deref() == Some("retry"),
        holes: message.holes().map(str::to_owned).collect(),
        why_html: prose.why,
        fixes_html: prose.fixes,
        example: coder.example_fix(record.example_fix.as_deref()),
        meaning_html: prose.meaning,
        situations_html: prose.situations,
        handling: handling(record, &around, &mut coder),
        tips_html: prose.tips,
        source: source.map(|source| Source {
            plain: coder.plain,
            ..source
        }),
        facts: facts(config, record, around.permalink),
        place: around.place,
        file_href: around.file_href,
        first_of_kind: around.first_of_kind,
        siblings: around.siblings,
        neighbours: around.neighbours,
        related: around.related,
        tags: tags(record, around.tags),
        other: record.other.clone(),
    }
}

/// A record's Markdown as markup.
struct Prose {
    why: Option<Html>,
    fixes: Vec<Html>,
    meaning: Option<Html>,
    situations: Option<Html>,
    tips: Vec<Html>,
}

impl Prose {
    fn of(record: &Record) -> Self {
        Self {
            why: text(&record.trigger_scenarios),
            fixes: items(&record.solutions),
            meaning: text(&record.documentation),
            situations: text(&record.common_situations),
            tips: items(&record.prevention_tips),
        }
    }
}

fn text(text: &str) -> Option<Html> {
    (!text.trim().is_empty()).then(|| markdown::block(text))
}

fn items(texts: &[String]) -> Vec<Html> {
    texts
        .iter()
        .filter(|text| !text.trim().is_empty())
        .map(|text| markdown::inline(text))
        .collect()
}

/// A value that leads to its page, or plain text where the site does not have that facet.
fn chip(text: &str, field: &str, around: &Surroundings) -> Chip {
    let text = pictures(text).into_owned();
    Chip {
        href: around.list(field),
        severity: (field == "severity").then(|| text.clone()),
        text,
    }
}

/// The line of facts below the title.
fn chips(record: &Record, around: &Surroundings) -> Vec<Chip> {
    let status = record.http_status.map(|status| format!("HTTP {status}"));
    let fields: [(&str, Option<&str>); 5] = [
        ("severity", Some(&record.severity)),
        ("errorType", Some(&record.error_type)),
        ("errorClass", record.error_class.as_deref()),
        ("httpStatus", status.as_deref()),
        ("backgroundTag", record.background_tag.as_deref()),
    ];
    let known = fields
        .into_iter()
        .filter_map(|(field, text)| Some((field, text?)));
    known
        .map(|(field, text)| chip(text, field, around))
        .collect()
}

/// Its tags, plain where the site does not have that facet.
fn tags(record: &Record, pages: Vec<Link>) -> Vec<Chip> {
    let chip = |text, href| Chip {
        text,
        href,
        severity: None,
    };
    if !pages.is_empty() {
        let linked = pages.into_iter();
        return linked
            .map(|link| chip(link.text, Some(link.href)))
            .collect();
    }
    let named = record.tags.iter().filter(|tag| !tag.trim().is_empty());
    let mut texts: Vec<&String> = named.collect();
    texts.sort();
    texts.dedup();
    let texts = texts.into_iter();
    texts
        .map(|text| chip(pictures(text).into_owned(), None))
        .collect()
}

fn handling(record: &Record, around: &Surroundings, coder: &mut Coder<'_>) -> Option<Handling> {
    let snippets: Vec<_> = [
        coder.snippet("Before the call", record.validation_code.as_deref()),
        coder.snippet("Narrow the value", record.type_guard.as_deref()),
        coder.snippet("When it happens", record.try_catch_pattern.as_deref()),
    ]
    .into_iter()
    .flatten()
    .collect();
    let strategy = record.handling_strategy.as_deref();
    let strategy = strategy.map(|text| chip(text, "handlingStrategy", around));
    let advice = match record.handling_strategy.as_deref() {
        Some("try-catch") => Some("Catch it where the call is made."),
        Some("type-guard") => Some("Narrow the value before it is used."),
        Some("validation") => Some("Check before the call."),
        Some("retry") => Some("It may go away: try again, with a limit."),
        Some("fallback") => Some("Have something else to fall back to."),
        _ => None,
    };
    (!snippets.is_empty() || strategy.is_some()).then_some(Handling {
        strategy,
        advice,
        snippets,
    })
}
