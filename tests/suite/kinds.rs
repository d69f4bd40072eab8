//! Every kind of page, with data that is hard to lay out: nothing is wider than the smallest
//! screen, and axe finds nothing that keeps a reader out.
//!
//! `ERRBOOK_AXE=PATH` says where axe-core's `axe.min.js` is.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::browser::{self, Page, Scheme};
use crate::forms;
use crate::reading::nasty;
use crate::site_test::{SiteTest, id, record, records, with};

const AXE_VARIABLE: &str = "ERRBOOK_AXE";

/// A small phone, or an ordinary window at 400 % (WCAG 1.4.10).
const SMALLEST: (u32, u32) = (320, 640);

/// From so many records on a value's page leads to repositories and lists the newest only.
const LARGE: usize = 2_001;

/// Texts that want more room than there is, or go another way.
fn hard_texts() -> [(&'static str, String); 5] {
    [
        (
            "url",
            format!(
                "https://example.org/{}?q={}",
                "path/".repeat(60),
                "x".repeat(300)
            ),
        ),
        ("rtl", "שגיאה: הקובץ לא נמצא ".repeat(12)),
        ("cjk", "接続できませんでした接続が拒否されました".repeat(12)),
        ("dots", "com.example.".repeat(40)),
        ("marks", "e\u{301}\u{323}".repeat(200)),
    ]
}

/// A record with one text in all its fields.
fn of_text(n: usize, slug: &str, text: &str) -> Value {
    let mut made = record(n * 3);
    for (key, value) in [
        ("id", json!(id("acme/anvil", text, text))),
        ("slug", json!(slug)),
        ("errorMessage", json!(text)),
        ("messagePattern", json!(text)),
        ("filePath", json!(format!("{slug}/{text}"))),
        ("errorClass", json!(text)),
        ("tags", json!([text])),
        ("backgroundTag", json!(text)),
        (
            "documentation",
            json!(format!("{text}\n\n# {text}\n\n- {text}")),
        ),
        ("solutions", json!([text])),
        ("sourceCode", json!(text)),
        ("githubUrl", json!("")),
    ] {
        made = with(made, key, value);
    }
    made
}

/// A record of little text, to make long lists of.
fn short(n: usize) -> Value {
    let mut made = record(5_000 + n);
    for key in [
        "sourceCode",
        "exampleFix",
        "validationCode",
        "tryCatchPattern",
    ] {
        made = with(made, key, Value::Null);
    }
    with(made, "tags", json!(["crowd"]))
}

/// A site that has every kind of page.
fn site() -> SiteTest {
    let mut all = records(130);
    all.push(nasty());
    all.extend((0..60).map(|n| with(record(300 + n * 3), "slug", json!("shared"))));
    let texts = hard_texts();
    all.extend(
        (0..)
            .zip(&texts)
            .map(|(n, (slug, text))| of_text(n, slug, text)),
    );
    all.extend((0..LARGE).map(short));
    let site = SiteTest::new();
    let texts = hard_texts();
    let mut once = all.clone();
    once.push(gone());
    let alone = with(of_text(1, "gone", &texts[0].1), "repo", json!("gone/gone"));
    once.push(with(alone, "id", json!(id("gone/gone", "gone", "gone"))));
    forms::write_export(&site, "records", &once);
    site.build();
    forms::write_export(&site, "records", &all);
    site.build();
    site
}

/// A record that was published once.
fn gone() -> Value {
    record(900)
}

/// A page of each kind by name.
fn kinds(site: &SiteTest) -> Vec<(String, PathBuf)> {
    let mut kinds: Vec<(String, PathBuf)> = [
        ("home", "index.html"),
        ("record", "errors/acme/anvil/cannot-drop-3.html"),
        ("several records", "errors/acme/anvil/shared.html"),
        (
            "part of a record page",
            "errors/acme/anvil/shared/part/2.html",
        ),
        ("nasty record", "errors/acme/anvil/nasty.html"),
        ("tag index", "tags/index.html"),
        ("tag", "tags/cliff-3.html"),
        ("large tag", "tags/crowd.html"),
        ("family with article", "families/bad-luck.html"),
        ("repository", "errors/acme/anvil/index.html"),
        ("repositories", "errors/index.html"),
        ("page 2 of a repository", "errors/acme/anvil/page/2.html"),
        ("source folder", "source/acme/anvil/src/tnt/index.html"),
        ("source file", "source/acme/anvil/src/tnt/part0.rs.html"),
        ("recent", "recent.html"),
        ("changes", "changes.html"),
        (
            "page of a slug that is gone",
            "errors/acme/anvil/cannot-drop-900.html",
        ),
        ("repository that is gone", "errors/gone/gone/index.html"),
        (
            "slug page of a long text that is gone",
            "errors/gone/gone/gone.html",
        ),
        ("search", "search/index.html"),
        ("404", "404.html"),
        ("permalink", "id/still.html"),
    ]
    .map(|(name, address)| (name.to_owned(), site.page(address)))
    .into();
    let facets = [
        "severities",
        "types",
        "classes",
        "statuses",
        "strategies",
        "families",
    ];
    for facet in facets {
        let folder = site.page(facet);
        let mut values: Vec<PathBuf> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "html"))
            .collect();
        values.sort();
        let value = values
            .iter()
            .find(|path| !path.ends_with("index.html"))
            .unwrap();
        kinds.push((format!("{facet}: a value"), value.clone()));
        kinds.push((format!("{facet}: index"), folder.join("index.html")));
    }
    let id = gone()["id"].as_str().unwrap().to_owned();
    kinds.push((
        "id that is gone".into(),
        site.page(&format!("id/{id}.html")),
    ));
    for (slug, _) in hard_texts() {
        let address = format!("errors/acme/anvil/{slug}.html");
        kinds.push((format!("record of {slug}"), site.page(&address)));
    }
    hold_still(site);
    kinds
}

/// A permalink that stays where it is, to be looked at.
fn hold_still(site: &SiteTest) {
    let of = record(3)["id"].as_str().unwrap().to_owned();
    let text = site.read(&format!("id/{of}.html"));
    let (before, rest) = text.split_once("<noscript>").unwrap();
    let after = rest.split_once("</noscript>").unwrap().1;
    let still = format!("{before}{after}").replace("name=\"forward\"", "name=\"still\"");
    fs::write(site.page("id/still.html"), still).unwrap();
}

#[test]
fn no_page_is_wider_than_the_smallest_screen() {
    let Some(page) = browser::page() else { return };
    let site = site();
    page.window(SMALLEST.0, SMALLEST.1);
    let mut wide = Vec::new();
    for (name, file) in kinds(&site) {
        page.open_file(&file);
        let overflow = page.sideways_overflow();
        if overflow >= 1.0 {
            wide.push(format!("{name}: {overflow} px ({})", file.display()));
        }
    }
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

/// What axe finds on a page: rule, element and how to mend it.
fn findings(page: &Page, axe: &str) -> Vec<String> {
    const RUN: &str = "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) =>
            nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)}\\n${failureSummary}`)))";
    page.eval::<Value>(&format!("{axe};0"));
    page.eval(RUN)
}

#[test]
fn axe_finds_nothing_on_any_kind_of_page_in_either_colours() {
    let Some(path) = env::var_os(AXE_VARIABLE) else {
        assert!(env::var_os("CI").is_none(), "{AXE_VARIABLE} is not set");
        // Not `eprintln!`: the test harness would swallow the line, since the test passes.
        let line = format!("skipped axe: {AXE_VARIABLE} does not say where axe.min.js is\n");
        let _ = io::stderr().write_all(line.as_bytes());
        return;
    };
    let Some(page) = browser::page() else { return };
    let axe = fs::read_to_string(path).unwrap();
    let site = site();
    let mut found = Vec::new();
    for (name, file) in kinds(&site) {
        for (colours, scheme) in [("light", Scheme::Light), ("dark", Scheme::Dark)] {
            page.scheme(scheme);
            page.open_file(&file);
            let findings = findings(&page, &axe);
            found.extend(findings.iter().map(|f| format!("{name}, {colours}: {f}")));
        }
    }
    let search = site.page("search/index.html");
    page.open_file(&PathBuf::from(format!("{}?q=drop", search.display())));
    page.wait_for_text("[data-search-results]", "road runner");
    let results = findings(&page, &axe);
    found.extend(results.iter().map(|f| format!("results: {f}")));
    page.open_file(&site.page("index.html"));
    page.type_into("input[type=search]", "road runner");
    page.wait_for_text("[role=listbox]", "road runner");
    found.extend(findings(&page, &axe).iter().map(|f| format!("popup: {f}")));
    assert!(
        found.is_empty(),
        "{}\n{} in all",
        found.join("\n"),
        found.len()
    );
}
