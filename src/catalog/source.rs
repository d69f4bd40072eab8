//! The files that records were found in, and their folders: what the source tree is made of.
//!
//! Records sorted by file go in; folders and files with their addresses come out. A path is cut
//! at its slashes and nothing else is known of it: it may be `unknown`, empty, or hostile.

use std::collections::HashMap;
use std::ops::Range;

use super::names::{Before, Kind, Names};
use super::{Catalog, Header, RecordIx, RepoIx, index_address, listing_address};
use crate::address::OutPath;
use crate::diagnostic::Diagnostic;
use crate::ledger::Space;

/// Most parts of a path: the last holds the rest, so that no address outgrows what disks allow.
const PATH_PARTS: usize = 20;

/// Index of a folder of a repository.
pub type FolderIx = u32;
/// Index of a file of a repository.
pub type FileIx = u32;

/// A folder of a repository that has files with records, or folders that have.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Of which repository.
    pub repo: RepoIx,
    /// The folder that it is in; none for the repository's own.
    pub parent: Option<FolderIx>,
    /// Its name; empty for the repository's own.
    pub name: Box<str>,
    /// Its folders, by name.
    pub folders: Range<FolderIx>,
    /// Its files, by name.
    pub files: Range<FileIx>,
    /// How many records there are in it and below.
    pub records: u32,
    segment: Box<str>,
}

/// A file of a repository that has records.
#[derive(Clone, Debug)]
pub struct File {
    /// The folder that it is in.
    pub folder: FolderIx,
    /// Its name.
    pub name: Box<str>,
    segment: Box<str>,
    records: Range<u32>,
}

/// All folders and files.
#[derive(Debug, Default)]
pub(super) struct SourceTree {
    folders: Vec<Folder>,
    files: Vec<File>,
    /// The file of each record.
    file_of: Vec<FileIx>,
}

impl Catalog {
    /// Finds folders and files, for sites that show them.
    pub fn list_source_tree(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        self.source = SourceTree::of(self, diagnostics);
    }

    /// Every folder, each repository's own first.
    pub fn folders(&self) -> &[Folder] {
        &self.source.folders
    }

    /// Every file.
    pub fn files(&self) -> &[File] {
        &self.source.files
    }

    /// One folder.
    pub fn folder(&self, folder: FolderIx) -> &Folder {
        &self.source.folders[folder as usize]
    }

    /// One file.
    pub fn file(&self, file: FileIx) -> &File {
        &self.source.files[file as usize]
    }

    /// A repository's own folder, if the site shows the source tree.
    pub fn root_folder(&self, repo: RepoIx) -> Option<FolderIx> {
        ((repo as usize) < self.source.folders.len()).then_some(repo)
    }

    /// The file that a record was found in, if the site shows the source tree.
    pub fn file_of(&self, record: RecordIx) -> Option<FileIx> {
        self.source.file_of.get(record as usize).copied()
    }

    /// A file's records, by line.
    pub fn records_in(&self, file: FileIx) -> &[RecordIx] {
        let Range { start, end } = self.file(file).records;
        &self.by_file[start as usize..end as usize]
    }

    /// A folder and those that it is in, the repository's own first.
    pub fn folders_to(&self, folder: FolderIx) -> Vec<FolderIx> {
        let above = |folder: &FolderIx| self.folder(*folder).parent;
        let mut way: Vec<_> = std::iter::successors(Some(folder), above).collect();
        way.reverse();
        way
    }

    /// The address of a folder's page, or of one of its pages.
    pub fn folder_address(&self, folder: FolderIx, number: u32) -> OutPath {
        index_address(&self.folder_segments(folder), number)
    }

    /// The address of a file's page, or of one of its pages.
    pub fn file_address(&self, file: FileIx, number: u32) -> OutPath {
        let file = self.file(file);
        let mut parts = self.folder_segments(file.folder);
        parts.push(&file.segment);
        listing_address(&parts, number)
    }

    /// The path of a folder in its repository, with a slash at its end; empty for the repository's own.
    pub fn folder_path(&self, folder: FolderIx) -> String {
        let way = self.folders_to(folder).into_iter().skip(1);
        let names = way.flat_map(|folder| [&*self.folder(folder).name, "/"]);
        names.collect()
    }

    /// The path of a file in its repository.
    pub fn file_path(&self, file: FileIx) -> String {
        let file = self.file(file);
        format!("{}{}", self.folder_path(file.folder), file.name)
    }

    fn folder_segments(&self, folder: FolderIx) -> Vec<&str> {
        let repo = self.repo(self.folder(folder).repo);
        let way = self.folders_to(folder).into_iter().skip(1);
        let below = way.map(|folder| &*self.folder(folder).segment);
        ["source", &repo.folder].into_iter().chain(below).collect()
    }

    /// What comes first in the folder of a repository `a/b` because it belongs to one `a/b/c`.
    pub(super) fn folders_of_other_repos(&self) -> HashMap<String, Vec<String>> {
        let mut below: HashMap<String, Vec<String>> = HashMap::new();
        for folder in self.repos.iter().map(|repo| &*repo.folder) {
            for (at, _) in folder.match_indices('/') {
                let name = folder[at + 1..].split('/').next().unwrap_or_default();
                let names = below.entry(folder[..at].to_owned()).or_default();
                names.push(name.to_owned());
            }
        }
        below
    }
}

/// The records of a folder that is not taken apart yet.
struct Open {
    /// In the order of files.
    records: Range<usize>,
    /// Bytes of their paths that lead to the folder.
    prefix: usize,
    /// How many parts of the path these are.
    depth: usize,
}

impl SourceTree {
    fn of(catalog: &Catalog, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut tree = Self {
            file_of: vec![0; catalog.records.len()],
            ..Self::default()
        };
        let mut open: Vec<Open> = Vec::new();
        let mut at = 0;
        for (repo, it) in (0..).zip(&catalog.repos) {
            let end = at + it.records.len();
            tree.folders.push(Folder::of(repo, None, "", end - at));
            open.push(Open {
                records: at..end,
                prefix: 0,
                depth: 1,
            });
            at = end;
        }
        let others = catalog.folders_of_other_repos();
        // Folders are taken apart in the order in which they were found, so those of one folder
        // stand together.
        let mut next = 0;
        while next < open.len() {
            tree.take_apart(catalog, next, &mut open, &others, diagnostics);
            next += 1;
        }
        tree
    }

    fn take_apart(
        &mut self,
        catalog: &Catalog,
        at: usize,
        open: &mut Vec<Open>,
        others: &HashMap<String, Vec<String>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let folder = number(at);
        let repo = self.folders[at].repo;
        let (prefix, depth) = (open[at].prefix, open[at].depth);
        let path = open[at]
            .records
            .clone()
            .next()
            .map(|at| catalog.path_at(at));
        let before = Before {
            owners: &catalog.owners,
            space: Space::Source,
            of: &catalog.repo(repo).name,
            prefix: &path.unwrap_or_default()[..prefix],
        };
        let mut names = Names::of(self.address_of(catalog, folder), before);
        if self.folders[at].parent.is_none() {
            let root = &catalog.repo(repo).folder;
            for name in others.get(&**root).into_iter().flatten() {
                names.reserve(name, format!("{}/{name}", catalog.repo(repo).name));
            }
        }
        let (folders, files) = (number(self.folders.len()), number(self.files.len()));
        for child in children(catalog, &open[at]) {
            let kind = if child.is_folder {
                Kind::Folder
            } else {
                Kind::Page
            };
            let segment = names.segment(child.name, kind, diagnostics);
            if child.is_folder {
                self.folders.push(Folder {
                    segment,
                    ..Folder::of(repo, Some(folder), child.name, child.records.len())
                });
                open.push(Open {
                    prefix: prefix + child.name.len() + 1,
                    depth: depth + 1,
                    records: child.records,
                });
                continue;
            }
            for record in &catalog.by_file[child.records.clone()] {
                self.file_of[*record as usize] = number(self.files.len());
            }
            self.files.push(File {
                folder,
                name: child.name.into(),
                segment,
                records: number(child.records.start)..number(child.records.end),
            });
        }
        self.folders[at].folders = folders..number(self.folders.len());
        self.folders[at].files = files..number(self.files.len());
    }

    fn address_of(&self, catalog: &Catalog, folder: FolderIx) -> String {
        let mut segments = Vec::new();
        let mut at = Some(folder);
        while let Some(folder) = at.map(|at| &self.folders[at as usize]) {
            if folder.parent.is_some() {
                segments.push(&*folder.segment);
            }
            at = folder.parent;
        }
        segments.push(&catalog.repo(self.folders[folder as usize].repo).folder);
        segments.push("source");
        segments.reverse();
        segments.join("/")
    }
}

impl Folder {
    fn of(repo: RepoIx, parent: Option<FolderIx>, name: &str, records: usize) -> Self {
        Self {
            repo,
            parent,
            name: name.into(),
            folders: 0..0,
            files: 0..0,
            records: number(records),
            segment: "".into(),
        }
    }
}

/// What stands in a folder.
struct Child<'a> {
    name: &'a str,
    is_folder: bool,
    records: Range<usize>,
}

/// What stands in a folder, by name. Paths are in order, so what shares a beginning that ends in a
/// slash stands together, and so does what is one file.
fn children<'a>(catalog: &'a Catalog, folder: &Open) -> Vec<Child<'a>> {
    let mut found: Vec<Child<'a>> = Vec::new();
    for at in folder.records.clone() {
        let rest = &catalog.path_at(at)[folder.prefix..];
        let cut = rest.find('/').filter(|_| folder.depth < PATH_PARTS);
        let (name, is_folder) = (&rest[..cut.unwrap_or(rest.len())], cut.is_some());
        match found.last_mut() {
            Some(child) if child.name == name && child.is_folder == is_folder => {
                child.records.end = at + 1;
            }
            _ => found.push(Child {
                name,
                is_folder,
                records: at..at + 1,
            }),
        }
    }
    found.sort_by_key(|child| (child.name, child.is_folder));
    found
}

impl Catalog {
    /// The path of a record by its place in the order of files.
    fn path_at(&self, at: usize) -> &str {
        let header: &Header = self.record(self.by_file[at]);
        self.path(header)
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
