//! What a fragment of code starts in the middle of.
//!
//! Excerpts are cut by line numbers, so that one in ten begins inside a block comment or a docstring
//! and its grammar takes prose for code, and then code for prose. In go the lines, out comes a line
//! to parse first and not to show, which puts the grammar into the state that the lines expect.

#[cfg(test)]
mod tests;

/// The line to parse first, if the fragment seems to need one.
pub(super) fn opening(grammar: &str, lines: &[&str]) -> Option<&'static str> {
    match grammar {
        "C" | "C#" | "C++" | "CSS" | "D" | "Dart" | "GLSL" | "Go" | "Groovy" | "Java"
        | "JavaScript (Babel)" | "Kotlin" | "Less" | "Objective-C" | "Objective-C++"
        | "Protocol Buffer" | "Rust" | "SCSS" | "Solidity" | "Swift" | "TypeScript"
        | "TypeScriptReact" | "WGSL" => starts_in_comment(lines).then_some("/**\n"),
        "PHP" => php(lines),
        "Python" => docstring(lines),
        _ => None,
    }
}

/// A file of PHP is text until `<?php`, which an excerpt seldom has.
fn php(lines: &[&str]) -> Option<&'static str> {
    if lines.iter().any(|line| line.contains("<?")) {
        return None;
    }
    Some(if starts_in_comment(lines) {
        "<?php /**\n"
    } else {
        "<?php\n"
    })
}

/// Whether a block comment ends that did not begin here, or the lines look like the middle of one.
fn starts_in_comment(lines: &[&str]) -> bool {
    let starred = |line: &&str| {
        let line = line.trim_start();
        line == "*" || line.starts_with("* ")
    };
    for line in lines {
        let close = line.find("*/").filter(|&at| ends_comment(line, at));
        let open = line.find("/*");
        match (open, close) {
            (None, None) => {}
            (Some(open), Some(close)) => return close < open,
            (None, Some(_)) => return true,
            (Some(_), None) => break,
        }
    }
    let first = || lines.iter().filter(|line| !line.trim().is_empty()).take(3);
    let opened = first().any(|line| line.contains("/*"));
    !opened && first().filter(|line| starred(line)).count() >= 2
}

/// Whether `*/` at this place can end a comment: it does not if it stands in a string, as in a
/// schedule or a path with wildcards, or behind `//`.
fn ends_comment(line: &str, at: usize) -> bool {
    let before = line[..at].trim_start();
    if before.is_empty() || before.starts_with('*') {
        return true;
    }
    let odd = |quote: char| before.matches(quote).count() % 2 == 1;
    !before.contains("//") && !odd('"') && !odd('\'') && !odd('`')
}

/// The docstring that a fragment of Python starts in. Each way to start is followed through the
/// fragment; the one in which code stands outside and prose inside more often is taken.
fn docstring(lines: &[&str]) -> Option<&'static str> {
    let mut best = (python_score(lines, None), None);
    for (quotes, opening) in [("\"\"\"", "\"\"\"\n"), ("'''", "'''\n")] {
        let score = python_score(lines, Some(quotes));
        if score > best.0 {
            best = (score, Some(opening));
        }
    }
    best.1
}

/// How well the lines fit a start inside these quotes, or outside any.
fn python_score(lines: &[&str], start: Option<&'static str>) -> i32 {
    let mut inside = start;
    let mut score = 0;
    for line in lines {
        let before = inside;
        inside = after_quotes(line, inside);
        if let Some(quotes) = quotes_of(line) {
            score += match (quotes, before) {
                (Quotes::Open, None) | (Quotes::Close, Some(_)) => 3,
                (Quotes::Open, Some(_)) | (Quotes::Close, None) => -3,
                (Quotes::Either, _) => 0,
            };
            continue;
        }
        let kind = kind(line.trim());
        score += match (kind, before) {
            (Kind::Neither, _) => 0,
            (Kind::Code, None) | (Kind::Prose, Some(_)) => 1,
            (Kind::Code, Some(_)) | (Kind::Prose, None) => -1,
        };
    }
    score
}

/// The quotes that are open after a line, given those before it.
fn after_quotes(line: &str, mut inside: Option<&'static str>) -> Option<&'static str> {
    let is_comment = line.trim_start().starts_with('#');
    if inside.is_none() && is_comment {
        return None;
    }
    let mut rest = line;
    while let Some(at) = rest.find(['"', '\'']) {
        rest = &rest[at..];
        let met = ["\"\"\"", "'''"]
            .into_iter()
            .find(|quotes| rest.starts_with(quotes));
        let ends = met.is_some() && (inside.is_none() || inside == met);
        if ends {
            inside = if inside.is_none() { met } else { None };
        }
        rest = &rest[if ends { 3 } else { 1 }..];
    }
    inside
}

/// What the quotes in a line of Python seem to do, wherever the fragment starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// Text follows them: `"""Does this.`
    Open,
    /// Text goes before them: `and that."""`
    Close,
    /// They stand alone.
    Either,
}

fn quotes_of(line: &str) -> Option<Quotes> {
    let first = line
        .find("\"\"\"")
        .into_iter()
        .chain(line.find("'''"))
        .min()?;
    let before = line[..first].trim_start();
    let opens = before.is_empty() || before.ends_with(['=', '(', '[', ',', 'r', 'f', 'b', 'u']);
    let after = line[first + 3..].trim();
    Some(if opens && after.starts_with(char::is_alphanumeric) {
        Quotes::Open
    } else if after.is_empty() && before.ends_with(['.', '!', '?', ')', ':']) {
        Quotes::Close
    } else {
        Quotes::Either
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Prose,
    Neither,
}

/// Whether a line of Python reads like code or like a sentence.
fn kind(line: &str) -> Kind {
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
    let all = line.split_whitespace().count();
    let words = line
        .split_whitespace()
        .filter(|word| is_prose_word(word))
        .count();
    let sentence = all >= 4 && words * 10 >= all * 8;
    let is_code = line.starts_with(['#', '@', '"', '\'', ')', ']', '}'])
        || WHOLE.contains(&line)
        || (line.starts_with("from ") && line.contains(" import "))
        || (starts(OPENERS) && line.ends_with([':', '(', '[', '{', ',', '\\']))
        || (starts(STATEMENTS) && !(sentence && all > 4))
        || (!sentence && !line.ends_with('.') && line.contains(['=', '(', '[', '{']));
    if line.is_empty() {
        Kind::Neither
    } else if starts(FIELDS) {
        Kind::Prose
    } else if is_code {
        Kind::Code
    } else if sentence || (all >= 2 && words == all && line.ends_with('.')) {
        Kind::Prose
    } else {
        Kind::Neither
    }
}

/// Whether a word could stand in a sentence: letters, with the marks that follow or join them.
fn is_prose_word(word: &str) -> bool {
    let word = word.trim_matches(['.', ':', ';', '"', '\'', '(', ')', '`', '?', '!', '*']);
    !word.is_empty()
        && word
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'))
}
