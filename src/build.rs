//! The main job: every route of a site to a file, and the files into place.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::diagnostic::{self, Code, Diagnostic, Severity};
use crate::error::Error;
use crate::input;
use crate::output::{Guard, Published, Publisher};
use crate::progress::Progress;
use crate::route::Route;
use crate::site::{self, Counts, Opened, Site};

/// How to build.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Publish nothing if there is any problem of content.
    pub strict: bool,
    /// Publish into a folder that holds something else.
    pub force: bool,
}

/// What came of a build.
#[derive(Debug)]
pub struct Report {
    /// Where the site is.
    pub output: PathBuf,
    /// Problems of content, sorted.
    pub diagnostics: Vec<Diagnostic>,
    /// What became of the records.
    pub counts: Counts,
    /// What was written; none if nothing was published.
    pub published: Option<Published>,
    /// Whether the site knows where it will be served.
    pub has_base_url: bool,
}

impl Report {
    /// Whether every record that was read is in the site or has a newer one there.
    pub fn complete(&self) -> bool {
        self.counts.rejected == 0
            && !self
                .diagnostics
                .iter()
                .any(|d| d.severity == Severity::Error)
    }
}

/// The folder that a site is published to.
pub fn output_folder(root: &Path, dir: &Path) -> PathBuf {
    root.join(dir)
}

/// Builds a site and publishes it.
///
/// # Errors
/// If the settings, the theme or the output cannot be used, the machine fails, or the user
/// interrupts. The last published site stays as it was, unless the machine fails while files move
/// into place: then each file is an old or a new one, and the next build completes the site.
pub fn build(
    config: crate::config::Config,
    options: Options,
    progress: &dyn Progress,
) -> Result<Report, Error> {
    let output = output_folder(&config.root, &config.output.dir);
    let root = config.root.clone();
    let has_base_url = config.site.base_url.is_some();
    let mut inputs = site::input_paths(&config);
    inputs.retain(|path| path != Path::new(input::STANDARD_INPUT));
    let Opened {
        site,
        diagnostics,
        counts,
    } = Site::open(config, progress)?;
    let mut report = Report {
        output: output.clone(),
        diagnostics,
        counts,
        published: None,
        has_base_url,
    };
    if counts.published == 0 || options.strict && !report.diagnostics.is_empty() {
        return Ok(report);
    }
    let publisher = Publisher::begin(
        &output,
        &Guard {
            root: &root,
            inputs: &inputs,
            force: options.force,
        },
    )?;
    let failures = render_all(&site, &publisher, progress)?;
    let complete = failures.is_empty();
    report.diagnostics.extend(failures);
    diagnostic::sort(&mut report.diagnostics);
    // A template fails on many pages or on all, and where an input changed meanwhile the index and
    // the lists would lead to what is not there: the last good site is better than part of a new one.
    if complete {
        progress.must_finish();
        progress.stage("publishing", None);
        report.published = Some(publisher.finish()?);
    }
    Ok(report)
}

/// Renders every route on all cores; what could not be rendered is returned.
fn render_all(
    site: &Site,
    publisher: &Publisher,
    progress: &dyn Progress,
) -> Result<Vec<Diagnostic>, Error> {
    /// After so many failures of templates the rest would tell nothing new.
    const ENOUGH_FAILURES: usize = 20;
    let routes = site.routes();
    progress.stage("rendering", Some(routes.len() as u64));
    let failures = Mutex::new(Vec::new());
    let give_up = AtomicBool::new(false);
    let done = routes.par_iter().try_for_each(|route| {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        if give_up.load(Ordering::Relaxed) {
            return Ok(());
        }
        let failure = render(site, *route, publisher)?;
        progress.advance(1);
        if let Some(failure) = failure {
            let mut failures = failures
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            let template = failure.code == Code::TEMPLATE_RENDER;
            failures.push(*failure);
            if template && failures.len() >= ENOUGH_FAILURES {
                give_up.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    });
    done?;
    Ok(failures
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner))
}

fn render(
    site: &Site,
    route: Route,
    publisher: &Publisher,
) -> Result<Option<Box<Diagnostic>>, Error> {
    let mut offered = Ok(());
    let rendered = site.render(route, &mut |path, bytes| {
        if offered.is_ok() {
            offered = publisher.offer(&path, &bytes).map(drop);
        }
    });
    offered?;
    Ok(rendered.err())
}
