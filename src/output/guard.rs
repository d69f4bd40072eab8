//! Which folders errbook will not write to.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::error::Error;

/// What an output folder is checked against.
#[derive(Debug)]
pub struct Guard<'a> {
    /// The site's own folder.
    pub root: &'a Path,
    /// Files and folders that records are read from.
    pub inputs: &'a [PathBuf],
    /// Whether the user insists on a folder that holds something else.
    pub force: bool,
    /// Whether many pages may be deleted at once.
    pub may_shrink: bool,
}

/// The folder that the output lies in, and its name there.
pub(super) fn place(output: &Path) -> Result<(PathBuf, String), Error> {
    let whole = std::path::absolute(output).map_err(Error::io("find", output))?;
    let Some(parent) = whole.parent().and_then(resolved) else {
        return Err(refused(
            output,
            "it is the root of the file system, or leads through a folder that is not there",
        ));
    };
    match whole.file_name().map(|name| name.to_str()) {
        Some(Some(name)) => Ok((parent, name.to_owned())),
        Some(None) => Err(refused(output, "its name is not UTF-8")),
        None => Err(refused(output, "it ends in `..`")),
    }
}

/// A folder without links and `..`; what of it does not exist yet is taken as it is written.
fn resolved(folder: &Path) -> Option<PathBuf> {
    if let Ok(real) = folder.canonicalize() {
        return Some(real);
    }
    let name = folder.components().next_back()?;
    let parent = resolved(folder.parent()?)?;
    matches!(name, Component::Normal(_)).then(|| parent.join(name))
}

fn refused(path: &Path, reason: &str) -> Error {
    Error::OutputRefused {
        path: path.to_path_buf(),
        reason: reason.into(),
        hint: "choose a folder that holds nothing but the site, such as `public`".into(),
    }
}

impl Guard<'_> {
    /// Makes sure that a folder may be written to, `is_ours` if errbook wrote to it before.
    pub(super) fn check(&self, output: &Path, is_ours: bool) -> Result<(), Error> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        // The last part is looked at as it is: a link there is refused, not followed.
        let (parent, name) = place(output)?;
        let output = &parent.join(name);
        if std::env::home_dir().is_some_and(|home| real(&home).starts_with(output)) {
            return Err(refused(output, "it is your home folder, or holds it"));
        }
        let root = real(if self.root.as_os_str().is_empty() {
            Path::new(".")
        } else {
            self.root
        });
        if root == *output || root.starts_with(output) {
            return Err(refused(output, "it is the site's own folder, or holds it"));
        }
        for own in ["templates", "static"] {
            if output.starts_with(root.join(own)) {
                return Err(refused(output, "it is part of the site's theme"));
            }
        }
        for input in self.inputs.iter().map(|input| real(input)) {
            if input.starts_with(output) {
                return Err(refused(output, "it holds records that the site is made of"));
            }
            if input.is_dir() && output.starts_with(&input) {
                return Err(refused(
                    output,
                    "it lies in a folder of records, and would be read as such",
                ));
            }
        }
        let Ok(metadata) = fs::symlink_metadata(output) else {
            return Ok(());
        };
        if metadata.is_symlink() {
            return Err(refused(output, "it is a symbolic link"));
        }
        if !metadata.is_dir() {
            return Err(refused(output, "it is a file"));
        }
        // What a first build into a mounted folder left when it was killed is nobody else's.
        let mut held = fs::read_dir(output).map_err(Error::io("list", output))?;
        let is_foreign = held.any(|entry| entry.is_ok_and(|entry| entry.file_name() != ".errbook"));
        if is_foreign && !is_ours {
            if output.join(".git").exists() {
                return Err(refused(
                    output,
                    "it is a Git repository that errbook did not make",
                ));
            }
            if !self.force {
                return Err(Error::OutputRefused {
                    path: output.clone(),
                    reason: "it holds files that errbook did not write".into(),
                    hint: "`--force` publishes beside them; errbook never changes or deletes what it did not write".into(),
                });
            }
        }
        Ok(())
    }
}
