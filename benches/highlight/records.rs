//! The time that the code of records takes, by both engines.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use errbook::highlight::{Budget, Engine};
use errbook::record::{self, Record};

use super::painted::highlighter;

/// Grammars take too long for more.
const FOR_GRAMMARS: usize = 500;

/// Prints the time of one record.
pub(crate) fn measure(file: &Path) {
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let limits = record::Limits::default();
    let records = text
        .lines()
        .filter_map(|line| record::parse(line, &limits).record);
    let records: Vec<Record> = records.collect();
    for (engine, count) in [
        (Engine::Own, records.len()),
        (Engine::Own, records.len()),
        (Engine::Syntect, FOR_GRAMMARS.min(records.len())),
    ] {
        let highlighter = highlighter(engine);
        let from = Instant::now();
        for record in &records[..count] {
            let language = highlighter.language(&record.file_path, "");
            let mut budget = Budget::new(highlighter.limits());
            let code = [
                &record.source_code,
                &record.example_fix,
                &record.validation_code,
                &record.type_guard,
                &record.try_catch_pattern,
            ];
            for code in code.into_iter().flatten() {
                black_box(highlighter.lines(code, language, &mut budget));
            }
        }
        let time = from.elapsed() / u32::try_from(count.max(1)).unwrap_or(u32::MAX);
        println!("{engine:?}: {time:?} a record, {count} records");
    }
}
