//! Pages in every way that a reader may see them: window sizes, colours, no JavaScript, paper.
//!
//! `ERRBOOK_LOOK_AT=public/index.html:public/404.html` names pages to look at, and
//! `ERRBOOK_SCREENSHOTS=DIR` keeps a picture of each look.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::browser::{self, Look, Page};

/// Pages to look at, separated as in `PATH`.
const PAGES_VARIABLE: &str = "ERRBOOK_LOOK_AT";

/// Opens a page in every look, keeps pictures of it if that is asked for, and fails if it says
/// anything, misses anything, or has to be scrolled sideways.
#[track_caller]
pub(crate) fn hold_up(page: &Page, file: &Path, name: &str) {
    let complaints = complaints(page, file, name);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn complaints(page: &Page, file: &Path, name: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    for look in Look::ALL {
        page.look(look);
        page.open_file(file);
        page.keep_screenshot(&format!("{name}-{}", look.name()));
        let overflow = page.sideways_overflow();
        if overflow >= 1.0 {
            let look = look.name();
            complaints.push(format!("{look}: `{name}` is {overflow} px too wide"));
        }
    }
    complaints.extend(page.complaints());
    complaints
}

#[test]
fn chosen_pages_hold_up_in_every_look() {
    let Some(page) = browser::page() else { return };
    let Some(files) = env::var_os(PAGES_VARIABLE) else {
        let site = tempfile::tempdir().unwrap();
        let file = site.path().join("page.html");
        fs::write(&file, "<!doctype html><meta charset=utf-8><h1>Page</h1>").unwrap();
        return hold_up(&page, &file, "page");
    };
    for file in env::split_paths(&files) {
        hold_up(&page, &file, &name_of(&file));
    }
}

#[test]
fn a_page_that_is_wider_than_a_phone_does_not_hold_up() {
    let Some(page) = browser::page() else { return };
    let site = tempfile::tempdir().unwrap();
    let file = site.path().join("page.html");
    let wide = "<body style='margin: 0'><p style='width: 560px'>wide</p>";
    fs::write(&file, format!("<!doctype html>{wide}")).unwrap();
    let expected = [
        "narrow: `page` is 200 px too wide",
        "narrow-dark: `page` is 200 px too wide",
    ];
    assert_eq!(complaints(&page, &file, "page"), expected);
}

/// A picture's name: the page's path with its last three parts, which tell pages of a site apart.
fn name_of(file: &Path) -> String {
    let stem: PathBuf = file.with_extension("");
    let parts: Vec<_> = stem.iter().map(|part| part.to_string_lossy()).collect();
    parts[parts.len().saturating_sub(3)..].join("-")
}
