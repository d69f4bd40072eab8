//! Where a link of hostile text may lead: out to the web, to mail, or into the page itself.
//!
//! In goes the address as the parser decoded it, so that entities and escapes hide nothing; out
//! comes an attribute's value, or nothing. A browser drops tabs and line ends inside an address and
//! blanks before it, so an address with any of these is refused rather than cleaned.

use pulldown_cmark::LinkType;
use pulldown_cmark_escape::escape_href;

use crate::html::{Html, is_hidden};

/// An address that a page may link to.
pub(super) struct Target {
    href: Html,
    external: bool,
}

impl Target {
    /// The target of a link: what stands in `<…@…>` is mail.
    pub(super) fn of_link(kind: LinkType, address: &str) -> Option<Self> {
        match kind {
            LinkType::Email => Self::of(&format!("mailto:{address}")),
            _ => Self::of(address),
        }
    }

    /// The target of an address, if it is one that a page may link to.
    pub(super) fn of(address: &str) -> Option<Self> {
        if address.chars().any(|c| c.is_control() || is_hidden(c)) {
            return None;
        }
        if address.starts_with('#') {
            return Some(Self::new(address, false));
        }
        let (scheme, rest) = address.split_once(':')?;
        if scheme.eq_ignore_ascii_case("mailto") {
            return (!rest.is_empty()).then(|| Self::new(address, false));
        }
        let web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
        // Without a host the rest would be taken as a path of the site the page lies on.
        let host = rest.strip_prefix("//")?;
        let has_host = !host.is_empty() && !host.starts_with(['/', '\\', '?', '#', ' ']);
        (web && has_host).then(|| Self::new(address, true))
    }

    fn new(address: &str, external: bool) -> Self {
        let mut href = String::with_capacity(address.len());
        escape_href(&mut href, address).expect("a String takes every write");
        Self {
            href: Html::trusted(href),
            external,
        }
    }

    /// The value of the `href` attribute, without quotes.
    pub(super) fn href(&self) -> &Html {
        &self.href
    }

    /// Whether it leaves the site.
    pub(super) fn is_external(&self) -> bool {
        self.external
    }
}
