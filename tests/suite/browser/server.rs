//! A site behind a real web server, as a plain host would serve it: under a sub-path, with a
//! status and a type for every file, and its own page for what is not there.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use percent_encoding::percent_decode_str;
use tiny_http::{Request, StatusCode};

/// One answer that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The path as it was asked for, with its query.
    pub(crate) path: String,
    /// The status it was answered with.
    pub(crate) status: u16,
    /// How many bytes the body had; headers come on top.
    pub(crate) bytes: usize,
}

/// A running server; ends when dropped.
pub(crate) struct Server {
    address: String,
    http: Arc<tiny_http::Server>,
    answers: Arc<Mutex<Vec<Answer>>>,
    thread: Option<JoinHandle<()>>,
}

/// A folder and the path that its files are served under, which begins and ends with `/`.
struct Served {
    folder: PathBuf,
    under: String,
}

impl Server {
    /// Serves a folder on a free port of this machine, under a path such as `/docs/errors/`.
    ///
    /// # Panics
    /// If the path does not begin and end with `/`, or no port is to be had.
    pub(crate) fn start(folder: &Path, under: &str) -> Self {
        assert!(
            under.starts_with('/') && under.ends_with('/'),
            "`{under}` does not begin and end with a slash"
        );
        let http = tiny_http::Server::http("127.0.0.1:0").expect("a free port");
        let http = Arc::new(http);
        let port = http.server_addr().to_ip().expect("an IP address").port();
        let served = Served {
            folder: folder.to_owned(),
            under: under.to_owned(),
        };
        let answers = Arc::new(Mutex::new(Vec::new()));
        let thread = thread::spawn({
            let (http, answers) = (Arc::clone(&http), Arc::clone(&answers));
            move || {
                for request in http.incoming_requests() {
                    served.answer(request, &answers);
                }
            }
        });
        Self {
            address: format!("http://127.0.0.1:{port}{under}"),
            http,
            answers,
            thread: Some(thread),
        }
    }

    /// The address of a file of the site, given by its path in the folder; may have a query and a
    /// fragment.
    pub(crate) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// All answers so far.
    pub(crate) fn answers(&self) -> Vec<Answer> {
        lock(&self.answers).clone()
    }

    /// Forgets the answers so far.
    pub(crate) fn forget_answers(&self) {
        lock(&self.answers).clear();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.http.unblock();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Served {
    fn answer(&self, request: Request, answers: &Mutex<Vec<Answer>>) {
        let path = request.url().to_owned();
        let (status, kind, body) = self.find(&path);
        // Noted before it is sent, so that who has the answer finds it noted.
        lock(answers).push(Answer {
            path,
            status,
            bytes: body.len(),
        });
        // Written here, since the crate keeps `Connection` to itself: of connections that come in a
        // burst its pool may leave one waiting until another closes, and browsers keep theirs open.
        let reason = StatusCode(status).default_reason_phrase();
        let head = format!(
            "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        let mut writer = request.into_writer();
        // A reader who has gone away is no fault of the server.
        let _ = writer
            .write_all(head.as_bytes())
            .and_then(|()| writer.write_all(&body))
            .and_then(|()| writer.flush());
    }

    /// Status, type and body for a path as it was asked for.
    fn find(&self, asked: &str) -> (u16, &'static str, Vec<u8>) {
        if let Some(mut file) = self.file(asked) {
            if file.is_dir() && asked.split('?').next().unwrap_or_default().ends_with('/') {
                file.push("index.html");
            }
            if let Ok(body) = fs::read(&file) {
                return (200, content_type(&file), body);
            }
        }
        let page = self.folder.join("404.html");
        match fs::read(&page) {
            Ok(body) => (404, content_type(&page), body),
            Err(_) => (404, "text/plain; charset=utf-8", b"not found".to_vec()),
        }
    }

    /// The place of a path in the folder, unless it is outside.
    fn file(&self, asked: &str) -> Option<PathBuf> {
        let path = asked.split('?').next()?.strip_prefix(&self.under)?;
        let mut file = self.folder.clone();
        for segment in path.split('/') {
            let name = percent_decode_str(segment).decode_utf8().ok()?;
            let leads_away = name == ".." || name.contains(['/', '\\', '\0']);
            if leads_away {
                return None;
            }
            file.push(&*name);
        }
        Some(file)
    }
}

fn content_type(file: &Path) -> &'static str {
    let ending = file.extension().unwrap_or_default();
    match ending.to_str().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "xml" => "application/xml",
        "txt" | "md" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

fn lock(answers: &Mutex<Vec<Answer>>) -> MutexGuard<'_, Vec<Answer>> {
    answers.lock().unwrap_or_else(PoisonError::into_inner)
}
