//! Hands on the mouse and the keyboard: real input events, so that whatever lies on top of an
//! element, steals the focus or swallows a key is in a test's way as it is in a reader's.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::page::{Page, quoted};
use super::wait::until;

/// Scrolls an element into view and finds a point on it, or says why it cannot be clicked.
const AIM: &str = r"
const element = document.querySelector(SELECTOR);
if (!element) return { why: 'there is no such element' };
element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
const box = [...element.getClientRects()].find(box => box.width * box.height > 0);
if (!box || !element.checkVisibility({ visibilityProperty: true })) return { why: 'it is not visible' };
if (element.disabled) return { why: 'it is disabled' };
const x = box.x + box.width / 2, y = box.y + box.height / 2;
const top = document.elementFromPoint(x, y);
if (!top) return { why: 'it is outside the window' };
if (!element.contains(top) && top.closest('label')?.control !== element)
  return { why: `it lies under ${top.outerHTML.slice(0, 120)}` };
return { x, y };
";

/// The system's clipboard is one for all tabs, so that tests have to take turns.
static CLIPBOARD: Mutex<()> = Mutex::new(());

/// The clipboard, for as long as this is held. Needs a page served over HTTP or opened from disk.
pub(crate) struct Clipboard<'a> {
    page: &'a Page,
    _turn: MutexGuard<'static, ()>,
}

impl Page {
    /// Clicks an element's middle, once it is there, visible, and nothing lies over it.
    #[track_caller]
    pub(crate) fn click(&self, selector: &str) {
        let point = until(|| self.aim(selector));
        let point = point.unwrap_or_else(|why| panic!("`{selector}` cannot be clicked: {why}"));
        for (kind, button, clicks) in [
            ("mouseMoved", "none", 0),
            ("mousePressed", "left", 1),
            ("mouseReleased", "left", 1),
        ] {
            let event = json!({
                "type": kind, "x": point.0, "y": point.1,
                "button": button, "clickCount": clicks,
            });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Where a click on an element would have to go, or why nobody can click it now.
    pub(super) fn aim(&self, selector: &str) -> Result<(f64, f64), String> {
        let aim = AIM.replace("SELECTOR", &quoted(selector));
        let aimed: Value = self.try_eval(&format!("(() => {{{aim}}})()"))?;
        match (aimed["x"].as_f64(), aimed["y"].as_f64()) {
            (Some(x), Some(y)) => Ok((x, y)),
            _ => Err(aimed["why"].as_str().unwrap_or_default().to_owned()),
        }
    }

    /// Clicks a field and types into it, key by key; a line break is the Enter key.
    #[track_caller]
    pub(crate) fn type_into(&self, selector: &str, text: &str) {
        self.click(selector);
        for c in text.chars() {
            match c {
                '\n' => self.press("Enter"),
                ' ' => self.press("Space"),
                c => self.press(c.encode_utf8(&mut [0; 4])),
            }
        }
    }

    /// Presses a key: a character, or a name such as `Enter`, `Escape`, `Tab`, `ArrowDown`, with
    /// any of `Control+`, `Shift+`, `Alt+` and `Meta+` before it.
    #[track_caller]
    pub(crate) fn press(&self, keys: &str) {
        let (key, modifiers) = split_modifiers(keys);
        let mut event = key_event(key).unwrap_or_else(|| panic!("there is no key `{key}`"));
        event["modifiers"] = modifiers.into();
        let is_shortcut = modifiers & !SHIFT != 0;
        if is_shortcut {
            event["text"] = Value::Null;
            // Editing keys are the window system's business, of which there is none here.
            if let Some(command) = editing_command(key) {
                event["commands"] = json!([command]);
            }
        }
        let types_text = event["text"].is_string();
        event["type"] = if types_text { "keyDown" } else { "rawKeyDown" }.into();
        if !types_text {
            event
                .as_object_mut()
                .expect("it was made as one")
                .remove("text");
        }
        self.call("Input.dispatchKeyEvent", &event);
        let up = json!({
            "type": "keyUp", "key": event["key"], "code": event["code"],
            "windowsVirtualKeyCode": event["windowsVirtualKeyCode"], "modifiers": modifiers,
        });
        self.call("Input.dispatchKeyEvent", &up);
    }

    /// Clicks a field and pastes into it, by way of the clipboard.
    #[track_caller]
    pub(crate) fn paste_into(&self, selector: &str, text: &str) {
        let clipboard = self.clipboard();
        self.click(selector);
        clipboard.put(text);
        self.press("Control+v");
    }

    /// Takes the clipboard; no other test has it until the returned guard is dropped.
    #[track_caller]
    pub(crate) fn clipboard(&self) -> Clipboard<'_> {
        let turn = CLIPBOARD.lock().unwrap_or_else(PoisonError::into_inner);
        self.call_browser(
            "Browser.grantPermissions",
            &json!({
                "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
                "browserContextId": self.context,
            }),
        );
        Clipboard {
            page: self,
            _turn: turn,
        }
    }
}

impl Clipboard<'_> {
    /// What is on the clipboard.
    #[track_caller]
    pub(crate) fn text(&self) -> String {
        self.page.eval("navigator.clipboard.readText()")
    }

    /// Puts a text on the clipboard.
    #[track_caller]
    pub(crate) fn put(&self, text: &str) {
        let put = format!(
            "navigator.clipboard.writeText({}).then(() => true)",
            quoted(text)
        );
        self.page.eval::<bool>(&put);
    }
}

const SHIFT: u32 = 8;

fn split_modifiers(keys: &str) -> (&str, u32) {
    let mut key = keys;
    let mut modifiers = 0;
    // The key may be `+` itself.
    while let Some((name, rest)) = key.split_once('+').filter(|(_, rest)| !rest.is_empty()) {
        modifiers |= match name {
            "Alt" => 1,
            "Control" => 2,
            "Meta" => 4,
            "Shift" => SHIFT,
            _ => break,
        };
        key = rest;
    }
    (key, modifiers)
}

/// A key as the protocol describes it: its name, its place on the keyboard, its old number, and
/// what it types.
fn key_event(key: &str) -> Option<Value> {
    let named = match key {
        "Enter" => ("Enter", 13, Some("\r")),
        "Space" => (" ", 32, Some(" ")),
        "Tab" => ("Tab", 9, None),
        "Escape" => ("Escape", 27, None),
        "Backspace" => ("Backspace", 8, None),
        "Delete" => ("Delete", 46, None),
        "Home" => ("Home", 36, None),
        "End" => ("End", 35, None),
        "PageUp" => ("PageUp", 33, None),
        "PageDown" => ("PageDown", 34, None),
        "ArrowLeft" => ("ArrowLeft", 37, None),
        "ArrowUp" => ("ArrowUp", 38, None),
        "ArrowRight" => ("ArrowRight", 39, None),
        "ArrowDown" => ("ArrowDown", 40, None),
        _ => return character_event(key),
    };
    let (name, number, text) = named;
    Some(json!({ "key": name, "code": key, "windowsVirtualKeyCode": number, "text": text }))
}

/// A key that types one character; only letters and digits have a known place on the keyboard.
fn character_event(key: &str) -> Option<Value> {
    let mut characters = key.chars();
    let c = characters.next()?;
    if characters.next().is_some() {
        return None;
    }
    let upper = c.to_ascii_uppercase();
    let (code, number) = match upper {
        'A'..='Z' => (format!("Key{upper}"), u32::from(upper)),
        '0'..='9' => (format!("Digit{upper}"), u32::from(upper)),
        _ => (String::new(), 0),
    };
    Some(json!({ "key": key, "code": code, "windowsVirtualKeyCode": number, "text": key }))
}

fn editing_command(key: &str) -> Option<&'static str> {
    match key {
        "a" => Some("selectAll"),
        "c" => Some("copy"),
        "v" => Some("paste"),
        "x" => Some("cut"),
        "z" => Some("undo"),
        _ => None,
    }
}
