//! What the user is told: problems like a compiler's, and a summary that adds up. The door to
//! annotate-snippets.

use std::time::Duration;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use indicatif::{HumanBytes, HumanCount};

use super::arguments::SiteArguments;
use crate::diagnostic::{Diagnostic, Severity};
use crate::error::Error;
use crate::html::visible;
use crate::site::{Counts, Opened, WeakMessage};
use crate::timings::{Stage, Taken};
use crate::{build, check};

/// Most problems that are shown; the rest are counted.
const SHOWN: usize = 50;

/// Prints to standard error.
pub(super) struct Reporter {
    quiet: bool,
    verbose: bool,
}

impl Reporter {
    pub(super) fn new(arguments: &SiteArguments) -> Self {
        Self {
            quiet: arguments.quiet,
            verbose: arguments.verbose,
        }
    }

    /// What came of a build.
    pub(super) fn built(&self, report: &build::Report, elapsed: Duration) {
        self.problems(&report.diagnostics);
        Self::timings(&report.timings);
        if let Some(published) = report.published {
            if !self.quiet {
                self.counts(&report.counts);
                let count = |n: usize| HumanCount(n as u64);
                let mut files = format!(
                    "{} written, {} unchanged",
                    count(published.written),
                    count(published.unchanged)
                );
                if published.deleted > 0 {
                    files += &format!(", {} deleted", count(published.deleted));
                }
                if published.left > 0 {
                    files += &format!(
                        ", {} of old pages left because someone changed them",
                        count(published.left)
                    );
                }
                say!("  Files  {files}; {} in all", HumanBytes(published.bytes));
                say!("   Took  {}{}", seconds(elapsed), peak_memory());
                if let Some(first) = report.weak_messages.first() {
                    say!(
                        "   Note  {} too little to be found by pasting a log, such as `{}`; `errbook check` lists them",
                        messages_say(report.weak_messages.len()),
                        visible(&first.message),
                    );
                }
                if !report.has_base_url {
                    say!(
                        "   Note  without `base_url` there are no canonical links, previews and JSON-LD in pages, no sitemap.xml and feed.xml, and 404.html has no look"
                    );
                }
                say!("   Site  {}", report.output.join("index.html").display());
            }
        } else {
            self.counts(&report.counts);
            say!("Nothing was published; the last published site, if there is one, is unchanged");
        }
    }

    /// Where the time of a build went.
    fn timings(timings: &[(Stage, String, Taken)]) {
        if timings.is_empty() {
            return;
        }
        let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
        say!(
            "{:<34} {:>9} {:>13} {:>11}  (stages overlap)",
            "Timings",
            "count",
            "total",
            "slowest"
        );
        for (stage, kind, taken) in timings {
            say!(
                "  {:<32} {:>9} {:>13} {:>11}  {}",
                format!("{} {kind}", stage.name()),
                HumanCount(taken.count).to_string(),
                ms(taken.total),
                ms(taken.slowest),
                taken.slowest_is
            );
        }
    }

    /// What came of reading, where nothing else is done.
    pub(super) fn opened(&self, opened: &Opened) {
        self.problems(&opened.diagnostics);
        if !self.quiet {
            self.counts(&opened.counts);
        }
    }

    /// What came of a check.
    pub(super) fn checked(&self, report: &check::Report, elapsed: Duration) {
        self.problems(&report.diagnostics);
        if self.quiet {
            return;
        }
        self.weak_messages(&report.weak_messages);
        self.counts(&report.counts);
        say!(
            "Checked  {} links in {} files; {} found; took {}",
            HumanCount(report.links as u64),
            HumanCount(report.files as u64),
            problems(report.diagnostics.len()),
            seconds(elapsed),
        );
    }

    /// Lists messages that a pasted log cannot find.
    fn weak_messages(&self, weak: &[WeakMessage]) {
        if weak.is_empty() {
            return;
        }
        say!(
            "   Note  {} too little to be found by pasting a log; words find them:",
            messages_say(weak.len())
        );
        let most = if self.verbose { weak.len() } else { SHOWN };
        for record in weak.iter().take(most) {
            say!("         {}  {}", record.id, visible(&record.message));
        }
        if weak.len() > most {
            say!(
                "         and {} more; -v lists all",
                HumanCount((weak.len() - most) as u64)
            );
        }
    }

    /// Why nothing was done.
    pub(super) fn failed(&self, error: &Error) {
        match error {
            Error::Config(problems) | Error::Theme(problems) => self.problems(problems),
            Error::OutputRefused { hint, .. } => {
                say!("error: {error}\n  hint: {hint}");
                return;
            }
            Error::InputMissing(_) => {
                say!(
                    "error: {error}\n  hint: `--records PATH` names files or folders; see `paths` under [input] in site.toml"
                );
                return;
            }
            Error::IndexMissing(_) => {
                say!(
                    "error: {error}\n  hint: `errbook build` makes a site with one; `--index DIR` names the folder of a site, `--records PATH` looks in records"
                );
                return;
            }
            Error::Index { .. } => {
                say!("error: {error}\n  hint: build the site again with this errbook");
                return;
            }
            Error::Changed(problem) => {
                self.problems(std::slice::from_ref(&**problem));
                return;
            }
            Error::Locked(_) => {
                say!("error: {error}\n  hint: wait for it to end, or choose another output folder");
                return;
            }
            Error::Io { .. } | Error::Interrupted => {}
        }
        say!("error: {error}");
    }

    fn counts(&self, counts: &Counts) {
        let count = |n: usize| HumanCount(n as u64);
        let mut parts = format!(
            "{} read, {} published",
            count(counts.read),
            count(counts.published)
        );
        if counts.superseded > 0 {
            parts += &format!(", {} superseded by newer ones", count(counts.superseded));
        }
        if counts.rejected > 0 {
            parts += &format!(", {} rejected", count(counts.rejected));
        }
        if counts.withdrawn > 0 {
            parts += &format!(", {} withdrawn", count(counts.withdrawn));
        }
        say!("Records  {parts}");
        if self.verbose && counts.passed_over > 0 {
            say!(
                "         {} files passed over: they do not begin like JSON",
                count(counts.passed_over)
            );
        }
    }

    fn problems(&self, diagnostics: &[Diagnostic]) {
        // Errors first, so that warnings never push one out of sight.
        let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let warnings = diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Warning);
        let shown = if self.verbose { usize::MAX } else { SHOWN };
        for diagnostic in errors.chain(warnings).take(shown) {
            say!("{}\n", render(diagnostic));
        }
        if diagnostics.len() > shown {
            say!(
                "… and {} more (`-v` shows all)\n",
                HumanCount((diagnostics.len() - shown) as u64)
            );
        }
    }
}

/// One problem, as a compiler would show it.
fn render(diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let place = &diagnostic.place;
    let file = place
        .file
        .as_ref()
        .map(|file| file.display().to_string())
        .unwrap_or_default();
    let mut whose = Vec::new();
    if let Some(position) = place.position {
        whose.push(format!("record {position} of the file"));
    }
    if let Some(record) = &place.record {
        whose.push(format!("id {record}"));
    }
    if let Some(field) = &place.field {
        whose.push(format!("field {field}"));
    }
    let mut group = Group::with_title(
        level
            .primary_title(diagnostic.message.as_str())
            .id(diagnostic.code.as_str()),
    );
    if !file.is_empty() {
        // Named apart from the excerpt, which may begin in the middle of a long line.
        let mut origin = Origin::path(file.as_str());
        if let Some(line) = place.line {
            origin = origin.line(line);
        }
        if let Some(column) = place.column {
            origin = origin.char_column(column);
        }
        group = group.element(origin);
    }
    if let (Some(excerpt), Some(line)) = (&diagnostic.excerpt, place.line) {
        let snippet = Snippet::source(excerpt.text.as_str()).line_start(line);
        let annotation = AnnotationKind::Primary.span(excerpt.span.clone());
        group = group.element(snippet.annotation(annotation));
    }
    let whose = whose.join(", ");
    if !whose.is_empty() {
        group = group.element(Level::NOTE.with_name("in").message(whose.as_str()));
    }
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.with_name("hint").message(hint.as_str()));
    }
    let rendered = Renderer::styled().render(&[group]);
    // The mark of a second place without a name, which the excerpt is to the renderer.
    let is_mark = |line: &&str| anstream::adapter::strip_str(line).to_string().trim() == ":::";
    rendered
        .lines()
        .filter(|line| !is_mark(line))
        .collect::<Vec<_>>()
        .join("\n")
}

fn problems(count: usize) -> String {
    match count {
        0 => "no problem".into(),
        1 => "1 problem".into(),
        count => format!("{} problems", HumanCount(count as u64)),
    }
}

fn messages_say(count: usize) -> String {
    match count {
        1 => "1 message says".into(),
        count => format!("{} messages say", HumanCount(count as u64)),
    }
}

fn seconds(elapsed: Duration) -> String {
    format!("{:.2} s", elapsed.as_secs_f64())
}

/// The most memory that the program held, where the system tells.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|text| text.trim().split(' ').next()?.parse::<u64>().ok());
    kib.map(|kib| format!(", {} of memory at most", HumanBytes(kib * 1024)))
        .unwrap_or_default()
}
