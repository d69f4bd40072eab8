//! Text to markup and to data: nothing in it can be read as anything but text.
#![no_main]

use errbook::html::{Html, is_hidden, pictures, visible};
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/markup/mod.rs"]
mod markup;

fuzz_target!(|text: &str| {
    markup::check(Html::exact(text).as_str()).expect("markup of the list");
    let html = Html::text(text);
    assert!(!html.as_str().contains(['<', '>', '"', '\'']));
    let shown = html
        .as_str()
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
    assert_eq!(shown, pictures(text), "escaping loses nothing");
    let json = Html::json(&text);
    assert!(
        !json
            .as_str()
            .contains(['<', '>', '&', '\u{2028}', '\u{2029}'])
    );
    let read: String = serde_json::from_str(json.as_str()).expect("JSON");
    assert_eq!(read, text);
    let visible = visible(text);
    assert!(
        !visible
            .chars()
            .any(|c| is_hidden(c) || c.is_control() && !matches!(c, '\n' | '\t'))
    );
});
