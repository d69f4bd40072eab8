//! From what was published and what will be: what has to be done, in which order, and whether it
//! should be.

use super::journal::{Journal, Move};
use super::manifest::{Entry, Manifest};
use super::order::{is_needed, is_page, rank};
use crate::address::OutPath;
use crate::error::Error;

/// Whether so many of all are so many, and so large a share, that a build which would take them away is
/// stopped: most often its input was cut short.
pub fn are_too_many(gone: usize, all: usize) -> bool {
    const LEAST: usize = 20;
    const ONE_IN: usize = 5;
    gone >= LEAST && gone * ONE_IN > all
}

/// What was published.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// The files of the site.
    pub(super) site: Manifest,
    /// Files that the site before it had and open pages may ask for.
    pub(super) retired: Manifest,
}

impl Before {
    /// What errbook knows of a file that it wrote.
    pub(super) fn own(&self, path: &OutPath) -> Option<Entry> {
        self.site.get(path).or_else(|| self.retired.get(path))
    }

    /// The files that a new site does not have.
    fn gone<'a>(&'a self, new: &'a Manifest) -> impl Iterator<Item = (OutPath, Entry)> + 'a {
        let files = self.site.files();
        let gone = files.filter(|(path, _)| new.get(path).is_none());
        gone.map(|(path, entry)| (path.clone(), *entry))
    }

    /// Stops a build that would delete too many pages.
    pub(super) fn brake(&self, new: &Manifest) -> Result<(), Error> {
        let pages = self.site.paths().filter(|path| is_page(path)).count();
        let deleted = self.gone(new).filter(|(path, _)| is_page(path)).count();
        if are_too_many(deleted, pages) {
            return Err(Error::MassDelete { deleted, pages });
        }
        Ok(())
    }

    /// What to do so that a new site takes the place of this one, and which files are kept for open
    /// pages then. `staged` are those that differ.
    pub(super) fn plan(&self, new: &Manifest, staged: Vec<OutPath>) -> (Journal, Manifest) {
        let mut journal = Journal::default();
        let (needed, gone): (Vec<_>, Vec<_>) =
            self.gone(new).partition(|(path, _)| is_needed(path));
        let retired = if staged.is_empty() && needed.is_empty() && gone.is_empty() {
            // Nothing that a reader sees changes: the last site is still the one before.
            self.retired.without(new)
        } else {
            let passed = self.retired.without(new);
            let passed = passed.files().map(|(path, entry)| (path.clone(), *entry));
            journal.deletes.extend(passed);
            needed.into_iter().collect()
        };
        let mut moves: Vec<_> = staged
            .into_iter()
            .map(|path| Move {
                is_new: self.own(&path).is_none(),
                path,
            })
            .collect();
        moves.sort_by_cached_key(|step| (rank(&step.path, step.is_new), step.path.clone()));
        let in_the_way = |path: &OutPath| {
            let folders = path.as_str().match_indices('/');
            let new_file = folders.map(|(end, _)| &path.as_str()[..end]).any(|folder| {
                OutPath::parse(folder).is_some_and(|folder| new.get(&folder).is_some())
            });
            new_file || new.below(path.as_str()).next().is_some()
        };
        let (clears, mut gone): (Vec<_>, Vec<_>) =
            gone.into_iter().partition(|(path, _)| in_the_way(path));
        // What leads to others goes before them.
        gone.sort_by_cached_key(|(path, _)| (std::cmp::Reverse(rank(path, false)), path.clone()));
        journal.clears = clears;
        journal.moves = moves;
        journal.deletes.splice(..0, gone);
        (journal, retired)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_are_too_many_if_they_are_more_than_a_fifth() {
        for (gone, all, expected) in [
            (19, 19, false),
            (20, 20, true),
            (20, 99, true),
            (20, 100, false),
            (21, 100, true),
            (200, 1_000, false),
            (201, 1_000, true),
        ] {
            assert_eq!(are_too_many(gone, all), expected, "{gone} of {all}");
        }
    }
}
