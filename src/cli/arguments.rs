//! What the user can type.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand};

/// Publish a website that explains the errors of programs, from records of them.
#[derive(Debug, Parser)]
#[command(
    name = "errbook",
    version,
    about,
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Exit codes: 0 done · 1 nothing published because of records or templates (check: findings) · 2 usage, settings or output refused · \
                  3 the machine failed · 4 published, but some records were left out · 130 interrupted",
    after_long_help = "Exit codes:\n  0    done\n  1    nothing published because of records or templates (check: findings)\n  2    wrong usage or settings, or an output folder that was refused\n  \
                       3    the machine failed: no space, no permission, another build at work\n  4    published, but some records were left out; each is named\n  130  interrupted; the last published site is unchanged"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Build the site and publish it to the output folder
    ///
    /// Reads site.toml in the current folder if there is one. Files that are already as they should
    /// be are not touched; files that errbook did not write are neither changed nor deleted.
    #[command(
        after_long_help = "Examples:\n  errbook build\n      Build the site of this folder\n  errbook build --records errors.jsonl --output public\n      Build a site of one file of records, without any settings"
    )]
    Build(BuildArguments),
    /// Check records, templates, and every link of the site, without writing it
    Check(SiteArguments),
    /// List the addresses of the site, without writing it
    ///
    /// One address a line; a folder stands for files that are made together, such as the search index.
    List(ListArguments),
    /// Find the records that a log line, a stack trace or a build log is about
    ///
    /// Compares the text with the messages of all records, whose varying parts may be anything, and
    /// prints the records that fit, best first, with what stands in those parts. Error codes, and links
    /// and paths with a line, are found too. Reads the search index of the published site, and of that
    /// only what it needs; nothing is sent anywhere. Of a text over 64 KB the first and last 32 KB are read.
    #[command(
        after_long_help = "Exit codes: 0 found · 1 nothing found · 2 wrong usage, or no index that can be used · 3 the machine failed\n\nExamples:\n  cargo build 2>&1 | errbook find\n      Find what a build ran into\n  errbook find 'connection refused: 10.0.0.7'\n      Find one message\n  errbook find --index ~/Downloads/errors < trace.txt\n      Look in a copy of a site\n  errbook find --records errors.jsonl --format json < build.log\n      Look in records that are not published, for another program"
    )]
    Find(FindArguments),
    /// Print the JSON Schema of a record
    Schema,
}

#[derive(Debug, Args)]
pub(super) struct ListArguments {
    #[command(flatten)]
    pub(super) site: SiteArguments,
    /// What a line is: an address, or an object with address and kind
    #[arg(long, value_name = "FORMAT", default_value = "plain")]
    pub(super) format: ListFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ListFormat {
    /// The address
    Plain,
    /// {"address": "…", "kind": "…"}
    Json,
}

#[derive(Debug, Args)]
pub(super) struct FindArguments {
    /// The text; several words are one text [default: standard input]
    #[arg(value_name = "TEXT")]
    pub(super) text: Vec<String>,
    /// Look in the site that is published in this folder [default: `dir` under [output], else `public`]
    #[arg(short, long, value_name = "DIR", conflicts_with = "records")]
    pub(super) index: Option<PathBuf>,
    /// Look in the records of this file or folder, or of standard input (`-`); can be given several times
    #[arg(short, long, value_name = "PATH")]
    pub(super) records: Vec<PathBuf>,
    /// What an answer is: text for people, or one object
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: FindFormat,
    /// Where the site is served, so that addresses are links
    #[arg(
        long,
        value_name = "URL",
        env = "ERRBOOK_BASE_URL",
        hide_env_values = true
    )]
    pub(super) base_url: Option<String>,
    /// Take the settings from this file [default: site.toml, if it is there]
    #[arg(
        short,
        long,
        value_name = "FILE",
        env = "ERRBOOK_CONFIG",
        hide_env_values = true
    )]
    pub(super) config: Option<PathBuf>,
}

impl FindArguments {
    /// What they say of the site.
    pub(super) fn site(&self) -> SiteArguments {
        SiteArguments {
            records: self.records.clone(),
            base_url: self.base_url.clone(),
            config: self.config.clone(),
            threads: None,
            quiet: true,
            verbose: false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum FindFormat {
    /// Message, address and values of each record
    Human,
    /// {"matches": [{"id", "repo", "message", "address", "line", "sure", "values": {…}}, …]}
    Json,
}

#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a flag that a user can give"
)]
#[derive(Debug, Args)]
pub(super) struct BuildArguments {
    #[command(flatten)]
    pub(super) site: SiteArguments,
    /// Publish to this folder [default: `dir` under [output], else `public`]
    #[arg(
        short,
        long,
        value_name = "DIR",
        env = "ERRBOOK_OUTPUT",
        hide_env_values = true
    )]
    pub(super) output: Option<PathBuf>,
    /// Publish nothing if anything is wrong with any record
    #[arg(long)]
    pub(super) strict: bool,
    /// Publish into a folder that holds files of others; they are neither changed nor deleted
    #[arg(long)]
    pub(super) force: bool,
    /// Publish even if over a fifth of the published pages would be deleted, or of the records are gone (and at least 20)
    #[arg(long)]
    pub(super) allow_mass_delete: bool,
    /// Read what was published before from this folder: a copy of the site, or of its `links/` [default: the output folder]
    #[arg(long, value_name = "PATH")]
    pub(super) previous: Option<PathBuf>,
    /// Publish nothing if a record vanished that nothing took the place of
    #[arg(long)]
    pub(super) strict_links: bool,
    /// Keep what makes the next build faster in this folder [default: a hidden folder beside the output]
    #[arg(
        long,
        value_name = "DIR",
        env = "ERRBOOK_CACHE",
        hide_env_values = true
    )]
    pub(super) cache: Option<PathBuf>,
    /// Print where the time went: by stage, and within it by template or language
    #[arg(long)]
    pub(super) timings: bool,
    /// Read and render everything, and keep nothing for the next build
    #[arg(long)]
    pub(super) no_cache: bool,
}

#[derive(Debug, Args)]
pub(super) struct SiteArguments {
    /// Read records from this file or folder, or from standard input (`-`); can be given several times [default: `paths` under [input], else `records`]
    #[arg(
        short,
        long,
        value_name = "PATH",
        env = "ERRBOOK_RECORDS",
        hide_env_values = true
    )]
    pub(super) records: Vec<PathBuf>,
    /// Where the site will be served, such as <https://example.org/errors/>
    #[arg(
        long,
        value_name = "URL",
        env = "ERRBOOK_BASE_URL",
        hide_env_values = true
    )]
    pub(super) base_url: Option<String>,
    /// Take the settings from this file [default: site.toml, if it is there]
    #[arg(
        short,
        long,
        value_name = "FILE",
        env = "ERRBOOK_CONFIG",
        hide_env_values = true
    )]
    pub(super) config: Option<PathBuf>,
    /// Use this many threads [default: one for each core]
    #[arg(long, value_name = "N", env = "ERRBOOK_THREADS", hide_env_values = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// Print problems only
    #[arg(short, long, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Print more: what was passed over, and every problem
    #[arg(short, long, action = ArgAction::SetTrue)]
    pub(super) verbose: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_make_sense() {
        super::Arguments::command().debug_assert();
    }
}
