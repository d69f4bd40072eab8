//! Arguments, dispatch, printing and exit codes: the only module that talks to the user.
//!
//! Data goes to standard output, talk to standard error.

/// Prints a line to standard error; where nobody can read it, the work goes on all the same.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), $($text)*);
    }};
}

mod answer;
mod arguments;
mod print;
mod progress;
mod report;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::build::{self, CachePlace};
use crate::check;
use crate::config::{self, Config};
use crate::error::Error;
use crate::find;
use crate::input;
use crate::output::Durability;
use crate::progress::Silent;
use crate::search::paste::Match;
use crate::site::Site;
use arguments::{Arguments, BuildArguments, Command, FindArguments, ListArguments, SiteArguments};
use progress::Bars;
use report::Reporter;

/// Exit codes have fixed meanings; see `errbook --help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    Done = 0,
    /// Nothing published because of content; for `check`: findings.
    Content = 1,
    /// Usage, settings, or an output folder that was refused.
    Usage = 2,
    /// The machine failed.
    Machine = 3,
    /// Published, but some records were left out.
    Partly = 4,
    Interrupted = 130,
}

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let exit = match arguments.command {
        Command::Build(arguments) => run_build(&arguments),
        Command::Check(arguments) => run_check(&arguments),
        Command::List(arguments) => run_list(&arguments),
        Command::Find(arguments) => run_find(&arguments),
        Command::Schema => match print::schema() {
            Ok(()) => Exit::Done,
            Err(error) => {
                say!("error: {error}");
                Exit::Machine
            }
        },
    };
    ExitCode::from(exit as u8)
}

fn run_build(arguments: &BuildArguments) -> Exit {
    let reporter = Reporter::new(&arguments.site);
    let bars = Bars::new(arguments.site.quiet);
    let options = build::Options {
        strict: arguments.strict,
        strict_links: arguments.strict_links,
        force: arguments.force,
        allow_mass_delete: arguments.allow_mass_delete,
        durability: Durability::Flushed,
        previous: arguments.previous.clone(),
        timings: arguments.timings,
        cache: match &arguments.cache {
            _ if arguments.no_cache => CachePlace::Nowhere,
            Some(folder) => CachePlace::At(folder.clone()),
            None => CachePlace::Beside,
        },
    };
    let built = settings(&arguments.site).and_then(|mut config| {
        if let Some(output) = &arguments.output {
            config.output.dir = absolute(output)?;
        }
        with_threads(arguments.site.threads, || {
            build::build(config, &options, &bars)
        })
    });
    bars.finish();
    match built {
        Ok(report) => {
            reporter.built(&report, bars.elapsed());
            match report.published {
                None => Exit::Content,
                Some(_) if report.complete() => Exit::Done,
                Some(_) => Exit::Partly,
            }
        }
        Err(error) => fail(&reporter, &error),
    }
}

fn run_check(arguments: &SiteArguments) -> Exit {
    let reporter = Reporter::new(arguments);
    let bars = Bars::new(arguments.quiet);
    let checked = settings(arguments)
        .and_then(|config| with_threads(arguments.threads, || check::check(config, &bars)));
    bars.finish();
    match checked {
        Ok(report) => {
            reporter.checked(&report, bars.elapsed());
            if report.diagnostics.is_empty() {
                Exit::Done
            } else {
                Exit::Content
            }
        }
        Err(error) => fail(&reporter, &error),
    }
}

fn run_list(arguments: &ListArguments) -> Exit {
    let reporter = Reporter::new(&arguments.site);
    let bars = Bars::new(arguments.site.quiet);
    let opened = settings(&arguments.site)
        .and_then(|config| with_threads(arguments.site.threads, || Site::open(config, &bars)));
    bars.finish();
    let listed = opened.and_then(|opened| {
        reporter.opened(&opened);
        print::addresses(&opened.site, arguments.format)?;
        Ok(opened.counts.published)
    });
    match listed {
        Ok(0) => Exit::Content,
        Ok(_) => Exit::Done,
        Err(error) => fail(&reporter, &error),
    }
}

fn run_find(arguments: &FindArguments) -> Exit {
    let site = arguments.site();
    let reporter = Reporter::new(&site);
    let text = match answer::pasted(arguments) {
        Ok(text) => text,
        Err(problem) => {
            say!("error: {problem}");
            return Exit::Usage;
        }
    };
    let found = settings(&site).and_then(|config| {
        let base_url = config.site.base_url.clone();
        let found = look_up(arguments, config, &text, &reporter)?;
        answer::print(&found, arguments.format, base_url.as_deref())?;
        Ok(found.is_empty())
    });
    match found {
        Ok(true) => Exit::Content,
        Ok(false) => Exit::Done,
        Err(error) => fail(&reporter, &error),
    }
}

/// Looks in the published site, or in records if some are named.
fn look_up(
    arguments: &FindArguments,
    config: Config,
    text: &str,
    reporter: &Reporter,
) -> Result<Vec<Match>, Error> {
    if arguments.records.is_empty() {
        let folder = match &arguments.index {
            Some(folder) => absolute(folder)?,
            None => build::output_folder(&config.root, &config.output.dir),
        };
        return find::in_folder(&folder, text);
    }
    let opened = Site::open(config, &Silent)?;
    reporter.opened(&opened);
    find::in_site(&opened.site, text).map_err(Error::Changed)
}

fn fail(reporter: &Reporter, error: &Error) -> Exit {
    reporter.failed(error);
    match error {
        Error::Config(_)
        | Error::Theme(_)
        | Error::Ledger(_)
        | Error::InputMissing(_)
        | Error::OutputRefused { .. }
        | Error::IndexMissing(_)
        | Error::Index { .. } => Exit::Usage,
        Error::MassDelete { .. } | Error::MassLoss { .. } => Exit::Content,
        Error::Changed(_) | Error::Locked(..) | Error::Io { .. } => Exit::Machine,
        Error::Interrupted => Exit::Interrupted,
    }
}

/// The settings of a site: defaults, `site.toml`, then the arguments.
fn settings(arguments: &SiteArguments) -> Result<Config, Error> {
    let file = arguments
        .config
        .clone()
        .unwrap_or_else(|| "site.toml".into());
    let mut config = if arguments.config.is_some() || file.exists() {
        config::load(&file).map_err(Error::Config)?
    } else {
        Config::default()
    };
    if !arguments.records.is_empty() {
        config.input.paths = arguments
            .records
            .iter()
            .map(|path| match path {
                path if path == Path::new(input::STANDARD_INPUT) => Ok(path.clone()),
                path => absolute(path),
            })
            .collect::<Result<_, _>>()?;
    }
    if let Some(base_url) = &arguments.base_url {
        config.site.base_url = Some(base_url.clone()).filter(|url| !url.is_empty());
    }
    config::check(&config).map_err(Error::Config)?;
    Ok(config)
}

/// A path of the command line is relative to where the user is, not to `site.toml`.
fn absolute(path: &std::path::Path) -> Result<std::path::PathBuf, Error> {
    std::path::absolute(path).map_err(Error::io("find", path))
}

/// Runs work on a number of threads; on all cores if none is given.
fn with_threads<T: Send>(
    threads: Option<u16>,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> Result<T, Error> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .build();
    match pool {
        Ok(pool) => pool.install(work),
        Err(error) => Err(Error::io("start threads in", std::path::Path::new("."))(
            std::io::Error::other(error),
        )),
    }
}
