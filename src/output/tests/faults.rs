//! A publication that fails, is killed or loses power at any call: what readers find then, and what
//! the next build makes of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};

use super::super::commit::Places;
use super::super::order::is_needed;
use super::super::publication::Publication;
use super::model::{Model, Random, Trouble};
use super::*;
use crate::address::OutPath;
use crate::check::links_of;
use crate::config;
use crate::progress::Silent;
use crate::site::Site;

/// The files of a site, and where its pages lead.
struct Version {
    files: BTreeMap<String, Arc<[u8]>>,
    links: BTreeMap<String, BTreeSet<String>>,
}

impl Version {
    fn has(&self, path: &str, bytes: &[u8]) -> bool {
        let own = self.files.get(path);
        own.is_some_and(|own| own.len() == bytes.len() && **own == *bytes)
    }
}

fn record(n: usize, edited: bool) -> Value {
    let path = format!("src/part{}.rs", n % 3);
    let message = format!("cannot drop {{name}} on road runner {n}");
    let repo = ["acme/anvil", "acme/rocket"][n % 2];
    let prose = if edited {
        "Another text."
    } else {
        "The anvil."
    };
    json!({
        "id": crate::record::RecordId::derive(repo, &message, &path).to_string(), "repo": repo,
        "slug": format!("cannot-drop-{}", if edited { n + 1 } else { n }), "errorCode": null, "errorMessage": message,
        "messagePattern": format!("cannot drop (.+?) on road runner {n}"), "errorType": "exception", "errorClass": null,
        "httpStatus": null, "severity": "error", "filePath": path, "lineNumber": null, "sourceCode": null,
        "sourceCodeStart": null, "sourceCodeEnd": null, "githubUrl": format!("https://github.com/{repo}/blob/4f0c8d1/{path}"),
        "documentation": prose, "triggerScenarios": "At the edge.", "commonSituations": "Deserts.", "solutions": ["Look down."],
        "exampleFix": null, "handlingStrategy": "retry", "validationCode": null, "typeGuard": null, "tryCatchPattern": null,
        "preventionTips": [], "tags": [format!("cliff-{}", n % 4)], "backgroundTag": null, "analyzedSha": "4f0c8d1",
        "analyzedAt": "2026-09-11T21:06:21.487Z", "contentChangedAt": null, "schemaVersion": 2,
    })
}

/// A site of real pages, so that they lead to each other as those of readers do.
fn version(records: &[Value], css: &str) -> Version {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    write("records/all.json", &json!(records).to_string());
    write("static/css/own.css", css);
    write("site.toml", "");
    let config = config::load(&folder.path().join("site.toml")).unwrap();
    let opened = Site::open(config, &Silent).unwrap();
    let mut version = Version {
        files: BTreeMap::new(),
        links: BTreeMap::new(),
    };
    for route in opened.site.routes() {
        let rendered = opened.site.render(route, &mut |path, bytes| {
            if path.as_str().ends_with(".html") {
                let links = links_of(&path, &bytes).into_iter();
                // The search page has no link to what its scripts load.
                let inside = links.filter(|link| !link.is_empty() && !link.ends_with('/'));
                version.links.insert(path.to_string(), inside.collect());
            }
            version.files.insert(path.to_string(), bytes.into());
        });
        rendered.unwrap();
    }
    version
}

/// What happens to a site, one after the other.
struct History {
    first: Version,
    edited: Version,
    deleted: Version,
}

static HISTORY: LazyLock<History> = LazyLock::new(|| {
    let all: Vec<_> = (0..12).map(|n| record(n, false)).collect();
    let mut edited = all.clone();
    edited[3] = record(3, true);
    edited[4] = record(4, true);
    edited.push(record(12, false));
    History {
        first: version(&all, "a { color: red }"),
        deleted: version(&edited[..7], "a { color: blue }"),
        edited: version(&edited, "a { color: blue }"),
    }
});

/// The builds that are tried, each with the sites before it.
fn builds() -> [(&'static str, Vec<&'static Version>, &'static Version); 3] {
    let History {
        first,
        edited,
        deleted,
    } = &*HISTORY;
    [
        ("first build", vec![], first),
        ("edit build", vec![first], edited),
        ("delete build", vec![first, edited], deleted),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Beside,
    Inside,
}

fn places(stage: Stage) -> Places {
    static BUILDS: AtomicU64 = AtomicU64::new(0);
    let output = Path::new("/www/public");
    Places {
        output: output.into(),
        build: BUILDS.fetch_add(1, Ordering::Relaxed),
        stage: match stage {
            Stage::Beside => "/www/.public.errbook-stage".into(),
            Stage::Inside => output.join(".errbook/stage"),
        },
    }
}

fn publish(model: &Model, stage: Stage, version: &Version) -> Result<Published, Error> {
    let publication = Publication::begin(model.clone(), places(stage), true)?;
    for (path, bytes) in &version.files {
        publication.offer(&OutPath::fixed(path), bytes)?;
    }
    publication.finish()
}

/// A disk with a site that was built as often as there are versions.
fn published(stage: Stage, before: &[&Version]) -> Model {
    let model = Model::with_folder(Path::new(match stage {
        Stage::Beside => "/www",
        // A mounted folder is there before anything is built.
        Stage::Inside => "/www/public",
    }));
    for version in before {
        publish(&model, stage, version).unwrap();
    }
    model
}

/// What readers find must be whole: see the head of `docs/guarantees.md`.
fn check(model: &Model, before: &[&Version], new: &Version, what: &str) {
    let mut files = model.files(Path::new("/www/public"));
    files.retain(|path, _| !path.starts_with(".errbook/"));
    let old = before.last().copied();
    for (path, bytes) in &files {
        let known = before.iter().chain([&new]);
        let mut known = known.filter(|version| version.has(path, bytes));
        assert!(known.next().is_some(), "{what}: {path} is of no version");
    }
    let stays = |path: &str| {
        let gone = !new.files.contains_key(path) && !is_needed(&OutPath::fixed(path));
        !gone
    };
    let must_be: Vec<_> = old.iter().flat_map(|old| old.files.keys()).collect();
    for path in must_be.into_iter().filter(|path| stays(path)) {
        assert!(files.contains_key(path), "{what}: {path} is missing");
    }
    if let Some(root) = files.get("search/root.js") {
        let of = old.into_iter().chain([new]);
        let of = of.filter(|version| version.has("search/root.js", root));
        let shards = of.flat_map(|version| {
            version
                .files
                .keys()
                .filter(|path| is_needed(&OutPath::fixed(path)))
        });
        for path in shards.filter(|path| path.starts_with("search/")) {
            assert!(files.contains_key(path), "{what}: shard {path} is missing");
        }
    }
    // From home and from every old page, all the way.
    let mut walk: Vec<&str> = files.keys().map(String::as_str).collect();
    walk.retain(|path| {
        *path == "index.html" || old.is_some_and(|old| old.links.contains_key(*path))
    });
    let mut seen: BTreeSet<_> = walk.iter().copied().collect();
    while let Some(page) = walk.pop() {
        let Some(bytes) = files.get(page).filter(|_| page.ends_with(".html")) else {
            continue;
        };
        let version = old.into_iter().chain([new]);
        let mut version = version.filter(|version| version.has(page, bytes));
        let version = version.next().expect("looked at above");
        for link in &version.links[page] {
            // Of two pages that both go, one goes first.
            let both_go = !stays(page) && !stays(link);
            let found = files.get_key_value(link);
            assert!(both_go || found.is_some(), "{what}: {page} leads to {link}");
            if let Some((link, _)) = found.filter(|(link, _)| seen.insert(link)) {
                walk.push(link);
            }
        }
    }
}

/// The next build must give what a fresh one gives.
fn check_next(model: &Model, stage: Stage, new: &Version, what: &str) {
    publish(model, stage, new).unwrap_or_else(|error| panic!("{what}: next build: {error}"));
    let retired = Manifest::read_retired(model, Path::new("/www/public")).unwrap();
    let mut files = model.files(Path::new("/www/public"));
    files.retain(|path, _| !path.starts_with(".errbook/"));
    for path in retired.paths() {
        assert!(is_needed(path), "{what}: {path} is kept");
        files.remove(path.as_str());
    }
    let differing = |path: &&String| files.get(*path) != new.files.get(*path);
    let differing: Vec<_> = files
        .keys()
        .chain(new.files.keys())
        .filter(differing)
        .collect();
    assert!(differing.is_empty(), "{what}: next build: {differing:?}");
    let beside = model.files(Path::new("/www"));
    let staged = beside.keys().find(|path| path.contains("stage"));
    assert_eq!(staged, None, "{what}");
    // Another one finds nothing to do.
    let (_, changes) = model.calls();
    assert_eq!(publish(model, stage, new).unwrap().written, 0, "{what}");
    assert_eq!(
        model.calls().1,
        changes,
        "{what}: a build of the same changed something"
    );
}

/// How many states are tried of those that are picked at random; a longer run sets
/// `ERRBOOK_CRASHES`.
fn crashes() -> usize {
    let asked = std::env::var("ERRBOOK_CRASHES").ok();
    asked
        .and_then(|crashes| crashes.parse().ok())
        .unwrap_or(300)
}

#[test]
fn a_build_that_is_killed_at_any_call_leaves_a_whole_site_and_the_next_one_completes_it() {
    for stage in [Stage::Beside, Stage::Inside] {
        for (name, before, new) in builds() {
            let start = published(stage, &before);
            let whole = start.copy();
            publish(&whole, stage, new).unwrap();
            let changes = whole.calls().1;
            assert!(changes > 100, "{name}: {changes}");
            for killed_after in 0..=changes {
                let what =
                    format!("{name}, stage {stage:?}, killed after {killed_after} of {changes}");
                let model = start.copy();
                model.expect(Trouble {
                    killed_after: Some(killed_after),
                    ..Trouble::default()
                });
                let _ = publish(&model, stage, new);
                model.expect(Trouble::default());
                check(&model, &before, new, &what);
                check_next(&model, stage, new, &what);
            }
        }
    }
}

#[test]
fn a_power_cut_leaves_a_whole_site_and_the_next_build_completes_it() {
    let mut random = Random(7);
    let builds = builds();
    let starts: Vec<_> = [Stage::Beside, Stage::Inside]
        .into_iter()
        .flat_map(|stage| builds.iter().map(move |build| (stage, build)))
        .map(|(stage, build)| {
            let start = published(stage, &build.1);
            let whole = start.copy();
            publish(&whole, stage, build.2).unwrap();
            (stage, build, start, whole.calls().1)
        })
        .collect();
    for state in 0..crashes() {
        let (stage, (name, before, new), start, changes) = &starts[state % starts.len()];
        // The first half of a build only fills the stage.
        let from = if random.below(4) == 0 { 0 } else { changes / 2 };
        let killed_after = from + random.below(changes - from + 1);
        let what =
            format!("state {state}, {name}, stage {stage:?}, power cut after {killed_after}");
        let model = start.copy();
        model.expect(Trouble {
            killed_after: Some(killed_after),
            ..Trouble::default()
        });
        let _ = publish(&model, *stage, new);
        let mut model = model.after_power_cut(&mut random);
        check(&model, before, new, &what);
        // Power may go again while the next build picks up the pieces.
        if random.below(3) == 0 {
            model.expect(Trouble {
                killed_after: Some(random.below(changes + 1)),
                ..Trouble::default()
            });
            let _ = publish(&model, *stage, new);
            model = model.after_power_cut(&mut random);
            check(&model, before, new, &what);
        }
        // What is built next may be the site of before as well.
        let next = before
            .last()
            .filter(|_| random.below(4) == 0)
            .unwrap_or(new);
        check_next(&model, *stage, next, &what);
    }
}

#[test]
fn a_call_that_fails_is_said_and_leaves_a_whole_site_and_the_next_build_completes_it() {
    // By their numbers on Linux: no space, broken disk, no permission, too many open files.
    let errors = [28, 5, 13, 24];
    let mut random = Random(3);
    for (name, before, new) in builds() {
        let stage = Stage::Beside;
        let start = published(stage, &before);
        let whole = start.copy();
        publish(&whole, stage, new).unwrap();
        let calls = whole.calls().0;
        let every = (calls * errors.len() * 3).div_ceil(crashes());
        for call in 0..calls {
            for code in errors {
                if random.below(every) > 0 {
                    continue;
                }
                let what = format!("{name}, call {call} of {calls} fails with {code}");
                let model = start.copy();
                model.expect(Trouble {
                    fails: Some((call, code)),
                    ..Trouble::default()
                });
                let outcome = publish(&model, stage, new);
                model.expect(Trouble::default());
                check(&model, &before, new, &what);
                if outcome.is_ok() {
                    check_done(&model, new, &what);
                }
                check_next(&model, stage, new, &what);
            }
        }
    }
}

/// A build that says that all went well is right.
fn check_done(model: &Model, new: &Version, what: &str) {
    let files = model.files(Path::new("/www/public"));
    for (path, bytes) in &new.files {
        assert_eq!(files.get(path), Some(bytes), "{what}: said to be done");
    }
}
