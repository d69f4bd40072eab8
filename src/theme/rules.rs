//! What the default theme's files keep to. What every rendered page keeps to is tested with `site`.

use rust_embed::RustEmbed;

use super::DefaultStatic;

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
