//! Templates and static files: the default ones are in the binary, a site's own lie over them.
//!
//! A site overrides file by file: `templates/record.html` beside its `site.toml` takes the place
//! of the default one, and every other file stays. Static files are written below `assets/` under
//! names with their content's hash, so they may be cached for ever.

mod assets;
#[cfg(test)]
mod rules;

use std::collections::BTreeMap;
use std::path::Path;

use rust_embed::RustEmbed;
use serde::Serialize;
use tera::{Context, Kwargs, State, Tera, Value};
use walkdir::WalkDir;

use crate::address::OutPath;
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic};
use crate::hash::Fingerprint;

#[derive(RustEmbed)]
#[folder = "templates/"]
struct DefaultTemplates;

#[derive(RustEmbed)]
#[folder = "static/"]
struct DefaultStatic;

/// A file of the theme as it is published.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Where.
    pub path: OutPath,
    /// What.
    pub bytes: Vec<u8>,
}

/// What makes pages of views.
pub struct Theme {
    tera: Tera,
    assets: Vec<Asset>,
    fingerprints: BTreeMap<String, u128>,
}

/// What every template sees as `site`.
#[derive(Serialize)]
struct SiteView<'a> {
    title: &'a str,
    description: &'a str,
    language: &'a str,
    provenance: Option<&'a str>,
    csp: String,
    assets: &'a BTreeMap<String, String>,
    version: &'static str,
}

impl Theme {
    /// Loads the default theme with the site's own files over it.
    ///
    /// # Errors
    /// Every template or static file that cannot be used.
    pub fn load(config: &Config) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let files = layered::<DefaultStatic>(&config.root.join("static"), &mut problems);
        let published = assets::publish(&files, &mut problems);
        let mut tera = Tera::new();
        // Every template is escaped, whatever its name: the default list leaves some endings out.
        tera.autoescape_on(vec![""]);
        tera.register_filter("safe", safe);
        let site = SiteView {
            title: &config.site.title,
            description: &config.site.description,
            language: &config.site.language,
            provenance: config.site.provenance.as_deref(),
            csp: content_security_policy(&config.theme.csp),
            assets: &published.names,
            version: env!("CARGO_PKG_VERSION"),
        };
        tera.global_context().insert("site", &site);
        let templates = layered::<DefaultTemplates>(&config.root.join("templates"), &mut problems);
        let texts = templates
            .into_iter()
            .filter(|(name, _)| name.ends_with(".html"))
            .filter_map(|(name, bytes)| {
                if let Ok(text) = String::from_utf8(bytes) {
                    Some((name, text))
                } else {
                    problems.push(
                        Diagnostic::error(Code::THEME_FILE, "a template is not UTF-8 text")
                            .in_file(format!("templates/{name}")),
                    );
                    None
                }
            });
        let texts: Vec<_> = texts.collect();
        let fingerprints = fingerprints(&texts, &site);
        if let Err(error) = tera.add_raw_templates(texts) {
            problems.push(
                Diagnostic::error(Code::TEMPLATE_SYNTAX, "a template cannot be read")
                    .hint(error.to_string()),
            );
        }
        if problems.is_empty() {
            Ok(Self {
                tera,
                assets: published.assets,
                fingerprints,
            })
        } else {
            Err(problems)
        }
    }

    /// The theme's files as they are published, by path.
    pub fn assets(&self) -> &[Asset] {
        &self.assets
    }

    /// What a template's pages depend on beside their views: its own text, that of what it includes,
    /// and what all templates see.
    pub fn fingerprint(&self, template: &str) -> u128 {
        self.fingerprints.get(template).copied().unwrap_or_default()
    }

    /// What the whole theme gives a site: over all templates and all files.
    pub fn whole_fingerprint(&self) -> u128 {
        let mut whole = Fingerprint::of("theme").and(&self.fingerprints);
        for asset in &self.assets {
            whole.add(asset.path.as_str());
            whole.add(asset.bytes.as_slice());
        }
        whole.finish()
    }

    /// Appends a view's page; its fields are the template's variables.
    ///
    /// # Errors
    /// If the template asks for something that the view does not have, with template and line.
    pub fn render(
        &self,
        template: &str,
        view: impl Serialize,
        page: &mut Vec<u8>,
    ) -> Result<(), Box<Diagnostic>> {
        let context = Context::from_serialize(&view);
        // A page of long code is megabytes, and now it is in the context as well.
        drop(view);
        let rendered = context.and_then(|context| self.tera.render_to(template, &context, page));
        rendered.map_err(|error| {
            let problem = Diagnostic::error(
                Code::TEMPLATE_RENDER,
                format!("template `{template}` cannot be rendered"),
            );
            Box::new(problem.hint(error.to_string()))
        })
    }

    /// The names that a template reads, for the test that views have them.
    #[cfg(test)]
    pub(crate) fn variables(&self, template: &str) -> Vec<String> {
        let names = self
            .tera
            .get_template_variables(template)
            .expect("the template exists");
        names.into_iter().map(str::to_owned).collect()
    }
}

/// Tera's own filter of this name copies the text, and a page of code is mostly such a text.
fn safe(value: Value, _: Kwargs, _: &State<'_>) -> Value {
    match value.as_str() {
        Some(_) => value.mark_safe(),
        None => Value::safe_string(&value.to_string()),
    }
}

/// What pages may load and do. Everything else is forbidden, so text from a record that slipped
/// through every other rule could still not run or send anything.
fn content_security_policy(additions: &[String]) -> String {
    const OWN: [(&str, &str); 8] = [
        ("default-src", "'none'"),
        ("script-src", "'self'"),
        ("style-src", "'self'"),
        ("img-src", "'self' data:"),
        ("connect-src", "'self'"),
        ("base-uri", "'none'"),
        ("form-action", "'self'"),
        ("object-src", "'none'"),
    ];
    let mut rules: Vec<(String, String)> = OWN
        .map(|(name, sources)| (name.to_owned(), sources.to_owned()))
        .to_vec();
    for addition in additions {
        let (name, sources) = addition
            .trim()
            .split_once(' ')
            .unwrap_or((addition.trim(), ""));
        match rules.iter_mut().find(|(rule, _)| rule == name) {
            Some((_, own)) => *own = format!("{own} {sources}"),
            None => rules.push((name.to_owned(), sources.to_owned())),
        }
    }
    rules
        .into_iter()
        .map(|(name, sources)| format!("{name} {sources}"))
        .collect::<Vec<_>>()
        .join("; ")
}

/// Of every template: over its text and the texts that it can reach.
fn fingerprints(texts: &[(String, String)], site: &SiteView<'_>) -> BTreeMap<String, u128> {
    // A template names another between quotes; components are everybody's. Text that only looks like
    // a name makes one more that is reached, never one less.
    let reached = |text: &str, name: &str| {
        text.contains(&format!("\"{name}\"")) || text.contains(&format!("'{name}'"))
    };
    let of = |(name, _): &(String, String)| {
        let mut names = vec![name.as_str()];
        let components = texts
            .iter()
            .filter(|(_, text)| text.contains("{% component") || text.contains("{%- component"));
        names.extend(components.map(|(name, _)| name.as_str()));
        let mut at = 0;
        while let Some(name) = names.get(at) {
            let text = texts.iter().find(|(other, _)| other == name);
            let text = text.map_or("", |(_, text)| text.as_str());
            let more = texts
                .iter()
                .map(|(name, _)| name.as_str())
                .filter(|other| reached(text, other));
            let more: Vec<_> = more.filter(|other| !names.contains(other)).collect();
            names.extend(more);
            at += 1;
        }
        names.sort_unstable();
        let reached = texts
            .iter()
            .filter(|(name, _)| names.contains(&name.as_str()));
        let reached: Vec<_> = reached.collect();
        (
            name.clone(),
            Fingerprint::of("template").and(site).and(&reached).finish(),
        )
    };
    texts.iter().map(of).collect()
}

/// The files of the default theme with those of a folder over them, by name.
fn layered<E: RustEmbed>(
    folder: &Path,
    problems: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Vec<u8>> {
    let mut files: BTreeMap<String, Vec<u8>> = E::iter()
        .filter_map(|name| {
            let file = E::get(&name)?;
            let bytes = assets::shipped(&name, &file.data);
            Some((name.into_owned(), bytes))
        })
        .collect();
    if !folder.is_dir() {
        return files;
    }
    for entry in WalkDir::new(folder).sort_by_file_name() {
        match own_file(folder, entry) {
            // A copy of a default file, as `templates/` and `static/` of errbook's own site are.
            Ok(Some((name, bytes))) if E::get(&name).is_some_and(|file| *file.data == *bytes) => {}
            Ok(Some((name, bytes))) => {
                files.insert(name, bytes);
            }
            Ok(None) => {}
            Err(problem) => problems.push(*problem),
        }
    }
    files
}

/// A file of the site's own, by its name below the folder; none for a folder.
fn own_file(
    folder: &Path,
    entry: walkdir::Result<walkdir::DirEntry>,
) -> Result<Option<(String, Vec<u8>)>, Box<Diagnostic>> {
    let problem = |path: &Path, found: String| {
        Box::new(Diagnostic::error(Code::THEME_FILE, found).in_file(path))
    };
    let unreadable = |path: &Path, error: &std::io::Error| {
        problem(path, format!("cannot read a theme file: {error}"))
    };
    let entry = entry.map_err(|error| {
        let path = error.path().unwrap_or(folder).to_path_buf();
        unreadable(&path, &error.into())
    })?;
    if !entry.file_type().is_file() {
        return Ok(None);
    }
    let path = entry.path();
    let parts = path.strip_prefix(folder).unwrap_or(path).iter();
    let name: Option<Vec<_>> = parts.map(|part| part.to_str()).collect();
    let Some(name) = name else {
        let found = "the name of a theme file is not UTF-8".to_owned();
        return Err(problem(path, found));
    };
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
    Ok(Some((name.join("/"), bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct View {
        what: &'static str,
    }

    #[test]
    fn a_site_overrides_one_template_and_keeps_the_others() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("templates")).unwrap();
        std::fs::write(
            folder.path().join("templates/not-found.html"),
            "gone: {{ what }}",
        )
        .unwrap();
        let config = Config {
            root: folder.path().to_path_buf(),
            ..Config::default()
        };
        let theme = Theme::load(&config).unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut page = Vec::new();
        let view = View { what: "<it>" };
        theme.render("not-found.html", &view, &mut page).unwrap();
        assert_eq!(page, b"gone: &lt;it&gt;");
        let view = View { what: "x" };
        let missing = theme.render("record.html", &view, &mut page).unwrap_err();
        assert_eq!(missing.code, Code::TEMPLATE_RENDER);
    }

    #[test]
    fn a_broken_template_is_named_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("templates")).unwrap();
        std::fs::write(folder.path().join("templates/home.html"), "a\n{% if %}").unwrap();
        let config = Config {
            root: folder.path().to_path_buf(),
            ..Config::default()
        };
        let problems = Theme::load(&config).err().unwrap();
        assert!(
            problems[0].hint.as_deref().unwrap().contains("home.html:2"),
            "{problems:?}"
        );
    }

    #[test]
    fn additions_to_the_policy_join_its_rules() {
        let policy = content_security_policy(&[
            "img-src https://example.org".into(),
            "font-src 'self'".into(),
        ]);
        assert!(
            policy.contains("img-src 'self' data: https://example.org;"),
            "{policy}"
        );
        assert!(policy.ends_with("; font-src 'self'"), "{policy}");
    }
}
