//! A build that follows others gives what a fresh one gives, byte for byte, whatever was edited in
//! between: records, articles, settings, theme, and the published files themselves.

use std::collections::BTreeMap;
use std::fs::{self, File, FileTimes};
use std::path::Path;
use std::time::{Duration, SystemTime};

use errbook::build::{Options, build};
use errbook::config::{self, Config};
use errbook::output::Durability;
use errbook::progress::Silent;
use errbook::site::Site;
use serde_json::{Value, json};

use crate::random::Random;
use crate::site_test::{SiteTest, assert_same, id, record, records, with};

/// A site whose files are edited at random, and a clock for them that runs in the past: a file that
/// was changed just now is read again in any case, so with real times nothing would be trusted.
struct Edited {
    site: SiteTest,
    random: Random,
    files: Vec<Vec<Value>>,
    next: usize,
    clock: SystemTime,
}

const FILES: usize = 4;

impl Edited {
    fn new(seed: u64) -> Self {
        let mut edited = Self {
            site: SiteTest::new(),
            random: Random(seed),
            files: vec![Vec::new(); FILES],
            next: 12,
            clock: SystemTime::now() - Duration::from_hours(24 * 365),
        };
        for n in 0..edited.next {
            edited.files[n % FILES].push(record(n));
        }
        let manifest = json!({"datasetVersion": "2026-09-01", "counts": {}});
        edited.write("records/export/manifest.json", &manifest.to_string());
        edited.write_repos(1);
        edited.write_article(1);
        edited.write_records();
        edited.write_settings(0);
        edited
    }

    fn write(&mut self, name: &str, text: &str) {
        self.clock += Duration::from_secs(1);
        self.site.write(name, text);
        let file = File::options()
            .write(true)
            .open(self.site.path(name))
            .unwrap();
        file.set_times(FileTimes::new().set_modified(self.clock))
            .unwrap();
    }

    fn remove(&self, name: &str) {
        let _ = fs::remove_file(self.site.path(name));
    }

    fn write_records(&mut self) {
        for n in 0..FILES {
            let records = self.files[n].clone();
            let text = if n % 2 == 0 {
                let lines: Vec<_> = records.iter().map(ToString::to_string).collect();
                lines.join("\n")
            } else {
                Value::from(records).to_string()
            };
            let name = [
                "records/a.jsonl",
                "records/b.json",
                "records/c.txt",
                "records/export/repos/d.json",
            ][n];
            // Files that did not change keep their times.
            if fs::read_to_string(self.site.path(name)).ok().as_deref() != Some(&text) {
                self.write(name, &text);
            }
        }
    }

    fn write_repos(&mut self, n: usize) {
        let repos = json!([{"repo": "acme/rocket", "description": format!("Flies {n} times."), "language": "Rust", "stars": n}]);
        self.write("records/export/repos.json", &repos.to_string());
    }

    fn write_article(&mut self, n: usize) {
        let article = json!({"slug": "physics", "title": "Physics", "summary": format!("Falls {n} times."), "fixes": ["Float."]});
        self.write("records/export/info/physics.json", &article.to_string());
    }

    fn write_settings(&mut self, n: usize) {
        let settings = [
            "[site]\ntitle = \"One\"\n[output]\ndata = true\npage_json = true\n",
            "[site]\ntitle = \"Two\"\nbase_url = \"https://example.org/e/\"\n[output]\ndata = true\npage_json = true\n",
            "[listing]\nrows = 3\n[output]\npermalinks = false\n",
            "[output]\nsource = false\n[site]\nissue_url = \"https://example.org/new?id={id}\"\n",
            "[[facets]]\nfield = \"tags\"\ntitle = \"Words\"\npath = \"words\"\n",
            "[input]\nwithdrawn = [\"wile/traps\"]\n[highlight]\nmax_lines = 2\n",
        ];
        self.write("site.toml", settings[n % settings.len()]);
    }

    /// A record that is there, by file and place in it.
    fn any(&mut self) -> Option<(usize, usize)> {
        let file = self.random.below(FILES);
        let file = (file..file + FILES)
            .map(|n| n % FILES)
            .find(|n| !self.files[*n].is_empty())?;
        Some((file, self.random.below(self.files[file].len())))
    }

    fn change(&mut self, key: &str, value: Value) {
        if let Some((file, at)) = self.any() {
            let record = &mut self.files[file][at];
            *record = with(record.clone(), key, value);
            self.write_records();
        }
    }

    /// One edit; what it was.
    fn edit(&mut self) -> &'static str {
        let n = self.random.below(1000);
        match self.random.below(18) {
            0 | 1 => {
                let file = self.random.below(FILES);
                let at = self.random.below(self.files[file].len() + 1);
                self.files[file].insert(at, record(self.next));
                self.next += 1;
                self.write_records();
                "a record added"
            }
            2 => {
                // The last one would leave nothing to publish.
                if let Some((file, at)) = self
                    .any()
                    .filter(|_| self.files.iter().flatten().count() > 1)
                {
                    self.files[file].remove(at);
                    self.write_records();
                }
                "a record deleted"
            }
            3 => {
                self.change("documentation", json!(format!("Edited `{n}`.")));
                "prose changed"
            }
            4 => {
                self.change("tags", json!(["gravity", format!("cliff-{}", n % 13)]));
                "retagged"
            }
            5 => {
                self.change("slug", json!(["cannot-drop-1", "shared", "other"][n % 3]));
                "moved to another page"
            }
            6 => {
                self.change("sourceCode", json!(format!("fn f() {{\n    {n};\n}}")));
                // One language has a lexer, the other a grammar, whose colours are kept.
                self.change("filePath", json!(["src/code.lua", "src/code.rs"][n % 2]));
                "code changed"
            }
            7 => {
                self.change("analyzedSha", json!(format!("{n:07x}")));
                "another commit"
            }
            8 => {
                if let Some((file, at)) = self.any() {
                    let mut moved = self.files[file].remove(at);
                    moved["filePath"] = json!(format!("src/moved{}.rs", n % 3));
                    let path = moved["filePath"].as_str().unwrap().to_owned();
                    let message = moved["errorMessage"].as_str().unwrap().to_owned();
                    moved["id"] = json!(id(moved["repo"].as_str().unwrap(), &message, &path));
                    self.files[(file + 1) % FILES].push(moved);
                    self.write_records();
                }
                "moved to another path and file"
            }
            9 => {
                // The same id twice: one of them supersedes the other.
                if let Some((file, at)) = self.any() {
                    let twin = with(
                        self.files[file][at].clone(),
                        "contentChangedAt",
                        json!(format!("2026-10-{:02}T00:00:00Z", 1 + n % 28)),
                    );
                    self.files[n % FILES].push(twin);
                    self.write_records();
                }
                "a newer twin"
            }
            10 => {
                self.write_settings(n);
                "settings"
            }
            11 => {
                let name = ["record.html", "listing.html", "_facts.html", "layout.html"][n % 4];
                let own = format!("templates/{name}");
                if self.site.path(&own).exists() {
                    self.remove(&own);
                } else {
                    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join(&own);
                    let text = fs::read_to_string(default).unwrap();
                    self.write(
                        &own,
                        &text.replacen("class=\"", &format!("class=\"edited-{n} "), 1),
                    );
                }
                "a template"
            }
            12 => {
                self.write(
                    ["static/css/own.css", "static/img/own.svg"][n % 2],
                    &format!("/* {n} */"),
                );
                "a static file"
            }
            13 => {
                self.write_article(n);
                "an article"
            }
            14 => {
                self.write_repos(n);
                "facts of a repository"
            }
            15 => {
                self.damage(n);
                "a published file damaged"
            }
            16 => {
                let code = [json!("E1"), json!("E2"), json!(null)][n % 3].clone();
                self.change("errorCode", code);
                "another code"
            }
            _ => "nothing",
        }
    }

    /// What no build did to the output.
    fn damage(&mut self, n: usize) {
        // What was published before is known from the ledger alone: without it no build goes on.
        let names = self.site.tree().into_keys();
        let names: Vec<_> = names.filter(|name| !name.starts_with("links/")).collect();
        let file = self.site.page(&names[n % names.len()]);
        if n.is_multiple_of(2) {
            fs::remove_file(file).unwrap();
        } else {
            fs::write(file, "damaged").unwrap();
        }
    }

    fn config(&self) -> Config {
        config::load(&self.site.path("site.toml")).unwrap()
    }

    /// Builds into the folder that all builds before went to.
    fn build(&self) {
        let options = Options {
            allow_mass_delete: true,
            durability: Durability::Unflushed,
            ..Options::default()
        };
        let report = build(self.config(), &options, &Silent);
        let report = report.unwrap_or_else(|error| panic!("{error}"));
        assert!(report.published.is_some(), "{:?}", report.diagnostics);
    }

    /// What a site is that is made anew, knowing of the builds before only what the ledger says:
    /// every file with its bytes. The ledger is the one that was just written, so a second build
    /// of the same changes nothing.
    fn fresh(&self) -> BTreeMap<String, Vec<u8>> {
        let site = Site::open(self.config(), &Silent)
            .unwrap_or_else(|error| panic!("{error}"))
            .site;
        let mut files = BTreeMap::new();
        for route in site.routes() {
            let rendered = site.render(route, &mut |path, bytes| {
                files.insert(path.to_string(), bytes);
            });
            rendered.unwrap_or_else(|problem| panic!("{problem:?}"));
        }
        files
    }
}

/// How many edits are tried; a longer run sets `ERRBOOK_EDITS`.
fn edits() -> usize {
    let asked = std::env::var("ERRBOOK_EDITS").ok();
    asked.and_then(|edits| edits.parse().ok()).unwrap_or(100)
}

fn follow(seed: u64) {
    let mut edited = Edited::new(seed);
    edited.build();
    let mut told = Vec::new();
    for step in 0..edits() {
        told.push(edited.edit());
        edited.build();
        let what = format!("seed {seed}, step {step}, {:?}", told.last());
        assert_same(&edited.site.tree(), &edited.fresh(), &what);
    }
}

#[test]
fn random_edits_give_what_a_fresh_build_gives_1() {
    follow(1);
}

#[test]
fn random_edits_give_what_a_fresh_build_gives_2() {
    follow(2);
}

#[test]
fn random_edits_give_what_a_fresh_build_gives_3() {
    follow(3);
}

#[test]
fn changes_say_nothing_of_gone_errors_that_are_withdrawn_later() {
    let all = records(40);
    let site = SiteTest::with(&all);
    site.build();
    // The third is of `wile/traps`, and so are some that stay.
    site.write(
        "records/all.json",
        Value::from(all[3..].to_vec()).to_string(),
    );
    site.build();
    assert!(site.read("changes.html").contains("road runner 2"));
    site.write("site.toml", "[input]\nwithdrawn = [\"wile/traps\"]\n");
    let run = site.run(&["build", "--allow-mass-delete"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!site.read("changes.html").contains("road runner 2:"));
    let after = site.tree();
    let run = site.run(&["build", "--no-cache"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_same(&after, &site.tree(), "all rendered anew");
}
