//! What a fragment of code starts in the middle of.
//!
//! Excerpts are cut by line numbers, so that one in ten begins inside a block comment or a docstring
//! and its grammar takes prose for code, and then code for prose. In go the lines, out comes a line
//! to read first and not to show, which puts a grammar or a lexer into the state that they expect.

#[cfg(test)]
mod tests;

mod docstring;
mod here;
mod marks;
mod prose;

use marks::Mark;
use prose::{Kind, kind};

/// What to read before a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening<'c> {
    /// This line.
    Line(&'static str),
    /// The beginning of a text that ends with this word on a line of its own.
    Here(&'c str),
}

/// What to read first, if the fragment seems to need it.
pub(super) fn opening<'c>(grammar: &str, lines: &[&'c str]) -> Option<Opening<'c>> {
    let line = opening_line(grammar, lines).map(Opening::Line);
    line.or_else(|| match grammar {
        "Bourne Again Shell (bash)" | "Perl" | "PHP" | "Ruby" => {
            here::word(lines).map(Opening::Here)
        }
        _ => None,
    })
}

fn opening_line(grammar: &str, lines: &[&str]) -> Option<&'static str> {
    match grammar {
        "C" | "C#" | "C++" | "CSS" | "D" | "Dart" | "GLSL" | "Go" | "Groovy" | "Java"
        | "JavaScript (Babel)" | "Kotlin" | "Less" | "Objective-C" | "Objective-C++"
        | "Protocol Buffer" | "Rust" | "SCSS" | "Solidity" | "SQL" | "Swift" | "TypeScript"
        | "TypeScriptReact" | "WGSL" => {
            if starts_in_comment(lines) {
                return Some("/**\n");
            }
            marks::opening(texts(grammar), lines)
        }
        "PHP" => php(lines),
        "Python" => docstring::docstring(lines),
        "Elixir" => elixir(lines),
        "Perl" => starts_in_pod(lines).then_some("=pod\n"),
        "Ruby" => ends_before_begin(lines, "=end", "=begin").then_some("=begin\n"),
        _ => None,
    }
}

/// Three quotes that end a text stand alone, and what follows tells whether it was documentation.
fn elixir(lines: &[&str]) -> Option<&'static str> {
    const DEFINING: &[&str] = &[
        "def", "@spec", "@impl", "@type", "use ", "alias ", "import ",
    ];
    let text = marks::opening(&[Mark::THREE_QUOTES], lines)?;
    let end = lines.iter().position(|line| line.trim() == "\"\"\"");
    let next = end.and_then(|end| lines[end + 1..].iter().find(|line| !line.trim().is_empty()));
    let documents = next.is_some_and(|line| {
        let line = line.trim_start();
        DEFINING.iter().any(|start| line.starts_with(start))
    });
    Some(if documents { "@doc \"\"\"\n" } else { text })
}

/// The texts of a language that go over lines.
fn texts(grammar: &str) -> &'static [Mark] {
    match grammar {
        "Rust" => &[Mark::HASHED, Mark::QUOTE],
        "JavaScript (Babel)" | "TypeScript" | "TypeScriptReact" | "Go" => &[Mark::BACKTICK],
        "C#" | "Java" | "Kotlin" | "Swift" => &[Mark::THREE_QUOTES],
        "C++" => &[Mark::RAW],
        _ => &[],
    }
}

/// Whether a line that ends something at a line's start comes before any that begins it.
fn ends_before_begin(lines: &[&str], end: &str, begin: &str) -> bool {
    let first = lines
        .iter()
        .find(|line| line.starts_with(end) || line.starts_with(begin));
    first.is_some_and(|line| line.starts_with(end))
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

/// Sentences that make lines without code the middle of a comment.
const SENTENCES: usize = 4;

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
    if reads_like_prose(lines, SENTENCES) {
        return true;
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

/// Whether hardly a line is like code and several are sentences: the middle of a long comment that has
/// no stars. Examples in fences are passed over.
fn reads_like_prose(lines: &[&str], least: usize) -> bool {
    const A_LINE_OF_CODE: usize = 5;
    let (mut sentences, mut code) = (0, 0);
    let mut in_fence = false;
    for line in lines {
        // Most code is known as such after a few lines.
        if code * A_LINE_OF_CODE > lines.len() {
            return false;
        }
        let line = line.trim();
        if line.starts_with("//") || line.starts_with("/*") {
            return false;
        }
        if line.starts_with("```") {
            in_fence = !in_fence;
        } else if line.ends_with([';', '{', '}']) {
            code += usize::from(!in_fence);
        } else if !in_fence {
            match kind(line) {
                Kind::Code => code += 1,
                Kind::Prose => sentences += 1,
                Kind::Neither => {}
            }
        }
    }
    sentences >= least && sentences >= code * A_LINE_OF_CODE
}

/// Whether lines of Perl begin in documentation: by the first directive, or by what they read like.
fn starts_in_pod(lines: &[&str]) -> bool {
    const WITHIN: &[&str] = &["=cut", "=item", "=back"];
    let is_directive = |line: &&str| {
        line.starts_with('=') && line[1..].starts_with(|c: char| c.is_ascii_lowercase())
    };
    let first = lines.iter().position(is_directive);
    match first.map(|at| lines[at]) {
        Some(line) if WITHIN.iter().any(|within| line.starts_with(within)) => true,
        // Documentation that goes on with `=head1` is more likely than code that ends there.
        Some(_) => reads_like_prose(&lines[..first.unwrap_or(0)], 1),
        None => reads_like_prose(lines, SENTENCES),
    }
}
