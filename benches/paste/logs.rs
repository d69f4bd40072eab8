//! Lines that no record is about: logs of systems at peace, and prose.

use crate::random::Random;

const THINGS: [&str; 24] = [
    "session",
    "user",
    "disk",
    "network",
    "service",
    "container",
    "volume",
    "interface",
    "device",
    "packet",
    "job",
    "worker",
    "queue",
    "cache",
    "index",
    "snapshot",
    "cluster",
    "node",
    "table",
    "backup",
    "certificate",
    "timer",
    "kernel",
    "pool",
];
const DOES: [&str; 16] = [
    "started",
    "stopped",
    "opened",
    "closed",
    "reached",
    "reloaded",
    "finished",
    "renewed",
    "received",
    "synced",
    "mounted",
    "attached",
    "removed",
    "created",
    "restarted",
    "accepted",
];
const PROSE: [&str; 40] = [
    "the", "river", "ran", "slowly", "past", "old", "houses", "while", "a", "boy", "with", "his",
    "dog", "looked", "for", "stones", "under", "bridge", "and", "nobody", "said", "anything",
    "about", "weather", "that", "morning", "because", "it", "was", "Sunday", "they", "walked",
    "home", "before", "evening", "came", "again", "to", "find", "supper",
];

/// A line.
pub(crate) fn line(r: &mut Random) -> String {
    let (a, b, does) = (*r.pick(&THINGS), *r.pick(&THINGS), *r.pick(&DOES));
    let n = r.below(90_000);
    match r.below(14) {
        0 => format!("May 03 11:22:33 host systemd[1]: {does} {a} {b}.service."),
        1 => format!(
            "May 03 11:22:33 host sshd[{n}]: Accepted publickey for {a} from 10.0.{}.7 port {n} ssh2",
            n % 255
        ),
        2 => format!(
            "10.0.0.{} - - [03/May/2026:11:22:33 +0000] \"GET /{a}/{b}?id={n} HTTP/1.1\" 200 {n} \"-\" \"curl/8\"",
            n % 255
        ),
        3 => format!(
            "[  {n}.123456] usb 1-1: new high-speed USB {a} number {} using xhci_hcd",
            n % 99
        ),
        4 => format!(
            "2026-05-03 11:22:33,123 INFO [{a}-{}] org.example.{b} - {a} {does} in {n} ms",
            n % 9
        ),
        5 => format!(
            "level=info ts=2026-05-03T11:22:33Z component={a} msg=\"{b} {does}\" took={n}ms"
        ),
        6 => format!("{{\"level\":\"info\",\"msg\":\"{a} {does}\",\"{b}\":{n}}}"),
        7 => format!(
            "I0503 11:22:33.123456    1 {a}.go:{}] {b} {does} ({n} items)",
            n % 900
        ),
        8 => format!("WARN  {a}: {b} {does} twice, going on"),
        9 => format!("May 03 11:22:33 host CRON[{n}]: (root) CMD (run-parts /etc/{a}.hourly)"),
        10 => format!("2026-05-03T11:22:33Z  {a} {b} {does}; {n} left"),
        11 => format!("{a} error count is 0, {b} warnings: {}", n % 9),
        12 => format!(
            "127.0.0.1:{n} \"POST /api/{a}\" 404 Not Found in {} ms",
            n % 99
        ),
        _ => {
            let words: Vec<&str> = (0..9 + n % 9).map(|_| *r.pick(&PROSE)).collect();
            format!("{}.", words.join(" "))
        }
    }
}
