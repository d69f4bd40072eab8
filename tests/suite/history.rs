//! Links that never die: whatever happens to records over many builds, every address that was ever
//! published still answers, and none ever belongs to somebody else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use errbook::build::{CachePlace, Options, build};
use errbook::config;
use errbook::progress::Silent;
use errbook::site::Site;
use serde_json::{Value, json};

use crate::random::Random;
use crate::site_test::{SiteTest, assert_same, id, record, with};

/// A site over many builds, and all that was ever published.
struct History {
    site: SiteTest,
    random: Random,
    records: Vec<Value>,
    /// Records that were removed, of which some come back.
    removed: Vec<Value>,
    next: usize,
    /// Every address with the step at which it was there first.
    published: BTreeMap<String, usize>,
    /// Whose each address was, in small letters: disks may ignore case.
    owners: BTreeMap<String, String>,
    /// Every page and anchor that a record ever stood at.
    anchors: BTreeSet<(String, String)>,
}

impl History {
    fn new(seed: u64) -> Self {
        let mut history = Self {
            site: SiteTest::new(),
            random: Random(seed),
            records: (0..10).map(record).collect(),
            removed: Vec::new(),
            next: 10,
            published: BTreeMap::new(),
            owners: BTreeMap::new(),
            anchors: BTreeSet::new(),
        };
        for at in 0..history.records.len() {
            history.records[at] = history.with_source(history.records[at].clone());
        }
        history
    }

    /// A record with an excerpt of its own.
    fn with_source(&mut self, made: Value) -> Value {
        let line = 100 + self.random.below(300);
        let lines: Vec<String> = (0..17)
            .map(|_| format!("step_{}(state);", self.random.below(10_000)))
            .collect();
        let made = with(made, "sourceCode", json!(lines.join("\n")));
        let made = with(made, "sourceCodeStart", json!(line - 8));
        let made = with(made, "sourceCodeEnd", json!(line + 8));
        with(made, "lineNumber", json!(line))
    }

    fn any(&mut self) -> usize {
        self.random.below(self.records.len())
    }

    /// A record under the id that its fields give.
    fn renamed(mut made: Value) -> Value {
        let text = |key: &str| made[key].as_str().unwrap_or_default().to_owned();
        made["id"] = json!(id(&text("repo"), &text("errorMessage"), &text("filePath")));
        made
    }

    /// Something that happens upstream; what it was.
    fn happen(&mut self) -> &'static str {
        let (at, n) = (self.any(), self.random.below(1_000));
        let old = self.records[at].clone();
        match self.random.below(12) {
            0 | 1 => {
                let made = self.with_source(record(self.next));
                self.next += 1;
                self.records.push(made);
                "added"
            }
            2 | 3 => {
                let message = format!("will not drop {{name}} for reason {n}");
                let slug = json!(format!("will-not-drop-{n}"));
                let made = with(with(old, "errorMessage", json!(message)), "slug", slug);
                self.records[at] = Self::renamed(made);
                "reworded"
            }
            4 => {
                let path = [
                    "src/moved.rs",
                    "src/Moved.rs",
                    "src/moved/mod.rs",
                    "SRC/a.rs",
                ][n % 4];
                self.records[at] = Self::renamed(with(old, "filePath", json!(path)));
                "moved to another file"
            }
            5 | 6 => {
                if self.records.len() > 3 {
                    self.removed.push(self.records.remove(at));
                }
                "removed"
            }
            7 => {
                let slug = old["slug"].as_str().unwrap();
                let slug = match slug.split_once('~') {
                    Some((stem, _)) => stem.to_owned(),
                    None => format!("{slug}-{:06x}", n * 7919),
                };
                self.records[at] = with(old, "slug", json!(slug));
                "slug with or without a suffix"
            }
            8 => {
                let slug = ["shared", "Shared", "SHARED", "index"][n % 4];
                self.records[at] = with(old, "slug", json!(slug));
                "a slug that others have"
            }
            9 => {
                let tags = [
                    json!(["json"]),
                    json!(["JSON", "Json"]),
                    json!(["a b", "a-b"]),
                ];
                let tagged = with(old, "tags", tags[n % 3].clone());
                let code = [Value::Null, json!("E1"), json!("e1")][n / 3 % 3].clone();
                self.records[at] = with(tagged, "errorClass", code);
                "values that differ by case"
            }
            10 => {
                if !self.removed.is_empty() {
                    let back = self.removed.swap_remove(n % self.removed.len());
                    self.records.push(back);
                }
                "brought back"
            }
            _ => {
                let settings = [
                    "",
                    "[[facets]]\nfield = \"tags\"\ntitle = \"Words\"\npath = \"words\"\n",
                    "[listing]\nrows = 3\n",
                ];
                self.site.write("site.toml", settings[n % 3]);
                "settings"
            }
        }
    }

    fn build(&mut self, step: usize, what: &str) {
        let records = Value::from(self.records.clone()).to_string();
        self.site.write("records/all.json", records);
        let config = config::load(&self.site.path("site.toml")).unwrap();
        let options = Options {
            cache: CachePlace::Nowhere,
            // Settings that take many pages away come and go.
            allow_mass_delete: true,
            ..Options::default()
        };
        let report = build(config, &options, &Silent).unwrap_or_else(|error| panic!("{error}"));
        assert!(
            report.published.is_some(),
            "{step} {what}: {:?}",
            report.diagnostics
        );
        self.take_down(step, what);
    }

    /// Notes what is published now; what was before must still be there and be the same one's.
    fn take_down(&mut self, step: usize, what: &str) {
        let now: BTreeSet<String> = self
            .site
            .tree()
            .into_keys()
            .filter(|a| is_for_ever(a))
            .collect();
        for (address, first) in &self.published {
            assert!(
                now.contains(address),
                "step {step} ({what}): {address} of step {first}"
            );
        }
        let folded: BTreeSet<String> = now.iter().map(|address| address.to_lowercase()).collect();
        assert_eq!(
            folded.len(),
            now.len(),
            "step {step} ({what}): one file on some disks"
        );
        for address in now {
            self.published.entry(address).or_insert(step);
        }
        let config = config::load(&self.site.path("site.toml")).unwrap();
        let opened = Site::open(config, &Silent).unwrap_or_else(|error| panic!("{error}"));
        for (address, owner) in owners(&opened.site) {
            let before = self
                .owners
                .entry(address.to_lowercase())
                .or_insert_with(|| owner.clone());
            assert_eq!(
                *before, owner,
                "step {step} ({what}): {address} changed hands"
            );
        }
        let catalog = opened.site.catalog();
        for header in catalog.records() {
            let page = catalog.page_address(header.page, 1).to_string();
            self.anchors.insert((page, header.id.to_string()));
        }
    }

    /// Whether every record that ever stood on a page is found there or led on from there.
    fn follow_anchors(&self) {
        for (page, id) in &self.anchors {
            let text = self.site.read(page);
            let parts = page.trim_end_matches(".html");
            let answers = |text: &str| text.contains(&format!("id=\"{id}\""));
            let leads = text.contains("name=\"forward\"")
                && (text.contains(&format!("data-anchor=\"{id}\""))
                    || text.contains("data-anchor=\"\""));
            let on_a_part = || {
                (2..9).any(|n| {
                    let part = self.site.page(&format!("{parts}/part/{n}.html"));
                    fs::read_to_string(part).is_ok_and(|text| answers(&text))
                })
            };
            assert!(answers(&text) || leads || on_a_part(), "{page}#{id}");
        }
    }
}

/// Whether an address is promised to stay: pages but for further ones of lists.
fn is_for_ever(address: &str) -> bool {
    let further = ["/page/", "/part/"]
        .iter()
        .any(|folder| address.contains(folder));
    address.ends_with(".html") && !further
}

/// Whose each address is, as the catalog has it.
fn owners(site: &Site) -> Vec<(String, String)> {
    let catalog = site.catalog();
    let mut owners = Vec::new();
    for (ix, page) in (0..).zip(catalog.pages()) {
        let repo = &catalog.repo(page.repo).name;
        let owner = format!("page {repo} {}", page.slug);
        owners.push((catalog.page_address(ix, 1).to_string(), owner));
    }
    for (ix, repo) in (0..).zip(catalog.repos()) {
        owners.push((
            catalog.repo_address(ix, 1).to_string(),
            format!("repo {}", repo.name),
        ));
    }
    for (facet, values) in catalog.facets() {
        for ix in values.clone() {
            let owner = format!("{} {}", facet.field, catalog.value(ix).text);
            owners.push((catalog.value_address(ix, 1).to_string(), owner));
        }
    }
    for (ix, file) in (0..).zip(catalog.files()) {
        let repo = &catalog.repo(catalog.folder(file.folder).repo).name;
        let owner = format!("file {repo} {}", catalog.file_path(ix));
        owners.push((catalog.file_address(ix, 1).to_string(), owner));
    }
    for (ix, folder) in (0..).zip(catalog.folders()) {
        let repo = &catalog.repo(folder.repo).name;
        let owner = format!("folder {repo} {}", catalog.folder_path(ix));
        owners.push((catalog.folder_address(ix, 1).to_string(), owner));
    }
    owners
}

/// How many builds follow each other; a longer run sets `ERRBOOK_HISTORY`.
fn builds() -> usize {
    let asked = std::env::var("ERRBOOK_HISTORY").ok();
    asked.and_then(|builds| builds.parse().ok()).unwrap_or(25)
}

fn live_through(seed: u64) {
    let mut history = History::new(seed);
    history.site.write("site.toml", "");
    history.build(0, "the first");
    for step in 1..builds() {
        let what = [history.happen(), history.happen()].join(", ");
        history.build(step, &what);
    }
    history.follow_anchors();
    let before = history.site.tree();
    history.build(builds(), "the same again");
    assert_same(&before, &history.site.tree(), "a second build of the same");
}

#[test]
fn every_address_ever_published_answers_and_none_changes_hands_1() {
    live_through(1);
}

#[test]
fn every_address_ever_published_answers_and_none_changes_hands_2() {
    live_through(2);
}
