//! The example of `docs/linking.md` for Rust: what it prints leads to pages. `.ci/examples` runs those
//! in other languages.

#[path = "../../docs/examples/rust/error_link.rs"]
#[allow(unreachable_pub, reason = "it is a program of its own")]
mod error_link;

use std::path::Path;

use crate::site_test::SiteTest;
use error_link::{AnvilError, ERRORS};

#[test]
fn the_example_for_rust_prints_links_that_lead_to_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let records = std::fs::read(root.join("docs/examples/errors.jsonl")).unwrap();
    let site = SiteTest::new();
    site.write("records/errors.jsonl", records).build();
    let no_room = AnvilError::NoRoom {
        place: "the edge".into(),
    };
    for (error, message) in [
        (no_room, "no room for the anvil"),
        (AnvilError::Frayed, "the rope is frayed"),
    ] {
        let printed = error.to_string();
        let (_, link) = printed.split_once("\n  see ").unwrap();
        let path = link
            .strip_prefix(ERRORS)
            .unwrap()
            .split('#')
            .next()
            .unwrap();
        assert!(site.read(path).contains(message), "{link}");
    }
}
