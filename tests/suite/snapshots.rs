//! Each kind of page as it is: the main element, so that the frame around it can change without
//! touching all of these; the home page's whole text holds the frame.

use std::path::Path;

use serde_json::json;
use snapbox::{Data, assert_data_eq};

use crate::site_test::{SiteTest, record, with};

fn site() -> SiteTest {
    let mut all: Vec<_> = (0..6).map(record).collect();
    all.push(with(record(9), "slug", json!("cannot-drop-0")));
    all.push(with(record(12), "sourceCode", json!(null)));
    let site = SiteTest::with(&all);
    site.build();
    site
}

/// The page's main element, one tag a line so that differences can be read, names of hashed files
/// without their hash.
fn main_of(html: &str) -> String {
    let start = html.find("<main").unwrap();
    let end = html.find("</main>").unwrap();
    html[start..end].replace("><", ">\n<") + "\n"
}

#[track_caller]
fn assert_page(site: &SiteTest, address: &str, name: &str) {
    let expected = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(format!("{name}.html"));
    assert_data_eq!(
        main_of(&site.read(address)),
        Data::read_from(&expected, None).raw()
    );
}

#[test]
fn each_kind_of_page_is_as_it_was() {
    let site = site();
    for (address, name) in [
        ("errors/acme/rocket/cannot-drop-1.html", "record"),
        (
            "errors/acme/anvil/cannot-drop-0.html",
            "records-of-one-slug",
        ),
        (
            "errors/acme/anvil/cannot-drop-12.html",
            "record-without-code",
        ),
        ("errors/acme/anvil/index.html", "repository"),
        ("errors/index.html", "repositories"),
        ("tags/index.html", "facet"),
        ("tags/gravity.html", "facet-value"),
        ("source/acme/anvil/index.html", "source-root"),
        ("source/acme/anvil/src/tnt/index.html", "source-folder"),
        ("source/acme/anvil/src/tnt/part0.rs.html", "source-file"),
        ("recent.html", "recent"),
        ("search/index.html", "search"),
        ("index.html", "home"),
    ] {
        assert_page(&site, address, name);
    }
}
