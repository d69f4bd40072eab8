//! The source tree: a repository's folders and files, and the errors of a file in line order.

use serde::Serialize;

use super::home::Count;
use super::listing::page_title;
use super::{
    Link, Material, Pager, Shell, counted, page_count, page_range, repos_address, source, thousands,
};
use crate::address::OutPath;
use crate::catalog::{Catalog, FileIx, FolderIx, RecordIx};
use crate::html::{Html, pictures};
use crate::record::UNKNOWN_PATH;
use crate::source_link::File;

/// Folders and files on one page of a folder.
const ENTRIES: usize = 500;

/// What `source-folder.html` sees.
#[derive(Debug, Serialize)]
pub struct FolderPage {
    /// The layout's part.
    pub shell: Shell,
    /// The repository and the folders that this one is in.
    pub crumbs: Vec<Link>,
    /// The folder's path, or what the tree is.
    pub heading: String,
    /// How many records in it and below, in words.
    pub summary: String,
    /// Its folders with how many records are in each and below. Folders that hold nothing but one
    /// folder are one with it.
    pub folders: Vec<Count>,
    /// Its files with how many records each has.
    pub files: Vec<Count>,
    /// The way to the other pages.
    pub pager: Option<Pager>,
}

/// What `source-file.html` sees.
#[derive(Debug, Serialize)]
pub struct FilePage {
    /// The layout's part.
    pub shell: Shell,
    /// The repository and the folders that the file is in.
    pub crumbs: Vec<Link>,
    /// The file's name.
    pub heading: String,
    /// How many records, in words.
    pub summary: String,
    /// The file itself, at the commit of the record that changed last.
    pub source: Option<Link>,
    /// The records of this page, by line.
    pub rows: Vec<LineRow>,
    /// The way to the other pages.
    pub pager: Option<Pager>,
}

/// A record in the order of lines.
#[derive(Debug, Serialize)]
pub struct LineRow {
    /// The line that raises, if it is known.
    pub line: Option<u32>,
    /// The message, holes as chips.
    pub title_html: Html,
    /// Where it leads.
    pub href: String,
    /// How bad it is.
    pub severity: String,
    /// Its code, if it has one.
    pub code: Option<String>,
}

/// How many pages a folder has.
pub fn folder_pages(catalog: &Catalog, folder: FolderIx) -> u32 {
    let folder = catalog.folder(folder);
    page_count(folder.folders.len() + folder.files.len(), ENTRIES)
}

/// Page `number` of a folder: its folders, then its files.
pub fn folder(material: &Material<'_>, folder: FolderIx, number: u32) -> FolderPage {
    let catalog = material.catalog;
    let here = catalog.folder_address(folder, number);
    let it = catalog.folder(folder);
    let repo = material.repo_title(it.repo);
    let (heading, title) = if it.parent.is_none() {
        let heading = format!("Source files of {repo}");
        (heading.clone(), heading)
    } else {
        let path = path_of(catalog, folder);
        (path.clone(), format!("{path} · {repo}"))
    };
    let all = it.folders.len() + it.files.len();
    let shown = page_range(all, ENTRIES, number);
    let split = it.folders.len();
    let folders = shown.start.min(split)..shown.end.min(split);
    let files = shown.start.max(split) - split..shown.end.max(split) - split;
    let summary = counted(it.records as usize, "error");
    let description = format!("Errors by source file, {title}: {summary}");
    let mut shell = material.shell(&here, &page_title(&title, number), &description);
    shell.noindex = it.records == 1;
    let at = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    FolderPage {
        shell,
        crumbs: crumbs(material, &here, it.parent, folder),
        heading,
        summary,
        folders: folders
            .map(|n| folder_count(catalog, &here, it.folders.start + at(n)))
            .collect(),
        files: files
            .map(|n| file_count(catalog, &here, it.files.start + at(n)))
            .collect(),
        pager: Pager::new(number, folder_pages(catalog, folder), |n| {
            catalog.folder_address(folder, n)
        }),
    }
}

/// A folder's path, without a slash at its end.
fn path_of(catalog: &Catalog, folder: FolderIx) -> String {
    let way = catalog.folders_to(folder).into_iter().skip(1);
    let names: Vec<_> = way
        .map(|folder| name(&catalog.folder(folder).name))
        .collect();
    names.join("/")
}

/// A name for people: a part of a path may be empty, and a link has to say something.
fn name(name: &str) -> String {
    if name.trim().is_empty() {
        return "(no name)".into();
    }
    pictures(name).into_owned()
}

/// The repositories, the repository, and the folders above.
fn crumbs(
    material: &Material<'_>,
    here: &OutPath,
    parent: Option<FolderIx>,
    folder: FolderIx,
) -> Vec<Link> {
    let catalog = material.catalog;
    let repo = catalog.folder(folder).repo;
    let mut crumbs = vec![
        Link::new("Repositories", here, &repos_address(1)),
        Link::new(
            &material.repo_title(repo),
            here,
            &catalog.repo_address(repo, 1),
        ),
    ];
    let above = parent.map(|parent| catalog.folders_to(parent));
    for folder in above.into_iter().flatten() {
        let it = catalog.folder(folder);
        let text = match it.parent {
            None => "Source files".into(),
            Some(_) => name(&it.name),
        };
        crumbs.push(Link::new(&text, here, &catalog.folder_address(folder, 1)));
    }
    crumbs
}

/// A folder with how many records are below; where it holds one folder only, that one.
fn folder_count(catalog: &Catalog, here: &OutPath, folder: FolderIx) -> Count {
    let mut text = name(&catalog.folder(folder).name);
    let mut at = folder;
    while catalog.folder(at).files.is_empty() && catalog.folder(at).folders.len() == 1 {
        at = catalog.folder(at).folders.start;
        text = format!("{text}/{}", name(&catalog.folder(at).name));
    }
    Count {
        link: Link::new(&format!("{text}/"), here, &catalog.folder_address(at, 1)),
        count: thousands(catalog.folder(at).records as usize),
    }
}

fn file_count(catalog: &Catalog, here: &OutPath, file: FileIx) -> Count {
    Count {
        link: Link::new(
            &file_name(catalog, file),
            here,
            &catalog.file_address(file, 1),
        ),
        count: thousands(catalog.records_in(file).len()),
    }
}

/// Whether records stand here because nobody knows their file.
fn is_unknown(catalog: &Catalog, file: FileIx) -> bool {
    let it = catalog.file(file);
    &*it.name == UNKNOWN_PATH && catalog.folder(it.folder).parent.is_none()
}

/// A file's name, for people.
fn file_name(catalog: &Catalog, file: FileIx) -> String {
    if is_unknown(catalog, file) {
        return "File not known".into();
    }
    name(&catalog.file(file).name)
}

/// How many pages a file has.
pub fn file_pages(material: &Material<'_>, file: FileIx) -> u32 {
    page_count(
        material.catalog.records_in(file).len(),
        material.config.listing.rows,
    )
}

/// Page `number` of a file: its errors in line order.
pub fn file(material: &Material<'_>, file: FileIx, number: u32) -> FilePage {
    let catalog = material.catalog;
    let here = catalog.file_address(file, number);
    let it = catalog.file(file);
    let repo = material.repo_title(catalog.folder(it.folder).repo);
    let heading = file_name(catalog, file);
    let records = catalog.records_in(file);
    let summary = counted(records.len(), "error");
    let title = page_title(&format!("{heading} · {repo}"), number);
    let description = format!("Errors that {heading} of {repo} raises, by line: {summary}");
    let mut shell = material.shell(&here, &title, &description);
    shell.noindex = records.len() == 1;
    let shown = page_range(records.len(), material.config.listing.rows, number);
    FilePage {
        shell,
        crumbs: crumbs(material, &here, Some(it.folder), it.folder),
        heading,
        summary,
        source: newest(catalog, file).map(|newest| source_link(material, newest)),
        rows: records[shown]
            .iter()
            .map(|record| line_row(material, &here, *record))
            .collect(),
        pager: Pager::new(number, file_pages(material, file), |n| {
            catalog.file_address(file, n)
        }),
    }
}

fn line_row(material: &Material<'_>, here: &OutPath, record: RecordIx) -> LineRow {
    let row = material.row(here, record, false);
    LineRow {
        line: material.catalog.record(record).line,
        title_html: row.title_html,
        href: row.href,
        severity: row.severity,
        code: row.code,
    }
}

/// The record of a file that changed last: a file's records may be of several commits. None where
/// nobody knows the file.
fn newest(catalog: &Catalog, file: FileIx) -> Option<RecordIx> {
    let records = catalog.records_in(file).iter().copied();
    let newest = records.max_by_key(|record| {
        let header = catalog.record(*record);
        (header.changed, header.id)
    });
    newest.filter(|_| !is_unknown(catalog, file))
}

/// The file at the commit of a record.
fn source_link(material: &Material<'_>, newest: RecordIx) -> Link {
    let catalog = material.catalog;
    let header = catalog.record(newest);
    let file = File {
        repo: &catalog.repo_of(header).name,
        commit: catalog.commit(header),
        path: catalog.path(header),
    };
    let href = source::links(material.config, file.repo).range(&file, None, None);
    let text = if href.starts_with("https://github.com/") {
        "View on GitHub"
    } else {
        "View source"
    };
    Link {
        text: text.into(),
        href,
        here: false,
    }
}
