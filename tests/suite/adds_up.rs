//! Nothing is lost on the way: whatever the records hold is reached from every list that should
//! lead to it, page by page, and every count is the number of what it counts.

use std::collections::{BTreeMap, BTreeSet};

use scraper::{ElementRef, Html, Selector};
use serde_json::{Value, json};

use crate::links;
use crate::site_test::{SiteTest, id, record, records, with};

/// Records with paths, codes, tags and slugs of many kinds.
fn varied(count: usize) -> Vec<Value> {
    let paths = [
        "unknown",
        "src/a b/ü#1.rs",
        "Src/lib.rs",
        "src/lib.rs",
        "src/lib.rs/inner.rs",
        "deep/er/and/deep/er/x.py",
        "/rooted//twice.go",
    ];
    let vary = |n: usize| {
        let mut record = record(n);
        let tags = ["gravity", "x y", "Über", "page", "c++", "C++"];
        let tags: Vec<_> = (0..n % 4).map(|more| tags[(n + more) % 6]).collect();
        let code = n.is_multiple_of(3).then(|| format!("E{}", n % 20));
        let path = paths.get(n % 11).map_or_else(
            || record["filePath"].as_str().unwrap().to_owned(),
            |path| (*path).to_owned(),
        );
        let repo = record["repo"].as_str().unwrap().to_owned();
        for (key, value) in [
            ("id", json!(id(&repo, &n.to_string(), &path))),
            ("filePath", json!(path)),
            ("tags", json!(tags)),
            ("errorCode", json!(code)),
            (
                "lineNumber",
                json!((!n.is_multiple_of(13)).then_some(3 + n % 40)),
            ),
            (
                "errorClass",
                json!(n.is_multiple_of(6).then(|| format!("Class{}", n % 90))),
            ),
            ("githubUrl", json!("")),
        ] {
            record = with(record, key, value);
        }
        match n % 10 {
            0 => with(record, "slug", json!("shared")),
            1 => with(record, "backgroundTag", json!(null)),
            _ => record,
        }
    };
    (0..count).map(vary).collect()
}

fn site_of(records: &[Value]) -> SiteTest {
    let site = SiteTest::with(records);
    site.write("site.toml", "[listing]\nrows = 10\n");
    let run = site.run(&["build", "-q"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    site
}

/// A published page and what it holds.
struct Seen {
    address: String,
    html: Html,
}

impl Seen {
    fn read(site: &SiteTest, address: &str) -> Self {
        Self {
            address: address.to_owned(),
            html: Html::parse_document(&site.read(address)),
        }
    }

    /// This page of a list and all that follow it.
    fn all_pages(site: &SiteTest, address: &str) -> Vec<Self> {
        let mut pages = vec![Self::read(site, address)];
        while let Some(next) = pages[pages.len() - 1].link("a[rel=next]") {
            pages.push(Self::read(site, &next));
        }
        pages
    }

    fn elements(&self, selector: &str) -> Vec<ElementRef<'_>> {
        let selector = Selector::parse(selector).unwrap();
        self.html.select(&selector).collect()
    }

    /// The page and fragment that a link leads to.
    fn follow(&self, link: ElementRef<'_>) -> (String, String) {
        links::follow(&self.address, link.attr("href").unwrap()).unwrap()
    }

    /// Where the first such link leads.
    fn link(&self, selector: &str) -> Option<String> {
        let link = self.elements(selector).into_iter().next()?;
        Some(self.follow(link).0)
    }

    /// The ids that the rows of a list lead to.
    fn rows(&self) -> Vec<String> {
        let rows = self.elements(".records > li > a.title");
        rows.into_iter().map(|row| self.follow(row).1).collect()
    }

    /// The entries of lists with counts: text, page, count; what has no count is there once.
    fn counts(&self) -> Vec<(String, String, usize)> {
        let (link, count) = (selector("a"), selector("span"));
        let entries = self.elements(".values > li").into_iter().map(|entry| {
            let link = entry.select(&link).next().unwrap();
            let count = entry.select(&count).next().map(text);
            let count = count.map_or(1, |count| count.replace(',', "").parse().unwrap());
            (text(link), self.follow(link).0, count)
        });
        entries.collect()
    }
}

fn selector(text: &str) -> Selector {
    Selector::parse(text).unwrap()
}

fn text(element: ElementRef<'_>) -> String {
    element.text().collect()
}

/// All rows of a list, over all its pages; each must be there once.
#[track_caller]
fn listed(site: &SiteTest, address: &str) -> BTreeSet<String> {
    let pages = Seen::all_pages(site, address);
    let rows: Vec<_> = pages.iter().flat_map(Seen::rows).collect();
    let once: BTreeSet<_> = rows.iter().cloned().collect();
    assert_eq!(once.len(), rows.len(), "{address} lists a record twice");
    once
}

/// What a record has of a field, as text.
fn values(record: &Value, field: &str) -> Vec<String> {
    match &record[field] {
        Value::Null => Vec::new(),
        Value::Array(items) => {
            let items: BTreeSet<_> = items.iter().map(|item| item.as_str().unwrap()).collect();
            items.into_iter().map(str::to_owned).collect()
        }
        Value::String(text) => vec![text.clone()],
        other => vec![other.to_string()],
    }
}

/// Ids of records by something that they have.
fn ids_by(all: &[Value], of: impl Fn(&Value) -> Vec<String>) -> BTreeMap<String, BTreeSet<String>> {
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for record in all {
        let id = record["id"].as_str().unwrap();
        for value in of(record) {
            ids.entry(value).or_default().insert(id.to_owned());
        }
    }
    ids
}

#[test]
fn the_counts_of_every_facet_add_up_and_each_value_lists_its_records() {
    let all = varied(400);
    let site = site_of(&all);
    for (path, field) in [
        ("tags", "tags"),
        ("severities", "severity"),
        ("types", "errorType"),
        ("codes", "errorCode"),
        ("classes", "errorClass"),
        ("statuses", "httpStatus"),
        ("strategies", "handlingStrategy"),
        ("families", "backgroundTag"),
    ] {
        let expected = ids_by(&all, |record| values(record, field));
        let pages = Seen::all_pages(&site, &format!("{path}/index.html"));
        let counts: Vec<_> = pages.iter().flat_map(Seen::counts).collect();
        let sum: usize = counts.iter().map(|(_, _, count)| count).sum();
        let pairs: usize = all.iter().map(|record| values(record, field).len()).sum();
        assert_eq!(sum, pairs, "the counts of {path}");
        assert_eq!(counts.len(), expected.len(), "the values of {path}");
        for (value, address, count) in counts {
            let ids = listed(&site, &address);
            assert_eq!(ids.len(), count, "{address}");
            assert_eq!(Some(&ids), expected.get(&value), "{address}");
        }
    }
}

#[test]
fn every_record_is_reached_from_its_repository() {
    let all = varied(400);
    let site = site_of(&all);
    let expected = ids_by(&all, |record| values(record, "repo"));
    let repos = Seen::read(&site, "errors/index.html").counts();
    assert_eq!(repos.len(), expected.len());
    for (repo, address, count) in repos {
        let ids = listed(&site, &address);
        assert_eq!((ids.len(), Some(&ids)), (count, expected.get(&repo)));
    }
}

/// Walks a folder and all below; the ids by the file page that lists them.
fn walk(site: &SiteTest, folder: &str, found: &mut BTreeMap<String, BTreeSet<String>>) -> usize {
    let mut sum = 0;
    for page in Seen::all_pages(site, folder) {
        let says_nothing = |link: &ElementRef<'_>| text(*link).trim().is_empty();
        assert!(
            !page.elements("main a").iter().any(says_nothing),
            "{folder}"
        );
        for (name, address, count) in page.counts() {
            let there = if address.ends_with("/index.html") {
                walk(site, &address, found)
            } else {
                let ids = listed(site, &address);
                let count = ids.len();
                let before = found.insert(address.clone(), ids);
                assert_eq!(before, None, "{address} is reached twice");
                count
            };
            assert_eq!(there, count, "{name} in {folder}");
            sum += count;
        }
    }
    sum
}

#[test]
fn every_record_is_reached_from_the_page_of_its_file_and_leads_there() {
    let all = varied(400);
    let site = site_of(&all);
    let mut files = BTreeMap::new();
    let mut sum = 0;
    for (_, repo, _) in Seen::read(&site, "errors/index.html").counts() {
        let root = Seen::read(&site, &repo).link("p a[href*='source/']");
        sum += walk(&site, &root.unwrap(), &mut files);
    }
    assert_eq!(sum, all.len());
    let by_file = ids_by(&all, |record| {
        let field = |name: &str| record[name].as_str().unwrap();
        vec![format!("{} {}", field("repo"), field("filePath"))]
    });
    let listed: BTreeSet<_> = files.values().collect();
    assert_eq!(listed, by_file.values().collect(), "a page is a file");
    let mut lead_there = 0;
    for record in all.iter().filter(|record| record["slug"] != "shared") {
        let (repo, slug) = (record["repo"].as_str(), record["slug"].as_str());
        let address = format!("errors/{}/{}.html", repo.unwrap(), slug.unwrap());
        let file = Seen::read(&site, &address).link(".crumbs a[href*='source/']");
        let ids = &files[&file.unwrap()];
        assert!(ids.contains(record["id"].as_str().unwrap()), "{address}");
        lead_there += 1;
    }
    assert!(lead_there > 300);
}

#[test]
fn the_errors_of_a_file_stand_in_the_order_of_its_lines() {
    let all = varied(400);
    let site = site_of(&all);
    let numbers = selector(".by-line .line");
    let mut longest = 0;
    let files = site.tree().into_keys();
    for file in files.filter(|name| name.starts_with("source/") && !name.contains("/page/")) {
        let pages = Seen::all_pages(&site, &file);
        let lines = pages.iter().flat_map(|page| page.html.select(&numbers));
        let lines: Vec<u32> = lines
            .filter_map(|line| Some(text(line).strip_prefix("Line ")?.parse().unwrap()))
            .collect();
        assert!(lines.is_sorted(), "{file}: {lines:?}");
        longest = longest.max(lines.len());
    }
    assert!(longest > 10, "{longest}: none has several pages");
}

#[test]
fn what_changed_last_is_listed_once_newest_first() {
    let days = [
        "2026-09-30T01:00:00Z",
        "2026-10-02T01:00:00Z",
        "2025-01-01T00:00:00Z",
    ];
    let date = |(n, record): (usize, Value)| with(record, "contentChangedAt", json!(days[n % 3]));
    let all: Vec<_> = varied(600).into_iter().enumerate().map(date).collect();
    let site = site_of(&all);
    assert_eq!(listed(&site, "recent.html").len(), 500);
    let pages = Seen::all_pages(&site, "recent.html");
    let times = selector("h2 time");
    let mut shown: Vec<_> = pages
        .iter()
        .flat_map(|page| page.html.select(&times).map(text).collect::<Vec<_>>())
        .collect();
    shown.dedup();
    assert_eq!(shown, ["2 Oct 2026", "30 Sep 2026", "1 Jan 2025"]);
}

#[test]
fn a_records_page_does_not_change_when_unrelated_records_come() {
    let mut all = varied(150);
    let before = site_of(&all).tree();
    all.extend((1000..2000).map(|n| {
        let mut other = record(n);
        for (key, value) in [
            ("repo", json!(format!("else/where-{}", n % 4))),
            ("tags", json!([format!("other-{}", n % 9)])),
            ("backgroundTag", json!("other")),
            ("id", json!(id("else/where", &n.to_string(), "x"))),
        ] {
            other = with(other, key, value);
        }
        other
    }));
    let after = site_of(&all).tree();
    let kept = before.iter().filter(|(name, _)| {
        let is_list = name.ends_with("/index.html") || name.contains("/page/");
        let folder = name.split('/').next().unwrap();
        ["errors", "id", "source"].contains(&folder) && !is_list
    });
    let mut compared = 0;
    for (name, bytes) in kept {
        assert!(after.get(name) == Some(bytes), "{name} has changed");
        compared += 1;
    }
    assert!(compared > 250, "{compared}");
}

#[test]
fn near_duplicates_name_the_first_of_their_kind() {
    let same = |n: usize| with(record(n), "messagePattern", json!("cannot drop (.+?)"));
    let all = [same(0), same(3), same(1), record(6)];
    let site = SiteTest::with(&all);
    let run = site.run(&["build", "-q", "--base-url", "https://example.org/errors/"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let page = |n: usize| {
        let repo = record(n)["repo"].as_str().unwrap().to_owned();
        format!("errors/{repo}/cannot-drop-{n}.html")
    };
    let (first, other) = if record(0)["id"].as_str() < record(3)["id"].as_str() {
        (0, 3)
    } else {
        (3, 0)
    };
    for (n, canonical, named) in [(first, first, 0), (other, first, 1), (1, 1, 0), (6, 6, 0)] {
        let seen = Seen::read(&site, &page(n));
        let link = seen.elements("link[rel=canonical]")[0].attr("href");
        let expected = format!("https://example.org/errors/{}", page(canonical));
        assert_eq!(link, Some(expected.as_str()));
        let said = seen.elements("p").into_iter().map(text);
        let said = said.filter(|text| text.starts_with("The same error is explained at "));
        assert_eq!(said.count(), named, "{}", page(n));
    }
}

#[test]
fn without_a_source_tree_nothing_leads_there() {
    let site = SiteTest::with(&records(10));
    site.write("site.toml", "[output]\nsource = false\n");
    let tree = site.build().tree();
    assert!(tree.keys().all(|name| !name.starts_with("source/")));
    links::check(&site.path("public"), None).assert_sound();
}
