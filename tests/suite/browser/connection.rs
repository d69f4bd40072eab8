//! Chromium's `DevTools` protocol: commands out, replies matched to them, events handed to the tab
//! that they belong to. Knows the shape of messages, not what they mean.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::{Value, json};

use super::process::Started;
use super::seen::Seen;
use super::wait::DEADLINE;

/// Messages end with this byte, both ways.
const END: u8 = 0;

/// The way to the browser, shared by all tabs.
pub(super) struct Connection {
    commands: Mutex<ChildStdin>,
    state: Mutex<State>,
    log: PathBuf,
}

#[derive(Default)]
struct State {
    last_id: u64,
    /// Who waits for a reply, by the command's id.
    waiting: HashMap<u64, SyncSender<Value>>,
    /// Who is told of events, by session.
    tabs: HashMap<String, Arc<Seen>>,
    /// The browser's last words, once it has ended.
    ended: Option<String>,
}

impl Connection {
    /// Takes over a started browser and listens to it from a thread of its own.
    pub(super) fn new(started: Started) -> Arc<Self> {
        let connection = Arc::new(Self {
            commands: Mutex::new(started.commands),
            state: Mutex::default(),
            log: started.log,
        });
        let listener = Arc::clone(&connection);
        let (messages, mut shell) = (started.messages, started.shell);
        thread::spawn(move || {
            listener.listen(messages);
            let _ = shell.wait();
        });
        connection
    }

    /// Runs a command of the browser itself.
    pub(super) fn call(&self, method: &str, params: &Value) -> Result<Value, String> {
        self.call_in(None, method, params)
    }

    /// Runs a command, in a session if one is given, and waits for its result.
    pub(super) fn call_in(
        &self,
        session: Option<&str>,
        method: &str,
        params: &Value,
    ) -> Result<Value, String> {
        let reply = self.send(session, method, params)?;
        let mut message = reply
            .recv_timeout(DEADLINE)
            .map_err(|_| match &self.state().ended {
                Some(last_words) => format!("{method}: the browser ended; it said: {last_words}"),
                None => format!("{method}: no answer in {} s", DEADLINE.as_secs()),
            })?;
        match message.get("error") {
            Some(error) => {
                let why = error["message"].as_str().unwrap_or("no reason given");
                Err(format!("{method}: {why}"))
            }
            None => Ok(message["result"].take()),
        }
    }

    /// Tells `seen` of everything that happens in a session from now on.
    pub(super) fn watch(&self, session: &str, seen: &Arc<Seen>) {
        self.state()
            .tabs
            .insert(session.to_owned(), Arc::clone(seen));
    }

    /// Forgets all sessions that `seen` was told of.
    pub(super) fn forget(&self, seen: &Arc<Seen>) {
        self.state().tabs.retain(|_, tab| !Arc::ptr_eq(tab, seen));
    }

    fn send(
        &self,
        session: Option<&str>,
        method: &str,
        params: &Value,
    ) -> Result<Receiver<Value>, String> {
        let (sender, reply) = sync_channel(1);
        let id = {
            let mut state = self.state();
            if let Some(last_words) = &state.ended {
                return Err(format!(
                    "{method}: the browser has ended; it said: {last_words}"
                ));
            }
            state.last_id += 1;
            let id = state.last_id;
            state.waiting.insert(id, sender);
            id
        };
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(END);
        let mut pipe = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        // A broken pipe shows as an ended browser where the reply is waited for.
        let _ = pipe.write_all(&bytes).and_then(|()| pipe.flush());
        Ok(reply)
    }

    fn listen(&self, messages: ChildStdout) {
        let mut messages = BufReader::new(messages);
        let mut bytes = Vec::new();
        while matches!(messages.read_until(END, &mut bytes), Ok(read) if read > 0) {
            if bytes.last() == Some(&END) {
                bytes.pop();
            }
            if let Ok(message) = serde_json::from_slice(&bytes) {
                self.take(message);
            }
            bytes.clear();
        }
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let mut state = self.state();
        state.ended = Some(last_lines(&log));
        // Whoever waits is woken by the loss of its sender.
        state.waiting.clear();
    }

    fn take(&self, message: Value) {
        if let Some(id) = message["id"].as_u64() {
            if let Some(waiting) = self.state().waiting.remove(&id) {
                let _ = waiting.send(message);
            }
            return;
        }
        let Some(session) = message["sessionId"].as_str() else {
            return;
        };
        let Some(seen) = self.state().tabs.get(session).cloned() else {
            return;
        };
        let method = message["method"].as_str().unwrap_or_default();
        let params = &message["params"];
        if method == "Target.attachedToTarget" {
            self.adopt(params, &seen);
        } else {
            seen.take(method, params);
        }
    }

    /// A worker or a frame in a process of its own: it was halted before its first step, is
    /// watched like the page that made it, and goes on.
    fn adopt(&self, params: &Value, seen: &Arc<Seen>) {
        let Some(session) = params["sessionId"].as_str() else {
            return;
        };
        self.watch(session, seen);
        for (method, params) in watching() {
            // No reply is waited for: this is the thread that would receive it.
            let _ = self.send(Some(session), method, &params);
        }
        let _ = self.send(Some(session), "Runtime.runIfWaitingForDebugger", &json!({}));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What has to be asked of a page, frame or worker to hear of everything that it does.
pub(super) fn watching() -> [(&'static str, Value); 5] {
    [
        ("Runtime.enable", json!({})),
        ("Log.enable", json!({})),
        ("Network.enable", json!({})),
        ("Audits.enable", json!({})),
        (
            "Target.setAutoAttach",
            json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true }),
        ),
    ]
}

fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(8)..].join("\n")
}
