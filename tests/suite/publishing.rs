//! What a build does to the output folder.

use std::collections::BTreeMap;
use std::fs;

use serde_json::json;

use crate::site_test::{SiteTest, assert_same, record, records, with};

#[test]
fn a_second_build_of_the_same_records_touches_nothing() {
    let site = SiteTest::with(&records(60));
    site.build();
    let times = |site: &SiteTest| -> Vec<_> {
        let files = walkdir::WalkDir::new(site.path("public")).sort_by_file_name();
        files
            .into_iter()
            .map(|entry| entry.unwrap())
            .map(|entry| {
                (
                    entry.path().to_path_buf(),
                    entry.metadata().unwrap().modified().unwrap(),
                )
            })
            .collect()
    };
    let before = times(&site);
    let run = site.run(&["build"]);
    assert!(run.stderr.contains(" 0 written"), "{}", run.stderr);
    assert_eq!(before, times(&site));
}

#[test]
fn an_edit_rewrites_few_files_and_gives_what_a_fresh_build_gives() {
    let mut all = records(60);
    let site = SiteTest::with(&all);
    let before = site.build().tree();
    all[7] = with(
        all[7].clone(),
        "documentation",
        json!("Another text altogether."),
    );
    site.write("records/all.json", serde_json::to_string(&all).unwrap());
    let after = site.build().tree();
    let changed: Vec<_> = after
        .iter()
        .filter(|(name, bytes)| before.get(*name) != Some(bytes))
        .map(|(name, _)| name.clone())
        .collect();
    assert!(
        changed.contains(&"errors/acme/rocket/cannot-drop-7.html".to_owned()),
        "{changed:?}"
    );
    let pages = changed
        .iter()
        .filter(|name| !name.starts_with("search/") && !tells_of_builds(name));
    assert_eq!(pages.count(), 1, "{changed:?}");
    let prose = [
        "search/b/",
        "search/bl/",
        "search/root.js",
        "search/index.json",
    ];
    let gone = before.keys().filter(|name| !after.contains_key(*name));
    let index = changed
        .iter()
        .chain(gone)
        .filter(|name| name.starts_with("search/"));
    for name in index {
        assert!(
            prose.iter().any(|part| name.starts_with(part)),
            "{name} changed with prose"
        );
    }
    let fresh = SiteTest::with(&all);
    assert_same(
        &without_builds(after),
        &without_builds(fresh.build().tree()),
        "an edited site and a fresh one",
    );
}

/// Whether a file tells of builds before, of which a fresh site has none.
fn tells_of_builds(name: &str) -> bool {
    name.starts_with("links/") || name == "changes.html"
}

fn without_builds(mut tree: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    tree.retain(|name, _| !tells_of_builds(name));
    tree
}

#[test]
fn of_a_record_that_is_gone_the_addresses_remain_and_nothing_else_changes() {
    let site = SiteTest::with(&records(30));
    let before = site.build().tree();
    fs::write(site.page("note.txt"), "mine").unwrap();
    site.write(
        "records/all.json",
        serde_json::to_string(&records(29)).unwrap(),
    );
    site.build();
    assert_eq!(site.read("note.txt"), "mine");
    let fresh = SiteTest::with(&records(29)).build().tree();
    let (live, kept): (BTreeMap<_, _>, BTreeMap<_, _>) = without_builds(site.tree())
        .into_iter()
        .filter(|(name, _)| name != "note.txt")
        .partition(|(name, _)| fresh.contains_key(name));
    assert_same(
        &live,
        &without_builds(fresh),
        "a site with a record less and a fresh one",
    );
    assert!(kept.contains_key("errors/wile/traps/cannot-drop-29.html"));
    for (name, bytes) in kept {
        let text = String::from_utf8(bytes).unwrap();
        assert!(
            before.contains_key(&name) && text.contains("any more"),
            "{name}: {text}"
        );
    }
}

#[test]
fn a_broken_template_is_named_and_leaves_the_last_site_as_it_was() {
    let site = SiteTest::with(&records(5));
    let before = site.build().tree();
    site.write(
        "templates/record.html",
        "{% for record in records %}\n{{ record.nonsense }}{% endfor %}",
    );
    let run = site.run(&["build"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    for wanted in ["EB0202", "record.html:2", "nonsense", "cannot-drop-"] {
        assert!(
            run.stderr.contains(wanted),
            "`{wanted}` is missing in\n{}",
            run.stderr
        );
    }
    assert_same(&before, &site.tree(), "the site after a broken template");
    site.write("templates/record.html", "{% if %}");
    assert_eq!(site.run(&["build"]).code, 2);
}

#[test]
fn one_template_is_overridden_and_the_others_stay() {
    let site = SiteTest::with(&records(3));
    site.write(
        "templates/record.html",
        "{% for record in records %}[{{ record.id }}]{% endfor %}",
    );
    site.write("static/css/mine.css", "body { color: rebeccapurple }");
    site.build();
    assert_eq!(
        site.read("errors/acme/anvil/cannot-drop-0.html"),
        format!("[{}]", record(0)["id"].as_str().unwrap())
    );
    assert!(site.read("index.html").contains("<main"));
    let css = site
        .tree()
        .into_iter()
        .find(|(name, _)| name.starts_with("assets/errbook.") && name.ends_with(".css"))
        .unwrap();
    assert!(
        String::from_utf8(css.1)
            .unwrap()
            .ends_with("rebeccapurple }")
    );
}

#[test]
fn an_output_folder_of_others_is_refused_with_a_hint() {
    let site = SiteTest::with(&records(1));
    site.write("public/thesis.txt", "years of work");
    let run = site.run(&["build"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--force"), "{}", run.stderr);
    assert_eq!(site.run(&["build", "--force"]).code, 0);
    assert_eq!(site.read("thesis.txt"), "years of work");
    for folder in [".", "records", "records/public", "/"] {
        assert_eq!(
            site.run(&["build", "--force", "--output", folder]).code,
            2,
            "{folder}"
        );
    }
}

#[test]
fn home_and_what_holds_it_are_refused() {
    let site = SiteTest::with(&records(1));
    fs::create_dir_all(site.path("people/me")).unwrap();
    for output in ["people", "people/me"] {
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_errbook"))
            .args(["build", "--force", "--output", output])
            .env("HOME", site.path("people/me"))
            .current_dir(site.folder())
            .output()
            .unwrap();
        let told = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{told}");
        assert!(told.contains("your home folder"), "{told}");
    }
    assert!(site.path("people/me").read_dir().unwrap().next().is_none());
}

#[test]
fn a_build_that_would_take_most_away_says_how_much_and_how_to_go_on() {
    let site = SiteTest::with(&records(60));
    let before = site.build().tree();
    site.write("records/all.json", json!(records(20)).to_string());
    let run = site.run(&["build"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    for wanted in ["40 of the 60 published records", "--allow-mass-delete"] {
        assert!(run.stderr.contains(wanted), "{}", run.stderr);
    }
    assert_same(
        &before,
        &site.tree(),
        "the site after a build that was stopped",
    );
    // Pages that would be deleted count as well.
    site.write("records/all.json", json!(records(60)).to_string());
    site.write("site.toml", "[output]\npermalinks = false\n");
    let run = site.run(&["build"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("would delete 60"), "{}", run.stderr);
    assert_eq!(site.run(&["build", "--allow-mass-delete"]).code, 0);
    site.write("records/all.json", json!(records(20)).to_string());
    assert_eq!(site.run(&["build", "--allow-mass-delete"]).code, 0);
}

#[test]
fn a_mistyped_setting_is_named_with_its_line_and_a_suggestion() {
    let site = SiteTest::with(&records(1));
    site.write("site.toml", "[site]\ntitel = \"x\"\n");
    let run = site.run(&["build"]);
    assert_eq!(run.code, 2);
    for wanted in ["EB0002", "site.toml:2", "did you mean `title`?"] {
        assert!(
            run.stderr.contains(wanted),
            "`{wanted}` is missing in\n{}",
            run.stderr
        );
    }
}

#[test]
fn a_base_url_that_is_none_is_refused_wherever_it_is_given() {
    let site = SiteTest::with(&records(1));
    let run = site.run(&["build", "--base-url", "example.org"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("EB0003"), "{}", run.stderr);
}

#[test]
fn an_output_folder_beside_the_site_is_published_to() {
    let site = SiteTest::with(&records(2));
    for folder in ["../beside", "sub/../there", "not/yet/there"] {
        let site = SiteTest::new();
        site.write("mine/records/one.json", record(1).to_string());
        let mine = site.path("mine");
        let output = mine.join(folder);
        fs::create_dir(mine.join("sub")).unwrap();
        let config = format!("[output]\ndir = {folder:?}\n");
        site.write("mine/site.toml", config);
        let run = site.run(&["build", "--config", "mine/site.toml"]);
        assert_eq!(run.code, 0, "{folder}: {}", run.stderr);
        assert!(output.join("index.html").exists(), "{folder}");
    }
    for folder in ["static", "templates/x"] {
        assert_eq!(
            site.run(&["build", "--force", "--output", folder]).code,
            2,
            "{folder}"
        );
    }
}

#[test]
fn a_file_of_the_sites_own_cannot_take_the_place_of_a_page() {
    let site = SiteTest::with(&records(1));
    site.write("static/root/CNAME", "example.org");
    site.build();
    assert_eq!(site.read("CNAME"), "example.org");
    for name in [
        "index.html",
        "404.html",
        "errors/index.html",
        "index.html/a",
    ] {
        let site = SiteTest::with(&records(1));
        site.write(&format!("static/root/{name}"), "mine");
        let run = site.run(&["build"]);
        assert_eq!(run.code, 2, "{name}: {}", run.stderr);
        assert!(run.stderr.contains("EB0203"), "{name}: {}", run.stderr);
    }
}

#[test]
fn an_edit_of_one_records_prose_rewrites_its_page_a_few_lists_and_the_index_of_prose() {
    let mut all = records(400);
    let site = SiteTest::with(&all);
    let before = site.build().tree();
    let text = json!("Only zebras know why it falls.");
    all[7] = with(all[7].clone(), "documentation", text);
    site.write("records/all.json", json!(all).to_string())
        .build();
    let after = site.tree();
    let written: Vec<&String> = after
        .iter()
        .filter(|(name, bytes)| before.get(*name) != Some(*bytes))
        .map(|(name, _)| name)
        .collect();
    let (search, others): (Vec<&String>, Vec<&String>) = written
        .into_iter()
        .filter(|name| !tells_of_builds(name))
        .partition(|name| name.starts_with("search/"));
    assert_eq!(others, ["errors/acme/rocket/cannot-drop-7.html"]);
    let mut kinds: Vec<_> = search
        .iter()
        .filter_map(|name| name.split('/').nth(1))
        .collect();
    kinds.dedup();
    assert!(kinds.contains(&"b"), "{kinds:?}");
    kinds.retain(|kind| !["b", "bl", "index.json", "root.js"].contains(kind));
    assert!(kinds.is_empty(), "{kinds:?}");
}

#[test]
fn without_facets_a_record_and_its_rows_still_show_its_facts() {
    let mut all = records(3);
    all[1] = with(all[1].clone(), "errorCode", json!("E4711"));
    let site = SiteTest::with(&all);
    site.write("site.toml", "facets = []\n").build();
    assert!(!site.page("tags").exists());
    let list = site.read("errors/acme/rocket/index.html");
    assert!(
        list.contains("data-severity=\"warning\"") && list.contains("<b>E4711</b>"),
        "{list}"
    );
    let page = site.read("errors/acme/rocket/cannot-drop-1.html");
    for fact in [
        "gravity",
        "rocket",
        "E4711",
        "warning",
        "validation",
        "physics",
    ] {
        assert!(page.contains(&format!(">{fact}<")), "{fact} in {page}");
    }
    let links = page.matches("class=\"pill").count() - page.matches("<span class=\"pill").count();
    assert_eq!(links, 0, "no page to lead to");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_in_the_place_of_a_file_of_errbooks_stops_no_build_for_ever() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let site = SiteTest::with(&records(20));
    // What changed a moment ago is not kept, so that every file is there after the second build.
    let old = std::time::SystemTime::now() - Duration::from_hours(1);
    let file = fs::File::options()
        .write(true)
        .open(site.path("records/all.json"));
    file.unwrap().set_modified(old).unwrap();
    site.build().build();
    let of = |folder: &str| {
        let entries = fs::read_dir(site.path(folder)).unwrap();
        let names =
            entries.map(|entry| format!("{folder}/{}", entry.unwrap().file_name().display()));
        names.collect::<Vec<_>>()
    };
    let mut places = of(".public.errbook-cache");
    places.extend(of("public/.errbook/manifest").into_iter().take(2));
    places.extend(of("public/links").into_iter().take(2));
    for place in [
        ".public.errbook-lock",
        ".public.errbook-stage/journal",
        "public/.errbook/retired",
        "public/index.html",
    ] {
        places.push(place.to_owned());
    }
    for place in places {
        let pipe = site.path(&place);
        let before = fs::read(&pipe).ok();
        fs::create_dir_all(pipe.parent().unwrap()).unwrap();
        let _ = fs::remove_file(&pipe);
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let mut build = Command::new(env!("CARGO_BIN_EXE_errbook"))
            .args(["build", "--quiet"])
            .current_dir(site.folder())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let until = Instant::now() + Duration::from_mins(2);
        let ended = loop {
            match build.try_wait().unwrap() {
                None if Instant::now() < until => std::thread::sleep(Duration::from_millis(20)),
                ended => break ended,
            }
        };
        if ended.is_none() {
            build.kill().unwrap();
        }
        assert!(ended.is_some(), "{place} was waited for");
        let _ = fs::remove_file(&pipe);
        match before {
            Some(bytes) => fs::write(&pipe, bytes).unwrap(),
            None => {
                let _ = fs::remove_dir(pipe.parent().unwrap());
            }
        }
    }
}
