use super::*;

#[test]
fn a_plain_name_stays_as_it_is() {
    for name in [
        "tokio",
        "receive-align",
        "a.b_c~d",
        "über",
        "日本語",
        "e0382",
        "index.rs",
        "pages",
    ] {
        assert_eq!(segment(name), name);
    }
}

#[test]
fn a_changed_or_reserved_name_is_marked_by_its_own_hash() {
    for name in [
        "a b",
        "a/b",
        "",
        "..",
        ".",
        ".git",
        "a.",
        "index",
        "Page",
        "404",
        "con",
        "NUL.txt",
        "com1",
        "e\u{301}",
        "x~0123ab",
        "objects.inv",
        "a\u{3164}",
        "prn",
        "aux.c",
        "LPT9",
        "com\u{b9}",
        "x.HTML",
        "part",
    ] {
        let made = segment(name);
        assert!(ends_as_changed(&made), "{name:?} gave {made:?}");
        assert!(!made.starts_with('.') && !made.ends_with('.'), "{made:?}");
        assert!(OutPath::parse(&made).is_some(), "{made:?}");
    }
    assert_ne!(segment("a b"), segment("a/b"));
}

#[test]
fn a_long_name_is_cut_at_a_character() {
    let made = segment(&"é".repeat(100));
    assert!(
        made.len() <= SEGMENT_MAX_BYTES && ends_as_changed(&made),
        "{made}"
    );
    assert_eq!(segment(&"a".repeat(120)), "a".repeat(120));
    // As much of it stays as fits.
    let made = segment(&"a".repeat(121));
    assert_eq!((made.len(), made.find('~')), (120, Some(113)));
}

#[test]
fn a_run_of_foreign_characters_is_one_dash() {
    for (name, stem) in [("a / b", "a-b"), ("<>", "-"), ("", "-"), (".x", "-x")] {
        let made = segment(name);
        assert_eq!(made.rsplit_once('~').unwrap().0, stem, "{name:?}");
    }
}

#[test]
fn two_ways_to_write_a_letter_are_one_word() {
    assert_eq!(composed("e\u{301}"), "\u{e9}");
    for text in ["", "plain", "\u{e9}"] {
        assert!(matches!(composed(text), Cow::Borrowed(same) if same == text));
    }
}

#[test]
fn whatever_is_not_plain_in_a_link_is_encoded() {
    for (path, encoded) in [
        ("a/b-c_d.e~f", "a/b-c_d.e~f"),
        ("a b", "a%20b"),
        ("aa b", "aa%20b"),
        ("a/ü?#/%2f", "a/%C3%BC%3F%23/%252f"),
        ("\"'<>&", "%22%27%3C%3E%26"),
    ] {
        assert_eq!(encode_path(path), encoded);
    }
    assert_eq!(encode("a/b c"), "a%2Fb%20c");
}

#[test]
fn a_path_gives_addresses_of_its_page_and_of_places_in_it() {
    let path = OutPath::page(&["tags"], "über");
    assert_eq!(
        (path.as_str(), path.to_string()),
        ("tags/über.html", "tags/über.html".into())
    );
    for base in ["https://e.org/x", "https://e.org/x/"] {
        assert_eq!(path.url(base), "https://e.org/x/tags/%C3%BCber.html");
    }
    let home = OutPath::of(&[], "index.html");
    assert_eq!(home.href_to(&path, "fix"), "tags/%C3%BCber.html#fix");
}

#[test]
fn a_name_may_begin_with_a_dot_below_the_output() {
    for path in [".errbook/manifest/0a", "a/.b", "a/..b", ".a."] {
        assert_eq!(OutPath::parse(path).unwrap().as_str(), path);
    }
}

#[test]
fn links_are_relative_and_end_in_a_file_name() {
    let page = OutPath::fixed("errors/o/r/a.html");
    assert_eq!(page.href(&OutPath::fixed("errors/o/r/b.html")), "b.html");
    assert_eq!(page.href(&page), "a.html");
    assert_eq!(
        page.href(&OutPath::fixed("errors/o/rr/b.html")),
        "../rr/b.html"
    );
    assert_eq!(
        page.href(&OutPath::fixed("tags/index.html")),
        "../../../tags/index.html"
    );
    assert_eq!(
        OutPath::fixed("index.html").href(&page),
        "errors/o/r/a.html"
    );
    assert_eq!(
        page.href(&OutPath::fixed("tags/über.html")),
        "../../../tags/%C3%BCber.html"
    );
    assert_eq!(page.root(), "../../../");
}

#[test]
fn a_path_that_leaves_the_folder_cannot_be_made() {
    for path in [
        "",
        "/etc/passwd",
        "../x",
        "a/../b",
        "a/..",
        "a/.",
        "a/../../b",
        "a/./b/./c",
        "..",
        "a/",
        "a//b",
        "a//b//c",
        "a\\b",
        "a\\b\\c",
        "./a",
        "c:/x",
        "a/\0",
        "a\nb",
        "a\rb",
    ] {
        assert_eq!(OutPath::parse(path), None, "{path:?}");
    }
}

#[test]
fn names_of_devices_and_of_the_site_are_reserved_with_any_ending() {
    for name in [
        "prn",
        "aux",
        "nul",
        "con",
        "com1",
        "com9",
        "lpt1",
        "lpt\u{b2}",
        "part",
        "page",
        "index",
    ] {
        let letters: String = name.to_uppercase();
        for name in [name, &letters] {
            assert!(ends_as_changed(&segment(name)), "{name}");
        }
    }
    for name in [
        "com", "comx", "com10", "lpt", "console", "pages", "parts", "index.rs", "aux2",
    ] {
        assert_eq!(segment(name), name);
    }
}

#[test]
fn a_suffix_leaves_room_for_as_much_of_a_name_as_fits() {
    assert!(with_suffix("", "x").starts_with("-~"));
    let stem = "a".repeat(SEGMENT_MAX_BYTES - 7);
    for more in ["", "b", "é"] {
        let made = with_suffix(&format!("{stem}{more}"), "x");
        assert_eq!(
            made,
            format!("{stem}{}", with_suffix("", "x").trim_start_matches('-'))
        );
    }
}

/// As `is_plain`, said the long way.
fn is_plain_by_parts(path: &str) -> bool {
    let parts = path.split('/');
    parts.into_iter().all(|part| {
        !["", ".", ".."].contains(&part) && !part.contains(['\\', '\0', ':', '\n', '\r'])
    })
}

#[test]
fn every_short_path_is_plain_or_not_as_its_parts_are() {
    const LETTERS: [&str; 9] = ["a", ".", "/", "\\", ":", "\n", "\r", "\0", "é"];
    let mut paths = vec![String::new()];
    for _ in 0..5 {
        let longer = paths
            .iter()
            .flat_map(|path| LETTERS.map(|letter| format!("{path}{letter}")));
        let longer: Vec<_> = longer.collect();
        for path in &longer {
            assert_eq!(
                OutPath::parse(path).is_some(),
                is_plain_by_parts(path),
                "{path:?}"
            );
        }
        paths = longer;
    }
    assert!(OutPath::parse("").is_none());
}

#[test]
fn links_hold_unreserved_characters_and_lead_back_to_what_they_were_made_of() {
    for c in '\0'..='\u{17f}' {
        let kept = c.is_ascii_alphanumeric() || "-._~".contains(c);
        let name = c.to_string();
        assert_eq!(encode(&name) == name, kept, "{c:?}");
        assert_eq!(encode_path(&name) == name, kept || c == '/', "{c:?}");
        for text in [encode(&name), encode_path(&format!("x{c}/y"))] {
            assert!(
                text.bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"-._~%/".contains(&b)),
                "{text}"
            );
            let read = percent_encoding::percent_decode_str(&text)
                .decode_utf8()
                .unwrap();
            assert!(read.contains(c));
        }
    }
    let paths = [
        "index.html",
        "a.html",
        "a/b.html",
        "a/c.html",
        "a/b/c.html",
        "ab/c.html",
        "é/x y.html",
        "a/é.html",
    ];
    for (from, to) in paths.iter().flat_map(|from| paths.map(|to| (*from, to))) {
        let (from, to) = (OutPath::fixed(from), OutPath::fixed(to));
        let base =
            iri_string::types::UriString::try_from(from.url("https://example.org/docs/")).unwrap();
        let resolve = |link: &str| {
            let link = iri_string::types::UriReferenceStr::new(link).unwrap();
            link.resolve_against(base.to_absolute().as_ref())
                .to_string()
        };
        assert_eq!(
            resolve(&from.href(&to)),
            to.url("https://example.org/docs"),
            "{from} {to}"
        );
        let anchored = format!("{}#x", to.url("https://example.org/docs"));
        assert_eq!(resolve(&from.href_to(&to, "x")), anchored);
        assert_eq!(
            resolve(&format!("{}a.html", from.root())),
            "https://example.org/docs/a.html"
        );
    }
    assert_eq!(
        OutPath::page(&["a", "b"], "c"),
        OutPath::of(&["a", "b"], "c.html")
    );
}
