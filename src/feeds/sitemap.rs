//! `sitemap.xml`: the pages that search engines may come to, with the day of their last change.
//! The protocol is that of <https://www.sitemaps.org/protocol.html>.

use serde::Serialize;

use super::{File, xml};
use crate::address::OutPath;
use crate::catalog::Catalog;
use crate::date::Date;
use crate::route::Route;

/// Most addresses in one file; the protocol allows 50,000.
pub const PART_ADDRESSES: usize = 45_000;

const NAMESPACE: (&str, &str) = ("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9");

/// An address, and when what is there last changed, if that is known.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// In full.
    pub url: String,
    /// By the records' dates.
    pub changed: Option<Date>,
}

/// One file of addresses.
#[derive(Debug, Serialize)]
pub struct Part(pub Vec<Entry>);

/// The files of a sitemap that is cut.
#[derive(Debug, Serialize)]
pub struct Index(pub Vec<Entry>);

/// The address of the sitemap, or from 1 of one of its parts.
pub fn address(number: u32) -> OutPath {
    match number {
        0 => OutPath::fixed("sitemap.xml"),
        number => OutPath::of(&[], &format!("sitemap-{number}.xml")),
    }
}

/// Whether search engines may come to a route. Left out are forwards, further pages of lists, lists of
/// one record, and pages whose canonical address is another one.
pub fn is_listed(catalog: &Catalog, route: Route) -> bool {
    match route {
        Route::Page(page, _) => catalog.page_of_first_of_kind(page).is_none(),
        Route::SourceFile(file, 1) => catalog.records_in(file).len() > 1,
        Route::SourceFolder(folder, 1) => catalog.folder(folder).records > 1,
        Route::Value(value, 1) => {
            catalog.records_with(value).len() > 1 || catalog.article(value).is_some()
        }
        Route::Home
        | Route::Search
        | Route::Recent(1)
        | Route::Repo(_, 1)
        | Route::Repos(1)
        | Route::Facet(_, 1) => true,
        _ => false,
    }
}

/// When what a route shows last changed, as far as records say.
fn changed(catalog: &Catalog, route: Route) -> Option<Date> {
    match route {
        Route::Home | Route::Recent(_) => catalog.newest(),
        Route::Page(page, part) => catalog.last_change(catalog.records_of_part(page, part)),
        Route::Repo(repo, _) => catalog.last_change(catalog.repo(repo).records.clone()),
        Route::SourceFile(file, _) => catalog.last_change(catalog.records_in(file).iter().copied()),
        Route::Value(value, _) => catalog.last_change(catalog.records_with(value).iter().copied()),
        _ => None,
    }
}

/// How many parts a sitemap of so many addresses is cut into; none if one file holds all.
pub fn parts(addresses: usize) -> u32 {
    let parts = addresses.div_ceil(PART_ADDRESSES);
    u32::try_from(if parts > 1 { parts } else { 0 }).unwrap_or(u32::MAX)
}

/// The sitemap of these routes, or from 1 one part of it.
pub fn file(
    catalog: &Catalog,
    number: u32,
    base: &str,
    listed: &[Route],
    address: impl Fn(Route) -> Option<OutPath>,
) -> File {
    let mut parts = listed.chunks(PART_ADDRESSES);
    if number == 0 && parts.len() > 1 {
        let changed = |part: &[Route]| part.iter().filter_map(|it| changed(catalog, *it)).max();
        let parts = (1..).zip(parts).map(|(n, part)| Entry {
            url: self::address(n).url(base),
            changed: changed(part),
        });
        return File::SitemapIndex(Index(parts.collect()));
    }
    let part = parts.nth(number.saturating_sub(1) as usize);
    let entries = part.unwrap_or_default().iter().filter_map(|route| {
        Some(Entry {
            url: address(*route)?.url(base),
            changed: changed(catalog, *route),
        })
    });
    File::Sitemap(Part(entries.collect()))
}

impl Part {
    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        document("urlset", "url", &self.0)
    }
}

impl Index {
    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        document("sitemapindex", "sitemap", &self.0)
    }
}

fn document(name: &str, entry_name: &str, entries: &[Entry]) -> Vec<u8> {
    xml::document(name, &[NAMESPACE], |list| {
        for entry in entries {
            list.element(entry_name, &[], |it| {
                it.text("loc", &entry.url)?;
                match entry.changed {
                    Some(changed) => it.text("lastmod", &changed.to_string()),
                    None => Ok(()),
                }
            })?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sitemap_is_cut_where_one_file_may_not_hold_it() {
        assert_eq!([0, 1, PART_ADDRESSES].map(parts), [0, 0, 0]);
        assert_eq!([PART_ADDRESSES + 1, 3 * PART_ADDRESSES].map(parts), [2, 3]);
        let catalog = Catalog::default();
        let base = "https://example.org/e";
        let all: Vec<_> = (0..90_001).map(|n| Route::SourceFolder(n, 1)).collect();
        let address_of = |route| match route {
            Route::SourceFolder(n, _) => OutPath::parse(&format!("{n}.html")),
            _ => None,
        };
        let File::SitemapIndex(Index(index)) = file(&catalog, 0, base, &all, address_of) else {
            panic!("it is too large for one file");
        };
        let index: Vec<_> = index.iter().map(|entry| entry.url.as_str()).collect();
        let expected = [1, 2, 3].map(|n| format!("{base}/sitemap-{n}.xml"));
        assert_eq!(index, expected);
        let mut urls = Vec::new();
        for n in 1..=3 {
            let File::Sitemap(Part(part)) = file(&catalog, n, base, &all, address_of) else {
                panic!("a part holds addresses");
            };
            assert!(part.len() <= PART_ADDRESSES);
            urls.extend(part.into_iter().map(|entry| entry.url));
        }
        assert_eq!(urls.len(), all.len());
        assert_eq!(urls[90_000], format!("{base}/90000.html"));
        let File::Sitemap(Part(whole)) = file(&catalog, 0, base, &all[..3], address_of) else {
            panic!("one file holds all");
        };
        assert_eq!(whole.len(), 3);
        assert_eq!(address(0).as_str(), "sitemap.xml");
        assert_eq!(address(2).as_str(), "sitemap-2.xml");
    }
}
