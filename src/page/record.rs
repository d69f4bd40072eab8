//! The page of a slug: every record that has it, each with all that is known of it.

use serde::Serialize;

use super::code::{Coder, ExampleFix, Snippet};
use super::source::{self, Source, short};
use super::{Link, Material, Pager, Row, Shell, near};
use crate::address::OutPath;
use crate::catalog::{PageIx, RecordIx};
use crate::diagnostic::Diagnostic;
use crate::highlight::{Budget, Limits};
use crate::html::{Html, pictures};
use crate::markdown;
use crate::message::Message;
use crate::record::Record;

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
    /// The first record of the repository with the same code or message, where that is on another
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
    /// Its tags.
    pub tags: Vec<Link>,
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

/// What else is known of a record.
#[derive(Debug, Serialize)]
pub struct Facts {
    /// The permalink, if the site has them.
    pub permalink: Option<Link>,
    /// The commit, shortened.
    pub commit: Option<String>,
    /// Where the commit is shown.
    pub commit_url: String,
    /// Day of the last change, for people.
    pub updated: Option<String>,
    /// The same day, for machines.
    pub updated_iso: Option<String>,
    /// Where to report a problem.
    pub issue_url: Option<String>,
}

/// Part `part` of a page.
///
/// # Errors
/// If a record can no longer be read as it was.
pub fn page(
    material: &Material<'_>,
    page: PageIx,
    part: u32,
) -> Result<RecordPage, Box<Diagnostic>> {
    let Material { catalog, .. } = *material;
    let here = catalog.page_address(page, part);
    let group = catalog.page(page);
    let shown: Vec<RecordIx> = group
        .records
        .clone()
        .filter(|record| catalog.record(*record).part == part)
        .collect();
    let mut views = Vec::with_capacity(shown.len());
    let mut description = String::new();
    let mut title = String::new();
    for (n, ix) in shown.iter().enumerate() {
        let header = catalog.record(*ix);
        let record = material.sources.read(header.place, header.fingerprint)?;
        if n == 0 {
            description = summary(&record);
            title = first_line(&record.error_message);
        }
        views.push(view(material, &here, *ix, &record, n == 0));
    }
    let count = group.records.len();
    let repo = material.repo_title(group.repo);
    let mut title = format!("{title} · {repo}");
    if part > 1 {
        title = format!("{title}, page {part}");
    }
    let mut shell = material.shell(&here, &title, &description);
    if let Some(first) = catalog.page_of_first_of_kind(page) {
        let base = material.config.site.base_url.as_deref();
        shell.canonical = base.map(|base| first.url(base));
    }
    Ok(RecordPage {
        shell,
        repo: Link::new(&repo, &here, &catalog.repo_address(group.repo, 1)),
        heading: (count > 1).then(|| format!("{count} errors named {}", pictures(&group.slug))),
        single: count == 1,
        section_level: if count == 1 { 2 } else { 3 },
        records: views,
        pager: Pager::new(part, group.parts, |n| catalog.page_address(page, n)),
    })
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

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text.to_owned(),
    }
}

fn view(
    material: &Material<'_>,
    here: &OutPath,
    ix: RecordIx,
    record: &Record,
    first: bool,
) -> RecordView {
    let Material {
        config, catalog, ..
    } = *material;
    let limits = Limits {
        max_bytes: config.highlight.max_bytes,
        max_lines: config.highlight.max_lines,
        ..Limits::default()
    };
    let mut coder = Coder::new(
        material.highlighter,
        &record.file_path,
        record.source_code.as_deref(),
        Budget::new(&limits),
    );
    let message = Message::parse(
        &record.error_message,
        Some(&record.message_pattern),
        &record.file_path,
    );
    let source = source::source(material, record, &message, &mut coder);
    let excerpt = source.as_ref().map(|source| (source.start, source.end));
    let siblings = catalog.siblings(ix, excerpt);
    let neighbours = catalog.neighbours(ix);
    let known = |other: &RecordIx| siblings.contains(other) || neighbours.contains(other);
    let related = catalog.related(ix, &["tags", "backgroundTag"]);
    let related = related
        .into_iter()
        .filter(|related| !known(&related.record))
        .map(|related| near::related_row(material, here, ix, &related))
        .collect();
    RecordView {
        id: record.id.to_string(),
        first,
        title_html: message.title_html(),
        message: pictures(&record.error_message).into_owned(),
        code: record.error_code.as_deref().map(|code| Chip {
            text: pictures(code).into_owned(),
            href: chip(material, here, ix, "errorCode").and_then(|chip| chip.href),
            severity: None,
        }),
        path: pictures(&record.file_path).into_owned(),
        place: material.place(catalog.record(ix)),
        file_href: catalog
            .file_of(ix)
            .map(|file| here.href(&catalog.file_address(file, 1))),
        chips: chips(material, here, ix, record),
        retry: record.handling_strategy.as_deref() == Some("retry"),
        holes: message.holes().map(str::to_owned).collect(),
        first_of_kind: near::first_of_kind(material, here, ix),
        siblings: siblings
            .iter()
            .map(|other| near::sibling_row(material, here, ix, *other))
            .collect(),
        why_html: prose(&record.trigger_scenarios),
        fixes_html: items(&record.solutions),
        example: coder.example_fix(record.example_fix.as_deref()),
        meaning_html: prose(&record.documentation),
        situations_html: prose(&record.common_situations),
        handling: handling(material, here, ix, record, &mut coder),
        tips_html: items(&record.prevention_tips),
        source: source.map(|source| Source {
            plain: coder.plain,
            ..source
        }),
        neighbours: neighbours
            .iter()
            .filter(|other| !siblings.contains(other))
            .map(|other| near::file_row(material, here, ix, *other))
            .collect(),
        related,
        tags: links(material, here, ix, "tags"),
        facts: facts(material, here, ix, record),
        other: record.other.clone(),
    }
}

fn prose(text: &str) -> Option<Html> {
    (!text.trim().is_empty()).then(|| markdown::block(text))
}

fn items(texts: &[String]) -> Vec<Html> {
    texts
        .iter()
        .filter(|text| !text.trim().is_empty())
        .map(|text| markdown::inline(text))
        .collect()
}

/// A record's values of a field as links.
fn links(material: &Material<'_>, here: &OutPath, ix: RecordIx, field: &str) -> Vec<Link> {
    let catalog = material.catalog;
    let Some(facet) = catalog.facet(field) else {
        return Vec::new();
    };
    catalog
        .values_of(catalog.record(ix), facet)
        .map(|value| material.value_link(here, value))
        .collect()
}

fn chip(material: &Material<'_>, here: &OutPath, ix: RecordIx, field: &str) -> Option<Chip> {
    let link = links(material, here, ix, field).into_iter().next()?;
    Some(Chip {
        text: link.text,
        href: Some(link.href),
        severity: None,
    })
}

/// The line of facts below the title. A fact whose facet the site does not have is plain text.
fn chips(material: &Material<'_>, here: &OutPath, ix: RecordIx, record: &Record) -> Vec<Chip> {
    let status = record.http_status.map(|status| format!("HTTP {status}"));
    let fields: [(&str, Option<&str>); 5] = [
        ("severity", Some(&record.severity)),
        ("errorType", Some(&record.error_type)),
        ("errorClass", record.error_class.as_deref()),
        ("httpStatus", status.as_deref()),
        ("backgroundTag", record.background_tag.as_deref()),
    ];
    fields
        .into_iter()
        .filter_map(|(field, text)| {
            let text = pictures(text?).into_owned();
            Some(Chip {
                href: chip(material, here, ix, field).and_then(|chip| chip.href),
                severity: (field == "severity").then(|| text.clone()),
                text,
            })
        })
        .collect()
}

fn handling(
    material: &Material<'_>,
    here: &OutPath,
    ix: RecordIx,
    record: &Record,
    coder: &mut Coder<'_>,
) -> Option<Handling> {
    let snippets: Vec<_> = [
        coder.snippet("Before the call", record.validation_code.as_deref()),
        coder.snippet("Narrow the value", record.type_guard.as_deref()),
        coder.snippet("When it happens", record.try_catch_pattern.as_deref()),
    ]
    .into_iter()
    .flatten()
    .collect();
    let strategy = record.handling_strategy.as_deref().map(|text| Chip {
        text: pictures(text).into_owned(),
        href: chip(material, here, ix, "handlingStrategy").and_then(|chip| chip.href),
        severity: None,
    });
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

fn facts(material: &Material<'_>, here: &OutPath, ix: RecordIx, record: &Record) -> Facts {
    let config = material.config;
    let permalink = config.output.permalinks.then(|| {
        Link::new(
            &record.id.to_string(),
            here,
            &super::forward::address(material, ix),
        )
    });
    let file = source::file(record);
    let links = source::links(config, &record.repo);
    let changed = record.changed();
    let issue_url = config.site.issue_url.as_ref().map(|url| {
        let title = crate::address::encode(&cut(&record.error_message, 120));
        url.replace("{id}", &record.id.to_string())
            .replace("{title}", &title)
    });
    Facts {
        permalink,
        commit: Some(short(&record.analyzed_sha)).filter(|commit| !commit.is_empty()),
        commit_url: links.range(&file, record.source_code_start, record.source_code_end),
        updated: changed.map(crate::date::Date::day),
        updated_iso: changed.map(crate::date::Date::iso_day),
        issue_url,
    }
}
