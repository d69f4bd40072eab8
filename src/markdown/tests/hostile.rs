//! That prose made to nest, to multiply or to take long does none of it.

use super::*;
use crate::markdown::writer::{CONTAINER_LEVELS, INLINE_LEVELS};

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
        "** *".repeat(30)
    ));
    assert!(
        emphasis.matches("<em>").count() <= INLINE_LEVELS,
        "{emphasis}"
    );
    assert!(emphasis.contains("deep"), "{emphasis}");
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
