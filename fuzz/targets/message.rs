//! Messages and patterns in the notations of many languages: no text is lost, every tag is of the
//! list, and literals and holes come in turn.
#![no_main]

use errbook::message::{Message, Part, Template, safe_words, words};
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/markup/mod.rs"]
mod markup;

const FILES: [&str; 12] = [
    "a.rs", "a.py", "a.js", "a.go", "a.java", "a.c", "a.rb", "a.php", "a.cs", "a.sh", "a.ex",
    "unknown",
];

fuzz_target!(|input: (u8, &str, Option<&str>)| {
    let (file, text, pattern) = input;
    let file = FILES[usize::from(file) % FILES.len()];
    let message = Message::parse(text, pattern, file);
    markup::check(message.title_html().as_str()).expect("markup of the list");
    for pair in message.parts.windows(2) {
        assert_ne!(
            matches!(pair[0], Part::Text(_)),
            matches!(pair[1], Part::Text(_))
        );
    }
    let holes = message
        .parts
        .iter()
        .filter(|part| matches!(part, Part::Hole { .. }));
    let literals = message.segments();
    assert_eq!(literals.len(), holes.count() + 1);
    assert!(message.plain().len() <= text.len());
    let _ = Template::of(text, pattern, file).is_telling();
    for at in 0..literals.len() {
        let _ = safe_words(&literals, at);
    }
    let _ = words::words(text);
});
