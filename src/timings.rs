//! Where the time of a build goes: how often each kind of work was done, how long it took, and what
//! took longest. Off by default, and then nothing is measured.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Takes the time of pieces of work, from any thread.
#[derive(Debug, Default)]
pub struct Timings {
    kinds: Option<Mutex<BTreeMap<(Stage, String), Taken>>>,
}

/// A stage of a build, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Finding files.
    List,
    /// Records from files.
    Read,
    /// The catalog.
    Group,
    /// What templates will see, as far as headers tell; by template.
    View,
    /// A record read again.
    ReadBack,
    /// Code coloured; by language.
    Highlight,
    /// Markdown to markup.
    Markdown,
    /// A page; by template.
    Template,
    /// A file looked at and kept.
    Keep,
    /// What became of what was published before, and the files that say so.
    Ledger,
    /// A file compared, and staged if it differs.
    Stage,
    /// The search index: records to shards.
    Search,
    /// Files moved into place and deleted.
    Publish,
}

impl Stage {
    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::List => "list inputs",
            Self::Read => "read records",
            Self::Group => "group",
            Self::View => "view",
            Self::ReadBack => "read back",
            Self::Highlight => "highlight",
            Self::Markdown => "markdown",
            Self::Template => "template",
            Self::Keep => "keep",
            Self::Ledger => "ledger",
            Self::Stage => "stage",
            Self::Search => "search index",
            Self::Publish => "publish",
        }
    }
}

/// What one kind of work took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// How often it was done.
    pub count: u64,
    /// All together. Stages overlap: a page's template runs while another is staged.
    pub total: Duration,
    /// The longest.
    pub slowest: Duration,
    /// What that was done for; may be empty.
    pub slowest_is: String,
}

impl Timings {
    /// Measures.
    pub fn on() -> Self {
        Self {
            kinds: Some(Mutex::default()),
        }
    }

    /// Does some work of a stage: `kind` tells apart within it, `what` names the piece.
    pub fn time<T>(
        &self,
        stage: Stage,
        kind: &str,
        what: impl FnOnce() -> String,
        work: impl FnOnce() -> T,
    ) -> T {
        let Some(kinds) = &self.kinds else {
            return work();
        };
        let started = Instant::now();
        let done = work();
        let time = started.elapsed();
        let mut kinds = kinds
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let taken = kinds.entry((stage, kind.to_owned())).or_default();
        taken.count += 1;
        taken.total += time;
        if time > taken.slowest {
            taken.slowest = time;
            taken.slowest_is = what();
        }
        done
    }

    /// What was measured, by stage, within it what took longest first.
    pub fn taken(&self) -> Vec<(Stage, String, Taken)> {
        let Some(kinds) = &self.kinds else {
            return Vec::new();
        };
        let kinds = kinds
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let taken = kinds
            .iter()
            .map(|((stage, kind), taken)| (*stage, kind.clone(), taken.clone()));
        let mut taken: Vec<_> = taken.collect();
        taken.sort_by(|a, b| (a.0, b.2.total, &a.1).cmp(&(b.0, a.2.total, &b.1)));
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_counted_and_the_longest_is_named() {
        let timings = Timings::on();
        for n in 0..3 {
            let done = timings.time(Stage::Template, "a.html", || format!("page {n}"), || n * 2);
            assert_eq!(done, n * 2);
        }
        timings.time(Stage::List, "", String::new, || ());
        let taken = timings.taken();
        let names: Vec<_> = taken
            .iter()
            .map(|(stage, kind, taken)| (*stage, kind.as_str(), taken.count))
            .collect();
        assert_eq!(
            names,
            [(Stage::List, "", 1), (Stage::Template, "a.html", 3)]
        );
        let template = &taken[1].2;
        assert!(template.slowest <= template.total && template.slowest_is.starts_with("page "));
    }

    #[test]
    fn nothing_is_measured_unless_asked() {
        let timings = Timings::default();
        assert_eq!(timings.time(Stage::Read, "", || unreachable!(), || 1), 1);
        assert!(timings.taken().is_empty());
    }
}
