//! Reads a published index: from the root to shards, terms and records.
//!
//! In goes a function that gives a file by its address, out come values. What the browser does with
//! `core.js`, `lists.js` and `documents.js`; only the files that are asked for are read.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

use serde::Deserialize;
use serde_json::Value;

use super::place;
use super::postings::utf16_order;
use super::terms::each_term;

/// The file that leads to all others.
pub const ROOT: &str = "search/root.js";

/// Gives the bytes of a file of the index by its address, such as `search/root.js`.
pub type ReadFile<'a> = dyn Fn(&str) -> io::Result<Vec<u8>> + 'a;

/// Why an index cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// A file is not there, or cannot be read.
    #[error("{address}: {source}")]
    Unread {
        /// Which file.
        address: String,
        /// Why.
        source: io::Error,
    },
    /// A file is not what its name says.
    #[error("{address} is not a file of a search index, or is broken")]
    Broken {
        /// Which file.
        address: String,
    },
    /// The index has another form.
    #[error(
        "the index has version {found}, this errbook reads version {}",
        super::FORMAT
    )]
    OtherVersion {
        /// Its version.
        found: u32,
    },
}

type Result<T> = std::result::Result<T, IndexError>;

/// An index that has been published.
pub struct Published<'a> {
    read: &'a ReadFile<'a>,
    root: Root,
    values: RefCell<HashMap<String, Rc<Value>>>,
}

#[derive(Deserialize)]
struct Root {
    dp: usize,
    df: usize,
    a: String,
    #[serde(rename = "gen")]
    generations: HashMap<String, String>,
}

#[derive(Deserialize)]
struct Version {
    v: u32,
}

/// A record as a result shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// 16 hexadecimal digits.
    pub id: String,
    /// The message, cut to what a row shows.
    pub message: String,
    /// Its code, else its class, else nothing.
    pub label: String,
    /// `owner/name`.
    pub repo: String,
    /// Path in the repository.
    pub path: String,
    /// Line of the raising call.
    pub line: Option<u32>,
    /// Address of its page.
    pub address: String,
}

impl<'a> Published<'a> {
    /// Reads the root of an index.
    ///
    /// # Errors
    /// If there is none, or one of another version.
    pub fn open(read: &'a ReadFile<'a>) -> Result<Self> {
        let value = value(read, ROOT, "root")?;
        let version: Version = serde_json::from_value(value.clone()).map_err(|_| broken_root())?;
        if version.v != super::FORMAT {
            return Err(IndexError::OtherVersion { found: version.v });
        }
        let root: Root = serde_json::from_value(value).map_err(|_| broken_root())?;
        let plain = |name: &String| name.bytes().all(|b| b.is_ascii_alphanumeric());
        if !root.generations.values().all(plain) {
            return Err(broken_root());
        }
        let values = RefCell::default();
        Ok(Self { read, root, values })
    }

    /// The value of a file.
    pub(super) fn load(&self, kind: &str, name: &str) -> Result<Rc<Value>> {
        let key = format!("{kind}/{name}");
        if let Some(value) = self.values.borrow().get(&key) {
            return Ok(value.clone());
        }
        let folder = match name.parse::<usize>() {
            Ok(number) if kind == "d" && self.root.df > 0 => format!("{}/", number / self.root.df),
            _ => String::new(),
        };
        let generation = self.root.generations.get(kind).map_or("", String::as_str);
        let address = format!("search/{kind}/{generation}/{folder}{name}.js");
        let value = Rc::new(value(self.read, &address, &key)?);
        self.values.borrow_mut().insert(key, value.clone());
        Ok(value)
    }

    /// The row of a record.
    pub(super) fn row(&self, record: u32) -> Result<Row> {
        let record = record as usize;
        let name = (record / self.root.dp.max(1)).to_string();
        let shard = self.load("d", &name)?;
        row(&shard, record % self.root.dp.max(1)).ok_or_else(|| broken("d", &name))
    }

    /// The numbers of all records that have every term of a text, in the title tier; sorted.
    pub(super) fn having(&self, text: &str, facet: Option<&str>) -> Result<Vec<u32>> {
        let mut terms: Vec<String> = facet.map(str::to_owned).into_iter().collect();
        each_term(text, |term| terms.push(term.to_owned()));
        let mut common: Option<Vec<u32>> = None;
        for term in terms {
            let mut list = self.records_of(&term)?;
            if let Some(common) = common {
                list.retain(|record| common.binary_search(record).is_ok());
            }
            if list.is_empty() {
                return Ok(list);
            }
            common = Some(list);
        }
        Ok(common.unwrap_or_default())
    }

    /// The numbers of all records that have a term, sorted.
    fn records_of(&self, term: &str) -> Result<Vec<u32>> {
        let starts = self.root.a.split('\n');
        let before = |start: &&str| utf16_order(start, term).is_le();
        let shard = starts
            .take_while(before)
            .count()
            .saturating_sub(1)
            .to_string();
        let shard = self.load("a", &shard)?;
        let Some(list) = shard.get(term) else {
            return Ok(Vec::new());
        };
        let list = numbers(list);
        // A long list begins with where its rest lies; the best stand here in any case.
        let best = list.iter().position(|&number| number < 0);
        let mut records = Vec::new();
        push_records(&list[best.unwrap_or(list.len())..], &mut records);
        if list.first().is_some_and(|&first| first >= 0) {
            let files = list.get(2).filter(|&&n| n >= 0).copied().unwrap_or(1);
            let first = list.get(1).copied().unwrap_or(0);
            for file in first..first.saturating_add(files.min(4_096)) {
                let rest = self.load("al", &file.to_string())?;
                push_records(&numbers(&rest[term]), &mut records);
            }
        }
        records.sort_unstable();
        records.dedup();
        Ok(records)
    }
}

fn broken_root() -> IndexError {
    IndexError::Broken {
        address: ROOT.to_owned(),
    }
}

pub(super) fn broken(kind: &str, name: &str) -> IndexError {
    IndexError::Broken {
        address: format!("search/{kind}/…/{name}.js"),
    }
}

/// What a file's call hands over.
fn value(read: &ReadFile<'_>, address: &str, name: &str) -> Result<Value> {
    let bytes = read(address).map_err(|source| IndexError::Unread {
        address: address.to_owned(),
        source,
    })?;
    let start = format!("eb(\"{name}\",");
    let json = bytes
        .strip_prefix(start.as_bytes())
        .and_then(|rest| rest.strip_suffix(b")\n"));
    json.and_then(|json| serde_json::from_slice(json).ok())
        .ok_or_else(|| IndexError::Broken {
            address: address.to_owned(),
        })
}

fn numbers(list: &Value) -> Vec<i64> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Value::as_i64).collect()
}

/// The records of a list of levels, numbers and gaps.
fn push_records(list: &[i64], records: &mut Vec<u32>) {
    let (mut record, mut fresh) = (0_i64, true);
    for &number in list {
        if number < 0 {
            fresh = true;
            continue;
        }
        record = if fresh {
            number
        } else {
            record.saturating_add(number)
        };
        fresh = false;
        records.extend(u32::try_from(record));
    }
}

/// A row of a shard of columns; `documents.rs` says which.
fn row(shard: &Value, at: usize) -> Option<Row> {
    const ID_DIGITS: usize = 16;
    let column = |number: usize| shard.get(number)?.as_array();
    let string = |number: usize| {
        let number = usize::try_from(column(number)?.get(at)?.as_u64()?).ok()?;
        shard.get(0)?.get(number)?.as_str()
    };
    let titles = column(1)?.get(..=at)?;
    let title = titles.iter().rev().find_map(Value::as_str)?;
    let line = column(6)?.get(at)?.as_u64();
    let ids = shard.get(7)?.as_str()?;
    let id = ids.get(at * ID_DIGITS..(at + 1) * ID_DIGITS)?;
    let place = shard.get(8)?.get(at.to_string());
    let repo = string(4)?;
    Some(Row {
        id: id.to_owned(),
        message: title.to_owned(),
        label: string(2)?.to_owned(),
        repo: repo.to_owned(),
        path: string(5)?.to_owned(),
        line: line
            .and_then(|line| u32::try_from(line).ok())
            .filter(|&n| n > 0),
        address: place::read(place).address(id, title, repo),
    })
}
