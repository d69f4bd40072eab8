//! Each stage of a build by itself. `benches/README.md` says more.

use std::hint::black_box;
use std::path::PathBuf;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use errbook::catalog::Card;
use errbook::config::Config;
use errbook::highlight::{Budget, Highlighter, Limits};
use errbook::markdown;
use errbook::message::Message;
use errbook::progress::Silent;
use errbook::record::{self, Record};
use errbook::route::Route;
use errbook::site::{Opened, Site};

/// So many records are enough, and so many are taken in turns.
const RECORDS: usize = 1_000;

/// Records, one a line: those of `ERRBOOK_RECORDS`, else errbook's own.
fn lines() -> Vec<String> {
    if let Some(file) = std::env::var_os("ERRBOOK_RECORDS") {
        let text = std::fs::read_to_string(&file)
            .expect("ERRBOOK_RECORDS names a file of records, one a line");
        return text.lines().take(RECORDS).map(str::to_owned).collect();
    }
    let folder =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/records")).expect("a folder");
    let mut files: Vec<PathBuf> = folder
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let json = files
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "json"));
    json.map(|file| std::fs::read_to_string(file).expect("a record"))
        .collect()
}

fn parsed(lines: &[String]) -> Vec<Record> {
    let limits = record::Limits::default();
    let records = lines
        .iter()
        .filter_map(|line| record::parse(line, &limits).record);
    records.collect()
}

fn site(lines: &[String]) -> (tempfile::TempDir, Site) {
    let folder = tempfile::tempdir().expect("a folder");
    let text = lines
        .iter()
        .map(|line| line.replace('\n', " ") + "\n")
        .collect::<String>();
    std::fs::write(folder.path().join("records.jsonl"), text).expect("a file");
    let mut config = Config {
        root: folder.path().to_path_buf(),
        ..Config::default()
    };
    config.input.paths = vec!["records.jsonl".into()];
    let Opened { site, .. } =
        Site::open(config, &Silent).unwrap_or_else(|error| panic!("{error:?}"));
    (folder, site)
}

/// One record after another, round and round.
fn of_records(bench: &mut Criterion) {
    let lines = lines();
    let records = parsed(&lines);
    let facets = Config::default().facets.0;
    let limits = record::Limits::default();
    let highlighter = Highlighter::new(Limits::default(), &std::collections::BTreeMap::new());
    let mut group = bench.benchmark_group("record");
    group.throughput(Throughput::Elements(1));

    let mut turns = lines.iter().cycle();
    group.bench_function("parse", |bench| {
        bench.iter(|| record::parse(turns.next().expect("a record"), &limits));
    });
    let mut turns = records.iter().cycle();
    let mut next = || turns.next().expect("a record");
    group.bench_function("card", |bench| {
        bench.iter(|| Card::of(next(), &facets));
    });
    group.bench_function("message", |bench| {
        bench.iter(|| {
            let record = next();
            Message::parse(
                &record.error_message,
                Some(&record.message_pattern),
                &record.file_path,
            )
        });
    });
    group.bench_function("markdown", |bench| {
        bench.iter(|| {
            let record = next();
            for text in [
                &record.documentation,
                &record.trigger_scenarios,
                &record.common_situations,
            ] {
                black_box(markdown::block(text));
            }
            for text in record.solutions.iter().chain(&record.prevention_tips) {
                black_box(markdown::inline(text));
            }
        });
    });
    group.bench_function("highlight", |bench| {
        bench.iter(|| {
            let record = next();
            let language = highlighter.language(&record.file_path, "");
            let mut budget = Budget::new(highlighter.limits());
            let code = [
                &record.source_code,
                &record.example_fix,
                &record.validation_code,
            ];
            for code in code.into_iter().flatten() {
                black_box(highlighter.lines(code, language, &mut budget));
            }
        });
    });
    group.finish();
}

/// Kinds of pages that are measured.
fn kind(route: Route) -> &'static str {
    match route {
        Route::Page(..) => "record",
        Route::Permalink(_) => "permalink",
        Route::Value(..) => "value",
        Route::SourceFile(..) => "file",
        Route::Home => "home",
        _ => "",
    }
}

fn of_pages(bench: &mut Criterion) {
    let (_folder, site) = site(&lines());
    let mut group = bench.benchmark_group("page");
    group.throughput(Throughput::Elements(1));
    for name in ["record", "permalink", "value", "file", "home"] {
        let routes = site.routes().into_iter();
        let routes: Vec<Route> = routes.filter(|route| kind(*route) == name).collect();
        let mut turns = routes.iter().cycle();
        group.bench_function(format!("{name}, view"), |bench| {
            bench.iter(|| {
                site.prepare(*turns.next().expect("a page"))
                    .map(|page| page.fingerprint)
            });
        });
        group.bench_function(format!("{name}, bytes"), |bench| {
            let prepare = || {
                site.prepare(*turns.next().expect("a page"))
                    .expect("a page")
            };
            let mut bytes = Vec::new();
            let finish = |page| site.finish(page, &mut bytes).is_ok();
            bench.iter_batched(prepare, finish, BatchSize::SmallInput);
        });
    }
    group.finish();
}

fn of_sites(bench: &mut Criterion) {
    let lines = lines();
    let mut group = bench.benchmark_group("site");
    group.throughput(Throughput::Elements(lines.len() as u64));
    group.sample_size(10);
    group.bench_function("read and group", |bench| bench.iter(|| site(&lines)));
    let (_folder, site) = site(&lines);
    group.bench_function("routes", |bench| bench.iter(|| site.routes()));
    group.bench_function("search index", |bench| {
        bench.iter(|| {
            let mut bytes = 0;
            let done = site.render(Route::SearchIndex, &mut |_, file| bytes += file.len());
            done.unwrap_or_else(|problem| panic!("{problem:?}"));
            bytes
        });
    });
    group.finish();
}

criterion_group!(stages, of_records, of_pages, of_sites);
criterion_main!(stages);
