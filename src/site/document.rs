//! A record as the search index takes it.

use crate::record::Record;
use crate::search::{Document, Index};

/// Gives one record to the search index.
pub(super) fn add_document(index: &mut Index, record: &Record, address: &str) {
    let id = record.id.to_string();
    let tags: Vec<&str> = record.tags.iter().map(String::as_str).collect();
    let lists = record.solutions.iter().chain(&record.prevention_tips);
    let texts = [
        &record.documentation,
        &record.trigger_scenarios,
        &record.common_situations,
    ];
    let prose = texts
        .into_iter()
        .chain(lists)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join("\n");
    index.add(&Document {
        id: &id,
        title: &record.error_message,
        pattern: Some(&record.message_pattern),
        code: record.error_code.as_deref(),
        class: record.error_class.as_deref(),
        repo: &record.repo,
        path: &record.file_path,
        line: record.line_number,
        severity: &record.severity,
        kind: &record.error_type,
        tags: &tags,
        address,
        prose: &prose,
    });
}
