//! Lengths as JavaScript counts them, so that both halves of the search cut at the same places.

/// The length of a text in UTF-16 units.
pub(super) fn units(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.chars().map(char::len_utf16).sum()
}

/// The beginning of a text, at most so many units.
pub(super) fn cut_units(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let mut count = 0;
    let end = text.char_indices().find(|(_, c)| {
        count += c.len_utf16();
        count > most
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// The end of a text, at most so many units.
pub(super) fn cut_units_back(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let mut count = 0;
    let start = text.char_indices().rev().find(|(_, c)| {
        count += c.len_utf16();
        count > most
    });
    start.map_or(text, |(at, c)| &text[at + c.len_utf8()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_parts_no_pair() {
        let text = "é😀é😀";
        assert_eq!(units(text), 6);
        assert_eq!(
            [1, 2, 3, 4, 6, 9].map(|most| cut_units(text, most)),
            ["é", "é", "é😀", "é😀é", text, text]
        );
        assert_eq!(
            [1, 2, 3, 5, 6, 9].map(|most| cut_units_back(text, most)),
            ["", "😀", "é😀", "😀é😀", text, text]
        );
    }
}
