//! A permalink: a page that leads to where its record stands now, keeping the fragment.

use serde::Serialize;

use super::{Material, Shell};
use crate::address::OutPath;
use crate::catalog::RecordIx;
use crate::html::Html;
use crate::record::RecordId;

/// What `forward.html` sees.
#[derive(Debug, Serialize)]
pub struct ForwardPage {
    /// The layout's part.
    pub shell: Shell,
    /// Where it leads, without the fragment.
    pub target: String,
    /// What is to be read there.
    pub heading: &'static str,
    /// The anchor of the record there; empty where a whole page is meant.
    pub anchor: String,
    /// The record's message.
    pub title_html: Html,
}

/// The address of a record's permalink.
pub fn address(material: &Material<'_>, record: RecordIx) -> OutPath {
    of_id(material.catalog.record(record).id)
}

/// The address of the permalink of an id.
pub fn of_id(id: RecordId) -> OutPath {
    OutPath::page(&["id"], &id.to_string())
}

/// The permalink of a record.
pub fn permalink(material: &Material<'_>, record: RecordIx) -> ForwardPage {
    to_record(material, &address(material, record), record)
}

/// A page that leads to where something stands as a whole.
pub fn to_page(
    material: &Material<'_>,
    here: &OutPath,
    target: &OutPath,
    name: &str,
) -> ForwardPage {
    let base = material.config.site.base_url.as_deref();
    let mut shell = material.shell(here, name, "");
    shell.canonical = base.map(|base| target.url(base));
    ForwardPage {
        shell,
        target: here.href(target),
        heading: "This page stands elsewhere now",
        anchor: String::new(),
        title_html: Html::text(name),
    }
}

/// A page that leads to a record.
pub fn to_record(material: &Material<'_>, here: &OutPath, record: RecordIx) -> ForwardPage {
    let header = material.catalog.record(record);
    let target = material.catalog.address(header);
    let mut shell = material.shell(here, &header.title.plain(), "");
    shell.preview = "article";
    shell.canonical = material
        .config
        .site
        .base_url
        .as_deref()
        .map(|base| target.url(base));
    ForwardPage {
        shell,
        target: here.href(&target),
        heading: "The page of this error",
        anchor: header.id.to_string(),
        title_html: header.title.html(),
    }
}
