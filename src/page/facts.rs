//! What else is known of a record: where it is, which commit it is of, when its text changed.

use serde::Serialize;

use super::Link;
use super::record::cut;
use super::source::{self, short};
use crate::config::Config;
use crate::record::Record;

/// What else is known of a record.
#[derive(Debug, Serialize)]
pub struct Facts {
    /// The permalink, if the site has them.
    pub permalink: Option<Link>,
    /// The commit, shortened.
    pub commit: Option<String>,
    /// Where the commit is shown.
    pub commit_url: String,
    /// Day of the last change, for people.
    pub updated: Option<String>,
    /// The same day, for machines.
    pub updated_iso: Option<String>,
    /// Where to report a problem.
    pub issue_url: Option<String>,
}

/// The facts of a record.
pub(super) fn facts(config: &Config, record: &Record, permalink: Option<Link>) -> Facts {
    let file = source::file(record);
    let links = source::links(config, &record.repo);
    let changed = record.changed();
    let issue_url = config.site.issue_url.as_ref().map(|url| {
        let title = crate::address::encode(&cut(&record.error_message, 120));
        url.replace("{id}", &record.id.to_string())
            .replace("{title}", &title)
    });
    Facts {
        permalink,
        commit: Some(short(&record.analyzed_sha)).filter(|commit| !commit.is_empty()),
        commit_url: links.range(&file, record.source_code_start, record.source_code_end),
        updated: changed.map(crate::date::Date::day),
        updated_iso: changed.map(crate::date::Date::iso_day),
        issue_url,
    }
}
