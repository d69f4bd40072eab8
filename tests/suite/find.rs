//! `errbook find`: a text in, records out, from a published site or from records.

use serde_json::{Value, json};

use crate::site_test::{SiteTest, id, record, records, with};

const PASTE: &str =
    "building\n\u{1b}[31mError\u{1b}[0m: cannot drop tnt box on road runner 3: gravity is 9.81\n";

fn matches(stdout: &str) -> Vec<Value> {
    let answer: Value = serde_json::from_str(stdout).unwrap();
    answer["matches"].as_array().unwrap().clone()
}

#[test]
fn a_pasted_log_finds_its_record_in_the_published_site() {
    let site = SiteTest::with(&records(12));
    site.build();
    let run = site.run_with(&["find"], PASTE.as_bytes());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        run.stdout,
        format!(
            "cannot drop {{name}} on road runner 3: gravity is {{}}\n  name = tnt box\n  value = 9.81\n  \
             acme/anvil, line 2 of the text\n  errors/acme/anvil/cannot-drop-3.html#{}\n",
            record(3)["id"].as_str().unwrap()
        )
    );
    let run = site.run(&[
        "find",
        "--base-url",
        "https://example.org/e/",
        "cannot drop x on road runner 3: gravity is 1",
    ]);
    assert!(
        run.stdout
            .contains("  https://example.org/e/errors/acme/anvil/cannot-drop-3.html#"),
        "{}",
        run.stdout
    );
}

#[test]
fn an_answer_for_programs_says_the_same() {
    let site = SiteTest::with(&records(12));
    site.build();
    let run = site.run_with(&["find", "--format", "json"], PASTE.as_bytes());
    assert_eq!(
        matches(&run.stdout),
        [json!({
            "id": record(3)["id"], "repo": "acme/anvil",
            "message": "cannot drop {name} on road runner 3: gravity is {}",
            "address": "errors/acme/anvil/cannot-drop-3.html", "line": 2, "sure": true,
            "values": {"name": "tnt box", "value": "9.81"},
        })]
    );
    let run = site.run(&["find", "--format", "json", "nothing", "of", "the", "kind"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, "{\"matches\":[]}\n"));
}

#[test]
fn records_that_are_not_published_are_found_too() {
    let site = SiteTest::with(&records(5));
    let run = site.run_with(&["find", "--records", "records/all.json"], PASTE.as_bytes());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("acme/anvil, line 2"), "{}", run.stdout);
    assert!(!site.path("public").exists());
}

#[test]
fn only_the_shards_that_are_needed_are_read() {
    let site = SiteTest::with(&records(400));
    site.build();
    for kind in ["al", "b", "bl", "r", "w"] {
        std::fs::remove_dir_all(site.page(&format!("search/{kind}"))).unwrap();
    }
    assert_eq!(site.run_with(&["find"], PASTE.as_bytes()).code, 0);
}

#[test]
fn what_cannot_be_used_is_said() {
    let site = SiteTest::with(&[record(1)]);
    let run = site.run(&["find", "x"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("no search index in `"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("errbook build"), "{}", run.stderr);

    site.build();
    let root = site.read("search/root.js");
    site.write(
        "public/search/root.js",
        root.replace("\"v\":1,", "\"v\":2,"),
    );
    let run = site.run(&["find", "x"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("version 2"), "{}", run.stderr);
    site.write("public/search/root.js", "nonsense");
    let run = site.run(&["find", "--index", "public", "x"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr
            .contains("search/root.js is not a file of a search index"),
        "{}",
        run.stderr
    );

    let run = site.run(&["find", "--index", "public", "--records", "records", "x"]);
    assert_eq!(run.code, 2);
    let run = site.run(&["find", "--records", "-"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("give the text as an argument"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_hostile_record_can_do_nothing_to_a_terminal() {
    let hostile = with(
        record(1),
        "errorMessage",
        json!("gong \u{1b}[2J\u{202e} struck {x} loudly"),
    );
    let hostile = with(hostile, "messagePattern", json!(".*"));
    let site = SiteTest::with(&[hostile]);
    let run = site.run_with(&["find", "-r", "records"], b"gong \x1b]0;t\x07 \x1bc");
    assert_eq!(run.code, 1, "{}", run.stdout);
    let pasted = "gong \u{1b}\u{202e} struck a\u{9b}b loudly";
    let run = site.run_with(&["find", "-r", "records"], pasted.as_bytes());
    for bad in ["\u{1b}", "\u{202e}", "\u{9b}"] {
        assert!(!run.stdout.contains(bad), "{:?}", run.stdout);
    }
}

#[test]
fn messages_that_fit_nearly_anything_are_counted_and_listed() {
    let weak = with(record(2), "errorMessage", json!("{}: {}"));
    let weak = with(weak, "messagePattern", json!("(.+?): (.+?)"));
    let weak_id = id("wile/traps", "{}: {}", weak["filePath"].as_str().unwrap());
    let site = SiteTest::with(&[record(1), with(weak, "id", json!(weak_id))]);
    let run = site.run(&["build"]);
    let note =
        "1 message says too little to be found by pasting a log, such as `{value}: {value 2}`";
    assert!(run.stderr.contains(note), "{}", run.stderr);
    let run = site.run(&["check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains(&format!("{weak_id}  {{")),
        "{}",
        run.stderr
    );
    assert_eq!(site.run(&["find", "a: b"]).code, 1);
}
