//! The table of pastes: what the site's scripts find in a pasted text, in an engine of JavaScript
//! alone and in a browser, from disk and over HTTP. The unit tests of `search::paste` run the same
//! table in Rust.

use std::fs;
use std::path::Path;

use rquickjs::prelude::Func;
use rquickjs::{CatchResultExt, Context, Ctx, Promise, Runtime};
use serde_json::{Value, json};

use crate::browser::{self, Page, Server};
use crate::site_test::SiteTest;

/// What the scripts need of a browser that are not about pages.
const HOST: &str = "
globalThis.location = { protocol: 'https:' };
globalThis.document = { querySelector: () => null };
globalThis.fetch = async (address) => {
  const text = readShard(address);
  return { ok: text !== undefined && text !== null, text: async () => text };
};
";

/// What the scripts find, in the form of the table. `TEXT` is the paste.
const FIND: &str = "
(async () => {
  const { rows } = await errbook.paste(TEXT);
  return JSON.stringify(rows.map(({ record, line, isSure, values }) => ({
    id: record.id,
    line,
    sure: isSure,
    values: Object.fromEntries(values.map(({ name, value }) => [name, value])),
  })));
})()
";

fn vectors(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Pastes with what is to be found in each.
fn table() -> Vec<(String, Value)> {
    let rows: Vec<Value> = serde_json::from_str(&vectors("pastes.json")).unwrap();
    rows.into_iter()
        .map(|row| {
            (
                row["paste"].as_str().unwrap().to_owned(),
                row["expect"].clone(),
            )
        })
        .collect()
}

/// A site of the records that the table is about.
fn site() -> SiteTest {
    let records: Vec<Value> = vectors("paste-records.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let site = SiteTest::with(&records);
    site.build();
    site
}

/// Asks for each row of the table, and fails with all that differ.
#[track_caller]
fn assert_table(mut find: impl FnMut(&str) -> Value) {
    let mut differing = Vec::new();
    for (text, expected) in table() {
        let found = find(&text);
        if found != expected {
            differing.push(format!(
                "{text:?}\n  expected {expected}\n  found    {found}"
            ));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// A call of the scripts for one paste.
fn call(text: &str) -> String {
    FIND.replace("TEXT", &json!(text).to_string())
}

fn run<'js, T: rquickjs::FromJs<'js>>(ctx: &Ctx<'js>, source: &str) -> T {
    ctx.eval::<T, _>(source)
        .catch(ctx)
        .unwrap_or_else(|why| panic!("{why}"))
}

/// A published script, whatever its hash is.
fn script(site: &SiteTest, name: &str) -> String {
    let assets = fs::read_dir(site.page("assets")).unwrap();
    let mut files = assets.map(|file| file.unwrap().path());
    let file = files.find(|file| {
        let file = file.file_name().unwrap().to_str().unwrap();
        file.starts_with(name) && file.ends_with(".js")
    });
    fs::read_to_string(file.unwrap()).unwrap()
}

#[test]
fn the_scripts_find_what_the_table_says_in_an_engine_of_javascript() {
    let site = site();
    let runtime = Runtime::new().unwrap();
    let context = Context::full(&runtime).unwrap();
    let search = site.page("search");
    context.with(|ctx| {
        let read = move |address: String| fs::read_to_string(search.join(address)).ok();
        ctx.globals().set("readShard", Func::from(read)).unwrap();
        run::<()>(&ctx, HOST);
        run::<()>(&ctx, &script(&site, "search."));
        run::<()>(&ctx, &script(&site, "paste."));
        run::<()>(&ctx, "errbook.open(''); undefined");
        assert_table(|text| {
            let promise: Promise<'_> = run(&ctx, &call(text));
            let found = promise.finish::<String>().catch(&ctx);
            let found = found.unwrap_or_else(|why| panic!("{text:?}: {why}"));
            serde_json::from_str(&found).unwrap()
        });
    });
}

/// Pastes a row by hand, which loads the scripts, then asks for all of them.
#[track_caller]
fn assert_table_in(page: &Page) {
    let (text, expected) = table().swap_remove(0);
    page.paste_into("[data-paste] textarea", &text);
    let value = expected[0]["values"].as_object().unwrap().values().next();
    page.wait_for_text("[data-paste-results]", value.unwrap().as_str().unwrap());
    assert_table(|text| {
        let found: String = page.eval(&call(text));
        serde_json::from_str(&found).unwrap()
    });
    page.assert_quiet();
}

#[test]
fn the_scripts_find_what_the_table_says_from_disk_without_a_request() {
    let Some(page) = browser::page() else { return };
    let site = site();
    page.open_file(&site.page("index.html"));
    assert_table_in(&page);
    assert_eq!(page.network_requests(), []);
}

#[test]
fn the_scripts_find_what_the_table_says_over_http_at_the_root_and_two_folders_deep() {
    let Some(page) = browser::page() else { return };
    let site = site();
    for under in ["/", "/docs/errors/"] {
        let server = Server::start(&site.path("public"), under);
        page.open(&server.address("index.html"));
        assert_table_in(&page);
    }
}
