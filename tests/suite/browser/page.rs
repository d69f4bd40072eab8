//! One tab: where it goes, what is on it, what it did.
//!
//! Elements are named by CSS selectors, the first match counts. Reading and acting wait until the
//! element is there; `count`, `texts` and `is_visible` tell how things stand now.

use std::cell::Cell;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::{panic, thread};

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::connection::{Connection, watching};
use super::emulation::Scheme;
use super::seen::{Message, Outcome, Request, Seen};
use super::wait::{until, wait_for};

/// The window of a tab that has not been told otherwise.
const WINDOW: (u32, u32) = (1280, 800);

/// What may not stand in a `file:` address as it is.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// A tab with cookies, storage and cache of its own; closed when dropped.
pub(crate) struct Page {
    connection: Arc<Connection>,
    seen: Arc<Seen>,
    /// Chromium's name for what the tab shares with no other.
    pub(super) context: String,
    session: String,
    pub(super) runs_scripts: Cell<bool>,
}

impl Page {
    pub(super) fn new(connection: Arc<Connection>) -> Self {
        let open = || -> Result<(String, String), String> {
            let made = connection.call(
                "Target.createBrowserContext",
                &json!({ "disposeOnDetach": true }),
            )?;
            let context = string(&made["browserContextId"]);
            let made = connection.call(
                "Target.createTarget",
                &json!({ "url": "about:blank", "browserContextId": context }),
            )?;
            let attached = connection.call(
                "Target.attachToTarget",
                &json!({ "targetId": made["targetId"], "flatten": true }),
            )?;
            Ok((context, string(&attached["sessionId"])))
        };
        let (context, session) = open().unwrap_or_else(|why| panic!("no new tab: {why}"));
        let seen = Arc::new(Seen::default());
        connection.watch(&session, &seen);
        let page = Self {
            connection,
            seen,
            context,
            session,
            runs_scripts: Cell::new(true),
        };
        page.call("Page.enable", &json!({}));
        page.call(
            "Page.setLifecycleEventsEnabled",
            &json!({ "enabled": true }),
        );
        for (method, params) in watching() {
            page.call(method, &params);
        }
        page.call(
            "Emulation.setFocusEmulationEnabled",
            &json!({ "enabled": true }),
        );
        page.window(WINDOW.0, WINDOW.1);
        page.scheme(Scheme::Light);
        page
    }

    /// Goes to an address as if it were typed in, and waits until it has loaded and is at rest.
    #[track_caller]
    pub(crate) fn open(&self, address: &str) {
        let before = self.seen.record().loads;
        let went = self.call("Page.navigate", &json!({ "url": address }));
        if let Some(why) = went["errorText"].as_str() {
            panic!("`{address}` does not open: {why}");
        }
        // Another fragment of the same page is there at once.
        if let Some(document) = went["loaderId"].as_str() {
            // A page that forwards gives way to another before it has loaded.
            wait_for("the page has loaded", || {
                let record = self.seen.record();
                record.has_loaded(document) || record.loads > before
            });
        }
        self.settle();
    }

    /// Opens a file from disk, with a fragment or query if the path's last part has `#` or `?`.
    #[track_caller]
    pub(crate) fn open_file(&self, file: &Path) {
        self.open(&file_address(file));
    }

    /// Clicks what leads to another page, and waits until that has loaded and is at rest.
    #[track_caller]
    pub(crate) fn follow(&self, selector: &str) {
        let before = self.seen.record().loads;
        self.click(selector);
        wait_for("another page has loaded", || {
            self.seen.record().loads > before
        });
        self.settle();
    }

    /// Waits until everything asked for has come or failed, and what came has been drawn.
    #[track_caller]
    pub(crate) fn settle(&self) {
        let mut calm_since = None;
        let settled = until(|| {
            self.draw()?;
            let record = self.seen.record();
            let (asked, unfinished) = (record.requests().len(), record.unfinished());
            // What came last may ask for more once it runs: rest is when nothing followed.
            let is_calm = unfinished.is_empty();
            if is_calm && calm_since == Some(asked) {
                return Ok(());
            }
            calm_since = is_calm.then_some(asked);
            Err(format!("still waiting for {}", unfinished.join(", ")))
        });
        settled.unwrap_or_else(|seen| panic!("the page does not come to rest: {seen}"));
    }

    /// Where the tab is.
    #[track_caller]
    pub(crate) fn address(&self) -> String {
        self.eval("location.href")
    }

    /// The value of an expression, or what its promise gives. Works with scripts switched off too,
    /// and is not bound by the page's content security policy.
    #[track_caller]
    pub(crate) fn eval<T: DeserializeOwned>(&self, expression: &str) -> T {
        self.try_eval(expression)
            .unwrap_or_else(|why| panic!("`{expression}`: {why}"))
    }

    /// The visible text of an element, laid out as a reader would copy it.
    #[track_caller]
    pub(crate) fn text(&self, selector: &str) -> String {
        self.of_element(selector, "element.innerText")
    }

    /// The visible texts of all matches.
    #[track_caller]
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        let all = quoted(selector);
        self.eval(&format!(
            "[...document.querySelectorAll({all})].map(element => element.innerText)"
        ))
    }

    /// An attribute as it is written.
    #[track_caller]
    pub(crate) fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        let name = quoted(name);
        self.of_element(selector, &format!("element.getAttribute({name})"))
    }

    /// What stands in a field.
    #[track_caller]
    pub(crate) fn value(&self, selector: &str) -> String {
        self.of_element(selector, "element.value")
    }

    /// A property of the computed style, such as `color`.
    #[track_caller]
    pub(crate) fn style(&self, selector: &str, property: &str) -> String {
        let property = quoted(property);
        self.of_element(
            selector,
            &format!("getComputedStyle(element).getPropertyValue({property})"),
        )
    }

    /// How many elements match.
    #[track_caller]
    pub(crate) fn count(&self, selector: &str) -> usize {
        let all = quoted(selector);
        self.eval(&format!("document.querySelectorAll({all}).length"))
    }

    /// Whether there is a match that takes up room and is not hidden by any means.
    #[track_caller]
    pub(crate) fn is_visible(&self, selector: &str) -> bool {
        let all = quoted(selector);
        self.eval(&format!(
            "[...document.querySelectorAll({all})].some(element => element.checkVisibility({{ \
             opacityProperty: true, visibilityProperty: true }}) && \
             [...element.getClientRects()].some(box => box.width * box.height > 0))"
        ))
    }

    /// Whether an element has the keyboard.
    #[track_caller]
    pub(crate) fn is_focused(&self, selector: &str) -> bool {
        self.of_element(selector, "element === document.activeElement")
    }

    /// Waits until an element's visible text holds some words.
    #[track_caller]
    pub(crate) fn wait_for_text(&self, selector: &str, words: &str) {
        let text = format!("document.querySelector({})?.innerText", quoted(selector));
        let waited = until(|| match self.try_eval::<Option<String>>(&text)? {
            Some(text) if text.contains(words) => Ok(()),
            Some(text) => Err(format!("it says {text:?}")),
            None => Err("there is no such element".to_owned()),
        });
        waited.unwrap_or_else(|seen| panic!("`{selector}` never said {words:?}: {seen}"));
    }

    /// Waits until the tab is at an address with this ending, loaded and at rest.
    #[track_caller]
    pub(crate) fn wait_for_address(&self, ending: &str) {
        let place = "[location.href, document.readyState]";
        let waited = until(|| match self.try_eval::<(String, String)>(place)? {
            (address, state) if address.ends_with(ending) && state == "complete" => Ok(()),
            (address, _) => Err(format!("it is at {address}")),
        });
        waited.unwrap_or_else(|seen| panic!("the page never came to `…{ending}`: {seen}"));
        self.settle();
    }

    /// Everything that was said on the console since the tab was opened, uncaught errors and the
    /// browser's own remarks included.
    #[track_caller]
    pub(crate) fn messages(&self) -> Vec<Message> {
        self.settle();
        self.seen.record().messages.clone()
    }

    /// Everything that content security policies held back: directive and address.
    #[track_caller]
    pub(crate) fn violations(&self) -> Vec<String> {
        self.settle();
        self.seen.record().violations.clone()
    }

    /// Everything that was asked for since the tab was opened, from disk and network, by pages,
    /// frames and workers, blocked or not. Files taken from memory are included.
    #[track_caller]
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.settle();
        self.seen.record().requests()
    }

    /// The requests that are neither for a file on disk nor for data that stands in the page.
    #[track_caller]
    pub(crate) fn network_requests(&self) -> Vec<Request> {
        let mut requests = self.requests();
        requests.retain(|request| {
            let (scheme, _) = request.url.split_once(':').unwrap_or_default();
            !matches!(scheme, "file" | "data" | "blob" | "about")
        });
        requests
    }

    /// What is not as it should be: whatever was said on the console, errors, violations, and
    /// requests that were not answered well. A request that its page left behind was not answered
    /// at all, which is no fault: `open` and `settle` wait for those of the page that is shown.
    #[track_caller]
    pub(crate) fn complaints(&self) -> Vec<String> {
        let requests = self.requests();
        let unanswered = requests.iter().filter(|request| {
            !matches!(
                request.outcome,
                Outcome::Answered(200..400) | Outcome::Waiting
            )
        });
        let mut complaints: Vec<String> = self.messages().iter().map(Message::to_string).collect();
        complaints.extend(self.violations());
        complaints.extend(unanswered.map(Request::to_string));
        complaints
    }

    /// Fails if there are any [`Page::complaints`].
    #[track_caller]
    pub(crate) fn assert_quiet(&self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }

    /// Runs a command of the protocol in this tab.
    #[track_caller]
    pub(super) fn call(&self, method: &str, params: &Value) -> Value {
        self.try_call(method, params)
            .unwrap_or_else(|why| panic!("{why}"))
    }

    /// Runs a command of the protocol on the browser as a whole.
    #[track_caller]
    pub(super) fn call_browser(&self, method: &str, params: &Value) -> Value {
        self.connection
            .call(method, params)
            .unwrap_or_else(|why| panic!("{why}"))
    }

    pub(super) fn try_call(&self, method: &str, params: &Value) -> Result<Value, String> {
        self.connection.call_in(Some(&self.session), method, params)
    }

    pub(super) fn try_eval<T: DeserializeOwned>(&self, expression: &str) -> Result<T, String> {
        let mut reply = self.try_call(
            "Runtime.evaluate",
            &json!({ "expression": expression, "returnByValue": true, "awaitPromise": true }),
        )?;
        if let Some(thrown) = reply.get("exceptionDetails") {
            let description = thrown["exception"]["description"].as_str();
            return Err(description.unwrap_or("it threw something").to_owned());
        }
        let value = reply["result"]["value"].take();
        serde_json::from_value(value).map_err(|error| error.to_string())
    }

    /// A property of an element, once there is one.
    #[track_caller]
    fn of_element<T: DeserializeOwned>(&self, selector: &str, property: &str) -> T {
        let expression = format!(
            "(element => element ? [{property}] : [])(document.querySelector({}))",
            quoted(selector)
        );
        let found = until(|| {
            let found: Vec<T> = self.try_eval(&expression)?;
            let first = found.into_iter().next();
            first.ok_or_else(|| "there is no such element".to_owned())
        });
        found.unwrap_or_else(|why| panic!("`{selector}`: {why}"))
    }

    /// Lets the page draw itself twice, so that what follows from its last change has happened.
    fn draw(&self) -> Result<(), String> {
        let frames = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => \
                      done(true))))";
        // Without scripts no frame calls back, and nothing follows from anything.
        let wait = if self.runs_scripts.get() {
            frames
        } else {
            "true"
        };
        self.try_eval::<bool>(wait).map(drop)
    }
}

impl Drop for Page {
    /// Closes the tab; for a test that is failing, tells first what was on it.
    #[expect(
        clippy::print_stderr,
        reason = "the harness shows it with the failed test"
    )]
    fn drop(&mut self) {
        if thread::panicking() {
            let told = panic::catch_unwind(panic::AssertUnwindSafe(|| self.tell()));
            eprintln!("{}", told.unwrap_or_default());
        }
        self.connection.forget(&self.seen);
        let context = json!({ "browserContextId": self.context });
        let _ = self
            .connection
            .call("Target.disposeBrowserContext", &context);
    }
}

impl Page {
    /// The tab as it stands, for somebody who wonders why a test failed.
    fn tell(&self) -> String {
        let on_page = "`${location.href}\n${document.title}\n${document.body?.innerText ?? ''}`";
        let shown = self.try_eval::<String>(on_page);
        let shown = shown.unwrap_or_else(|why| format!("(not readable: {why})"));
        let record = self.seen.record();
        let mut told = format!("--- the page\n{}\n--- what it said\n", first_chars(&shown));
        for message in &record.messages {
            let _ = writeln!(told, "{message}");
        }
        told.push_str("--- what it asked for\n");
        for request in record.requests() {
            let _ = writeln!(told, "{request}");
        }
        told
    }
}

/// The address of a file on disk. What follows a `#` or `?` in its last part stays as it is.
fn file_address(file: &Path) -> String {
    let path = file.to_str().expect("a path in UTF-8");
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    let end = path[name..]
        .find(['#', '?'])
        .map_or(path.len(), |at| name + at);
    let whole = Path::new(&path[..end]);
    let whole = whole
        .canonicalize()
        .unwrap_or_else(|error| panic!("`{}`: {error}", whole.display()));
    let whole = whole.to_str().expect("a path in UTF-8");
    format!(
        "file://{}{}",
        utf8_percent_encode(whole, PATH),
        &path[end..]
    )
}

/// A text as a JavaScript literal.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn first_chars(text: &str) -> String {
    text.chars().take(4000).collect()
}
