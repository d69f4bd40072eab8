//! A facet's index: its values with their counts.

use serde::Serialize;

use super::listing::page_title;
use super::{Bar, Link, Material, Pager, Shell, counted, page_count, page_range, thousands};
use crate::catalog::{Catalog, FacetIx, ValueIx};

/// Values on one page of an index.
const VALUES: usize = 500;
/// Most used values that stand on top of a long index.
const TOP: usize = 20;
/// An index with fewer values can be seen at a glance.
const SHORT: usize = 60;

/// What `facet.html` sees.
#[derive(Debug, Serialize)]
pub struct FacetPage {
    /// The layout's part.
    pub shell: Shell,
    /// The facet's name.
    pub heading: String,
    /// How many values, in words.
    pub summary: String,
    /// The most used values, on the first page of a long index.
    pub top: Vec<Bar>,
    /// Letters with links to where their values begin.
    pub letters: Vec<Link>,
    /// Values of several records, A to Z.
    pub values: Vec<ValueRow>,
    /// Values of one record each, A to Z.
    pub once: Vec<ValueRow>,
    /// The way to the other pages.
    pub pager: Option<Pager>,
}

/// A value in the index.
#[derive(Debug, Serialize)]
pub struct ValueRow {
    /// The value and its page.
    pub link: Link,
    /// How many records have it.
    pub count: String,
    /// The anchor of the first value with its letter.
    pub anchor: Option<String>,
}

/// The values of a facet in the order of its index: those used more than once, then the long tail.
fn ordered(catalog: &Catalog, facet: FacetIx) -> (Vec<ValueIx>, usize) {
    let values = catalog.facets()[usize::from(facet)].1.clone();
    let (mut often, once): (Vec<_>, Vec<_>) =
        values.partition(|value| catalog.records_with(*value).len() > 1);
    let split = often.len();
    often.extend(once);
    (often, split)
}

/// How many pages a facet's index has.
pub fn pages(catalog: &Catalog, facet: FacetIx) -> u32 {
    page_count(catalog.facets()[usize::from(facet)].1.len(), VALUES)
}

/// Page `number` of a facet's index.
pub fn index(material: &Material<'_>, facet: FacetIx, number: u32) -> FacetPage {
    let Material { catalog, .. } = *material;
    let here = catalog.facet_address(facet, number);
    let title = &catalog.facets()[usize::from(facet)].0.title;
    let field = &catalog.facets()[usize::from(facet)].0.field;
    let (values, split) = ordered(catalog, facet);
    let range = page_range(values.len(), VALUES, number);
    let beginnings = beginnings(catalog, &values[..split]);
    let anchor = |at: usize| {
        let beginning = beginnings.iter().find(|(_, first)| *first == at);
        beginning.map(|(letter, _)| format!("letter-{letter}"))
    };
    let mut rows: Vec<_> = range
        .clone()
        .map(|at| row(material, &here, values[at], anchor(at)))
        .collect();
    let once = rows.split_off(split.clamp(range.start, range.end) - range.start);
    let summary = format!(
        "{} values in {}",
        thousands(values.len()),
        counted(catalog.records().len(), "error")
    );
    let description = format!("{title} of the errors explained here: {summary}");
    FacetPage {
        shell: material.shell(&here, &page_title(title, number), &description),
        heading: title.clone(),
        summary,
        top: if number == 1 && values.len() > SHORT {
            material.chart(&here, field, None, TOP)
        } else {
            Vec::new()
        },
        letters: letters(material, facet, &here, &beginnings, split),
        values: rows,
        once,
        pager: Pager::new(number, pages(catalog, facet), |n| {
            catalog.facet_address(facet, n)
        }),
    }
}

fn row(
    material: &Material<'_>,
    here: &crate::address::OutPath,
    value: ValueIx,
    anchor: Option<String>,
) -> ValueRow {
    ValueRow {
        link: material.value_link(here, value),
        count: thousands(material.catalog.records_with(value).len()),
        anchor,
    }
}

/// Every letter with the place of its first value; what is no letter or digit counts as one.
fn beginnings(catalog: &Catalog, values: &[ValueIx]) -> Vec<(String, usize)> {
    let mut beginnings: Vec<(String, usize)> = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let letter = letter(catalog, *value);
        if beginnings.iter().all(|(known, _)| *known != letter) {
            beginnings.push((letter, at));
        }
    }
    beginnings
}

/// The letter under which a value stands: `a` to `z`, a digit, or `other`.
fn letter(catalog: &Catalog, value: ValueIx) -> String {
    let first = catalog.value(value).text.chars().next().unwrap_or(' ');
    if first.is_ascii_alphanumeric() {
        first.to_string()
    } else {
        "other".into()
    }
}

/// Links to the letters of the values that are used more than once, where those are many.
fn letters(
    material: &Material<'_>,
    facet: FacetIx,
    here: &crate::address::OutPath,
    beginnings: &[(String, usize)],
    split: usize,
) -> Vec<Link> {
    if split <= SHORT {
        return Vec::new();
    }
    let link = |(letter, at): &(String, usize)| {
        let page = u32::try_from(at / VALUES + 1).unwrap_or(u32::MAX);
        let to = material.catalog.facet_address(facet, page);
        Link {
            text: letter.clone(),
            href: format!("{}#letter-{letter}", here.href(&to)),
            here: false,
        }
    };
    beginnings.iter().map(link).collect()
}
