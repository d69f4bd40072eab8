//! What the harness promises, on small pages made by hand.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{Look, Outcome, Page, Request, Scheme, Server, wait_for};

/// The policy of errbook's own pages.
const POLICY: &str = "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; \
    script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'\">";

/// A folder with a page and other files.
fn site(page: &str, files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    let page = format!("<!doctype html><meta charset=utf-8>{page}");
    for (path, text) in files.iter().chain([&("index.html", &*page)]) {
        let file = folder.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    folder
}

/// A tab with such a page open from disk.
fn opened(markup: &str, files: &[(&str, &str)]) -> Option<(Page, TempDir)> {
    let page = super::page()?;
    let site = site(markup, files);
    page.open_file(&site.path().join("index.html"));
    Some((page, site))
}

fn addresses(requests: &[Request], folder: &Path) -> Vec<String> {
    let folder = format!("file://{}/", folder.canonicalize().unwrap().display());
    requests
        .iter()
        .map(|request| request.url.replace(&folder, ""))
        .collect()
}

#[test]
fn a_clean_page_from_disk_is_quiet_and_asks_for_its_own_files_only() {
    let markup = format!(
        "{POLICY}<link rel=stylesheet href=a.css><script src=a.js defer></script><h1>Hello</h1>"
    );
    let files = [
        ("a.css", "h1 { color: rgb(1, 2, 3) }"),
        ("a.js", "document.title = 'ran'"),
    ];
    let Some((page, site)) = opened(&markup, &files) else {
        return;
    };
    page.assert_quiet();
    assert_eq!(page.text("h1"), "Hello");
    assert_eq!(page.style("h1", "color"), "rgb(1, 2, 3)");
    assert_eq!(page.eval::<String>("document.title"), "ran");
    assert_eq!(page.network_requests(), []);
    let requests = page.requests();
    assert_eq!(
        addresses(&requests, site.path()),
        ["index.html", "a.css", "a.js"]
    );
}

#[test]
fn words_on_the_console_are_seen() {
    let Some((page, _site)) = opened(
        "<script src=a.js></script>",
        &[(
            "a.js",
            "console.log('one', 2, {three: 3}); console.error('four')",
        )],
    ) else {
        return;
    };
    let said: Vec<(String, String)> = page
        .messages()
        .into_iter()
        .map(|message| (message.kind, message.text))
        .collect();
    let expected = [("log", "one 2 Object"), ("error", "four")];
    assert_eq!(
        said,
        expected.map(|(kind, text)| (kind.to_owned(), text.to_owned()))
    );
}

#[test]
fn an_uncaught_error_and_an_unhandled_rejection_are_seen() {
    let Some((page, _site)) = opened(
        "<script src=a.js></script>",
        &[(
            "a.js",
            "Promise.reject(new Error('later')); undefinedFunction()",
        )],
    ) else {
        return;
    };
    let messages = page.messages();
    let texts: Vec<&str> = messages
        .iter()
        .map(|m| m.text.lines().next().unwrap())
        .collect();
    assert_eq!(
        texts,
        [
            "Uncaught ReferenceError: undefinedFunction is not defined",
            "Uncaught (in promise) Error: later"
        ]
    );
    assert!(
        messages
            .iter()
            .all(|m| m.kind == "uncaught" && m.url.ends_with("a.js"))
    );
}

#[test]
fn a_page_that_says_something_or_misses_something_is_not_quiet() {
    let markup = "<script src=a.js></script><img src=gone.png>";
    let Some((page, site)) = opened(markup, &[("a.js", "console.log(1)")]) else {
        return;
    };
    let mut complaints = page.complaints();
    complaints.sort();
    let gone = "Image FOLDER/gone.png Failed(\"net::ERR_FILE_NOT_FOUND\")";
    let expected = [
        gone,
        "error: Failed to load resource: net::ERR_FILE_NOT_FOUND (FOLDER/gone.png)",
        "log: 1 (FOLDER/a.js)",
    ];
    let folder = format!("file://{}", site.path().canonicalize().unwrap().display());
    assert_eq!(
        complaints,
        expected.map(|line| line.replace("FOLDER", &folder))
    );
}

#[test]
fn violations_of_the_content_security_policy_are_seen() {
    let markup = format!(
        "{POLICY}<script>document.title = 'inline'</script><p style='color: red'>text</p>\
         <img src='http://example.org/x.png'>"
    );
    let Some((page, _site)) = opened(&markup, &[]) else {
        return;
    };
    assert_eq!(
        page.violations(),
        [
            "script-src-elem kInlineViolation",
            "style-src-attr kInlineViolation",
            "img-src http://example.org/x.png",
        ]
    );
    assert_eq!(page.eval::<String>("document.title"), "");
}

#[test]
fn requests_to_the_network_are_seen_and_go_nowhere() {
    let markup = "<img src='http://example.org/x.png'><script src=a.js></script>";
    let script = "fetch('https://example.org/f'); navigator.sendBeacon('https://example.org/b');
        new WebSocket('wss://example.org/s')";
    let Some((page, _site)) = opened(markup, &[("a.js", script)]) else {
        return;
    };
    let mut requests = page.network_requests();
    requests.sort_by(|a, b| a.url.cmp(&b.url));
    let urls: Vec<&str> = requests.iter().map(|request| &*request.url).collect();
    assert_eq!(
        urls,
        [
            "http://example.org/x.png",
            "https://example.org/b",
            "https://example.org/f",
            "wss://example.org/s",
        ]
    );
    let answered = |request: &&Request| matches!(request.outcome, Outcome::Answered(_));
    assert_eq!(requests.iter().find(answered), None);
}

#[test]
fn a_worker_is_watched_like_the_page_that_made_it() {
    let Some(page) = super::page() else { return };
    let site = site(
        "<script src=a.js></script>",
        &[
            (
                "a.js",
                "new Worker('w.js').onmessage = e => document.title = e.data",
            ),
            (
                "w.js",
                "console.log('from a worker'); fetch('gone.json').finally(() => postMessage(1))",
            ),
        ],
    );
    let server = Server::start(site.path(), "/");
    page.open(&server.address("index.html"));
    wait_for("the worker has spoken", || {
        page.eval::<String>("document.title") == "1"
    });
    assert!(page.messages().iter().any(|m| m.text == "from a worker"));
    assert!(page.requests().iter().any(|r| r.url.ends_with("gone.json")));
}

#[test]
fn without_scripts_a_page_shows_what_it_keeps_for_that_and_can_still_be_read() {
    let Some(page) = super::page() else { return };
    let site = site(
        "<p>plain</p><noscript><p id=n>no scripts</p></noscript>\
        <button id=b hidden>Copy</button><script src=a.js></script>",
        &[(
            "a.js",
            "document.querySelector('p').textContent = 'enhanced'; b.hidden = false",
        )],
    );
    let file = site.path().join("index.html");
    page.scripts(false);
    page.open_file(&file);
    assert_eq!(page.text("p"), "plain");
    assert!(page.is_visible("#n"));
    assert!(!page.is_visible("#b"));
    page.scripts(true);
    page.open_file(&file);
    assert_eq!(page.text("p"), "enhanced");
    assert!(page.is_visible("#b"));
    assert_eq!(page.count("#n"), 0);
}

#[test]
fn a_reader_who_prefers_dark_colours_gets_them() {
    let style = "<style>:root { color-scheme: light dark } p { color: rgb(10, 10, 10) }
        @media (prefers-color-scheme: dark) { p { color: rgb(240, 240, 240) } }</style><p>text";
    let Some((page, _site)) = opened(style, &[]) else {
        return;
    };
    assert_eq!(page.style("p", "color"), "rgb(10, 10, 10)");
    page.scheme(Scheme::Dark);
    assert_eq!(page.style("p", "color"), "rgb(240, 240, 240)");
}

#[test]
fn a_narrow_window_shows_what_does_not_fit_into_it() {
    let Some((page, _site)) = opened("<div style='width: 800px'>wide</div>", &[]) else {
        return;
    };
    assert!(page.sideways_overflow().abs() < 1.0);
    page.look(Look::Narrow);
    assert!(page.sideways_overflow() > 400.0);
}

#[test]
fn a_screenshot_shows_the_whole_page_in_its_colours() {
    let markup = "<style>body { margin: 0; background: #123456; height: 3000px }</style>";
    let Some((page, site)) = opened(markup, &[]) else {
        return;
    };
    page.window(300, 200);
    let picture = site.path().join("pictures/page.png");
    page.write_screenshot(&picture);
    let png = fs::read(&picture).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (300, 3000));
    // Shown to the browser again, the picture tells its colour.
    let picture_page = format!("{}/show.html", site.path().display());
    fs::write(&picture_page, "<img src='pictures/page.png'>").unwrap();
    let server = Server::start(site.path(), "/");
    page.open(&server.address("show.html"));
    let colour: Vec<u8> = page.eval(
        "(() => { const canvas = document.createElement('canvas').getContext('2d');
         canvas.drawImage(document.images[0], 0, 0); return [...canvas.getImageData(5, 5, 1, 1).data]
         })()",
    );
    assert_eq!(colour, [0x12, 0x34, 0x56, 0xFF]);
}

#[test]
fn typing_goes_through_the_keys_that_a_page_listens_to() {
    let markup = "<input type=search id=q><ul></ul><p id=keys></p><script src=a.js></script>";
    let script = "q.addEventListener('input', () => document.querySelector('ul').replaceChildren(
          ...['Connection refused', 'Timed out'].filter(t => t.toLowerCase().includes(q.value))
          .map(t => Object.assign(document.createElement('li'), { textContent: t }))));
        addEventListener('keydown', e => {
          keys.textContent += `${e.ctrlKey ? '^' : ''}${e.key}|${e.code} `;
          if (e.key === '/' && document.activeElement !== q) { q.focus(); e.preventDefault() } })";
    let Some((page, _site)) = opened(markup, &[("a.js", script)]) else {
        return;
    };
    page.press("/");
    assert!(page.is_focused("#q"));
    assert_eq!(page.value("#q"), "");
    page.type_into("#q", "timed o");
    page.wait_for_text("ul", "Timed out");
    assert_eq!(page.texts("li"), ["Timed out"]);
    page.press("Control+a");
    page.press("Backspace");
    assert_eq!(page.value("#q"), "");
    page.press("ArrowDown");
    let keys = page.text("#keys");
    assert!(
        keys.ends_with("^a|KeyA Backspace|Backspace ArrowDown|ArrowDown"),
        "{keys}"
    );
}

#[test]
fn text_is_copied_and_pasted_by_way_of_the_clipboard() {
    let markup = "<button id=copy>Copy</button><textarea id=paste></textarea>\
        <script src=a.js></script>";
    let script = "document.getElementById('copy').onclick = () =>
          navigator.clipboard.writeText('copied');
        addEventListener('paste', e => pasted = e.clipboardData.getData('text/plain'))";
    let Some((page, _site)) = opened(markup, &[("a.js", script)]) else {
        return;
    };
    page.paste_into("#paste", "Traceback:\n  line 1");
    assert_eq!(page.value("#paste"), "Traceback:\n  line 1");
    assert_eq!(page.eval::<String>("pasted"), "Traceback:\n  line 1");
    let clipboard = page.clipboard();
    page.click("#copy");
    wait_for("it is copied", || clipboard.text() == "copied");
}

#[test]
fn what_lies_under_something_else_cannot_be_clicked() {
    let markup = "<button onclick='document.title = 1'>Go</button>\
        <div style='position: fixed; inset: 0'>veil</div>";
    let Some((page, _site)) = opened(markup, &[]) else {
        return;
    };
    let why = page.aim("button").unwrap_err();
    assert!(why.starts_with("it lies under <div"), "{why}");
}

#[test]
fn a_link_is_followed_and_a_forward_is_waited_for() {
    let markup = "<p style='height: 5000px'>far</p><a href='b.html'>on</a>";
    let forward = "<meta http-equiv=refresh content='0; url=c.html#x'>";
    let files = [("b.html", forward), ("c.html", "<p id=x>there</p>")];
    let Some((page, _site)) = opened(markup, &files) else {
        return;
    };
    page.follow("a");
    page.wait_for_address("/c.html#x");
    assert_eq!(page.text("#x"), "there");
    assert_eq!(page.attribute("#x", "id").as_deref(), Some("x"));
    assert_eq!(page.attribute("#x", "class"), None);
}

#[test]
fn a_site_is_served_under_a_path_with_types_and_its_own_page_for_what_is_missing() {
    let Some(page) = super::page() else { return };
    let site = site(
        "<link rel=icon href='data:,'><link rel=stylesheet href='a%20b.css'><p>home</p>",
        &[
            ("a b.css", "p { color: rgb(1, 2, 3) }"),
            (
                "404.html",
                "<!doctype html><link rel=icon href='data:,'><p>lost</p>",
            ),
        ],
    );
    let server = Server::start(site.path(), "/docs/errors/");
    page.open(&server.address("index.html?q=1"));
    assert_eq!(page.style("p", "color"), "rgb(1, 2, 3)");
    page.assert_quiet();
    let answers = server.answers();
    let paths: Vec<&str> = answers.iter().map(|answer| &*answer.path).collect();
    assert_eq!(
        paths,
        ["/docs/errors/index.html?q=1", "/docs/errors/a%20b.css"]
    );
    assert_eq!((answers[1].status, answers[1].bytes), (200, 25));
    server.forget_answers();
    page.open(&server.address("deep/er/gone.html"));
    assert_eq!(page.text("p"), "lost");
    let outcomes: Vec<_> = page.requests().into_iter().map(|r| r.outcome).collect();
    assert_eq!(outcomes.last(), Some(&Outcome::Answered(404)));
    assert_eq!(server.answers()[0].status, 404);
    page.open(&server.address("").replace("docs/errors/", ""));
    assert_eq!(page.text("p"), "lost");
}

#[test]
fn tabs_share_no_storage_and_run_at_the_same_time() {
    let (Some(one), Some(other)) = (super::page(), super::page()) else {
        return;
    };
    let site = site("<p>page</p>", &[]);
    let file = site.path().join("index.html");
    one.open_file(&file);
    one.eval::<bool>("(localStorage.setItem('theme', 'dark'), true)");
    other.open_file(&file);
    assert_eq!(
        other.eval::<Option<String>>("localStorage.getItem('theme')"),
        None
    );
    assert_eq!(
        one.eval::<Option<String>>("localStorage.getItem('theme')")
            .as_deref(),
        Some("dark")
    );
    for tab in [&one, &other] {
        assert_eq!(tab.eval::<String>("document.visibilityState"), "visible");
        assert!(tab.eval::<bool>("document.hasFocus()"));
    }
}

#[test]
fn a_file_is_opened_at_a_fragment_whatever_its_folder_is_called() {
    let Some(page) = super::page() else { return };
    let site = site("", &[("100% #1 ü/a.html", "<!doctype html><p id=x>there")]);
    page.open_file(&site.path().join("100% #1 ü/a.html#x"));
    assert!(
        page.address().ends_with("/100%25%20%231%20%C3%BC/a.html#x"),
        "{}",
        page.address()
    );
    assert_eq!(page.text("p:target"), "there");
}
