//! Hostile records in Chromium: nothing of them runs and nothing asks for anything, from disk and
//! over HTTP, as published and with the content security policy out of force.

use std::fs;
use std::path::PathBuf;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::payloads::{payload, written};
use super::{FIELDS, hostile, long};
use crate::browser::{self, Page, Server};
use crate::site_test::{SiteTest, record, with};

/// Records on one page, so that a page shows many texts.
const RECORDS_PER_PAGE: usize = 20;

/// Where the site says that it lies. Its page for what is not there has its styles and scripts from there,
/// as it can be shown at any depth.
const BASE: &str = "https://errors.invalid/";

/// Records that are gone in the site's second build.
const GONE: usize = 4;

/// Files of a site that are no pages, and that a browser shows all the same.
const FILES: [&str; 4] = ["feed.xml", "sitemap.xml", "llms.txt", "search/index.json"];

/// Whatever a text could call tells that it was called.
const HOOK: &str = "
window.__hits = [];
const tell = (what) => (...words) => { window.__hits.push(what + ': ' + words.join(' ').slice(0, 80)); };
window.HIT = tell('HIT');
for (const name of ['alert', 'confirm', 'prompt', 'print', 'eval', 'open'])
  window[name] = tell(name);
addEventListener('securitypolicyviolation', (event) => event.blockedURI.startsWith('BASE')
  || window.__hits.push('held back: ' + event.violatedDirective + ' ' + event.blockedURI));
";

/// What is wrong with a page as it stands, scripts having run, and how many texts in fields it shows:
/// those of the records on it, and of rows and values in lists.
const LOOK: &str = "(() => {
  const wrong = [...window.__hits];
  const schemes = ['http:', 'https:', 'mailto:', 'file:'];
  const own = (element) => !element.closest('.prose, .fixes, .tips');
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on|^style$|^srcdoc$|^formaction$|^xlink/.test(name)) wrong.push(name + '=' + value);
      if (/^(href|src|action|data|poster|srcset)$/.test(name)) {
        const url = new URL(value, document.baseURI);
        if (!schemes.includes(url.protocol)) wrong.push(name + '=' + value);
        if (url.host.startsWith('canary') && element.localName !== 'a') wrong.push(name + '=' + value);
      }
    }
    if (/^(img|iframe|object|embed|base|style|video|audio|math|animate|use|template|applet|frame|marquee)$/.test(element.localName))
      wrong.push(element.outerHTML.slice(0, 120));
    if (element.localName === 'script' && !element.src && element.type !== 'application/ld+json')
      wrong.push(element.outerHTML.slice(0, 120));
    const name = element.getAttribute('name');
    if (element.id && own(element) && window[element.id] instanceof Function) wrong.push('id=' + element.id);
    if (name && document[name] instanceof Element) wrong.push('name=' + name);
  }
  if (({}).HIT !== undefined) wrong.push('polluted');
  const shown = document.querySelectorAll('[data-record]').length * FIELDS
    + document.querySelectorAll('.records li').length * 5
    + document.querySelectorAll('.values li, .tags a, dd, [role=option]').length;
  return [wrong, shown];
})()";

/// A site whose texts lead to a host that nobody may ask.
struct Attack {
    site: SiteTest,
    canary: Server,
    host: String,
    count: usize,
    shown: usize,
    wrong: Vec<String>,
}

impl Attack {
    fn new(count: usize) -> Self {
        let site = SiteTest::new();
        site.write("nothing/index.html", "");
        let canary = Server::start(&site.path("nothing"), "/");
        let host = canary
            .address("")
            .trim_start_matches("http://")
            .trim_end_matches('/')
            .to_owned();
        let line = |n: usize| {
            let made = with(
                hostile(n),
                "slug",
                format!("page-{}", n / RECORDS_PER_PAGE).into(),
            );
            // Every other one has its own hostile repository, the rest share pages.
            let made = if n.is_multiple_of(10) {
                made
            } else {
                with(made, "repo", "acme/anvil".into())
            };
            made.to_string().replace("CANARY", &host)
        };
        let mut lines: Vec<String> = (0..count).map(line).collect();
        // What is gone leaves pages too, with what it was called.
        let gone = (count..count + GONE).map(|n| {
            let made = with(hostile(n), "slug", format!("gone-{n}").into());
            let made = with(made, "repo", "acme/anvil".into());
            made.to_string().replace("CANARY", &host)
        });
        lines.extend(gone);
        site.write(
            "site.toml",
            format!("[site]\ntitle = \"Errors\"\nbase_url = \"{BASE}\"\n[output]\ndata = true\npage_json = true\n"),
        );
        for shown in [lines.len(), count] {
            site.write("records/all.jsonl", lines[..shown].join("\n"));
            let run = site.run(&["build", "-q"]);
            assert_eq!(run.code, 0, "{}", run.stderr);
        }
        Self {
            site,
            canary,
            host,
            count,
            shown: 0,
            wrong: Vec::new(),
        }
    }

    /// Pages of every kind, each with as many texts as it can show.
    fn pages(&self) -> Vec<String> {
        let all: Vec<String> = self
            .site
            .tree()
            .into_keys()
            .filter(|name| name.ends_with(".html"))
            .collect();
        let of = |folder: &str, most: usize| {
            let inside = all.iter().filter(|name| name.starts_with(folder));
            inside.take(most).cloned().collect::<Vec<_>>()
        };
        let few = self.count / 20 + 2;
        [
            of("errors/acme/anvil/", usize::MAX),
            of("errors/", few * 2),
            of("source/acme/", few),
            of("source/", few * 2),
            of("tags/", few),
            of("severities/", few),
            of("types/", few),
            of("codes/", few),
            of("classes/", few),
            of("strategies/", few),
            of("families/", few),
            of("id/", few),
            [
                "index.html",
                "recent.html",
                "changes.html",
                "404.html",
                "search/index.html",
                "errors/index.html",
                "tags/index.html",
                "severities/index.html",
                "types/index.html",
                "codes/index.html",
                "classes/index.html",
                "families/index.html",
                "strategies/index.html",
            ]
            .map(str::to_owned)
            .to_vec(),
        ]
        .concat()
    }

    fn look(&mut self, page: &Page, at: &str) {
        let (wrong, shown): (Vec<String>, usize) =
            page.eval(&LOOK.replace("FIELDS", &FIELDS.len().to_string()));
        self.wrong
            .extend(wrong.into_iter().map(|what| format!("{at}: {what}")));
        self.shown += shown;
    }

    /// A file for programs, which a browser shows in a document of its own making.
    fn look_into(&mut self, page: &Page, root: &str, name: &str) {
        page.open(&format!("{root}{name}"));
        let hits: Vec<String> = page.eval("window.__hits");
        self.wrong
            .extend(hits.into_iter().map(|what| format!("{name}: {what}")));
        let text: String = page.eval("document.documentElement.textContent.slice(0, 100000)");
        assert!(!text.is_empty(), "`{name}` is shown");
    }

    /// Opens every page, and what scripts show of the same texts.
    fn run(&mut self, page: &Page, root: &str) {
        for name in self.pages() {
            let path: Vec<String> = name.split('/').map(encoded).collect();
            page.open(&format!("{root}{}", path.join("/")));
            self.look(page, &name);
        }
        for name in FILES {
            self.look_into(page, root, name);
        }
        let gone = self.site.tree().into_keys();
        let gone = gone.filter(|name| name.starts_with("errors/acme/anvil/gone-"));
        assert_eq!(gone.count(), GONE, "what is gone has left pages");
        let texts = long().map_or(6, |_| written());
        let step = if long().is_some() {
            1
        } else {
            written() / texts
        };
        for n in 0..texts {
            let text = payload(n * step).replace("CANARY", &self.host);
            self.search(page, root, &text, n);
        }
        self.paste(page, root);
    }

    fn search(&mut self, page: &Page, root: &str, text: &str, n: usize) {
        page.open(&format!("{root}search/index.html?q={}", encoded(text)));
        self.look(page, &format!("search for {text:?}"));
        page.open(&format!("{root}search/index.html?q=x{n}"));
        page.wait_for_text("[data-search-results]", &format!("x{n}"));
        self.look(page, "search results");
        // Values that come with a link: what a reader is sent to click.
        let values = Value::from(vec![text.to_owned()]).to_string();
        let at = record(1)["id"].as_str().unwrap_or_default().to_owned();
        let place = format!("{root}errors/acme/anvil/page-0.html");
        page.open(&format!("{place}#{at}?v={}", encoded(&values)));
        self.look(page, &format!("values {text:?}"));
        page.open(&format!("{place}#{}", encoded(text)));
        self.look(page, &format!("fragment {text:?}"));
        page.open(&format!("{root}id/{at}.html#{}", encoded(text)));
        self.look(page, &format!("fragment {text:?} of a permalink"));
    }

    /// A log of hostile messages, pasted.
    fn paste(&mut self, page: &Page, root: &str) {
        for from in (0..self.count.min(30)).step_by(15) {
            let messages = (from..from + 15).map(|n| hostile(n)["errorMessage"].clone());
            let lines: Vec<String> = messages
                .filter_map(|m| Some(m.as_str()?.replace('\0', " ")))
                .collect();
            page.open(&format!("{root}index.html"));
            page.paste_into("[data-paste] textarea", &lines.join("\n"));
            page.wait_for_text("[data-paste-status]", " ");
            page.settle();
            self.look(page, "pasted");
        }
    }
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// Opens a site from disk and over HTTP where a run may be long, else one way.
fn attack(bypass: bool) {
    let Some(page) = browser::page() else { return };
    page.run_before_pages(&HOOK.replace("BASE", BASE));
    page.bypass_policy(bypass);
    let count = long().map_or(40, |_| 400);
    let mut attack = Attack::new(count);
    let folder: PathBuf = fs::canonicalize(attack.site.path("public")).unwrap();
    if long().is_some() || !bypass {
        let disk = format!("file://{}/", folder.display());
        attack.run(&page, &disk);
        let others = page.network_requests();
        let others: Vec<_> = others
            .iter()
            .filter(|request| !request.url.starts_with(BASE))
            .collect();
        assert!(others.is_empty(), "from disk: {others:?}");
    }
    let server = Server::start(&folder, "/docs/");
    if long().is_some() || bypass {
        attack.run(&page, &server.address(""));
    }
    let own = server.address("");
    // Browsers ask for it by themselves where a page names no icon, as the page for what is not there.
    let icon = own.replace("/docs/", "/favicon.ico");
    let others: Vec<String> = page
        .network_requests()
        .iter()
        .filter(|request| !request.url.starts_with(&own) && request.url != icon)
        .filter(|request| !request.url.starts_with(BASE))
        .map(ToString::to_string)
        .collect();
    assert!(others.is_empty(), "{}", others.join("\n"));
    assert!(
        attack.canary.answers().is_empty(),
        "{:?}",
        attack.canary.answers()
    );
    attack.wrong.dedup();
    assert!(attack.wrong.is_empty(), "{}", attack.wrong.join("\n"));
    let uncaught: Vec<String> = page
        .messages()
        .iter()
        .filter(|message| message.kind == "uncaught")
        .map(ToString::to_string)
        .collect();
    assert!(uncaught.is_empty(), "{}", uncaught.join("\n"));
    // Each text is at its field's place on each page that shows it.
    let least = if long().is_some() { 60_000 } else { 2_000 };
    assert!(
        attack.shown > least,
        "only {} texts were shown",
        attack.shown
    );
    // To see how far a long run went: the harness shows it with `--nocapture`.
    let _ = std::io::Write::write_all(
        &mut std::io::stdout(),
        format!(
            "{} texts in fields of pages, bypass {bypass}\n",
            attack.shown
        )
        .as_bytes(),
    );
}

#[test]
fn nothing_of_hostile_records_runs_or_asks_for_anything() {
    attack(false);
}

#[test]
fn nothing_of_hostile_records_runs_or_asks_for_anything_without_the_policy() {
    attack(true);
}

/// The oracle itself: a page with one of the texts as markup is found out.
#[test]
fn a_text_that_runs_or_asks_for_something_is_seen() {
    let Some(page) = browser::page() else { return };
    page.run_before_pages(HOOK);
    let site = SiteTest::new();
    site.write("broken.html", "<!doctype html><img src=x onerror=HIT()><a href=javascript:HIT()>x</a><form id=close></form>");
    let server = Server::start(site.folder(), "/");
    page.open(&server.address("broken.html"));
    browser::wait_for("the text runs", || page.eval("window.__hits.length > 0"));
    let (wrong, _): (Vec<String>, usize) = page.eval(&LOOK.replace("FIELDS", "1"));
    for what in ["HIT", "onerror", "<img", "javascript:", "id=close"] {
        assert!(
            wrong.iter().any(|wrong| wrong.contains(what)),
            "{what}: {wrong:#?}"
        );
    }
    assert!(server.answers().iter().any(|answer| answer.path == "/x"));
}
