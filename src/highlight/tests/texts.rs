//! What is easily got wrong in each language: nested comments, holes in texts, texts whose end has a
//! name, and what only looks like one of these.

use super::*;

/// The code with each run in brackets after its class: `k[if]`.
fn marked(file: &str, code: &str) -> String {
    let highlighter = highlighter();
    let lines = split(code);
    let (classes, _) = classes(&lines, highlighter.language(file, ""), Engine::Own);
    let mut out = String::new();
    for (line, classes) in lines.iter().zip(classes) {
        let mut open = None;
        for (at, c) in line.char_indices() {
            let word = at + (line[at..].len() - line[at..].trim_start_matches(' ').len());
            let next = classes.get(word).copied().flatten();
            let class = if c == ' ' {
                open.filter(|_| open == next)
            } else {
                next
            };
            if class != open {
                if open.is_some() {
                    out.push(']');
                }
                if let Some(class) = class {
                    let letter = class.span().split('"').nth(1).unwrap();
                    write!(out, "{letter}[").unwrap();
                }
                open = class;
            }
            out.push(c);
        }
        if open.is_some() {
            out.push(']');
        }
        out.push('\n');
    }
    out.trim_end().to_owned()
}

#[test]
fn comments_nest_where_the_language_says_so() {
    for (file, nests) in [
        ("a.rs", true),
        ("a.swift", true),
        ("a.kt", true),
        ("a.scala", true),
        ("a.c", false),
        ("a.go", false),
        ("A.java", false),
        ("a.js", false),
        ("a.sql", false),
    ] {
        let left = marked(file, "/* a /* b */ 1 */ 2");
        let whole = "c[/* a /* b */ 1 */] n[2]";
        assert_eq!(left == whole, nests, "{file}: {left}");
        assert!(left.starts_with("c[/* a /* b */"), "{file}: {left}");
    }
}

#[test]
fn texts_have_escapes_and_holes() {
    for (file, code, expected) in [
        (
            "a.rs",
            r##"r#"a\n"b"# + 'c' + '\'' + b"\x41""##,
            r##"s[r#"a\n"b"#] + s['c'] + s[']n[\']s['] + s[b"]n[\x41]s["]"##,
        ),
        (
            "a.rs",
            "fn a<'b>(c: &'b d)",
            "k[fn] f[a]<k['b]>(c: &k['b] d)",
        ),
        (
            "a.py",
            r#"f"a{b!r:>{c}}d" + rb'\d'"#,
            r#"s[f"a]{bn[!r:>]{c}}s[d"] + s[rb'\d']"#,
        ),
        (
            "a.js",
            "`a${b(`c${1}`)}d` + /[/\"]/g / 2",
            "s[`a]${f[b](s[`c]${n[1]}s[`])}s[d`] + s[/[/\"]/g] / n[2]",
        ),
        ("a.js", "a = b / c / d", "a = b / c / d"),
        (
            "a.kt",
            r#""a${b + "c"}d\n""#,
            r#"s["a]${b + s["c"]}s[d]n[\n]s["]"#,
        ),
        ("a.swift", r#""a\(b(1))c""#, r#"s["a]\(f[b](n[1]))s[c"]"#),
        (
            "a.cs",
            r#"@"a""b\" + $"c{d}e""#,
            r#"s[@"a]n[""]s[b\"] + s[$"c]{d}s[e"]"#,
        ),
        (
            "a.rb",
            "\"a#{b}\" + 'c#{d}' + %w[e [f] g] + :h",
            "s[\"a]#{b}s[\"] + s['c#{d}'] + s[%w[e [f] g]] + n[:h]",
        ),
        (
            "a.php",
            "$a->b('c\\'d', \"e\")",
            "$a->f[b](s['c\\'d'], s[\"e\"])",
        ),
        (
            "a.pl",
            "$a =~ s{b{1}}{c}g; tr/d/e/;",
            "$a =~ s[s{b{1}}{c}]g; s[tr/d/e/];",
        ),
        ("a.ex", "~r/a#{b}c/ <> :d", "s[~r/a]#{b}s[c/] <> n[:d]"),
        (
            "a.sql",
            "select 'a''b' -- c",
            "k[select] s['a]n['']s[b'] c[-- c]",
        ),
        (
            "a.cc",
            "R\"x(a)\"b)x\" + 1'000",
            "s[R\"x(a)\"b)x\"] + n[1'000]",
        ),
        (
            "a.tsx",
            "return <A b=\"c\" d={e}>it's {f}</A>;",
            "k[return] <k[A] f[b]=s[\"c\"] f[d]={e}>it's {f}</k[A]>;",
        ),
        (
            "a.json",
            "{\"a\": -1.5e3, \"b\": null}",
            "{s[\"a\"]: n[-1.5e3], s[\"b\"]: n[null]}",
        ),
        (
            "a.yaml",
            "a: \"b\" # c\nd: |\n  e: 1\nf: 2",
            "k[a]: s[\"b\"] c[# c]\nk[d]: |\n  e: 1\nk[f]: n[2]",
        ),
        (
            "a.yaml",
            "a:\t1\nb:\té\n\u{3000}é",
            "k[a]:\tn[1]\nk[b]:\té\n\u{3000}é",
        ),
        (
            "a.toml",
            "a = '''\nb'''\n[c]\nd = 1",
            "k[a] = s[''']\ns[b''']\n[c]\nk[d] = n[1]",
        ),
    ] {
        assert_eq!(marked(file, code), expected, "{file}: {code}");
    }
}

#[test]
fn texts_end_with_the_word_that_they_name() {
    for (file, code) in [
        ("a.sh", "cat <<EOF\nit's \"a\nEOF\nif"),
        ("a.rb", "b(<<~EOF)\n  it's \"a\n  EOF\nif"),
        ("a.pl", "print <<'EOF';\nit's \"a\nEOF\nif"),
        ("a.php", "$a = <<<EOF\nit's \"a\nEOF;\nif"),
    ] {
        let marked = marked(file, code);
        let lines: Vec<_> = marked.lines().map(str::trim).collect();
        assert_eq!(lines[1], "s[it's \"a]", "{file}");
        assert_eq!(lines[3], "k[if]", "{file}");
    }
}

#[test]
fn what_is_open_at_the_end_of_a_line_goes_on_with_the_next() {
    for (file, code, expected) in [
        (
            "a.c",
            "x = \"a\"; /* b\nc */ d",
            "x = s[\"a\"]; c[/* b]\nc[c */] d",
        ),
        (
            "a.c",
            "x = \"a\\\nb\" + 1",
            "x = s[\"a]n[\\]\ns[b\"] + n[1]",
        ),
        ("a.c", "x = \"a\nb", "x = s[\"a]\nb"),
        ("a.sh", "echo \"a\nb\"#c", "f[echo] s[\"a]\ns[b\"]#c"),
        ("a.py", "f(\n\"\"\"a\"\"\")", "f[f](\ns[\"\"\"a\"\"\"])"),
        (
            "a.ex",
            "@doc \"\"\"\n\"\\\"\"\"\n1",
            "@doc c[\"\"\"]\nc[\"\\\"\"\"]\nc[1]",
        ),
        ("a.py", "\"\"\"a\"\"\"", "c[\"\"\"a\"\"\"]"),
    ] {
        assert_eq!(marked(file, code), expected, "{file}: {code}");
    }
}

#[test]
fn names_are_known_by_their_letters_and_by_what_follows() {
    for (file, code, expected) in [
        ("A.java", "x = LIMIT + X;", "x = n[LIMIT] + t[X];"),
        ("a.c", "x = a /(b);", "x = a /(b);"),
        ("a.rs", "#[a(b(c))]", "m[#[a(]f[b]m[(c))]]"),
        ("a.sh", "echo a#b ${if}", "f[echo] a#b ${if}"),
        ("a.py", "x @ y", "x @ y"),
        ("a.py", "f\"{a[1:b]}\"", "s[f\"]{a[n[1]:b]}s[\"]"),
        ("a.rb", "def a?; nil!=b", "k[def] f[a?]; n[nil]!=b"),
        ("a.rb", "%w[a\\n] + 1", "s[%w[a\\n]] + n[1]"),
        (
            "a.pl",
            "(abs => 1, b\t=> 2)",
            "(n[abs] => n[1], n[b\t]=> n[2])",
        ),
    ] {
        assert_eq!(marked(file, code), expected, "{file}: {code}");
    }
}

#[test]
fn a_number_ends_with_its_digits_its_fraction_and_its_exponent() {
    for (file, code, expected) in [
        ("a.c", "1.5e+3", "n[1.5e+3]"),
        ("a.c", "1e-x", "n[1e]-x"),
        ("a.c", "1+2", "n[1]+n[2]"),
        ("a.c", "0x1e+5", "n[0x1e]+n[5]"),
        ("a.c", "0X1e+5", "n[0X1e]+n[5]"),
        ("a.c", "1x1e+5", "n[1x1e+5]"),
        ("a.c", "0b1e+5", "n[0b1e+5]"),
        ("a.rs", "1.max(2)", "n[1].f[max](n[2])"),
        ("a.rs", "0..9", "n[0]..n[9]"),
        ("a.cc", "1'000", "n[1'000]"),
        ("a.cc", "1' '", "n[1]s[' ']"),
        ("a.go", "x[1:2]", "x[n[1]:n[2]]"),
    ] {
        assert_eq!(marked(file, code), expected, "{file}: {code}");
    }
}

#[test]
fn a_text_that_is_not_closed_ends_with_its_line() {
    for file in ["a.c", "A.java", "a.go", "a.py", "a.js", "a.kt", "a.cs"] {
        let marked = marked(file, "x = \"a\nif");
        assert!(marked.ends_with("s[\"a]\nk[if]"), "{file}: {marked}");
    }
}
