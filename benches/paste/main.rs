//! How often a pasted text finds its record, and what that takes. `benches/README.md` says more.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench prints figures"
)]
#![allow(clippy::cast_precision_loss, reason = "figures are rounded")]

mod corpus;
mod logs;
mod noise;
mod random;
mod traces;

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::time::Instant;

use errbook::search::paste::{Match, Options, find};
use errbook::search::published::Published;
use flate2::Compression;
use flate2::read::GzEncoder;

use corpus::{Files, Record};
use noise::Paste;
use random::Random;

const USAGE: &str = "usage: cargo bench --bench paste -- RECORDS [--count N] [--seed N] [--hostile N] [--misses N] [--logs FILE]";
/// What a host says before each file.
const RESPONSE_BYTES: usize = 200;
const LOG_LINES: usize = 2_000;

struct Arguments {
    records: String,
    count: usize,
    seed: usize,
    hostile: usize,
    misses: usize,
    logs: Option<String>,
}

fn arguments() -> Option<Arguments> {
    let all: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench" && a != "--test")
        .collect();
    let number = |key: &str, default: usize| {
        let at = all.iter().position(|argument| argument == key);
        at.map_or(Some(default), |at| all.get(at + 1)?.parse().ok())
    };
    let text = |key: &str| {
        let at = all.iter().position(|argument| argument == key)?;
        all.get(at + 1).cloned()
    };
    Some(Arguments {
        records: all
            .first()
            .filter(|first| !first.starts_with("--"))?
            .clone(),
        count: number("--count", 1_000)?,
        seed: number("--seed", 42)?,
        hostile: number("--hostile", 0)?,
        misses: number("--misses", 0)?,
        logs: text("--logs"),
    })
}

fn main() -> io::Result<()> {
    let Some(arguments) = arguments() else {
        println!("{USAGE}");
        return Ok(());
    };
    let (mut records, words) = corpus::read(&arguments.records)?;
    let good = records.len();
    records.extend(corpus::hostile(arguments.hostile));
    let started = Instant::now();
    let files = corpus::index(&records);
    println!(
        "{} records, index without prose in {:.1} s",
        records.len(),
        started.elapsed().as_secs_f64()
    );
    let shelf = Shelf::new(files);
    shelf.describe();
    let bench = Bench {
        kinds: records
            .iter()
            .map(|record| (record.id.as_str(), record.kind()))
            .collect(),
        shelf: &shelf,
        records: &records[..good],
        words: &words,
        arguments: &arguments,
    };
    bench.recall();
    let mut r = Random::new(arguments.seed as u64 + 1);
    let lines: Vec<String> = match &arguments.logs {
        Some(file) => std::fs::read_to_string(file)?
            .lines()
            .map(str::to_owned)
            .collect(),
        None => (0..LOG_LINES).map(|_| logs::line(&mut r)).collect(),
    };
    bench.unrelated(&lines);
    Ok(())
}

/// The files of an index, and what was read of them.
struct Shelf {
    files: Files,
    zipped: RefCell<HashMap<String, usize>>,
    read: RefCell<(usize, usize)>,
}

impl Shelf {
    fn new(files: Files) -> Self {
        Self {
            files,
            zipped: RefCell::default(),
            read: RefCell::default(),
        }
    }

    fn file(&self, address: &str) -> io::Result<Vec<u8>> {
        let bytes = self.files.get(address).ok_or(io::ErrorKind::NotFound)?;
        let mut zipped = self.zipped.borrow_mut();
        let size = *zipped
            .entry(address.to_owned())
            .or_insert_with(|| gzipped(bytes));
        let mut read = self.read.borrow_mut();
        read.0 += size + RESPONSE_BYTES;
        read.1 += 1;
        Ok(bytes.clone())
    }

    /// Bytes and files since the last call.
    fn taken(&self) -> (usize, usize) {
        std::mem::take(&mut *self.read.borrow_mut())
    }

    fn describe(&self) {
        let shards: Vec<&Vec<u8>> = self
            .files
            .iter()
            .filter(|(path, _)| path.starts_with("search/p/"))
            .map(|(_, bytes)| bytes)
            .collect();
        let zipped: Vec<usize> = shards.iter().map(|bytes| gzipped(bytes)).collect();
        let list = self
            .files
            .iter()
            .find(|(path, _)| path.ends_with("/routers.js"));
        println!(
            "kind p: {} files, {} bytes, {} gzipped, largest {}; list of routers {}",
            shards.len(),
            shards.iter().map(|bytes| bytes.len()).sum::<usize>(),
            zipped.iter().sum::<usize>(),
            zipped.iter().max().unwrap_or(&0),
            list.map_or(0, |(_, bytes)| gzipped(bytes)),
        );
    }
}

fn gzipped(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(bytes, Compression::new(6));
    usize::try_from(io::copy(&mut encoder, &mut io::sink()).unwrap_or(0)).unwrap_or(0)
}

struct Bench<'a> {
    kinds: HashMap<&'a str, String>,
    shelf: &'a Shelf,
    records: &'a [Record],
    words: &'a [String],
    arguments: &'a Arguments,
}

/// What came of a set of pastes.
#[derive(Default)]
struct Tally {
    first: usize,
    five: usize,
    sure: usize,
    record: usize,
    values_right: usize,
    values: usize,
    bytes: Vec<usize>,
    files: Vec<usize>,
    micros: Vec<usize>,
}

impl Bench<'_> {
    fn look(&self, text: &str) -> Vec<Match> {
        let read = |address: &str| self.shelf.file(address);
        let options = Options {
            records: 20,
            ..Options::default()
        };
        Published::open(&read)
            .and_then(|index| find(&index, text, options))
            .unwrap_or_else(|error| panic!("{error}"))
    }

    fn recall(&self) {
        let with_holes: Vec<&Record> = self
            .records
            .iter()
            .filter(|record| record.pattern.contains("(.+?)"))
            .collect();
        let all: Vec<&Record> = self.records.iter().collect();
        for set in ["line", "wrapped", "trace", "escaped"] {
            for (name, pool) in [("all", &all), ("holes", &with_holes)] {
                let mut r = Random::new(self.arguments.seed as u64);
                let mut tally = Tally::default();
                let mut misses = self.arguments.misses;
                for _ in 0..self.arguments.count {
                    let record = *r.pick(pool);
                    let paste = match set {
                        "line" => noise::line(record, &mut r, self.words),
                        "wrapped" => noise::wrap(noise::line(record, &mut r, self.words), 70),
                        "trace" => traces::trace(record, &mut r, self.words, 60),
                        _ => {
                            let trace = traces::trace(record, &mut r, self.words, 60);
                            noise::in_json(trace, &mut r)
                        }
                    };
                    let fault = self.tally(record, &paste, &mut tally);
                    if let Some(why) = fault.filter(|_| misses > 0) {
                        misses -= 1;
                        let text: String = paste.text.chars().take(300).collect();
                        println!(
                            "  {why}: {:?}\n    {:?} by {:?}",
                            text, record.pattern, record.path
                        );
                    }
                }
                tally.print(set, name, self.arguments.count);
            }
        }
    }

    /// Looks for one paste; says what was wrong.
    fn tally(&self, record: &Record, paste: &Paste, tally: &mut Tally) -> Option<String> {
        let started = Instant::now();
        let matches = self.look(&paste.text);
        tally
            .micros
            .push(usize::try_from(started.elapsed().as_micros()).unwrap_or(0));
        let (bytes, files) = self.shelf.taken();
        tally.bytes.push(bytes);
        tally.files.push(files);
        let mut kinds: Vec<&String> = matches
            .iter()
            .map(|found| &self.kinds[&*found.row.id])
            .collect();
        kinds.dedup();
        let kind = record.kind();
        let place = kinds.iter().position(|found| **found == kind);
        tally.first += usize::from(place == Some(0));
        tally.five += usize::from(place.is_some_and(|place| place < 5));
        tally.sure += usize::from(matches.first().is_some_and(|found| found.sure));
        tally.record += usize::from(
            matches
                .first()
                .is_some_and(|found| found.row.id == record.id),
        );
        if place != Some(0) {
            let others: Vec<_> = matches
                .iter()
                .take(2)
                .map(|m| (&m.row.message, m.sure))
                .collect();
            return Some(format!("pattern at {place:?}, first {others:?}"));
        }
        let found = &matches[0].values;
        if paste.values.is_empty() || found.len() != paste.values.len() {
            return None;
        }
        tally.values += 1;
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        let right = found
            .iter()
            .zip(&paste.values)
            .all(|(found, put)| plain(&found.1) == plain(put));
        tally.values_right += usize::from(right);
        (!right).then(|| format!("values {found:?} for {:?}", paste.values))
    }

    fn unrelated(&self, lines: &[String]) {
        let (mut sure, mut possible, mut hostile) = (0, 0, 0);
        let mut shown = self.arguments.misses;
        for text in lines {
            let matches = self.look(text);
            let surely = matches.iter().find(|found| found.sure);
            sure += usize::from(surely.is_some());
            possible += usize::from(!matches.is_empty());
            hostile += usize::from(matches.iter().any(|found| found.row.id.starts_with("bad0")));
            if let Some(found) = surely.filter(|_| shown > 0) {
                shown -= 1;
                println!("  sure: {text:?} is {:?}", found.row.message);
            }
        }
        self.shelf.taken();
        println!(
            "{} unrelated lines: sure {:.2} %, something {:.1} %, hostile records {hostile}",
            lines.len(),
            percent(sure, lines.len()),
            percent(possible, lines.len())
        );
    }
}

impl Tally {
    fn print(&mut self, set: &str, name: &str, count: usize) {
        println!(
            "{set:8} {name:6} pattern@1 {:5.1} pattern@5 {:5.1} | sure {:5.1} | record@1 {:5.1} | values right {:5.1} of {:4} | \
             bytes p50 {:6} p95 {:6} | files p50 {:2} p95 {:2} | ms p50 {:5.2} p95 {:6.2}",
            percent(self.first, count),
            percent(self.five, count),
            percent(self.sure, count),
            percent(self.record, count),
            percent(self.values_right, self.values),
            self.values,
            quantile(&mut self.bytes, 50),
            quantile(&mut self.bytes, 95),
            quantile(&mut self.files, 50),
            quantile(&mut self.files, 95),
            quantile(&mut self.micros, 50) as f64 / 1_000.0,
            quantile(&mut self.micros, 95) as f64 / 1_000.0,
        );
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn quantile(values: &mut [usize], percent: usize) -> usize {
    values.sort_unstable();
    values
        .get(values.len() * percent / 100)
        .copied()
        .unwrap_or(0)
}
