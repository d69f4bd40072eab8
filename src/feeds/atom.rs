//! `feed.xml`: what changed last, as Atom (RFC 4287).

use serde::Serialize;

use super::xml::{self, Element};
use crate::catalog::RecordIx;
use crate::date::Date;
use crate::page::{Material, feed_address, forward, home_address};
use crate::record::RecordId;

/// Most entries of a feed.
const ENTRIES: usize = 50;

/// What a feed says of one record. It is known by the record's id, so that readers see a change and
/// no second entry.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Of the record.
    pub id: RecordId,
    /// What happened, or the record's message.
    pub title: String,
    /// Where to read of it, in full.
    pub url: String,
    /// When it happened, by the data.
    pub updated: Date,
    /// Whose error it is.
    pub repo: String,
    /// In a sentence or less.
    pub summary: String,
    /// Words to sort by.
    pub categories: Vec<String>,
}

/// A feed.
#[derive(Debug, Serialize)]
pub struct Feed {
    base: String,
    title: String,
    language: String,
    /// Newest first.
    entries: Vec<Entry>,
}

/// The records that changed last, as a feed.
pub fn recent(material: &Material<'_>, base: &str) -> Feed {
    let records = material.catalog.recent(ENTRIES).into_iter();
    let entries = records.filter_map(|record| changed(material, base, record));
    Feed::of(material, base, entries.collect())
}

/// A record that changed; none where nobody knows when.
fn changed(material: &Material<'_>, base: &str, record: RecordIx) -> Option<Entry> {
    let catalog = material.catalog;
    let header = catalog.record(record);
    let address = catalog.address(header);
    let severity = Some(catalog.severity(header)).into_iter();
    let categories = severity.chain(catalog.code(header));
    Some(Entry {
        id: header.id,
        title: header.title.plain(),
        url: format!("{}#{}", address.url(base), header.id),
        updated: header.changed?,
        repo: catalog.repo_of(header).name.to_string(),
        summary: format!(
            "{} in {}",
            material.place(header),
            catalog.repo_of(header).name
        ),
        categories: categories.map(str::to_owned).collect(),
    })
}

impl Feed {
    /// A feed of these entries, newest first.
    pub fn of(material: &Material<'_>, base: &str, entries: Vec<Entry>) -> Self {
        Self {
            base: base.to_owned(),
            title: material.config.site.title.clone(),
            language: material.config.site.language.clone(),
            entries,
        }
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let attributes = [
            ("xmlns", "http://www.w3.org/2005/Atom"),
            ("xml:lang", self.language.as_str()),
        ];
        xml::document("feed", &attributes, |feed| {
            let own = feed_address().url(&self.base);
            feed.text("title", &self.title)?;
            feed.text("id", &own)?;
            feed.empty("link", &[("rel", "self"), ("href", &own)])?;
            let home = home_address().url(&self.base);
            feed.empty("link", &[("rel", "alternate"), ("href", &home)])?;
            let updated = self.entries.iter().map(|entry| entry.updated).max();
            if let Some(updated) = updated {
                feed.text("updated", &updated.to_string())?;
            }
            feed.element("author", &[], |author| author.text("name", &self.title))?;
            for entry in &self.entries {
                feed.element("entry", &[], |it| self.entry(it, entry))?;
            }
            Ok(())
        })
    }

    fn entry(&self, out: &mut Element<'_>, entry: &Entry) -> std::io::Result<()> {
        out.text("title", &entry.title)?;
        // A name, whether or not the site has permalinks.
        out.text("id", &forward::of_id(entry.id).url(&self.base))?;
        out.empty("link", &[("rel", "alternate"), ("href", &entry.url)])?;
        out.text("updated", &entry.updated.to_string())?;
        out.element("author", &[], |author| author.text("name", &entry.repo))?;
        for category in &entry.categories {
            out.empty("category", &[("term", category)])?;
        }
        out.text("summary", &entry.summary)
    }
}
