//! Records in any layout, and broken ones: what is said, what is published, what stays.

use serde_json::{Value, json};

use crate::site_test::{SiteTest, assert_same, record, records, tree, with};

#[test]
fn files_lines_and_an_array_give_the_same_site() {
    let records = records(300);
    let files = SiteTest::new();
    for (n, record) in records.iter().enumerate() {
        let envelope = json!({"record": record});
        files.write(
            &format!("records/{:02}/{n}.txt", n % 10),
            serde_json::to_string_pretty(&envelope).unwrap(),
        );
    }
    let lines = SiteTest::new();
    let text: Vec<_> = records.iter().rev().map(Value::to_string).collect();
    lines.write("records/all.jsonl", text.join("\n"));
    let array = SiteTest::with(&records);
    let trees = [
        files.build().tree(),
        lines.build().tree(),
        array.build().tree(),
    ];
    assert!(trees[0].len() > 300);
    assert_same(&trees[0], &trees[1], "files and lines in reverse order");
    assert_same(&trees[0], &trees[2], "files and an array");
}

#[test]
fn one_thread_and_four_give_the_same_site() {
    let site = SiteTest::with(&records(200));
    for threads in ["1", "4"] {
        assert_eq!(
            site.run(&["build", "--threads", threads, "--output", threads])
                .code,
            0
        );
    }
    assert_same(
        &tree(&site.path("1")),
        &tree(&site.path("4")),
        "one thread and four",
    );
}

#[test]
fn records_that_share_a_slug_share_its_page_and_move_no_address() {
    let clashing: Vec<_> = (0..9)
        .map(|n| with(record(n * 3), "slug", json!("same")))
        .collect();
    let site = SiteTest::with(&clashing);
    let all = site.build().tree();
    let page = site.read("errors/acme/anvil/same.html");
    for record in &clashing {
        assert!(
            page.contains(&format!("id=\"{}\"", record["id"].as_str().unwrap())),
            "{}",
            record["id"]
        );
    }
    let fewer = SiteTest::with(&clashing[..8]);
    let fewer = fewer.build().tree();
    let gone: Vec<_> = all
        .keys()
        .filter(|name| !fewer.contains_key(*name) && !name.starts_with("search/"))
        .cloned()
        .collect();
    let lost_id = clashing[8]["id"].as_str().unwrap();
    assert!(gone.contains(&format!("id/{lost_id}.html")));
    assert!(
        fewer
            .keys()
            .all(|name| all.contains_key(name) || name.starts_with("search/")),
        "no address comes with a record less"
    );
}

/// How to break input, what to call it, and what must be said: code, place and hint.
fn broken_inputs() -> Vec<(&'static str, Vec<u8>, &'static str, &'static str)> {
    let good = record(1);
    let line = |value: Value| value.to_string().into_bytes();
    let without = |key: &str| {
        let mut record = good.clone();
        record.as_object_mut().unwrap().remove(key);
        line(record)
    };
    vec![
        (
            "not JSON",
            b"{\"id\": oops}".to_vec(),
            "EB0101",
            "bad.json:1:8",
        ),
        (
            "a trailing comma",
            b"[{\"id\": \"a\",}]".to_vec(),
            "EB0101",
            "bad.json:1:1",
        ),
        (
            "cut short",
            line(good.clone())[..300].to_vec(),
            "EB0102",
            "bad.json:1:",
        ),
        (
            "a missing key",
            without("repo"),
            "EB0103",
            "missing required key `repo`",
        ),
        (
            "a null where none may be",
            line(with(good.clone(), "severity", Value::Null)),
            "EB0103",
            "`severity`",
        ),
        (
            "a wrong type",
            line(with(good.clone(), "lineNumber", json!("ten"))),
            "EB0104",
            "/lineNumber",
        ),
        (
            "a malformed id",
            line(with(good.clone(), "id", json!("../../etc/passwd"))),
            "EB0105",
            "/id",
        ),
        (
            "JSON that is no record",
            b"{\"name\": \"package\", \"version\": \"1.0.0\"}".to_vec(),
            "EB0107",
            "bad.json:1:1",
        ),
        (
            "a list of numbers",
            b"[1, 2]".to_vec(),
            "EB0107",
            "bad.json:1:2",
        ),
        (
            "text that is not UTF-8",
            b"{\"id\": \"\xff\"}".to_vec(),
            "EB0108",
            "bad.json:1:9",
        ),
        ("UTF-16", b"\xff\xfe{\0\"\0".to_vec(), "EB0108", "bad.json"),
        (
            "a text that is too long",
            line(with(
                good.clone(),
                "documentation",
                json!("x".repeat(300_000)),
            )),
            "EB0109",
            "/documentation",
        ),
        (
            "a record that is too long",
            line(with(good.clone(), "other", json!("x".repeat(1_100_000)))),
            "EB0109",
            "bad.json:1:1",
        ),
        (
            "an empty text",
            line(with(good.clone(), "errorMessage", json!(" "))),
            "EB0110",
            "/errorMessage",
        ),
        (
            "a key that stands twice",
            good.to_string()
                .replacen('{', "{\"slug\": \"x\", ", 1)
                .into_bytes(),
            "EB0116",
            "`slug`",
        ),
        (
            "a number out of range",
            line(with(good, "httpStatus", json!(7))),
            "EB0123",
            "/httpStatus",
        ),
    ]
}

#[test]
fn broken_input_alone_is_named_and_leaves_the_last_site_as_it_was() {
    for (what, bytes, code, place) in broken_inputs() {
        let site = SiteTest::new();
        site.write("records/good.json", record(2).to_string());
        let before = site.build().tree();
        std::fs::remove_file(site.path("records/good.json")).unwrap();
        site.write("records/bad.json", &bytes);
        let run = site.run(&["build"]);
        assert_eq!(run.code, 1, "{what}: {}", run.stderr);
        assert_named(what, &run.stderr, code, place);
        assert_same(&before, &site.tree(), what);
    }
}

#[test]
fn broken_input_beside_good_records_is_named_and_the_good_ones_are_published() {
    for (what, bytes, code, place) in broken_inputs() {
        let site = SiteTest::new();
        site.write(
            "records/good.jsonl",
            format!("{}\n{}\n", record(2), record(3)),
        );
        site.write("records/bad.json", &bytes);
        let run = site.run(&["build"]);
        assert_eq!(run.code, 4, "{what}: {}", run.stderr);
        assert_named(what, &run.stderr, code, place);
        assert!(
            site.page("errors/acme/anvil/cannot-drop-3.html").exists(),
            "{what}"
        );
        assert!(
            site.page("errors/wile/traps/cannot-drop-2.html").exists(),
            "{what}"
        );
        assert!(run.stderr.contains("2 published"), "{what}: {}", run.stderr);
    }
}

#[track_caller]
fn assert_named(what: &str, stderr: &str, code: &str, place: &str) {
    for wanted in [code, "bad.json", place, "hint"] {
        assert!(
            stderr.contains(wanted),
            "{what}: `{wanted}` is missing in\n{stderr}"
        );
    }
}

#[test]
fn every_broken_record_of_a_file_is_named_with_its_line() {
    let site = SiteTest::new();
    site.write(
        "records/all.jsonl",
        format!(
            "{}\n{{\"id\": }}\n{}\n[1]\n{}\n",
            record(1),
            with(record(2), "repo", json!(3)),
            record(4)
        ),
    );
    let run = site.run(&["build"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    for place in ["all.jsonl:2:8", "all.jsonl:3:", "all.jsonl:4:1"] {
        assert!(
            run.stderr.contains(place),
            "{place} is missing in\n{}",
            run.stderr
        );
    }
    assert!(
        run.stderr.contains("5 read, 2 published, 3 rejected"),
        "{}",
        run.stderr
    );
}

#[test]
fn strict_publishes_nothing_when_a_record_looks_wrong() {
    let site = SiteTest::with(&[record(1), with(record(2), "severity", json!("fatal"))]);
    assert_eq!(site.run(&["build", "--strict"]).code, 1);
    assert!(!site.path("public").exists());
    let run = site.run(&["build"]);
    assert_eq!(
        run.code, 0,
        "a warning never changes the exit code: {}",
        run.stderr
    );
    assert!(run.stderr.contains("EB0112"));
}

#[test]
fn the_newer_of_two_records_with_one_id_is_published_and_the_summary_adds_up() {
    let old = with(record(1), "documentation", json!("the old text"));
    let new = with(
        with(record(1), "documentation", json!("the new text")),
        "contentChangedAt",
        json!("2027-01-01T00:00:00Z"),
    );
    let site = SiteTest::with(&[new, old, record(2)]);
    let run = site.run(&["build"]);
    assert!(
        run.stderr.contains("3 read, 2 published, 1 superseded"),
        "{}",
        run.stderr
    );
    assert!(
        site.read("errors/acme/rocket/cannot-drop-1.html")
            .contains("the new text")
    );
}

#[test]
fn files_that_are_not_records_are_passed_over() {
    let site = SiteTest::with(&[record(1)]);
    site.write("records/README.md", "# Records")
        .write("records/picture.png", b"\x89PNG")
        .write("records/.hidden.json", "{oops");
    let run = site.run(&["build", "-v"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("2 files passed over"), "{}", run.stderr);
}

#[test]
fn folders_and_files_can_be_named_on_the_command_line() {
    let site = SiteTest::new();
    site.write("a/one.json", record(1).to_string())
        .write("two.json", record(2).to_string());
    let run = site.run(&[
        "build",
        "--records",
        "a",
        "--records",
        "two.json",
        "--output",
        "out",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("2 read, 2 published"), "{}", run.stderr);
    assert!(site.path("out/index.html").exists());
    assert_eq!(site.run(&["build", "--records", "nowhere"]).code, 2);
}

#[test]
fn a_broken_first_line_hides_no_other() {
    let site = SiteTest::new();
    let lines = format!(
        "{}\n{}\n{}\n",
        &record(1).to_string()[..200],
        record(2),
        record(3)
    );
    site.write("records/all.jsonl", lines);
    let run = site.run(&["build"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(
        run.stderr.contains("3 read, 2 published, 1 rejected"),
        "{}",
        run.stderr
    );
}

#[test]
fn names_that_would_be_a_file_and_a_folder_are_published_both() {
    let mut all: Vec<_> = (0..45)
        .map(|n| with(record(n * 3), "slug", json!("a.html")))
        .collect();
    all.push(with(record(300), "slug", json!("a")));
    all.extend((0..120).map(|n| with(record(1 + n * 3), "tags", json!(["t", "t.html"]))));
    all.push(with(
        with(record(2), "repo", json!("index.html")),
        "githubUrl",
        json!(""),
    ));
    let site = SiteTest::with(&all);
    let run = site.run(&["build", "-q"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report = crate::links::check(&site.path("public"), None);
    report.assert_sound();
}
