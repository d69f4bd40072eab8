//! Records of a file, and their index in memory.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};

use errbook::search::{Document, Index, Options};
use serde_json::Value;

/// What pastes are made of.
pub(crate) struct Record {
    pub(crate) id: String,
    pub(crate) repo: String,
    pub(crate) slug: String,
    pub(crate) message: String,
    pub(crate) pattern: String,
    pub(crate) class: Option<String>,
    pub(crate) code: Option<String>,
    pub(crate) path: String,
    pub(crate) line: u32,
}

impl Record {
    pub(crate) fn file_name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// What two records share that a text cannot tell apart.
    pub(crate) fn kind(&self) -> String {
        let words: Vec<&str> = self.pattern.split_whitespace().collect();
        words.join(" ").to_lowercase()
    }
}

/// The files of an index by address.
pub(crate) type Files = HashMap<String, Vec<u8>>;

/// Records, and identifiers of their sources.
pub(crate) fn read(path: &str) -> std::io::Result<(Vec<Record>, Vec<String>)> {
    const SOURCES: usize = 4_000;
    const WORDS: usize = 8_000;
    let (mut records, mut counts) = (Vec::new(), HashMap::<String, usize>::new());
    for line in BufReader::new(File::open(path)?).lines() {
        let value: Value = serde_json::from_str(&line?)?;
        let record = value.get("record").unwrap_or(&value);
        let text = |key: &str| record[key].as_str().map(str::to_owned);
        if records.len() < SOURCES {
            for word in text("sourceCode")
                .unwrap_or_default()
                .split(|c: char| !c.is_ascii_alphabetic() && c != '_')
            {
                if (4..=15).contains(&word.len()) {
                    *counts.entry(word.to_owned()).or_default() += 1;
                }
            }
        }
        records.push(Record {
            id: text("id").unwrap_or_default(),
            repo: text("repo").unwrap_or_default(),
            slug: text("slug").unwrap_or_default(),
            message: text("errorMessage").unwrap_or_default(),
            pattern: text("messagePattern").unwrap_or_default(),
            class: text("errorClass"),
            code: text("errorCode"),
            path: text("filePath").unwrap_or_default(),
            line: record["lineNumber"]
                .as_u64()
                .and_then(|n| u32::try_from(n).ok())
                .unwrap_or(1),
        });
    }
    let mut words: Vec<(usize, String)> = counts.into_iter().map(|(word, n)| (n, word)).collect();
    words.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    words.truncate(WORDS);
    let mut words: Vec<String> = words.into_iter().map(|(_, word)| word).collect();
    if words.is_empty() {
        words.push("value".to_owned());
    }
    Ok((records, words))
}

/// Records that try to match everything.
pub(crate) fn hostile(count: usize) -> Vec<Record> {
    let holes = "(.+?)".repeat(100);
    let patterns = [
        "(a+)+$",
        ".*",
        "(?=.*)",
        "(.*)*",
        "(unclosed",
        "[",
        "(?<!x).+",
        ".+?",
        "(.+?): (.+?)",
        "\\",
        "*",
        "(?:)",
        "",
        " ",
        "(a|a)*b",
        "\\S+ \\S+",
        &holes,
    ];
    let record = |n: usize| Record {
        id: format!("{:016x}", 0xbad0_0000_0000_0000_u64 + n as u64),
        repo: "hostile/patterns".to_owned(),
        slug: format!("hostile-{n}"),
        message: "{}".to_owned(),
        pattern: patterns[n % patterns.len()].to_owned(),
        class: None,
        code: None,
        path: format!("src/h{n}.rs"),
        line: 1,
    };
    (0..count).map(record).collect()
}

/// The index of some records.
pub(crate) fn index(records: &[Record]) -> Files {
    let mut index = Index::new(Options {
        prose: false,
        ..Options::default()
    });
    for record in records {
        let address = format!("errors/{}/{}.html", record.repo, record.slug);
        index.add(&Document {
            id: &record.id,
            title: &record.message,
            pattern: Some(&record.pattern),
            code: record.code.as_deref(),
            class: record.class.as_deref(),
            repo: &record.repo,
            path: &record.path,
            line: Some(record.line),
            severity: "error",
            kind: "exception",
            tags: &[],
            address: &address,
            prose: "",
        });
    }
    let mut files = Files::new();
    let done: std::io::Result<()> = index.finish(|path, bytes| {
        files.insert(path.to_string(), bytes);
        Ok(())
    });
    done.expect("what is put aside can be read again");
    files
}
