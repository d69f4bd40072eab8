//! How much a term says about a record, in 15 levels.
//!
//! In goes a document, out come its terms with levels: what ranking needs, computed once at build.
//! The browser turns a level back into 0.5·26^((level−1)/14). Only additions, products and
//! comparisons with constants, so that every machine computes the same levels.

use super::terms::{each_term, terms};
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

/// The terms of the title tier, each once, in order, with its level.
pub(super) fn title_levels(document: &Document<'_>) -> Vec<(String, u8)> {
    let title = title_terms(document.title);
    let in_title = title_weight(title.len());
    let mut weights: Vec<(String, f64)> = Vec::with_capacity(title.len() + 16);
    push_field(&mut weights, title, in_title);
    for (field, weight) in [
        (document.code.unwrap_or(""), CODE),
        (document.class.unwrap_or(""), CLASS),
        (document.repo, PLACE),
        (file_name(document.path), PLACE),
    ] {
        push_field(&mut weights, field_terms(field), weight);
    }
    for tag in document.tags {
        push_field(&mut weights, field_terms(tag), TAG);
    }
    weights.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut levels: Vec<(String, f64)> = Vec::with_capacity(weights.len());
    for (term, weight) in weights {
        match levels.last_mut() {
            // In several fields: the largest weight and a quarter of the rest.
            Some((last, sum)) if *last == term => *sum += weight * 0.25,
            _ => levels.push((term, weight)),
        }
    }
    levels.into_iter().map(|(t, w)| (t, level(w))).collect()
}

/// The terms of a message in order, repeats kept.
pub(super) fn title_terms(title: &str) -> Vec<String> {
    field_terms(title)
}

/// The level of a word in a message of so many words: a word of a short message says more.
pub(super) fn title_level(words: usize) -> u8 {
    level(title_weight(words))
}

/// The terms of the prose tier, each once, in order: levels 1, 2 and 3 for a term that occurs
/// once, two or three times, and more often. The folders of the path count as prose.
pub(super) fn prose_levels(document: &Document<'_>, with_prose: bool) -> Vec<(String, u8)> {
    let mut found = field_terms(folders(document.path));
    if with_prose {
        each_term(cut(document.prose, PROSE_MAX_BYTES), |term| {
            found.push(term.to_owned());
        });
    }
    found.sort_unstable();
    let mut counts: Vec<(String, usize)> = Vec::with_capacity(found.len());
    for term in found {
        match counts.last_mut() {
            Some((last, count)) if *last == term => *count += 1,
            _ => counts.push((term, 1)),
        }
    }
    let level_of = |count| match count {
        0..=1 => 1,
        2..=3 => 2,
        _ => 3,
    };
    counts.into_iter().map(|(t, n)| (t, level_of(n))).collect()
}

fn field_terms(field: &str) -> Vec<String> {
    terms(cut(field, FIELD_MAX_BYTES))
}

fn title_weight(words: usize) -> f64 {
    let words = u32::try_from(words).unwrap_or(u32::MAX).max(1);
    8.0 / (0.4 + 0.6 * f64::from(words) / 6.0)
}

fn level(weight: f64) -> u8 {
    let above = STEPS.iter().take_while(|&&step| weight >= step).count();
    u8::try_from(above).map_or(LEVEL_MAX, |above| LEVEL_MIN + above)
}

/// Adds the terms of one field, each once.
fn push_field(weights: &mut Vec<(String, f64)>, mut field: Vec<String>, weight: f64) {
    field.sort_unstable();
    field.dedup();
    weights.extend(field.into_iter().map(|term| (term, weight)));
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
        let levels = title_levels(&document);
        let level = |term: &str| levels.iter().find(|l| l.0 == term).map(|l| l.1);
        assert_eq!(level("e0382"), Some(15));
        assert!(level("borrow") > level("value"));
        assert!(level("diagnostics").is_some() && level("rustc").is_none());

        let prose = prose_levels(&document, true);
        let level = |term: &str| prose.iter().find(|l| l.0 == term).map(|l| l.1);
        assert_eq!(level("move"), Some(3));
        assert_eq!(level("twice"), Some(2));
        assert_eq!(level("once"), Some(1));
        assert_eq!(level("rustc"), Some(1));
        assert!(!prose_levels(&document, false).iter().any(|l| l.0 == "move"));
    }
}
