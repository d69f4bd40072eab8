//! Excerpts that begin in the middle of a comment or a text, against the same lines of the whole.
//!
//! `ERRBOOK_CODE=folder cargo test --lib excerpts_of_a_folder -- --ignored --nocapture` cuts 200 out
//! of the files of a folder.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

use super::*;

/// Lines of an excerpt, as records have them.
const LINES: usize = 37;

/// Excerpts out of one folder, and most out of one language.
const EXCERPTS: usize = 200;
const OF_ONE_LANGUAGE: usize = 20;

/// Share of characters with the class that they have in the whole.
fn agreement(lines: &[&str], whole: &[Vec<Option<Class>>], from: usize, language: Language) -> f64 {
    let to = (from + LINES).min(lines.len());
    let (part, _) = classes(&lines[from..to], language, Engine::Own);
    let (mut all, mut same) = (0_u32, 0_u32);
    for ((line, part), whole) in lines[from..to].iter().zip(&part).zip(&whole[from..to]) {
        for (at, _) in line.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            all += 1;
            same += u32::from(part[at] == whole[at]);
        }
    }
    f64::from(same) / f64::from(all.max(1))
}

/// The middle lines of comments and texts that have one.
fn middles(inside: &[Option<Class>], class: Class) -> Vec<usize> {
    let mut middles = Vec::new();
    let mut from = 0;
    for (n, open) in inside.iter().enumerate() {
        if *open == Some(class) {
            continue;
        }
        // Lines `from + 1` to `n` begin within it.
        if n >= from + 3 {
            middles.push(usize::midpoint(from + 1, n));
        }
        from = n + 1;
    }
    middles
}

#[test]
#[ignore = "needs a folder of code"]
#[expect(clippy::print_stdout, reason = "a report")]
fn excerpts_of_a_folder() {
    let folder = env::var("ERRBOOK_CODE").expect("ERRBOOK_CODE names a folder");
    let highlighter = highlighter();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut right, mut all) = (0, 0);
    for file in super::agreement::files(Path::new(&folder)) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let language = highlighter.language(&name, "");
        let count = counts.entry(language.name()).or_default();
        if language.lexer().is_none() || count.1 >= OF_ONE_LANGUAGE || all == EXCERPTS {
            continue;
        }
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let lines = split(&text);
        let (whole, inside) = classes(&lines, language, Engine::Own);
        // Texts are rarer than comments, and harder.
        let mut middles = match middles(&inside, Class::Text) {
            texts if texts.is_empty() => self::middles(&inside, Class::Comment),
            texts => texts,
        };
        middles.retain(|&from| lines.len() > from + LINES);
        let Some(&from) = middles.get(middles.len() / 2) else {
            continue;
        };
        let share = agreement(&lines, &whole, from, language);
        let good = share >= 0.95;
        all += 1;
        count.1 += 1;
        if good {
            right += 1;
            count.0 += 1;
        } else {
            println!("{:3.0} % {}:{}", share * 100.0, file.display(), from + 1);
        }
    }
    println!("{right} of {all}: {counts:?}");
    assert!(right * 100 >= all * 95, "{right} of {all}");
}

/// A file: what stands before the text, a line of it, and what stands after.
const SOURCES: &[(&str, &str, &[&str], &str)] = &[
    (
        "a.rs",
        "fn a() {\n    /*\n",
        &[
            "     The first pass collects what is not settled yet.",
            "     It doesn't stop before the end, since others may wait.",
        ],
        "     */\n    let x = \"y\";\n    b(x);\n}\n",
    ),
    (
        "a.rs",
        "const A: &str = r#\"\n",
        &["<p class=\"a\">It's a page</p>", "<b>\"quoted\"</b>"],
        "\"#;\n\nfn b() -> u8 {\n    1\n}\n",
    ),
    (
        "a.c",
        "int a;\n/*\n",
        &[
            " * Opens a file, or doesn't.",
            " *",
            " * @return what it opened",
        ],
        " */\nint open(const char *path);\n",
    ),
    (
        "A.java",
        "class A {\n    /**\n",
        &["     * Reads it, won't close it.", "     * <p>"],
        "     */\n    public void read() {}\n}\n",
    ),
    (
        "a.py",
        "def a():\n    \"\"\"Does this.\n\n",
        &[
            "    The caller has to close what this function opens.",
            "    It doesn't read more than it needs.",
            "",
        ],
        "    \"\"\"\n    return open(None)\n\n\nclass B:\n    pass\n",
    ),
    (
        "a.js",
        "const a = `\n",
        &["  <li class=\"x\">It's ${name}</li>", "  <p>more</p>"],
        "`;\nfunction b() {\n  return 'c';\n}\n",
    ),
    (
        "a.go",
        "var query = `\n",
        &["SELECT a, b FROM t", "WHERE c = 'd'"],
        "`\n\nfunc run() error {\n\treturn nil\n}\n",
    ),
    (
        "a.rb",
        "a = <<~TEXT\n",
        &["  It's a text with #{holes} in it", "  and more"],
        "TEXT\n\ndef b\n  nil\nend\n",
    ),
    (
        "a.pl",
        "my $a = 1;\n\n=head1 NAME\n\n",
        &[
            "This module doesn't do much by itself.",
            "",
            "=item one",
            "",
        ],
        "=cut\n\nsub b { return 'c'; }\n",
    ),
    (
        "a.ex",
        "  @doc \"\"\"\n",
        &["  Starts what isn't started yet.", ""],
        "  \"\"\"\n  def start(x), do: x\n",
    ),
];

#[test]
fn excerpts_are_coloured_as_they_are_in_the_whole() {
    const BODY: usize = 60;
    let highlighter = highlighter();
    let (mut right, mut all) = (0, 0);
    let mut wrong = Vec::new();
    for (file, before, body, after) in SOURCES {
        let body: String = body
            .iter()
            .cycle()
            .take(BODY)
            .flat_map(|line| [*line, "\n"])
            .collect();
        let text = format!("{before}{body}{after}");
        let lines = split(&text);
        let language = highlighter.language(file, "");
        let (whole, _) = classes(&lines, language, Engine::Own);
        let begins = before.lines().count();
        for from in [30, 36, 42, 48, 54, 57] {
            let share = agreement(&lines, &whole, begins + from, language);
            all += 1;
            if share >= 0.95 {
                right += 1;
            } else {
                wrong.push(format!("{file} {before:?} from {from}: {share:.2}"));
            }
        }
    }
    assert!(right * 100 >= all * 95, "{right} of {all}: {wrong:#?}");
}
