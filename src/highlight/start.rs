//! What a fragment of code starts in the middle of.
//!
//! Excerpts are cut by line numbers, so that one in ten begins inside a block comment or a docstring
//! and its grammar takes prose for code, and then code for prose. In go the lines, out comes a line
//! to parse first and not to show, which puts the grammar into the state that the lines expect.

/// The line to parse first, if the fragment seems to need one.
pub(super) fn opening(grammar: &str, lines: &[&str]) -> Option<&'static str> {
    match grammar {
        "C" | "C#" | "C++" | "CSS" | "D" | "Dart" | "GLSL" | "Go" | "Groovy" | "Java"
        | "JavaScript (Babel)" | "Kotlin" | "Less" | "Objective-C" | "Objective-C++"
        | "Protocol Buffer" | "Rust" | "SCSS" | "Scala" | "Solidity" | "Swift" | "TypeScript"
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
    let outside = python_score(lines, None);
    ["\"\"\"", "'''"]
        .into_iter()
        .zip(["\"\"\"\n", "'''\n"])
        .map(|(quotes, opening)| (python_score(lines, Some(quotes)), opening))
        .fold((outside, None), |best, (score, opening)| {
            if score > best.0 {
                (score, Some(opening))
            } else {
                best
            }
        })
        .1
}

/// How well the lines fit a start inside these quotes, or outside any.
fn python_score(lines: &[&str], start: Option<&'static str>) -> i32 {
    let mut inside = start;
    let mut score = 0;
    for line in lines {
        let before = inside;
        inside = after_quotes(line, inside);
        if line.contains("\"\"\"") || line.contains("'''") {
            // Text and code share such a line. Only an opening at its start tells something.
            let opens = before.is_none() && line.trim_start().starts_with(['"', '\'']);
            score += i32::from(opens);
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
    let mut rest = line;
    loop {
        let found = match inside {
            Some(quotes) => rest.find(quotes).map(|at| (at, quotes)),
            None => ["\"\"\"", "'''"]
                .into_iter()
                .filter_map(|quotes| rest.find(quotes).map(|at| (at, quotes)))
                .min(),
        };
        let Some((at, quotes)) = found else {
            return inside;
        };
        if inside.is_none() && rest[..at].trim_start().starts_with('#') {
            return None;
        }
        inside = inside.is_none().then_some(quotes);
        rest = &rest[at + quotes.len()..];
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Code,
    Prose,
    Neither,
}

/// Whether a line of Python reads like code or like a sentence.
fn kind(line: &str) -> Kind {
    const STATEMENTS: &[&str] = &[
        "def ", "class ", "import ", "elif ", "except ", "async ", "await ", "self.", "print(",
        "@", "return ", "raise ", "if ", "for ", "while ", "with ", "try:", "else:", "finally:",
    ];
    const WHOLE: &[&str] = &[
        "pass", "break", "continue", "return", "raise", ")", "]", "}",
    ];
    let words = line
        .split([' ', ','])
        .filter(|word| is_prose_word(word))
        .count();
    let all = line.split_whitespace().count();
    let sentence = all >= 4 && words * 10 >= all * 8;
    let statement = STATEMENTS.iter().any(|start| line.starts_with(start));
    if line.is_empty() {
        Kind::Neither
    } else if line.starts_with(":param") || line.starts_with(":return") || line.starts_with(">>> ")
    {
        Kind::Prose
    } else if WHOLE.contains(&line)
        || (line.starts_with("from ") && line.contains(" import "))
        || (statement && (line.ends_with([':', '(', ')', ',', '[', '{']) || !sentence))
        || (!sentence && line.contains(['=', '(', '[', '{']) && !line.ends_with('.'))
    {
        Kind::Code
    } else if sentence || (all >= 2 && words == all && line.ends_with(['.', ','])) {
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
