//! Which page was rendered from what: the fingerprint of its view, and the hash of its bytes.

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::Cache;
use crate::address::OutPath;

/// What is known of a published page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    path: u64,
    /// Over all that it was made of.
    pub fingerprint: u128,
    /// Of its bytes.
    pub hash: u128,
}

impl Known {
    /// What is known now.
    pub fn of(path: &OutPath, fingerprint: u128, hash: u128) -> Self {
        Self {
            path: number(path),
            fingerprint,
            hash,
        }
    }
}

/// Of all pages, and of the search index.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Pages {
    /// Sorted by path's number.
    known: Vec<Known>,
    /// Over all that the search index was made of.
    search: u128,
    /// Its files with the hashes of their bytes.
    shards: Vec<(String, u128)>,
}

impl Pages {
    /// What is known after a build.
    pub fn of(mut known: Vec<Known>, search: u128, shards: Vec<(OutPath, u128)>) -> Self {
        known.sort_unstable_by_key(|known| known.path);
        let shards = shards.into_iter();
        Self {
            known,
            search,
            shards: shards
                .map(|(path, hash)| (path.as_str().to_owned(), hash))
                .collect(),
        }
    }

    /// The hash of a page's bytes, if it was made of the same.
    pub fn page(&self, path: &OutPath, fingerprint: u128) -> Option<u128> {
        let path = number(path);
        let at = self
            .known
            .binary_search_by_key(&path, |known| known.path)
            .ok()?;
        let known = self.known[at];
        (known.fingerprint == fingerprint).then_some(known.hash)
    }

    /// The files of the search index, if it was made of the same.
    pub fn search(&self, fingerprint: u128) -> Option<Vec<(OutPath, u128)>> {
        let shards = self.shards.iter().filter(|_| self.search == fingerprint);
        let shards: Option<Vec<_>> = shards
            .map(|(path, hash)| Some((OutPath::parse(path)?, *hash)))
            .collect();
        shards.filter(|shards| !shards.is_empty())
    }
}

fn number(path: &OutPath) -> u64 {
    XxHash3_64::oneshot(path.as_str().as_bytes())
}

const NAME: &str = "pages";

impl Cache {
    /// What is known of the published pages.
    pub fn pages(&self) -> Pages {
        self.read(NAME).unwrap_or_default()
    }

    /// Leaves what is known of the published pages, for the next build.
    pub fn leave_pages(&self, pages: &Pages) {
        self.write(NAME, pages);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_known_by_path_and_fingerprint() {
        let path = |name: &str| OutPath::fixed(name);
        let names = ["a.html", "b.html", "c.html"];
        let known = names
            .map(|name| Known::of(&path(name), 7, name.len() as u128))
            .to_vec();
        let pages = Pages::of(known, 9, vec![(path("search/root.js"), 3)]);
        assert_eq!(pages.page(&path("b.html"), 7), Some(6));
        assert_eq!(pages.page(&path("b.html"), 8), None);
        assert_eq!(pages.page(&path("d.html"), 7), None);
        assert_eq!(pages.search(9).map(|files| files.len()), Some(1));
        assert_eq!(pages.search(8), None);
        assert_eq!(Pages::default().search(0), None);
    }
}
