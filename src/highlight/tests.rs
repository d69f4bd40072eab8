//! What code comes out as, that its text stays the same, and that hostile code costs no more than
//! the limits allow.

mod agreement;
mod bounds;
mod excerpts;
mod grammars;
mod linear;
mod samples;
mod texts;

use std::fmt::Write as _;

use super::class::Class;
use super::*;

/// The class of each byte of each line, and the comment or text that each line ends in, which only the
/// lexers tell.
fn classes(
    lines: &[&str],
    language: Language,
    engine: Engine,
) -> (Vec<Vec<Option<Class>>>, Vec<Option<Class>>) {
    let mut running = Running::new(language, engine, lines).unwrap();
    let mut all = Vec::with_capacity(lines.len());
    let mut inside = Vec::with_capacity(lines.len());
    for line in lines {
        let mut classes = vec![None; line.len()];
        let mut at = 0;
        for &(to, class) in running.line(line).unwrap() {
            classes[at..to].fill(class);
            at = to;
        }
        assert_eq!(at, line.len(), "the runs cover the line");
        all.push(classes);
        inside.push(match &running {
            Running::Lexer(lexer) => lexer.open_class(),
            Running::Grammar(_) => None,
        });
    }
    (all, inside)
}

fn highlighter() -> Highlighter {
    Highlighter::new(Limits::default(), &BTreeMap::new())
}

/// Colours code as a file of this name, with a budget of its own.
fn coloured(file: &str, code: &str) -> Code {
    let highlighter = highlighter();
    let language = highlighter.language(file, "");
    highlighter.lines(code, language, &mut Budget::new(highlighter.limits()))
}

fn joined(code: &Code) -> String {
    code.lines.as_joined().as_str().to_owned()
}

fn line(code: &Code, at: usize) -> &str {
    code.lines.iter().nth(at).unwrap()
}

/// The text that a browser shows.
fn shown(code: &Code) -> String {
    let markup = format!("<code>{}</code>", joined(code));
    let page = scraper::Html::parse_fragment(&markup);
    page.root_element().text().collect()
}

/// The text that it has to show.
fn expected(code: &str) -> String {
    let code = code.replace("\r\n", "\n").replace('\r', "\u{240d}");
    let mut text = String::new();
    for c in crate::html::pictures(&code).chars() {
        if crate::html::is_hidden(c) {
            write!(text, "U+{:04X}", u32::from(c)).unwrap();
        } else {
            text.push(c);
        }
    }
    text.strip_suffix('\n').unwrap_or(&text).to_owned()
}

#[track_caller]
fn assert_same_text(file: &str, code: &str) {
    assert_eq!(
        shown(&coloured(file, code)),
        expected(code),
        "{file}: {code:?}"
    );
}

#[test]
fn a_highlighter_is_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Highlighter>();
    shared::<Language>();
}

#[test]
fn lines_are_those_of_the_code() {
    for (code, lines) in [
        ("", vec![]),
        ("\n", vec![""]),
        ("a", vec!["a"]),
        ("a\n", vec!["a"]),
        ("\na\n\n", vec!["", "a", ""]),
        ("a\r\nb\r\n", vec!["a", "b"]),
        ("a\rb\r\r\n", vec!["a\u{240d}b\u{240d}"]),
        (
            "a\u{2028}b\u{85}c\u{b}d",
            vec!["a<span class=\"hidden-char\">U+2028</span>b\u{fffd}c\u{240b}d"],
        ),
    ] {
        for file in ["a.txt", "a.unknown", "a.md"] {
            let code = coloured(file, code);
            let got: Vec<_> = code.lines.iter().collect();
            assert_eq!(got, lines, "{file}");
        }
    }
}

#[test]
fn spans_stay_in_their_line_and_off_blanks() {
    let code = coloured("a.rs", "/* a\n\n   b */  let  mut x;\n\t\"s\n  t\"  ");
    assert_eq!(
        joined(&code),
        "<span class=\"c\">/* a</span>\n\n   <span class=\"c\">b */</span>  \
         <span class=\"k\">let  mut</span> x;\n\t<span class=\"s\">&quot;s</span>\n  \
         <span class=\"s\">t&quot;</span>  "
    );
}

#[test]
fn hostile_characters_are_escaped_and_shown() {
    for file in [
        "a.rs",
        "a.py",
        "a.js",
        "a.html",
        "a.php",
        "a.md",
        "a.txt",
        "a.unknown",
    ] {
        for code in [
            "let a = \"</code></pre><script>alert(1)</script>\"; // <b onclick='x'>&amp;",
            "\u{202e}a \u{200b}\"\u{2066}b\" // \u{feff}",
            "a\0b\u{1b}[0m\u{7f}\u{85}",
            "\u{1f468}\u{200d}\u{1f469} é e\u{301} 日本語 \"日本語\" /* ü */",
            "a\r\nb\rc\n",
            "'\u{10ffff}' \"\\u{202e}\"",
        ] {
            assert_same_text(file, code);
            let markup = joined(&coloured(file, code));
            for tag in markup.split('<').skip(1) {
                assert!(
                    tag.starts_with("span class=\"") || tag.starts_with("/span>"),
                    "{markup}"
                );
            }
        }
    }
}

#[test]
fn a_language_is_known_by_name_ending_or_first_line() {
    let highlighter = highlighter();
    for (file, name) in [
        ("src/main.rs", "Rust"),
        ("a/b.py", "Python"),
        ("a.PY", "Python"),
        ("lib/a.cjs", "JavaScript"),
        ("lib/a.mjs", "JavaScript"),
        ("a.test.jsx", "JavaScript"),
        ("a.mts", "TypeScript"),
        ("a.d.ts", "TypeScript"),
        ("a.tsx", "TypeScript"),
        ("A.kt", "Kotlin"),
        ("build.gradle.kts", "Kotlin"),
        ("A.java", "Java"),
        ("a.go", "Go"),
        ("go.mod", "Gomod"),
        ("a.cs", "C#"),
        ("a.fs", "F#"),
        ("a.h", "C++"),
        ("a.c", "C"),
        ("a.m", "Objective-C"),
        ("a.swift", "Swift"),
        ("a.rb", "Ruby"),
        ("Gemfile", "Ruby"),
        ("a.php", "PHP"),
        ("a.scala", "Scala"),
        ("a.ex", "Elixir"),
        ("a.dart", "Dart"),
        ("a.pm", "Perl"),
        ("Dockerfile", "Dockerfile"),
        ("docker/Containerfile", "Dockerfile"),
        ("Makefile", "Makefile"),
        ("CMakeLists.txt", "CMake"),
        ("Jenkinsfile", "Groovy"),
        ("a.toml", "TOML"),
        ("Cargo.lock", "TOML"),
        ("a.yml", "YAML"),
        ("a.tf", "Terraform"),
        ("a.proto", "Protobuf"),
        ("a.vue", "Vue"),
        ("a.svelte", "Svelte"),
        ("a.ps1", "PowerShell"),
        ("a.zig", "Zig"),
        ("a.txt", "Plain text"),
        ("unknown", "Plain text"),
        ("a.unknown-ending", "Plain text"),
        ("", "Plain text"),
        (".", "Plain text"),
        ("a.", "Plain text"),
    ] {
        assert_eq!(highlighter.language(file, "").name(), name, "{file}");
    }
    assert_eq!(
        highlighter
            .language("tool", "#!/usr/bin/env python3")
            .name(),
        "Python"
    );
    assert_eq!(
        highlighter.language("tool", "#!/bin/bash -e").name(),
        "Bash"
    );
    assert_eq!(
        highlighter.language("tool", "let x = 1;"),
        Language::UNKNOWN
    );
    for begin in ["#!", "#!x", "-*-"] {
        let long = format!("{begin}{}", "é".repeat(10_000));
        assert_eq!(highlighter.language("tool", &long), Language::UNKNOWN);
    }
    let own = highlighter.language("a.rs", "");
    assert!(own.has_lexer() && !own.runs_grammar(Engine::Own));
    assert!(own.runs_grammar(Engine::Syntect));
    let other = highlighter.language("a.lua", "");
    assert!(!other.has_lexer() && other.runs_grammar(Engine::Own));
    assert_eq!(format!("{own:?}"), "Language(Rust)");
    for (line, name) in [
        ("<?xml version=\"1.0\"?>", "XML"),
        ("# -*- mode: ruby -*-", "Ruby"),
    ] {
        assert_eq!(highlighter.language("tool", line).name(), name);
    }
}

#[test]
fn every_row_of_the_table_names_a_grammar() {
    for (people, grammar, endings) in language::LANGUAGES {
        assert!(
            language::grammars().find_syntax_by_name(grammar).is_some(),
            "{grammar}"
        );
        assert!(Language::named(people).is_some(), "{people}");
        for ending in *endings {
            let language = Language::named(ending).unwrap();
            assert_eq!(language.name(), *people, "{ending}");
            assert_eq!(*ending, ending.to_ascii_lowercase());
        }
    }
}

#[test]
fn own_endings_go_first() {
    let aliases = [
        ("inc", "PHP"),
        (".Foo", "rust"),
        ("bar", "no such language"),
        ("BUILD", "py"),
    ]
    .map(|(ending, name)| (ending.to_owned(), name.to_owned()))
    .into();
    let highlighter = Highlighter::new(Limits::default(), &aliases);
    assert_eq!(highlighter.language("a.inc", "").name(), "PHP");
    assert_eq!(highlighter.language("a.foo", "").name(), "Rust");
    assert_eq!(highlighter.language("a.bar", ""), Language::UNKNOWN);
    assert_eq!(highlighter.language("x/BUILD", "").name(), "Python");
    assert_eq!(Language::named("no such language"), None);
}

#[test]
fn what_has_no_grammar_is_plain_and_says_why() {
    let code = coloured("a.unknown", "let <x>\n");
    assert_eq!(
        (joined(&code).as_str(), code.plain),
        ("let &lt;x&gt;", Some(Plain::Unknown))
    );
    let code = coloured("a.txt", "let x");
    assert_eq!(code.plain, None);
}

#[test]
fn a_panic_of_a_grammar_is_a_reason() {
    assert_eq!(
        caught::<()>(|| panic!("as a grammar might")),
        Err(Plain::Panicked)
    );
    assert_eq!(caught(|| Ok(1)), Ok(1));
}

#[test]
fn a_lexer_reads_lines_of_any_length() {
    let text = format!("let a;\nlet b = {};\nlet c;", "x".repeat(30_000));
    let code = coloured("a.js", &text);
    assert_eq!(code.plain, None);
    let begins = "<span class=\"k\">let</span> b = x";
    assert!(line(&code, 1).starts_with(begins));
}

#[test]
fn the_grammars_colour_everything_on_demand() {
    let highlighter = highlighter().with_engine(Engine::Syntect);
    let rust = highlighter.language("a.rs", "");
    let long = format!("let a = {};\nfn b() {{}}", "x".repeat(1000));
    let code = highlighter.lines(&long, rust, &mut Budget::new(highlighter.limits()));
    assert_eq!(code.plain, Some(Plain::LineTooLong));
    let b = "<span class=\"k\">fn</span> <span class=\"f\">b</span>() {}";
    assert_eq!(line(&code, 1), b);
}

/// None of these may take longer than a blink; without limits some take minutes.
#[test]
fn hostile_code_ends() {
    let cases = [
        "a.".repeat(500),
        "a.".repeat(30_000),
        "a.a.a.a.a.a.a.a.a.\n".repeat(3000),
        format!("{}\n", "a.".repeat(499)).repeat(60),
        "[".repeat(20_000),
        format!("{}\n", "[".repeat(999)).repeat(60),
        "{\n".repeat(1900),
        "(((((((((\n".repeat(1900),
        "/*".repeat(450),
        "\"\\".repeat(450),
        "<a ".repeat(300),
        "#{".repeat(450),
        "${".repeat(450),
        " ".repeat(999),
        "\t\n".repeat(1900),
    ];
    for case in cases {
        for file in [
            "a.java", "a.js", "a.ts", "a.py", "a.rs", "a.go", "a.php", "a.md",
        ] {
            assert_same_text(file, &case);
        }
    }
}

#[test]
fn code_that_starts_in_a_comment_is_coloured_as_such() {
    let code = coloured(
        "A.java",
        "     * Opens it, or doesn't.\n     * @throws IOException if it can't\n     */\n    public void open() {\n",
    );
    assert_eq!(
        joined(&code),
        "     <span class=\"c\">* Opens it, or doesn&#39;t.</span>\n     \
         <span class=\"c\">* @throws IOException if it can&#39;t</span>\n     \
         <span class=\"c\">*/</span>\n    <span class=\"k\">public</span> <span class=\"t\">void</span> <span class=\"f\">open</span>() {"
    );
    let code = coloured(
        "a.py",
        "    doesn't raise if the file is there already.\n    \"\"\"\n    return None\n",
    );
    assert_eq!(
        joined(&code),
        "    <span class=\"c\">doesn&#39;t raise if the file is there already.</span>\n    \
         <span class=\"c\">&quot;&quot;&quot;</span>\n    <span class=\"k\">return</span> <span class=\"n\">None</span>"
    );
    let code = coloured("a.php", "throw new Foo('x');");
    assert_eq!(
        joined(&code),
        "<span class=\"k\">throw new</span> <span class=\"t\">Foo</span>(<span class=\"s\">&#39;x&#39;</span>);"
    );
}
