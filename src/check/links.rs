//! The links and anchors of a page. The door to `html5gum`.

use html5gum::{Token, Tokenizer};
use percent_encoding::percent_decode_str;
use twox_hash::XxHash3_128;

use crate::address::OutPath;

/// What a page links to and can be linked at.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Ids in the page.
    pub(super) anchors: Vec<String>,
    /// Links within the site.
    pub(super) links: Vec<Link>,
}

/// A link within the site.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// As it stands in the page.
    pub(super) text: String,
    /// The file it leads to, from the site's root; may be outside it.
    pub(super) path: String,
    /// The anchor there; may be empty.
    pub(super) anchor: String,
}

/// Reads a page.
pub(super) fn read(page: &OutPath, html: &[u8]) -> Found {
    let mut found = Found::default();
    for token in Tokenizer::new(html) {
        let Ok(Token::StartTag(tag)) = token else {
            continue;
        };
        let name = tag.name.as_slice();
        let attribute = |wanted: &[u8]| {
            tag.attributes
                .iter()
                .find(|(key, _)| key.as_slice() == wanted)
                .map(|(_, value)| String::from_utf8_lossy(value).into_owned())
        };
        found.anchors.extend(attribute(b"id"));
        let linked = match name {
            b"a" | b"link" | b"area" | b"use" => attribute(b"href"),
            b"script" | b"img" | b"source" | b"iframe" => attribute(b"src"),
            b"form" => attribute(b"action"),
            b"meta"
                if attribute(b"http-equiv")
                    .is_some_and(|kind| kind.eq_ignore_ascii_case("refresh")) =>
            {
                attribute(b"content")
                    .and_then(|content| content.split_once("url=").map(|(_, url)| url.to_owned()))
            }
            // What scripts are told of the site's own files.
            b"meta" => attribute(b"data-search"),
            _ => None,
        };
        found
            .links
            .extend(linked.and_then(|text| resolve(page, text)));
    }
    found
}

/// Follows a relative link from a page; none if it leads out of the site on purpose.
fn resolve(page: &OutPath, text: String) -> Option<Link> {
    let has_scheme = text
        .split(['/', '?', '#'])
        .next()
        .is_some_and(|start| start.contains(':'));
    if has_scheme || text.starts_with("//") {
        return None;
    }
    let (rest, anchor) = text.split_once('#').unwrap_or((&text, ""));
    let file = rest.split('?').next().unwrap_or_default();
    let decode = |part: &str| percent_decode_str(part).decode_utf8_lossy().into_owned();
    let path = if file.is_empty() {
        page.as_str().to_owned()
    } else if file.starts_with('/') {
        // Never works from disk or under a sub-path: it leads nowhere.
        file.to_owned()
    } else {
        let mut parts: Vec<String> = page.as_str().split('/').map(str::to_owned).collect();
        parts.pop();
        for part in file.split('/') {
            match part {
                ".." if parts.is_empty() => parts.push("..".into()),
                ".." => drop(parts.pop()),
                "." => {}
                part => parts.push(decode(part)),
            }
        }
        parts.join("/")
    };
    let anchor = decode(anchor);
    Some(Link { text, path, anchor })
}

/// One number for a file and an anchor in it.
pub(super) fn key(path: &str, anchor: &str) -> u64 {
    let hash = XxHash3_128::oneshot(format!("{path}\0{anchor}").as_bytes());
    u64::try_from(hash & u128::from(u64::MAX)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(html: &str) -> Vec<(String, String)> {
        let found = read(&OutPath::fixed("errors/o/r/a.html"), html.as_bytes());
        found
            .links
            .into_iter()
            .map(|link| (link.path, link.anchor))
            .collect()
    }

    #[test]
    fn links_are_followed_from_the_page_they_stand_in() {
        let html = "<a href='b.html#x%20y'></a><a href='../../../tags/%C3%BC.html?q=1'></a><a href='#top'></a><script src='../../../assets/m.js'></script>\
                    <meta http-equiv=refresh content='0; url=c.html#d'><a href='../../../../up.html'></a><a href='/abs.html'></a>";
        let wanted = [
            ("errors/o/r/b.html", "x y"),
            ("tags/ü.html", ""),
            ("errors/o/r/a.html", "top"),
            ("assets/m.js", ""),
            ("errors/o/r/c.html", "d"),
            ("../up.html", ""),
            ("/abs.html", ""),
        ];
        assert_eq!(
            links(html),
            wanted.map(|(path, anchor)| (path.to_owned(), anchor.to_owned()))
        );
    }

    #[test]
    fn links_to_elsewhere_and_text_are_no_links_of_the_site() {
        assert_eq!(
            links(
                "<a href='https://example.org/x'></a><a href='mailto:a@b'></a>&lt;a href='x'&gt;<!-- <a href='y'> -->"
            ),
            vec![]
        );
    }
}
