//! The list of what changed last, by day.

use serde::Serialize;

use super::listing::page_title;
use super::{Material, Pager, Row, Shell, counted, feed_address, page_count, page_range};
use crate::address::OutPath;
use crate::catalog::listing_address;
use crate::date::Date;

/// Records that are listed.
const LISTED: usize = 500;

/// What `recent.html` sees.
#[derive(Debug, Serialize)]
pub struct RecentPage {
    /// The layout's part.
    pub shell: Shell,
    /// The feed of what changed last, if there is one.
    pub feed: Option<String>,
    /// How many records, in words.
    pub summary: String,
    /// The days of this page, newest first.
    pub days: Vec<Day>,
    /// The way to the other pages.
    pub pager: Option<Pager>,
}

/// What changed on one day.
#[derive(Debug, Serialize)]
pub struct Day {
    /// The day, for people.
    pub text: String,
    /// The same day, for machines; none for records that do not say when they changed.
    pub iso: Option<String>,
    /// Its records.
    pub rows: Vec<Row>,
}

/// The address of one page of the list.
pub fn address(number: u32) -> OutPath {
    listing_address(&["recent"], number)
}

/// How many pages the list has.
pub fn pages(material: &Material<'_>) -> u32 {
    let count = material.catalog.records().len().min(LISTED);
    page_count(count, material.config.listing.rows)
}

/// Page `number` of the list.
pub fn recent(material: &Material<'_>, number: u32) -> RecentPage {
    let here = address(number);
    let all = material.catalog.recent(LISTED);
    let mut days: Vec<Day> = Vec::new();
    for record in &all[page_range(all.len(), material.config.listing.rows, number)] {
        let changed = material.catalog.record(*record).changed;
        let iso = changed.map(Date::iso_day);
        let row = material.row(&here, *record, true);
        match days.last_mut() {
            Some(day) if day.iso == iso => day.rows.push(row),
            _ => days.push(Day {
                text: changed.map_or_else(|| "No date known".into(), Date::day),
                iso,
                rows: vec![row],
            }),
        }
    }
    let summary = if all.len() < material.catalog.records().len() {
        format!("The {} that changed last", counted(all.len(), "error"))
    } else {
        format!(
            "{}, those that changed last first",
            counted(all.len(), "error")
        )
    };
    RecentPage {
        feed: material.has_feed().then(|| here.href(&feed_address())),
        shell: material.shell(
            &here,
            &page_title("Recently changed", number),
            "Errors whose explanations changed last",
        ),
        summary,
        days,
        pager: Pager::new(number, pages(material), address),
    }
}
