//! Texts that attack a page: those of `tests/vectors/payloads.json`, written by hand, and as many as
//! one wants by a small grammar.
//!
//! `HIT()` is what a text that runs would call; `CANARY` is the host that one that asks for something
//! would ask.

use std::sync::LazyLock;

/// The texts written by hand.
static WRITTEN: LazyLock<Vec<String>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../vectors/payloads.json")).expect("a list of texts")
});

/// What may end whatever the text stands in.
const ENDS: [&str; 16] = [
    "",
    "\">",
    "'>",
    "`>",
    ">",
    "--><",
    "</title>",
    "</script>",
    "</style>",
    "</noscript>",
    "</textarea>",
    "</code></pre>",
    "</svg>",
    "]]>",
    "\"}</script>",
    "</h1></article>",
];

/// Elements with an event that comes by itself, or at a touch.
const EVENTS: [(&str, &str); 16] = [
    ("img src=x", "onerror"),
    ("svg", "onload"),
    ("body", "onload"),
    ("details open", "ontoggle"),
    ("input autofocus", "onfocus"),
    ("video><source", "onerror"),
    ("audio src=x", "onerror"),
    ("iframe", "onload"),
    ("object data=x", "onerror"),
    ("embed src=x", "onload"),
    ("marquee", "onstart"),
    ("a href=# autofocus", "onfocus"),
    ("svg><animate attributeName=x dur=1s", "onbegin"),
    ("math><mtext><img src=x", "onerror"),
    ("template><img src=x", "onerror"),
    ("p", "onmouseover"),
];

const QUOTES: [(&str, &str); 5] = [
    ("=", ""),
    ("=\"", "\""),
    ("='", "'"),
    ("=`", "`"),
    (" = \"", "\""),
];

const SPACES: [&str; 8] = [" ", "/", "\t", "\n", "\u{c}", "\r", "\0", "\u{a0}"];

const SCHEMES: [&str; 18] = [
    "javascript:HIT()",
    "JaVaScRiPt:HIT()",
    "java\tscript:HIT()",
    "java\nscript:HIT()",
    "\u{1}javascript:HIT()",
    " javascript:HIT()",
    "&#106;avascript:HIT()",
    "javascript&colon;HIT()",
    "java&Tab;script:HIT()",
    "javascript\\:HIT()",
    "data:text/html,<script>HIT()</script>",
    "vbscript:HIT()",
    "file:///etc/passwd",
    "blob:http://CANARY/x",
    "//CANARY/x",
    "\\\\CANARY\\x",
    "http:CANARY/x",
    "view-source:http://CANARY/x",
];

/// Ways to write an address; `URL` stands for it.
const ADDRESSES: [&str; 24] = [
    "[x](URL)",
    "[x](<URL>)",
    "![x](URL)",
    "[![x](URL)](URL)",
    "<URL>",
    "[x]: URL\n\n[x]",
    "[x](URL \"t\")",
    "URL",
    "<a href=\"URL\">x</a>",
    "<img src=\"URL\">",
    "<link rel=stylesheet href=\"URL\">",
    "<meta http-equiv=refresh content=\"0;url=URL\">",
    "<form action=\"URL\"><input type=submit autofocus></form>",
    "<iframe src=\"URL\"></iframe>",
    "<object data=\"URL\"></object>",
    "<embed src=\"URL\">",
    "<base href=\"URL\">",
    "<svg><use href=\"URL#x\"></svg>",
    "<svg><a xlink:href=\"URL\"><text>x</text></a></svg>",
    "<style>@import \"URL\";</style>",
    "<div style=\"background:url('URL')\">x</div>",
    "<script src=\"URL\"></script>",
    "\" href=\"URL\" x=\"",
    "<video poster=\"URL\"></video>",
];

/// Ways to say the same, for whoever decodes once too often or too late.
const SPELLINGS: [fn(&str) -> String; 9] = [
    str::to_owned,
    |text| text.replace('<', "&lt;").replace('>', "&gt;"),
    |text| text.replace('<', "&#60;").replace('"', "&#34;"),
    |text| text.replace('<', "&#x3c").replace('>', "&#x3e"),
    |text| text.replace('&', "&amp;").replace('<', "&amp;lt;"),
    |text| {
        text.replace('<', "%3C")
            .replace('>', "%3E")
            .replace('"', "%22")
    },
    |text| text.replace('<', "\\u003c").replace('>', "\\u003e"),
    |text| text.replace('<', "\u{ff1c}").replace('>', "\u{ff1e}"),
    |text| text.replace('<', "<\0").replace("script", "scr\0ipt"),
];

/// How many texts the grammar makes before it begins again.
const GRAMMAR: usize = EVENTS.len() * ENDS.len() * QUOTES.len() * SPACES.len() * SPELLINGS.len()
    + SCHEMES.len() * ADDRESSES.len() * SPELLINGS.len();

/// The `n`th text: those written by hand first, then those of the grammar, mixed.
pub(super) fn payload(n: usize) -> String {
    if let Some(written) = WRITTEN.get(n) {
        return written.clone();
    }
    // A prime that shares no factor with the count visits each once, in no order.
    let n = (n - WRITTEN.len()).wrapping_mul(7_368_787) % GRAMMAR;
    let mut digits = Digits(n);
    let spelling = digits.next(&SPELLINGS);
    let addresses = SCHEMES.len() * ADDRESSES.len();
    let text = if digits.0 < addresses {
        let url = digits.next(&SCHEMES);
        digits.next(&ADDRESSES).replace("URL", url)
    } else {
        digits.0 -= addresses;
        let (element, event) = digits.next(&EVENTS);
        let (open, close) = digits.next(&QUOTES);
        let space = digits.next(&SPACES);
        let end = digits.next(&ENDS);
        format!(
            "{end}<{}{space}{event}{open}HIT(){close}>",
            element.replace(' ', space)
        )
    };
    spelling(&text)
}

/// How many texts were written by hand.
pub(super) fn written() -> usize {
    WRITTEN.len()
}

/// A number, read as one choice after another.
struct Digits(usize);

impl Digits {
    fn next<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        let chosen = &from[self.0 % from.len()];
        self.0 /= from.len();
        chosen
    }
}

#[test]
fn the_grammar_repeats_nothing_before_its_end() {
    let all: std::collections::HashSet<usize> = (0..GRAMMAR)
        .map(|n| n.wrapping_mul(7_368_787) % GRAMMAR)
        .collect();
    assert_eq!(all.len(), GRAMMAR);
    assert!(
        written() > 200 && GRAMMAR > 90_000,
        "{} and {GRAMMAR}",
        written()
    );
}
