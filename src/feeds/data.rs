//! Records as data: all of a repository in files below `data/`, and those of a page beside it.
//!
//! A record is written as it was read, in one fixed form: key order and spacing of the input make
//! no difference, and what is left out of the site is left out here.

use std::ops::Range;

use serde::Serialize;

use crate::address::OutPath;
use crate::catalog::{Catalog, PageIx, RecordIx, RepoIx};
use crate::diagnostic::Diagnostic;
use crate::page::Material;

/// The version of the form of these files.
const VERSION: u32 = 1;
/// About how many bytes of records one file holds; a single record may be larger.
const PART_BYTES: u64 = 4 << 20;

/// Records of one file; their fingerprints are over all that is written of them.
#[derive(Debug, Serialize)]
pub struct Records {
    #[serde(skip)]
    records: Vec<RecordIx>,
    fingerprints: Vec<u128>,
}

/// The records of one part of a page.
#[derive(Debug, Serialize)]
pub struct Page {
    version: u32,
    address: String,
    repo: String,
    slug: String,
    part: u32,
    parts: u32,
    records: Records,
}

/// Which file holds what.
#[derive(Debug, Serialize)]
pub struct Index {
    version: u32,
    records: usize,
    repositories: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    repo: String,
    records: usize,
    files: Vec<String>,
}

/// The address of the list of files.
pub fn address() -> OutPath {
    OutPath::fixed("data/index.json")
}

/// How many files the records of a repository are in.
pub fn parts(catalog: &Catalog, repo: RepoIx) -> u32 {
    u32::try_from(ranges(catalog, repo).len()).unwrap_or(u32::MAX)
}

/// The records of each file of a repository, by size.
fn ranges(catalog: &Catalog, repo: RepoIx) -> Vec<Range<RecordIx>> {
    let all = catalog.repo(repo).records.clone();
    let mut ranges = Vec::new();
    let (mut start, mut bytes) = (all.start, 0);
    for record in all.clone() {
        let size = u64::from(catalog.record(record).size);
        if record > start && bytes + size > PART_BYTES {
            ranges.push(start..record);
            (start, bytes) = (record, 0);
        }
        bytes += size;
    }
    ranges.push(start..all.end);
    ranges
}

/// One file of a repository's records, from 1.
pub fn records(catalog: &Catalog, repo: RepoIx, part: u32) -> Records {
    let at = part.saturating_sub(1) as usize;
    let range = ranges(catalog, repo).into_iter().nth(at);
    Records::of(catalog, range.unwrap_or_default())
}

/// The records of one part of a page.
pub fn page(catalog: &Catalog, page: PageIx, part: u32) -> Page {
    let it = catalog.page(page);
    Page {
        version: VERSION,
        address: catalog.page_address(page, part).to_string(),
        repo: catalog.repo(it.repo).name.to_string(),
        slug: it.slug.to_string(),
        part,
        parts: it.parts,
        records: Records::of(catalog, catalog.records_of_part(page, part)),
    }
}

/// Which file holds what.
pub fn index(catalog: &Catalog) -> Index {
    let repos = (0..).zip(catalog.repos());
    let repos = repos.map(|(ix, repo)| Entry {
        repo: repo.name.to_string(),
        records: repo.records.len(),
        files: (1..=parts(catalog, ix))
            .map(|part| catalog.data_address(ix, part).to_string())
            .collect(),
    });
    Index {
        version: VERSION,
        records: catalog.records().len(),
        repositories: repos.collect(),
    }
}

impl Records {
    fn of(catalog: &Catalog, records: impl Iterator<Item = RecordIx>) -> Self {
        let records: Vec<_> = records.collect();
        let fingerprints = records.iter().map(|ix| catalog.record(*ix).fingerprint);
        Self {
            fingerprints: fingerprints.collect(),
            records,
        }
    }

    /// An array of records, one a line.
    ///
    /// # Errors
    /// If a record can no longer be read as it was.
    pub fn bytes(&self, material: &Material<'_>) -> Result<Vec<u8>, Box<Diagnostic>> {
        let mut json = Vec::new();
        self.push(material, &mut json)?;
        json.push(b'\n');
        Ok(json)
    }

    fn push(&self, material: &Material<'_>, json: &mut Vec<u8>) -> Result<(), Box<Diagnostic>> {
        json.push(b'[');
        for (n, record) in self.records.iter().enumerate() {
            let record = material.read(material.catalog.record(*record))?;
            json.extend_from_slice(if n > 0 { b",\n" } else { b"\n" });
            serde_json::to_writer(&mut *json, &record).expect("memory takes every record");
        }
        json.extend_from_slice(b"\n]");
        Ok(())
    }
}

impl Page {
    /// An object with the records.
    ///
    /// # Errors
    /// If a record can no longer be read as it was.
    pub fn bytes(&self, material: &Material<'_>) -> Result<Vec<u8>, Box<Diagnostic>> {
        let Self {
            version,
            address,
            repo,
            slug,
            part,
            parts,
            records,
        } = self;
        let text = |text: &str| serde_json::Value::from(text);
        let mut json = format!(
            "{{\"version\":{version},\"address\":{},\"repo\":{},\"slug\":{},\"part\":{part},\"parts\":{parts},\"records\":",
            text(address),
            text(repo),
            text(slug)
        )
        .into_bytes();
        records.push(material, &mut json)?;
        json.extend_from_slice(b"}\n");
        Ok(json)
    }
}

impl Index {
    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec(self).expect("plain data has a form");
        json.push(b'\n');
        json
    }
}
