//! Files that the world expects of a site, one module a kind: search engines, feed readers,
//! documents of others and language models read them.
//!
//! A file is plain data, made from headers, and then bytes: the same for the same data. What needs
//! the site's own address is there only where that is known; without it, links are relative.

pub mod atom;
pub mod data;
pub mod inventory;
pub mod llms;
pub mod robots;
pub mod sitemap;
mod xml;

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::page::Material;

/// A file that is about to be written: all that its bytes depend on.
#[derive(Debug, Serialize)]
pub enum File {
    /// A sitemap, or a part of one.
    Sitemap(sitemap::Part),
    /// The parts of a sitemap.
    SitemapIndex(sitemap::Index),
    /// What changed last.
    Feed(atom::Feed),
    /// What crawlers are told.
    Robots(robots::Robots),
    /// The site's lists.
    Llms(llms::Llms),
    /// Names that documents can link to.
    Inventory(inventory::Inventory),
    /// The files of records as data.
    DataIndex(data::Index),
    /// A file of records as data.
    Records(data::Records),
    /// The records of a page as data.
    Page(data::Page),
}

impl File {
    /// The bytes of the file.
    ///
    /// # Errors
    /// If a record can no longer be read as it was.
    pub fn bytes(&self, material: &Material<'_>) -> Result<Vec<u8>, Box<Diagnostic>> {
        Ok(match self {
            Self::Sitemap(part) => part.bytes(),
            Self::SitemapIndex(index) => index.bytes(),
            Self::Feed(feed) => feed.bytes(),
            Self::Robots(robots) => robots.bytes(),
            Self::Llms(llms) => llms.bytes(),
            Self::Inventory(inventory) => inventory.bytes(),
            Self::DataIndex(index) => index.bytes(),
            Self::Records(records) => records.bytes(material)?,
            Self::Page(page) => page.bytes(material)?,
        })
    }
}

/// A text on one line: control characters are pictures, and runs of white space one space.
fn on_one_line(text: &str) -> String {
    let shown = crate::html::pictures(text);
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}
