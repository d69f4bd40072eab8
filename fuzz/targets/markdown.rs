//! Prose: only tags of the list come out, and not many times what went in.
#![no_main]

use errbook::markdown;
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/markup/mod.rs"]
mod markup;

fuzz_target!(|text: &str| {
    for html in [markdown::block(text), markdown::inline(text)] {
        markup::check(html.as_str()).expect("markup of the list");
        assert!(html.as_str().len() <= 40 * text.len() + (64 << 10));
    }
    let line = markdown::plain(text);
    assert!(!line.contains(char::is_control));
});
