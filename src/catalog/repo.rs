//! The folder of a repository: its name as segments, unless another one had that before.

use crate::address;
use crate::diagnostic::{Code, Diagnostic};
use crate::ledger::{self, AddressKind, Owners, Space};

/// `owner/name` as folders: up to four segments, what is beyond belongs to the fourth.
pub(super) fn plain_folder(name: &str) -> Box<str> {
    let parts: Vec<_> = name.splitn(4, '/').map(address::segment).collect();
    parts.join("/").into()
}

/// The same with the hash of the whole name at the last segment.
fn suffixed_folder(name: &str) -> Box<str> {
    let plain = plain_folder(name);
    match plain.rsplit_once('/') {
        Some((above, last)) => format!("{above}/{}", address::with_suffix(last, name)).into(),
        None => address::with_suffix(&plain, name).into(),
    }
}

fn owner(name: &str) -> u64 {
    ledger::owner(AddressKind::Repo, "", name)
}

/// Whether a repository was published before.
pub(super) fn is_known(name: &str, owners: &Owners) -> bool {
    let is_of =
        |folder: Box<str>| owners.is_of(Space::Repos, &format!("errors/{folder}"), owner(name));
    !owners.is_empty() && (is_of(plain_folder(name)) || is_of(suffixed_folder(name)))
}

/// The folder of a repository: plain, unless another one was published there, or a folder of
/// another one's source tree.
pub(super) fn folder(name: &str, owners: &Owners, diagnostics: &mut Vec<Diagnostic>) -> Box<str> {
    let plain = plain_folder(name);
    if owners.is_empty() {
        return plain;
    }
    let suffixed = suffixed_folder(name);
    let of_other = |folder: &str| {
        let root = ledger::owner(AddressKind::Folder, name, "");
        owners.is_of_another(Space::Repos, &format!("errors/{folder}"), owner(name))
            || owners.is_of_another(Space::Source, &format!("source/{folder}"), root)
    };
    let is_suffixed = owners.is_of(Space::Repos, &format!("errors/{suffixed}"), owner(name));
    if !is_suffixed && !of_other(&plain) {
        return plain;
    }
    let found =
        format!("repository `{name}` would share a folder with one that was published before");
    let hint = format!("`{name}` is published in `{suffixed}`");
    diagnostics.push(Diagnostic::warning(Code::ADDRESSES_CLASH, found).hint(hint));
    suffixed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_that_is_renamed_in_letter_case_does_not_get_the_folder_of_the_old_one() {
        let claim = ledger::claim(Space::Repos, "errors/Acme/anvil");
        let known = Owners::of(std::iter::once((claim, owner("Acme/anvil"))));
        let mut said = Vec::new();
        assert_eq!(&*folder("Acme/anvil", &known, &mut said), "Acme/anvil");
        assert!(said.is_empty() && is_known("Acme/anvil", &known));
        let new = folder("acme/anvil", &known, &mut said);
        assert!(new.starts_with("acme/anvil~"), "{new}");
        assert!(!is_known("acme/anvil", &known));
        assert_eq!(said.len(), 1);
        // Once it is there it stays there.
        let claims = [
            (claim, owner("Acme/anvil")),
            (
                ledger::claim(Space::Repos, &format!("errors/{new}")),
                owner("acme/anvil"),
            ),
        ];
        let known = Owners::of(claims.into_iter());
        assert_eq!(folder("acme/anvil", &known, &mut said), new);
        let later = Owners::of(claims.into_iter().skip(1));
        assert_eq!(folder("acme/anvil", &later, &mut said), new);
    }
}
