//! What a result row shows of each record, kept while records are read and cut into shards.
//!
//! Records are numbered by message, so copies of one message become neighbours: their rows share a
//! shard and their postings are small differences.

use super::json::{push_entry, string};
use super::place::Place;
use super::shards::{FOLDER, Shards};
use super::strings::ShardStrings;
use super::{Document, cut};
use crate::hash::Map;
use crate::html::{is_hidden, pictures};
use crate::message::Template;

/// Records in one shard, and in one of a large index, to keep the number of files down.
const PER_SHARD: usize = 28;
const PER_SHARD_LARGE: usize = 32;
/// From so many records on, the index is large and its shards lie in folders.
const SMALL_MAX: usize = 20_000;
/// What a result row shows of a message, and of any other field, in characters.
const TITLE_SHOWN_MAX: usize = 300;
const FIELD_SHOWN_MAX: usize = 200;

/// Between the texts of a template, which hold no control characters.
const SEPARATOR: &str = "\0";

/// A template and the records whose message it is, by number.
pub(super) struct Filed<'a> {
    pub(super) literals: Vec<&'a str>,
    /// One a hole.
    pub(super) names: Vec<&'a str>,
    pub(super) records: Vec<u32>,
}

/// All records, first in order of arrival, then numbered.
#[derive(Default)]
pub(super) struct Documents {
    names: Names,
    stored: Vec<Stored>,
}

/// What is kept of one record.
pub(super) struct Stored {
    pub(super) id: Box<str>,
    pub(super) title: Box<str>,
    pub(super) pattern: Option<Box<str>>,
    pub(super) code: Option<Box<str>>,
    class: u32,
    repo: u32,
    path: Box<str>,
    line: Option<u32>,
    severity: u32,
    tags: Box<[u32]>,
    place: Place,
    /// Its message as a template, if it says enough to be told from other text: literals, names.
    template: Option<(u32, u32)>,
}

impl Documents {
    /// Keeps a record and returns its number of arrival.
    pub(super) fn add(&mut self, document: &Document<'_>) -> u32 {
        let number = u32::try_from(self.stored.len()).expect("fewer than 2^32 records");
        let names = &mut self.names;
        self.stored.push(Stored {
            id: document.id.into(),
            title: document.title.into(),
            pattern: document.pattern.map(Box::from),
            code: document.code.map(Box::from),
            class: names.number(document.class.unwrap_or("")),
            repo: names.number(document.repo),
            path: document.path.into(),
            line: document.line,
            severity: names.number(document.severity),
            tags: document.tags.iter().map(|tag| names.number(tag)).collect(),
            template: template(document).map(|template| {
                let literals = names.number(&template.literals.join(SEPARATOR));
                (literals, names.number(&template.names.join(SEPARATOR)))
            }),
            place: Place::of(
                document,
                &shown(document.title, TITLE_SHOWN_MAX),
                is_shown_whole(document.repo),
            ),
        });
        number
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.stored.len()
    }

    /// The messages, in the present order.
    pub(super) fn titles(&self) -> impl Iterator<Item = &str> {
        self.stored.iter().map(|stored| &*stored.title)
    }

    /// Puts the records in their final order; returns the final number of each arrival.
    ///
    /// Copies of a message are neighbours, and messages stand by the file of their first copy: what
    /// a query finds often comes from one file, so its rows lie in few shards, and rows of one file
    /// share most of their strings.
    pub(super) fn rank(&mut self) -> Vec<u32> {
        let names = &self.names;
        let stored = |arrival: &u32| &self.stored[*arrival as usize];
        let mut arrivals: Vec<u32> = (0..).take(self.stored.len()).collect();
        arrivals.sort_unstable_by(|a, b| {
            let (a, b) = (stored(a), stored(b));
            let key = |s: &Stored| (names.text(s.repo).to_owned(), s.id.clone());
            let texts = a.title.cmp(&b.title).then_with(|| a.path.cmp(&b.path));
            texts.then_with(|| key(a).cmp(&key(b)))
        });
        let same_message = |a: &u32, b: &u32| stored(a).title == stored(b).title;
        let mut messages: Vec<_> = arrivals.chunk_by(same_message).collect();
        messages.sort_by_key(|copies| &stored(&copies[0]).path);
        let mut ranks = vec![0; arrivals.len()];
        for (rank, arrival) in (0..).zip(messages.into_iter().flatten()) {
            ranks[*arrival as usize] = rank;
        }
        // Each to its place without room for a second list: whatever stood there goes on to its own.
        let mut places = ranks.clone();
        for at in 0..places.len() {
            while places[at] as usize != at {
                let place = places[at] as usize;
                self.stored.swap(at, place);
                places.swap(at, place);
            }
        }
        ranks
    }

    /// Of each record in order, whether two with the same message stand before it.
    pub(super) fn later_copies(&self) -> Vec<bool> {
        let same = |at: usize, back| at >= back && self.same_title(at, at - back);
        (0..self.len()).map(|at| same(at, 2)).collect()
    }

    /// The records in order.
    pub(super) fn stored(&self) -> &[Stored] {
        &self.stored
    }

    /// The repository of a record.
    pub(super) fn repo(&self, stored: &Stored) -> &str {
        self.names.text(stored.repo)
    }

    /// The severity of a record.
    pub(super) fn severity(&self, stored: &Stored) -> &str {
        self.names.text(stored.severity)
    }

    /// The tags of a record.
    pub(super) fn tags<'a>(&'a self, stored: &'a Stored) -> impl Iterator<Item = &'a str> {
        stored.tags.iter().map(|&tag| self.names.text(tag))
    }

    /// Every template with the numbers of its records, in order of literals.
    pub(super) fn templates(&self) -> Vec<Filed<'_>> {
        let mut records: Map<u32, (u32, Vec<u32>)> = Map::default();
        for (number, stored) in (0..).zip(&self.stored) {
            if let Some((literals, names)) = stored.template {
                let entry = records.entry(literals);
                entry.or_insert((names, Vec::new())).1.push(number);
            }
        }
        let mut filed: Vec<Filed<'_>> = records
            .into_iter()
            .map(|(literals, (names, records))| Filed {
                literals: self.names.text(literals).split(SEPARATOR).collect(),
                names: split_names(self.names.text(names)),
                records,
            })
            .collect();
        filed.sort_unstable_by(|a, b| a.literals.cmp(&b.literals));
        filed
    }

    /// What a trace would name a record by: its class, else its code; or nothing.
    pub(super) fn label(&self, record: u32) -> &str {
        let stored = &self.stored[record as usize];
        match self.names.text(stored.class) {
            "" => stored.code.as_deref().unwrap_or(""),
            class => class,
        }
    }

    /// The path of a record's file.
    pub(super) fn path(&self, record: u32) -> &str {
        &self.stored[record as usize].path
    }

    /// The address of a record's page.
    pub(super) fn address(&self, stored: &Stored) -> String {
        let title = shown(&stored.title, TITLE_SHOWN_MAX);
        stored.place.address(&stored.id, &title, self.repo(stored))
    }

    /// `[[strings], [titles], [labels], [severities], [repos], [paths], [lines], "ids", {places}]`:
    /// a column for each field, because what is alike compresses best side by side. Title 0 is the
    /// one before; label (the code, else the class), severity, repo and path number the strings;
    /// line 0 is unknown; each id has 16 digits; places that do not follow by rule are by row.
    pub(super) fn shards(&self) -> Shards {
        let mut shards = Shards::new("d");
        if self.is_large() {
            shards = shards.in_folders();
        }
        let mut at = 0;
        for part in self.stored.chunks(self.per_shard()) {
            shards.push(&self.shard(at, part));
            at += part.len();
        }
        shards
    }

    /// Records in one shard.
    pub(super) fn per_shard(&self) -> usize {
        if self.is_large() {
            PER_SHARD_LARGE
        } else {
            PER_SHARD
        }
    }

    /// Shards in one folder, 0 if they lie in none.
    pub(super) fn per_folder(&self) -> usize {
        if self.is_large() { FOLDER } else { 0 }
    }

    fn is_large(&self) -> bool {
        self.len() > SMALL_MAX
    }

    fn shard(&self, first: usize, part: &[Stored]) -> String {
        let mut strings = ShardStrings::default();
        let mut titles = Column::default();
        let mut numbers: [Column; 5] = Default::default();
        let (mut ids, mut places) = (String::new(), String::from("{"));
        for (at, stored) in part.iter().enumerate() {
            if at > 0 && self.same_title(first + at, first + at - 1) {
                titles.push("0");
            } else {
                titles.push(&string(&shown(&stored.title, TITLE_SHOWN_MAX)));
            }
            let label = stored.code.as_deref().filter(|code| !code.is_empty());
            let fields = [
                label.unwrap_or_else(|| self.names.text(stored.class)),
                self.severity(stored),
                self.repo(stored),
                &stored.path,
            ];
            for (column, text) in numbers.iter_mut().zip(fields) {
                let number = strings.number(&shown(text, FIELD_SHOWN_MAX));
                column.push(&number.to_string());
            }
            numbers[4].push(&stored.line.unwrap_or(0).to_string());
            ids.push_str(&stored.id);
            if let Some(place) = stored.place.to_json() {
                push_entry(&mut places, &at.to_string(), &place);
            }
        }
        places.push('}');
        let numbers = numbers.map(|column| column.to_json()).join(",");
        let (titles, ids) = (titles.to_json(), string(&ids));
        format!("[[{}],{titles},{numbers},{ids},{places}]", strings.json)
    }

    fn same_title(&self, a: usize, b: usize) -> bool {
        self.stored[a].title == self.stored[b].title
    }
}

/// A template without holes has no names.
fn split_names(joined: &str) -> Vec<&str> {
    let names = joined.split(SEPARATOR);
    names.filter(|name| !name.is_empty()).collect()
}

fn template(document: &Document<'_>) -> Option<Template> {
    let template = Template::of(document.title, document.pattern, document.path);
    template.is_telling().then_some(template)
}

/// A text as a result row shows it: control characters as pictures, characters that deceive the
/// eye as U+FFFD, and not longer than a row can be.
fn shown(text: &str, most: usize) -> String {
    // Enough bytes for so many characters and one more, whatever they are.
    let pictured = pictures(cut(text, 4 * (most + 1)));
    if pictured.len() <= most && pictured.is_ascii() {
        return pictured.into_owned();
    }
    let mut shown: String = pictured
        .chars()
        .map(|c| if is_hidden(c) { '\u{fffd}' } else { c })
        .take(most + 1)
        .collect();
    if let Some((last, _)) = shown.char_indices().nth(most) {
        shown.replace_range(last.., "…");
    }
    shown
}

/// Whether a row shows a repository's name as it is, so that an address can be made of it.
fn is_shown_whole(repo: &str) -> bool {
    shown(repo, FIELD_SHOWN_MAX) == repo
}

/// Texts that many records share, each kept once.
#[derive(Default)]
struct Names {
    numbers: Map<Box<str>, u32>,
    texts: Vec<Box<str>>,
}

impl Names {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = u32::try_from(self.texts.len()).expect("fewer than 2^32 texts");
        self.numbers.insert(text.into(), number);
        self.texts.push(text.into());
        number
    }

    fn text(&self, number: u32) -> &str {
        &self.texts[number as usize]
    }
}

/// One field of the rows of a shard, as JSON without brackets.
#[derive(Default)]
struct Column(String);

impl Column {
    fn push(&mut self, json: &str) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        self.0.push_str(json);
    }

    fn to_json(&self) -> String {
        format!("[{}]", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shown_message_hides_nothing_and_has_an_end() {
        assert_eq!(shown("a\u{202e}b\0\r\nc", 9), "a\u{fffd}b\u{2400}\nc");
        assert_eq!(shown(&"é".repeat(3), 3), "é".repeat(3));
        assert_eq!(shown(&"é".repeat(4), 3), "é".repeat(3) + "…");
    }

    #[test]
    fn the_order_does_not_depend_on_arrival_and_copies_are_neighbours() {
        let mut documents = Documents::default();
        let samples = [("b", "2", "y"), ("a", "9", "z"), ("b", "1", "y")];
        for (title, id, path) in samples
            .into_iter()
            .chain([("b", "3", "zz"), ("c", "4", "x")])
        {
            documents.add(&Document {
                id,
                title,
                path,
                ..Document::sample()
            });
        }
        assert_eq!(documents.rank(), [2, 4, 1, 3, 0]);
        assert_eq!(documents.titles().collect::<String>(), "cbbba");
        assert_eq!(
            documents.later_copies(),
            [false, false, false, true, false],
            "of a message in several files too"
        );
    }
}
