//! What is known of repositories and families besides their records.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::dataset::{Article, RepoFacts};
use crate::input;

/// Facts by repository, articles by family; of several about one, those of the newest data set.
#[derive(Debug, Default)]
pub(super) struct Told {
    facts: BTreeMap<String, RepoFacts>,
    articles: BTreeMap<String, Article>,
}

impl Told {
    pub(super) fn of(told: input::Told) -> Self {
        Self {
            facts: newest(told.facts, |facts| facts.repo.clone()),
            articles: newest(told.articles, |article| article.slug.clone()),
        }
    }

    pub(super) fn facts(&self, repo: &str) -> Option<&RepoFacts> {
        self.facts.get(repo)
    }

    pub(super) fn article(&self, family: &str) -> Option<&Article> {
        self.articles.get(family)
    }
}

/// Sorted first, so that the order of the input decides nothing; the last of a name stays.
fn newest<T: Ord>(
    mut told: Vec<(Option<Arc<str>>, T)>,
    name: impl Fn(&T) -> String,
) -> BTreeMap<String, T> {
    told.sort();
    let named = told.into_iter().map(|(_, entry)| (name(&entry), entry));
    named.collect()
}
