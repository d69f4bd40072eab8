//! What a reader sees who pastes a log: the errors in it, their values on their pages, and what is
//! said when something is missing.

use std::fs;

use serde_json::{Value, json};

use crate::browser::{self, Look, Page};
use crate::site_test::{SiteTest, record, records, with};

const RESULTS: &str = "[data-paste-results]";
const BOX: &str = "[data-paste] textarea";

/// A log with two errors of the site in one trace, and one of another.
const LOG: &str = "2026-11-30 09:12:43,001 INFO [main] acme.Shop - open for business
2026-11-30 09:12:44,120 ERROR [main] acme.Shop - order 17 failed
acme.ShopException: cannot drop giant anvil on road runner 1: gravity is 9.81
\tat acme.Shop.drop(Shop.java:17)
Caused by: acme.RopeError: the parachute did not open at 30 metres
\tat acme.Rope.pull(Rope.java:3)
";

fn site() -> SiteTest {
    let mut all = records(40);
    let mut wanted = record(4);
    for (key, value) in [
        (
            "id",
            json!(crate::site_test::id(
                "acme/rocket",
                "the parachute did not open at {height}",
                "src/rope.rs"
            )),
        ),
        ("slug", json!("the-parachute-did-not-open-at-height")),
        ("errorCode", Value::Null),
        (
            "errorMessage",
            json!("the parachute did not open at {height}"),
        ),
        (
            "messagePattern",
            json!("the parachute did not open at (.+?)"),
        ),
        ("errorClass", json!("RopeError")),
        ("filePath", json!("src/rope.rs")),
        ("githubUrl", json!("")),
    ] {
        wanted = with(wanted, key, value);
    }
    all.push(wanted);
    let site = SiteTest::with(&all);
    site.build();
    site
}

fn open_home(page: &Page, site: &SiteTest) {
    page.open_file(&site.page("index.html"));
}

/// The page as it stands now, in every look that runs scripts.
#[track_caller]
fn hold_up(page: &Page, name: &str) {
    for look in [Look::Dark, Look::Narrow, Look::NarrowDark, Look::Light] {
        page.look(look);
        page.keep_screenshot(&format!("{name}-{}", look.name()));
        assert!(page.sideways_overflow() < 1.0, "{name} is too wide");
    }
}

#[test]
fn a_log_on_the_home_page_gives_its_errors_and_leads_to_them_with_their_values() {
    let Some(page) = browser::page() else { return };
    let site = site();
    open_home(&page, &site);
    page.paste_into(BOX, LOG);
    page.wait_for_text(RESULTS, "the parachute did not open");
    page.wait_for_text(RESULTS, "cannot drop");
    let cause = page.texts("[data-paste-results] li:has(.cause)");
    assert_eq!(cause.len(), 1, "{cause:?}");
    assert!(cause[0].contains("Root cause") && cause[0].contains("the parachute"));
    assert!(page.text(RESULTS).contains("30 metres"));
    assert!(
        page.text("[data-paste-status]")
            .starts_with("2 matching records")
    );
    hold_up(&page, "paste-home");
    page.follow("[data-paste-results] li:has(.cause) a");
    page.wait_for_text("[data-values]", "30 metres");
    assert_eq!(
        page.text("h1"),
        "the parachute did not open at 30 metres",
        "the value stands in the message"
    );
    hold_up(&page, "paste-record");
    page.assert_quiet();
    assert_eq!(page.network_requests(), [], "the text is sent nowhere");
}

#[test]
fn a_log_pasted_into_the_search_box_of_any_page_opens_a_box_for_it() {
    let Some(page) = browser::page() else { return };
    let site = site();
    page.open_file(&site.page("errors/acme/anvil/cannot-drop-0.html"));
    assert_eq!(page.count("[data-paste]"), 0);
    page.paste_into("input[type=search]", LOG);
    page.wait_for_text(RESULTS, "the parachute did not open");
    assert!(page.is_focused(BOX));
    assert_eq!(page.value(BOX), LOG.trim());
    hold_up(&page, "paste-opened");
    page.click("[data-paste] .close");
    assert!(!page.is_visible("[data-paste]"));
    assert!(page.is_focused("input[type=search]"));
    page.assert_quiet();
}

#[test]
fn a_line_of_a_log_in_the_search_box_is_found_by_keyboard_alone() {
    let Some(page) = browser::page() else { return };
    let site = site();
    page.open_file(&site.page("errors/acme/anvil/cannot-drop-0.html"));
    page.press("/");
    assert!(page.is_focused("input[type=search]"));
    page.paste_into(
        "input[type=search]",
        "RopeError: the parachute did not open at 12 feet",
    );
    page.wait_for_text("[role=listbox]", "height = 12 feet");
    page.wait_for_text(".results .kind", "1 matching record");
    page.wait_for_text("[role=listbox]", "All results");
    page.press("ArrowDown");
    page.press("Enter");
    page.wait_for_text("h1", "the parachute did not open at 12 feet");
    page.assert_quiet();
}

#[test]
fn the_search_page_reads_a_line_of_a_log_from_its_address() {
    let Some(page) = browser::page() else { return };
    let site = site();
    page.open_file(&site.page("search/index.html"));
    let line = "RopeError%3A%20the%20parachute%20did%20not%20open%20at%2012%20feet";
    page.open(&format!("{}?q={line}", page.address()));
    page.wait_for_text(RESULTS, "12 feet");
    page.wait_for_text("[data-search-results]", "parachute");
    page.click(BOX);
    page.press("Control+a");
    page.press("Delete");
    page.paste_into(BOX, LOG);
    page.wait_for_text(RESULTS, "30 metres");
    hold_up(&page, "paste-search");
    page.assert_quiet();
}

#[test]
fn what_no_record_is_about_gives_records_with_its_words_and_says_so() {
    let Some(page) = browser::page() else { return };
    let site = site();
    open_home(&page, &site);
    page.paste_into(BOX, "the parachute of the sergeant was blue\nand he sang");
    page.wait_for_text(
        "[data-paste-status]",
        "No record matches. These have words of it:",
    );
    page.wait_for_text(RESULTS, "Similar by words");
    assert_eq!(page.text("[data-paste-results] mark"), "parachute");
    page.assert_quiet();
}

#[test]
fn a_long_log_is_cut_and_the_page_says_so() {
    let Some(page) = browser::page() else { return };
    let site = site();
    open_home(&page, &site);
    let noise = "2026-11-30 09:12:43,001 INFO [main] acme.Shop - a customer looks around\n";
    let log = format!("{}{LOG}", noise.repeat(1_500));
    page.paste_into(BOX, &log);
    page.wait_for_text(RESULTS, "line 1505");
    page.wait_for_text("[data-paste]", "its first and last 32 KB are read");
    page.assert_quiet();
}

#[test]
fn more_errors_of_a_log_are_looked_for_if_one_asks() {
    let Some(page) = browser::page() else { return };
    let site = site();
    open_home(&page, &site);
    let errors = (0..9).map(|n| {
        let (level, at) = ("ERROR [main] acme.Shop", n * 3);
        format!("2026-11-30 09:12:4{n},001 {level} - Error: cannot drop it on road runner {at}: gravity is {n}\n")
    });
    page.paste_into(BOX, &errors.collect::<String>());
    page.wait_for_text("[data-paste-status]", "matching record");
    page.click("[data-paste-results] .more");
    page.wait_for_text("[data-paste-status]", "9 matching records");
    assert_eq!(page.count("[data-paste-results] .more"), 0);
    page.assert_quiet();
}

#[test]
fn a_missing_shard_or_script_is_said_in_words() {
    let Some(page) = browser::page() else { return };
    let site = site();
    for entry in walkdir::WalkDir::new(site.page("search/p")) {
        let path = entry.unwrap().into_path();
        if path.is_file() && !path.ends_with("routers.js") {
            fs::remove_file(path).unwrap();
        }
    }
    open_home(&page, &site);
    page.paste_into(BOX, LOG);
    page.wait_for_text("[data-paste-status]", "is missing or broken");
    let script: String =
        page.eval("document.querySelector('meta[name=errbook]').dataset.pasteScript");
    fs::remove_file(site.page(&script)).unwrap();
    open_home(&page, &site);
    page.paste_into(BOX, LOG);
    page.wait_for_text(
        "[data-paste-status]",
        "the script that reads pasted logs is missing",
    );
}

#[test]
fn without_scripts_there_is_no_box_and_nothing_else_is_lost() {
    let Some(page) = browser::page() else { return };
    let site = site();
    page.scripts(false);
    open_home(&page, &site);
    assert!(!page.is_visible("[data-paste]"));
    assert!(page.is_visible("input[type=search]"));
    page.open_file(&site.page("search/index.html"));
    assert!(!page.is_visible("[data-paste]"));
    page.assert_quiet();
}

#[test]
fn values_of_a_paste_are_text_and_nothing_else() {
    let Some(page) = browser::page() else { return };
    let site = site();
    open_home(&page, &site);
    page.paste_into(
        BOX,
        "RopeError: the parachute did not open at <img src=x onerror=alert(1)> \u{202e}</script>\n",
    );
    page.wait_for_text(RESULTS, "<img src=x onerror=alert(1)>");
    page.follow("[data-paste-results] a");
    page.wait_for_text("[data-values]", "<img src=x onerror=alert(1)>");
    page.assert_quiet();
}
