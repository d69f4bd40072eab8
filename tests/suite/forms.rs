//! Every way in: files, lines, compressed files, standard input, the data set's export.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::{Value, json};

use crate::site_test::{SiteTest, assert_same, record, records, with};

const VERSION: &str = "2026-09-14T16:17:12.679Z";

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    compress_to_vec(text, CompressionLevel::Fastest)
}

fn lines(records: &[Value]) -> String {
    let lines: Vec<_> = records.iter().map(Value::to_string).collect();
    lines.join("\n") + "\n"
}

/// Records as the data set exports them.
pub(crate) fn write_export(site: &SiteTest, folder: &str, records: &[Value]) {
    let mut repos: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for record in records {
        let repo = record["repo"].as_str().unwrap();
        repos.entry(repo).or_default().push(record);
    }
    for (repo, records) in &repos {
        site.write(
            &format!("{folder}/repos/{repo}.json"),
            json!(records).to_string(),
        );
    }
    let facts: Vec<_> = repos
        .iter()
        .map(|(repo, records)| json!({
            "repo": repo, "description": format!("Goods of <{repo}>"), "language": "Rust", "stars": 1234,
            "defaultBranch": "trunk", "analyzedSha": "4f0c8d1", "errorCount": records.len(),
        }))
        .collect();
    let article = json!({
        "slug": "bad-luck", "clusterKey": "tag:bad-luck", "title": "Plain bad luck", "summary": "When *nothing* helps.",
        "background": "Roads are painted on rocks.", "commonCauses": [{"cause": "A painted tunnel", "detail": "It looks `real`."}],
        "fixes": ["Use the door."], "errorCount": 3,
    });
    let manifest = json!({
        "schemaVersion": 2, "datasetVersion": VERSION, "files": {},
        "counts": {"repos": repos.len(), "errors": records.len(), "infoPages": 1},
    });
    site.write(&format!("{folder}/manifest.json"), manifest.to_string())
        .write(&format!("{folder}/repos.json"), json!(facts).to_string())
        .write(&format!("{folder}/info/bad-luck.json"), article.to_string())
        .write(
            &format!("{folder}/info/index.json"),
            "[{\"slug\": \"bad-luck\"}]",
        )
        .write(&format!("{folder}/index.json.gz"), gzip(b"[{}]"))
        .write(&format!("{folder}/search/terms.json"), "{\"terms\": []}");
}

#[test]
fn files_lines_gzip_zstd_and_standard_input_give_the_same_site() {
    let records = records(300);
    let text = lines(&records);
    let files = SiteTest::new();
    for (n, record) in records.iter().enumerate() {
        files.write(&format!("records/{n}.json"), record.to_string());
    }
    let wanted = files.build().tree();
    let array = json!(records).to_string();
    for (what, bytes) in [
        ("lines", text.clone().into_bytes()),
        ("gzip", gzip(text.as_bytes())),
        ("zstd", zstd(text.as_bytes())),
        ("gzip of an array", gzip(array.as_bytes())),
    ] {
        let site = SiteTest::new();
        site.write("records/all.data", &bytes);
        assert_same(&wanted, &site.build().tree(), what);
        let site = SiteTest::new();
        let run = site.run_with(&["build", "--records", "-"], &bytes);
        assert_eq!(run.code, 0, "{what}: {}", run.stderr);
        assert_same(&wanted, &site.tree(), &format!("{what} on standard input"));
    }
}

#[test]
fn an_export_gives_the_same_pages_and_its_facts_and_articles() {
    let records = records(300);
    let plain = SiteTest::with(&records);
    let plain = plain.build().tree();
    let site = SiteTest::new();
    write_export(&site, "records", &records);
    let run = site.run(&["build", "--strict"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("300 read, 300 published"),
        "{}",
        run.stderr
    );
    let tree = site.tree();
    let differing: Vec<_> = tree
        .iter()
        // The ledger says which data set a record came with.
        .filter(|(name, bytes)| !name.starts_with("links/") && plain.get(*name) != Some(*bytes))
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(
        differing,
        [
            "errors/acme/anvil/index.html",
            "errors/acme/rocket/index.html",
            "errors/wile/traps/index.html",
            "families/bad-luck.html",
            "families/bad-luck/page/2.html",
        ],
        "only what shows facts or the article"
    );
    assert!(plain.keys().all(|name| tree.contains_key(name)));
    let repo = site.read("errors/acme/anvil/index.html");
    for shown in [
        "Goods of &lt;acme/anvil&gt;",
        "Rust",
        "1,234 stars",
        "trunk",
        "4f0c8d1",
    ] {
        assert!(repo.contains(shown), "{shown} is missing in\n{repo}");
    }
    let family = site.read("families/bad-luck.html");
    for shown in [
        "<h1>Plain bad luck</h1>",
        "When <em>nothing</em> helps.",
        "painted on rocks",
        "A painted tunnel",
        "<code>real</code>",
        "Use the door.",
        "<h3><a href=\"../errors/acme/anvil/index.html\">acme/anvil</a></h3>",
    ] {
        assert!(family.contains(shown), "{shown} is missing in\n{family}");
    }
    assert!(
        !site
            .read("families/bad-luck/page/2.html")
            .contains("Use the door.")
    );
}

#[test]
fn text_of_an_article_is_hostile_too() {
    let site = SiteTest::new();
    write_export(&site, "records", &records(3));
    let evil = "<script>alert(1)</script>[x](javascript:alert(1))";
    let article = json!({"slug": "bad-luck", "title": evil, "summary": evil, "background": evil,
        "commonCauses": [{"cause": evil, "detail": evil}], "fixes": [evil]});
    site.write("records/info/bad-luck.json", article.to_string());
    site.build();
    let page = site.read("families/bad-luck.html");
    assert!(
        !page.contains("<script>alert") && !page.contains("href=\"javascript"),
        "{page}"
    );
}

#[test]
fn what_is_wrong_in_compressed_text_is_named_by_the_file_and_its_line() {
    let site = SiteTest::new();
    let text = format!("{}\n{{\"id\": }}\n", record(1));
    site.write("records/x.jsonl.gz", gzip(text.as_bytes()));
    let run = site.run(&["build"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(run.stderr.contains("x.jsonl.gz:2:8"), "{}", run.stderr);
    let run = site.run_with(&["build", "--records", "-"], text.as_bytes());
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(
        run.stderr.contains("<standard input>:2:8"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_bomb_is_refused_and_the_rest_is_published() {
    let mut bomb = lines(&[record(2)]).into_bytes();
    bomb.resize(24 << 20, b' ');
    for bomb in [gzip(&bomb), zstd(&bomb)] {
        let site = SiteTest::with(&[record(1)]);
        site.write("records/bomb.json", &bomb);
        let run = site.run(&["build"]);
        assert_eq!(run.code, 4, "{}", run.stderr);
        assert!(run.stderr.contains("EB0124") && run.stderr.contains("bomb.json"));
        assert!(run.stderr.contains("1 read, 1 published"), "{}", run.stderr);
        site.write("site.toml", "[input]\nmax_unpacked_ratio = 100000\n");
        site.build();
    }
    let site = SiteTest::new();
    site.write("site.toml", "[input]\nmax_unpacked_bytes = 1000\n");
    let run = site.run_with(&["build", "--records", "-"], lines(&records(9)).as_bytes());
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("EB0124"), "{}", run.stderr);
}

#[test]
fn a_compressed_file_that_is_cut_short_gives_what_it_has() {
    let text = lines(&records(300));
    for packed in [gzip(text.as_bytes()), zstd(text.as_bytes())] {
        let site = SiteTest::new();
        site.write("records/cut.gz", &packed[..packed.len() * 3 / 4]);
        let run = site.run(&["build"]);
        assert_eq!(run.code, 4, "{}", run.stderr);
        assert!(run.stderr.contains("EB0125") && run.stderr.contains("cut.gz"));
        assert!(
            site.page("errors/acme/anvil/cannot-drop-0.html").exists(),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn of_withdrawn_records_and_repositories_only_addresses_remain_and_the_summary_adds_up() {
    let secret = with(record(1), "documentation", json!("the secret text"));
    let id = secret["id"].as_str().unwrap().to_owned();
    let site = SiteTest::with(&[secret, record(2), record(3), record(4)]);
    site.write(
        "site.toml",
        format!("[input]\nwithdrawn = [\"{id}\", \"Wile/Traps\"]\n"),
    );
    let run = site.run(&["build"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("4 read, 2 published, 2 withdrawn"),
        "{}",
        run.stderr
    );
    let other = record(2)["id"].as_str().unwrap().to_owned();
    let mut tombstones = vec![
        "errors/acme/rocket/cannot-drop-1.html".to_owned(),
        "errors/wile/traps/cannot-drop-2.html".to_owned(),
        format!("id/{id}.html"),
        format!("id/{other}.html"),
    ];
    for (name, bytes) in site.tree() {
        let text = String::from_utf8_lossy(&bytes);
        for gone in [
            "the secret text",
            &id,
            &other,
            "Wile",
            "wile/traps",
            "road runner 2",
            "cannot-drop-2",
        ] {
            // The ledger has the addresses, and nothing else.
            let is_address = [&*id, &*other, "wile/traps", "cannot-drop-2"].contains(&gone);
            let kept = name.starts_with("links/") && is_address;
            assert!(kept || !text.contains(gone), "{gone} is in {name}");
        }
        if let Some(at) = tombstones.iter().position(|tombstone| *tombstone == name) {
            tombstones.remove(at);
            assert!(
                text.contains("<h1>Withdrawn</h1>") && text.contains("noindex"),
                "{text}"
            );
        } else {
            assert!(!name.contains(&id) && !name.contains("wile"), "{name}");
        }
    }
    assert!(tombstones.is_empty(), "not there: {tombstones:?}");
}

#[test]
fn an_id_that_another_record_has_as_well_leads_to_that_record() {
    let kept = record(1);
    let taken = with(record(2), "id", kept["id"].clone());
    let id = kept["id"].as_str().unwrap().to_owned();
    let site = SiteTest::with(&[kept, taken]);
    site.write("site.toml", "[input]\nwithdrawn = [\"wile/traps\"]\n");
    let run = site.run(&["build"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        site.read(&format!("id/{id}.html"))
            .contains("road runner 1")
    );
    let listed = site.run(&["list"]).stdout;
    assert_eq!(listed.matches(&format!("id/{id}.html")).count(), 1);
}

#[test]
fn a_withdrawn_record_leaves_the_page_to_the_others_on_it() {
    let kept = with(record(1), "slug", json!("shared"));
    let taken = with(record(4), "slug", json!("shared"));
    let id = taken["id"].as_str().unwrap().to_owned();
    let site = SiteTest::with(&[kept, taken]);
    // The second one is in no input: its permalink remains all the same.
    site.write(
        "site.toml",
        format!("[input]\nwithdrawn = [\"{id}\", \"00000000000000aa\"]\n"),
    );
    site.build();
    assert!(
        site.read("errors/acme/rocket/shared.html")
            .contains("road runner 1")
    );
    assert!(
        !site
            .read("errors/acme/rocket/shared.html")
            .contains("Withdrawn")
    );
    for id in [&*id, "00000000000000aa"] {
        assert!(
            site.read(&format!("id/{id}.html"))
                .contains("<h1>Withdrawn</h1>")
        );
    }
}

#[test]
fn the_list_has_the_addresses_of_the_site_and_writes_nothing() {
    let site = SiteTest::with(&records(30));
    let run = site.run(&["list"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!site.path("public").exists());
    let json = site.run(&["list", "--format", "json"]).stdout;
    let rows: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let addresses: Vec<_> = rows
        .iter()
        .map(|row| row["address"].as_str().unwrap())
        .collect();
    assert_eq!(run.stdout.lines().collect::<Vec<_>>(), addresses);
    assert!(rows.iter().all(|row| row["kind"].is_string()));
    for name in site.build().tree().keys() {
        let is_listed = addresses
            .iter()
            .any(|address| name == address || address.ends_with('/') && name.starts_with(address));
        assert!(is_listed, "{name}");
    }
}

#[test]
fn the_schema_is_json_on_standard_output() {
    let run = SiteTest::new().run(&["schema"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let schema: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    let keys: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    for key in record(1).as_object().unwrap().keys() {
        assert!(keys.contains(&key), "{key}");
    }
}
