//! Pastes made of records: holes filled, and the message among what tools put around it.

use errbook::message::Template;

use crate::corpus::Record;
use crate::random::Random;

/// A paste, and what was put into the holes.
pub(crate) struct Paste {
    pub(crate) text: String,
    pub(crate) values: Vec<String>,
}

pub(crate) const PACKAGES: [&str; 8] = [
    "org.apache.catalina.core",
    "com.acme.billing.invoice",
    "io.netty.channel",
    "org.springframework.web.servlet",
    "java.util.concurrent",
    "com.fasterxml.jackson.databind",
    "org.hibernate.engine.spi",
    "jdk.internal.reflect",
];

/// A message with its holes filled.
pub(crate) fn fill(record: &Record, random: &mut Random, words: &[String]) -> Paste {
    let mut text = String::new();
    let mut values = Vec::new();
    let pieces = pieces(record);
    for (at, piece) in pieces.iter().enumerate() {
        text.push_str(piece);
        if at + 1 < pieces.len() {
            let value = value(random, words);
            text.push_str(&value);
            values.push(value);
        }
    }
    Paste { text, values }
}

/// The literal texts around the holes, as the program prints them.
fn pieces(record: &Record) -> Vec<String> {
    let doubled = ["\\{\\{", "\\}\\}", "{{", "}}", "%%"];
    if doubled.iter().any(|pair| record.pattern.contains(pair)) {
        let template = Template::of(&record.message, Some(&record.pattern), &record.path);
        return template.literals;
    }
    let unescape = |piece: &str| {
        let mut out = String::new();
        let mut chars = piece.chars();
        while let Some(c) = chars.next() {
            let c = if c == '\\' {
                chars.next().unwrap_or(c)
            } else {
                c
            };
            out.push(
                if c == 'n' && piece.contains("\\n") && out.ends_with('\\') {
                    '\n'
                } else {
                    c
                },
            );
        }
        out
    };
    record.pattern.split("(.+?)").map(unescape).collect()
}

fn value(random: &mut Random, words: &[String]) -> String {
    let word = |random: &mut Random| random.pick(words).clone();
    match random.below(14) {
        0 => random.below(100_000).to_string(),
        1 => format!("0x{:x}", random.below(0xff_ffff)),
        2 => word(random),
        3 => format!("/var/lib/{}/{}.db", word(random), word(random)),
        4 => format!("{}_{}", word(random), random.below(99)),
        5 => format!("'{} {}'", word(random), word(random)),
        6 => format!(
            "{}.{}.1.9:{}",
            random.below(255),
            random.below(255),
            random.below(65_000)
        ),
        7 => format!("{} {} {}", word(random), word(random), word(random)),
        8 => random
            .pick(&["None", "null", "undefined", "nil"])
            .to_string(),
        9 => format!(
            "{:08x}-{:04x}",
            random.below(1 << 32),
            random.below(1 << 16)
        ),
        10 => format!("{}::{}", word(random), word(random)),
        11 => format!("[{}, {}]", random.below(9), random.below(9)),
        12 => format!("{}.{}({})", word(random), word(random), random.below(9)),
        _ => format!("{}ms", random.below(9_000)),
    }
}

/// Some identifiers.
pub(crate) fn some<const N: usize>(random: &mut Random, words: &[String]) -> [String; N] {
    std::array::from_fn(|_| random.pick(words).clone())
}

pub(crate) fn time(random: &mut Random) -> String {
    format!(
        "2026-0{}-{} {}:{}:{},{}",
        1 + random.below(9),
        10 + random.below(18),
        10 + random.below(13),
        10 + random.below(49),
        10 + random.below(49),
        100 + random.below(899)
    )
}

fn escaped(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    quoted[1..quoted.len() - 1].to_owned()
}

pub(crate) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map(|c| c.to_uppercase().to_string())
        .unwrap_or_default()
        + chars.as_str()
}

/// The message on one line, in one of sixteen dresses.
pub(crate) fn line(record: &Record, random: &mut Random, words: &[String]) -> Paste {
    let Paste {
        text: message,
        values,
    } = fill(record, random, words);
    let class = record.class.as_deref();
    let file = record.file_name();
    let word = |random: &mut Random| random.pick(words).clone();
    let text = match random.below(16) {
        0 => message,
        1 => format!(
            "{} ERROR [{}-{}] {}.{} - {message}",
            time(random),
            word(random),
            random.below(9),
            random.pick(&PACKAGES),
            capital(&word(random))
        ),
        2 => format!(
            "\u{1b}[31mERROR\u{1b}[0m \u{1b}[2m{}\u{1b}[0m: {message}",
            word(random)
        ),
        3 => format!("{}: {message}", class.unwrap_or("Error")),
        4 => match class {
            Some(class) => format!(
                "Exception in thread \"main\" {}.{class}: {message}",
                random.pick(&PACKAGES)
            ),
            None => format!(
                "thread 'main' panicked at src/{file}:{}:9: {message}",
                record.line
            ),
        },
        5 => format!(
            "{{\"level\":\"error\",\"ts\":\"2026-05-03T11:22:33.123Z\",\"logger\":\"{}\",\"msg\":\"{}\",\"caller\":\"{}/{}.go:{}\"}}",
            word(random),
            escaped(&message),
            word(random),
            word(random),
            random.below(900)
        ),
        6 => format!(
            "May 03 11:22:33 host-{} {}[{}]: error: {message}",
            random.below(99),
            word(random),
            random.below(30_000)
        ),
        7 => format!(
            "web_1  | {} [error] {}#0: *{} {message}, client: 10.0.0.{}",
            time(random),
            random.below(999),
            random.below(99_999),
            random.below(255)
        ),
        8 => format!(
            "time=\"2026-05-03T11:22:33Z\" level=error msg=\"{}\" id={}",
            escaped(&message),
            random.below(1_000_000)
        ),
        9 => format!(
            "E0503 11:22:33.123456    1 {}.go:{}] {message}",
            word(random),
            random.below(900)
        ),
        10 => format!("2026-05-03T11:22:33.1234567Z ##[error]{message}"),
        11 => format!(
            "[ERROR] Failed to execute goal {}:{}: {message}",
            word(random),
            word(random)
        ),
        12 => {
            let inner = format!(
                "{{\"msg\":\"{}\",\"n\":{}}}",
                escaped(&message),
                random.below(99)
            );
            format!(
                "{{\"log\":\"{}\\n\",\"stream\":\"stderr\"}}",
                escaped(&inner)
            )
        }
        13 => format!("> {}: {message}", class.unwrap_or("error")),
        14 => format!("2026-05-03T11:22:33.123456789+02:00 stderr F {message}"),
        _ => format!(
            "\u{1b}[1m{file}:{}:{}: \u{1b}[31merror:\u{1b}[0m\u{1b}[1m {message}\u{1b}[0m",
            record.line,
            random.below(80)
        ),
    };
    Paste { text, values }
}

/// A text as a terminal of so many columns leaves it.
pub(crate) fn wrap(paste: Paste, columns: usize) -> Paste {
    let mut text = String::new();
    for line in paste.text.split('\n') {
        for (at, c) in line.chars().enumerate() {
            if at > 0 && at % columns == 0 {
                text.push('\n');
            }
            text.push(c);
        }
        text.push('\n');
    }
    text.pop();
    Paste { text, ..paste }
}

/// A paste as a string within a line of JSON.
pub(crate) fn in_json(paste: Paste, random: &mut Random) -> Paste {
    let text = format!(
        "{{\"level\":\"error\",\"time\":\"2026-05-03T11:22:33Z\",\"stack\":\"{}\",\"pid\":{}}}",
        escaped(&paste.text),
        random.below(9_999)
    );
    Paste { text, ..paste }
}
