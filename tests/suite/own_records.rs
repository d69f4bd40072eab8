//! errbook's own records: one for every diagnostic, each true to the work tree.
//!
//! `ERRBOOK_REFRESH=1 cargo test --test suite own_records` brings lines, excerpts, links and the
//! commit of all records up to date; what needs a person (a message that is gone, a diagnostic
//! without a record) fails even then, and says what to do.

mod literal;
mod tree;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use errbook::diagnostic::Code;
use errbook::input::Limits;
use errbook::progress::Silent;
use errbook::record::RecordId;
use serde_json::{Map, Value, json};

use tree::Tree;

/// Set to rewrite the records instead of complaining about them.
const REFRESH_VARIABLE: &str = "ERRBOOK_REFRESH";
const HOW_TO_REFRESH: &str = "ERRBOOK_REFRESH=1 cargo test --test suite own_records";

/// One file below `records/`.
struct Own {
    file: PathBuf,
    text: String,
    record: Map<String, Value>,
}

impl Own {
    fn read_all() -> Vec<Self> {
        let folder = root().join("records");
        let entries = fs::read_dir(&folder).expect("the folder of records is there");
        let mut files: Vec<_> = entries
            .map(|entry| entry.expect("it can be listed").path())
            .collect();
        files.sort();
        files.into_iter().map(Self::read).collect()
    }

    fn read(file: PathBuf) -> Self {
        let text = fs::read_to_string(&file).expect("a record can be read");
        let mut envelope: Value = serde_json::from_str(&text).expect("a record is JSON");
        let record = envelope["record"].take();
        let record = record.as_object().expect("a record is in its envelope");
        Self {
            record: record.clone(),
            file,
            text,
        }
    }

    fn name(&self) -> String {
        let name = self.file.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// A text of the record; empty where it is null.
    fn get(&self, key: &str) -> &str {
        self.record[key].as_str().unwrap_or_default()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// As it lies in `records/`: one layout, so that a refresh changes nothing else.
fn written(record: &Map<String, Value>) -> String {
    let envelope = json!({ "record": record });
    let text = serde_json::to_string_pretty(&envelope).expect("a value can be written");
    format!("{text}\n")
}

/// The commit that the work tree stands on, and when it was made.
fn head() -> (String, String) {
    let git = Command::new("git")
        .args(["show", "--no-patch", "--format=%H %ct", "HEAD"])
        .current_dir(root())
        .output()
        .expect("a refresh needs git");
    let text = String::from_utf8_lossy(&git.stdout).into_owned();
    let (commit, seconds) = text
        .trim()
        .split_once(' ')
        .expect("a refresh needs a commit");
    let at = seconds.parse().expect("git writes seconds");
    let at = jiff::Timestamp::from_second(at).expect("a commit's time can be told");
    let at = at.strftime("%Y-%m-%dT%H:%M:%S.000Z");
    (commit.to_owned(), at.to_string())
}

/// What a record says, true to the work tree; its commit stays as it is.
fn true_to(tree: &Tree, own: &Own) -> Result<Map<String, Value>, String> {
    let code = own.get("errorCode");
    let sought = tree::Sought {
        path: own.get("filePath"),
        message: own.get("errorMessage"),
        mark: tree.mark(code, own.get("errorClass")),
    };
    let found = tree.find(&sought)?;
    if code.is_empty() && found.message != sought.message {
        return Err(format!(
            "its message is now `{}`; it has no code, so id and address follow from the message: \
             write a new record and delete this one",
            found.message
        ));
    }
    let key = if code.is_empty() {
        &*found.message
    } else {
        code
    };
    let mut record = own.record.clone();
    let mut set = |key: &str, value: Value| {
        record[key] = value;
    };
    let id = RecordId::derive(own.get("repo"), key, &found.path);
    set("id", json!(id.to_string()));
    set("slug", json!(literal::slug(key)));
    set("errorMessage", json!(found.message));
    set("messagePattern", json!(literal::pattern(&found.message)));
    set("severity", json!(tree.severity(code, &found.path)));
    set("filePath", json!(found.path));
    set("lineNumber", json!(found.line));
    set("sourceCode", json!(found.excerpt));
    set("sourceCodeStart", json!(found.start));
    set("sourceCodeEnd", json!(found.end));
    let link = format!(
        "https://github.com/{}/blob/{}/{}#L{}-L{}",
        own.get("repo"),
        own.get("analyzedSha"),
        found.path,
        found.start,
        found.end
    );
    set("githubUrl", json!(link));
    Ok(record)
}

/// Rewrites a record if that was asked for; else says how it differs from the work tree.
fn settle(tree: &Tree, own: &mut Own, head: Option<&(String, String)>) -> Option<String> {
    if let Some((commit, at)) = head {
        own.record["analyzedSha"] = json!(commit);
        own.record["analyzedAt"] = json!(at);
    }
    let record = match true_to(tree, own) {
        Ok(record) => record,
        Err(problem) => return Some(format!("{}: {problem}", own.name())),
    };
    let text = written(&record);
    if text == own.text {
        return None;
    }
    if head.is_some() {
        fs::write(&own.file, text).expect("a record can be written");
        return None;
    }
    let stale: Vec<_> = record
        .iter()
        .filter(|(key, value)| own.record.get(*key) != Some(value))
        .map(|(key, _)| key.as_str())
        .collect();
    let what = if stale.is_empty() {
        "its layout".into()
    } else {
        stale.join(", ")
    };
    Some(format!("{}: stale: {what}", own.name()))
}

#[test]
fn every_record_is_true_to_the_work_tree() {
    let tree = Tree::read(root());
    let head = std::env::var_os(REFRESH_VARIABLE)
        .is_some_and(|value| !value.is_empty() && value != "0")
        .then(head);
    let problems: Vec<_> = Own::read_all()
        .iter_mut()
        .filter_map(|own| settle(&tree, own, head.as_ref()))
        .collect();
    assert!(
        problems.is_empty(),
        "records differ from the sources:\n  {}\nto refresh lines, excerpts and links: {HOW_TO_REFRESH}",
        problems.join("\n  ")
    );
}

#[test]
fn every_diagnostic_has_a_record_and_every_record_a_diagnostic() {
    let known: BTreeSet<_> = Code::ALL
        .iter()
        .map(|code| code.as_str().to_owned())
        .collect();
    let all = Own::read_all();
    let coded = all.iter().map(|own| own.get("errorCode").to_owned());
    let told: BTreeSet<_> = coded.filter(|code| !code.is_empty()).collect();
    let missing: Vec<_> = known.difference(&told).collect();
    let unknown: Vec<_> = told.difference(&known).collect();
    assert!(
        missing.is_empty(),
        "no record in records/ explains {missing:?}: write `records/<code in lower case>.json` in \
         the form of its neighbours, then run: {HOW_TO_REFRESH}"
    );
    assert!(unknown.is_empty(), "records/ explains unknown {unknown:?}");
}

#[test]
fn every_failure_has_a_record() {
    let text = fs::read_to_string(root().join("src/error.rs")).expect("it is there");
    let shown = text.lines().filter_map(|line| {
        let literal = line.trim().strip_prefix("#[error(\"")?;
        literal.strip_suffix("\")]")
    });
    let all = Own::read_all();
    let told: BTreeSet<_> = all.iter().map(|own| own.get("errorMessage")).collect();
    let missing: Vec<_> = shown.filter(|message| !told.contains(message)).collect();
    assert!(
        missing.is_empty(),
        "no record in records/ explains {missing:?}"
    );
}

#[test]
fn a_record_lies_in_the_file_that_its_code_names() {
    for own in Own::read_all() {
        let code = own.get("errorCode").to_lowercase();
        let stem = if code.is_empty() {
            own.get("slug")
        } else {
            &code
        };
        assert_eq!(own.name(), format!("{stem}.json"));
    }
}

#[test]
fn every_record_explains_itself() {
    for own in Own::read_all() {
        let name = own.name();
        for key in [
            "documentation",
            "triggerScenarios",
            "commonSituations",
            "handlingStrategy",
            "validationCode",
            "backgroundTag",
        ] {
            assert!(!own.get(key).is_empty(), "{name}: `{key}` is empty");
        }
        for key in ["solutions", "preventionTips", "tags"] {
            let items = own.record[key].as_array();
            assert!(
                items.is_some_and(|items| !items.is_empty()),
                "{name}: `{key}` is empty"
            );
        }
    }
}

#[test]
fn every_key_of_a_record_is_documented() {
    let text = fs::read_to_string(root().join("docs/records.md")).expect("it is there");
    let own = &Own::read_all()[0];
    let missing: Vec<_> = own
        .record
        .keys()
        .filter(|key| !text.contains(&format!("`{key}`")))
        .collect();
    assert!(missing.is_empty(), "docs/records.md lacks {missing:?}");
}

#[test]
fn nothing_is_wrong_with_the_records_as_errbook_reads_them() {
    let mut ids = BTreeSet::new();
    let outcome = errbook::input::read(
        errbook::input::list(&[root().join("records")]).unwrap(),
        &Limits::default(),
        &mut errbook::input::NoShelf,
        &Silent,
        |record| record.id,
        |found| {
            ids.insert(found.kept);
        },
    )
    .expect("the folder is there");
    assert_eq!(outcome.diagnostics, []);
    assert_eq!(ids.len(), outcome.read, "two records share an id");
}
