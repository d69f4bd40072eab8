//! What a reader can do with a built site, from disk and over HTTP, with and without scripts.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::browser::{self, Page, Server};
use crate::links;
use crate::looks;
use crate::site_test::{SiteTest, id, record, records, with};

/// A copy on disk in a folder whose name has everything that a link could stumble over.
fn odd_copy(site: &SiteTest) -> PathBuf {
    let odd = site.path("a site #1 at 100 % é");
    std::fs::rename(site.path("public"), &odd).unwrap();
    odd
}

/// Searches and waits for a row that holds some words; the row's address.
fn search(page: &Page, query: &str, words: &str) -> String {
    page.type_into("input[type=search]", query);
    page.wait_for_text("[role=listbox]", words);
    // Not the rows of a part of the query, which give way to these.
    page.wait_for_text("[role=listbox]", &format!("All results for “{query}”"));
    page.press("ArrowDown");
    page.wait_for_text("[role=option][aria-selected=true]", words);
    page.press("Enter");
    page.wait_for_text("h1", words);
    page.address()
}

/// Finds one record by word, by the beginning of a word, by code, class, path, repository and tag.
fn finds_everything(page: &Page, home: &str) {
    let found = id("acme/rocket", "E4711", "src/fuse/ignite.rs");
    for query in [
        "parachute",
        "parach",
        "E4711",
        "FuseError",
        "ignite.rs",
        "acme rocket parachute",
        "pyrotechnics",
    ] {
        page.open(home);
        let address = search(page, query, "parachute");
        assert!(address.ends_with(&found), "{query}: {address}");
    }
}

fn site_to_search() -> SiteTest {
    let mut all = records(120);
    let mut wanted = record(4);
    let (message, path) = (
        "the parachute did not open at {height}",
        "src/fuse/ignite.rs",
    );
    for (key, value) in [
        ("id", json!(id("acme/rocket", "E4711", path))),
        ("slug", json!("e4711")),
        ("errorCode", json!("E4711")),
        ("errorMessage", json!(message)),
        (
            "messagePattern",
            json!("the parachute did not open at (.+?)"),
        ),
        ("errorClass", json!("FuseError")),
        ("filePath", json!(path)),
        ("tags", json!(["pyrotechnics"])),
        ("githubUrl", json!("")),
    ] {
        wanted = with(wanted, key, value);
    }
    all.push(wanted);
    SiteTest::with(&all)
}

#[test]
fn search_finds_a_record_by_everything_it_is_known_by_from_disk_without_a_request() {
    let Some(page) = browser::page() else { return };
    let site = site_to_search();
    site.build();
    let odd = odd_copy(&site);
    page.open_file(&odd.join("index.html"));
    let home = page.address();
    finds_everything(&page, &home);
    page.assert_quiet();
    assert_eq!(page.network_requests(), []);
}

#[test]
fn search_finds_a_record_by_everything_it_is_known_by_over_http_under_a_path() {
    let Some(page) = browser::page() else { return };
    let site = site_to_search();
    site.build();
    let server = Server::start(&site.path("public"), "/docs/errors/");
    finds_everything(&page, &server.address("index.html"));
    page.assert_quiet();
}

#[test]
fn the_search_page_answers_an_address_with_a_query() {
    let Some(page) = browser::page() else { return };
    let site = site_to_search();
    site.build();
    page.open_file(&site.page("search/index.html"));
    page.open(&format!("{}?q=parachute", page.address()));
    page.wait_for_text("[data-search-results]", "parachute");
    page.assert_quiet();
}

#[test]
fn every_link_and_anchor_resolves_in_a_folder_with_an_odd_name() {
    let mut all = records(150);
    all.extend((0..60).map(|n| with(record(n * 3), "slug", json!("shared"))));
    all.extend((200..205).map(|n| {
        with(
            with(record(n), "slug", json!("Ünï cödé / ../x?#%")),
            "tags",
            json!(["a b", "é", "page", "index", "CON", "..", "x/y", "html.html"]),
        )
    }));
    let all: Vec<Value> = all.into_iter().collect();
    let site = SiteTest::with(&all);
    let run = site.run(&["build", "-q"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let odd = odd_copy(&site);
    links::check(&odd, None).assert_sound();
    let run = site.run(&["check"]);
    assert!(
        !run.stderr.contains("EB04"),
        "errbook's own check agrees: {}",
        run.stderr
    );
}

#[test]
fn without_scripts_a_page_is_complete_and_offers_nothing_that_needs_them() {
    let Some(page) = browser::page() else { return };
    let site = SiteTest::with(&records(12));
    site.build();
    page.scripts(false);
    page.open_file(&site.page("errors/acme/anvil/cannot-drop-0.html"));
    for words in [
        "Why it happens",
        "How to fix it",
        "Look down first.",
        "What it means",
        "Handling it in code",
        "Where it is raised",
    ] {
        assert!(
            page.text("main").contains(words),
            "{words} is missing in {}",
            page.text("main")
        );
    }
    for selector in ["[data-copy]", "[data-theme-button]", "[data-values]", "kbd"] {
        for n in 0..page.count(selector) {
            let visible: bool = page.eval(&format!(
                "document.querySelectorAll({selector:?})[{n}].checkVisibility()"
            ));
            assert!(!visible, "{selector} is shown without scripts");
        }
    }
    page.open_file(&site.page("search/index.html"));
    assert!(
        page.count("main a") > 3,
        "the search page offers ways to browse"
    );
    page.assert_quiet();
}

#[test]
fn a_permalink_leads_to_its_record_and_keeps_the_fragment() {
    let Some(page) = browser::page() else { return };
    let site = SiteTest::with(&records(3));
    site.build();
    let id = record(1)["id"].as_str().unwrap().to_owned();
    let permalink = site.page(&format!("id/{id}.html"));
    page.open_file(&permalink);
    page.wait_for_address(&format!("cannot-drop-1.html#{id}"));
    page.open_file(&permalink);
    let address = page.address();
    let folder = address.rsplit_once("/errors/").unwrap().0;
    page.open(&format!("{folder}/id/{id}.html#fix"));
    page.wait_for_address(&format!("cannot-drop-1.html#{id}-fix"));
    page.scripts(false);
    page.open(&format!("{folder}/id/{id}.html"));
    page.wait_for_address(&format!("cannot-drop-1.html#{id}"));
    page.assert_quiet();
}

#[test]
fn values_that_come_with_a_link_are_shown_and_never_run() {
    let Some(page) = browser::page() else { return };
    let site = SiteTest::with(&records(3));
    site.build();
    page.open_file(&site.page("errors/acme/rocket/cannot-drop-1.html"));
    let id = record(1)["id"].as_str().unwrap().to_owned();
    let values = r#"["ACME <img src=x onerror=alert(1)>","9.81"]"#;
    let encoded: String = page.eval(&format!("encodeURIComponent({values:?})"));
    page.open(&format!("{}#{id}?v={encoded}", page.address()));
    page.wait_for_text("[data-values]", "9.81");
    assert!(
        page.text("[data-values]")
            .contains("<img src=x onerror=alert(1)>")
    );
    page.assert_quiet();
}

/// A record with the longest, widest and strangest text in every field.
pub(crate) fn nasty() -> Value {
    let word = "W".repeat(400);
    let mut record = record(0);
    let id = id("acme/anvil", &word, &word);
    for (key, value) in [
        ("id", json!(id)),
        ("slug", json!("nasty")),
        ("errorMessage", json!(word.clone())),
        ("messagePattern", json!(word.clone())),
        ("filePath", json!(word.clone())),
        ("errorClass", json!(word.clone())),
        ("errorType", json!(word.clone())),
        ("backgroundTag", json!(word.clone())),
        (
            "tags",
            json!([word.clone(), "\u{202e}reversed", "<b>bold</b>"]),
        ),
        (
            "documentation",
            json!(format!(
                "`{word}` {word}\n\n| a | b |\n| - | - |\n| {word} | {word} |\n\n```\n{word}\n```"
            )),
        ),
        (
            "solutions",
            json!([word.clone(), "- nested\n- list", "# heading"]),
        ),
        (
            "sourceCode",
            json!(format!(
                "{word}\n\u{202e}\0\u{1b}[31m\n</code></pre><script>alert(1)</script>"
            )),
        ),
        ("githubUrl", json!("")),
    ] {
        record = with(record, key, value);
    }
    record
}

#[test]
fn every_kind_of_page_holds_up_in_every_look_with_the_nastiest_data() {
    let Some(page) = browser::page() else { return };
    let mut all = records(260);
    all.push(nasty());
    all.extend((0..3).map(|n| with(record(300 + n * 3), "slug", json!("shared"))));
    let site = SiteTest::with(&all);
    let run = site.run(&["build", "-q", "--base-url", "https://example.org/errors/"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let files = site.tree().into_keys();
    let mut files = files.filter(|name| name.starts_with("source/acme/anvil/W"));
    let nasty_file = files.next().unwrap();
    for (name, address) in [
        ("record", "errors/acme/anvil/cannot-drop-3.html"),
        ("nasty", "errors/acme/anvil/nasty.html"),
        ("shared", "errors/acme/anvil/shared.html"),
        ("repository", "errors/acme/anvil/index.html"),
        ("repositories", "errors/index.html"),
        ("tags", "tags/index.html"),
        ("tag", "tags/gravity.html"),
        ("tag-2", "tags/gravity/page/2.html"),
        ("source-folder", "source/acme/anvil/src/tnt/index.html"),
        ("source-file", "source/acme/anvil/src/tnt/part0.rs.html"),
        ("source-nasty", &nasty_file),
        ("recent", "recent.html"),
        ("search", "search/index.html"),
        ("home", "index.html"),
    ] {
        looks::hold_up(&page, &site.page(address), name);
    }
    assert_quiet_but_for_canonical(&page, &site.path("public"));
}

/// Absolute links are for search engines only.
fn assert_quiet_but_for_canonical(page: &Page, folder: &Path) {
    page.assert_quiet();
    links::check(folder, Some("https://example.org/errors/")).assert_sound();
}
