//! Excerpts that begin in the middle of a comment or a text, against the same lines of the whole.
//!
//! `cargo bench --bench highlight -- excerpts FOLDER` cuts 200 out of the files of a folder.

use super::*;

/// Lines of an excerpt, as records have them.
const LINES: usize = 37;

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
