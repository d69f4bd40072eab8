//! How much a term says about a record, in 15 levels.
//!
//! In goes a document, out come its terms with levels: what ranking needs, computed once at build.
//! The browser turns a level back into 0.5·26^((level−1)/14). Only additions, products and
//! comparisons with constants, so that every machine computes the same levels.

use super::terms::each_term;
use super::{Document, cut};

/// Level 15 is worth 26 times level 1.
pub(super) const LEVEL_MAX: u8 = 15;
/// Level of terms that only filter (facets).
pub(super) const LEVEL_MIN: u8 = 1;

/// Text of a message or another short field that is indexed, in bytes; messages run to whole pages
/// of usage help.
const FIELD_MAX_BYTES: usize = 1_000;
/// Prose that is indexed, in bytes.
const PROSE_MAX_BYTES: usize = 64 * 1024;

const CODE: f64 = 12.0;
const CLASS: f64 = 5.0;
const TAG: f64 = 2.5;
const PLACE: f64 = 1.5;

/// The least weight of levels 2 to 15: 0.5·26^((level−1.5)/14).
const STEPS: [f64; 14] = [
    0.5617, 0.708_883, 0.894_631, 1.129_05, 1.424_895, 1.798_26, 2.269_457, 2.864_122, 3.614_606,
    4.561_74, 5.757_05, 7.265_567, 9.169_361, 11.572_004,
];

/// The terms of the title tier, each once, in order, with its level. Terms are known by what
/// `key` makes of them.
pub(super) fn title_levels<K: Ord + Clone>(
    document: &Document<'_>,
    mut key: impl FnMut(&str) -> K,
) -> Vec<(K, u8)> {
    let mut weights: Vec<(K, f64)> = Vec::with_capacity(32);
    let mut push_field = |field: &str, weight: &dyn Fn(usize) -> f64| {
        let mut keys = Vec::with_capacity(16);
        each_field_term(field, |term| keys.push(key(term)));
        let weight = weight(keys.len());
        keys.sort_unstable();
        keys.dedup();
        weights.extend(keys.into_iter().map(|key| (key, weight)));
    };
    push_field(document.title, &title_weight);
    push_field(document.code.unwrap_or(""), &|_| CODE);
    push_field(document.class.unwrap_or(""), &|_| CLASS);
    push_field(document.repo, &|_| PLACE);
    push_field(file_name(document.path), &|_| PLACE);
    for tag in document.tags {
        push_field(tag, &|_| TAG);
    }
    weights.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    weights
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| {
            // In several fields: the largest weight and a quarter of the rest.
            let rest: f64 = same[1..].iter().map(|w| w.1).sum();
            (same[0].0.clone(), level(same[0].1 + rest * 0.25))
        })
        .collect()
}

/// The terms of a message in order, repeats kept.
pub(super) fn title_terms(title: &str) -> Vec<String> {
    let mut terms = Vec::new();
    each_field_term(title, |term| terms.push(term.to_owned()));
    terms
}

/// The level of a word in a message of so many words: a word of a short message says more.
pub(super) fn title_level(words: usize) -> u8 {
    level(title_weight(words))
}

/// The terms of the prose tier, each once, in order: levels 1, 2 and 3 for a term that occurs
/// once, two or three times, and more often. The folders of the path count as prose.
pub(super) fn prose_levels<K: Ord + Clone>(
    document: &Document<'_>,
    with_prose: bool,
    mut key: impl FnMut(&str) -> K,
) -> Vec<(K, u8)> {
    let mut found = Vec::with_capacity(256);
    each_field_term(folders(document.path), |term| found.push(key(term)));
    if with_prose {
        let prose = cut(document.prose, PROSE_MAX_BYTES);
        each_term(prose, |term| found.push(key(term)));
    }
    found.sort_unstable();
    let level_of = |count| match count {
        0..=1 => 1,
        2..=3 => 2,
        _ => 3,
    };
    found
        .chunk_by(|a, b| a == b)
        .map(|same| (same[0].clone(), level_of(same.len())))
        .collect()
}

fn each_field_term(field: &str, each: impl FnMut(&str)) {
    each_term(cut(field, FIELD_MAX_BYTES), each);
}

fn title_weight(words: usize) -> f64 {
    let words = u32::try_from(words).unwrap_or(u32::MAX).max(1);
    8.0 / (0.4 + 0.6 * f64::from(words) / 6.0)
}

fn level(weight: f64) -> u8 {
    let above = STEPS.iter().take_while(|&&step| weight >= step).count();
    u8::try_from(above).map_or(LEVEL_MAX, |above| LEVEL_MIN + above)
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folders(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folders, _)| folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_with_weight_and_stay_within_bounds() {
        assert_eq!(level(0.0), 1);
        assert_eq!(level(0.5), 1);
        assert_eq!(level(13.0), 15);
        assert_eq!(level(1e9), 15);
        for (n, pair) in STEPS.windows(2).enumerate() {
            assert!(pair[0] < pair[1]);
            assert_eq!(usize::from(level(pair[0])), n + 2);
        }
    }

    #[test]
    fn a_code_outweighs_a_word_of_a_long_message() {
        let document = Document {
            title: "the borrow checker found that this value was used after it had been moved away",
            code: Some("E0382"),
            path: "compiler/rustc_borrowck/src/diagnostics.rs",
            tags: &["borrow"],
            prose: "move move move move twice twice once",
            ..Document::sample()
        };
        let levels = title_levels(&document, str::to_owned);
        let level = |term: &str| levels.iter().find(|l| l.0 == term).map(|l| l.1);
        assert_eq!(level("e0382"), Some(15));
        assert!(level("borrow") > level("value"));
        assert!(level("diagnostics").is_some() && level("rustc").is_none());

        let prose = prose_levels(&document, true, str::to_owned);
        let level = |term: &str| prose.iter().find(|l| l.0 == term).map(|l| l.1);
        assert_eq!(level("move"), Some(3));
        assert_eq!(level("twice"), Some(2));
        assert_eq!(level("once"), Some(1));
        assert_eq!(level("rustc"), Some(1));
        assert!(
            !prose_levels(&document, false, str::to_owned)
                .iter()
                .any(|l| l.0 == "move")
        );
    }
}
