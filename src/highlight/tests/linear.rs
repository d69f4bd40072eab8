//! The time of every lexer grows with the length of a line and no faster, whatever stands in it.
//!
//! `cargo test --release --lib lines_twice_as_long -- --ignored --nocapture` measures it by the clock;
//! other tests count the bytes that are looked at. `ERRBOOK_RECORDS=records.jsonl cargo test --release
//! --lib time_of_records -- --ignored --nocapture` takes the code of real records, by both engines.

use std::time::{Duration, Instant};

use super::*;

/// Nasty lines: each is repeated up to the length that is asked for.
const SHAPES: &[&str] = &[
    "a.", "\"\\", "/*", "((", "${`", "r#", "<a ", "<<A ", "/ ", "{{", "#{\"", "'", "a: (b, ",
    "%w[", "##", "\\u{", "Ab<", "a\"\"\"", "@", "日", "s{", "x = /", "  ", "=~ m{", "R\"(", "`${",
    "[*", "-- ", "<?",
];

fn languages() -> Vec<Language> {
    let names = language::LANGUAGES.iter().map(|(_, grammar, _)| *grammar);
    let more = [
        "Rust", "Go", "Swift", "Ruby", "Elixir", "SQL", "TOML", "YAML",
    ];
    let known = names
        .chain(more)
        .filter_map(|name| Language::of_grammar(language::grammars().find_syntax_by_name(name)?));
    known
        .filter(|language| language.lexer().is_some())
        .collect()
}

/// A line, and one more so that what stays open is read on.
fn fragment(shape: &str, length: usize) -> [String; 2] {
    let line = shape.repeat(length / shape.len());
    [line.clone(), line]
}

fn lexer<'c>(language: Language, lines: &[&'c str]) -> super::lexer::Lexer<'c> {
    match Running::new(language, Engine::Own, lines) {
        Ok(Running::Lexer(lexer)) => lexer,
        _ => panic!("{language:?} has a lexer"),
    }
}

#[test]
fn every_byte_is_looked_at_a_few_times() {
    const LENGTH: usize = 6000;
    const TIMES: usize = 8;
    let languages = languages();
    assert!(languages.len() >= 21, "{languages:?}");
    for language in languages {
        for shape in SHAPES {
            let lines = fragment(shape, LENGTH);
            let lines = [lines[0].as_str(), lines[1].as_str()];
            let mut lexer = lexer(language, &lines);
            for line in lines {
                lexer.line(line);
            }
            let steps = lexer.steps();
            assert!(
                steps <= TIMES * 2 * LENGTH,
                "{language:?} {shape:?}: {steps}"
            );
        }
    }
}

fn time(language: Language, lines: &[String; 2]) -> Duration {
    let lines = [lines[0].as_str(), lines[1].as_str()];
    let from = Instant::now();
    let mut running = Running::new(language, Engine::Own, &lines).unwrap();
    for line in lines {
        std::hint::black_box(line::paint(line, running.line(line).unwrap()));
    }
    from.elapsed()
}

/// The fastest of many runs over lines of 10,000 and 20,000 bytes, taken in turns.
fn fastest(language: Language, shape: &str) -> (Duration, Duration) {
    const RUNS: usize = 60;
    let (short, long) = (fragment(shape, 10_000), fragment(shape, 20_000));
    let run = |_| (time(language, &short), time(language, &long));
    let runs: Vec<_> = (0..RUNS).map(run).collect();
    let fastest = |of: fn(&(Duration, Duration)) -> Duration| runs.iter().map(of).min().unwrap();
    (fastest(|run| run.0), fastest(|run| run.1))
}

#[test]
#[ignore = "measures time"]
#[expect(clippy::print_stdout, reason = "a report")]
fn lines_twice_as_long_take_twice_as_long() {
    const NOISE: Duration = Duration::from_micros(5);
    let mut worst = (0.0, String::new());
    let mut slowest = (Duration::ZERO, String::new());
    for language in languages() {
        for shape in SHAPES {
            let (short, long) = fastest(language, shape);
            // What takes next to no time is the allocator's.
            let times = long.saturating_sub(NOISE).as_secs_f64() / short.as_secs_f64();
            let what = format!("{language:?} {shape:?}: {short:?}, {long:?}");
            if long > slowest.0 {
                slowest = (long, what.clone());
            }
            if times > worst.0 {
                worst = (times, what);
            }
        }
    }
    println!(
        "worst growth {:.2} ({}), slowest {:?} ({})",
        worst.0, worst.1, slowest.0, slowest.1
    );
    assert!(worst.0 <= 2.2, "{worst:?}");
}

/// The file and the code of each record.
fn records(text: &str) -> Vec<(String, Vec<String>)> {
    const CODE: [&str; 5] = [
        "sourceCode",
        "exampleFix",
        "validationCode",
        "typeGuard",
        "tryCatchPattern",
    ];
    let record = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let record = value.get("record").unwrap_or(&value);
        let text = |key: &str| record[key].as_str().map(str::to_owned);
        let code = CODE.iter().filter_map(|key| text(key)).collect();
        (text("filePath").unwrap_or_default(), code)
    };
    text.lines().map(record).collect()
}

#[test]
#[ignore = "measures time, of records"]
#[expect(clippy::print_stdout, reason = "a report")]
fn time_of_records() {
    const FOR_GRAMMARS: usize = 500;
    let file = std::env::var("ERRBOOK_RECORDS").expect("ERRBOOK_RECORDS names JSON Lines");
    let records = records(&std::fs::read_to_string(file).unwrap());
    for (engine, count) in [
        (Engine::Own, records.len()),
        (Engine::Own, records.len()),
        (Engine::Syntect, FOR_GRAMMARS.min(records.len())),
    ] {
        let highlighter = highlighter().with_engine(engine);
        let from = Instant::now();
        for (file, code) in &records[..count] {
            let language = highlighter.language(file, "");
            let mut budget = Budget::new(highlighter.limits());
            for code in code {
                std::hint::black_box(highlighter.lines(code, language, &mut budget));
            }
        }
        let time = from.elapsed() / u32::try_from(count.max(1)).unwrap();
        println!("{engine:?}: {time:?} a record");
    }
}
