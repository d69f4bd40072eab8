//! What holds for every route of a site.

use serde_json::json;

use super::*;
use crate::page::{home, record};
use crate::progress::Silent;
use crate::record::RecordId;

/// A site of one record with nothing but what must be there.
fn site() -> (tempfile::TempDir, Site) {
    site_at(None)
}

fn site_at(base_url: Option<&str>) -> (tempfile::TempDir, Site) {
    let folder = tempfile::tempdir().unwrap();
    let record = json!({
        "id": RecordId::derive("o/r", "message", "a.rs").to_string(), "repo": "o/r", "slug": "s", "errorMessage": "message",
        "messagePattern": "message", "errorType": "panic", "severity": "error", "filePath": "a.rs", "tags": ["t"],
        "githubUrl": "https://github.com/o/r/blob/abc/a.rs", "analyzedSha": "abc", "analyzedAt": "2026-09-11T21:06:21Z",
    });
    std::fs::create_dir(folder.path().join("records")).unwrap();
    std::fs::write(folder.path().join("records/one.json"), record.to_string()).unwrap();
    let mut config = Config {
        root: folder.path().to_path_buf(),
        ..Config::default()
    };
    config.site.base_url = base_url.map(str::to_owned);
    let opened = Site::open(config, &Silent).unwrap_or_else(|error| panic!("{error}"));
    (folder, opened.site)
}

#[test]
fn every_page_begins_with_its_policy_and_has_no_script_of_its_own() {
    for base_url in [None, Some("https://example.org/errors/")] {
        assert_pages_keep_to_the_policy(&site_at(base_url).1);
    }
}

fn assert_pages_keep_to_the_policy(site: &Site) {
    const DATA: &str = "<script type=\"application/ld+json\">";
    let has_address = site.config.site.base_url.is_some();
    for route in site.routes().into_iter().filter(|route| route.is_page()) {
        site.render(route, &mut |path, bytes| {
            let html = String::from_utf8(bytes).unwrap();
            let head = "<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;;";
            assert!(html.contains(head), "{path}: {}", &html[..html.len().min(300)]);
            let document = scraper::Html::parse_document(&html);
            let elements = document.tree.values().filter_map(scraper::Node::as_element);
            for (name, value) in elements.flat_map(scraper::node::Element::attrs) {
                assert!(name != "style" && !name.starts_with("on"), "{path}: {name}={value}");
            }
            for (at, _) in html.match_indices("<script") {
                let is_data = has_address && html[at..].starts_with(DATA);
                assert!(is_data || html[at..].starts_with("<script src="), "{path}");
            }
        })
        .unwrap();
    }
}

#[test]
fn routes_are_unique_and_each_has_its_address() {
    let (_folder, site) = site();
    let routes = site.routes();
    let mut addresses: Vec<_> = routes
        .iter()
        .filter_map(|route| site.address(*route))
        .collect();
    let count = addresses.len();
    assert_eq!(count, routes.len() - 1, "all but the search index have one");
    addresses.sort();
    addresses.dedup();
    assert_eq!(addresses.len(), count);
}

#[track_caller]
fn assert_has_all(site: &Site, template: &str, view: &impl serde::Serialize) {
    /// What a template gives the partials that it includes.
    const LOOP_VARIABLES: [&str; 1] = ["record"];
    let view = serde_json::to_value(view).unwrap();
    let known =
        |name: &str| name == "site" || LOOP_VARIABLES.contains(&name) || view.get(name).is_some();
    let asked = site.theme.variables(template);
    let missing: Vec<_> = asked.iter().filter(|name| !known(name)).collect();
    assert!(
        missing.is_empty(),
        "`{template}` reads {missing:?}, which its view does not have"
    );
}

/// Where a template prints a name that its view does not have, rendering fails; in a condition it
/// is only ever false, and nobody would notice.
#[test]
fn every_template_asks_only_for_what_its_view_has() {
    let (_folder, site) = site();
    let material = &site.material();
    assert_has_all(
        &site,
        "record.html",
        &record::page(material, record::Frame::of(material, 0, 1)).unwrap(),
    );
    assert_has_all(&site, "forward.html", &forward::permalink(material, 0));
    assert_has_all(&site, "listing.html", &repo::listing(material, 0, 1));
    assert_has_all(&site, "listing.html", &listing::value(material, 0, 1));
    assert_has_all(&site, "repos.html", &repo::all(material, 1));
    let file = source_tree::file(material, 0, 1);
    assert_has_all(&site, "source-file.html", &file);
    assert_has_all(
        &site,
        "source-folder.html",
        &source_tree::folder(material, 0, 1),
    );
    assert_has_all(&site, "recent.html", &recent::recent(material, 1));
    assert_has_all(&site, "facet.html", &facet::index(material, 0, 1));
    assert_has_all(&site, "search.html", &page::search::search(material));
    assert_has_all(&site, "not-found.html", &home::not_found(material));
    assert_has_all(&site, "home.html", &home::home(material));
    let here = OutPath::fixed("id/x.html");
    let view = crate::page::withdrawn::withdrawn(material, &here);
    assert_has_all(&site, "withdrawn.html", &view);
}

/// Partials test most fields of a record before they print them, and a condition on a name that
/// is not there is only ever false: a typo would silently drop a section.
#[test]
fn every_field_of_a_record_is_asked_for_and_nothing_else() {
    let (_folder, site) = site();
    let material = &site.material();
    let page = record::page(material, record::Frame::of(material, 0, 1)).unwrap();
    let page = serde_json::to_value(page).unwrap();
    let fields = page["records"][0].as_object().unwrap().keys();
    let mut asked = std::collections::BTreeSet::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    for template in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(template.unwrap().path()).unwrap();
        let names = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'));
        let names = names.filter_map(|name| name.strip_prefix("record."));
        asked.extend(names.map(|name| name.split('.').next().unwrap_or_default().to_owned()));
    }
    // The end of a sentence, and the page's own template.
    asked.retain(|name| !name.is_empty() && name != "html");
    // Keys that the data set does not define are for a site's own templates.
    let fields = fields.filter(|name| *name != "other").cloned();
    assert_eq!(asked, fields.collect());
}
