//! How far a hole goes, once the sign that begins it is met.
//!
//! In goes the text from the sign on, out comes the length of the hole in bytes, or nothing if the
//! sign is plain text there.

use super::notation::{Braces, Dollar, Embedding, Notation};

/// No hole is longer. Keeps the search for its end from being quadratic.
const HOLE_MAX_BYTES: usize = 300;

/// A hole that a brace begins.
pub(super) fn braces(rest: &str, braces: Braces) -> Option<usize> {
    if braces == Braces::Never {
        return None;
    }
    let bytes = enclosed(rest, 0)?;
    let inside = &rest[1..bytes - 1];
    let fits = match braces {
        Braces::Never => false,
        Braces::Argument => is_argument(inside),
        Braces::Format => is_argument(inside) || inside.len() <= 3 || inside.starts_with('['),
        Braces::Expression => is_expression(inside),
        Braces::Variable => inside.starts_with('$') && inside.len() > 1,
    };
    fits.then_some(bytes)
}

/// Whether braces hold an argument: nothing, a number, or a name with its fields, then a format.
fn is_argument(inside: &str) -> bool {
    let name = inside.split([':', ',', '!']).next().unwrap_or_default();
    let format = &inside[name.len()..];
    // A blank may fill up to a width: `{: >5}`. Else it tells of an object: `{a: 1}`.
    let fills = [": <", ": >", ": ^"]
        .iter()
        .any(|start| format.starts_with(start));
    let format = if fills { &format[2..] } else { format };
    (name.is_empty() || is_name(name)) && !format.contains(['{', '"', '\'', '\n', ' '])
}

/// Whether braces hold an expression, and not a set, an object or a sentence of the text itself.
fn is_expression(inside: &str) -> bool {
    let begins = inside.chars().next().is_none_or(|c| {
        c.is_alphanumeric() || matches!(c, '_' | '(' | '[' | ':' | '!' | '*' | '@')
    });
    let joins = inside.starts_with(['"', '\'']) && inside.contains(".join(");
    (begins || joins) && !inside.contains('\n') && !has_list(inside)
}

/// Whether a comma stands outside any brackets and quotes, with a blank after it.
fn has_list(text: &str) -> bool {
    let mut depth = 0_i32;
    let mut quote = None;
    let bytes = text.as_bytes();
    bytes.iter().enumerate().any(|(at, &b)| {
        match (quote, b) {
            (Some(open), _) => quote = (open != b).then_some(open),
            (None, b'"' | b'\'') => quote = Some(b),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth -= 1,
            (None, b',') => return depth == 0 && bytes.get(at + 1) == Some(&b' '),
            _ => {}
        }
        false
    })
}

/// A hole that a `%` begins: flags, width, precision, length, and a letter.
pub(super) fn percent(rest: &str, notation: Notation) -> Option<usize> {
    let bytes = rest.as_bytes();
    let ruby = notation.embedding == Embedding::Hash;
    let name = match bytes.get(1)? {
        b'(' => named(rest, b')')?,
        b'<' if ruby => named(rest, b'>')?,
        b'{' if ruby => return named(rest, b'}'),
        _ => 1,
    };
    let flags = name + run(&bytes[name..], b"-+#'");
    let width = flags + run(&bytes[flags..], b"0123456789*$");
    let mut at = width;
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        at += run(&bytes[at..], b"0123456789*");
    }
    let has_lengths = notation.percent.starts_with("diouxXeEfFgGaA");
    if has_lengths {
        at += run(&bytes[at..], b"hlqjzL");
    }
    let letter = *bytes.get(at)?;
    // `%2F` is an escape in an address rather than a number two digits wide.
    let is_escape = flags == 1 && width == 2 && at == 2 && matches!(letter, b'A'..=b'F');
    (notation.percent.as_bytes().contains(&letter) && !is_escape).then_some(at + 1)
}

/// The length of `%(name`, with the bracket that closes it.
fn named(rest: &str, close: u8) -> Option<usize> {
    let bytes = rest.as_bytes();
    let end = bytes
        .iter()
        .take(HOLE_MAX_BYTES)
        .position(|&b| b == close)?;
    is_name(&rest[2..end]).then_some(end + 1)
}

/// How many bytes at the start are among these.
fn run(bytes: &[u8], of: &[u8]) -> usize {
    let run = bytes.iter().take(HOLE_MAX_BYTES);
    run.take_while(|b| of.contains(b)).count()
}

/// A hole that a `$` begins.
pub(super) fn dollar(rest: &str, dollar: Dollar) -> Option<usize> {
    let own: &[u8] = match dollar {
        Dollar::Never => return None,
        Dollar::Braces | Dollar::Names | Dollar::Php => b"",
        Dollar::Shell => b"0123456789?@*#!",
        Dollar::Perl => b"0123456789!@&",
    };
    let first = *rest.as_bytes().get(1)?;
    if first == b'{' {
        return enclosed(rest, 1);
    }
    if own.contains(&first) {
        let more = rest.as_bytes().get(2).is_some_and(u8::is_ascii_digit);
        // `$100` is money.
        return (!(first.is_ascii_digit() && more)).then_some(2);
    }
    let mut end = 1 + name_bytes(&rest[1..]);
    if end == 1 || first.is_ascii_digit() || dollar == Dollar::Braces {
        return None;
    }
    let has_fields = matches!(dollar, Dollar::Perl | Dollar::Php);
    while has_fields && end < HOLE_MAX_BYTES {
        match field(&rest[end..], dollar) {
            Some(bytes) => end += bytes,
            None => break,
        }
    }
    Some(end)
}

/// The length of what is taken out of a variable: `->field`, `->{key}`, `[0]`, `{key}`.
fn field(after: &str, dollar: Dollar) -> Option<usize> {
    let arrow = if after.starts_with("->") { 2 } else { 0 };
    if matches!(after.as_bytes().get(arrow)?, b'{' | b'[') {
        let end = enclosed(after, arrow)?;
        let key = after[arrow + 1..end - 1].trim_matches(['\'', '"', '$']);
        return is_name(key).then_some(end);
    }
    let bytes = name_bytes(&after[arrow..]);
    // In Perl this would be a call, which strings do not make: `usage: $file->read()`.
    (dollar == Dollar::Php && arrow > 0 && bytes > 0).then_some(arrow + bytes)
}

fn name_bytes(text: &str) -> usize {
    text.bytes()
        .take(HOLE_MAX_BYTES)
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
        .count()
}

/// A name with its fields, or a number.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '[' | ']' | '#'))
}

/// The length up to the bracket that closes the one at `open`, brackets within counted.
pub(super) fn enclosed(rest: &str, open: usize) -> Option<usize> {
    let bytes = rest.as_bytes();
    let left = *bytes.get(open)?;
    let right = match left {
        b'(' => b')',
        b'[' => b']',
        _ => b'}',
    };
    let mut depth = 0_usize;
    for (at, &b) in bytes.iter().enumerate().take(HOLE_MAX_BYTES).skip(open) {
        if b == left {
            depth += 1;
        } else if b == right {
            depth -= 1;
            if depth == 0 {
                return Some(at + 1);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The holes at the start of texts, by the language of a file.
    #[track_caller]
    fn assert_holes(rows: &[(&str, &str, Option<&str>)]) {
        for &(file, text, expected) in rows {
            let notation = Notation::of_file(file);
            let bytes = match text.as_bytes()[0] {
                b'{' => braces(text, notation.braces),
                b'%' => percent(text, notation),
                _ => dollar(text, notation.dollar),
            };
            assert_eq!(
                bytes.map(|bytes| &text[..bytes]),
                expected,
                "{file}: {text}"
            );
        }
    }

    #[test]
    fn braces_hold_what_the_language_lets_them() {
        assert_holes(&[
            ("a.zig", "{?s} x", Some("{?s}")),
            ("a.zig", "{?sss} x", None),
            ("a.zig", "{[name]?s} x", Some("{[name]?s}")),
            ("a.php", "{$a} x", Some("{$a}")),
            ("a.php", "{$} x", None),
            ("a.php", "{abc} x", None),
            ("a.go", "{a} x", None),
        ]);
    }

    #[test]
    fn a_list_is_told_from_arguments_and_strings() {
        for (text, expected) in [
            ("a, b", true),
            ("a,b", false),
            ("f(a, b)", false),
            ("f(a), b", true),
            ("[a, b][0]", false),
            ("{a, b}", false),
            ("'a, b'", false),
            ("'a', b", true),
            ("\"a's\", b", true),
        ] {
            assert_eq!(has_list(text), expected, "{text}");
        }
    }

    #[test]
    fn a_percent_begins_a_hole_or_an_escape_of_an_address() {
        assert_holes(&[
            ("a.c", "%5d x", Some("%5d")),
            ("a.c", "%2F x", None),
            ("a.c", "%2Fx", None),
            ("a.c", "%-F x", Some("%-F")),
            ("a.c", "%.F x", Some("%.F")),
            ("a.c", "%22F x", Some("%22F")),
            ("a.c", "%<a>s x", None),
            ("a.c", "%{a} x", None),
            ("a.rb", "%<a>s x", Some("%<a>s")),
            ("a.rb", "%{a} x", Some("%{a}")),
            ("a.rs", "%d x", None),
        ]);
    }

    #[test]
    fn a_variable_goes_as_far_as_the_language_lets_it() {
        assert_holes(&[
            ("a.sh", "$a[0]", Some("$a")),
            ("a.pm", "$a[0]", Some("$a[0]")),
            ("a.pm", "$a->{b}[0]->c", Some("$a->{b}[0]")),
            ("a.php", "$a[0]b", Some("$a[0]")),
            ("a.php", "$a-> x", Some("$a")),
            ("a.php", "$a->b->c d", Some("$a->b->c")),
            ("a.js", "$a", None),
            ("a.rs", "${a}", None),
        ]);
        let longest = format!("${}", "a".repeat(HOLE_MAX_BYTES - 1));
        let with_field = format!("{longest}[0]");
        let shorter = with_field.replacen('a', "", 1);
        assert_holes(&[
            ("a.pm", &with_field, Some(&longest)),
            ("a.pm", &shorter, Some(&shorter)),
        ]);
    }
}
