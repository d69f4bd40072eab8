//! What pages of hostile records are made of: nothing but what the theme writes.

use std::collections::BTreeSet;

use scraper::{Html, Node};

use super::{FIELDS, hostile, payloads::written};
use crate::links;
use crate::site_test::SiteTest;

const BASE: &str = "https://example.org/errors/";

/// Elements that pages have.
const ELEMENTS: &str = "html head meta title link script noscript body a header nav button form input \
    label div main h1 h2 h3 h4 h5 h6 p span section article ol ul li dl dt dd figure figcaption pre \
    code svg rect footer aside time textarea kbd em strong del blockquote table thead tbody tr th td \
    br hr details summary b search path";

/// Attributes that pages have.
const ATTRIBUTES: &str = "lang charset http-equiv content name href rel type src defer class id for \
    role action autocomplete placeholder spellcheck rows tabindex dir title hidden datetime start scope \
    xmlns method maxlength d fill stroke stroke-linecap stroke-width width height viewBox preserveAspectRatio property open data-root data-search data-paste-script \
    data-search-form data-search-page data-search-status data-search-results data-theme-button \
    data-record data-title data-copy data-text data-values data-severity data-paste \
    data-paste-status data-paste-results data-target data-anchor aria-label aria-labelledby \
    aria-describedby aria-current aria-hidden aria-controls aria-expanded aria-autocomplete \
    aria-haspopup";

/// Ids that no record has a part in.
const IDS: [&str; 6] = [
    "main",
    "paste-text",
    "paste-note",
    "search",
    "search-input",
    "search-box",
];

/// Names of sections, to which a record's id or nothing is put in front.
const SECTIONS: [&str; 11] = [
    "siblings",
    "why",
    "fix",
    "meaning",
    "situations",
    "handle",
    "prevent",
    "source",
    "near",
    "related",
    "facts",
];

/// A site with every text written by hand in every field, and some of the grammar.
pub(super) fn site(count: usize) -> SiteTest {
    let site = SiteTest::new();
    let lines: Vec<String> = (0..count).map(|n| hostile(n).to_string()).collect();
    site.write("records/all.jsonl", lines.join("\n"));
    site.write(
        "site.toml",
        format!("[site]\ntitle = \"Hostile\"\nbase_url = \"{BASE}\"\n[output]\ndata = true\n"),
    );
    let run = site.run(&["build", "-q"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    site
}

#[test]
fn pages_of_hostile_records_have_listed_elements_attributes_ids_and_addresses_only() {
    let site = site(written() * 2 / FIELDS.len() + 20);
    let folder = site.path("public");
    let report = links::check(&folder, Some(BASE));
    report.assert_sound();
    let listed =
        |list: &str| -> BTreeSet<String> { list.split_whitespace().map(str::to_owned).collect() };
    let (elements, attributes) = (listed(ELEMENTS), listed(ATTRIBUTES));
    let mut found = BTreeSet::new();
    for (element, names) in &report.names {
        if !elements.contains(element) {
            found.insert(format!("<{element}>"));
        }
        let others = names.difference(&attributes);
        found.extend(others.map(|name| format!("<{element} {name}>")));
    }
    for address in &report.outside {
        let lower = address.to_ascii_lowercase();
        let leads = ["https://", "http://", "mailto:"]
            .iter()
            .any(|it| lower.starts_with(it));
        if !leads || address.contains(|c: char| c.is_control() || c.is_whitespace()) {
            found.insert(format!("an address: {address:?}"));
        }
    }
    for (path, bytes) in site.tree() {
        if path.ends_with(".html") {
            let html = String::from_utf8(bytes).unwrap();
            found.extend(oddities(&html).map(|odd| format!("{path}: {odd}")));
        }
    }
    let found: Vec<String> = found.into_iter().collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Ids and names that a script could take for its own, and scripts that have more than data in them.
fn oddities(html: &str) -> impl Iterator<Item = String> {
    let document = Html::parse_document(html);
    let mut odd = Vec::new();
    for element in document.tree.values().filter_map(Node::as_element) {
        let name = element.attr("name").unwrap_or_default();
        let is_named = ["meta", "input", "textarea"].contains(&element.name());
        if !name.is_empty() && !is_named {
            odd.push(format!("name={name:?}"));
        }
        if let Some(id) = element.attr("id").filter(|id| !is_known(id)) {
            odd.push(format!("id={id:?}"));
        }
        // The page for what is not there may be served at any depth: it names the site's address.
        let is_external = |value: &str| {
            let value = value.strip_prefix(BASE).unwrap_or(value);
            value.contains("//") || value.starts_with('/')
        };
        let loads = ["src", "srcset", "poster", "data", "action", "formaction"];
        for value in loads.iter().filter_map(|name| element.attr(name)) {
            if is_external(value) {
                odd.push(format!("loads {value:?}"));
            }
        }
        let rel = element.attr("rel").unwrap_or_default();
        let href = element.attr("href").unwrap_or_default();
        if element.name() == "link" && is_external(href) && rel != "canonical" && rel != "alternate"
        {
            odd.push(format!("links to {href:?}"));
        }
    }
    odd.into_iter()
}

fn is_known(id: &str) -> bool {
    let part = match id.split_at_checked(16) {
        Some((record, rest)) if is_hex(record) => match rest.strip_prefix('-') {
            Some(part) => part,
            None => return rest.is_empty(),
        },
        _ => id,
    };
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    SECTIONS.contains(&part)
        || part.strip_prefix('L').is_some_and(number)
        || part.strip_prefix("fix-").is_some_and(number)
        || IDS.contains(&id)
        || id
            .strip_prefix("letter-")
            .is_some_and(|letter| letter.bytes().all(|b| b.is_ascii_alphanumeric()))
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}
