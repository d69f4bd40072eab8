//! Stack traces in the languages of records.

use crate::corpus::Record;
use crate::noise::{PACKAGES, Paste, capital, fill, some, time};
use crate::random::Random;

/// A stack trace of so many lines, in the language of the record.
pub(crate) fn trace(record: &Record, random: &mut Random, words: &[String], lines: usize) -> Paste {
    let Paste {
        text: message,
        values,
    } = fill(record, random, words);
    let path = &record.path;
    let mut out = Vec::new();
    match path.rsplit('.').next().unwrap_or("") {
        "java" | "kt" | "scala" => java(record, &message, random, words, lines, &mut out),
        "py" => python(record, &message, random, words, lines, &mut out),
        "rs" => rust(record, &message, random, words, lines, &mut out),
        "js" | "mjs" | "cjs" | "ts" => javascript(record, &message, random, words, lines, &mut out),
        "go" => go(record, &message, random, words, lines, &mut out),
        _ => perl(record, &message, random, words, lines, &mut out),
    }
    Paste {
        text: out.join("\n"),
        values,
    }
}

fn java(
    record: &Record,
    message: &str,
    random: &mut Random,
    words: &[String],
    lines: usize,
    out: &mut Vec<String>,
) {
    let frame = |random: &mut Random| {
        let [a, b, c] = some(random, words);
        let package = random.pick(&PACKAGES);
        format!(
            "\tat {package}.{}.{b}({}.java:{})",
            capital(&a),
            capital(&c),
            random.below(900)
        )
    };
    let class = record.class.as_deref().unwrap_or("Exception");
    out.push(format!(
        "{} ERROR [http-nio-8080-exec-{}] {}.{} - Servlet.service() for servlet [dispatcher] threw exception",
        time(random),
        random.below(9),
        random.pick(&PACKAGES),
        capital(&some::<1>(random, words)[0])
    ));
    if random.chance(50) {
        let [a, b, c] = some(random, words);
        out.push(format!(
            "{}.{}Exception: Could not handle {b} {c}",
            random.pick(&PACKAGES),
            capital(&a)
        ));
        while out.len() < lines / 2 {
            out.push(frame(random));
        }
        out.push(format!("Caused by: java.lang.{class}: {message}"));
    } else {
        out.push(format!("{class}: {message}"));
    }
    let place = record.path.trim_end_matches(".java").replace('/', ".");
    out.push(format!(
        "\tat {place}.{}({}:{})",
        random.pick(words),
        record.file_name(),
        record.line
    ));
    while out.len() < lines - 1 {
        out.push(frame(random));
    }
    out.push(format!("\t... {} common frames omitted", random.below(60)));
}

fn python(
    record: &Record,
    message: &str,
    random: &mut Random,
    words: &[String],
    lines: usize,
    out: &mut Vec<String>,
) {
    let class = record.class.as_deref().unwrap_or("Exception");
    out.push("Traceback (most recent call last):".to_owned());
    while out.len() < lines - 3 {
        let w = |random: &mut Random| random.pick(words).clone();
        let file = format!("{}/{}.py", w(random), w(random));
        out.push(format!(
            "  File \"/usr/lib/python3.11/{file}\", line {}, in {}",
            random.below(900),
            w(random)
        ));
        out.push(format!(
            "    {} = self.{}({}, {}={})",
            w(random),
            w(random),
            w(random),
            w(random),
            w(random)
        ));
    }
    let name = random.pick(words);
    out.push(format!(
        "  File \"/usr/lib/python3.11/{}\", line {}, in {name}",
        record.path, record.line
    ));
    out.push(format!("    raise {class}(...)"));
    let module = if random.chance(30) {
        format!("{}.{}.", random.pick(words), random.pick(words))
    } else {
        String::new()
    };
    out.push(format!("{module}{class}: {message}"));
}

fn rust(
    record: &Record,
    message: &str,
    random: &mut Random,
    words: &[String],
    lines: usize,
    out: &mut Vec<String>,
) {
    out.push(format!(
        "thread 'tokio-runtime-worker' panicked at /home/ci/.cargo/registry/src/index/{}:{}:13:",
        record.path, record.line
    ));
    out.push(message.to_owned());
    out.push("stack backtrace:".to_owned());
    for frame in 0..(lines - 4) / 2 {
        let w = |random: &mut Random| random.pick(words).clone();
        out.push(format!(
            "{frame:4}: {}::{}::{}",
            w(random),
            w(random),
            w(random)
        ));
        out.push(format!(
            "             at /rustc/9fc6b4/library/{}/src/{}.rs:{}:{}",
            w(random),
            w(random),
            random.below(900),
            random.below(60)
        ));
    }
    out.push("note: run with `RUST_BACKTRACE=full` for a verbose backtrace.".to_owned());
}

fn javascript(
    record: &Record,
    message: &str,
    random: &mut Random,
    words: &[String],
    lines: usize,
    out: &mut Vec<String>,
) {
    let class = record.class.as_deref().unwrap_or("Error");
    for _ in 0..8 {
        let [a, b] = some(random, words);
        out.push(format!(
            "[{}] info: {a} {b} started in {}ms",
            time(random),
            random.below(900)
        ));
    }
    out.push(format!("/app/node_modules/{}:{}", record.path, record.line));
    out.push(format!("    throw new {class}(...)"));
    out.push("    ^".to_owned());
    out.push(String::new());
    out.push(format!("{class}: {message}"));
    out.push(format!(
        "    at {} (/app/node_modules/{}:{}:11)",
        random.pick(words),
        record.path,
        record.line
    ));
    while out.len() < lines - 2 {
        let [a, b, c] = some(random, words);
        out.push(format!(
            "    at {}.{b} (/app/src/{a}/{c}.js:{}:{})",
            capital(&a),
            random.below(900),
            random.below(60)
        ));
    }
    out.push(String::new());
    out.push("Node.js v20.20.2".to_owned());
}

fn go(
    record: &Record,
    message: &str,
    random: &mut Random,
    words: &[String],
    lines: usize,
    out: &mut Vec<String>,
) {
    out.push(format!("panic: {message}"));
    out.push(String::new());
    out.push(format!("goroutine {} [running]:", random.below(99)));
    out.push(format!(
        "main.{}(0xc000{:06x})",
        random.pick(words),
        random.below(1 << 24)
    ));
    out.push(format!("\t/go/src/{}:{} +0x1d", record.path, record.line));
    while out.len() < lines - 1 {
        let [a, b] = some(random, words);
        out.push(format!("{a}.{b}(0x{:x})", random.below(1 << 24)));
        out.push(format!(
            "\t/go/src/{a}/{b}.go:{} +0x{:x}",
            random.below(900),
            random.below(900)
        ));
    }
    out.push("exit status 2".to_owned());
}

fn perl(
    record: &Record,
    message: &str,
    random: &mut Random,
    words: &[String],
    lines: usize,
    out: &mut Vec<String>,
) {
    while out.len() < lines / 2 {
        let w = |random: &mut Random| random.pick(words).clone();
        out.push(format!(
            "{} INFO {}: {} {} {}={}",
            time(random),
            w(random),
            w(random),
            w(random),
            w(random),
            random.below(999)
        ));
    }
    out.push(format!(
        "{} ERROR {message} at {} line {}.",
        time(random),
        record.file_name(),
        record.line
    ));
    while out.len() < lines {
        let [a, b, c] = some(random, words);
        out.push(format!(
            "\tmain::{a}({b}) called at /usr/share/perl/{c}.pm line {}",
            random.below(900)
        ));
    }
}
