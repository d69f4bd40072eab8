//! The index as a whole: what is written is what a reader of the shards finds.

use super::Document;

impl Document<'static> {
    /// A record for tests that set only what they are about.
    pub(super) fn sample() -> Self {
        Document {
            id: "0123456789abcdef",
            title: "no such file",
            pattern: None,
            code: None,
            class: None,
            repo: "acme/tool",
            path: "src/io.rs",
            line: None,
            severity: "error",
            kind: "exception",
            tags: &[],
            address: "errors/acme/tool/no-such-file.html",
            prose: "",
        }
    }
}
