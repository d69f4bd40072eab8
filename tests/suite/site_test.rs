//! A site in a folder of its own: records in, the real program run, checks out.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// A site to be built.
pub(crate) struct SiteTest {
    folder: TempDir,
}

/// What a run of the program did.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl SiteTest {
    /// An empty site.
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// A site with one file of records, as an array.
    pub(crate) fn with(records: &[Value]) -> Self {
        let site = Self::new();
        site.write(
            "records/all.json",
            Value::from(records.to_vec()).to_string(),
        );
        site
    }

    /// The site's own folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A file of the site's own folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// A file of the published site.
    pub(crate) fn page(&self, address: &str) -> PathBuf {
        self.path("public").join(address)
    }

    /// Writes a file of the site's own folder.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Runs the program in the site's own folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(arguments, b"")
    }

    /// Runs the program with something on its standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_errbook"))
            .args(arguments)
            .current_dir(self.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let output = std::thread::scope(|scope| {
            scope.spawn(move || {
                // A program that does not want it all ends first.
                let _ = stdin.write_all(input);
            });
            child.wait_with_output().unwrap()
        });
        Run {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Builds the site; every record must be good.
    #[track_caller]
    pub(crate) fn build(&self) -> &Self {
        let run = self.run(&["build"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        self
    }

    /// The text of a published file.
    #[track_caller]
    pub(crate) fn read(&self, address: &str) -> String {
        let path = self.page(address);
        fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!(
                "{}: {error}; there are {:#?}",
                path.display(),
                self.tree().keys()
            )
        })
    }

    /// Every published file with its bytes, without errbook's own notes.
    pub(crate) fn tree(&self) -> BTreeMap<String, Vec<u8>> {
        tree(&self.path("public"))
    }
}

/// Every file of a folder with its bytes, without errbook's own notes and what it keeps for open
/// pages.
pub(crate) fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = all_files(folder);
    for path in retired(folder) {
        files.remove(&path);
    }
    files
}

/// What is not of a published site any more, but kept for open pages.
pub(crate) fn retired(folder: &Path) -> Vec<String> {
    let list = fs::read_to_string(folder.join(".errbook/retired")).unwrap_or_default();
    let paths = list
        .lines()
        .skip(1)
        .filter_map(|line| line.splitn(5, ' ').last());
    paths.map(str::to_owned).collect()
}

/// Every file of a folder with its bytes, without errbook's own notes.
pub(crate) fn all_files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file());
    let named = files.map(|entry| {
        let name = entry
            .path()
            .strip_prefix(folder)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        (name, fs::read(entry.path()).unwrap())
    });
    named
        .filter(|(name, _)| !name.starts_with(".errbook/"))
        .collect()
}

/// Fails with the names of the files that differ.
#[track_caller]
pub(crate) fn assert_same(
    left: &BTreeMap<String, Vec<u8>>,
    right: &BTreeMap<String, Vec<u8>>,
    what: &str,
) {
    let names: std::collections::BTreeSet<_> = left.keys().chain(right.keys()).collect();
    let differing: Vec<_> = names
        .into_iter()
        .filter(|name| left.get(*name) != right.get(*name))
        .collect();
    assert!(
        differing.is_empty(),
        "{what}: {} files differ: {:?}",
        differing.len(),
        &differing[..differing.len().min(10)]
    );
}

/// The id that the data set's rule gives.
pub(crate) fn id(repo: &str, code_or_message: &str, path: &str) -> String {
    let digest = Sha256::digest(format!("{repo}\u{1}{code_or_message}\u{1}{path}"));
    digest[..8]
        .iter()
        .fold(String::new(), |id, byte| format!("{id}{byte:02x}"))
}

/// A complete record of a made-up project; `n` tells it from others.
pub(crate) fn record(n: usize) -> Value {
    let repo = ["acme/anvil", "acme/rocket", "wile/traps"][n % 3];
    let path = format!("src/{}/part{}.rs", ["tnt", "net"][n % 2], n % 7);
    let message = format!("cannot drop {{name}} on road runner {n}: gravity is {{}}");
    let line = 3 + u32::try_from(n % 40).unwrap();
    let code =
        format!("fn drop{n}() {{\n    // waits for the edge\n    bail!(\"{message}\");\n}}\n");
    let pick = |from: &[&'static str]| from[n % from.len()];
    json!({
        "id": id(repo, &message, &path), "repo": repo, "slug": format!("cannot-drop-{n}"), "errorCode": null,
        "errorMessage": message, "messagePattern": format!("cannot drop (.+?) on road runner {n}: gravity is (.+?)"),
        "errorType": pick(&["exception", "validation", "panic"]), "errorClass": n.is_multiple_of(4).then_some("DropError"),
        "httpStatus": n.is_multiple_of(5).then_some(503), "severity": pick(&["error", "warning", "critical", "info"]),
        "filePath": path, "lineNumber": line, "sourceCode": code, "sourceCodeStart": line - 2, "sourceCodeEnd": line + 1,
        "githubUrl": format!("https://github.com/{repo}/blob/4f0c8d1/{path}#L{}-L{}", line - 2, line + 1),
        "documentation": "The *anvil* was let go before `gravity` was known.",
        "triggerScenarios": "Calling `drop()` at the edge of a cliff.", "commonSituations": "Deserts, canyons, painted tunnels.",
        "solutions": ["Look down first.", "Ask for `gravity` and try again."],
        "exampleFix": "// Before\ndrop(anvil);\n// After\nif gravity.known() { drop(anvil); }",
        "handlingStrategy": pick(&["try-catch", "retry", "validation", "fallback"]),
        "validationCode": "if !gravity.known() { return; }", "typeGuard": null,
        "tryCatchPattern": "match drop(anvil) { Err(e) => wait(), ok => ok }", "preventionTips": ["Keep a map of cliffs."],
        "tags": ["gravity", pick(&["anvil", "rocket"]), &format!("cliff-{}", n % 11)], "backgroundTag": pick(&["bad-luck", "physics"]),
        "analyzedSha": "4f0c8d1", "analyzedAt": "2026-09-11T21:06:21.487Z", "contentChangedAt": null, "schemaVersion": 2,
    })
}

/// Many records.
pub(crate) fn records(count: usize) -> Vec<Value> {
    (0..count).map(record).collect()
}

/// The same record with one value changed.
pub(crate) fn with(mut record: Value, key: &str, value: Value) -> Value {
    record[key] = value;
    record
}
