//! Lines that open too many quotes and lists at once, made harmless before they are parsed.
//!
//! The parser looks at every open quote and list item again for each line, and a paragraph may go on
//! in lines that repeat none of them: a line of many markers and then many short lines take it time
//! that grows with the square. Depth over several lines needs indentation that grows with it, so only
//! the start of one line is at fault.

use std::borrow::Cow;

/// More markers at the start of one line than prose ever has, and few enough to be cheap.
const MARKERS_A_LINE: usize = 64;

/// The text with a backslash before the first marker that is too many in its line.
pub(super) fn limited(text: &str) -> Cow<'_, str> {
    // A marker and the blank after it take two bytes, only `>` may do without.
    if text.len() <= MARKERS_A_LINE || !text.lines().any(|line| excess(line).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        match excess(line) {
            Some(at) => {
                out.push_str(&line[..at]);
                out.push('\\');
                out.push_str(&line[at..]);
            }
            None => out.push_str(line),
        }
    }
    Cow::Owned(out)
}

/// Where in a line the first marker stands that is one too many.
fn excess(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    if is_rule(bytes) {
        return None;
    }
    let mut at = 0;
    let mut markers = 0;
    loop {
        at += blanks(&bytes[at..]);
        let marker = marker(&bytes[at..])?;
        markers += 1;
        if markers > MARKERS_A_LINE {
            return Some(at);
        }
        at += marker;
    }
}

/// Whether a line is a rule such as `- - -`, which opens nothing however long it is.
fn is_rule(bytes: &[u8]) -> bool {
    let is = |rule: u8| {
        bytes
            .iter()
            .all(|&b| b == rule || matches!(b, b' ' | b'\t' | b'\n'))
    };
    is(b'-') || is(b'*')
}

fn blanks(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count()
}

/// The length of the marker of a quote or a list item at the start, if one stands there.
fn marker(bytes: &[u8]) -> Option<usize> {
    let ends = |at: usize| matches!(bytes.get(at), None | Some(b' ' | b'\t' | b'\n'));
    match bytes.first()? {
        b'>' => Some(1),
        b'-' | b'+' | b'*' if ends(1) => Some(1),
        b'0'..=b'9' => {
            let digits = bytes
                .iter()
                .take(10)
                .take_while(|b| b.is_ascii_digit())
                .count();
            let closed = matches!(bytes.get(digits), Some(b'.' | b')'));
            (digits < 10 && closed && ends(digits + 1)).then_some(digits + 1)
        }
        _ => None,
    }
}
