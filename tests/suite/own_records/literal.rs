//! What follows from the text of a message: its literal parts, its pattern, its slug.
//!
//! Messages are Rust format strings. Nothing here reads files.

/// The literal texts between the holes, as they stand in the source.
pub(crate) fn segments(message: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut at = 0;
    let bytes = message.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'}' if bytes.get(at + 1) == Some(&bytes[at]) => at += 2,
            b'{' => {
                found.push(&message[start..at]);
                at += message[at..].find('}').map_or(1, |length| length + 1);
                start = at;
            }
            _ => at += 1,
        }
    }
    found.push(&message[start..]);
    found
}

/// The longest literal text of a message: what it is found by.
pub(crate) fn longest(message: &str) -> &str {
    let segments = segments(message).into_iter();
    segments.max_by_key(|text| text.len()).unwrap_or_default()
}

/// The text of a regular expression for a message: literals escaped, holes `(.+?)`.
pub(crate) fn pattern(message: &str) -> String {
    let escaped: Vec<String> = segments(message).into_iter().map(escape).collect();
    escaped.join("(.+?)")
}

fn escape(literal: &str) -> String {
    let mut out = String::new();
    for c in literal.replace("{{", "{").replace("}}", "}").chars() {
        if "\\.+*?()|[]{}^$".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The data set's rule for slugs: the first 50 UTF-16 units, lower-cased, other runs hyphens.
pub(crate) fn slug(text: &str) -> String {
    let units: Vec<u16> = text.encode_utf16().take(50).collect();
    let cut = String::from_utf16_lossy(&units).to_lowercase();
    let words: Vec<_> = cut
        .split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit())
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        "error".into()
    } else {
        words.join("-")
    }
}

#[test]
fn a_message_is_cut_at_its_holes() {
    assert_eq!(segments("`{key}` is {{a}} {}"), ["`", "` is {{a}} ", ""]);
    assert_eq!(longest("no {0} to read"), " to read");
    assert_eq!(pattern("a.b {x} {{c}}"), r"a\.b (.+?) \{c\}");
}

#[test]
fn a_slug_is_made_of_the_first_fifty_units() {
    assert_eq!(slug("EB0104"), "eb0104");
    assert_eq!(slug("`{}` — ?"), "error");
    assert_eq!(
        slug("entry fragments have inconsistent parallelism settings in batch"),
        "entry-fragments-have-inconsistent-parallelism-sett"
    );
}
