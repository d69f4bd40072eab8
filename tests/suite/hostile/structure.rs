//! A page made of hostile texts has the elements and attributes that it has when they are harmless.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use errbook::config::Config;
use errbook::html::Html;
use errbook::markdown;
use errbook::message::Message;
use errbook::progress::Silent;
use errbook::route::Route;
use errbook::site::Site;
use rayon::prelude::*;
use scraper::ElementRef;
use serde_json::Value;

use super::payloads::{payload, written};
use super::{FIELDS, hostile, long, markup};
use crate::site_test::SiteTest;

/// Records of one site.
const RECORDS: usize = 150;

/// What prose may be made of: elements with their attributes.
const PROSE: [(&str, &[&str]); 27] = [
    ("p", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("blockquote", &[]),
    ("ul", &[]),
    ("ol", &["start"]),
    ("li", &[]),
    ("em", &[]),
    ("strong", &[]),
    ("del", &[]),
    ("code", &[]),
    ("pre", &["tabindex"]),
    ("br", &[]),
    ("hr", &[]),
    ("table", &[]),
    ("thead", &[]),
    ("tbody", &[]),
    ("tr", &[]),
    ("td", &["class"]),
    ("th", &["class", "scope"]),
    ("div", &["class", "tabindex", "role", "aria-label"]),
    ("span", &["class"]),
    ("a", &["href", "rel"]),
    ("svg", &[]),
    ("rect", &[]),
];

/// A harmless text of the same shape: the same letters, spaces, lines and folders.
fn harmless(text: &str) -> String {
    let calm = |c: char| match c {
        '\n' | '\r' | '\t' | '/' | '.' | '-' => c,
        c if c.is_alphanumeric() => c,
        c if c.is_whitespace() => ' ',
        _ => '_',
    };
    text.chars().map(calm).collect()
}

fn calmed(value: &Value) -> Value {
    match value {
        Value::String(text) => harmless(text).into(),
        Value::Array(items) => items.iter().map(calmed).collect(),
        other => other.clone(),
    }
}

/// The record with harmless texts in the same fields.
fn twin(record: &Value) -> Value {
    let mut twin = record.clone();
    for (field, _) in FIELDS {
        twin[field] = calmed(&record[field]);
    }
    twin
}

fn site_of(records: impl Iterator<Item = Value>) -> (SiteTest, Site) {
    let folder = SiteTest::new();
    let lines: Vec<String> = records.map(|record| record.to_string()).collect();
    folder.write("records/all.jsonl", lines.join("\n"));
    let mut config = Config {
        root: folder.folder().to_path_buf(),
        ..Config::default()
    };
    config.site.base_url = Some("https://example.org/errors/".to_owned());
    config.output.data = true;
    config.output.page_json = true;
    let opened = Site::open(config, &Silent).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(opened.counts.rejected, 0, "{:#?}", opened.diagnostics);
    (folder, opened.site)
}

/// What a file is made of, a line each.
fn shape(path: &str, bytes: &[u8]) -> Vec<String> {
    let text = || std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut shape = Vec::new();
    match path.rsplit('.').next() {
        Some("html") => elements(&scraper::Html::parse_document(text()), &mut shape),
        Some("xml") => {
            let document = roxmltree::Document::parse(text())
                .unwrap_or_else(|error| panic!("{path}: {error}"));
            for node in document.descendants().filter(roxmltree::Node::is_element) {
                let depth = node.ancestors().count();
                let attributes: Vec<&str> = node.attributes().map(|it| it.name()).collect();
                shape.push(format!("{depth} {} {attributes:?}", node.tag_name().name()));
            }
        }
        Some("json") => {
            let value: Value =
                serde_json::from_str(text()).unwrap_or_else(|error| panic!("{path}: {error}"));
            // Which part of the ledger an entry is in follows from a hash of its name.
            if !path.starts_with("links/") {
                shape.push(keys(&value));
            }
        }
        Some("txt") => shape.extend(text().lines().map(|line| {
            line.chars()
                .take_while(|c| !c.is_alphanumeric())
                .take(2)
                .collect()
        })),
        _ => {}
    }
    shape
}

fn elements(html: &scraper::Html, shape: &mut Vec<String>) {
    for child in html.tree.root().children().filter_map(ElementRef::wrap) {
        element(child, 0, shape);
    }
}

fn element(this: ElementRef<'_>, depth: usize, shape: &mut Vec<String>) {
    let value = this.value();
    let class = value.attr("class").unwrap_or_default();
    let name = value.name();
    let is_mark = name == "span"
        && matches!(
            class,
            "hole" | "hidden-char" | "k" | "s" | "n" | "c" | "f" | "t" | "m"
        );
    let children = || this.children().filter_map(ElementRef::wrap);
    if is_mark && value.attrs().count() == 1 {
        children().for_each(|child| element(child, depth, shape));
        return;
    }
    // How many holes a message has, and what of it was found in its code, is a matter of the text.
    if value.attr("data-values").is_some() || name == "p" && class == "evidence soft" {
        return;
    }
    let mut attributes: Vec<&str> = value.attrs().map(|(name, _)| name).collect();
    attributes.sort_unstable();
    // Which value is the first of its letter follows from the order of values.
    if value.attr("id").is_some_and(|id| id.starts_with("letter-")) {
        attributes.retain(|name| *name != "id");
    }
    let class = if attributes == ["class"] { class } else { "" };
    shape.push(format!("{depth} {name} {attributes:?} {class}"));
    let parent = this.parent().and_then(ElementRef::wrap);
    let of = parent
        .and_then(|parent| parent.attr("class"))
        .unwrap_or_default();
    if class == "prose" || value.attr("class") == Some("prose") || matches!(of, "fixes" | "tips") {
        prose(this, shape);
        return;
    }
    match name {
        // A parser that runs scripts takes it for text.
        "noscript" => elements(&scraper::Html::parse_fragment(&this.inner_html()), shape),
        "script" => {
            let text: String = this.text().collect();
            if !text.is_empty() {
                let data: Value = serde_json::from_str(&text).expect("JSON-LD");
                shape.push(keys(&data));
            }
        }
        _ => children().for_each(|child| element(child, depth + 1, shape)),
    }
}

/// Prose has what Markdown asks for, which a harmless text does not: nothing but that.
fn prose(this: ElementRef<'_>, shape: &mut Vec<String>) {
    for inner in this.descendants().skip(1).filter_map(ElementRef::wrap) {
        let name = inner.value().name();
        let known = PROSE.iter().find(|(known, _)| *known == name);
        let is_anchor = |of: &str| name == "a" && matches!(of, "id" | "aria-label");
        let allowed = known.is_some_and(|(_, allowed)| {
            let mut attributes = inner.value().attrs();
            attributes.all(|(of, _)| allowed.contains(&of) || is_anchor(of))
        });
        if !allowed {
            shape.push(format!("in prose: {}", inner.html()));
        }
    }
}

/// A value's keys; texts and numbers are all alike.
fn keys(value: &Value) -> String {
    match value {
        Value::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| format!("{key}:{}", keys(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => {
            format!("[{}]", items.iter().map(keys).collect::<Vec<_>>().join(","))
        }
        Value::Null => "null".to_owned(),
        _ => "value".to_owned(),
    }
}

/// Shapes of all files of a site, by hash: how many have it, and a route to one that does.
fn shapes(site: &Site) -> HashMap<u64, (usize, Route)> {
    let routes = site.routes();
    let all: Vec<(u64, Route)> = routes
        .par_iter()
        .flat_map_iter(|&route| {
            let mut made = Vec::new();
            let each = &mut |path: errbook::address::OutPath, bytes: Vec<u8>| {
                let mut hasher = DefaultHasher::new();
                route.kind().hash(&mut hasher);
                shape(path.as_str(), &bytes).hash(&mut hasher);
                // How many parts the ledger has follows from hashes too.
                if route != Route::Ledger || path.as_str() == "links/index.json" {
                    made.push((hasher.finish(), route));
                }
            };
            if !matches!(route, Route::SearchIndex | Route::Asset(_)) {
                site.render(route, each)
                    .unwrap_or_else(|problem| panic!("{problem:?}"));
            }
            made
        })
        .collect();
    let mut shapes = HashMap::new();
    for (hash, route) in all {
        shapes.entry(hash).or_insert((0, route)).0 += 1;
    }
    shapes
}

fn lines(site: &Site, route: Route) -> Vec<String> {
    let mut all = Vec::new();
    let each = &mut |path: errbook::address::OutPath, bytes: Vec<u8>| {
        all.push(path.to_string());
        all.extend(shape(path.as_str(), &bytes));
    };
    site.render(route, each).expect("it was rendered before");
    all
}

/// Compares a site of hostile records with one of harmless ones.
fn compare(from: usize) {
    let hostile: Vec<Value> = (from..from + RECORDS).map(hostile).collect();
    let (_calm_folder, calm) = site_of(hostile.iter().map(twin));
    let (_folder, site) = site_of(hostile.into_iter());
    let (found, expected) = (shapes(&site), shapes(&calm));
    let count = |shapes: &HashMap<u64, (usize, Route)>| -> BTreeMap<u64, usize> {
        shapes
            .iter()
            .map(|(hash, (count, _))| (*hash, *count))
            .collect()
    };
    let (counts, expected_counts) = (count(&found), count(&expected));
    if counts == expected_counts {
        return;
    }
    let only = |a: &HashMap<u64, (usize, Route)>, b: &BTreeMap<u64, usize>| {
        let mut only: Vec<Route> = a
            .iter()
            .filter(|(hash, (count, _))| b.get(hash) != Some(count))
            .map(|(_, (_, route))| *route)
            .collect();
        only.sort();
        only
    };
    let (left, right) = (only(&found, &expected_counts), only(&expected, &counts));
    let right: Vec<Vec<String>> = right.iter().map(|route| lines(&calm, *route)).collect();
    let mut said = String::new();
    for route in left.iter().take(12) {
        let left = lines(&site, *route);
        // The harmless page that it is nearest to.
        let nearest = right.iter().max_by_key(|right| same(&left, right)).cloned();
        said += &difference(&left, &nearest.unwrap_or_default());
    }
    panic!(
        "records from {from}: {} shapes of hostile pages and {} of harmless ones have no twin\n{said}",
        left.len(),
        right.len(),
    );
}

/// How many lines two files have in common before they differ; their names count for nothing.
fn same(left: &[String], right: &[String]) -> usize {
    let pairs = left.iter().zip(right).skip(1);
    pairs.take_while(|(a, b)| a == b).count()
}

fn difference(left: &[String], right: &[String]) -> String {
    let from = same(left, right);
    let part = |lines: &[String]| {
        let lines = lines.iter().skip(1 + from).take(4);
        let lines: Vec<&str> = lines.map(String::as_str).collect();
        lines.join("\n    ")
    };
    format!(
        "after {from} lines: {:?}\n    {}\n  {:?}\n    {}\n",
        left.first(),
        part(left),
        right.first(),
        part(right)
    )
}

#[test]
fn hostile_texts_change_no_structure_of_any_page_or_file() {
    let values = long().unwrap_or(RECORDS * FIELDS.len());
    let rounds = values.div_ceil(RECORDS * FIELDS.len());
    for round in 0..rounds {
        compare(round * RECORDS);
    }
}

/// Every way from a text to markup, on every text, by a reader that is stricter than browsers.
#[test]
fn markup_made_of_hostile_texts_has_one_reading() {
    let count = long().unwrap_or(4_000).max(written());
    (0..count).into_par_iter().for_each(|n| {
        let (text, next) = (payload(n), payload(n + 1));
        let both = format!("{text}{next}");
        let message = Message::parse(&both, Some(&next), "a.py");
        for html in [
            Html::exact(&text),
            markdown::block(&text),
            markdown::block(&format!(
                "- a\n  {text}\n\n> {next}\n```{text}\n{next}\n```"
            )),
            markdown::inline(&both),
            message.title_html(),
        ] {
            if let Err(why) = markup::check(html.as_str()) {
                panic!("{why}\nfrom {text:?} and {next:?}\n{}", html.as_str());
            }
        }
    });
}
