//! The data set's export: a folder of files that belong together, told by its `manifest.json`.
//!
//! Says of each file what it is for, and compares what was read with what the manifest counts.
//! Which files are records and how they are read is not decided here.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::split::Piece;
use crate::dataset::Entry;
use crate::diagnostic::{Code, Diagnostic};
use crate::record::{self, Limits, Problem};

const MANIFEST: &str = "manifest.json";

/// What a file of an export is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Records of a repository.
    Records,
    /// Facts of all repositories.
    Repositories,
    /// An article about a family.
    Article,
    /// Read already, made of the others, or nothing of errbook's.
    Nothing,
}

/// A folder that holds an export.
#[derive(Debug)]
pub(super) struct Export {
    folder: PathBuf,
    /// Of all its records.
    pub(super) version: Option<Arc<str>>,
    counted: Value,
    /// Entries found so far, by the manifest's word for them.
    found: [(&'static str, Role, u64); 3],
}

/// All exports among the inputs.
#[derive(Debug, Default)]
pub(super) struct Exports(Vec<Export>);

impl Exports {
    /// Finds the manifests among files.
    pub(super) fn among(files: &[PathBuf], diagnostics: &mut Vec<Diagnostic>) -> Self {
        let manifests = files
            .iter()
            .filter(|file| file.file_name().is_some_and(|name| name == MANIFEST));
        let mut found: Vec<Export> = manifests
            .filter_map(|file| Export::open(file, diagnostics))
            .collect();
        // Of one in the other, the inner one is asked first.
        found.reverse();
        Self(found)
    }

    /// The export that a file belongs to, and what the file is for.
    pub(super) fn role_of(&mut self, file: &Path) -> Option<(&mut Export, Role)> {
        self.0.iter_mut().find_map(|export| {
            let role = Export::role(file.strip_prefix(&export.folder).ok()?);
            Some((export, role))
        })
    }

    /// Where a manifest counts other than what was read.
    pub(super) fn differences(&self) -> impl Iterator<Item = Diagnostic> {
        self.0.iter().flat_map(Export::differences)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    dataset_version: Option<Value>,
    #[serde(default)]
    counts: Value,
}

impl Export {
    /// An export, if a file is its manifest: others have files of that name too.
    fn open(file: &Path, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        /// A manifest lists every file of its export.
        const MOST_BYTES: u64 = 256 << 20;
        const VERSION_BYTES: usize = 128;
        let folder = file.parent()?;
        if !folder.join("repos").is_dir() {
            return None;
        }
        let text = BufReader::new(File::open(file).ok()?.take(MOST_BYTES));
        let manifest: Manifest = serde_json::from_reader(text).ok()?;
        if manifest.dataset_version.is_none() && !manifest.counts.is_object() {
            return None;
        }
        let version = match &manifest.dataset_version {
            Some(Value::String(text)) if !text.is_empty() && text.len() <= VERSION_BYTES => {
                Some(text.as_str().into())
            }
            _ => {
                let found = "the export does not say its version";
                diagnostics.push(
                    Diagnostic::warning(Code::EXPORT_DIFFERS, found)
                        .in_file(file)
                        .hint("`datasetVersion` is a short text, such as a date: export again"),
                );
                None
            }
        };
        Some(Self {
            folder: folder.to_path_buf(),
            version,
            counted: manifest.counts,
            found: [
                ("errors", Role::Records, 0),
                ("repos", Role::Repositories, 0),
                ("infoPages", Role::Article, 0),
            ],
        })
    }

    /// What a file is for, by its path in the export.
    fn role(path: &Path) -> Role {
        let mut names = path.iter().map(|name| name.to_str().unwrap_or_default());
        match (names.next(), names.next(), names.next()) {
            (Some("repos"), Some(_), _) => Role::Records,
            (Some("repos.json"), None, _) => Role::Repositories,
            (Some("info"), Some(name), None) if name != "index.json" => Role::Article,
            _ => Role::Nothing,
        }
    }

    /// Counts an entry of a file.
    pub(super) fn count(&mut self, role: Role) {
        for (_, counted, count) in &mut self.found {
            *count += u64::from(*counted == role);
        }
    }

    fn differences(&self) -> impl Iterator<Item = Diagnostic> {
        self.found.iter().filter_map(|(name, _, found)| {
            let counted = self.counted.get(name)?.as_u64()?;
            let message = format!("the export counts {counted} {name}, but holds {found}");
            let warning = Diagnostic::warning(Code::EXPORT_DIFFERS, message);
            (counted != *found).then(|| {
                warning
                    .in_file(self.folder.join(MANIFEST))
                    .hint("if files are missing, copy or export it again")
            })
        })
    }
}

/// Reads what an export holds besides records.
pub(super) fn entry<T: Entry>(
    text: &str,
    piece: &Piece,
    limits: &Limits,
) -> Result<T, Box<Problem>> {
    let wrong = |why: &str, span| {
        let found = format!("expected {}, but {why}", T::WHAT);
        let diagnostic = Diagnostic::error(Code::EXPORT_ENTRY, found)
            .hint("it is left out, records are not: mend it, or export again");
        Box::new(Problem { diagnostic, span })
    };
    if piece.length > limits.record_bytes as u64 {
        let why = format!("it is over {} bytes", limits.record_bytes);
        return Err(wrong(&why, 0..1));
    }
    let entry: T = serde_json::from_str(text).map_err(|error| {
        let at = record::byte_position(text, error.line(), error.column());
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or_default();
        wrong(&format!("found this: {why}"), at..at + 1)
    })?;
    match entry.flaw(limits) {
        Some(why) => Err(wrong(&why, 0..1)),
        None => Ok(entry),
    }
}
