//! What messages of many languages come apart into.

use std::fmt::Write as _;

use super::*;

/// A message with each hole as `‹name›`.
fn shape(message: &Message) -> String {
    let mut shape = String::new();
    for part in &message.parts {
        match part {
            Part::Text(text) => shape.push_str(text),
            Part::Hole { name, .. } => write!(shape, "‹{name}›").unwrap(),
        }
    }
    shape
}

#[track_caller]
fn assert_shapes(rows: &[(&str, &str, &str)]) {
    for &(file, text, expected) in rows {
        let message = Message::parse(text, None, file);
        assert_eq!(shape(&message), expected, "{file}: {text}");
    }
}

#[test]
fn braces_of_rust_and_its_kin() {
    assert_shapes(&[
        (
            "a.rs",
            "on epoch {} from handle {}",
            "on epoch ‹epoch› from handle ‹handle›",
        ),
        (
            "a.rs",
            "Group `{id}` is undefined",
            "Group `‹id›` is undefined",
        ),
        ("a.rs", "key: {key:?} => {}", "key: ‹key› => ‹value›"),
        ("a.rs", "{0} and {1:#x}", "‹value› and ‹value 2›"),
        (
            "a.rs",
            "{:?} failed with {:}",
            "‹value› failed with ‹value 2›",
        ),
        (
            "a.rs",
            "width {: >5} of {:>width$} or {:.*}",
            "width ‹width› of ‹value› or ‹value 2›",
        ),
        (
            "a.rs",
            "unknown {{name}} in {name}",
            "unknown {name} in ‹name›",
        ),
        ("a.rs", "empty {{}}", "empty {}"),
        ("a.rs", "{{{}}}", "{‹value›}"),
        (
            "a.rs",
            "object {a: 1} or {\"b\": 2} or { }",
            "object {a: 1} or {\"b\": 2} or { }",
        ),
        ("a.rs", "100% of ${x} %s", "100% of $‹x› %s"),
        ("a.rs", "{self.path}", "‹path›"),
        (
            "a.zig",
            "at {s} and {d:0>2} {[name]s} {any}",
            "at ‹value› and ‹value 2› ‹name› ‹value 3›",
        ),
        (
            "a.cpp",
            "size {} is {:d}, {{}}",
            "size ‹size› is ‹value›, {}",
        ),
    ]);
}

#[test]
fn braces_of_python_c_sharp_and_java() {
    assert_shapes(&[
        ("a.py", "bad {self.path!r}: {e}", "bad ‹path›: ‹e›"),
        ("a.py", "got: {type(value)}", "got: ‹value›"),
        (
            "a.py",
            "missing {', '.join(missing)}!",
            "missing ‹missing›!",
        ),
        ("a.py", "{len(items):>10} items", "‹items› items"),
        ("a.py", "{a if a else 'none'} x", "‹a› x"),
        ("a.py", "{d['key']} of {d[0]}", "‹d› of ‹d 2›"),
        (
            "a.py",
            "one of {a, b} or {'c': 1}",
            "one of {a, b} or {'c': 1}",
        ),
        ("a.py", "{{x}} {y}", "{x} ‹y›"),
        ("a.py", "use {{ x }} here", "use {{ x }} here"),
        ("a.py", "{}", "‹value›"),
        (
            "A.cs",
            "Value {0} at {index:N2} {x.Name}",
            "Value ‹Value› at ‹index› ‹Name›",
        ),
        ("A.cs", "{{0}} {0}", "{0} ‹value›"),
        (
            "A.java",
            "field {0} has {1,number} {}",
            "field ‹field› has ‹value› ‹value 2›",
        ),
        ("A.java", "unbalanced {: and {", "unbalanced {: and {"),
    ]);
}

#[test]
fn percent_of_c_and_its_kin() {
    assert_shapes(&[
        ("a.c", "line %d: %s", "line ‹line›: ‹value›"),
        ("a.c", "%-5.3lu%% of %*d", "‹value›% of ‹value 2›"),
        ("a.c", "100% sure, 5 %", "100% sure, 5 %"),
        (
            "a.go",
            "user %q: %w (%+v, %#x)",
            "user ‹user›: ‹value› (‹value 2›, ‹value 3›)",
        ),
        ("a.go", "100%%", "100%"),
        ("a.py", "%(name)s has %(count)05d", "‹name› has ‹count›"),
        (
            "a.py",
            "module %r has no attribute %.200s",
            "module ‹module› has no attribute ‹attribute›",
        ),
        ("a.py", "100%% of {}", "100%% of ‹value›"),
        ("a.py", "100%% of %s", "100% of ‹value›"),
        (
            "A.java",
            "Process %d: %1$s failed",
            "Process ‹Process›: ‹value› failed",
        ),
        ("a.rb", "%<name>s is %{size}", "‹name› is ‹size›"),
        ("a.c", "bad escape %2F and %20", "bad escape %2F and %20"),
        ("a.swift", "no %@ in \\(path.last)", "no ‹value› in ‹last›"),
        ("a.js", "Cannot find %s", "Cannot find ‹find›"),
    ]);
}

#[test]
fn dollars_hashes_and_backslashes() {
    assert_shapes(&[
        (
            "a.ts",
            "bad ${err.code} in ${this.raw}",
            "bad ‹code› in ‹raw›",
        ),
        ("a.js", "got ${JSON.stringify(value)}", "got ‹value›"),
        ("a.js", "got ${a ? `x${b}` : {c: 1}}!", "got ‹c›!"),
        (
            "a.js",
            "got ${typeof x}, not $y or {z}",
            "got ‹x›, not $y or {z}",
        ),
        ("a.js", "\\${x} is ${x}", "\\${x} is ‹x›"),
        ("a.js", "unclosed ${x", "unclosed ${x"),
        ("a.kt", "no $name in ${map.keys}", "no ‹name› in ‹keys›"),
        ("a.scala", "costs $5 for $x", "costs $5 for ‹x›"),
        (
            "a.sh",
            "usage: $0 $file ${dir}",
            "usage: ‹usage› ‹file› ‹dir›",
        ),
        (
            "a.pm",
            "$file: $! at $self->{name}[0]",
            "‹file›: ‹value› at ‹name›",
        ),
        ("a.pm", "usage: $dh->read($n)", "usage: ‹dh›->read(‹n›)"),
        ("a.pm", "costs $100", "costs $100"),
        (
            "a.php",
            "No {$this->name} in $a[key] for $b->c",
            "No ‹name› in ‹key› for ‹c›",
        ),
        ("a.rb", "bad #{err.message} \\#{x}", "bad ‹message› \\#{x}"),
        ("a.ex", "no #{inspect(key)}", "no ‹key›"),
        ("a.swift", "bad \\(error.code(1)) \\x", "bad ‹code› \\x"),
        (
            "messages.properties",
            "no {0} in ${x} %s",
            "no ‹value› in ‹x› ‹value 2›",
        ),
        ("a.md", "<name> and [name]", "<name> and [name]"),
    ]);
}

#[test]
fn names_come_from_the_source_then_the_word_before() {
    assert_shapes(&[
        ("a.rs", "{x} {x} {x}", "‹x› ‹x 2› ‹x 3›"),
        ("a.rs", "handle={}", "handle=‹handle›"),
        ("a.rs", "version '{}'", "version '‹version›'"),
        ("a.rs", "in the {}", "in the ‹value›"),
        ("a.rs", "v{}", "v‹value›"),
        ("a.rs", "größe {}", "größe ‹größe›"),
        ("a.rs", "{}{} x", "‹value› x"),
        ("a.rs", "a {} b {}", "a ‹value› b ‹value 2›"),
        ("a.rs", "… {}", "… ‹value›"),
        ("a.rs", "2 {}", "2 ‹value›"),
    ]);
    let long = format!("{{{}}}", "x".repeat(200));
    let message = Message::parse(&long, None, "a.rs");
    assert_eq!(message.holes().next().unwrap().len(), 40);
}

#[test]
fn holes_of_the_pattern_go_first() {
    for (file, text, pattern, expected) in [
        (
            "a.rs",
            "epoch {} from {}",
            "epoch (.+?) from (.+?)",
            "epoch ‹epoch› from ‹value›",
        ),
        (
            "a.py",
            "{path!r} must be a {x}",
            "(.+?) must be a \\{x\\}",
            "‹path› must be a {x}",
        ),
        (
            "a.pm",
            "usage: $dh->read()",
            "usage: (.+?)\\->read\\(\\)",
            "usage: ‹dh›->read()",
        ),
        (
            "a.js",
            "bad \" + err.code + \" here",
            "bad (.*) here",
            "bad ‹code› here",
        ),
        (
            "a.go",
            "got FOO, want BAR",
            "got (\\S+), want [^,]+",
            "got ‹got›, want ‹want›",
        ),
        (
            "a.go",
            "line 7 of 9",
            "^line \\d+ of (\\d{1,3})$",
            "line ‹line› of ‹value›",
        ),
        ("a.go", "a b  c", "a\\s+(?:x|b)\\sc", "a ‹value›  c"),
        ("a.go", "a\n  %s\n", "a\\n\\ \\ (.+?)\\n", "a\n  ‹value›\n"),
        ("a.py", "100%% of {x}", "100%% of (.+?)", "100%% of ‹x›"),
        ("a.rs", "{{{x}}}", "\\{\\{(.+?)\\}\\}", "{‹x›}"),
        ("a.rs", "{a}{b} c", "(.+?)(.+?) c", "‹b› c"),
        ("a.c", "no hole", "no hole", "no hole"),
        ("a.c", "50% {x}", "50% \\{x\\}", "50% {x}"),
        ("a.c", "x.y", "x\\x2ey", "x.y"),
        ("a.c", "x.y", "x\\u{2e}y", "x.y"),
        ("a.c", "é %s ü", "\\xe9 (.+?) \\u00fc", "é ‹value› ü"),
    ] {
        let message = Message::parse(text, Some(pattern), file);
        assert_eq!(shape(&message), expected, "{text} by {pattern}");
    }
}

#[test]
fn a_pattern_that_does_not_fit_is_left_alone() {
    for pattern in [
        "other (.+?)",
        "no (.+?)",
        "no (.+?) at all",
        "no (.+?",
        "no [a",
        "no |yes",
        "no)",
        "\\",
        "no \\",
        "no \\x",
        "no \\x{",
        "no \\p{",
        "no \\u{110000}",
        "no \\q",
        "(?",
        "no file (.+?)x",
        "nope? (.+?)",
    ] {
        let message = Message::parse("no file %s", Some(pattern), "a.c");
        let expected = if pattern == "no (.+?)" {
            "no ‹file›"
        } else {
            "no file ‹file›"
        };
        assert_eq!(shape(&message), expected, "{pattern}");
    }
}

#[test]
fn segments_stand_around_the_holes() {
    let segments = |text: &str| {
        let message = Message::parse(text, None, "a.rs");
        let owned: Vec<String> = message.segments().into_iter().map(str::to_owned).collect();
        assert_eq!(owned.len(), message.holes().count() + 1);
        owned
    };
    assert_eq!(segments("a {} b {}"), ["a ", " b ", ""]);
    assert_eq!(segments("{}"), ["", ""]);
    assert_eq!(segments("{}{} {{x}}"), ["", " {x}"]);
    assert_eq!(segments("abc"), ["abc"]);
    assert_eq!(segments(""), [""]);
}

#[test]
fn a_title_is_markup_and_plain_text_is_as_written() {
    let message = Message::parse("<b> & {x}\r\nat \u{202e}{} \0", None, "a.rs");
    assert_eq!(
        message.title_html().as_str(),
        "&lt;b&gt; &amp; <span class=\"hole\">x</span>\nat <span class=\"hidden-char\">U+202E</span>\
         <span class=\"hole\">value</span> \u{2400}"
    );
    assert_eq!(message.plain(), "<b> & {x}\r\nat \u{202e}{} \0");
    let hostile = Message::parse("${<script>alert(1)</script>}", None, "a.js");
    assert!(!hostile.title_html().as_str().contains("<script"));
}

#[test]
fn hostile_messages_and_patterns_end() {
    let n = 20_000;
    let texts = [
        "{", "}", "%", "$", "#", "\\", "{{", "{a", "${", "$a", "$a->", "#{", "\\(", "%(", "%-",
        "%*", "{}", "{} ", "%s", "$a[", "{a:", "é", " ", "(", "[", "[^", "\\x{", "\\p{", "(?", ".",
        "a?", ".+", "{1}", "{1,2}", "a ", "(.+?) ", "\\",
    ];
    for unit in texts {
        let text = unit.repeat(n / unit.len());
        for file in [
            "a.rs", "a.py", "a.c", "a.js", "a.php", "a.swift", "a.rb", "a.txt",
        ] {
            let message = Message::parse(&text, None, file);
            assert_eq!(message.segments().len(), message.holes().count() + 1);
        }
        let _ = Message::parse(&text, Some(&text), "a.go");
        let _ = Message::parse(&"a ".repeat(n / 2), Some(&text), "a.go");
    }
}

#[test]
fn a_message_of_very_many_holes_has_a_thousand_and_loses_no_text() {
    let message = "{a} ".repeat(3 * HOLES_MAX);
    let pattern = "(.+?) ".repeat(3 * HOLES_MAX);
    for pattern in [None, Some(pattern.as_str())] {
        let parsed = Message::parse(&message, pattern, "a.rs");
        assert_eq!(parsed.holes().count(), HOLES_MAX);
        assert_eq!(parsed.plain(), message);
    }
}

#[test]
fn signs_of_other_languages_are_text() {
    assert_shapes(&[
        (
            "a.rs",
            "issue #(1) in #{x} at \\(y)",
            "issue #(1) in #‹x› at \\(y)",
        ),
        ("a.rb", "no #(x) but #{y}", "no #(x) but ‹y›"),
        (
            "a.swift",
            "no \\[x] or \\{y} but \\(z)",
            "no \\[x] or \\{y} but ‹z›",
        ),
        ("a.c", "a \\%s and \\\\%d", "a \\‹value› and \\\\‹value 2›"),
    ]);
}

#[test]
fn blanks_are_those_of_scripts() {
    for c in [
        ' ', '\t', '\n', '\u{a0}', '\u{2028}', '\u{3000}', '\u{feff}',
    ] {
        assert!(is_blank(c), "{c:?}");
    }
    for c in ['a', '_', '\0', '\u{85}', '\u{200b}'] {
        assert!(!is_blank(c), "{c:?}");
    }
}
