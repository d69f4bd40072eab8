//! What prose comes out as, and that hostile prose neither acts nor breaks out.

mod hostile;

use super::*;

fn html(text: &str) -> String {
    block(text).into_string()
}

#[test]
fn prose_becomes_blocks() {
    for (text, expected) in [
        ("", ""),
        ("one", "<p>one</p>"),
        ("one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>"),
        ("a  \nb", "<p>a<br>\nb</p>"),
        (
            "*a* **b** `c<d>` ~~e~~",
            "<p><em>a</em> <strong>b</strong> <code>c&lt;d&gt;</code> <del>e</del></p>",
        ),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("3. a", "<ol start=\"3\">\n<li>a</li>\n</ol>"),
        (
            "- [x] a\n- [ ] b",
            "<ul>\n<li>☑ a</li>\n<li>☐ b</li>\n</ul>",
        ),
        ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
        ("a\n\n---", "<p>a</p>\n<hr>"),
        (
            "```rust\nlet a = \"<b>\";\n\n```",
            "<pre tabindex=\"0\"><code>let a = &quot;&lt;b&gt;&quot;;\n</code></pre>",
        ),
    ] {
        assert_eq!(html(text), expected, "{text:?}");
    }
}

#[test]
fn a_text_that_is_too_long_for_the_parser_is_shown_as_it_is() {
    let long = format!("*a* <b>\n\n{}\n\nend", "*x ".repeat(30_000));
    let (html, blocks) = render(&long, &mut |_, code| Html::exact(code));
    assert_eq!(blocks, 3);
    assert!(html.as_str().starts_with("<p>*a* &lt;b&gt;</p><p>*x *x "));
    assert!(html.as_str().ends_with("</p><p>end</p>"));
    assert!(plain(&long).len() < 5_000);
    // The longest that is read.
    let text = format!("*a*{}", " ".repeat(READ_BYTES - 3));
    assert_eq!(self::html(&text), "<p><em>a</em></p>");
}

#[test]
fn a_table_can_scroll_and_its_alignment_is_a_class() {
    assert_eq!(
        html("|a|b|\n|:-:|-:|\n|1|2|\n|3|"),
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>\
         <thead><tr><th scope=\"col\" class=\"center\">a</th><th scope=\"col\" class=\"right\">b</th></tr></thead>\
         <tbody><tr><td class=\"center\">1</td><td class=\"right\">2</td></tr>\
         <tr><td class=\"center\">3</td><td class=\"right\"></td></tr></tbody></table></div>"
    );
    assert_eq!(
        html("|a|\n|-|"),
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>\
         <thead><tr><th scope=\"col\">a</th></tr></thead></table></div>"
    );
}

#[test]
fn an_item_of_one_paragraph_comes_without_its_tag() {
    assert_eq!(inline("a `b`").as_str(), "a <code>b</code>");
    assert_eq!(inline("a\n\nb").as_str(), "<p>a</p>\n<p>b</p>");
    assert_eq!(inline("- a").as_str(), "<ul>\n<li>a</li>\n</ul>");
    assert_eq!(inline("<b>x</b>").as_str(), "&lt;b&gt;x&lt;/b&gt;");
    assert_eq!(inline("<div>\nx").as_str(), "&lt;div&gt;\nx");
    assert_eq!(inline("").as_str(), "");
}

#[test]
fn the_content_of_code_blocks_can_be_made_elsewhere() {
    let mut seen = Vec::new();
    let html = block_with(
        "```rust,ignore\nfn a() {}\n```\n\n    indented\n\n- ```\n  x\n  ```",
        &mut |word, code| {
            seen.push(format!("{word}:{code}"));
            Html::text("<code>")
        },
    );
    assert_eq!(seen, ["rust:fn a() {}", ":indented", ":x"]);
    assert!(
        html.as_str()
            .starts_with("<pre tabindex=\"0\"><code>&lt;code&gt;</code></pre>\n"),
        "{html:?}"
    );
}

#[test]
fn headings_stand_below_the_section_and_skip_no_level() {
    for (text, expected) in [
        ("# a", "<h3>a</h3>"),
        ("###### a\n# b", "<h3>a</h3>\n<h3>b</h3>"),
        (
            "# a\n### b\n## c\n# d",
            "<h3>a</h3>\n<h4>b</h4>\n<h4>c</h4>\n<h3>d</h3>",
        ),
        ("a\n=\nb\n-", "<h3>a</h3>\n<h4>b</h4>"),
        (
            "# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6",
            "<h3>1</h3>\n<h4>2</h4>\n<h5>3</h5>\n<h6>4</h6>\n<h6>5</h6>\n<h6>6</h6>",
        ),
        (
            "# a {#x .y onclick=alert(1)}",
            "<h3>a {#x .y onclick=alert(1)}</h3>",
        ),
    ] {
        assert_eq!(html(text), expected, "{text:?}");
    }
}

#[test]
fn links_to_the_web_to_mail_and_into_the_page_stay() {
    let out = |href: &str, text: &str| {
        format!("<p><a href=\"{href}\" rel=\"nofollow noreferrer\">{text}</a></p>")
    };
    for (text, expected) in [
        (
            "[a](https://e.org/x?a=1&b=2)",
            out("https://e.org/x?a=1&amp;b=2", "a"),
        ),
        ("[a](HTTP://e.org \"title\")", out("HTTP://e.org", "a")),
        ("<https://e.org>", out("https://e.org", "https://e.org")),
        (
            "[a][r]\n\n[r]: https://e.org/'\"<>",
            out("https://e.org/&#x27;%22%3C%3E", "a"),
        ),
        ("[a](<https://e.org/a b>)", out("https://e.org/a%20b", "a")),
        ("[a](https&colon;//e.org)", out("https://e.org", "a")),
        ("[](https://e.org)", out("https://e.org", "https://e.org")),
        (
            "![alt *b*](https://e.org/i.png)",
            out("https://e.org/i.png", "alt <em>b</em>"),
        ),
        (
            "![](https://e.org/i.png)",
            out("https://e.org/i.png", "https://e.org/i.png"),
        ),
        (
            "[a](mailto:me@e.org)",
            "<p><a href=\"mailto:me@e.org\">a</a></p>".into(),
        ),
        (
            "<me@e.org>",
            "<p><a href=\"mailto:me@e.org\">me@e.org</a></p>".into(),
        ),
        ("[a](#fix)", "<p><a href=\"#fix\">a</a></p>".into()),
    ] {
        assert_eq!(html(text), expected, "{text:?}");
    }
}

#[test]
fn any_other_link_leaves_its_text() {
    for address in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "javascript&colon;alert(1)",
        "&#106;avascript:alert(1)",
        "&#x6A;&#x61;vascript:alert(1)",
        "java&Tab;script:alert(1)",
        "java&NewLine;script:alert(1)",
        "java&#10;script:alert(1)",
        "&#1;javascript:alert(1)",
        "\u{1}javascript:alert(1)",
        "javascript\\:alert(1)",
        "&#x20;javascript:alert(1)",
        "h&Tab;ttps://e.org",
        "https://e.org/&#10;x",
        "vbscript:x",
        "data:text/html,<script>alert(1)</script>",
        "data&colon;text/html;base64,PHN2Zz4=",
        "file:///etc/passwd",
        "ftp://e.org",
        "//evil.org",
        "\\\\\\\\evil.org",
        "/\\evil.org",
        "https:evil.org",
        "https:/evil.org",
        "https:///evil.org",
        "https:\\\\evil.org",
        "https://",
        "mailto:",
        "view-source:https://e.org",
        "blob:https://e.org",
        "./x.md",
        "x",
        "?a#b",
        "https://e.org/\u{202e}x",
        "",
    ] {
        for text in [
            format!("[text](<{address}>)"),
            format!("[text][r]\n\n[r]: <{address}>"),
            format!("![text](<{address}>)"),
        ] {
            let html = html(&text);
            assert!(
                !html.contains("<a") && !html.contains("<img"),
                "{text:?}: {html}"
            );
            assert!(html.contains("text"), "{text:?}: {html}");
        }
    }
    for text in [
        "<javascript:alert(1)>",
        "<data:text/html,x>",
        "<vbscript:x>",
    ] {
        assert!(!html(text).contains("<a"), "{text}");
    }
}

#[test]
fn no_link_stands_in_a_link() {
    for text in [
        "[a [b](https://b.org) c](https://a.org)",
        "[![alt](https://e.org/i.png)](https://e.org)",
        "![a [b](https://b.org)](https://a.org)",
        "[a <https://b.org>](https://a.org)",
    ] {
        let html = html(text);
        let mut depth = 0;
        for tag in html.split('<') {
            depth += i32::from(tag.starts_with("a ")) - i32::from(tag.starts_with("/a"));
            assert!((0..=1).contains(&depth), "{text:?}: {html}");
        }
    }
}

#[test]
fn raw_html_is_shown() {
    for text in [
        "<script>alert(1)</script>",
        "a <script>alert(1)</script> b",
        "<div onclick=\"alert(1)\">\n\n*x*\n\n</div>",
        "<!-- x -->",
        "<?php x ?>",
        "<![CDATA[x]]>",
        "<svg/onload=alert(1)>",
        "Vec<T> and <T as U>",
        "<a href=\"javascript:alert(1)\">x</a>",
        "<style>*{}</style>",
        "`<b>`",
        "    <b>",
        "```\n<b>\n```",
        "&lt;b&gt;",
        "[<b>](#x)",
        "|<b>|\n|-|\n|<i>|",
        "```<b>\nx\n```",
        "# <b>",
        "[x](https://e.org \"<b onclick='x'>\")",
        "![<b>](https://e.org)",
    ] {
        assert_only_own_markup(text);
    }
    assert_eq!(html("Vec<T> x"), "<p>Vec&lt;T&gt; x</p>");
}

/// Reads the markup as a browser does, and looks at every element and attribute in it.
fn assert_only_own_markup(text: &str) {
    const ELEMENTS: &[&str] = &[
        "html",
        "p",
        "em",
        "strong",
        "del",
        "code",
        "pre",
        "a",
        "ul",
        "ol",
        "li",
        "blockquote",
        "h3",
        "h4",
        "h5",
        "h6",
        "br",
        "hr",
        "div",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "span",
    ];
    const ATTRIBUTES: &[&str] = &[
        "href",
        "rel",
        "class",
        "tabindex",
        "role",
        "aria-label",
        "scope",
        "start",
    ];
    let html = html(text);
    let page = scraper::Html::parse_fragment(&html);
    for element in page.root_element().descendent_elements() {
        let element = element.value();
        assert!(ELEMENTS.contains(&element.name()), "{text:?}: {html}");
        for (name, value) in element.attrs() {
            assert!(ATTRIBUTES.contains(&name), "{text:?}: {html}");
            let href = ["https://", "http://", "mailto:", "#"];
            assert!(
                name != "href"
                    || href
                        .iter()
                        .any(|start| value.to_lowercase().starts_with(start)),
                "{text:?}: {html}"
            );
        }
    }
}

#[test]
fn what_cannot_be_seen_is_made_visible() {
    assert_eq!(
        html("a\0b\u{1b}[0m \u{202e}c `\u{200b}`"),
        "<p>a\u{2400}b\u{241b}[0m <span class=\"hidden-char\">U+202E</span>c \
         <code><span class=\"hidden-char\">U+200B</span></code></p>"
    );
    assert_eq!(
        html("&#x202e;&#27;"),
        "<p><span class=\"hidden-char\">U+202E</span>\u{241b}</p>"
    );
    assert_eq!(html("a\r\n\r\nb\rc"), "<p>a</p>\n<p>b\nc</p>");
}

#[test]
fn blocks_are_counted_that_stand_in_no_other() {
    for (text, expected) in [
        ("", 0),
        ("a\nb", 1),
        ("---", 1),
        ("a\n\n---\n\nb", 3),
        ("---\n\n---\n\n---", 3),
        ("> a\n>\n> ---\n>\n> b\n\n- c\n\n  d", 2),
    ] {
        let blocks = render(text, &mut |_, code| Html::exact(code)).1;
        assert_eq!(blocks, expected, "{text:?}");
    }
}

#[test]
fn long_lines_of_signs_that_open_nothing_stay_as_they_are() {
    let border = format!("+{}+", "-".repeat(100));
    for line in [
        &border,
        &"-".repeat(100),
        &"*".repeat(100),
        &"+-".repeat(50),
    ] {
        let fenced = html(&format!("```\n{line}\n```"));
        assert_eq!(
            fenced,
            format!("<pre tabindex=\"0\"><code>{line}</code></pre>")
        );
    }
    let stars = "*".repeat(100);
    let strong = html(&format!("{stars}a{stars}"));
    assert!(strong.contains("<strong>a</strong>"), "{strong}");
    assert!(!strong.contains(['*', '\\']), "{strong}");
}

#[test]
fn plain_text_is_one_line_without_markup() {
    for (text, expected) in [
        ("", ""),
        ("a *b* `c` [d](https://e.org)", "a b c d"),
        ("# a\n\nb\nc\n\n- d\n- e\n", "a b c d e"),
        ("a  \nb", "a b"),
        ("```\nx\n  y\n```", "x y"),
        ("Vec<T> &amp; &lt;b&gt;", "Vec<T> & <b>"),
        ("|a|b|\n|-|-|\n|c|d|", "a b c d"),
        ("a\u{202e}b\u{200b}", "ab"),
        ("![alt](x.png)", "alt"),
        ("a*b*c [d](https://e.org)e", "abc de"),
    ] {
        assert_eq!(plain(text), expected, "{text:?}");
    }
}
