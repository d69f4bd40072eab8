//! The names of one folder of the site: each gets a segment that no other name there has, on
//! disks that ignore letter case too, and none that another name had before. The names of a folder
//! in order go in; their segments and warnings about those that could not keep their own come out.

use std::collections::HashMap;

use crate::address;
use crate::diagnostic::{Code, Diagnostic};
use crate::ledger::{self, AddressKind, Owners, Space};

/// What a name is published as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A file `<segment>.html`, and a folder `<segment>` for its further pages.
    Page,
    /// A page whose records may also stand beside it as data, in `<segment>.json`.
    SlugPage,
    /// A folder `<segment>`.
    Folder,
}

/// The names of one folder that are taken.
#[derive(Debug)]
pub(super) struct Names<'a> {
    /// The folder's address.
    folder: String,
    before: Before<'a>,
    /// What is taken, as disks that ignore case see it, and by whom.
    taken: HashMap<String, String>,
}

/// What the ledger knows of a folder.
#[derive(Debug)]
pub(super) struct Before<'a> {
    /// Whose each address is.
    pub(super) owners: &'a Owners,
    /// In which part of the site.
    pub(super) space: Space,
    /// What its names are names in: the repository, or the facet's field.
    pub(super) of: &'a str,
    /// What stands before each name in the ledger.
    pub(super) prefix: &'a str,
}

impl Before<'_> {
    fn owner(&self, name: &str, kind: Kind) -> u64 {
        let (kind, end) = match (self.space, kind) {
            (_, Kind::Folder) => (AddressKind::Folder, "/"),
            (Space::Pages | Space::Repos, _) => (AddressKind::Page, ""),
            (Space::Facets, _) => (AddressKind::Value, ""),
            (Space::Source, _) => (AddressKind::File, ""),
        };
        ledger::owner(kind, self.of, &format!("{}{name}{end}", self.prefix))
    }
}

impl<'a> Names<'a> {
    /// The names of a folder.
    pub(super) fn of(folder: impl Into<String>, before: Before<'a>) -> Self {
        Self {
            folder: folder.into(),
            before,
            taken: HashMap::new(),
        }
    }

    /// Keeps a segment for what is made elsewhere.
    pub(super) fn reserve(&mut self, segment: &str, name: String) {
        self.taken.insert(fold(segment), name);
    }

    /// The segment of a name: the one that it was published with, if it was; with a hash where
    /// another name of the folder has it, or had it once.
    pub(super) fn segment(
        &mut self,
        name: &str,
        kind: Kind,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Box<str> {
        let plain = address::segment(name);
        let me = self.before.owner(name, kind);
        let mut hashed = name.to_owned();
        let mut made = address::with_suffix(&plain, &hashed);
        if !self.is_known(&made, me) && self.is_free(&plain, kind, me) {
            self.take(&plain, kind, name);
            return plain.into();
        }
        while !self.is_free(&made, kind, me) {
            // A file and a folder of one name: a folder's ends in a slash.
            hashed.push('/');
            made = address::with_suffix(&plain, &hashed);
        }
        let folder = &self.folder;
        let found = match self.taken(&plain, kind) {
            Some(other) => {
                format!("`{name}` and `{other}` would share an address in {folder}/ on some disks")
            }
            None => format!(
                "`{name}` would share an address in {folder}/ with what was published before, on some disks"
            ),
        };
        self.take(&made, kind, name);
        diagnostics.push(
            Diagnostic::warning(Code::ADDRESSES_CLASH, found)
                .hint(format!("`{name}` is published as `{made}`")),
        );
        made.into()
    }

    /// Whether a segment was published for this owner.
    fn is_known(&self, segment: &str, me: u64) -> bool {
        let Before { owners, space, .. } = self.before;
        !owners.is_empty() && owners.is_of(space, &self.stem(segment), me)
    }

    /// Whether nothing else has a segment, nor had it.
    fn is_free(&self, segment: &str, kind: Kind, me: u64) -> bool {
        let Before { owners, space, .. } = self.before;
        self.taken(segment, kind).is_none()
            && (owners.is_empty() || !owners.is_of_another(space, &self.stem(segment), me))
    }

    fn stem(&self, segment: &str) -> String {
        format!("{}/{segment}", self.folder)
    }

    fn taken(&self, segment: &str, kind: Kind) -> Option<&String> {
        claims(segment, kind).find_map(|claim| self.taken.get(&claim))
    }

    fn take(&mut self, segment: &str, kind: Kind, name: &str) {
        for claim in claims(segment, kind) {
            self.taken.insert(claim, name.to_owned());
        }
    }
}

/// What a segment needs for itself.
fn claims(segment: &str, kind: Kind) -> impl Iterator<Item = String> {
    let folder = fold(segment);
    let endings: &[&str] = match kind {
        Kind::Page => &[".html"],
        Kind::SlugPage => &[".html", ".json"],
        Kind::Folder => &[],
    };
    let files: Vec<_> = endings
        .iter()
        .map(|ending| format!("{folder}{ending}"))
        .collect();
    std::iter::once(folder).chain(files)
}

/// What a disk that ignores letter case takes for the same name: some know that `ß` is `SS` written
/// small (APFS, ext4 with `casefold`), which shows on the way through upper case only.
pub(super) fn fold(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    let folded = name.to_lowercase().to_uppercase().to_lowercase();
    address::composed(&folded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn before(owners: &Owners) -> Before<'_> {
        Before {
            owners,
            space: Space::Source,
            of: "o/r",
            prefix: "",
        }
    }

    fn segments(names: &[(&str, Kind)]) -> (Vec<String>, usize) {
        segments_after(&Owners::default(), names)
    }

    fn segments_after(owners: &Owners, names: &[(&str, Kind)]) -> (Vec<String>, usize) {
        let (mut taken, mut said) = (Names::of("x", before(owners)), Vec::new());
        let made = names
            .iter()
            .map(|(name, kind)| taken.segment(name, *kind, &mut said).into_string())
            .collect();
        (made, said.len())
    }

    /// The ledger after these names were published under these segments.
    fn published(names: &[(&str, Kind, &str)]) -> Owners {
        let none = Owners::default();
        let known = names.iter().map(|(name, kind, segment)| {
            let claim = ledger::claim(Space::Source, &format!("x/{segment}"));
            (claim, before(&none).owner(name, *kind))
        });
        Owners::of(known)
    }

    #[test]
    fn who_was_published_keeps_its_address_and_nobody_gets_it_later() {
        let suffixed = address::with_suffix("foo", "foo");
        for (known, names, expected) in [
            // The second by bytes was first in time.
            (
                vec![("foo", Kind::Page, "foo")],
                vec!["Foo", "foo"],
                vec![address::with_suffix("Foo", "Foo"), "foo".into()],
            ),
            // It is gone, but links to it are not.
            (
                vec![("foo", Kind::Page, "foo")],
                vec!["Foo"],
                vec![address::with_suffix("Foo", "Foo")],
            ),
            // The one that it met is gone; it stays where it is.
            (
                vec![("Foo", Kind::Page, "Foo"), ("foo", Kind::Page, &suffixed)],
                vec!["foo"],
                vec![suffixed.clone()],
            ),
            (
                vec![("foo", Kind::Folder, "foo")],
                vec!["foo"],
                vec![suffixed.clone()],
            ),
        ] {
            let names: Vec<_> = names.iter().map(|name| (*name, Kind::Page)).collect();
            let (made, said) = segments_after(&published(&known), &names);
            assert_eq!((made, said), (expected, 1), "{known:?}");
        }
    }

    #[test]
    fn names_that_share_nothing_keep_their_own() {
        let names = [("a", Kind::Page), ("b", Kind::Folder), ("a.rs", Kind::Page)];
        assert_eq!(
            segments(&names),
            (vec!["a".into(), "b".into(), "a.rs".into()], 0)
        );
    }

    #[test]
    fn letters_that_are_one_to_some_disk_are_one_here() {
        for (a, b) in [
            ("ß", "SS"),
            ("ẞ", "ß"),
            ("ſ", "s"),
            ("ﬁ", "FI"),
            ("ΑΣ", "ας"),
            ("Ǆ", "ǅ"),
        ] {
            assert_eq!(fold(a), fold(b), "{a} and {b}");
        }
        assert_ne!(fold("ı"), fold("j"));
        assert_ne!(fold("é"), fold("e"));
    }

    #[test]
    fn every_clash_is_settled_and_said() {
        let names = [
            ("x", Kind::Page),
            ("x", Kind::Folder),
            ("X", Kind::Page),
            ("X", Kind::Folder),
            ("x.html", Kind::Folder),
            ("x.html", Kind::Page),
            ("y", Kind::SlugPage),
            ("y.json", Kind::SlugPage),
        ];
        let (made, said) = segments(&names);
        assert_eq!((made[0].as_str(), said), ("x", 5));
        let mut files = std::collections::BTreeSet::new();
        for (segment, (_, kind)) in made.iter().zip(names) {
            for claim in claims(segment, kind) {
                assert!(files.insert(claim), "{segment} of {made:?}");
            }
        }
    }
}
