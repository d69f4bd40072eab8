//! Reading `site.toml`: every unknown key and impossible value is named with its line.

use std::ops::Range;
use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::Config;
use crate::diagnostic::{self, Code, Diagnostic, Excerpt, Place};

/// Reads a `site.toml`.
///
/// # Errors
/// All problems of the file, or the reason why it cannot be read.
pub fn load(file: &Path) -> Result<Config, Vec<Diagnostic>> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        let found = format!("cannot read the settings: {error}");
        vec![
            Diagnostic::error(Code::CONFIG_SYNTAX, found)
                .in_file(file)
                .hint("`--config FILE` names another file"),
        ]
    })?;
    let mut config = parse(&text, file)?;
    config.root = file.parent().map(Path::to_path_buf).unwrap_or_default();
    Ok(config)
}

/// Reads the text of a `site.toml`; `file` is named in messages only.
///
/// # Errors
/// All problems of the text.
pub fn parse(text: &str, file: &Path) -> Result<Config, Vec<Diagnostic>> {
    let fail = |error: &toml::de::Error| {
        let found = error
            .message()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned();
        vec![located(
            Diagnostic::error(Code::CONFIG_SYNTAX, found),
            text,
            error.span(),
            file,
        )]
    };
    let mut ignored = Vec::new();
    let deserializer = toml::Deserializer::parse(text).map_err(|error| fail(&error))?;
    let config: Config =
        serde_ignored::deserialize(deserializer, |path| ignored.push(path.to_string()))
            .map_err(|error| fail(&error))?;
    let mut problems: Vec<_> = ignored
        .iter()
        .map(|path| unknown_key(path, text, file))
        .collect();
    problems.extend(
        values(&config)
            .into_iter()
            .map(|(key, problem)| located(problem, text, span_of(text, key), file)),
    );
    diagnostic::sort(&mut problems);
    if problems.is_empty() {
        Ok(config)
    } else {
        Err(problems)
    }
}

/// Checks settings that did not come from a file, such as arguments.
///
/// # Errors
/// All values that make no sense.
pub fn check(config: &Config) -> Result<(), Vec<Diagnostic>> {
    let problems: Vec<_> = values(config)
        .into_iter()
        .map(|(_, problem)| problem)
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// Values of the right type that make no sense, with their keys.
fn values(config: &Config) -> Vec<(&'static str, Diagnostic)> {
    let mut found = Vec::new();
    let mut wrong = |key, message: String, hint: &str| {
        found.push((
            key,
            Diagnostic::error(Code::CONFIG_VALUE, message).hint(hint),
        ));
    };
    if let Some(url) = config
        .site
        .base_url
        .as_deref()
        .filter(|url| !is_web_address(url))
    {
        wrong(
            "site.base_url",
            format!("`{url}` is not a web address"),
            "it looks like https://example.org/errors/",
        );
    }
    if let Some(url) = config
        .site
        .issue_url
        .as_deref()
        .filter(|url| !is_web_address(url))
    {
        wrong(
            "site.issue_url",
            format!("`{url}` is not a web address"),
            "it looks like https://example.org/new?title={title}",
        );
    }
    if config.listing.rows == 0 || config.listing.rows > 1000 {
        wrong(
            "listing.rows",
            format!("a page of {} rows cannot be made", config.listing.rows),
            "use 1 to 1000",
        );
    }
    if config
        .input
        .withdrawn
        .iter()
        .any(|name| name.trim().is_empty())
    {
        wrong(
            "input.withdrawn",
            "an empty text withdraws nothing".into(),
            "name the id of a record, or a repository as `owner/name`",
        );
    }
    let menu = config.site.menu.iter().map(|item| &item.url);
    let leads_nowhere =
        |url: &&String| !is_web_address(url) && crate::address::OutPath::parse(url).is_none();
    if let Some(url) = menu.clone().find(leads_nowhere) {
        wrong(
            "site.menu",
            format!("`{url}` is neither a web address nor a file of the site"),
            "it looks like https://example.org/ or tags/index.html",
        );
    }
    let pages = config.repos.values();
    let outside = pages.flat_map(|repo| repo.url.iter().chain(&repo.line_url));
    if let Some(url) = outside.clone().find(|url| !is_web_address(url)) {
        wrong(
            "repos",
            format!("`{url}` is not a web address"),
            "it looks like https://example.org/owner/name",
        );
    }
    for (n, facet) in config.facets.0.iter().enumerate() {
        let plain = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-');
        let named = !facet.path.is_empty() && facet.path.chars().all(plain);
        let own = RESERVED_FOLDERS.contains(&facet.path.as_str());
        if !named || own || crate::address::segment(&facet.path) != facet.path {
            wrong(
                "facets",
                format!("`{}` cannot be a facet's folder", facet.path),
                "use lower-case letters and hyphens, and no folder of the site's own",
            );
        }
        if config.facets.0[..n]
            .iter()
            .any(|other| other.path == facet.path)
        {
            wrong(
                "facets",
                format!("two facets share the folder `{}`", facet.path),
                "give each its own",
            );
        }
    }
    found
}

/// Folders that hold something else.
const RESERVED_FOLDERS: [&str; 9] = [
    "errors", "id", "source", "recent", "search", "links", "data", "assets", "page",
];

fn is_web_address(url: &str) -> bool {
    url.strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))
        .is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
}

fn unknown_key(path: &str, text: &str, file: &Path) -> Diagnostic {
    let (parent, key) = path.rsplit_once('.').unwrap_or(("", path));
    let parent: String = parent
        .split('.')
        .filter(|part| part.parse::<usize>().is_err())
        .collect::<Vec<_>>()
        .join(".");
    let parent = if parent.starts_with("repos.") {
        "repos.*"
    } else {
        &parent
    };
    let known = KNOWN
        .iter()
        .find(|(table, _)| *table == parent)
        .map_or(&[] as &[&str], |(_, keys)| keys);
    let nearest = known
        .iter()
        .map(|k| (strsim::damerau_levenshtein(k, key), k))
        .min()
        .filter(|(distance, _)| *distance <= 3);
    let hint = match nearest {
        Some((_, k)) => format!("did you mean `{k}`?"),
        None => format!("known here: {}", known.join(", ")),
    };
    let found =
        Diagnostic::error(Code::CONFIG_UNKNOWN_KEY, format!("unknown key `{path}`")).hint(hint);
    located(found, text, span_of(text, path), file)
}

/// Every table and its keys, for suggestions.
const KNOWN: [(&str, &[&str]); 11] = [
    (
        "",
        &[
            "site",
            "input",
            "output",
            "listing",
            "facets",
            "repos",
            "highlight",
            "search",
            "theme",
        ],
    ),
    (
        "site",
        &[
            "title",
            "description",
            "language",
            "base_url",
            "issue_url",
            "provenance",
            "menu",
        ],
    ),
    ("site.menu", &["title", "url"]),
    (
        "input",
        &[
            "paths",
            "withdrawn",
            "max_record_bytes",
            "max_text_bytes",
            "max_list_items",
            "max_tags",
            "max_unpacked_bytes",
            "max_unpacked_ratio",
        ],
    ),
    (
        "output",
        &["dir", "permalinks", "source", "data", "page_json"],
    ),
    ("listing", &["rows"]),
    ("facets", &["field", "title", "path"]),
    ("repos.*", &["title", "url", "line_url"]),
    (
        "highlight",
        &["max_bytes", "max_lines", "engine", "aliases"],
    ),
    ("search", &["prose"]),
    ("theme", &["csp"]),
];

/// Where a key such as `site.menu.0.title` stands in the text.
fn span_of(text: &str, path: &str) -> Option<Range<usize>> {
    let table = DeTable::parse(text).ok()?;
    let mut table = table.get_ref();
    let mut span = None;
    let mut parts = path.split('.').peekable();
    while let Some(part) = parts.next() {
        let (key, value) = table
            .iter()
            .find(|(key, _)| key.get_ref().as_ref() == part)?;
        span = Some(key.span());
        let value = match (
            value.get_ref(),
            parts.peek().and_then(|n| n.parse::<usize>().ok()),
        ) {
            (DeValue::Array(items), Some(n)) => {
                parts.next();
                items.get(n)?.get_ref()
            }
            (value, _) => value,
        };
        match value {
            DeValue::Table(inner) => table = inner,
            _ => break,
        }
    }
    span
}

fn located(
    mut diagnostic: Diagnostic,
    text: &str,
    span: Option<Range<usize>>,
    file: &Path,
) -> Diagnostic {
    diagnostic.place = Place {
        file: Some(file.to_path_buf()),
        ..Place::default()
    };
    if let Some(span) = span {
        let (place, excerpt) = Excerpt::in_text(text, span);
        diagnostic.place.line = Some(place.0);
        diagnostic.place.column = Some(place.1);
        diagnostic.excerpt = Some(excerpt);
    }
    diagnostic
}

#[cfg(test)]
mod documented;

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn problems(text: &str) -> Vec<(Code, Option<usize>, String)> {
        let problems = parse(text, Path::new("site.toml")).unwrap_err();
        problems
            .into_iter()
            .map(|p| (p.code, p.place.line, p.hint.unwrap_or_default()))
            .collect()
    }

    #[test]
    fn an_empty_file_is_a_site() {
        let config = parse("", Path::new("site.toml")).unwrap();
        assert_eq!(config.input.paths, vec![PathBuf::from("records")]);
        assert_eq!(config.facets.0.len(), 8);
    }

    #[test]
    fn every_unknown_key_is_named_with_its_line_and_the_nearest_known_one() {
        assert_eq!(
            problems(
                "[site]\ntitel = 'x'\n[[site.menu]]\ntitle='a'\nurl='b'\nlink='c'\n[outptu]\n"
            ),
            vec![
                (
                    Code::CONFIG_UNKNOWN_KEY,
                    Some(2),
                    "did you mean `title`?".into()
                ),
                (
                    Code::CONFIG_UNKNOWN_KEY,
                    Some(6),
                    "known here: title, url".into()
                ),
                (
                    Code::CONFIG_UNKNOWN_KEY,
                    Some(7),
                    "did you mean `output`?".into()
                ),
            ]
        );
    }

    #[test]
    fn wrong_types_and_values_are_named_with_their_line() {
        assert_eq!(problems("\n[site]\ntitle = 3\n")[0].1, Some(3));
        assert_eq!(
            problems("[site]\nbase_url = 'example.org'\n")[0],
            (
                Code::CONFIG_VALUE,
                Some(2),
                "it looks like https://example.org/errors/".into()
            )
        );
        assert_eq!(problems("[listing]\nrows = 0\n")[0].0, Code::CONFIG_VALUE);
        assert_eq!(problems("[site\n")[0].0, Code::CONFIG_SYNTAX);
    }

    #[test]
    fn links_of_the_settings_lead_to_the_web_or_into_the_site() {
        for url in ["javascript:alert(1)", "/absolute", "../up", ""] {
            let menu = format!("[[site.menu]]\ntitle='x'\nurl='{url}'\n");
            assert_eq!(problems(&menu)[0].0, Code::CONFIG_VALUE, "{url}");
        }
        let repo = "[repos.'a/b']\nline_url='javascript:{path}'\n";
        assert_eq!(problems(repo)[0].0, Code::CONFIG_VALUE);
        let good = "[[site.menu]]\ntitle='x'\nurl='tags/index.html'\n";
        assert!(parse(good, Path::new("site.toml")).is_ok());
    }

    #[test]
    fn a_facet_cannot_take_a_folder_of_the_sites_own() {
        assert_eq!(
            problems("[[facets]]\nfield='tags'\ntitle='x'\npath='errors'\n")[0].0,
            Code::CONFIG_VALUE
        );
    }
}
