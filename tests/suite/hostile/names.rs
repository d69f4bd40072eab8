//! Names of repositories, pages, values and files: whatever they are, files lie in the output and no
//! two of them meet on a disk that knows no letter case and no ways to write one letter.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use errbook::address::{OutPath, SEGMENT_MAX_BYTES, segment};
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use super::payloads::payload;
use crate::site_test::{SiteTest, id, record, with};

/// Names that mean something to a file system, a shell, a web server or another name.
fn hostile() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let plain = [
        "",
        ".",
        "..",
        "...",
        "/",
        "\\",
        "//",
        "../",
        "..\\",
        "../../x",
        "a/../b",
        "/etc/passwd",
        "C:",
        "C:\\x",
        "\\\\host\\share",
        "\\\\?\\C:\\x",
        "~",
        "~root",
        "-",
        "--",
        "-rf",
        "*",
        "?",
        "a*b",
        "a|b",
        "a:b",
        "a:$DATA",
        "a\0b",
        "\0",
        "\n",
        "a\nb",
        "\r",
        "\t",
        " ",
        " a",
        "a ",
        "a.",
        "a..",
        ".a",
        "..a",
        ".git",
        ".htaccess",
        ".nojekyll",
        ".errbook",
        ".well-known",
        "index",
        "INDEX",
        "index.html",
        "page",
        "Page",
        "part",
        "404",
        "404.html",
        "objects.inv",
        "sitemap.xml",
        "a.html",
        "a.HTML",
        "%2e%2e",
        "%2f",
        "%00",
        "..%2f",
        "%252e",
        "a%20b",
        "&",
        "&amp;",
        "<",
        ">",
        "\"",
        "'",
        "`",
        "#",
        "?q",
        "$HOME",
        "$(id)",
        ";id",
        "__proto__",
        "constructor",
        "con",
        "CON",
        "con.txt",
        "Con.html",
        "prn",
        "aux",
        "nul",
        "NUL.tar.gz",
        "com0",
        "com1",
        "COM9.x",
        "com\u{b9}",
        "lpt1",
        "LPT\u{b2}",
        "conin$",
        "CONOUT$",
        "clock$",
        "desktop.ini",
        "Thumbs.db",
        "\u{202e}gnp.exe",
        "a\u{200b}b",
        "a\u{feff}",
        "a\u{ad}b",
        "é",
        "e\u{301}",
        "É",
        "E\u{301}",
        "ﬁ",
        "fi",
        "ß",
        "SS",
        "ss",
        "ẞ",
        "ı",
        "I",
        "i",
        "İ",
        "i\u{307}",
        "ſ",
        "s",
        "K",
        "K",
        "k",
        "Å",
        "Å",
        "å",
        "Ω",
        "Ω",
        "ς",
        "σ",
        "Σ",
        "Ǆ",
        "ǅ",
        "ǆ",
        "가",
        "가",
        "が",
        "が",
        "日本語",
        "שלום",
        "مرحبا",
        "🦀",
        "a\u{300}\u{316}",
        "a\u{316}\u{300}",
        "x~0123ab",
        "x~0123AB",
        "a~000000",
        "a\u{3164}",
        "a\u{115f}",
        "a\u{ffa0}",
        "\u{e000}",
        "\u{fffd}",
        "\u{fffe}",
        "\u{10ffff}",
        "①",
        "²",
        "½",
        "Ⅳ",
        "ⅳ",
        "٣",
    ];
    names.extend(plain.map(str::to_owned));
    for length in [119, 120, 121, 127, 255, 256, 1_000, 5_000] {
        names.push("a".repeat(length));
        names.push("A".repeat(length));
        names.push("é".repeat(length / 2));
        names.push("日".repeat(length / 3));
        names.push(format!("{}.html", "a".repeat(length)));
        names.push("../".repeat(length / 3));
    }
    names.extend((names.len()..2_000).map(payload));
    names.sort();
    names.dedup();
    // Beyond those above, texts of the grammar until there are enough.
    let mut next = 2_000;
    while names.len() < 2_000 {
        let made = payload(next);
        if !names.contains(&made) {
            names.push(made);
        }
        next += 1;
    }
    names
}

/// Names made of pieces that are easily taken for each other.
fn generated(count: usize) -> Vec<String> {
    const PIECES: [&str; 40] = [
        "a", "A", "b", "é", "e\u{301}", "É", "/", "\\", ".", "..", " ", "-", "--", "_", "~",
        "~0a1b2c", "con", "index", "%2f", "%", "ß", "ss", "ẞ", "ı", "i", "I", "ſ", "s", "\0", "\n",
        "\u{202e}", "\u{200d}", "日", ":", "*", "?", "<", "html", "1", "²",
    ];
    let mut names: Vec<String> = Vec::with_capacity(count);
    for n in 0..count {
        let (mut rest, mut name) = (n, String::new());
        loop {
            name.push_str(PIECES[rest % PIECES.len()]);
            rest /= PIECES.len();
            if rest == 0 {
                break;
            }
        }
        names.push(name);
    }
    names.sort();
    names.dedup();
    names
}

/// What file systems that fold letters compare: letters apart from their marks, through both cases.
fn collision_key(segment: &str) -> String {
    let apart: String = segment.nfd().collect();
    let folded = apart.to_lowercase().to_uppercase().to_lowercase();
    let shown = folded.nfd().filter(|c| !errbook::html::is_hidden(*c));
    shown.collect()
}

fn assert_is_plain(name: &str, made: &str) {
    assert!(
        !made.is_empty() && made.len() <= SEGMENT_MAX_BYTES,
        "{name:?}: {made:?}"
    );
    assert!(
        !made.starts_with('.') && !made.ends_with(['.', ' ']),
        "{name:?}: {made:?}"
    );
    let is_kept = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_' | '~');
    assert!(made.chars().all(is_kept), "{name:?}: {made:?}");
    assert!(
        OutPath::parse(made).is_some_and(|path| path.root().is_empty()),
        "{name:?}"
    );
    let path = Path::new(made);
    assert_eq!(path.components().count(), 1, "{name:?}: {made:?}");
    assert_eq!(
        made.nfc().collect::<String>(),
        made,
        "{name:?} is not composed"
    );
}

#[test]
fn every_name_is_one_plain_segment() {
    for name in hostile().iter().chain(&generated(100_000)) {
        assert_is_plain(name, &segment(name));
    }
}

/// Two names have one segment only where they are one: nothing of what was changed meets another.
#[test]
fn no_two_names_have_one_segment() {
    let mut all = hostile();
    all.extend(generated(100_000));
    let mut seen: HashMap<String, &str> = HashMap::new();
    for name in &all {
        if let Some(other) = seen.insert(segment(name), name) {
            assert_eq!(other, name, "both are {:?}", segment(name));
        }
    }
}

/// A site whose repositories, pages, files and values have all hostile names, on a disk that folds case.
#[test]
fn a_site_of_hostile_names_lies_in_its_folder_and_no_two_files_meet() {
    let names: Vec<String> = hostile()
        .into_iter()
        .filter(|name| !name.trim().is_empty())
        .collect();
    let mut all: Vec<Value> = Vec::new();
    for (n, name) in names.iter().enumerate() {
        let fields: [(&str, Value); 7] = [
            ("id", json!(id("names", name, &n.to_string()))),
            ("slug", json!(name)),
            ("filePath", json!(name)),
            ("tags", json!([name])),
            ("errorCode", json!(name)),
            ("backgroundTag", json!(name)),
            ("githubUrl", json!("")),
        ];
        let mut made = record(n * 3);
        for (key, value) in fields {
            made = with(made, key, value);
        }
        for key in [
            "sourceCode",
            "exampleFix",
            "validationCode",
            "tryCatchPattern",
        ] {
            made = with(made, key, Value::Null);
        }
        // Repositories that differ by letter case only are an error of their own.
        if n % 40 == 0 {
            made = with(made, "repo", json!(format!("{name}/r{n}")));
        }
        all.push(made);
    }
    let site = SiteTest::with(&all);
    let beside = site.path("beside");
    fs::create_dir(&beside).unwrap();
    let run = site.run(&["build", "-q"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut keys: HashMap<String, String> = HashMap::new();
    let mut files = 0;
    for path in site.tree().into_keys() {
        // Upper and lower case of asset names are the theme's.
        let key = collision_key(&path);
        if let Some(other) = keys.insert(key, path.clone()) {
            panic!("`{path}` and `{other}` are one file where letters are folded");
        }
        assert!(OutPath::parse(&path).is_some(), "{path:?}");
        files += 1;
    }
    assert!(files > 8_000, "{files}");
    let own: Vec<String> = fs::read_dir(site.folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with('.'))
        .collect();
    for name in &own {
        assert!(
            ["records", "public", "beside"].contains(&name.as_str()),
            "{own:?}"
        );
    }
    assert_eq!(fs::read_dir(&beside).unwrap().count(), 0);
}
