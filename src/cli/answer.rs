//! The verb `find`: where its text comes from, and how its answer is printed.

use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use super::arguments::{FindArguments, FindFormat};
use super::print::write;
use crate::address::OutPath;
use crate::error::Error;
use crate::html::visible;
use crate::input;
use crate::search::paste::{self, Match};

/// The text to look for: the arguments, else standard input.
pub(super) fn pasted(arguments: &FindArguments) -> Result<String, String> {
    if !arguments.text.is_empty() {
        return Ok(arguments.text.join(" "));
    }
    let is_input = |path: &std::path::PathBuf| path == Path::new(input::STANDARD_INPUT);
    if arguments.records.iter().any(is_input) {
        return Err("standard input holds the records: give the text as an argument".to_owned());
    }
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        return Err(
            "nothing to look for\n  hint: `errbook find 'some message'`, or `errbook find < build.log`"
                .to_owned(),
        );
    }
    let mut bytes = Vec::new();
    stdin
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot read standard input: {error}"))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if paste::is_cut(&text) {
        say!("note: the text is long; its first and last 32 KB were read");
    }
    Ok(text)
}

/// Prints what was found.
pub(super) fn print(
    matches: &[Match],
    format: FindFormat,
    base_url: Option<&str>,
) -> Result<(), Error> {
    write(|out| match format {
        FindFormat::Json => {
            let matches: Vec<Value> = matches.iter().map(object).collect();
            writeln!(out, "{}", json!({ "matches": matches }))
        }
        FindFormat::Human => people(out, matches, base_url),
    })
}

fn object(found: &Match) -> Value {
    let values: Map<String, Value> = found
        .values
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().into()))
        .collect();
    json!({
        "id": found.row.id,
        "repo": found.row.repo,
        "message": found.row.message,
        "address": found.row.address,
        "line": found.line,
        "sure": found.sure,
        "values": values,
    })
}

fn people(out: &mut dyn Write, matches: &[Match], base_url: Option<&str>) -> io::Result<()> {
    if matches.is_empty() {
        say!("No record fits");
    }
    for (at, found) in matches.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        let row = &found.row;
        let mark = if found.sure { "" } else { "possible: " };
        let message = visible(&row.message).replace('\n', "\n  ");
        writeln!(out, "{mark}{message}")?;
        for (name, value) in &found.values {
            writeln!(out, "  {} = {}", visible(name), visible(value))?;
        }
        let label = if row.label.is_empty() {
            String::new()
        } else {
            format!("{}, ", visible(&row.label))
        };
        writeln!(
            out,
            "  {label}{}, line {} of the text",
            visible(&row.repo),
            found.line
        )?;
        let absolute = |base| Some(OutPath::parse(&row.address)?.url(base));
        let link = base_url.and_then(absolute);
        let link = link.unwrap_or_else(|| visible(&row.address));
        writeln!(out, "  {link}#{}", visible(&row.id))?;
    }
    Ok(())
}
