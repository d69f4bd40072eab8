//! How the time of every lexer grows with the length of a line, whatever stands in it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use errbook::highlight::{Budget, Engine, Highlighter};

use super::painted::highlighter;

/// One file of each language that has a lexer.
const FILES: &[&str] = &[
    "a.rs", "a.ts", "a.tsx", "a.js", "a.py", "a.go", "a.java", "a.kt", "a.c", "a.cpp", "a.cs",
    "a.rb", "a.php", "a.swift", "a.scala", "a.ex", "a.sh", "a.sql", "a.yaml", "a.toml", "a.json",
    "a.pl",
];

/// Nasty lines: each is repeated up to the length that is asked for.
const SHAPES: &[&str] = &[
    "a.", "\"\\", "/*", "((", "${`", "r#", "<a ", "<<A ", "/ ", "{{", "#{\"", "'", "a: (b, ",
    "%w[", "##", "\\u{", "Ab<", "a\"\"\"", "@", "日", "s{", "x = /", "  ", "=~ m{", "R\"(", "`${",
    "[*", "-- ", "<?",
];

const RUNS: usize = 60;
/// What takes next to no time is the allocator's.
const NOISE: Duration = Duration::from_micros(5);

/// Prints the worst growth from lines of 10,000 bytes to lines of 20,000, and the slowest line.
pub(crate) fn measure() {
    let highlighter = highlighter(Engine::Own);
    let mut worst = (0.0, String::new());
    let mut slowest = (Duration::ZERO, String::new());
    for file in FILES {
        for shape in SHAPES {
            let (short, long) = fastest(&highlighter, file, shape);
            let times = long.saturating_sub(NOISE).as_secs_f64() / short.as_secs_f64();
            let what = format!("{file} {shape:?}: {short:?}, {long:?}");
            if long > slowest.0 {
                slowest = (long, what.clone());
            }
            if times > worst.0 {
                worst = (times, what);
            }
        }
    }
    println!("worst growth {:.2}: {}", worst.0, worst.1);
    println!("slowest {:?}: {}", slowest.0, slowest.1);
}

/// The fastest of many runs over both lengths, taken in turns.
fn fastest(highlighter: &Highlighter, file: &str, shape: &str) -> (Duration, Duration) {
    let code = |length: usize| {
        let line = shape.repeat(length / shape.len());
        // One more, so that what stays open is read on.
        format!("{line}\n{line}\n")
    };
    let (short, long) = (code(10_000), code(20_000));
    let time = |code: &str| {
        let from = Instant::now();
        let mut budget = Budget::new(highlighter.limits());
        black_box(highlighter.lines(code, highlighter.language(file, ""), &mut budget));
        from.elapsed()
    };
    let runs: Vec<_> = (0..RUNS).map(|_| (time(&short), time(&long))).collect();
    let fastest = |of: fn(&(Duration, Duration)) -> Duration| runs.iter().map(of).min();
    (
        fastest(|run| run.0).unwrap_or_default(),
        fastest(|run| run.1).unwrap_or_default(),
    )
}
