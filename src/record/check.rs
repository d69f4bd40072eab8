//! What can be wrong with a record that can be read: warnings, since all of it is published.

use percent_encoding::percent_decode_str;

use super::{Record, RecordId, SCHEMA_VERSION};
use crate::diagnostic::{Code, Diagnostic};
use crate::source_link::{File, Template};

const ERROR_TYPES: [&str; 6] = [
    "exception",
    "error_code",
    "console",
    "http",
    "validation",
    "panic",
];
const SEVERITIES: [&str; 4] = ["critical", "error", "warning", "info"];
const STRATEGIES: [&str; 5] = ["try-catch", "type-guard", "validation", "retry", "fallback"];

/// A warning for each thing that cannot be right, with the field that it is about.
pub(super) fn check(record: &Record) -> Vec<(&'static str, Diagnostic)> {
    let mut found = Vec::new();
    let mut warn = |field: &'static str, diagnostic: Diagnostic| found.push((field, diagnostic));
    let derived = RecordId::derive(
        &record.repo,
        record.error_code.as_ref().unwrap_or(&record.error_message),
        &record.file_path,
    );
    if derived != record.id {
        let found = format!(
            "id `{}` does not follow from repository, message and path, which give `{derived}`",
            record.id
        );
        warn(
            "id",
            Diagnostic::warning(Code::ID_MISMATCH, found).hint(
                "the address uses the id as it is; recompute it if you made the record by hand",
            ),
        );
    }
    for (field, value, known) in [
        (
            "errorType",
            Some(&record.error_type),
            ERROR_TYPES.as_slice(),
        ),
        ("severity", Some(&record.severity), SEVERITIES.as_slice()),
        (
            "handlingStrategy",
            record.handling_strategy.as_ref(),
            STRATEGIES.as_slice(),
        ),
    ] {
        if let Some(value) = value.filter(|value| !known.contains(&value.as_str())) {
            let found = format!("`{value}` is not a known value of `{field}`");
            warn(
                field,
                Diagnostic::warning(Code::UNKNOWN_VALUE, found).hint(format!(
                    "it is shown as it is; known are {}",
                    known.join(", ")
                )),
            );
        }
    }
    if let Some(version) = record
        .schema_version
        .filter(|version| *version > SCHEMA_VERSION)
    {
        let found = format!(
            "schema version {version} is newer than the {SCHEMA_VERSION} that errbook knows"
        );
        warn(
            "schemaVersion",
            Diagnostic::warning(Code::NEWER_SCHEMA, found)
                .hint("update errbook; new fields may be missing from the pages"),
        );
    }
    if let Some(found) = lines_disagree(record) {
        warn(
            "sourceCode",
            Diagnostic::warning(Code::LINES_DISAGREE, found)
                .hint("lines are counted from sourceCodeStart; a first empty line counts"),
        );
    }
    let file = File {
        repo: &record.repo,
        commit: &record.analyzed_sha,
        path: &record.file_path,
    };
    let rebuilt = Template::github().range(&file, record.source_code_start, record.source_code_end);
    if !record.github_url.is_empty() && !same_link(&record.github_url, &rebuilt) {
        let found =
            format!("`githubUrl` differs from the link that the other fields give, {rebuilt}");
        warn(
            "githubUrl",
            Diagnostic::warning(Code::LINK_DIFFERS, found).hint("pages show the rebuilt link"),
        );
    }
    found
}

/// In words, how the numbers of the excerpt contradict each other.
fn lines_disagree(record: &Record) -> Option<String> {
    let code = record.source_code.as_deref()?;
    let start = record.source_code_start?;
    let (least, most) = last_lines(code, start);
    let end = record.source_code_end.unwrap_or(most);
    if !(least..=most).contains(&end) {
        let count = most - start + 1;
        return Some(format!(
            "the excerpt has {count} lines from {start}, so it ends at {most}, not at {end}"
        ));
    }
    let line = record
        .line_number
        .filter(|line| !(start..=end).contains(line))?;
    Some(format!(
        "line {line} is not in the excerpt, which has lines {start} to {end}"
    ))
}

/// The least and the greatest number that an excerpt's last line can have. The data set joins
/// lines by line feeds, so a last one stands before an empty line; files written by hand end in
/// one that stands before nothing.
fn last_lines(code: &str, start: u32) -> (u32, u32) {
    let last = |feeds: usize| start.saturating_add(u32::try_from(feeds).unwrap_or(u32::MAX));
    let feeds = code.matches('\n').count();
    let ended = usize::from(code.ends_with('\n'));
    (last(feeds - ended), last(feeds))
}

/// Upstream does not percent-encode paths, so links are compared decoded.
fn same_link(given: &str, rebuilt: &str) -> bool {
    percent_decode_str(given).eq(percent_decode_str(rebuilt))
}
