//! The names of one folder of the site: each gets a segment that no other name there has, on
//! disks that ignore letter case too. The names of a folder in order go in; their segments and
//! warnings about those that could not keep their own come out.

use std::collections::HashMap;

use crate::address;
use crate::diagnostic::{Code, Diagnostic};

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
pub(super) struct Names {
    /// The folder's address, for warnings.
    folder: String,
    /// What is taken, as disks that ignore case see it, and by whom.
    taken: HashMap<String, String>,
}

impl Names {
    /// The names of a folder.
    pub(super) fn of(folder: impl Into<String>) -> Self {
        Self {
            folder: folder.into(),
            taken: HashMap::new(),
        }
    }

    /// Keeps a segment for what is made elsewhere.
    pub(super) fn reserve(&mut self, segment: &str, name: String) {
        self.taken.insert(fold(segment), name);
    }

    /// The segment of a name; with a hash where another name of the folder has it.
    pub(super) fn segment(
        &mut self,
        name: &str,
        kind: Kind,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Box<str> {
        let plain = address::segment(name);
        let Some(other) = self.owner(&plain, kind).cloned() else {
            self.take(&plain, kind, name);
            return plain.into();
        };
        let mut hashed = name.to_owned();
        let made = loop {
            let made = address::with_suffix(&plain, &hashed);
            if self.owner(&made, kind).is_none() {
                break made;
            }
            // A file and a folder of one name: a folder's ends in a slash.
            hashed.push('/');
        };
        self.take(&made, kind, name);
        let found = format!(
            "`{name}` and `{other}` would share an address in {}/ on some disks",
            self.folder
        );
        diagnostics.push(
            Diagnostic::warning(Code::ADDRESSES_CLASH, found)
                .hint(format!("`{name}` is published as `{made}`")),
        );
        made.into()
    }

    fn owner(&self, segment: &str, kind: Kind) -> Option<&String> {
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

    fn segments(names: &[(&str, Kind)]) -> (Vec<String>, usize) {
        let (mut taken, mut said) = (Names::of("x"), Vec::new());
        let made = names
            .iter()
            .map(|(name, kind)| taken.segment(name, *kind, &mut said).into_string())
            .collect();
        (made, said.len())
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
