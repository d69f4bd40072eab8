//! The words of literals and of pasted text, by one rule, so that what a template holds is found
//! again in the text that it made.
//!
//! `docs/matching.md` defines them, and the browser follows it.

use std::ops::Range;

/// Whether a character is part of words.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Scripts that are written without spaces and have many characters: Han, Hiragana, Katakana.
pub fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}'
        | '\u{20000}'..='\u{3ffff}')
}

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// In lower case, character by character.
    pub text: String,
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Whether it is a pair of characters of a script without spaces: then it is found whatever
    /// stands beside it.
    pub is_pair: bool,
}

/// The words of a text in order: runs of letters, digits and `_`; where a script has no spaces, the
/// overlapping pairs of a run.
pub fn words(text: &str) -> Vec<Word> {
    let mut found = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        if !is_word(first) {
            continue;
        }
        let joined = is_unspaced(first);
        let mut end = start + first.len_utf8();
        let mut last = start;
        let mut pairs = false;
        while let Some(&(at, c)) = chars.peek() {
            if !is_word(c) || is_unspaced(c) != joined {
                break;
            }
            chars.next();
            end = at + c.len_utf8();
            if joined {
                found.push(word(text, last..end, true));
                (last, pairs) = (at, true);
            }
        }
        if !pairs {
            found.push(word(text, start..end, false));
        }
    }
    found
}

fn word(text: &str, range: Range<usize>, is_pair: bool) -> Word {
    let text = &text[range.clone()];
    Word {
        text: if text.is_ascii() {
            text.to_ascii_lowercase()
        } else {
            text.chars().flat_map(char::to_lowercase).collect()
        },
        range,
        is_pair,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_runs_and_pairs() {
        let texts = |text| -> Vec<String> { words(text).into_iter().map(|w| w.text).collect() };
        assert_eq!(
            texts("Größe of read_line=42ms, \u{130}x"),
            ["größe", "of", "read_line", "42ms", "i\u{307}x"]
        );
        assert_eq!(
            texts("abc接続で漢 漢"),
            ["abc", "接続", "続で", "で漢", "漢"]
        );
        let pair = &words("x 接続")[1];
        assert!(pair.is_pair && pair.range == (2..8));
        assert!(words(" -.").is_empty());
    }
}
