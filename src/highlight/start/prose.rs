//! Whether a line reads like code or like a sentence.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Code,
    Prose,
    Neither,
}

/// Whether a line of Python reads like code or like a sentence.
pub(super) fn kind(line: &str) -> Kind {
    // These open a block, or are the start of a sentence.
    const OPENERS: &[&str] = &[
        "class ", "def ", "elif ", "except ", "for ", "if ", "while ", "with ",
    ];
    const STATEMENTS: &[&str] = &[
        "assert ", "async ", "await ", "del ", "else:", "except:", "finally:", "global ",
        "import ", "print(", "raise ", "return ", "self.", "try:", "yield ",
    ];
    const WHOLE: &[&str] = &["break", "continue", "pass", "raise", "return", "yield"];
    const FIELDS: &[&str] = &[
        ":param", ":return", ":rais", ":type", ">>> ", ".. ", "- ", "* ",
    ];
    let Some(first) = line.bytes().next() else {
        return Kind::Neither;
    };
    // This is asked of every line of code, and most begin otherwise.
    let starts = |with: &[&str]| {
        let mut with = with.iter().filter(|start| start.as_bytes()[0] == first);
        with.any(|start| line.starts_with(start))
    };
    if starts(FIELDS) {
        return Kind::Prose;
    }
    if line.starts_with(['#', '@', '"', '\'', ')', ']', '}']) || WHOLE.contains(&line) {
        return Kind::Code;
    }
    let (mut all, mut words) = (0, 0);
    for word in line.split_ascii_whitespace() {
        all += 1;
        words += usize::from(is_prose_word(word));
    }
    let sentence = all >= 4 && words * 10 >= all * 8;
    let is_code = (line.starts_with("from ") && line.contains(" import "))
        || (starts(OPENERS) && line.ends_with([':', '(', '[', '{', ',', '\\']))
        || (starts(STATEMENTS) && !(sentence && all > 4))
        || (!sentence && !line.ends_with('.') && line.contains(['=', '(', '[', '{']));
    if is_code {
        Kind::Code
    } else if sentence || (all >= 2 && words == all && line.ends_with('.')) {
        Kind::Prose
    } else {
        Kind::Neither
    }
}

/// Whether a word could stand in a sentence: letters, with the marks that follow or join them.
fn is_prose_word(word: &str) -> bool {
    let is_mark = |b: &u8| b".:;\"'()`?!*".contains(b);
    let bytes = word.as_bytes();
    let Some(start) = bytes.iter().position(|b| !is_mark(b)) else {
        return false;
    };
    let end = bytes.iter().rposition(|b| !is_mark(b)).unwrap_or(start);
    // Marks are ASCII, so what is between them is whole characters.
    let word = &word[start..=end];
    let in_word = |b: u8| b.is_ascii_alphabetic() || b == b'-' || b == b'\'';
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
    word.bytes().all(in_word) || !word.is_ascii() && word.chars().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_code_or_a_sentence_by_how_it_begins_ends_and_is_put() {
        for (line, expected) in [
            ("", Kind::Neither),
            // What documentation is made of.
            (":param x: number", Kind::Prose),
            (">>> f(1)", Kind::Prose),
            ("- a", Kind::Prose),
            // What only code begins with, or is.
            ("# note", Kind::Code),
            ("@cached", Kind::Code),
            (")", Kind::Code),
            ("pass", Kind::Code),
            ("pass on", Kind::Neither),
            // Four words in five, and four at least.
            ("this is it too", Kind::Prose),
            ("this is it", Kind::Neither),
            ("this is it too x1", Kind::Prose),
            ("this is it x1", Kind::Neither),
            ("this is it too x1 x2", Kind::Neither),
            // Two words are a sentence with a full stop.
            ("Well done.", Kind::Prose),
            ("Well x1.", Kind::Neither),
            ("Done.", Kind::Neither),
            ("Well done", Kind::Neither),
            // What ends or holds a sign of code, and is no sentence.
            ("x = y", Kind::Code),
            ("f(x", Kind::Code),
            ("f(x).", Kind::Neither),
            ("a list of (most) words", Kind::Prose),
            ("from a import b", Kind::Code),
            ("from a to b", Kind::Prose),
            ("now import b", Kind::Neither),
            // Words that open a block do so with its mark, and sentences otherwise.
            ("if x:", Kind::Code),
            ("if x", Kind::Neither),
            ("if this is so then that:", Kind::Code),
            ("if this is so then that", Kind::Prose),
            ("if this is so then f(", Kind::Code),
            ("in this case:", Kind::Neither),
            // A statement is one, unless it is a sentence of five words.
            ("return it now then", Kind::Code),
            ("return it now then too", Kind::Prose),
            ("return x1", Kind::Code),
            ("returns it", Kind::Neither),
        ] {
            assert!(kind(line) == expected, "{line}");
        }
    }

    #[test]
    fn a_word_of_a_sentence_is_letters_and_the_marks_around_and_within() {
        for (word, expected) in [
            ("word", true),
            ("word,", false),
            ("word.", true),
            ("(word)", true),
            ("\"word\"?", true),
            ("it's", true),
            ("well-known", true),
            ("snake_case", false),
            ("a1", false),
            ("a.b", false),
            ("...", false),
            ("", false),
            ("é", true),
            ("l’été", true),
            ("été-là", true),
            ("l'été", true),
            ("été1", false),
            ("«été»", false),
        ] {
            assert_eq!(is_prose_word(word), expected, "{word}");
        }
    }
}
