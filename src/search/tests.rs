//! The index as a whole: a reader who knows the format finds exactly what was put in.

mod reader;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde_json::Value;

use super::{Document, Index, Options, facets, levels};
use crate::address::OutPath;
use reader::{Files, Reader, value};

impl Document<'static> {
    /// A record for tests that set only what they are about.
    pub(super) fn sample() -> Self {
        Document {
            id: "0123456789abcdef",
            title: "no such file",
            pattern: None,
            code: None,
            class: None,
            repo: "acme/tool",
            path: "src/io.rs",
            line: None,
            severity: "error",
            kind: "exception",
            tags: &[],
            address: "errors/acme/tool/no-such-file.html",
            prose: "",
        }
    }
}

/// Words that are names of something in the languages that read the index.
const WORDS: [&str; 20] = [
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "</script>",
    "\u{2028}",
    "0",
    "-1",
    "接続できません",
    "𠀋𠀌",
    "\u{ff76}\u{ff85}",
    "Größe",
    "IOException",
    "read_line",
    "invalid",
    "value",
    "socket",
    "closed",
    "\"quoted\"",
    "a\nb",
];

/// The texts of a record, to borrow from.
struct Texts {
    id: String,
    title: String,
    repo: String,
    tags: Vec<String>,
    prose: String,
}

/// Records from a small generator: a few words are in nearly all, most in few.
fn corpus(count: usize) -> Vec<Texts> {
    let mut state = 1_u64;
    let mut below = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).expect("31 bits") % n
    };
    (0..count)
        .map(|n| {
            let word = |k: usize| WORDS.get(k).map_or(format!("word{k}"), ToString::to_string);
            let mut some = |n: usize| {
                let mut rank = || {
                    let most = below(200) + 1;
                    below(most)
                };
                let words: Vec<String> = (0..n).map(|_| word(rank())).collect();
                words.join(" ")
            };
            Texts {
                id: format!("{n:016x}"),
                title: format!("invalid value {}", some(3)),
                repo: format!("Acme/tool{}", n % 7),
                tags: vec![some(1), "all".into()],
                prose: some(12),
            }
        })
        .collect()
}

fn document<'a>(texts: &'a Texts, tags: &'a [&'a str]) -> Document<'a> {
    Document {
        id: &texts.id,
        title: &texts.title,
        repo: &texts.repo,
        tags,
        prose: &texts.prose,
        line: Some(7),
        ..Document::sample()
    }
}

fn build<'a>(texts: impl Iterator<Item = &'a Texts>) -> Files {
    build_with(Options::default(), texts)
}

fn build_with<'a>(options: Options, texts: impl Iterator<Item = &'a Texts>) -> Files {
    let mut index = Index::new(options);
    for texts in texts {
        let tags: Vec<&str> = texts.tags.iter().map(String::as_str).collect();
        index.add(&document(texts, &tags));
    }
    let mut files = Files::new();
    let mut last = String::new();
    index
        .finish(|path, bytes| {
            last = path.to_string();
            let text = String::from_utf8(bytes).expect("text");
            assert!(files.insert(last.clone(), text).is_none(), "{last} twice");
            Ok::<(), io::Error>(())
        })
        .expect("files");
    assert_eq!(last, "search/root.js");
    files
}

/// What each term's list has to be, by the order of documents that the rows show.
fn expected(
    texts: &[Texts],
    order: &[String],
    of: impl Fn(&Document<'_>) -> Vec<(String, u8)>,
) -> BTreeMap<String, BTreeSet<(u32, u8)>> {
    let numbers: BTreeMap<&str, u32> = (0..).zip(order).map(|(n, id)| (id.as_str(), n)).collect();
    let mut lists: BTreeMap<String, BTreeSet<(u32, u8)>> = BTreeMap::new();
    for texts in texts {
        let tags: Vec<&str> = texts.tags.iter().map(String::as_str).collect();
        for (term, level) in of(&document(texts, &tags)) {
            lists
                .entry(term)
                .or_default()
                .insert((numbers[&*texts.id], level));
        }
    }
    lists
}

/// The ids in order of their numbers.
fn order(files: &Files) -> Vec<String> {
    let rows: Vec<Value> = serde_json::from_str(&files["search/records.json"]).expect("rows");
    let id = |row: &Value| row["id"].as_str().expect("id").to_owned();
    rows.iter().map(id).collect()
}

#[test]
fn every_term_is_found_and_its_list_is_the_true_set() {
    let texts = corpus(6_000);
    let reader = Reader::new(build(texts.iter()));
    let order = order(&reader.files);

    let titles = expected(&texts, &order, |document| {
        let facets = facets::Facets::default().add(document);
        let facets = facets.into_iter().map(|term| (term, levels::LEVEL_MIN));
        levels::title_levels(document, str::to_owned)
            .into_iter()
            .chain(facets)
            .collect()
    });
    let starts = Reader::starts(&reader.root["a"]);
    assert!(titles.contains_key("constructor") && titles.contains_key("proto"));
    for (term, list) in &titles {
        let entry = reader
            .entry("a", &starts, term)
            .unwrap_or_else(|| panic!("no {term}"));
        assert_eq!(reader.whole("a", term, &entry), *list, "{term}");
    }
    let common = reader.entry("a", &starts, "invalid").expect("a word");
    assert!(common[2] > 1, "the longest list is in several files");
    let pair = reader.entry("a", &starts, "invalid value").expect("a pair");
    assert_eq!(reader.whole("a", "invalid value", &pair).len(), 6_000);

    let prose = expected(&texts, &order, |document| {
        levels::prose_levels(document, true, str::to_owned)
    });
    let starts = Reader::starts(&reader.shard("b", "starts"));
    for (term, list) in prose {
        match reader.entry("b", &starts, &term) {
            Some(entry) => assert_eq!(reader.whole("b", &term, &entry), list, "{term}"),
            None => assert!(list.len() > 1_000, "{term} is not that common"),
        }
    }
}

#[test]
fn shards_are_small_and_safe_inside_a_script() {
    for (path, text) in build(corpus(1_000).iter()) {
        let cap = match path.split('/').nth(1) {
            Some("records.json") => usize::MAX,
            Some("d") => 12_000,
            _ => 16_100,
        };
        assert!(text.len() <= cap, "{path} has {} bytes", text.len());
        for bad in ["<", ">", "&", "\u{2028}", "\u{2029}", "\"__proto__\":"] {
            assert!(!text.contains(bad), "{bad:?} in {path}");
        }
    }
}

#[test]
fn a_record_of_huge_fields_makes_no_huge_shard() {
    let words: Vec<String> = (0..20_000).map(|n| format!("w{n}<")).collect();
    let huge = words.concat();
    let mut index = Index::new(Options::default());
    for n in 0..30 {
        let id = format!("{n:016x}");
        index.add(&Document {
            id: &id,
            title: &huge,
            code: Some(&huge),
            class: Some(&huge),
            repo: &huge,
            path: &huge,
            severity: &huge,
            kind: &huge,
            tags: &[huge.as_str(); 8],
            prose: &huge,
            ..Document::sample()
        });
    }
    let check = |path: OutPath, bytes: Vec<u8>| {
        let cap = if path.as_str() == "search/records.json" {
            usize::MAX
        } else {
            70_000
        };
        assert!(bytes.len() <= cap, "{path} has {} bytes", bytes.len());
        Ok::<(), io::Error>(())
    };
    index.finish(check).expect("files");
}

#[test]
fn the_order_of_records_changes_no_byte() {
    let texts = corpus(500);
    let files = build(texts.iter());
    assert_eq!(files, build(texts.iter().rev()));
    let (even, odd): (Vec<_>, Vec<_>) = texts.iter().partition(|t| t.id.ends_with(['0', '2', '4']));
    assert_eq!(files, build(odd.into_iter().chain(even)));
}

#[test]
fn what_is_put_aside_on_disk_changes_no_byte() {
    let texts = corpus(500);
    let little = Options {
        budget: 2_000,
        ..Options::default()
    };
    assert_eq!(build(texts.iter()), build_with(little, texts.iter()));
}

#[test]
fn a_change_of_prose_moves_only_prose() {
    let mut texts = corpus(500);
    let before = Reader::new(build(texts.iter())).root["gen"].clone();
    texts[3].prose = "something else".into();
    let after = Reader::new(build(texts.iter())).root["gen"].clone();
    for kind in ["a", "al", "d", "r"] {
        assert_eq!(before[kind], after[kind], "{kind}");
    }
    assert_ne!(before["b"], after["b"]);
}

#[test]
fn a_row_shows_the_record_and_leads_to_its_page() {
    let texts = corpus(100);
    let reader = Reader::new(build(texts.iter()));
    let per_shard = usize::try_from(reader.root["dp"].as_u64().expect("dp")).expect("small");
    for (number, id) in order(&reader.files).iter().enumerate() {
        let shard = reader.shard("d", &(number / per_shard).to_string());
        let row = number % per_shard;
        let text = |column: usize| {
            let at = usize::try_from(shard[column][row].as_u64().expect("a number"));
            shard[0][at.expect("small")].as_str().expect("text")
        };
        let texts = texts
            .iter()
            .find(|texts| texts.id == *id)
            .expect("a record");
        let ids = shard[7].as_str().expect("ids");
        assert_eq!(ids[16 * row..16 * (row + 1)], texts.id);
        assert_eq!(
            (text(3), text(4), text(5)),
            ("error", &*texts.repo, "src/io.rs")
        );
        assert_eq!(shard[6][row], 7);
        // The sample's address is not one of this repository.
        let place = shard[8][row.to_string()].as_str();
        assert_eq!(place, Some("errors/acme/tool/no-such-file.html"));
    }
}

#[test]
fn rows_for_programs_say_what_was_put_in() {
    let files = build(corpus(3).iter());
    let rows: Vec<Value> = serde_json::from_str(&files["search/records.json"]).expect("rows");
    let row = &rows[0];
    assert_eq!(
        row["repository"].as_str().map(|r| &r[..9]),
        Some("Acme/tool")
    );
    assert_eq!(row["pattern"], Value::Null);
    assert_eq!(row["tags"][1], "all");
    assert_eq!(row["address"], "errors/acme/tool/no-such-file.html");
    let contents: Value = serde_json::from_str(&files["search/index.json"]).expect("contents");
    assert_eq!(contents["records"], 3);
    for (kind, entry) in contents["shards"].as_object().expect("shards") {
        let folder = entry["folder"].as_str().expect("a folder");
        let there = files.keys().filter(|path| path.starts_with(folder)).count();
        assert_eq!(entry["files"].as_u64(), u64::try_from(there).ok(), "{kind}");
    }
}

#[test]
fn a_large_index_has_its_rows_and_documents_in_folders() {
    let texts: Vec<Texts> = (0..20_001)
        .map(|n| Texts {
            id: format!("{n:016x}"),
            title: "same".into(),
            repo: "o/r".into(),
            tags: Vec::new(),
            prose: String::new(),
        })
        .collect();
    let reader = Reader::new(build(texts.iter()));
    assert!(reader.files.contains_key("search/records/4.json"));
    assert!(!reader.files.contains_key("search/records.json"));
    let generation = reader.root["gen"]["d"].as_str().expect("generation");
    let last = format!("search/d/{generation}/2/625.js");
    assert_eq!(value(&reader.files, &last, "d/625")[1][0], "same");
}

#[test]
fn an_empty_index_is_whole_and_a_refusal_ends_it() {
    let reader = Reader::new(build([].iter()));
    assert_eq!(reader.root["n"], 0);
    assert_eq!(*reader.shard("a", "0"), serde_json::json!({}));
    let mut left = 3;
    let result = Index::new(Options::default()).finish(|_, _| {
        left -= 1;
        if left == 0 {
            Err(io::Error::other("full"))
        } else {
            Ok(())
        }
    });
    assert_eq!(result.expect_err("a refusal").to_string(), "full");
    assert_eq!(left, 0);
}
