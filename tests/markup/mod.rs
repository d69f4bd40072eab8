//! What markup made of hostile prose or code may be: a reader of its own, stricter than any browser.
//!
//! Every `<` begins a tag of a list, every `&` one of five entities, every tag is closed in its turn,
//! every address has a scheme of a list. What is so has one reading only, so no parser can be led to
//! another. Shared by the suite and the fuzz targets; knows nothing of errbook but what it promises.

/// Tags as they may be written, but for links and numbers.
const TAGS: [&str; 37] = [
    "p",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "ul",
    "ol",
    "li",
    "em",
    "strong",
    "del",
    "code",
    "table",
    "thead",
    "tbody",
    "tr",
    "pre tabindex=\"0\"",
    "div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"",
    "th scope=\"col\"",
    "th scope=\"col\" class=\"center\"",
    "th scope=\"col\" class=\"right\"",
    "td",
    "td class=\"center\"",
    "td class=\"right\"",
    "span class=\"hole\"",
    "span class=\"hidden-char\"",
    "span class=\"k\"",
    "span class=\"s\"",
    "span class=\"n\"",
    "span class=\"c\"",
    "span class=\"f\"",
    "span class=\"t\"",
    "span class=\"m\"",
    "pre",
    "br",
    "hr",
];

/// Tags that close nothing.
const VOID: [&str; 2] = ["br", "hr"];

const ENTITIES: [&str; 5] = ["amp;", "lt;", "gt;", "quot;", "#39;"];

/// Says what is wrong with a piece of markup, if anything is.
///
/// # Errors
/// The first thing that may not be there, and where.
pub(crate) fn check(html: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        plain(&rest[..at])?;
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix('&') {
            let entity = ENTITIES.iter().find(|entity| after.starts_with(**entity));
            rest = &after[entity.ok_or_else(|| found("no entity", rest))?.len()..];
            continue;
        }
        let end = rest
            .find('>')
            .ok_or_else(|| found("no end of a tag", rest))?;
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(found("a tag is closed out of turn", tag));
            }
            continue;
        }
        let name = tag.split(' ').next().unwrap_or_default();
        if !TAGS.contains(&tag) && !is_list(tag) && !is_link(tag)? {
            return Err(found("no tag of the list", tag));
        }
        if !VOID.contains(&name) {
            if name == "a" && open.contains(&"a") {
                return Err(found("a link in a link", tag));
            }
            open.push(name);
        }
    }
    plain(rest)?;
    match open.last() {
        Some(name) => Err(found("a tag is not closed", name)),
        None => Ok(()),
    }
}

/// Text between tags: nothing that a browser drops, replaces or shows in another order.
fn plain(text: &str) -> Result<(), String> {
    let stray = |c: char| {
        matches!(c, '>' | '"' | '\'')
            || c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    match text.find(stray) {
        Some(at) => Err(found("a bare character", &text[at..])),
        None => Ok(()),
    }
}

/// A list that begins at a number.
fn is_list(tag: &str) -> bool {
    let number = tag
        .strip_prefix("ol start=\"")
        .and_then(|rest| rest.strip_suffix('"'));
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// A link whose address is bare ASCII and leads to where links may lead.
fn is_link(tag: &str) -> Result<bool, String> {
    let Some(rest) = tag.strip_prefix("a href=\"") else {
        return Ok(false);
    };
    let Some((address, after)) = rest.split_once('"') else {
        return Ok(false);
    };
    let external = after == " rel=\"nofollow noreferrer\"";
    if !external && !after.is_empty() {
        return Ok(false);
    }
    let bare = |b: u8| b.is_ascii_graphic() && !matches!(b, b'<' | b'>' | b'"' | b'\'' | b'`');
    if !address.bytes().all(bare) {
        return Err(found("an address with a bare character", address));
    }
    let mut entities = address.split('&').skip(1);
    let known = |rest: &str| {
        rest.starts_with("#x27;") || ENTITIES.iter().any(|entity| rest.starts_with(*entity))
    };
    if !entities.all(known) {
        return Err(found("an address with a stray entity", address));
    }
    let lower = address.to_ascii_lowercase();
    let leads = if external {
        lower.starts_with("https://") || lower.starts_with("http://")
    } else {
        lower.starts_with('#') || lower.starts_with("mailto:")
    };
    if leads {
        Ok(true)
    } else {
        Err(found("an address of another scheme", address))
    }
}

fn found(what: &str, at: &str) -> String {
    format!("{what}: {:?}", at.chars().take(80).collect::<String>())
}
