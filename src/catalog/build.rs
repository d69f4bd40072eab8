//! Headers in, catalog out: duplicates settled, groups made, names turned into addresses.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::names::{Before, Kind, Names, fold};
use super::part::PartCut;
use super::repo;
use super::texts::{Sorted, Texts};
use super::told::Told;
use super::withdrawn::Withdrawn;
use super::{Card, Catalog, Header, Page, Repo, Value, ValueIx};
use crate::config::Facet;
use crate::date::Date;
use crate::diagnostic::{Code, Diagnostic};
use crate::hash::Map;
use crate::input::{self, Place};
use crate::ledger::{Owners, Space};
use crate::record::RecordId;

/// How many records came and what became of those that are not published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Records with an id that a newer one has too.
    pub superseded: usize,
    /// Records of a repository that clashes with another.
    pub rejected: usize,
    /// Records that are to be left out.
    pub withdrawn: usize,
}

/// Takes records one by one.
#[derive(Debug)]
pub struct Builder {
    facets: Vec<Facet>,
    drafts: Vec<Draft>,
    by_id: Map<RecordId, usize>,
    names: Texts,
    /// Facet values, each facet's by its number.
    values: Texts,
    tally: Tally,
    withdrawn: HashSet<String>,
    gone: Withdrawn,
    told: Told,
    owners: Arc<Owners>,
    left_out: Vec<RecordId>,
}

/// A header whose groups are not known yet.
#[derive(Debug)]
struct Draft {
    header: Header,
    repo: u32,
    slug: Box<str>,
    kind: Option<u128>,
    rank: Rank,
}

/// Which of two records with one id is newer.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    version: Option<Box<str>>,
    changed: Option<Date>,
    analyzed: Option<Date>,
    fingerprint: u128,
}

impl Builder {
    /// A catalog with these facets.
    pub fn new(facets: &[Facet]) -> Self {
        Self {
            facets: facets.to_vec(),
            drafts: Vec::new(),
            by_id: Map::default(),
            names: Texts::default(),
            values: Texts::default(),
            tally: Tally::default(),
            withdrawn: HashSet::new(),
            gone: Withdrawn::default(),
            told: Told::default(),
            owners: Arc::default(),
            left_out: Vec::new(),
        }
    }

    /// Takes what was published before: whose each address is.
    pub fn know(&mut self, owners: Arc<Owners>) {
        self.owners = owners;
    }

    /// Leaves out records by id or by repository, in any letter case: a text that has to go must
    /// not stay because of how its name was typed.
    pub fn withdraw(&mut self, names: &[String]) {
        self.gone.name(names);
        self.withdrawn
            .extend(names.iter().map(|name| fold(name.trim())));
    }

    /// Takes what is known besides records.
    pub fn tell(&mut self, told: input::Told) {
        self.told = Told::of(told);
    }

    fn is_withdrawn(&self, card: &Card) -> bool {
        !self.withdrawn.is_empty()
            && (self.withdrawn.contains(&card.id.to_string())
                || self.withdrawn.contains(&fold(&card.repo)))
    }

    /// Takes one record, which lies at `place`; the newer of two with the same id stays.
    pub fn add(&mut self, card: Card, place: Place) {
        if self.is_withdrawn(&card) {
            self.tally.withdrawn += 1;
            self.gone.add(&card);
            return;
        }
        let draft = self.draft(card, place);
        match self.by_id.entry(draft.header.id) {
            Entry::Vacant(entry) => {
                entry.insert(self.drafts.len());
                self.drafts.push(draft);
            }
            Entry::Occupied(entry) => {
                self.tally.superseded += 1;
                let other = &mut self.drafts[*entry.get()];
                if draft.rank > other.rank {
                    *other = draft;
                }
            }
        }
    }

    fn draft(&mut self, card: Card, place: Place) -> Draft {
        let values = card.values.iter();
        let values = values
            .map(|(facet, value)| self.values.number(&format!("{facet:05}{value}")))
            .collect();
        let header = Header {
            id: card.id,
            title: card.title,
            is_telling: card.is_telling,
            page: 0,
            part: 1,
            changed: card.changed.or(card.analyzed),
            line: card.line,
            excerpt: card.excerpt,
            sketch: card.sketch,
            place,
            fingerprint: card.fingerprint,
            size: card.size,
            path: self.names.number(&card.path),
            commit: self.names.number(&card.commit),
            severity: self.names.number(&card.severity),
            code: card.code.map(|code| self.names.number(&code)),
            first_of_kind: 0,
            file_rank: 0,
            values,
        };
        let rank = Rank {
            version: card.version,
            changed: card.changed,
            analyzed: card.analyzed,
            fingerprint: card.fingerprint,
        };
        Draft {
            header,
            repo: self.names.number(&card.repo),
            slug: card.slug,
            kind: card.kind,
            rank,
        }
    }

    /// Groups what was taken.
    pub fn finish(mut self) -> (Catalog, Tally, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        self.reject_clashing_repos(&mut diagnostics);
        drop(std::mem::take(&mut self.by_id));
        let names = std::mem::take(&mut self.names).list;
        let mut drafts = self.drafts;
        // Ids differ, so there is one order; and no room is needed beside the drafts.
        drafts.sort_unstable_by(|a, b| {
            (
                &names[a.repo as usize],
                &a.slug,
                &names[a.header.path as usize],
                a.header.line,
                a.header.id,
            )
                .cmp(&(
                    &names[b.repo as usize],
                    &b.slug,
                    &names[b.header.path as usize],
                    b.header.line,
                    b.header.id,
                ))
        });
        let mut catalog = Catalog {
            newest: drafts.iter().filter_map(|d| d.header.changed).max(),
            version: drafts.iter().filter_map(|d| d.rank.version.clone()).max(),
            told: self.told,
            owners: self.owners,
            left_out: self.left_out,
            ..Catalog::default()
        };
        let kinds: Vec<_> = drafts.iter().map(|draft| draft.kind).collect();
        group(&mut catalog, drafts, &names, &mut diagnostics);
        catalog.find_kinds(&kinds);
        catalog.paths = names;
        name_pages(&mut catalog, &mut diagnostics);
        let order = self.values.sorted();
        group_by_value(&mut catalog, self.facets, &order, &mut diagnostics);
        order_by_file(&mut catalog);
        self.gone.settle(&catalog);
        catalog.withdrawn = self.gone;
        (catalog, self.tally, diagnostics)
    }

    /// Two repositories that differ by letter case only would share a folder on many disks, and
    /// their links must not depend on which disk: the first by bytes stays, the other is an error.
    fn reject_clashing_repos(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        let mut repos: Vec<u32> = self.drafts.iter().map(|draft| draft.repo).collect();
        repos.sort_unstable();
        repos.dedup();
        // Whoever was published before stays.
        repos.sort_by_key(|repo| {
            let name = &*self.names.list[*repo as usize];
            (!repo::is_known(name, &self.owners), name)
        });
        let mut kept: HashMap<String, u32> = HashMap::new();
        let mut dropped = Vec::new();
        for repo in repos {
            let name = &self.names.list[repo as usize];
            // By folder too: other names can come to the same one.
            let names = [fold(name), fold(&repo::plain_folder(name))];
            let first = names.iter().find_map(|name| kept.get(name).copied());
            let first = first.unwrap_or(repo);
            for name in names {
                kept.entry(name).or_insert(repo);
            }
            if first != repo {
                let found = format!(
                    "repositories `{}` and `{name}` would share a folder on some disks",
                    self.names.list[first as usize]
                );
                let hint = format!("write both the same way; the records of `{name}` are left out");
                diagnostics.push(Diagnostic::error(Code::REPOSITORIES_CLASH, found).hint(hint));
                dropped.push(repo);
            }
        }
        let out = |draft: &&Draft| dropped.contains(&draft.repo);
        let ids = self.drafts.iter().filter(out).map(|draft| draft.header.id);
        self.left_out.extend(ids);
        self.tally.rejected += self.left_out.len();
        self.drafts.retain(|draft| !out(&draft));
    }
}

/// Makes repositories and pages of sorted drafts.
fn group(
    catalog: &mut Catalog,
    drafts: Vec<Draft>,
    names: &[Box<str>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let mut cut = PartCut::default();
    catalog.records.reserve_exact(drafts.len());
    for draft in drafts {
        let name = &names[draft.repo as usize];
        let record = number(catalog.records.len());
        let page_count = number(catalog.pages.len());
        if catalog.repos.last().is_none_or(|repo| repo.name != *name) {
            catalog.repos.push(Repo {
                name: name.clone(),
                folder: repo::folder(name, &catalog.owners, diagnostics),
                pages: page_count..page_count,
                records: record..record,
            });
        }
        let repo_ix = number(catalog.repos.len()) - 1;
        let repo = catalog.repos.last_mut().expect("just made");
        if repo.pages.is_empty()
            || catalog
                .pages
                .last()
                .is_none_or(|page| page.slug != draft.slug)
        {
            catalog.pages.push(Page {
                repo: repo_ix,
                slug: draft.slug,
                segment: "".into(),
                records: record..record,
                parts: 1,
            });
            repo.pages.end += 1;
            cut = PartCut::default();
        }
        repo.records.end = record + 1;
        let page = catalog.pages.last_mut().expect("just made");
        page.records.end = record + 1;
        page.parts = cut.part_of(draft.header.size);
        let header = Header {
            part: page.parts,
            page: number(catalog.pages.len()) - 1,
            ..draft.header
        };
        catalog.records.push(header);
    }
}

/// Gives every page its file name.
fn name_pages(catalog: &mut Catalog, diagnostics: &mut Vec<Diagnostic>) {
    for repo in &catalog.repos {
        let Range { start, end } = repo.pages;
        let before = Before {
            owners: &catalog.owners,
            space: Space::Pages,
            of: &repo.name,
            prefix: "",
        };
        let mut names = Names::of(format!("errors/{}", repo.folder), before);
        for page in &mut catalog.pages[start as usize..end as usize] {
            page.segment = names.segment(&page.slug, Kind::SlugPage, diagnostics);
        }
    }
}

/// Sorts values, gives them addresses, and lists the records of each.
fn group_by_value(
    catalog: &mut Catalog,
    facets: Vec<Facet>,
    order: &Sorted,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut counts = vec![0u32; order.names.len()];
    for header in &mut catalog.records {
        let mut values: Vec<ValueIx> = header
            .values
            .iter()
            .map(|value| order.rank[*value as usize])
            .collect();
        values.sort_unstable();
        values.dedup();
        for value in &values {
            counts[*value as usize] += 1;
        }
        header.values = values.into();
    }
    // A value that only superseded records had is none.
    let mut renumbered = Vec::with_capacity(counts.len());
    let mut at = 0;
    let owners = catalog.owners.clone();
    let before = |of| Before {
        owners: &owners,
        space: Space::Facets,
        of,
        prefix: "",
    };
    let mut names = Names::of("", before(""));
    let mut facet_before = None;
    for (name, count) in order.names.iter().zip(&counts) {
        renumbered.push(u32::try_from(catalog.values.len()).unwrap_or(u32::MAX));
        if *count == 0 {
            continue;
        }
        let (facet, text) = name.split_at(5);
        let facet = facet.parse().unwrap_or_default();
        if facet_before != Some(facet) {
            let Facet { path, field, .. } = &facets[usize::from(facet)];
            names = Names::of(path, before(field));
            facet_before = Some(facet);
        }
        let segment = names.segment(text, Kind::Page, diagnostics);
        catalog.values.push(Value {
            facet,
            text: text.into(),
            segment,
            records: at..at + count,
        });
        at += count;
    }
    let mut next: Vec<u32> = catalog
        .values
        .iter()
        .map(|value| value.records.start)
        .collect();
    catalog.postings = vec![0; at as usize];
    for (record, header) in catalog.records.iter_mut().enumerate() {
        for value in &mut header.values {
            *value = renumbered[*value as usize];
            let slot = &mut next[*value as usize];
            catalog.postings[*slot as usize] = u32::try_from(record).unwrap_or(u32::MAX);
            *slot += 1;
        }
    }
    catalog.facets = facets
        .into_iter()
        .enumerate()
        .map(|(n, facet)| (facet, value_range(&catalog.values, n)))
        .collect();
}

fn value_range(values: &[Value], facet: usize) -> Range<ValueIx> {
    let at = |bound: usize| {
        u32::try_from(values.partition_point(|value| usize::from(value.facet) < bound))
            .unwrap_or(u32::MAX)
    };
    at(facet)..at(facet + 1)
}

/// Sorts records by file and line, for neighbours.
fn order_by_file(catalog: &mut Catalog) {
    let mut by_file: Vec<u32> = (0..catalog.len()).collect();
    by_file.sort_by_key(|ix| {
        let header = catalog.record(*ix);
        (
            catalog.page(header.page).repo,
            catalog.path(header),
            header.line,
            header.id,
        )
    });
    for (rank, record) in by_file.iter().enumerate() {
        catalog.records[*record as usize].file_rank = u32::try_from(rank).unwrap_or(u32::MAX);
    }
    catalog.by_file = by_file;
}

#[cfg(test)]
mod tests;
