//! The list of routers and a shard of templates, read for matching.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;

use super::super::published::{IndexError, Published, broken};
use crate::message::words::words;

const KIND: &str = "p";
const ROUTERS: &str = "routers";

/// A word that is not listed says as much as one with the letter 0; no word says more than this.
const LETTERS_MAX: i32 = 21;
const POINTS_PER_LETTER: i32 = 16;

/// What is known of words.
pub(super) struct Routers {
    words: HashMap<String, Listed>,
    whole_letter: i32,
    /// First shard of the templates without a listed word, and how many parts there are.
    pub(super) unlisted: Option<(usize, usize)>,
}

/// A listed word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    letter: i32,
    /// First shard of its templates, and how many parts there are; none if none is filed under it.
    pub(super) shards: Option<(usize, usize)>,
}

#[derive(Deserialize)]
struct List {
    l: i32,
    w: String,
    c: String,
    s: Vec<Value>,
    x: Value,
}

impl Routers {
    pub(super) fn load(index: &Published<'_>) -> Result<Self, IndexError> {
        let value = index.load(KIND, ROUTERS)?;
        let list = List::deserialize(&*value).map_err(|_| broken(KIND, ROUTERS))?;
        let mut words = HashMap::with_capacity(list.s.len());
        let (mut before, mut first) = (String::new(), 0);
        for ((entry, letter), place) in list.w.split(' ').zip(list.c.bytes()).zip(&list.s) {
            let (kept, rest) = entry.split_at_checked(1).unwrap_or(("0", ""));
            let kept = kept.parse().unwrap_or(0);
            let word: String = before.chars().take(kept).chain(rest.chars()).collect();
            let shards = shards(place).map(|(gap, count)| {
                first += gap;
                (first, count)
            });
            let letter = i32::from(letter) - i32::from(b'a');
            words.insert(word.clone(), Listed { letter, shards });
            before = word;
        }
        Ok(Self {
            words,
            whole_letter: list.l,
            unlisted: shards(&list.x).filter(|_| list.x.is_array()),
        })
    }

    pub(super) fn get(&self, word: &str) -> Option<Listed> {
        self.words.get(word).copied()
    }

    /// How much rarer a word is than none, in letters.
    pub(super) fn letters(&self, listed: Listed) -> i32 {
        self.whole_letter - listed.letter
    }

    /// How much the words of a template say, in points.
    fn information(&self, literals: &[String]) -> i32 {
        let of_word = |word: &str| {
            let letters = self
                .get(word)
                .map_or(self.whole_letter, |listed| self.letters(listed));
            POINTS_PER_LETTER * letters.min(LETTERS_MAX)
        };
        literals
            .iter()
            .flat_map(|literal| words(literal))
            .filter(|word| word.text.chars().nth(1).is_some())
            .map(|word| of_word(&word.text))
            .fold(0, i32::saturating_add)
    }
}

/// `-1`, a number, or `[number, parts]`.
fn shards(place: &Value) -> Option<(usize, usize)> {
    let pair = place.as_array().map_or(&[][..], Vec::as_slice);
    let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
    match pair {
        [first, count] => Some((number(first)?, number(count)?.max(1))),
        _ => Some((number(place)?, 1)),
    }
}

/// A template as it is filed.
pub(super) struct Filed {
    /// In small letters.
    pub(super) literals: Vec<String>,
    /// One a hole.
    pub(super) names: Vec<String>,
    pub(super) information: i32,
    pub(super) records: Vec<FiledRecord>,
}

/// A record of a template.
pub(super) struct FiledRecord {
    pub(super) number: u32,
    pub(super) label: String,
    pub(super) file: String,
}

/// The templates of a shard, and of those that belong to it.
pub(super) fn templates(
    index: &Published<'_>,
    routers: &Routers,
    number: usize,
) -> Result<Vec<Filed>, IndexError> {
    let name = number.to_string();
    let shard = index.load(KIND, &name)?;
    let mut filed = read(&shard, routers).ok_or_else(|| broken(KIND, &name))?;
    if let Some((first, count)) = shard.get(1).filter(|more| more.is_array()).and_then(shards) {
        for number in first..first.saturating_add(count) {
            let name = number.to_string();
            let piece = index.load(KIND, &name)?;
            filed.extend(read(&piece, routers).ok_or_else(|| broken(KIND, &name))?);
        }
    }
    Ok(filed)
}

fn read(shard: &Value, routers: &Routers) -> Option<Vec<Filed>> {
    let entries = shard.as_array()?.get(2..)?;
    let strings = shard.get(0)?;
    entries
        .chunks(2)
        .map(|entry| {
            let (literals, names) = literals(entry.first()?)?;
            Some(Filed {
                information: routers.information(&literals),
                literals: literals
                    .iter()
                    .map(|text| text.to_ascii_lowercase())
                    .collect(),
                names,
                records: records(entry.get(1)?, strings)?,
            })
        })
        .collect()
}

/// The literals and names of a template.
fn literals(template: &Value) -> Option<(Vec<String>, Vec<String>)> {
    if let Some(only) = template.as_str() {
        return Some((vec![only.to_owned()], Vec::new()));
    }
    let (mut literals, mut names) = (Vec::new(), Vec::new());
    for (at, text) in template.as_array()?.iter().enumerate() {
        if at % 2 == 0 {
            literals.push(text.as_str()?.to_owned());
        } else if let Some(name) = text.as_str() {
            names.push(name.to_owned());
        } else {
            let word = words_before(literals.last()?);
            names.push(word.to_owned());
        }
    }
    (literals.len() == names.len() + 1).then_some((literals, names))
}

/// The last run of letters, digits and `_`.
fn words_before(literal: &str) -> &str {
    let mut runs = literal.rsplit(|c| !crate::message::words::is_word(c));
    runs.find(|run| !run.is_empty()).unwrap_or_default()
}

fn records(list: &Value, strings: &Value) -> Option<Vec<FiledRecord>> {
    let numbers: Option<Vec<u64>> = list.as_array()?.iter().map(Value::as_u64).collect();
    let text = |string: u64| {
        let at = usize::try_from(string).ok()?.checked_sub(1)?;
        strings.get(at)?.as_str().map(str::to_owned)
    };
    let mut number = 0;
    numbers?
        .chunks_exact(3)
        .map(|record| {
            number += record[0];
            Some(FiledRecord {
                number: u32::try_from(number).ok()?,
                label: text(record[1]).unwrap_or_default(),
                file: text(record[2]).unwrap_or_default(),
            })
        })
        .collect()
}
