//! Other readers' eyes: window sizes, colour schemes, paper, no JavaScript; and pictures of what
//! they see.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use super::page::Page;

/// A folder for pictures of pages, if somebody wants to look at them.
const SCREENSHOTS_VARIABLE: &str = "ERRBOOK_SCREENSHOTS";

/// Chromium refuses to draw pictures that are higher than its largest texture.
const PICTURE_HEIGHT_MAX: f64 = 16_000.0;

/// What `prefers-color-scheme` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// Also for readers who have no preference.
    Light,
    /// A dark background.
    Dark,
}

/// The ways in which every page has to look right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// An ordinary window.
    Light,
    /// The same for a reader who prefers dark colours.
    Dark,
    /// A small phone.
    Narrow,
    /// A small phone for a reader who prefers dark colours.
    NarrowDark,
    /// No JavaScript.
    NoScript,
    /// On paper.
    Print,
}

impl Look {
    /// All of them.
    pub(crate) const ALL: [Self; 6] = [
        Self::Light,
        Self::Dark,
        Self::Narrow,
        Self::NarrowDark,
        Self::NoScript,
        Self::Print,
    ];

    /// What its pictures are called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Narrow => "narrow",
            Self::NarrowDark => "narrow-dark",
            Self::NoScript => "no-script",
            Self::Print => "print",
        }
    }
}

impl Page {
    /// Makes the tab show pages in one of the ways; those that are open are to be opened again.
    #[track_caller]
    pub(crate) fn look(&self, look: Look) {
        match look {
            Look::Narrow | Look::NarrowDark => self.window(360, 740),
            Look::Light | Look::Dark | Look::NoScript => self.window(1280, 800),
            // A4 at 96 points an inch, without margins of an inch.
            Look::Print => self.window(602, 931),
        }
        match look {
            Look::Dark | Look::NarrowDark => self.scheme(Scheme::Dark),
            Look::Light | Look::Narrow | Look::NoScript => self.scheme(Scheme::Light),
            Look::Print => self.emulate_media("print", Scheme::Light),
        }
        self.scripts(look != Look::NoScript);
    }

    /// Sets the size of the window's inside, in CSS pixels.
    #[track_caller]
    pub(crate) fn window(&self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Sets the colours that the reader prefers.
    #[track_caller]
    pub(crate) fn scheme(&self, scheme: Scheme) {
        self.emulate_media("screen", scheme);
    }

    /// Switches JavaScript off, or on again, for pages opened from now on.
    #[track_caller]
    pub(crate) fn scripts(&self, run: bool) {
        self.call(
            "Emulation.setScriptExecutionDisabled",
            &json!({ "value": !run }),
        );
        self.runs_scripts.set(run);
    }

    /// Lets pages opened from now on do what their content security policy forbids, or no longer.
    #[track_caller]
    pub(crate) fn bypass_policy(&self, bypass: bool) {
        self.call("Page.setBypassCSP", &json!({ "enabled": bypass }));
    }

    /// Runs a script in every page and frame from now on, before anything of their own.
    #[track_caller]
    pub(crate) fn run_before_pages(&self, script: &str) {
        let script = json!({ "source": script });
        self.call("Page.addScriptToEvaluateOnNewDocument", &script);
    }

    /// How far the page reaches beyond the window's right edge, in CSS pixels.
    #[track_caller]
    pub(crate) fn sideways_overflow(&self) -> f64 {
        self.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    }

    /// Draws the whole page, not just what the window shows, as PNG.
    #[track_caller]
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        let metrics = self.call("Page.getLayoutMetrics", &json!({}));
        let size = &metrics["cssContentSize"];
        let height = size["height"].as_f64().unwrap_or(PICTURE_HEIGHT_MAX);
        let clip = json!({
            "x": 0, "y": 0, "scale": 1,
            "width": size["width"], "height": height.clamp(1.0, PICTURE_HEIGHT_MAX),
        });
        let picture = self.call(
            "Page.captureScreenshot",
            &json!({ "format": "png", "captureBeyondViewport": true, "clip": clip }),
        );
        let encoded = picture["data"].as_str().unwrap_or_default();
        BASE64_STANDARD
            .decode(encoded)
            .expect("Chromium sends pictures in Base64")
    }

    /// Writes a picture of the page into the folder that `ERRBOOK_SCREENSHOTS` names, if it does.
    #[track_caller]
    pub(crate) fn keep_screenshot(&self, name: &str) {
        if let Some(folder) = env::var_os(SCREENSHOTS_VARIABLE) {
            self.write_screenshot(&PathBuf::from(folder).join(format!("{name}.png")));
        }
    }

    /// Writes a picture of the page to a file, making its folder.
    #[track_caller]
    pub(crate) fn write_screenshot(&self, file: &Path) {
        let folder = file.parent().expect("a file is in a folder");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(file, self.screenshot()))
            .unwrap_or_else(|error| panic!("`{}`: {error}", file.display()));
    }

    /// Animations are asked to keep still, so that what is seen is how things end up.
    #[track_caller]
    fn emulate_media(&self, medium: &str, scheme: Scheme) {
        let colours = match scheme {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        let features = json!([
            { "name": "prefers-color-scheme", "value": colours },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]);
        self.call(
            "Emulation.setEmulatedMedia",
            &json!({ "media": medium, "features": features }),
        );
    }
}
