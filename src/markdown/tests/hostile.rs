//! That prose made to nest, to multiply or to take long does none of it.

use std::borrow::Cow;

use super::*;
use crate::markdown::depth::limited;
use crate::markdown::writer::{CONTAINER_LEVELS, EMPTY_CELLS, INLINE_LEVELS};

#[test]
fn nesting_ends_and_keeps_the_text() {
    let quotes = html(&format!("{} deep", ">".repeat(200)));
    assert_eq!(quotes.matches("<blockquote>").count(), CONTAINER_LEVELS);
    assert!(quotes.contains("deep"), "{quotes}");

    let lists = html(&format!("{}deep", "- ".repeat(200)));
    assert_eq!(lists.matches("<ul>").count(), CONTAINER_LEVELS);
    assert_eq!(lists.matches("</ul>").count(), CONTAINER_LEVELS);
    assert_eq!(lists.matches("<li>").count(), CONTAINER_LEVELS);
    assert!(lists.contains("deep"), "{lists}");

    assert_eq!(html(&"- ".repeat(100)), "<hr>");

    let emphasis = html(&format!(
        "{}deep{}",
        "*a **b ".repeat(30),
        "b** a*".repeat(30)
    ));
    let levels = emphasis.matches("<em>").count() + emphasis.matches("<strong>").count();
    assert_eq!(levels, INLINE_LEVELS, "{emphasis}");
    assert!(emphasis.contains("deep"), "{emphasis}");
}

#[test]
fn what_stands_side_by_side_does_not_count_as_nested() {
    let lists = html(&"- a\n\n> b\n\nc\n\n".repeat(40));
    assert_eq!(lists.matches("<ul>").count(), 40);
    assert_eq!(lists.matches("<blockquote>").count(), 40);

    let emphasis = html(&"*a* **b** ~~c~~ ".repeat(40));
    for tag in ["<em>", "<strong>", "<del>"] {
        assert_eq!(emphasis.matches(tag).count(), 40, "{tag}");
    }
}

/// A text with one marker too many gets a backslash before it, one with fewer stays.
#[test]
fn a_line_opens_no_more_quotes_and_lists_than_prose_ever_has() {
    for marker in [
        ">",
        "> ",
        ">\t",
        " > ",
        "  - ",
        "- ",
        "+ ",
        "1. ",
        "7) ",
        "123456789. ",
    ] {
        let most = marker.repeat(64);
        let text = format!("a\n{most}x\nb\n");
        assert!(matches!(limited(&text), Cow::Borrowed(same) if same == text));
        let (blanks, rest) = marker.split_at(marker.len() - marker.trim_start().len());
        let text = format!("a\n{most}{marker}x\nb\n");
        assert_eq!(limited(&text), format!("a\n{most}{blanks}\\{rest}x\nb\n"));
    }
    // A marker may end its line.
    for last in ["-", "*", "1."] {
        let most = "> ".repeat(64);
        assert_eq!(limited(&format!("{most}{last}")), format!("{most}\\{last}"));
        assert_eq!(
            limited(&format!("{most}{last}\nx")),
            format!("{most}\\{last}\nx")
        );
    }
}

#[test]
fn what_only_looks_like_a_quote_or_a_list_stays_as_it_is() {
    for part in [
        "-x ",
        "+x",
        "1.x",
        "1x ",
        "1 ",
        "1234567890. ",
        "- -",
        "* ",
        "a > ",
    ] {
        let text = format!("{}\n", part.repeat(100));
        assert!(matches!(limited(&text), Cow::Borrowed(same) if same == text));
    }
    assert_ne!(limited(&"- * ".repeat(50)), "- * ".repeat(50));
}

#[test]
fn a_table_keeps_every_cell_with_text_and_so_many_without() {
    let columns = 40;
    let head = format!("{}|\n{}|\n", "|h".repeat(columns), "|-".repeat(columns));
    let full = html(&format!(
        "{head}{}",
        format!("{}|\n", "|x".repeat(columns)).repeat(40)
    ));
    assert_eq!(full.matches("<td>x</td>").count(), 40 * columns);
    let short = html(&format!("{head}{}", "|x|\n".repeat(100)));
    assert_eq!(short.matches("<td>x</td>").count(), 100);
    assert_eq!(short.matches("<td></td>").count(), EMPTY_CELLS);
}

#[test]
fn one_address_used_again_and_again_is_linked_a_few_times() {
    let address = format!("https://e.org/{}", "x".repeat(986));
    let html = html(&format!("{}\n\n[r]: {address}\n", "[a][r] ".repeat(500)));
    // As many as the text is long, and four more.
    assert_eq!(html.matches("<a ").count(), 8);
    assert_eq!(html.matches('a').count(), 500 + 2 * 8);
}

/// Every one is linear or bounded; one that is not would take this test minutes.
#[test]
fn hostile_text_takes_no_long_and_gives_no_flood() {
    let n = 100_000;
    let cases = [
        "[".repeat(n),
        "![".repeat(n),
        "*".repeat(n),
        "**a".repeat(n / 3),
        "*a_".repeat(n / 3),
        "~~a".repeat(n / 3),
        ">".repeat(n),
        "> ".repeat(n),
        "- ".repeat(n),
        "1. ".repeat(n),
        "`".repeat(n),
        "a`".repeat(n),
        (1..440).map(|k| "`".repeat(k) + "x").collect(),
        "[a](".repeat(n),
        "[a](<".repeat(n),
        "<".repeat(n),
        "<a ".repeat(n),
        "<!--".repeat(n),
        "<?".repeat(n),
        "<![CDATA[".repeat(n / 4),
        "<https:".repeat(n / 4),
        "&".repeat(n),
        "&#".repeat(n),
        "\\".repeat(n),
        "|".repeat(n),
        "|a|\n|-|\n".repeat(n / 8),
        format!(
            "{}\n{}\n{}",
            "|a".repeat(500),
            "|-".repeat(500),
            "|a\n".repeat(500)
        ),
        format!(
            "[a]: https://e.org/{}\n\n{}",
            "x".repeat(50_000),
            "[a] ".repeat(50_000)
        ),
        format!("{}\n{}", "- ".repeat(n), "\n".repeat(n)),
        format!("{}\n{}", "> ".repeat(n / 4), ">\n".repeat(n / 4)),
        format!("{}\n{}", "1) ".repeat(n / 4), "\n".repeat(n)),
        format!("{}a\n{}", "* + ".repeat(n / 4), "\n".repeat(n)),
        format!("{}a\n{}", "1. ".repeat(n / 4), " b\n".repeat(n / 4)),
        format!("{}a\n{}", "* + ".repeat(n / 4), "\n b\n".repeat(n / 4)),
        format!("{}a\n{}", "> ".repeat(n / 4), "b\n".repeat(n / 4)),
        "a\n\n".repeat(n / 3),
        "- a\n".repeat(n / 4),
        (0..440).map(|k| "  ".repeat(k) + "- a\n").collect(),
        "# a\n".repeat(n / 4),
        "\u{202e}".repeat(n / 3),
        "\0".repeat(n),
        "[a]: b\n".repeat(n / 7),
        "\t".repeat(n),
        format!("{}\n", "- \t".repeat(n / 3)),
    ];
    for text in cases {
        let start: String = text.chars().take(20).collect();
        let html = html(&text);
        assert!(
            html.len() <= 40 * text.len() + 64 * 1024,
            "{start:?}: {} bytes from {}",
            html.len(),
            text.len()
        );
        let _ = plain(&text);
    }
}
