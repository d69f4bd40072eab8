//! Templates and views must agree. Where a template prints or walks over something that its view
//! does not have, rendering fails; in a condition it is only ever false, and nobody would notice.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::{Material, facet, forward, home, listing, record, repo, search};
use crate::catalog::Builder;
use crate::config::{self, Config};
use crate::highlight::{Highlighter, Limits};
use crate::progress::Silent;
use crate::theme::Theme;

/// A view as its template sees it.
fn seen(view: &impl Serialize) -> Value {
    serde_json::to_value(view).unwrap()
}

fn own_config() -> Config {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("site.toml");
    config::load(&file).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Every template with a view of its kind, over errbook's own records.
fn views(config: &Config) -> Vec<(&'static str, Value)> {
    let mut builder = Builder::new(&config.facets.0);
    let inputs = config.input.paths.iter();
    let paths: Vec<_> = inputs.map(|path| config.root.join(path)).collect();
    let limits = config.input.limits();
    let read = crate::input::read(&paths, &limits, &Silent, |found| builder.add(&found)).unwrap();
    let (catalog, ..) = builder.finish();
    let highlighter = Highlighter::new(Limits::default(), &config.highlight.aliases);
    let material = Material {
        config,
        catalog: &catalog,
        sources: &read.sources,
        highlighter: &highlighter,
    };
    vec![
        ("home.html", seen(&home::home(&material))),
        ("not-found.html", seen(&home::not_found(&material))),
        ("search.html", seen(&search::search(&material))),
        ("repos.html", seen(&repo::all(&material, 1))),
        ("facet.html", seen(&facet::index(&material, 0, 1))),
        ("listing.html", seen(&listing::value(&material, 0, 1))),
        ("listing.html", seen(&repo::listing(&material, 0, 1))),
        ("record.html", seen(&record::page(&material, 0, 1).unwrap())),
        ("forward.html", seen(&forward::permalink(&material, 0))),
    ]
}

/// A name that a template gives to the partials it includes.
const GIVEN: (&str, &str) = ("record.html", "record");

#[test]
fn every_template_asks_only_for_what_its_view_has() {
    let config = own_config();
    let theme = Theme::load(&config).unwrap_or_else(|problems| panic!("{problems:?}"));
    for (template, view) in views(&config) {
        let names = view.as_object().unwrap();
        for asked in theme.variables(template) {
            assert!(
                asked == "site" || names.contains_key(&asked) || (template, &*asked) == GIVEN,
                "{template} asks for `{asked}`, which its view does not have"
            );
        }
    }
}

#[test]
fn partials_ask_only_for_what_a_record_has() {
    let config = own_config();
    let views = views(&config);
    let page = views.iter().find(|(template, _)| *template == GIVEN.0);
    let record = page.unwrap().1["records"][0].as_object().unwrap();
    let mut asked = BTreeSet::new();
    for partial in ["_record", "_contents", "_facts", "_source"] {
        let file = format!("{}/templates/{partial}.html", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(file).unwrap();
        asked.extend(text.split("record.").skip(1).map(|rest| {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            rest[..end.unwrap_or(rest.len())].to_owned()
        }));
    }
    // A comment may end in the word.
    asked.remove("");
    let given: BTreeSet<String> = record.keys().cloned().collect();
    let missing: Vec<_> = asked.difference(&given).collect();
    assert!(missing.is_empty(), "not in the view: {missing:?}");
    let unused: Vec<_> = given.difference(&asked).collect();
    assert!(unused.is_empty(), "never shown: {unused:?}");
}
