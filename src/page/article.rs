//! The data set's article about a family, above the family's records.

use serde::Serialize;

use crate::dataset::{Article, Cause};
use crate::html::Html;
use crate::markdown;

/// An article, ready to be shown.
#[derive(Debug, Serialize)]
pub struct ArticleView {
    /// What the family is.
    pub summary_html: Html,
    /// Why such errors exist.
    pub background_html: Html,
    /// What leads to them.
    pub causes: Vec<CauseView>,
    /// What helps.
    pub fixes_html: Vec<Html>,
}

/// One cause.
#[derive(Debug, Serialize)]
pub struct CauseView {
    /// In a few words.
    pub cause_html: Html,
    /// More of it; may be empty.
    pub detail_html: Html,
}

impl ArticleView {
    /// The view of an article.
    pub fn of(article: &Article) -> Self {
        let block = |text: &Option<String>| markdown::block(text.as_deref().unwrap_or_default());
        let cause = |cause: &Cause| CauseView {
            cause_html: markdown::inline(&cause.cause),
            detail_html: block(&cause.detail),
        };
        Self {
            summary_html: block(&article.summary),
            background_html: block(&article.background),
            causes: article.common_causes.iter().map(cause).collect(),
            fixes_html: article
                .fixes
                .iter()
                .map(|fix| markdown::inline(fix))
                .collect(),
        }
    }
}
