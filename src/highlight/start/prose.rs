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
    let starts = |with: &[&str]| with.iter().any(|start| line.starts_with(start));
    if line.is_empty() {
        return Kind::Neither;
    }
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
