//! Which record took the place of one that vanished: a message that was reworded in its place, or a
//! file that moved. None rather than an unrelated one.
//!
//! A record that was live before is taken only if it has the very same message: what stands beside
//! a record does not become it when that one goes.

use std::collections::{HashMap, HashSet};

use super::Fates;
use super::ids::Compared;
use crate::catalog::{Catalog, RecordIx};
use crate::diagnostic::Diagnostic;
use crate::ledger::{Last, State, number};
use crate::record::RecordId;

/// Most records of one file, or with one message, that a vanished one is compared with.
const CANDIDATES: usize = 200;
/// What has this share of the lines around it stands in the very place.
const SAME_PLACE: f32 = 0.75;
/// What has this share of the lines around it, and a message that is alike, is the same.
const NEAR: f32 = 0.6;
/// So alike are two wordings of one message.
const ALIKE: f32 = 0.3;
/// So alike where nothing is known of the lines around.
const VERY_ALIKE: f32 = 0.5;

/// A record that vanished.
struct Vanished {
    id: RecordId,
    last: Last,
    newly: bool,
}

impl Fates {
    /// Finds who took the place of ids that are gone and have nobody.
    pub(super) fn find_successors(
        &mut self,
        catalog: &Catalog,
        compared: &Compared,
    ) -> Result<(), Box<Diagnostic>> {
        // Those that vanished now come first: others may be theirs to follow.
        for newly in [true, false] {
            let mut vanished = Vec::new();
            for gone in self.gone.iter().filter(|gone| gone.newly == newly) {
                let alone = gone.state == State::Gone && self.successor(gone.id).is_none();
                if let Some(spot) = gone.spot.filter(|_| alone)
                    && let Some(last) = self.previous.id_entry(spot)?.last
                {
                    vanished.push(Vanished {
                        id: gone.id,
                        last,
                        newly,
                    });
                }
            }
            let found = if vanished.is_empty() {
                HashMap::new()
            } else {
                successors(catalog, &compared.fresh, &vanished)
            };
            for gone in &mut self.gone {
                if let Some(record) = found.get(&gone.id) {
                    gone.by = Some(catalog.record(*record).id);
                }
            }
        }
        let led: HashSet<RecordId> = self
            .gone
            .iter()
            .filter(|gone| gone.state == State::Gone && self.successor(gone.id).is_some())
            .map(|gone| gone.id)
            .collect();
        for gone in &mut self.gone {
            if led.contains(&gone.id) {
                gone.state = State::Replaced;
            }
        }
        Ok(())
    }
}

/// Who took the place of whom.
fn successors(
    catalog: &Catalog,
    fresh: &[RecordIx],
    vanished: &[Vanished],
) -> HashMap<RecordId, RecordIx> {
    let files: HashSet<u64> = vanished.iter().map(Vanished::file).collect();
    let messages: HashSet<u64> = vanished.iter().map(Vanished::message).collect();
    let in_file = group(fresh.iter().copied(), &files, |ix| file_of(catalog, ix));
    let all = 0..catalog.len();
    let with_message = group(all, &messages, |ix| message_of(catalog, ix));
    let is_fresh: HashSet<RecordIx> = fresh.iter().copied().collect();
    let mut pairs = Vec::new();
    for (at, one) in vanished.iter().enumerate() {
        let same = with_message.get(&one.message()).into_iter().flatten();
        let same = same.filter(|ix| is_fresh.contains(ix));
        let same = same.map(|ix| (2.0 + one.likeness(catalog, *ix), *ix));
        let beside = nearest(catalog, in_file.get(&one.file()), one.last.line);
        let beside = beside.filter_map(|ix| Some((one.in_its_place(catalog, ix)?, ix)));
        let scored = same.chain(beside);
        pairs.extend(scored.map(|(score, ix)| (score, at, ix)));
    }
    // The best pairs first; nobody takes two places, since then one of them is a guess.
    pairs.sort_by(|a, b| {
        let ids = |(_, at, ix): &(f32, usize, RecordIx)| (vanished[*at].id, catalog.record(*ix).id);
        b.0.total_cmp(&a.0).then_with(|| ids(a).cmp(&ids(b)))
    });
    let (mut found, mut taken) = (HashMap::new(), HashSet::new());
    for (_, at, ix) in pairs {
        let id = vanished[at].id;
        if !found.contains_key(&id) && taken.insert(ix) {
            found.insert(id, ix);
        }
    }
    // The same message is raised elsewhere too, and is explained there.
    for one in vanished {
        if found.contains_key(&one.id) || !one.is_telling() {
            continue;
        }
        let others = with_message.get(&one.message()).into_iter().flatten();
        let others =
            others.filter(|ix| catalog.code(catalog.record(**ix)) == one.last.code.as_deref());
        let best = others.max_by(|a, b| {
            let likeness = |ix: RecordIx| one.likeness(catalog, ix);
            let ids = || catalog.record(**b).id.cmp(&catalog.record(**a).id);
            likeness(**a).total_cmp(&likeness(**b)).then_with(ids)
        });
        found.extend(best.map(|ix| (one.id, *ix)));
    }
    found
}

/// Records by what they have in common, of which only `wanted` is looked for.
fn group(
    records: impl Iterator<Item = RecordIx>,
    wanted: &HashSet<u64>,
    key: impl Fn(RecordIx) -> u64,
) -> HashMap<u64, Vec<RecordIx>> {
    let mut groups: HashMap<u64, Vec<RecordIx>> = HashMap::new();
    for record in records {
        let key = key(record);
        if wanted.contains(&key) {
            let group = groups.entry(key).or_default();
            if group.len() < 10 * CANDIDATES {
                group.push(record);
            }
        }
    }
    groups
}

/// The records of a file that are nearest to a line.
fn nearest<'a>(
    catalog: &Catalog,
    records: Option<&'a Vec<RecordIx>>,
    line: Option<u32>,
) -> impl Iterator<Item = RecordIx> + use<'a> {
    let mut records: Vec<RecordIx> = records.into_iter().flatten().copied().collect();
    if records.len() > CANDIDATES {
        let away = |ix: &RecordIx| {
            let header = catalog.record(*ix);
            (
                header.line.unwrap_or(0).abs_diff(line.unwrap_or(0)),
                header.id,
            )
        };
        records.sort_by_key(away);
        records.truncate(CANDIDATES);
    }
    records.into_iter()
}

impl Vanished {
    fn file(&self) -> u64 {
        number(&format!("{}\u{1}{}", self.last.repo, self.last.path))
    }

    fn message(&self) -> u64 {
        number(&format!(
            "{}\u{1}{}",
            self.last.repo,
            template(&self.last.message)
        ))
    }

    /// Whether its message says enough to be the same error wherever it is raised.
    fn is_telling(&self) -> bool {
        let template = template(&self.last.message);
        let words = template.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| word.chars().count() > 1).count() >= 3 || self.last.code.is_some()
    }

    /// Of two records with the message, which is it rather.
    fn likeness(&self, catalog: &Catalog, ix: RecordIx) -> f32 {
        let header = catalog.record(ix);
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let place = self.last.sketch.overlap(&header.sketch).unwrap_or(0.0);
        let file = name(&self.last.path) == name(catalog.path(header));
        let code = self.last.code.as_deref() == catalog.code(header);
        place + if file { 0.5 } else { 0.0 } + if code { 0.25 } else { 0.0 }
    }

    /// How sure it is that a record of the same file is this one in other words; none if it is not.
    fn in_its_place(&self, catalog: &Catalog, ix: RecordIx) -> Option<f32> {
        let header = catalog.record(ix);
        let alike = alike(&self.last.message, &header.title.plain());
        let Some(place) = self.last.sketch.overlap(&header.sketch) else {
            return (self.newly && alike >= VERY_ALIKE).then_some(alike);
        };
        let sure = (place >= SAME_PLACE && self.newly) || (place >= NEAR && alike >= ALIKE);
        sure.then_some(place + alike)
    }
}

fn file_of(catalog: &Catalog, ix: RecordIx) -> u64 {
    let header = catalog.record(ix);
    let repo = &catalog.repo_of(header).name;
    number(&format!("{repo}\u{1}{}", catalog.path(header)))
}

fn message_of(catalog: &Catalog, ix: RecordIx) -> u64 {
    let header = catalog.record(ix);
    let repo = &catalog.repo_of(header).name;
    number(&format!("{repo}\u{1}{}", template(&header.title.plain())))
}

/// A message without the names of its holes.
fn template(message: &str) -> String {
    let mut template = String::with_capacity(message.len());
    let mut depth = 0_usize;
    for c in message.chars() {
        match c {
            '{' => {
                depth += 1;
                template.push(c);
            }
            '}' => {
                depth = depth.saturating_sub(1);
                template.push(c);
            }
            c if depth == 0 => template.push(c),
            _ => {}
        }
    }
    template
}

/// How many words two messages have in common, from 0 to 1.
fn alike(one: &str, other: &str) -> f32 {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let mut words: Vec<String> = words
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        words.sort_unstable();
        words
    };
    let (one, mut other) = (words(one), words(other));
    let all = one.len() + other.len();
    let mut shared = 0_u16;
    for word in one {
        if let Ok(at) = other.binary_search(&word) {
            other.remove(at);
            shared += 1;
        }
    }
    let all = u16::try_from(all.max(1)).unwrap_or(u16::MAX);
    2.0 * f32::from(shared) / f32::from(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_holes_are_not_part_of_a_template() {
        assert_eq!(template("cannot open {path}: {}"), "cannot open {}: {}");
        assert_eq!(template("a } b { c"), "a } b {");
    }

    #[test]
    fn words_tell_how_alike_two_messages_are() {
        let alike = |one, other| format!("{:.2}", alike(one, other));
        assert_eq!(
            alike("cannot open file {path}", "Cannot open {path}"),
            "0.86"
        );
        assert_eq!(alike("cannot open", "too many sockets"), "0.00");
        assert_eq!(alike("", ""), "0.00");
        assert_eq!(alike("a a a", "a"), "0.50");
    }
}
