//! What becomes of what was published before, as readers and the user see it.

use std::fs;

use serde_json::{Value, json};

use crate::site_test::{SiteTest, id, record, records, with};

fn id_of(record: &Value) -> String {
    record["id"].as_str().unwrap().to_owned()
}

/// Writes other records in place of those of a site, and builds it.
#[track_caller]
fn rebuild(site: &SiteTest, records: &[Value]) -> String {
    site.write(
        "records/all.json",
        Value::from(records.to_vec()).to_string(),
    );
    let run = site.run(&["build"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stderr
}

#[track_caller]
fn assert_shows(text: &str, shown: &[&str]) {
    for shown in shown {
        assert!(text.contains(shown), "{shown} is not in\n{text}");
    }
}

#[test]
fn what_is_gone_says_what_it_was_and_so_do_pages_that_only_it_stood_on() {
    let site = SiteTest::with(&records(4));
    site.build();
    let gone = with(record(2), "tags", json!(["only-here"]));
    rebuild(&site, &[record(0), record(1), gone.clone(), record(3)]);
    let said = rebuild(&site, &[record(0), record(1), record(3)]);
    assert_shows(
        &said,
        &[
            "1 gone",
            "1 vanished since the last build",
            "--strict-links",
        ],
    );
    let page = site.read(&format!("id/{}.html", id_of(&gone)));
    let message = "cannot drop {name} on road runner 2: gravity is {";
    assert_shows(
        &page,
        &["This error is gone", message, "noindex", "wile/traps"],
    );
    assert_shows(
        &page,
        &["https://github.com/wile/traps/blob/4f0c8d1/src/tnt/part2.rs#L5"],
    );
    let slug = site.read("errors/wile/traps/cannot-drop-2.html");
    let anchor = format!("id=\"{}\"", id_of(&gone));
    assert_shows(
        &slug,
        &["Nothing is explained here any more", &anchor, "is gone"],
    );
    for (address, shown) in [
        ("tags/only-here.html", "No error has “only-here” any more"),
        (
            "errors/wile/traps/index.html",
            "No errors of wile/traps any more",
        ),
        (
            "source/wile/traps/src/tnt/part2.rs.html",
            "No errors in src/tnt/part2.rs any more",
        ),
        (
            "source/wile/traps/src/tnt/index.html",
            "No errors in src/tnt/ any more",
        ),
        ("changes.html", message),
    ] {
        assert_shows(&site.read(address), &[shown]);
    }
    // It is back, and all is as before.
    rebuild(&site, &[record(0), record(1), gone.clone(), record(3)]);
    let page = site.read(&format!("id/{}.html", id_of(&gone)));
    assert_shows(&page, &["name=\"forward\""]);
    let run = site.run(&["check"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn a_message_in_other_words_takes_the_place_of_the_old_one() {
    let code: Vec<String> = (0..12).map(|n| format!("step_{n}(state);")).collect();
    let old = with(record(0), "sourceCode", json!(code.join("\n")));
    let old = with(
        with(old, "lineNumber", json!(16)),
        "sourceCodeStart",
        json!(10),
    );
    let old = with(old, "sourceCodeEnd", json!(21));
    let site = SiteTest::with(&[old.clone(), record(1)]);
    site.build();
    let message = "cannot let go of {name}";
    let new = with(old.clone(), "errorMessage", json!(message));
    let path = new["filePath"].as_str().unwrap().to_owned();
    let new = with(new, "id", json!(id("acme/anvil", message, &path)));
    let new = with(new, "slug", json!("cannot-let-go"));
    let said = rebuild(&site, &[new.clone(), record(1)]);
    assert_shows(&said, &["1 lead to a successor"]);
    assert!(!said.contains("vanished"), "{said}");
    let page = site.read(&format!("id/{}.html", id_of(&old)));
    let link = format!("../errors/acme/anvil/cannot-let-go.html#{}", id_of(&new));
    assert_shows(&page, &["This error has changed", "road runner 0", &link]);
    // It moved once more: the first leads to the last.
    let last = with(new.clone(), "filePath", json!("src/other.rs"));
    let last = with(last, "id", json!(id("acme/anvil", message, "src/other.rs")));
    rebuild(&site, &[last.clone(), record(1)]);
    let link = format!("cannot-let-go.html#{}", id_of(&last));
    for id in [id_of(&old), id_of(&new)] {
        assert_shows(&site.read(&format!("id/{id}.html")), &[&link]);
    }
    // The page of the slug is still live, and names who stood there.
    let page = site.read("errors/acme/anvil/cannot-let-go.html");
    assert_shows(
        &page,
        &[&format!("id=\"{}\"", id_of(&new)), "took the place"],
    );
    let checked = site.run(&["check"]);
    assert!(!checked.stderr.contains("EB04"), "{}", checked.stderr);
}

#[test]
fn a_record_that_left_a_page_is_found_from_there() {
    let shared = |n: usize| with(record(n), "slug", json!("shared"));
    let site = SiteTest::with(&[shared(0), shared(3), record(6)]);
    site.build();
    rebuild(
        &site,
        &[
            shared(0),
            with(record(3), "slug", json!("own-3")),
            record(6),
        ],
    );
    let line = format!(
        "<li id=\"{}\"><a dir=\"auto\" href=\"own-3.html#",
        id_of(&record(3))
    );
    assert_shows(&site.read("errors/acme/anvil/shared.html"), &[&line]);
    rebuild(
        &site,
        &[
            with(record(0), "slug", json!("own-0")),
            with(record(3), "slug", json!("own-3")),
            with(record(6), "slug", json!("own-6")),
        ],
    );
    // One record stood on a page: it leads there. Two did and are apart: both are named.
    let alone = site.read("errors/acme/anvil/cannot-drop-6.html");
    let anchor = format!("data-anchor=\"{}\"", id_of(&record(6)));
    assert_shows(
        &alone,
        &[
            "data-target=\"own-6.html\"",
            &anchor,
            "http-equiv=\"refresh\"",
        ],
    );
    let both = site.read("errors/acme/anvil/shared.html");
    assert_shows(&both, &[&line, "own-0.html#", "What stood here"]);
    assert_eq!(site.run(&["check"]).code, 0);
}

#[test]
fn bare_anchors_stay_with_their_record_when_another_one_joins_before_it() {
    let of = |n: usize, path: &str| {
        with(
            with(record(n), "slug", json!("shared")),
            "filePath",
            json!(path),
        )
    };
    let (old, new) = (of(0, "src/m.rs"), of(3, "src/a.rs"));
    let site = SiteTest::with(std::slice::from_ref(&old));
    site.build();
    let fix = format!("<h2 id=\"fix\"><a href=\"#{}-fix\">", id_of(&old));
    assert_shows(&site.read("errors/acme/anvil/shared.html"), &[&fix]);
    rebuild(&site, &[old.clone(), new.clone()]);
    let page = site.read("errors/acme/anvil/shared.html");
    assert_shows(&page, &[&fix.replace("h2", "h3")]);
    assert_eq!(page.matches("id=\"fix\"").count(), 1);
    let at = |id: &str| page.find(&format!("<article id=\"{id}\"")).unwrap();
    assert!(
        at(&id_of(&new)) < at(&id_of(&old)),
        "the new one stands first"
    );
    // A third one changes nothing; and where the old one leaves, the first answers.
    rebuild(&site, &[old, new.clone(), of(6, "src/b.rs")]);
    assert_shows(
        &site.read("errors/acme/anvil/shared.html"),
        &[&fix.replace("h2", "h3")],
    );
    rebuild(&site, &[new.clone(), of(6, "src/b.rs")]);
    let fix = format!("<h3 id=\"fix\"><a href=\"#{}-fix\">", id_of(&new));
    assert_shows(&site.read("errors/acme/anvil/shared.html"), &[&fix]);
}

#[test]
fn a_code_of_one_record_leads_to_it_and_one_of_several_lists_them() {
    let coded = |n: usize| with(record(n), "errorCode", json!("E77"));
    let site = SiteTest::with(&[coded(0), record(1)]);
    site.build();
    let anchor = format!("data-anchor=\"{}\"", id_of(&record(0)));
    assert_shows(&site.read("codes/E77.html"), &["name=\"forward\"", &anchor]);
    rebuild(&site, &[coded(0), coded(1)]);
    let list = site.read("codes/E77.html");
    assert_shows(&list, &["road runner 0", "road runner 1"]);
    assert!(!list.contains("name=\"forward\""));
}

#[test]
fn a_record_that_cannot_be_read_is_held_and_not_gone() {
    let site = SiteTest::with(&records(3));
    site.build();
    let mut broken = record(1);
    broken.as_object_mut().unwrap().remove("severity");
    let all = Value::from(vec![record(0), broken, record(2)]);
    site.write("records/all.json", all.to_string());
    let run = site.run(&["build"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert_shows(&run.stderr, &["1 held"]);
    let page = site.read(&format!("id/{}.html", id_of(&record(1))));
    assert_shows(&page, &["This error could not be read", "road runner 1"]);
    let slug = site.read("errors/acme/rocket/cannot-drop-1.html");
    assert_shows(&slug, &["could not be read when the site was built"]);
    // Nobody knows what was in a file that is cut short.
    site.write("records/all.json", &all.to_string()[..2_500]);
    let run = site.run(&["build"]);
    assert_shows(&run.stderr, &["2 held"]);
    assert!(!run.stderr.contains("vanished"), "{}", run.stderr);
    rebuild(&site, &records(3));
    assert_shows(
        &site.read(&format!("id/{}.html", id_of(&record(1)))),
        &["name=\"forward\""],
    );
}

#[test]
fn values_whose_addresses_changed_by_settings_are_led_on() {
    let site = SiteTest::with(&records(2));
    site.build();
    site.write(
        "site.toml",
        "[[facets]]\nfield = \"tags\"\ntitle = \"Words\"\npath = \"words\"\n",
    );
    site.build();
    let page = site.read("tags/gravity.html");
    assert_shows(
        &page,
        &["name=\"forward\"", "data-target=\"../words/gravity.html\""],
    );
    assert_shows(
        &page,
        &[
            "url=../words/gravity.html\"",
            "href=\"../words/gravity.html\"",
        ],
    );
    assert_shows(
        &site.read("severities/error.html"),
        &["No error has “error” any more"],
    );
    assert_eq!(site.run(&["check"]).code, 0);
}

#[test]
fn a_fresh_folder_and_a_copy_of_the_ledger_know_what_was_published() {
    let site = SiteTest::with(&records(3));
    site.build();
    let copy = |to: &str| {
        for (name, bytes) in site.tree() {
            if let Some(name) = name.strip_prefix("links/") {
                site.write(&format!("{to}/links/{name}"), bytes);
            }
        }
    };
    copy("live");
    let kept = site.tree();
    fs::remove_dir_all(site.page("")).unwrap();
    site.write("records/all.json", Value::from(records(2)).to_string());
    let gone = format!("id/{}.html", id_of(&record(2)));
    for folder in ["live", "live/links"] {
        let run = site.run(&["build", "--previous", folder]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_shows(&site.read(&gone), &["This error is gone"]);
        let now = site.tree();
        assert!(
            kept.keys()
                .all(|name| now.contains_key(name) || !name.ends_with(".html"))
        );
    }
    // The same again, from the same copy: all is as it was left.
    let again = site.run(&["build", "--previous", "live/links"]);
    assert_shows(&again.stderr, &["0 written"]);
    // Another copy is another build, and here the same site.
    copy("newer");
    let newer = site.run(&["build", "--previous", "newer"]);
    assert_shows(&newer.stderr, &["0 written"]);
}

#[test]
fn a_ledger_that_must_be_there_is_asked_for() {
    let site = SiteTest::with(&records(2));
    site.write("site.toml", "[output]\nrequire_previous = true\n");
    for arguments in [&["build"][..], &["build", "--previous", "records"]] {
        let run = site.run(arguments);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert_shows(&run.stderr, &["EB0302", "--previous"]);
        assert!(!site.page("index.html").exists());
    }
    site.write("site.toml", "");
    site.build();
    site.write("site.toml", "[output]\nrequire_previous = true\n");
    site.build();
}

#[test]
fn a_ledger_that_is_damaged_stops_the_build() {
    let site = SiteTest::with(&records(3));
    site.build();
    let before = site.tree();
    let part = format!("links/{}.json", &id_of(&record(0))[..2]);
    let whole = site.read(&part);
    let lines: Vec<&str> = whole.lines().collect();
    let cut = lines[..lines.len() - 1].join("\n");
    for damaged in [
        Some(cut),
        Some("not found".into()),
        Some(String::new()),
        None,
    ] {
        match &damaged {
            Some(text) => fs::write(site.page(&part), text).unwrap(),
            None => fs::remove_file(site.page(&part)).unwrap(),
        }
        let run = site.run(&["build"]);
        assert_eq!(run.code, 2, "{damaged:?}: {}", run.stderr);
        assert_shows(&run.stderr, &["EB0301", &part]);
    }
    fs::write(site.page(&part), &whole).unwrap();
    fs::remove_file(site.page("links/index.json")).unwrap();
    assert_eq!(site.run(&["build"]).code, 2);
    fs::write(site.page("links/index.json"), &before["links/index.json"]).unwrap();
    site.build();
    assert_eq!(site.tree(), before);
}

#[test]
fn a_ledger_of_which_only_some_files_were_moved_into_place_is_good() {
    let site = SiteTest::with(&records(6));
    site.build();
    let before = site.tree();
    rebuild(&site, &[record(0), record(1), record(2), record(7)]);
    // As a build leaves it that is killed before the last of its files is in place.
    for name in before.keys().filter(|name| name.starts_with("links/")) {
        let at = site.read(name).len();
        if at.is_multiple_of(2) || name.ends_with("index.json") {
            fs::write(site.page(name), &before[name]).unwrap();
        }
    }
    site.build();
    for n in [3, 4, 5] {
        assert_shows(
            &site.read(&format!("id/{}.html", id_of(&record(n)))),
            &["road runner"],
        );
    }
}

#[test]
fn strict_links_publish_nothing_when_something_is_lost() {
    let site = SiteTest::with(&records(3));
    site.build();
    let before = site.tree();
    site.write("records/all.json", Value::from(records(2)).to_string());
    let run = site.run(&["build", "--strict-links"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_shows(
        &run.stderr,
        &["EB0303", &id_of(&record(2)), "road runner 2"],
    );
    assert_eq!(site.tree(), before);
    site.build();
    // What was lost before is not lost again.
    let run = site.run(&["build", "--strict-links"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn of_what_is_taken_down_later_the_ledger_keeps_addresses_only() {
    let secret = with(record(2), "errorMessage", json!("the secret message"));
    let secret = with(secret, "slug", json!("hush"));
    let all = [record(0), record(1), secret.clone()];
    let site = SiteTest::with(&all);
    site.build();
    for settings in [format!("\"{}\"", id_of(&secret)), "\"wile/traps\"".into()] {
        site.write("site.toml", "");
        rebuild(&site, &all);
        site.write("site.toml", format!("[input]\nwithdrawn = [{settings}]\n"));
        // Whether the input has it still or not.
        for records in [&all[..], &all[..2]] {
            rebuild(&site, records);
            for (name, bytes) in site.tree() {
                let text = String::from_utf8_lossy(&bytes);
                assert!(!text.contains("secret message"), "{settings}: {name}");
            }
            for address in [
                &*format!("id/{}.html", id_of(&secret)),
                "errors/wile/traps/hush.html",
            ] {
                assert_shows(&site.read(address), &["<h1>Withdrawn</h1>"]);
            }
        }
    }
}
