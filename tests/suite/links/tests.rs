//! The link checker on small sites made by hand.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{Problem, check};

/// A site of some files.
fn site(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (path, text) in files {
        let file = folder.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    folder
}

/// What is wrong with a site, without where.
fn problems(folder: &Path) -> Vec<(String, Problem)> {
    check(folder, None)
        .findings
        .into_iter()
        .map(|finding| (finding.value, finding.problem))
        .collect()
}

/// What is wrong with a page that holds some markup, in a site with a few other files.
fn problems_of(markup: &str) -> Vec<(String, Problem)> {
    let site = site(&[
        ("errors/here.html", markup),
        ("index.html", "<h1 id=start>Home</h1>"),
        ("errors/other page.html", "<h2 id='größe'>Size</h2>"),
        ("errors/a%2Fb.html", ""),
        ("assets/x.png", ""),
        ("assets/x@2x.png", ""),
    ]);
    problems(site.path())
}

fn found(value: &str, problem: Problem) -> Vec<(String, Problem)> {
    vec![(value.to_owned(), problem)]
}

#[test]
fn links_to_files_and_anchors_that_are_there_are_sound() {
    let markup = "<a href='../index.html'></a><a href='../index.html#start'></a>\
        <a href='other%20page.html#gr%C3%B6%C3%9Fe'></a><a href='./here.html'></a>\
        <a href='#mark'></a><a href='#top'></a><a href='#'></a><a href='?q=1#mark'></a>\
        <a href=' ../index.html?q=a/b '></a><a href='a%252Fb.html'></a><p id=mark></p>\
        <a href='https://example.org/nowhere'></a><a href='mailto:a@example.org'></a>\
        <img src='data:image/png;base64,AAAA'>\
        <img srcset='../assets/x.png, ../assets/x@2x.png 2x' src='../assets/x.png'>";
    assert_eq!(problems_of(markup), []);
}

#[test]
fn a_link_to_a_missing_file_is_found_with_its_page_and_place() {
    let site = site(&[("errors/a.html", "<a href='b.html#x'>b</a>")]);
    let report = check(site.path(), None);
    let lines: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        ["errors/a.html: a href=\"b.html#x\": NoSuchFile"],
        "{report:?}"
    );
}

#[test]
fn a_link_to_a_missing_anchor_is_found_on_its_own_and_on_another_page() {
    assert_eq!(
        problems_of("<a href='#gone'></a>"),
        found("#gone", Problem::NoSuchAnchor)
    );
    assert_eq!(
        problems_of("<a href='../index.html#gone'></a>"),
        found("../index.html#gone", Problem::NoSuchAnchor)
    );
}

#[test]
fn a_fragment_differs_from_an_id_by_letter_case() {
    assert_eq!(
        problems_of("<a href='../index.html#Start'></a>"),
        found("../index.html#Start", Problem::NoSuchAnchor)
    );
}

#[test]
fn every_attribute_that_loads_or_leads_somewhere_is_looked_at() {
    for markup in [
        "<a href=no></a>",
        "<link rel=stylesheet href=no>",
        "<svg><use href=no></use></svg>",
        "<svg><use xlink:href=no></use></svg>",
        "<script src=no></script>",
        "<img src=no>",
        "<img srcset='../assets/x.png 1x, no 2x'>",
        "<link rel=preload as=image imagesrcset='no 2x'>",
        "<form action=no></form>",
        "<button formaction=no></button>",
        "<video poster=no></video>",
        "<object data=no></object>",
        "<meta http-equiv=refresh content='0; url=no'>",
        "<meta http-equiv=Refresh content=\"0;URL='no'\">",
        "<noscript><a href=no></a></noscript>",
        "<template><a href=no></a></template>",
    ] {
        assert_eq!(
            problems_of(markup),
            found("no", Problem::NoSuchFile),
            "{markup}"
        );
    }
}

#[test]
fn a_link_that_depends_on_where_the_site_is_served_is_found() {
    for address in ["/index.html", "//example.org/index.html"] {
        assert_eq!(
            problems_of(&format!("<a href='{address}'></a>")),
            found(address, Problem::Absolute)
        );
    }
}

#[test]
fn a_link_that_does_not_end_in_a_file_name_is_found() {
    for address in ["..", "../", ".", "./", "../errors", "../errors/", ""] {
        assert_eq!(
            problems_of(&format!("<a href='{address}'></a>")),
            found(address, Problem::NoFileName)
        );
    }
}

#[test]
fn a_link_that_climbs_out_of_the_site_is_found_although_browsers_stop_at_the_root() {
    let address = "../../index.html";
    assert_eq!(
        problems_of(&format!("<a href='{address}'></a>")),
        found(address, Problem::LeavesSite)
    );
}

#[test]
fn an_encoded_slash_does_not_separate_folders() {
    let address = "..%2Findex.html";
    assert_eq!(
        problems_of(&format!("<a href='{address}'></a>")),
        found(address, Problem::NoSuchFile)
    );
}

#[test]
fn what_browsers_would_have_to_mend_is_no_address() {
    for address in ["other page.html", "..\\index.html", "100%.html", "%FF.html"] {
        assert_eq!(
            problems_of(&format!("<a href='{address}'></a>")),
            found(address, Problem::NotAnAddress)
        );
    }
}

#[test]
fn the_same_id_twice_in_a_page_is_found() {
    assert_eq!(
        problems_of("<p id=a></p><noscript><p id=a></p></noscript>"),
        found("a", Problem::DuplicateId)
    );
}

#[test]
fn a_label_for_a_field_that_is_not_there_is_found() {
    assert_eq!(
        problems_of("<label for=q></label><p id=a aria-labelledby='a b'></p>"),
        [
            ("q".to_owned(), Problem::NoSuchId),
            ("b".to_owned(), Problem::NoSuchId),
        ]
    );
}

#[test]
fn a_base_element_is_found() {
    assert_eq!(
        problems_of("<base href='https://example.org/'>"),
        found("https://example.org/", Problem::Base)
    );
}

#[test]
fn a_page_that_is_not_text_is_found() {
    let site = TempDir::new().unwrap();
    fs::write(site.path().join("a.html"), b"\xFF").unwrap();
    assert_eq!(problems(site.path()), found("", Problem::NotText));
}

#[test]
fn files_that_hosts_leave_out_cannot_be_led_to() {
    let site = site(&[
        ("a.html", "<a href='.hidden/b.html'></a>"),
        (".hidden/b.html", "<a href='nowhere.html'></a>"),
    ]);
    let expected = found(".hidden/b.html", Problem::NoSuchFile);
    assert_eq!(problems(site.path()), expected);
}

#[test]
fn an_address_of_the_published_site_is_followed_if_it_is_known() {
    let markup = "<link rel=canonical href='https://example.org/docs/gone.html'>\
        <a href='https://example.org/docs/a.html#gone'></a>\
        <a href='https://example.org/other/'></a>";
    let site = site(&[("a.html", markup)]);
    assert_eq!(problems(site.path()), []);
    let report = check(site.path(), Some("https://example.org/docs/"));
    let problems: Vec<_> = report.findings.iter().map(|f| &f.problem).collect();
    assert_eq!(problems, [&Problem::NoSuchAnchor, &Problem::NoSuchFile]);
    let outside: Vec<_> = report.outside.iter().collect();
    assert_eq!(outside, ["https://example.org/other/"]);
}

#[test]
fn the_report_counts_pages_and_links_and_names_what_pages_are_made_of() {
    let site = site(&[
        ("a.html", "<a href='b.html' onclick=''>b</a>"),
        ("b.html", "<a href='a.html' rel=prev></a><i></i>"),
        ("notes.txt", "<a href='nowhere.html'></a>"),
    ]);
    let report = check(site.path(), None);
    report.assert_sound();
    assert_eq!((report.pages, report.links), (2, 2));
    let attributes: Vec<&String> = report.names["a"].iter().collect();
    assert_eq!(attributes, ["href", "onclick", "rel"]);
    assert!(report.names["i"].is_empty());
}
