//! Fragments and where they start.

use super::*;

#[track_caller]
fn assert_opening(grammar: &str, code: &str, expected: Option<&'static str>) {
    let lines: Vec<&str> = code.lines().collect();
    assert_eq!(
        opening(grammar, &lines),
        expected.map(Opening::Line),
        "{grammar}: {code}"
    );
}

#[test]
fn fragments_of_c_and_its_kin() {
    let inside = Some("/**\n");
    for (code, expected) in [
        ("", None),
        ("a();\nb();", None),
        (
            "     * Opens it.\n     * @param a b\n     */\n    void a();",
            inside,
        ),
        ("     * Opens it.\n     *\n     * More of it", inside),
        ("\n * a\n * b", inside),
        (" it does. */\nvoid a();", inside),
        ("/** a */\nvoid a();", None),
        ("/*\n * a\n */", None),
        ("a(); /* b */ c(); */", None),
        ("*/\n/* a */", inside),
        ("x = a\n  * b\n  + c", None),
        ("run(\"*/5 * * * *\");", None),
        ("run('*/5 * * * *');", None),
        ("run(`*/5 * * * *`);", None),
        ("glob(\"src/**/*.ts\");", None),
        ("// ends with */", None),
        (" * it doesn't */", inside),
        ("/* a\n * b", None),
        ("a; /*\n * b\n * c", None),
    ] {
        for grammar in [
            "Java",
            "Rust",
            "C++",
            "TypeScript",
            "Go",
            "JavaScript (Babel)",
        ] {
            assert_opening(grammar, code, expected);
        }
        assert_opening("Python", "x = 1", None);
        assert_opening("Ruby", code, None);
    }
}

#[test]
fn fragments_of_php() {
    assert_opening("PHP", "throw new A;", Some("<?php\n"));
    assert_opening("PHP", " * a\n * b\n */\nf();", Some("<?php /**\n"));
    assert_opening("PHP", "<p>\n<?= $a ?>", None);
}

#[test]
fn fragments_of_python() {
    let (double, single) = (Some("\"\"\"\n"), Some("'''\n"));
    for (code, expected) in [
        ("", None),
        ("x = 1\nreturn x", None),
        (
            "def a():\n    \"\"\"Does a thing.\"\"\"\n    return 1",
            None,
        ),
        (
            "    Does this and that to it.\n    \"\"\"\n    return None",
            double,
        ),
        (
            "    Does this and that to it.\n    '''\n    return None",
            single,
        ),
        ("    and that.\"\"\"\n    x = 1\n    return x", double),
        (
            "    Everything here is prose, as it seems.\n    There is no code to be seen.",
            double,
        ),
        (
            "    x = f(1)\n    return x\n\ndef b():\n    \"\"\"\n    Does this and that to it.",
            None,
        ),
        (
            "        what it does to them.\n        \"\"\"\n        a = b(c)\n\n    def d(self):\n        \"\"\"Does this and that.\n\n        More of the prose here.\n        \"\"\"",
            double,
        ),
        ("query = \"\"\"\nSELECT a\n\"\"\"\nrun(query)", None),
        (
            "# a comment that reads like a sentence\n# and another one of that kind\nx = 1",
            None,
        ),
        ("    'a', 'b',\n    'c', 'd',\n)", None),
        (
            "    :param a: the thing to do\n    :returns: what came of it\n    \"\"\"",
            double,
        ),
        (
            "    if a is not None:\n        raise B(c)\n    for d in e:\n        pass",
            None,
        ),
        ("# not \"\"\" here\nx = 1\ny = 2", None),
    ] {
        assert_opening("Python", code, expected);
    }
}

#[test]
fn fragments_that_begin_in_a_text() {
    let three = Some("x = \"\"\"\n");
    let (tick, quote, hashed) = (Some("x = `\n"), Some("x = \"\n"), Some("x = r#\"\n"));
    for (grammar, code, expected) in [
        ("Java", "some text\n  \"\"\";\nint a;", three),
        ("C#", "some text\n  \"\"\";\nint a;", three),
        ("Kotlin", "some text\n\"\"\"\nval a", three),
        ("Swift", "some text\n\"\"\"\nlet a", three),
        ("C", "some text\n\"\"\";\nint a;", None),
        ("Go", "some text\n`\nvar a", tick),
        ("TypeScript", "some text\n`;\nlet a;", tick),
        ("Go", "x = `\nsome text\n`", None),
        ("Go", "f(\n`\nsome text", None),
        ("Go", "return\n`\nsome text", None),
        ("Go", "f(\n`)\nvar a", tick),
        ("Rust", "some text\n\"#;\nlet a;", hashed),
        ("Rust", "let a = r#\"x\n\"#;", None),
        ("Rust", "a\"# + r#\"b", hashed),
        ("Rust", "r#\"a\"#", None),
        ("Rust", "It is at the end.\"\nlet a;", quote),
        ("Rust", "// it isn't \" here\nlet a;", None),
        ("Rust", "'\"'\nlet a;", None),
        ("Rust", "\\\"\nlet a;", None),
        ("C++", "some text\n)\";\nint a;", Some("x = R\"(\n")),
        ("C++", "a = R\"(x)\";", None),
        ("C", "a */ b(); /* c */", Some("/**\n")),
    ] {
        assert_opening(grammar, code, expected);
    }
}

#[test]
fn fragments_of_ruby() {
    let inside = Some("=begin\n");
    for (code, expected) in [
        ("a\n=end\nb", inside),
        ("=begin\na\n=end\nb", None),
        ("=end\n=begin", inside),
        ("x =end", None),
        ("a\nb", None),
    ] {
        assert_opening("Ruby", code, expected);
    }
}

#[test]
fn fragments_of_perl() {
    let inside = Some("=pod\n");
    let prose = "This does what it says it does.\n";
    for (code, expected) in [
        ("a\n=cut\nmy $x;", inside),
        ("=item a\n", inside),
        ("=back\n", inside),
        ("my $x = 1;\n=head1 A\n", None),
        (&format!("{prose}=head1 A\n"), inside),
        (&prose.repeat(4), inside),
        (prose, None),
        ("my $x\n=1;\n==2;", None),
        ("my $x = 1;\nmy $y = 2;", None),
    ] {
        assert_opening("Perl", code, expected);
    }
}

#[test]
fn fragments_of_elixir() {
    for (code, expected) in [
        ("a\n\"\"\"\n\n  def b do", Some("@doc \"\"\"\n")),
        ("a\n\"\"\"\n@spec b", Some("@doc \"\"\"\n")),
        ("a\n\"\"\"\nb(c)", Some("x = \"\"\"\n")),
        ("def b do\nend", None),
    ] {
        assert_opening("Elixir", code, expected);
    }
}

#[test]
fn lines_read_like_prose_or_like_code() {
    let prose = "this is what the other one does\n".repeat(5);
    for (more, expected) in [
        ("", true),
        ("// a\n", false),
        ("/* a\n", false),
        ("a();\n", true),
        ("a();\nb();\n", false),
        ("```\na();\nb();\nc();\n```\n", true),
        ("```\n```\na();\nb();\n", false),
    ] {
        let code = format!("{prose}{more}");
        let lines: Vec<&str> = code.lines().collect();
        assert_eq!(reads_like_prose(&lines, SENTENCES), expected, "{more}");
    }
    for (line, expected) in [
        ("this is what it does", Kind::Prose),
        ("stop here now", Kind::Neither),
        ("Stop here.", Kind::Prose),
        ("return x", Kind::Code),
    ] {
        assert!(kind(line) == expected, "{line}");
    }
}

#[test]
fn hostile_fragments_end() {
    for unit in [
        "\"\"\"",
        "'''",
        "*/",
        "/*",
        "\"",
        "# \"\"\"",
        "a ",
        "\n",
        "\"\"\"\n'''\n",
    ] {
        let code = unit.repeat(60_000 / unit.len());
        let lines: Vec<&str> = code.lines().collect();
        for grammar in ["Python", "Java", "PHP"] {
            let _ = opening(grammar, &lines);
        }
    }
}
