//! `feed.xml`: what changed last, as Atom (RFC 4287): records whose texts are new, and those that the last
//! edition of the site moved or lost.

use serde::Serialize;

use super::xml::{self, Element};
use crate::catalog::RecordIx;
use crate::date::Date;
use crate::ledger::Last;
use crate::page::{Material, changes, feed_address, forward, home_address};
use crate::record::RecordId;

/// Most entries of a feed.
const ENTRIES: usize = 50;
/// Most of them that tell of records that moved or are gone: they all have the date of the edition, and
/// would leave no room for others.
const FATES: usize = 20;

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

/// What changed last, as a feed.
pub fn recent(material: &Material<'_>, base: &str) -> Feed {
    let records = material.catalog.recent(ENTRIES).into_iter();
    let records = records.filter_map(|record| changed(material, base, record));
    let mut entries = moved_or_gone(material, base);
    let told: Vec<RecordId> = entries.iter().map(|entry| entry.id).collect();
    entries.extend(records.filter(|entry| !told.contains(&entry.id)));
    // Among those of one date the order stays.
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.updated));
    entries.truncate(ENTRIES);
    Feed::of(material, base, entries)
}

/// Records that the last edition moved, and those that it does not have any more.
fn moved_or_gone(material: &Material<'_>, base: &str) -> Vec<Entry> {
    let fates = material.fates;
    let Some(changes) = &fates.changes else {
        return Vec::new();
    };
    let edition = changes.to.as_deref().and_then(Date::parse);
    let Some(updated) = edition.or_else(|| material.catalog.newest()) else {
        return Vec::new();
    };
    let moved = changes.moved.ids.iter().map(|id| ("Moved", *id));
    let gone = changes.gone.ids.iter().map(|id| ("Gone", *id));
    let ids = moved.take(FATES / 2).chain(gone.take(FATES / 2));
    let entries = ids.filter_map(|(what, id)| {
        if let Some(record) = fates.record(id) {
            let entry = changed(material, base, record)?;
            let title = format!("{what}: {}", entry.title);
            return Some(Entry {
                title,
                updated,
                ..entry
            });
        }
        let spot = fates.fate(id)?.spot?;
        let last = fates.previous.id_entry(spot).ok()?.last?;
        Some(no_more(material, base, (what, id), &last, updated))
    });
    entries.collect()
}

/// A record that is not there any more: its permalink tells what became of it.
fn no_more(
    material: &Material<'_>,
    base: &str,
    (what, id): (&str, RecordId),
    last: &Last,
    updated: Date,
) -> Entry {
    let told_at = if material.config.output.permalinks {
        forward::of_id(id)
    } else {
        changes::address()
    };
    Entry {
        id,
        title: format!("{what}: {}", last.message),
        url: told_at.url(base),
        updated,
        repo: last.repo.to_string(),
        summary: format!("{} in {}", last.place(), last.repo),
        categories: last.code.iter().map(ToString::to_string).collect(),
    }
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
