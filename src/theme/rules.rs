//! What the default theme's files keep to, so that no text of a record can become markup, style
//! or script, and the policy that forbids such things holds on every page.

use rust_embed::RustEmbed;

use super::{DefaultStatic, DefaultTemplates};

/// The theme's own files with an ending, by name.
fn files<E: RustEmbed>(ending: &str) -> Vec<(String, String)> {
    let names = E::iter().filter(|name| name.ends_with(ending));
    let files: Vec<_> = names
        .map(|name| {
            let bytes = E::get(&name).unwrap().data.into_owned();
            (name.into_owned(), String::from_utf8(bytes).unwrap())
        })
        .collect();
    assert!(!files.is_empty());
    files
}

/// The expressions and statements of a template.
fn expressions(template: &str) -> impl Iterator<Item = &str> {
    template.split(['{', '}']).filter(|part| part.contains('|'))
}

#[test]
fn only_names_that_say_so_are_printed_as_markup() {
    let mut seen = 0;
    for (name, text) in files::<DefaultTemplates>(".html") {
        for expression in expressions(&text) {
            let mut steps = expression.split('|').map(str::trim);
            let printed = steps.next().unwrap_or_default();
            if steps.any(|filter| filter.starts_with("safe")) {
                assert!(printed.ends_with("_html"), "{name}: {expression}");
                seen += 1;
            }
        }
    }
    assert!(seen > 5, "the test no longer sees how templates print");
}

#[test]
fn pages_hold_no_script_and_no_style_of_their_own() {
    for (name, text) in files::<DefaultTemplates>(".html") {
        let tags = text.split('<').skip(1).map(|tag| {
            tag.split_once('>')
                .map_or(tag, |(tag, _)| tag)
                .to_ascii_lowercase()
        });
        for tag in tags {
            assert!(!tag.starts_with("style"), "{name}: <{tag}>");
            assert!(
                !tag.starts_with("script") || tag.contains(" src="),
                "{name}: <{tag}>"
            );
            for attribute in tag.split_ascii_whitespace().skip(1) {
                let attribute = attribute.split('=').next().unwrap_or_default();
                assert!(
                    attribute != "style"
                        && attribute != "integrity"
                        && !attribute.starts_with("on"),
                    "{name}: <{tag}>"
                );
            }
        }
    }
}

#[test]
fn colours_have_names() {
    for (name, text) in files::<DefaultStatic>(".css") {
        if name == "css/tokens.css" {
            continue;
        }
        let literal = text.split([' ', ':', '(', ',', ';']).find(|word| {
            word.strip_prefix('#').is_some_and(|digits| {
                digits.len() >= 3 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            }) || ["rgb", "rgba", "hsl", "oklch"].contains(word)
        });
        assert_eq!(literal, None, "{name}");
    }
}

#[test]
fn scripts_make_no_markup_and_run_no_text() {
    const FORBIDDEN: [&str; 7] = [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "new RegExp",
    ];
    for (name, text) in files::<DefaultStatic>(".js") {
        for word in FORBIDDEN {
            assert!(!text.contains(word), "{name} uses {word}");
        }
    }
}
