//! Finding Chromium and starting it so that it cannot outlive the tests.
//!
//! It speaks its protocol over two inherited pipes rather than a port: nothing has to be waited
//! for or kept free, nobody else can connect, and the browser ends when the pipes close, which
//! the system does even for a process that was killed.

use std::env;
use std::fs::File;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Where Chromium is, if not the first of [`NAMES`] on the `PATH`.
const PATH_VARIABLE: &str = "ERRBOOK_CHROMIUM";

/// What Chromium is called, by distribution; an absolute path stands for itself.
const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// No window, no calls home, and no sandbox: it does not start for root or in most containers,
/// and the only pages opened here are our own.
const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-default-apps",
    "--password-store=basic",
    "--use-mock-keychain",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    // Many tabs at once, each of which has to run as if it were in front.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    // A request to the outside is seen and recorded, and goes nowhere.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--remote-debugging-pipe",
];

/// Hands its own input and output to the browser as the descriptors 3 and 4, where the protocol's
/// pipes belong, waits for the browser's end, and removes its profile.
const SHELL: &str = r#"
profile=$1
shift
"$@" 3<&0 4>&1 </dev/null >/dev/null
rm -rf "$profile"
"#;

/// A running browser.
pub(super) struct Started {
    /// The shell around it, which ends after it.
    pub(super) shell: Child,
    /// Takes commands.
    pub(super) commands: ChildStdin,
    /// Gives replies and events.
    pub(super) messages: ChildStdout,
    /// What the browser says to its terminal, for when it does not start.
    pub(super) log: PathBuf,
}

/// The program to start, or why there is none.
pub(super) fn find() -> Result<PathBuf, String> {
    if let Some(named) = env::var_os(PATH_VARIABLE) {
        let path = PathBuf::from(&named);
        return on_path(&path).ok_or_else(|| {
            let shown = path.display();
            format!("no Chromium: `{PATH_VARIABLE}` says `{shown}`, which is not there")
        });
    }
    NAMES
        .iter()
        .find_map(|name| on_path(Path::new(name)))
        .ok_or_else(|| {
            format!("no Chromium: not on the PATH, and `{PATH_VARIABLE}` does not say where it is")
        })
}

/// A path as it is if it names a file, a bare name looked up as the shell does.
fn on_path(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return name.is_file().then(|| name.to_owned());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|candidate| candidate.is_file())
}

/// Starts a browser with a profile of its own.
///
/// # Panics
/// If the system cannot make the profile or start a process.
pub(super) fn start(chromium: &Path) -> Started {
    let profile = tempfile::Builder::new()
        .prefix("errbook-chromium-")
        .tempdir()
        .expect("a folder for the browser's profile")
        .keep();
    let log = profile.join("chromium.log");
    let log_file = File::create(&log).expect("a file for what the browser says");
    let mut shell = Command::new("/bin/sh")
        .args(["-c", SHELL, "errbook-chromium"])
        .arg(&profile)
        .arg(chromium)
        .args(FLAGS)
        .arg({
            let mut flag = std::ffi::OsString::from("--user-data-dir=");
            flag.push(&profile);
            flag
        })
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(log_file)
        // Out of reach of Ctrl-C, so that the profile is removed after an interrupted run too.
        .process_group(0)
        .spawn()
        .expect("a shell to start the browser with");
    Started {
        commands: shell.stdin.take().expect("a pipe was asked for"),
        messages: shell.stdout.take().expect("a pipe was asked for"),
        shell,
        log,
    }
}
