//! `objects.inv`: names that Sphinx documents can link to, in version 2 of its inventory.
//!
//! Each record is a label by its id, each page by `owner/repo/slug`, and each code that one record
//! alone has by the code; all in lower case, since Sphinx looks them up so. Sphinx has no document on the
//! format: it is what its `sphinx/util/inventory.py` writes and reads, and so are the rules here on
//! what a name may hold. The door to `miniz_oxide`, whose bytes are the same on any machine.

use std::collections::HashMap;

use serde::Serialize;

use super::on_one_line;
use crate::address::OutPath;
use crate::catalog::{RecordIx, RepoIx};
use crate::page::{Material, forward};

/// Most lines of the inventory of all repositories; beyond, each repository's own is there.
const ROOT_LINES: usize = 100_000;
/// Characters of a message that documents show in place of a link without a text.
const TITLE_CHARS: usize = 200;
/// Three of a hundred bytes more than the next levels take, in half of their time.
const ZLIB_LEVEL: u8 = 4;

/// The names of a site or of one repository.
#[derive(Debug, Serialize)]
pub struct Inventory {
    project: String,
    /// By name.
    lines: Vec<Line>,
}

/// A name and where it leads.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Line {
    name: String,
    /// From the inventory's folder.
    href: String,
    title: String,
}

/// The address of the inventory of all repositories.
pub fn address() -> OutPath {
    OutPath::fixed("objects.inv")
}

/// Whether one inventory may hold the names of all repositories.
pub fn has_root(material: &Material<'_>) -> bool {
    let catalog = material.catalog;
    // Codes are known to be unique only when all are gathered; each has a record.
    let coded = catalog
        .records()
        .iter()
        .filter(|it| catalog.code(it).is_some());
    catalog.records().len() + catalog.pages().len() + coded.count() <= ROOT_LINES
}

/// The names of all repositories, or of one.
pub fn inventory(material: &Material<'_>, repo: Option<RepoIx>) -> Inventory {
    let catalog = material.catalog;
    let (here, records, pages) = match repo {
        None => {
            let pages = u32::try_from(catalog.pages().len()).unwrap_or(u32::MAX);
            (address(), 0..catalog.len(), 0..pages)
        }
        Some(repo) => {
            let it = catalog.repo(repo);
            let here = catalog.inventory_address(repo);
            (here, it.records.clone(), it.pages.clone())
        }
    };
    let site = &material.config.site.title;
    let project = match repo {
        None => on_one_line(site),
        Some(repo) => on_one_line(&format!("{site}: {}", material.repo_title(repo))),
    };
    let mut lines: HashMap<String, Line> = HashMap::new();
    let mut codes: HashMap<String, Option<Line>> = HashMap::new();
    for record in records {
        let title = title(material, record);
        let href = href(material, &here, record);
        let header = catalog.record(record);
        let line = |name: String| Line {
            name,
            href: href.clone(),
            title: title.clone(),
        };
        if let Some(code) = catalog.code(header).and_then(label) {
            let only = codes.entry(code.clone());
            only.and_modify(|line| *line = None)
                .or_insert_with(|| Some(line(code)));
        }
        let id = header.id.to_string();
        lines.insert(id.clone(), line(id));
    }
    for page in pages {
        let it = catalog.page(page);
        let name = format!("{}/{}", catalog.repo(it.repo).name, it.slug);
        if let Some(name) = label(&name) {
            lines.entry(name.clone()).or_insert_with(|| Line {
                name,
                href: here.href(&catalog.page_address(page, 1)),
                title: title(material, it.records.start),
            });
        }
    }
    for (code, line) in codes {
        if let Some(line) = line {
            lines.entry(code).or_insert(line);
        }
    }
    let mut lines: Vec<Line> = lines.into_values().collect();
    lines.sort_unstable();
    Inventory { project, lines }
}

fn title(material: &Material<'_>, record: RecordIx) -> String {
    let mut plain = on_one_line(&material.catalog.record(record).title.plain());
    if let Some((end, _)) = plain.char_indices().nth(TITLE_CHARS) {
        plain.truncate(end);
    }
    plain
}

/// The permalink, which outlives everything else; the section where there are none.
fn href(material: &Material<'_>, here: &OutPath, record: RecordIx) -> String {
    let header = material.catalog.record(record);
    if material.config.output.permalinks {
        return here.href(&forward::of_id(header.id));
    }
    let address = material.catalog.address(header);
    here.href_to(&address, &header.id.to_string())
}

/// A name as Sphinx looks it up: in lower case, with one space for any white space. None if there is
/// nothing left, or if a line with it could be read as one with another name: a number from the
/// third word on is taken for a line's priority.
fn label(name: &str) -> Option<String> {
    // Most are such already.
    let kept = |byte: u8| byte.is_ascii_graphic() && !byte.is_ascii_uppercase();
    if !name.is_empty() && name.bytes().all(kept) {
        return Some(name.to_owned());
    }
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    let words: Vec<_> = name
        .split(is_space)
        .filter(|word| !word.is_empty())
        .collect();
    let number = |word: &&str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        digits.chars().next().is_some_and(char::is_numeric)
    };
    let misread = words.iter().skip(2).any(number);
    (!words.is_empty() && !misread).then(|| words.join(" ").to_lowercase())
}

impl Inventory {
    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut file = format!(
            "# Sphinx inventory version 2\n# Project: {}\n# Version: \n# The remainder of this file is compressed using zlib.\n",
            self.project
        )
        .into_bytes();
        let mut text = String::new();
        for Line { name, href, title } in &self.lines {
            // A title of its own, since an empty one would not be a line.
            let title = if title.is_empty() { "-" } else { title };
            for part in [name, " std:label -1 ", href, " ", title, "\n"] {
                text.push_str(part);
            }
        }
        file.extend(miniz_oxide::deflate::compress_to_vec_zlib(
            text.as_bytes(),
            ZLIB_LEVEL,
        ));
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_that_sphinx_finds_again() {
        let label = |name| label(name).unwrap_or_default();
        assert_eq!(label("E0382"), "e0382");
        assert_eq!(label(" HTTP\u{85}404\n\0x "), "http 404 x");
        assert_eq!(label("a b 1"), "", "read as the name `a` of the kind `b`");
        assert_eq!(label("a b -\u{661}"), "");
        assert_eq!(label("\u{1c} \t"), "");
    }
}
