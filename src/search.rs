//! The search index: what the browser needs to find a record, in small files fetched on demand.
//!
//! In go records one after another ([`Index::add`]), out come files ([`Index::finish`]). It reads
//! and writes nothing but what it puts aside while there is much of it, and knows no clock: the same records in any order give the same bytes.
//! The scripts in `static/js/search` read what is written here, so the two change together.
//!
//! | kind | holds | module |
//! | --- | --- | --- |
//! | `a`, `al` | title tier: terms of messages, codes, classes, tags, repositories, files; pairs; facets | `tier`, `levels`, `pairs`, `facets` |
//! | `b`, `bl` | prose tier: terms of prose and folders | the same |
//! | `d` | what a result row shows | `documents`, `place` |
//! | `p` | templates of messages, to find a record in pasted text | `patterns`, `routers`, `common` |
//! | `r`, `w` | reversed vocabulary; word list, facet values | `words` |

mod common;
mod documents;
mod facets;
mod json;
mod levels;
mod lists;
mod pairs;
pub mod paste;
mod patterns;
mod place;
mod postings;
pub mod published;
mod records;
mod root;
mod routers;
mod shards;
mod spill;
mod strings;
mod terms;
mod tier;
mod words;

#[cfg(test)]
mod tests;

use std::io;

use crate::address::OutPath;
use documents::Documents;
use facets::Facets;
use postings::Postings;
use records::Kind;
use shards::Shards;
use tier::Tier;
use words::Vocabulary;

/// The version of the format: a browser that knows another one says so instead of guessing.
const FORMAT: u32 = 1;

/// The file of a kind that says which of its shards holds what.
const STARTS: &str = "starts";

/// Prose words in more than one of eight records say nothing, if there are enough records to tell.
const PROSE_SHARE: usize = 8;
const PROSE_COMMON_MIN: usize = 1_000;

/// One record, as the index sees it.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// 16 hexadecimal digits.
    pub id: &'a str,
    /// The error message.
    pub title: &'a str,
    /// The message as a pattern.
    pub pattern: Option<&'a str>,
    /// Error code, such as `E0382`.
    pub code: Option<&'a str>,
    /// Class of the error, such as `ValueError`.
    pub class: Option<&'a str>,
    /// `owner/name`.
    pub repo: &'a str,
    /// Path in the repository.
    pub path: &'a str,
    /// Line of the raising call.
    pub line: Option<u32>,
    /// How bad it is.
    pub severity: &'a str,
    /// Error type.
    pub kind: &'a str,
    /// Tags.
    pub tags: &'a [&'a str],
    /// Address of its page, such as `errors/owner/name/slug.html`.
    pub address: &'a str,
    /// Everything else that is worth finding; may be empty. It is not kept.
    pub prose: &'a str,
}

/// What is indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether prose is searched too; without it the index is a third smaller.
    pub prose: bool,
    /// About how many bytes of each tier are kept in memory while records are added; the rest is on
    /// disk meanwhile. It changes no byte of the index.
    pub budget: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            prose: true,
            budget: postings::BUDGET,
        }
    }
}

/// An index being made.
pub struct Index {
    options: Options,
    documents: Documents,
    facets: Facets,
    titles: Postings,
    prose: Postings,
}

impl Index {
    /// An empty index.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            documents: Documents::default(),
            facets: Facets::default(),
            titles: Postings::new(options.budget),
            prose: Postings::new(options.budget),
        }
    }

    /// Adds a record. Only its terms and short fields are kept.
    pub fn add(&mut self, document: &Document<'_>) {
        let number = self.documents.add(document);
        let titles = &mut self.titles;
        for (term, level) in levels::title_levels(document, |term| titles.number(term)) {
            titles.push(term, number, level);
        }
        for facet in self.facets.add(document) {
            let term = titles.number(&facet);
            titles.push(term, number, levels::LEVEL_MIN);
        }
        let prose = &mut self.prose;
        let with_prose = self.options.prose;
        for (term, level) in levels::prose_levels(document, with_prose, |term| prose.number(term)) {
            prose.push(term, number, level);
        }
        self.titles.relieve();
        self.prose.relieve();
    }

    /// Hands every file to `put`, kind by kind, the root last.
    ///
    /// # Errors
    /// What `put` returned, or that what was put aside cannot be read; no file follows it.
    pub fn finish<E: From<io::Error>>(
        self,
        mut put: impl FnMut(OutPath, Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self {
            mut documents,
            facets,
            mut titles,
            prose,
            ..
        } = self;
        pairs::push_pairs(&mut titles, documents.len(), documents.titles());
        let ranks = documents.rank();
        let later = documents.later_copies();
        let mut out = Out {
            kinds: Vec::new(),
            put: &mut put,
        };
        out.shards(documents.shards())?;
        out.shards(patterns::shards(&documents))?;

        let mut vocabulary = Vocabulary::default();
        let mut tier = Tier::new("a", "al", &later);
        for sorted in titles.into_sorted() {
            let (term, list) = sorted?;
            let list = list.ranked(&ranks);
            vocabulary.note(&term, &list);
            tier.add(&term, list);
        }
        let (heads, title_starts, full) = tier.finish();
        out.shards(heads)?;
        out.shards(full)?;

        let mut tier = Tier::new("b", "bl", &later);
        let common = PROSE_COMMON_MIN.max(documents.len() / PROSE_SHARE);
        for sorted in prose.into_sorted() {
            let (term, list) = sorted?;
            if list.count() <= common {
                tier.add(&term, list.ranked(&ranks));
            }
        }
        let (mut heads, starts, full) = tier.finish();
        // With the shards it leads to: an edit of prose touches no other kind.
        heads.push_named(STARTS, &starts.to_json());
        out.shards(heads)?;
        out.shards(full)?;

        let mut lists = Shards::new("w");
        lists.push_named("t", &vocabulary.listed_json(documents.len()));
        lists.push_named("f", &facets.to_json());
        let (mut reversed, starts) = vocabulary.reversed();
        reversed.push_named(STARTS, &starts.to_json());
        out.shards(reversed)?;
        out.shards(lists)?;

        for (path, bytes) in records::files(&documents) {
            (out.put)(path, bytes)?;
        }
        let kinds = out.kinds;
        let (path, bytes) = records::contents(documents.len(), &kinds);
        put(path, bytes)?;
        let (path, bytes) = root::root(&documents, &kinds, &title_starts);
        put(path, bytes)
    }
}

/// Where files go, and what went there.
struct Out<'a, P> {
    kinds: Vec<Kind>,
    put: &'a mut P,
}

impl<E, P: FnMut(OutPath, Vec<u8>) -> Result<(), E>> Out<'_, P> {
    fn shards(&mut self, shards: Shards) -> Result<(), E> {
        self.kinds.push(Kind {
            name: shards.kind(),
            generation: shards.generation(),
            files: shards.len(),
        });
        for (path, bytes) in shards.into_files() {
            (self.put)(path, bytes)?;
        }
        Ok(())
    }
}

/// The beginning of a text, at most so many bytes, cut at a character.
fn cut(text: &str, max_bytes: usize) -> &str {
    let mut end = text.len().min(max_bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
