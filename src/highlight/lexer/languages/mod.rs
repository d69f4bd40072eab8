//! The languages that have a lexer, by the names of the table of languages.

mod c;
mod csharp;
mod data;
mod elixir;
mod go;
mod java;
mod javascript;
mod perl;
mod php;
mod python;
mod ruby;
mod rust;
mod shell;
mod sql;
mod swift;

use std::sync::LazyLock;

use super::engine::Ready;
use super::table::Language;

/// The name that people use, the grammar's name where one has several, and the lexer.
const ALL: &[(&str, &str, &Language)] = &[
    ("Bash", "", &shell::SHELL),
    ("C", "", &c::C),
    ("C#", "", &csharp::CSHARP),
    ("C++", "", &c::CPP),
    ("Elixir", "", &elixir::ELIXIR),
    ("Go", "", &go::GO),
    ("JSON", "", &data::JSON),
    ("Java", "", &java::JAVA),
    ("JavaScript", "", &javascript::JAVASCRIPT),
    ("Kotlin", "", &java::KOTLIN),
    ("PHP", "", &php::PHP),
    ("Perl", "", &perl::PERL),
    ("Python", "", &python::PYTHON),
    ("Ruby", "", &ruby::RUBY),
    ("Rust", "", &rust::RUST),
    ("SQL", "", &sql::SQL),
    ("Scala", "", &java::SCALA),
    ("Swift", "", &swift::SWIFT),
    ("TOML", "", &data::TOML),
    ("TypeScript", "TypeScript", &javascript::TYPESCRIPT),
    ("TypeScript", "TypeScriptReact", &javascript::TSX),
    ("YAML", "", &data::YAML),
];

/// The lexer for a language, by the name that people use and its grammar's.
pub(in crate::highlight) fn of(name: &str, grammar: &str) -> Option<&'static Ready> {
    static READY: LazyLock<Vec<Ready>> = LazyLock::new(|| {
        let languages = ALL.iter().map(|&(_, _, language)| language);
        languages.map(Ready::new).collect()
    });
    let at = ALL.iter().position(|&(own, own_grammar, _)| {
        own == name && (own_grammar.is_empty() || own_grammar == grammar)
    })?;
    READY.get(at)
}
