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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_a_word_in_large_letters() {
        for (word, expected) in [
            ("EOF", true),
            ("EO", false),
            ("EOF1", true),
            ("END_TEXT", true),
            ("_EOF", true),
            ("Eof", false),
            ("E-F", false),
            ("1EOF", false),
            ("ELSE", false),
            ("__END__", false),
        ] {
            assert_eq!(is_word(word), expected, "{word}");
        }
    }
}
