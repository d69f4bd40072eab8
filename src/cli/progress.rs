//! Progress bars on a terminal; a line every ten seconds elsewhere. The door to indicatif.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::progress::Progress;

/// How often a log without a terminal hears of long work.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// Draws how far the work is, and hears Ctrl-C.
pub(super) struct Bars {
    quiet: bool,
    terminal: bool,
    started: Instant,
    interrupted: Arc<std::sync::atomic::AtomicBool>,
    /// Whether files are moving into place, which takes no time worth stopping for.
    finishing: Arc<std::sync::atomic::AtomicBool>,
    stage: Mutex<Stage>,
    done: AtomicU64,
}

struct Stage {
    name: String,
    total: Option<u64>,
    bar: ProgressBar,
    logged: Instant,
}

impl Bars {
    pub(super) fn new(quiet: bool) -> Self {
        let interrupted = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let finishing = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let (seen, busy) = (interrupted.clone(), finishing.clone());
        // A second Ctrl-C ends the program at once; where no handler can be set, the first does.
        let _ = ctrlc::set_handler(move || {
            if seen.swap(true, Ordering::Relaxed) && !busy.load(Ordering::Relaxed) {
                #[allow(clippy::exit, reason = "the user insists")]
                std::process::exit(130);
            }
        });
        let now = Instant::now();
        let stage = Stage {
            name: String::new(),
            total: None,
            bar: ProgressBar::hidden(),
            logged: now,
        };
        Self {
            quiet,
            terminal: std::io::stderr().is_terminal(),
            started: now,
            interrupted,
            finishing,
            stage: Mutex::new(stage),
            done: AtomicU64::new(0),
        }
    }

    /// Takes the bar off the screen.
    pub(super) fn finish(&self) {
        self.lock().bar.finish_and_clear();
    }

    /// Time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Stage> {
        self.stage
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn log(&self, steps: u64) {
        let Ok(mut stage) = self.stage.try_lock() else {
            return;
        };
        if stage.logged.elapsed() < LOG_EVERY {
            return;
        }
        stage.logged = Instant::now();
        let total = stage
            .total
            .map(|total| format!(" of {}", HumanCount(total)))
            .unwrap_or_default();
        say!("{}: {}{total}", stage.name, HumanCount(steps));
    }
}

impl Progress for Bars {
    fn stage(&self, name: &str, total: Option<u64>) {
        self.done.store(0, Ordering::Relaxed);
        let mut stage = self.lock();
        stage.bar.finish_and_clear();
        name.clone_into(&mut stage.name);
        stage.total = total;
        if self.quiet || !self.terminal {
            return;
        }
        let template = match total {
            Some(_) => "{msg:>10} [{bar:30}] {human_pos}/{human_len} ({per_sec}, {eta} left)",
            None => "{msg:>10} {spinner} {human_pos} ({per_sec})",
        };
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
        bar.set_style(style.progress_chars("━╸ "));
        bar.set_message(stage.name.clone());
        stage.bar = bar;
    }

    fn advance(&self, steps: u64) {
        /// A bar is asked to move this seldom: its lock is shared by all threads.
        const STRIDE: u64 = 64;
        let before = self.done.fetch_add(steps, Ordering::Relaxed);
        let now = before + steps;
        if self.quiet || before / STRIDE == now / STRIDE {
            return;
        }
        if self.terminal {
            if let Ok(stage) = self.stage.try_lock() {
                stage.bar.set_position(now);
            }
        } else {
            self.log(now);
        }
    }

    fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn must_finish(&self) {
        self.finishing.store(true, Ordering::Relaxed);
    }
}
