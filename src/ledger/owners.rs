//! Whose an address is: what was published once keeps its address for ever, and nothing else gets
//! it, nor one that is the same on disks that ignore letter case.

use super::{AddressEntry, AddressKind, number};

/// A part of the site in which names compete for addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Folders of repositories, below `errors/`.
    Repos,
    /// Pages of slugs, in the folder of a repository.
    Pages,
    /// Values and indexes of facets.
    Facets,
    /// The source tree.
    Source,
}

/// What an address takes up: `stem` is the address without `.html` or `/index.html`.
pub fn claim(space: Space, stem: &str) -> u64 {
    number(&format!("{space:?}\u{1}{}", stem.to_lowercase()))
}

/// Who has an address.
pub fn owner(kind: AddressKind, of: &str, name: &str) -> u64 {
    number(&format!("{kind:?}\u{1}{of}\u{1}{name}"))
}

/// Who has an address that was taken down: nothing is kept but the address, so whoever has exactly
/// the same one.
pub fn withdrawn_owner(stem: &str) -> u64 {
    number(&format!("withdrawn\u{1}{stem}"))
}

impl AddressKind {
    /// Where its names compete.
    pub fn space(self) -> Space {
        match self {
            Self::Page => Space::Pages,
            Self::Repo => Space::Repos,
            Self::Facet | Self::Value => Space::Facets,
            Self::Folder | Self::File => Space::Source,
        }
    }
}

/// An address without its ending.
pub(crate) fn stem(address: &str) -> &str {
    let stem = address.strip_suffix("/index.html");
    stem.unwrap_or_else(|| address.strip_suffix(".html").unwrap_or(address))
}

impl AddressEntry {
    /// What it takes up.
    pub fn claim(&self) -> u64 {
        claim(self.kind.space(), stem(&self.address))
    }

    /// Whose it is.
    pub fn owner(&self) -> u64 {
        match &self.name {
            Some(name) => owner(self.kind, self.of.as_deref().unwrap_or_default(), name),
            None => withdrawn_owner(stem(&self.address)),
        }
    }
}

/// Every address that was published before, with whose it is.
#[derive(Debug, Default)]
pub struct Owners {
    /// Claim and owner, sorted.
    claims: Vec<(u64, u64)>,
}

impl Owners {
    /// Takes claims with their owners.
    pub fn of(claims: impl Iterator<Item = (u64, u64)>) -> Self {
        let mut claims: Vec<_> = claims.collect();
        claims.sort_unstable();
        Self { claims }
    }

    /// Whether nothing was published before.
    pub fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    /// Whose an address is that has this stem, as far as names of one space go.
    fn owner(&self, space: Space, stem: &str) -> Option<u64> {
        let claim = claim(space, stem);
        let at = self.claims.partition_point(|(known, _)| *known < claim);
        let (known, owner) = self.claims.get(at)?;
        (*known == claim).then_some(*owner)
    }

    /// Whether an address was published for this owner.
    pub fn is_of(&self, space: Space, stem: &str, owner: u64) -> bool {
        self.owner(space, stem)
            .is_some_and(|known| known == owner || known == withdrawn_owner(stem))
    }

    /// Whether an address was published for another one.
    pub fn is_of_another(&self, space: Space, stem: &str, owner: u64) -> bool {
        self.owner(space, stem).is_some() && !self.is_of(space, stem, owner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_its_owners_in_any_letter_case() {
        let of = |name| owner(AddressKind::Page, "o/r", name);
        let known = Owners::of(std::iter::once((
            claim(Space::Pages, "errors/o/r/foo"),
            of("foo"),
        )));
        assert!(known.is_of(Space::Pages, "errors/o/r/foo", of("foo")));
        assert!(known.is_of_another(Space::Pages, "errors/o/r/FOO", of("FOO")));
        assert!(!known.is_of_another(Space::Repos, "errors/o/r/foo", of("x")));
        assert!(!known.is_of_another(Space::Pages, "errors/o/r/bar", of("bar")));
    }

    #[test]
    fn an_address_that_was_taken_down_is_for_its_exact_name_only() {
        let stem = "errors/o/r/foo";
        let known = Owners::of(std::iter::once((
            claim(Space::Pages, stem),
            withdrawn_owner(stem),
        )));
        assert!(known.is_of(Space::Pages, stem, 7));
        assert!(known.is_of_another(Space::Pages, "errors/o/r/Foo", 7));
    }
}
