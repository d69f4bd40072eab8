//! What a tab did: everything it said on the console, every error, every violation of its content
//! security policy, every request, in the order the browser told of them.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// Something that a page said, or that the browser said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// `log`, `warning`, `error` and so on; `uncaught` for an error that nobody caught.
    pub(crate) kind: String,
    /// The words.
    pub(crate) text: String,
    /// The file that it is about, as far as it is known.
    pub(crate) url: String,
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// No answer so far.
    Waiting,
    /// Answered with this status; 200 for a file on disk.
    Answered(u64),
    /// Never sent, and by what it was held back (`csp`, `mixed-content`).
    Blocked(String),
    /// Failed, and how.
    Failed(String),
}

/// One thing that a page asked for, from disk or from the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The whole address, without its fragment.
    pub(crate) url: String,
    /// What for: `Document`, `Script`, `Stylesheet`, `Image`, `Fetch` and so on.
    pub(crate) purpose: String,
    /// What became of it.
    pub(crate) outcome: Outcome,
}

/// The record of one tab.
#[derive(Default)]
pub(super) struct Seen(Mutex<Record>);

#[derive(Default)]
pub(super) struct Record {
    pub(super) messages: Vec<Message>,
    /// A directive and what it held back, such as `img-src https://example.org/x.png`.
    pub(super) violations: Vec<String>,
    requests: Vec<(String, Request)>,
    unfinished: HashSet<String>,
    /// Documents that have loaded, by the id that a navigation gave them.
    loaded: HashSet<String>,
    /// How many documents have loaded in the tab itself, frames not counted.
    pub(super) loads: usize,
}

impl Seen {
    /// Notes an event, if it is one of those that are kept.
    pub(super) fn take(&self, method: &str, params: &Value) {
        let mut record = self.record();
        match method {
            "Runtime.consoleAPICalled" => record.messages.push(said(params)),
            "Runtime.exceptionThrown" => record.messages.push(thrown(&params["exceptionDetails"])),
            "Log.entryAdded" => record.messages.push(logged(&params["entry"])),
            "Audits.issueAdded" => record.violations.extend(violation(&params["issue"])),
            "Network.requestWillBeSent" => record.request(params),
            "Network.responseReceived" => {
                let status = params["response"]["status"].as_u64().unwrap_or_default();
                record.outcome(params, Outcome::Answered(status));
            }
            "Network.loadingFinished" => record.finish(params),
            "Network.loadingFailed" => record.fail(params),
            "Network.webSocketCreated" => record.socket(params),
            "Page.lifecycleEvent" if params["name"] == "load" => {
                record.loaded.insert(text(&params["loaderId"]));
            }
            "Page.loadEventFired" => record.loads += 1,
            _ => {}
        }
    }

    /// The record as it stands; the tab's events wait while it is held.
    pub(super) fn record(&self) -> MutexGuard<'_, Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Record {
    pub(super) fn requests(&self) -> Vec<Request> {
        self.requests.iter().map(|(_, r)| r.clone()).collect()
    }

    /// Addresses of requests that have not come to an end.
    pub(super) fn unfinished(&self) -> Vec<String> {
        self.requests
            .iter()
            .filter(|(id, _)| self.unfinished.contains(id))
            .map(|(_, request)| request.url.clone())
            .collect()
    }

    pub(super) fn has_loaded(&self, document: &str) -> bool {
        self.loaded.contains(document)
    }

    fn request(&mut self, params: &Value) {
        let id = text(&params["requestId"]);
        if let Some(status) = params["redirectResponse"]["status"].as_u64() {
            // A redirect goes on under the same id.
            self.outcome(params, Outcome::Answered(status));
        }
        let request = Request {
            url: text(&params["request"]["url"]),
            purpose: text(&params["type"]),
            outcome: Outcome::Waiting,
        };
        // What the page before was still waiting for nobody will be told the end of.
        if request.purpose == "Document" && params["loaderId"] == params["requestId"] {
            self.unfinished.clear();
        }
        // An event stream stays open for as long as its page does, and of an icon from disk the
        // end is not always told.
        if !matches!(request.purpose.as_str(), "EventSource" | "Other") {
            self.unfinished.insert(id.clone());
        }
        self.requests.push((id, request));
    }

    fn socket(&mut self, params: &Value) {
        let request = Request {
            url: text(&params["url"]),
            purpose: "WebSocket".to_owned(),
            outcome: Outcome::Waiting,
        };
        self.requests.push((text(&params["requestId"]), request));
    }

    fn finish(&mut self, params: &Value) {
        self.unfinished.remove(&text(&params["requestId"]));
    }

    fn fail(&mut self, params: &Value) {
        let outcome = match params["blockedReason"].as_str() {
            Some(reason) => Outcome::Blocked(reason.to_owned()),
            None => Outcome::Failed(text(&params["errorText"])),
        };
        self.outcome(params, outcome);
        self.finish(params);
    }

    fn outcome(&mut self, params: &Value, outcome: Outcome) {
        let id = text(&params["requestId"]);
        let latest = self.requests.iter_mut().rev().find(|(of, _)| *of == id);
        if let Some((_, request)) = latest {
            request.outcome = outcome;
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.kind, self.text, self.url)
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {:?}", self.purpose, self.url, self.outcome)
    }
}

/// A call of `console.log` and its like.
fn said(params: &Value) -> Message {
    let words: Vec<String> = params["args"]
        .as_array()
        .into_iter()
        .flatten()
        .map(shown)
        .collect();
    Message {
        kind: text(&params["type"]),
        text: words.join(" "),
        url: text(&params["stackTrace"]["callFrames"][0]["url"]),
    }
}

fn thrown(details: &Value) -> Message {
    let description = details["exception"]["description"].as_str();
    Message {
        kind: "uncaught".to_owned(),
        text: description.map_or_else(|| text(&details["text"]), str::to_owned),
        url: text(&details["url"]),
    }
}

fn logged(entry: &Value) -> Message {
    Message {
        kind: text(&entry["level"]),
        text: text(&entry["text"]),
        url: text(&entry["url"]),
    }
}

fn violation(issue: &Value) -> Option<String> {
    if issue["code"] != "ContentSecurityPolicyIssue" {
        return None;
    }
    let details = &issue["details"]["contentSecurityPolicyIssueDetails"];
    let kind = || text(&details["contentSecurityPolicyViolationType"]);
    let what = details["blockedURL"]
        .as_str()
        .map_or_else(kind, str::to_owned);
    Some(format!("{} {what}", text(&details["violatedDirective"])))
}

/// A value as the console shows it.
fn shown(value: &Value) -> String {
    match &value["value"] {
        Value::Null => text(&value["description"]),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
