//! What colouring code takes, and how what the lexers say compares with what grammars say.
//! `benches/README.md` says more.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench prints figures"
)]

mod agreement;
mod excerpts;
mod files;
mod growth;
mod painted;
mod records;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo bench --bench highlight -- records RECORDS | growth | agreement FOLDER [LANGUAGE] | excerpts FOLDER";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench" && a != "--test")
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["records", file] => records::measure(Path::new(file)),
        ["growth"] => growth::measure(),
        ["agreement", folder] => agreement::compare(Path::new(folder), None),
        ["agreement", folder, language] => {
            agreement::compare(Path::new(folder), Some(language));
        }
        ["excerpts", folder] => excerpts::compare(Path::new(folder)),
        // `cargo test --benches` and `cargo bench` run it without a word.
        [] => println!("{USAGE}"),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
