//! `robots.txt` (RFC 9309): all may be read, and where the sitemap is. Crawlers look for it at the
//! root of a host only.

use serde::Serialize;

use super::sitemap;
use crate::address::OutPath;

/// What crawlers are told.
#[derive(Debug, Serialize)]
pub struct Robots {
    /// In full, where the site's address is known.
    sitemap: Option<String>,
}

/// The address of the file.
pub fn address() -> OutPath {
    OutPath::fixed("robots.txt")
}

impl Robots {
    /// For a site at this address.
    pub fn of(base: Option<&str>) -> Self {
        Self {
            sitemap: base.map(|base| sitemap::address(0).url(base)),
        }
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut text = String::from("User-agent: *\nAllow: /\n");
        if let Some(sitemap) = &self.sitemap {
            text += &format!("\nSitemap: {sitemap}\n");
        }
        text.into_bytes()
    }
}
