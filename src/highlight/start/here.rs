//! Here-documents: texts that end with a word on a line of its own.

/// The word that ends a text which did not begin in these lines.
pub(super) fn word<'c>(lines: &[&'c str]) -> Option<&'c str> {
    for line in lines {
        if line.contains("<<") {
            return None;
        }
        let word = line.trim().trim_end_matches(';');
        if is_word(word) {
            return Some(word);
        }
    }
    None
}

/// Whether it looks like the end of a here-document: `EOF`, `END_TEXT`.
fn is_word(word: &str) -> bool {
    const NO_ENDS: &[&str] = &["BEGIN", "ELSE", "__END__", "__DATA__"];
    word.len() > 2
        && word
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        && word.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && !NO_ENDS.contains(&word)
}
