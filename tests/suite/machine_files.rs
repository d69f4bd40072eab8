//! Files that programs read: strict parsers read them back, on records that are full of what such
//! files have to escape, and what they say leads to where it should.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use roxmltree::{Document, Node};
use scraper::{Html, Selector};
use serde_json::{Value, json};

use crate::site_test::{SiteTest, id, record, records, with};

const BASE: &str = "https://example.org/errors/";

/// Markup, quotes, the end of a CDATA section, control characters, and what is no character.
const HOSTILE: &str = "]]></title></script><!-- & \"it's\" <b>\0\u{1}\u{8}\u{b}\u{c}\u{1b}\u{7f}\u{85}\u{2028}\r\n\u{fffe}\u{ffff}\u{fdd0} end";

/// The same, as far as a text shows it on one line.
fn is_shown_in(text: &str) -> bool {
    text.contains("]]></title></script><!-- & \"it's\" <b>") && text.ends_with(" end")
}

fn hostile() -> Value {
    let (repo, path) = ("acme/<&\"'>]]>", "src/<&>\"'\u{1}.rs");
    let mut record = with(record(1), "id", json!(id(repo, HOSTILE, path)));
    for (key, value) in [
        ("repo", repo),
        ("filePath", path),
        ("slug", "slug & <]]>"),
        ("errorCode", HOSTILE),
        ("errorMessage", HOSTILE),
        ("messagePattern", HOSTILE),
        ("severity", HOSTILE),
        ("errorType", HOSTILE),
        ("errorClass", HOSTILE),
        ("documentation", HOSTILE),
        ("triggerScenarios", HOSTILE),
        ("githubUrl", ""),
    ] {
        record = with(record, key, json!(value));
    }
    with(record, "tags", json!([HOSTILE]))
}

/// A site of hostile records with an address, and what its build said.
fn published(all: &[Value], settings: &str) -> (SiteTest, String) {
    let site = SiteTest::with(all);
    site.write("site.toml", settings);
    let run = site.run(&["build"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    (site, run.stderr)
}

fn with_address() -> String {
    format!("[site]\ntitle = \"A & <B>\"\nbase_url = \"{BASE}\"\n")
}

/// The texts of all elements of a name, in order.
fn texts<'a>(document: &'a Document<'_>, name: &str) -> Vec<&'a str> {
    let elements = document.descendants().filter(|it| it.has_tag_name_of(name));
    elements.filter_map(|it| it.text()).collect()
}

trait Named {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

/// The file that a full address leads to.
fn file_of(url: &str) -> String {
    let path = url.strip_prefix(BASE).unwrap_or_else(|| panic!("{url}"));
    let path = path.split('#').next().unwrap();
    let path = percent_encoding::percent_decode_str(path);
    path.decode_utf8().unwrap().into_owned()
}

/// Elements of a page that a selector finds.
fn select(html: &str, selector: &str) -> Vec<BTreeMap<String, String>> {
    let document = Html::parse_document(html);
    let selector = Selector::parse(selector).unwrap();
    let found = document.select(&selector).map(|element| {
        let attributes = element.value().attrs();
        let mut found: BTreeMap<_, _> = attributes
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        found.insert("text".into(), element.text().collect());
        found
    });
    found.collect()
}

#[test]
fn the_sitemap_has_exactly_the_pages_that_search_engines_may_come_to() {
    let mut all = records(130);
    all.push(hostile());
    // A near-duplicate: its page has another one's address as canonical.
    let twins = [201, 204].map(|n| with(record(n), "messagePattern", json!("twin of (.+?)")));
    all.extend(twins);
    let (site, _) = published(&all, &with_address());
    let text = site.read("sitemap.xml");
    let document = Document::parse(&text).unwrap();
    let listed = texts(&document, "loc");
    let count = listed.len();
    let listed: BTreeSet<String> = listed.into_iter().map(file_of).collect();
    assert_eq!(listed.len(), count, "none twice");
    let mut expected = BTreeSet::new();
    for (name, bytes) in site.tree() {
        if !name.ends_with(".html") || name.contains("/page/") {
            continue;
        }
        let html = String::from_utf8(bytes).unwrap();
        let robots = select(&html, "meta[name=robots]");
        let canonical = select(&html, "link[rel=canonical]");
        if robots.is_empty() && canonical.iter().any(|link| file_of(&link["href"]) == name) {
            expected.insert(name);
        }
    }
    assert_eq!(listed, expected);
    assert!(expected.len() > 150, "{}", expected.len());
}

#[test]
fn a_page_in_the_sitemap_has_the_date_of_the_last_change_of_its_records() {
    let late = with(
        record(3),
        "contentChangedAt",
        json!("2026-10-02T03:04:05.006Z"),
    );
    let (site, _) = published(&[record(0), late], &with_address());
    let text = site.read("sitemap.xml");
    let document = Document::parse(&text).unwrap();
    let changed = |address: &str| {
        let url = format!("{BASE}{address}");
        let mut urls = document
            .descendants()
            .filter(|it| it.has_tag_name_of("url"));
        let entry = urls.find(|it| it.descendants().any(|it| it.text() == Some(&url)));
        let entry = entry.unwrap_or_else(|| panic!("{url}"));
        let date = entry.descendants().find(|it| it.has_tag_name_of("lastmod"));
        date.and_then(|date| date.text()).map(str::to_owned)
    };
    let (early, late) = ("2026-09-11T21:06:21.487Z", "2026-10-02T03:04:05.006Z");
    for (address, date) in [
        ("errors/acme/anvil/cannot-drop-0.html", Some(early)),
        ("errors/acme/anvil/cannot-drop-3.html", Some(late)),
        ("errors/acme/anvil/index.html", Some(late)),
        ("index.html", Some(late)),
        ("tags/gravity.html", Some(late)),
        ("tags/index.html", None),
    ] {
        assert_eq!(changed(address).as_deref(), date, "{address}");
    }
}

#[test]
fn the_feed_has_the_last_changes_by_id_and_is_strict() {
    let changed = |n: usize| {
        let date = format!("2026-10-{:02}T00:00:00Z", 1 + n % 28);
        with(record(n), "contentChangedAt", json!(date))
    };
    let mut all: Vec<_> = (0..70).map(changed).collect();
    all.push(with(
        hostile(),
        "contentChangedAt",
        json!("2026-11-01T00:00:00Z"),
    ));
    all.push(with(
        with(record(90), "analyzedAt", json!(null)),
        "contentChangedAt",
        json!(null),
    ));
    let site = SiteTest::with(&all);
    site.write("site.toml", with_address());
    site.run(&["build"]);
    let text = site.read("feed.xml");
    let document = Document::parse(&text).unwrap();
    let feed = document.root_element();
    assert_eq!(
        feed.tag_name().namespace(),
        Some("http://www.w3.org/2005/Atom")
    );
    let child = |of: Node<'_, '_>, name: &str| {
        let found: Vec<_> = of
            .children()
            .filter(|it| it.has_tag_name_of(name))
            .collect();
        assert_eq!(found.len(), 1, "{name}");
        found[0].text().unwrap_or_default().to_owned()
    };
    assert_eq!(child(feed, "title"), "A & <B>");
    assert_eq!(child(feed, "id"), format!("{BASE}feed.xml"));
    assert_eq!(child(feed, "updated"), "2026-11-01T00:00:00.000Z");
    let entries: Vec<_> = feed
        .children()
        .filter(|it| it.has_tag_name_of("entry"))
        .collect();
    assert_eq!(entries.len(), 50);
    let mut ids = BTreeSet::new();
    let mut before = String::from("9");
    for entry in &entries {
        let updated = child(*entry, "updated");
        assert!(updated <= before, "newest first");
        before = updated;
        let id = child(*entry, "id");
        assert!(site.page(&file_of(&id)).exists(), "{id}");
        let link = entry
            .children()
            .find(|it| it.has_tag_name_of("link"))
            .unwrap();
        let href = link.attribute("href").unwrap();
        let (_, anchor) = href.split_once('#').unwrap();
        assert_eq!(id, format!("{BASE}id/{anchor}.html"));
        assert!(
            site.read(&file_of(href))
                .contains(&format!("id=\"{anchor}\""))
        );
        assert!(!child(*entry, "title").is_empty() && !child(*entry, "summary").is_empty());
        ids.insert(id);
    }
    assert_eq!(ids.len(), 50);
    assert!(
        is_shown_in(&child(entries[0], "title")),
        "{:?}",
        child(entries[0], "title")
    );
    for page in ["index.html", "recent.html"] {
        let links = select(&site.read(page), "link[type='application/atom+xml']");
        assert_eq!(links[0]["href"], "feed.xml", "{page}");
    }
}

/// Name to link and title, as Sphinx's reader takes a line.
fn inventory(site: &SiteTest, address: &str) -> BTreeMap<String, (String, String)> {
    let bytes = std::fs::read(site.page(address)).unwrap();
    let mut parts = bytes.splitn(5, |byte| *byte == b'\n');
    let mut head = || String::from_utf8(parts.next().unwrap().to_vec()).unwrap();
    assert_eq!(head(), "# Sphinx inventory version 2");
    assert!(head().starts_with("# Project: "));
    assert!(head().starts_with("# Version: "));
    assert!(head().contains("zlib"));
    let mut text = String::new();
    let packed = parts.next().unwrap();
    flate2::read::ZlibDecoder::new(packed)
        .read_to_string(&mut text)
        .unwrap();
    let mut names = BTreeMap::new();
    let mut before = String::new();
    for line in text.strip_suffix('\n').unwrap().split('\n') {
        assert!(
            !line.contains(|c: char| c.is_control() || "\u{2028}\u{2029}".contains(c)),
            "{line:?}"
        );
        let at = line
            .find(" std:label -1 ")
            .unwrap_or_else(|| panic!("{line:?}"));
        let (name, rest) = (&line[..at], &line[at + " std:label -1 ".len()..]);
        let (href, title) = rest.split_once(' ').unwrap();
        assert!(
            !title.is_empty() && *name > *before,
            "{line:?} after {before:?}"
        );
        assert_eq!(name, name.to_lowercase());
        name.clone_into(&mut before);
        names.insert(name.to_owned(), (href.to_owned(), title.to_owned()));
    }
    names
}

#[test]
fn inventories_name_records_by_id_slug_and_unique_code() {
    let mut all = records(12);
    for (n, code) in [(0, "E0382"), (3, "E0499"), (1, "e0499"), (2, "a b 3")] {
        all[n] = with(all[n].clone(), "errorCode", json!(code));
    }
    all.push(hostile());
    let site = SiteTest::with(&all);
    site.write("site.toml", with_address());
    site.run(&["build"]);
    let id_of = |n: usize| all[n]["id"].as_str().unwrap().to_owned();
    let root = inventory(&site, "objects.inv");
    let link_of = |id: &str| format!("id/{id}.html");
    assert_eq!(root["e0382"].0, link_of(&id_of(0)));
    assert!(!root.contains_key("e0499") && !root.contains_key("a b 3"));
    assert_eq!(
        root["acme/anvil/cannot-drop-3"].0,
        "errors/acme/anvil/cannot-drop-3.html"
    );
    assert!(is_shown_in(&root[&id_of(12)].1), "{:?}", root[&id_of(12)]);
    // Ids, pages and two codes: the hostile one is unique, too.
    assert_eq!(root.len(), 13 + 13 + 2);
    // Within its repository the code is unique.
    let own = inventory(&site, "errors/acme/anvil/objects.inv");
    assert_eq!(own["e0499"].0, format!("../../../{}", link_of(&id_of(3))));
    assert_eq!(own["acme/anvil/cannot-drop-3"].0, "cannot-drop-3.html");
    for (folder, names) in [("", root), ("errors/acme/anvil/", own)] {
        for (href, _) in names.values() {
            let from = format!("{folder}index.html");
            let (file, _) = crate::links::follow(&from, href).unwrap_or_else(|| panic!("{href}"));
            assert!(site.page(&file).exists(), "{file}");
        }
    }
}

#[test]
fn without_permalinks_inventories_lead_to_sections() {
    let settings = "[output]\npermalinks = false\n";
    let (site, _) = published(&records(3), settings);
    let id = record(0)["id"].as_str().unwrap().to_owned();
    let own = inventory(&site, "errors/acme/anvil/objects.inv");
    assert_eq!(own[&id].0, format!("cannot-drop-0.html#{id}"));
}

#[test]
fn a_records_page_says_what_it_is_as_data() {
    let mut all = records(3);
    all.push(hostile());
    let (site, _) = published(&all, &with_address());
    let pages: Vec<_> = site
        .tree()
        .into_keys()
        .filter(|name| {
            name.starts_with("errors/") && !name.ends_with("index.html") && name.ends_with(".html")
        })
        .collect();
    assert_eq!(pages.len(), 4);
    for name in pages {
        let html = site.read(&name);
        let scripts = select(&html, "script:not([src])");
        assert_eq!(scripts.len(), 1, "{name}");
        assert_eq!(scripts[0]["type"], "application/ld+json");
        let data: Value = serde_json::from_str(&scripts[0]["text"]).unwrap();
        assert_eq!(data["@context"], "https://schema.org");
        let [article, crumbs] = &data["@graph"].as_array().unwrap()[..] else {
            panic!("{data}")
        };
        assert_eq!(article["@type"], "TechArticle");
        let canonical = &select(&html, "link[rel=canonical]")[0]["href"];
        assert_eq!(article["url"], canonical.as_str());
        assert_eq!(article["dateModified"], "2026-09-11T21:06:21.487Z");
        assert_eq!(crumbs["@type"], "BreadcrumbList");
        let items = crumbs["itemListElement"].as_array().unwrap();
        let positions: Vec<_> = items
            .iter()
            .map(|item| item["position"].as_u64().unwrap())
            .collect();
        assert_eq!(positions, [1, 2, 3]);
        assert!(items[2].get("item").is_none(), "the page itself");
        assert_eq!(items[2]["name"], article["headline"]);
        for item in &items[..2] {
            let url = item["item"].as_str().unwrap();
            assert!(site.page(&file_of(url)).exists(), "{url}");
            assert!(!item["name"].as_str().unwrap().is_empty());
        }
        let preview: BTreeMap<_, _> = select(&html, "meta[property]")
            .into_iter()
            .map(|meta| (meta["property"].clone(), meta["content"].clone()))
            .collect();
        assert_eq!(preview["og:url"], *canonical);
        assert_eq!(preview["og:type"], "article");
        assert_eq!(preview["og:site_name"], "A & <B>");
        if name.contains('~') {
            assert!(
                is_shown_in(article["headline"].as_str().unwrap()),
                "{article}"
            );
            assert!(preview["og:title"].contains("]]></title></script><!-- & \"it's\" <b>"));
        }
    }
}

#[test]
fn without_an_address_there_is_no_full_link_to_the_site_and_the_build_says_what_is_missing() {
    let mut all = records(6);
    all.push(hostile());
    let (site, said) = published(&all, "");
    assert_eq!(said.matches("without `base_url`").count(), 1, "{said}");
    for word in [
        "canonical",
        "previews",
        "JSON-LD",
        "sitemap.xml",
        "feed.xml",
        "404.html",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let tree = site.tree();
    assert!(!tree.contains_key("sitemap.xml") && !tree.contains_key("feed.xml"));
    assert_eq!(site.read("robots.txt"), "User-agent: *\nAllow: /\n");
    for (name, bytes) in &tree {
        let text = String::from_utf8_lossy(bytes);
        assert!(
            !text.contains("ld+json") && !text.contains("og:url"),
            "{name}"
        );
        assert!(!text.contains("rel=\"canonical\""), "{name}");
    }
    let llms = site.read("llms.txt");
    assert!(!llms.contains("://"), "{llms}");
    assert_links_of_llms(&site, "");
}

/// Every link of `llms.txt` leads to a file; how many there are.
fn assert_links_of_llms(site: &SiteTest, base: &str) -> usize {
    let text = site.read("llms.txt");
    let mut links = 0;
    for event in pulldown_cmark::Parser::new(&text) {
        if let pulldown_cmark::Event::Start(pulldown_cmark::Tag::Link { dest_url, .. }) = event {
            let path = dest_url
                .strip_prefix(base)
                .unwrap_or_else(|| panic!("{dest_url}"));
            let path = percent_encoding::percent_decode_str(path)
                .decode_utf8()
                .unwrap();
            assert!(site.page(&path).exists(), "{path}");
            links += 1;
        }
    }
    links
}

#[test]
fn robots_and_language_models_are_told_where_things_are() {
    let mut all = records(6);
    all.push(hostile());
    let (site, said) = published(&all, &with_address());
    assert!(!said.contains("without `base_url`"), "{said}");
    assert!(
        site.read("robots.txt")
            .ends_with(&format!("\nSitemap: {BASE}sitemap.xml\n"))
    );
    let text = site.read("llms.txt");
    assert!(
        text.starts_with("# A & <B>\n") || text.starts_with("# A \\& \\<B\\>\n"),
        "{text}"
    );
    // All repositories, eight facets, what changed; four repositories; three files for programs.
    assert_eq!(assert_links_of_llms(&site, BASE), 10 + 4 + 3, "{text}");
}

#[test]
fn a_file_of_the_sites_own_takes_the_place_of_a_machine_file() {
    let site = SiteTest::with(&records(2));
    site.write("static/root/robots.txt", "User-agent: *\nDisallow: /\n");
    site.build();
    assert_eq!(site.read("robots.txt"), "User-agent: *\nDisallow: /\n");
    assert!(site.tree().contains_key("llms.txt"));
}

/// A site with all records as data.
const AS_DATA: &str = "[output]\ndata = true\npage_json = true\n";

fn json(site: &SiteTest, address: &str) -> Value {
    serde_json::from_str(&site.read(address)).unwrap_or_else(|error| panic!("{address}: {error}"))
}

/// Every record of `data/`, by id.
fn data(site: &SiteTest) -> BTreeMap<String, Value> {
    let index = json(site, "data/index.json");
    let mut all = BTreeMap::new();
    for repo in index["repositories"].as_array().unwrap() {
        let before = all.len();
        for file in repo["files"].as_array().unwrap() {
            for record in json(site, file.as_str().unwrap()).as_array().unwrap() {
                assert_eq!(record["repo"], repo["repo"]);
                let id = record["id"].as_str().unwrap().to_owned();
                assert!(all.insert(id, record.clone()).is_none(), "{record}");
            }
        }
        assert_eq!(repo["records"], all.len() - before);
    }
    assert_eq!(index["records"], all.len());
    all
}

#[test]
fn records_are_published_as_they_were_read() {
    let mut all = records(7);
    all.push(with(hostile(), "ownKey", json!({"b": [1, 2.5], "a": null})));
    let (site, _) = published(&all, AS_DATA);
    let expected: BTreeMap<_, _> = all
        .iter()
        .map(|record| (record["id"].as_str().unwrap().to_owned(), record.clone()))
        .collect();
    assert_eq!(data(&site), expected);
    // Fed to errbook again they are the same site.
    let again = SiteTest::new();
    for (name, bytes) in site.tree() {
        if let Some(name) = name
            .strip_prefix("data/")
            .filter(|name| *name != "index.json")
        {
            again.write(&format!("records/{name}"), bytes);
        }
    }
    again.write("site.toml", AS_DATA).build();
    crate::site_test::assert_same(&site.tree(), &again.tree(), "its own data");
}

#[test]
fn a_page_has_its_records_beside_it() {
    let mut all = records(7);
    all.push(hostile());
    all.extend((0..45).map(|n| with(record(100 + n * 3), "slug", json!("shared"))));
    let (site, _) = published(&all, AS_DATA);
    let mut seen = BTreeSet::new();
    let pages = site.tree().into_keys().filter(|name| {
        name.starts_with("errors/") && name.ends_with(".html") && !name.ends_with("index.html")
    });
    for name in pages {
        let html = site.read(&name);
        let link = &select(&html, "link[type='application/json']")[0]["href"];
        let (file, _) = crate::links::follow(&name, link).unwrap();
        assert_eq!(file, name.replace(".html", ".json"));
        let page = json(&site, &file);
        assert_eq!(page["address"], name.as_str());
        for record in page["records"].as_array().unwrap() {
            let id = record["id"].as_str().unwrap();
            assert!(html.contains(&format!("id=\"{id}\"")), "{name}");
            assert_eq!(record["slug"], page["slug"]);
            seen.insert(id.to_owned());
        }
    }
    assert_eq!(seen.len(), all.len());
    let second = json(&site, "errors/acme/rocket/shared/part/2.json");
    assert_eq!((&second["part"], &second["parts"]), (&json!(2), &json!(2)));
}

#[test]
fn many_records_of_a_repository_are_in_several_files() {
    let large = |n: usize| {
        with(
            record(n * 3),
            "documentation",
            json!("word ".repeat(40_000)),
        )
    };
    let all: Vec<_> = (0..50).map(large).collect();
    let (site, _) = published(&all, "[output]\ndata = true\n");
    assert_eq!(data(&site).len(), 50);
    let files = site.tree();
    let files: Vec<_> = files
        .iter()
        .filter(|(name, _)| name.contains("/part/"))
        .collect();
    assert_eq!(files.len(), 3);
    assert!(files.iter().all(|(_, bytes)| bytes.len() < 5 << 20));
}

#[test]
fn what_is_withdrawn_or_superseded_is_in_no_file_of_data() {
    let mut all = records(9);
    let withdrawn = all[4]["id"].as_str().unwrap().to_owned();
    let newer = with(
        all[0].clone(),
        "contentChangedAt",
        json!("2026-10-01T00:00:00Z"),
    );
    all.push(with(newer, "documentation", json!("Newer words.")));
    let settings = format!(
        "[site]\nbase_url = \"{BASE}\"\n[input]\nwithdrawn = [\"{withdrawn}\", \"wile/traps\"]\n{AS_DATA}"
    );
    let (site, _) = published(&all, &settings);
    let data = data(&site);
    assert_eq!(data.len(), 5);
    assert_eq!(
        data[all[0]["id"].as_str().unwrap()]["documentation"],
        "Newer words."
    );
    for (name, bytes) in site.tree() {
        let text = String::from_utf8_lossy(&bytes);
        let words = [
            "road runner 4:",
            "road runner 2:",
            "road runner 5:",
            "wile/traps",
        ];
        if !name.starts_with("assets/") {
            assert!(!words.iter().any(|word| text.contains(word)), "{name}");
        }
    }
    let names = inventory(&site, "objects.inv");
    assert!(!names.contains_key(&withdrawn) && names.len() == 5 + 5);
}
