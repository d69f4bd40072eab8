//! Which folders errbook will not write to.

use std::fs;
use std::path::{Component, Path, PathBuf};

use super::manifest::Manifest;
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
}

/// The folder that the output lies in, and its name there.
pub(super) fn place(output: &Path) -> Result<(PathBuf, String), Error> {
    let whole = std::path::absolute(output).map_err(Error::io("find", output))?;
    // `a/../b` would have to be resolved through links; no one names an output like that.
    let odd = whole.components().any(|part| part == Component::ParentDir);
    let name = whole
        .file_name()
        .and_then(|name| name.to_str())
        .map(str::to_owned);
    match (name, whole.parent()) {
        (Some(name), Some(parent)) if !odd => Ok((parent.to_path_buf(), name)),
        _ => Err(refused(
            output,
            "it is the root of the file system, or its name cannot be used",
        )),
    }
}

fn refused(path: &Path, reason: &str) -> Error {
    Error::OutputRefused {
        path: path.to_path_buf(),
        reason: reason.into(),
        hint: "choose a folder that holds nothing but the site, such as `public`".into(),
    }
}

impl Guard<'_> {
    /// Makes sure that a folder may be written to; whether it is new or empty.
    pub(super) fn check(&self, output: &Path, manifest: &Manifest) -> Result<bool, Error> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let output = &match (output.parent(), output.file_name()) {
            // The last part is looked at as it is: a link there is refused, not followed.
            (Some(parent), Some(name)) if !parent.as_os_str().is_empty() => real(parent).join(name),
            (_, Some(name)) => real(Path::new(".")).join(name),
            _ => output.to_path_buf(),
        };
        if std::env::home_dir().is_some_and(|home| real(&home) == *output) {
            return Err(refused(output, "it is your home folder"));
        }
        let root = real(if self.root.as_os_str().is_empty() {
            Path::new(".")
        } else {
            self.root
        });
        if root == *output || root.starts_with(output) {
            return Err(refused(output, "it is the site's own folder, or holds it"));
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
            return Ok(true);
        };
        if metadata.is_symlink() {
            return Err(refused(output, "it is a symbolic link"));
        }
        if !metadata.is_dir() {
            return Err(refused(output, "it is a file"));
        }
        let empty = fs::read_dir(output)
            .map_err(Error::io("list", output))?
            .next()
            .is_none();
        if empty {
            return Ok(true);
        }
        if manifest.is_empty() {
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
        Ok(false)
    }
}
