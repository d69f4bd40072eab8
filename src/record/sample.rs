//! A record for tests, with a value for nearly every field.

use serde_json::{Value, json};

use super::RecordId;

/// Nothing is wrong with it.
pub(super) fn good() -> Value {
    json!({
        "id": RecordId::derive("acme/anvil", "cannot drop {name}", "src/drop.rs").to_string(),
        "repo": "acme/anvil", "slug": "cannot-drop-name", "errorCode": null, "errorMessage": "cannot drop {name}",
        "messagePattern": "cannot drop (.+?)", "errorType": "exception", "errorClass": null, "httpStatus": null,
        "severity": "error", "filePath": "src/drop.rs", "lineNumber": 3, "sourceCode": "\na\nb\nc", "sourceCodeStart": 1,
        "sourceCodeEnd": 4, "githubUrl": "https://github.com/acme/anvil/blob/abc/src/drop.rs#L1-L4", "documentation": "",
        "triggerScenarios": "It is held.", "commonSituations": null, "solutions": ["Let go."], "exampleFix": "drop(x)",
        "handlingStrategy": "retry", "validationCode": "a", "typeGuard": "b", "tryCatchPattern": "c",
        "preventionTips": [], "tags": ["rust"], "backgroundTag": "held", "analyzedSha": "abc",
        "analyzedAt": "2026-09-11T21:06:21.487Z", "contentChangedAt": "2026-09-12T00:00:00Z", "schemaVersion": 2,
    })
}
