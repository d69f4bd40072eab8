//! The main job: every route of a site to a file, and the files into place.

mod render;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cache::{Cache, Last};
use crate::config::Config;
use crate::diagnostic::{self, Diagnostic, Severity};
use crate::error::Error;
use crate::fate::Kept;
use crate::hash::Fingerprint;
use crate::input::{self, Listing};
use crate::ledger::Previous;
use crate::output::{self, Durability, Guard, Published, Publisher};
use crate::progress::Progress;
use crate::site::{self, Counts, Opened, Site, WeakMessage};
use crate::theme::Theme;
use crate::timings::{Stage, Taken, Timings};
use render::Rendered;

/// How to build.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a flag that a user can give"
)]
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Publish nothing if there is any problem of content.
    pub strict: bool,
    /// Publish nothing if a record vanished that nothing took the place of.
    pub strict_links: bool,
    /// Publish into a folder that holds something else.
    pub force: bool,
    /// Publish even if over a fifth of the pages would be deleted, or of the records are gone.
    pub allow_mass_delete: bool,
    /// Whether to wait until the disk has the site.
    pub durability: Durability,
    /// Where the ledger of the last build is; none for the output folder.
    pub previous: Option<PathBuf>,
    /// Where to keep what makes the next build faster.
    pub cache: CachePlace,
    /// Measure what takes the time.
    pub timings: bool,
}

/// Where a build keeps what makes the next one faster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CachePlace {
    /// In a hidden folder beside the output.
    #[default]
    Beside,
    /// In this folder.
    At(PathBuf),
    /// Nowhere: all is read and rendered.
    Nowhere,
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
    /// What became of what was published before.
    pub kept: Kept,
    /// What was written; none if nothing was published.
    pub published: Option<Published>,
    /// Records that a pasted log cannot find.
    pub weak_messages: Vec<WeakMessage>,
    /// Whether the site knows where it will be served.
    pub has_base_url: bool,
    /// Where the time went, if that was asked for.
    pub timings: Vec<(Stage, String, Taken)>,
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
pub fn build(config: Config, options: &Options, progress: &dyn Progress) -> Result<Report, Error> {
    let output = output_folder(&config.root, &config.output.dir);
    let theme = Theme::load(&config).map_err(Error::Theme)?;
    let mut inputs = site::input_paths(&config);
    let timings = if options.timings {
        Timings::on()
    } else {
        Timings::default()
    };
    let listing = timings.time(Stage::List, "", String::new, || input::list(&inputs))?;
    inputs.retain(|path| path != Path::new(input::STANDARD_INPUT));
    let publisher = Publisher::begin(
        &output,
        &Guard {
            root: &config.root,
            inputs: &inputs,
            force: options.force,
            may_shrink: options.allow_mass_delete,
        },
        options.durability,
    )?;
    let cache = match &options.cache {
        CachePlace::Beside => Cache::beside(&publisher.beside("cache")),
        CachePlace::At(folder) => Cache::open(folder),
        CachePlace::Nowhere => Cache::none(),
    };
    let build = Build {
        options,
        progress,
        report: Report {
            output,
            diagnostics: Vec::new(),
            counts: Counts::default(),
            kept: Kept::default(),
            published: None,
            weak_messages: Vec::new(),
            has_base_url: config.site.base_url.is_some(),
            timings: Vec::new(),
        },
        settings: settings(&config, &theme, options),
        cache,
    };
    build.run(config, theme, listing, timings, publisher)
}

/// Over all that a site depends on but its records.
fn settings(config: &Config, theme: &Theme, options: &Options) -> u128 {
    // The index has the hashes of all parts. That of the output is part of the site's own seal.
    let ledger = options.previous.as_ref();
    let ledger = ledger.map(|folder| Previous::seal(folder));
    Fingerprint::of("settings")
        .and(&site::identity(config))
        .and(&format!("{} {:?}", config.root.display(), config.input))
        .and(&theme.whole_fingerprint())
        .and(&ledger)
        .finish()
}

struct Build<'a> {
    options: &'a Options,
    progress: &'a dyn Progress,
    report: Report,
    settings: u128,
    cache: Cache,
}

impl Build<'_> {
    fn run(
        mut self,
        config: Config,
        theme: Theme,
        listing: Listing,
        timings: Timings,
        target: Publisher,
    ) -> Result<Report, Error> {
        let stamps = listing.stamps();
        if let Some(stamps) = &stamps
            && timings.time(Stage::Keep, "all", String::new, || {
                self.is_as_last(stamps, &target)
            })
        {
            self.report.timings = timings.taken();
            return Ok(self.report);
        }
        let previous = self.previous(&config)?;
        // What is kept of a record depends on the facets.
        let facets = Fingerprint::of("facets").and(&format!("{:?}", config.facets));
        let mut held = self.cache.inputs(facets.finish());
        let code = Arc::new(self.cache.code());
        let kept = site::Kept {
            inputs: &mut held,
            code: Some(code.clone()),
            previous,
        };
        let Opened {
            site,
            diagnostics,
            counts,
        } = Site::read(config, theme, listing, kept, timings, self.progress)?;
        held.leave();
        self.report.diagnostics = diagnostics;
        self.report.weak_messages = site.weak_messages();
        self.report.counts = counts;
        self.report.kept = site.fates().kept();
        let (lost, known) = (self.report.kept.lost, site.fates().known());
        if output::are_too_many(lost, known) && !self.options.allow_mass_delete {
            return Err(Error::MassLoss { lost, known });
        }
        let losses = if self.options.strict_links {
            site.fates().losses()
        } else {
            Vec::new()
        };
        let lost = !losses.is_empty();
        self.report.diagnostics.extend(losses);
        if counts.published == 0 || lost || self.is_too_strict() {
            return Ok(self.report);
        }
        let Rendered { failures, pages } =
            render::all(&site, &target, &self.cache.pages(), self.progress)?;
        code.leave();
        // A template fails on many pages or on all, and where an input changed meanwhile the index
        // and the lists would lead to what is not there: the last good site is better than part of a
        // new one.
        if !failures.is_empty() {
            self.report.diagnostics.extend(failures);
            diagnostic::sort(&mut self.report.diagnostics);
            return Ok(self.report);
        }
        // What is published is staged and known by its hashes; a large site is much less than its records.
        let timings = site.close();
        self.progress.must_finish();
        self.progress.stage("publishing", None);
        let publish = || target.finish();
        let published = timings.time(Stage::Publish, "", String::new, publish)?;
        self.report.published = Some(published);
        self.report.timings = timings.taken();
        self.cache.leave_pages(&pages);
        if let Some(inputs) = stamps {
            self.cache.leave(&Last {
                settings: self.settings,
                inputs,
                seal: published.seal,
                counts,
                kept: self.report.kept,
                diagnostics: self.report.diagnostics.clone(),
                weak_messages: self.report.weak_messages.clone(),
            });
        }
        Ok(self.report)
    }

    /// The ledger of the last build.
    fn previous(&self, config: &Config) -> Result<Previous, Error> {
        let named = self.options.previous.as_deref();
        let folder = named.unwrap_or(&self.report.output);
        let previous = Previous::read(folder).map_err(Error::Ledger)?;
        if !previous.is_there && (named.is_some() || config.output.require_previous) {
            return Err(Error::Ledger(Previous::missing(folder)));
        }
        Ok(previous)
    }

    /// Whether the last build was made of the same and its site is as it was left: then all is done.
    fn is_as_last(
        &mut self,
        inputs: &[(PathBuf, crate::stamp::Stamp)],
        publisher: &Publisher,
    ) -> bool {
        let Some(last) = self.cache.last(self.settings, inputs) else {
            return false;
        };
        let intact = publisher.intact();
        let Some(site) = intact.filter(|site| site.seal == last.seal) else {
            return false;
        };
        self.report.counts = last.counts;
        // What was lost was lost then.
        self.report.kept = Kept {
            lost: 0,
            ..last.kept
        };
        self.report.diagnostics = last.diagnostics;
        self.report.weak_messages = last.weak_messages;
        self.report.published = (!self.is_too_strict()).then_some(site);
        true
    }

    /// Whether there is a problem where there may be none.
    fn is_too_strict(&self) -> bool {
        self.options.strict && !self.report.diagnostics.is_empty()
    }
}
