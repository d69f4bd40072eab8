//! Static files to published ones: stylesheets and scripts are joined, names get a hash.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::Asset;
use crate::address::{OutPath, segment};
use crate::diagnostic::{Code, Diagnostic};

/// Order in which the parts of a joined file follow each other; parts not named here come after
/// these, by name, so that a site can add its own.
const ORDER: [(&str, &[&str]); 3] = [
    (
        "css/",
        &[
            "tokens.css",
            "base.css",
            "frame.css",
            "record.css",
            "code.css",
            "listing.css",
            "search.css",
            "charts.css",
            "print.css",
        ],
    ),
    (
        "js/search/",
        &[
            "core.js",
            "tokens.js",
            "directory.js",
            "lists.js",
            "documents.js",
            "typos.js",
            "query.js",
            "slots.js",
            "titles.js",
            "prose.js",
            "rows.js",
            "search.js",
            "view.js",
            "pasting.js",
            "combobox.js",
            "page.js",
            "ui.js",
        ],
    ),
    (
        "js/paste/",
        &[
            "pace.js",
            "clean.js",
            "lines.js",
            "stretch.js",
            "routers.js",
            "match.js",
            "score.js",
            "patterns.js",
            "places.js",
            "answer.js",
            "rows.js",
            "panel.js",
        ],
    ),
];

/// All published files, and what templates call them.
pub(super) struct Published {
    pub(super) assets: Vec<Asset>,
    /// From `main.js` or `img/icon.svg` to the published path.
    pub(super) names: BTreeMap<String, String>,
}

/// Joins and names the static files:
/// `css/*.css` become `errbook.css`, `js/<name>/*.js` become `<name>.js`, `js/<name>.js` stays
/// alone, `root/…` keeps its path in the site, and any other file keeps its name below `assets/`.
pub(super) fn publish(
    files: &BTreeMap<String, Vec<u8>>,
    problems: &mut Vec<Diagnostic>,
) -> Published {
    let mut joined: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut published = Published {
        assets: Vec::new(),
        names: BTreeMap::new(),
    };
    for (name, bytes) in files {
        if let Some(path) = name.strip_prefix("root/") {
            match OutPath::parse(path).filter(|path| !is_taken(path.as_str())) {
                Some(path) => published.assets.push(Asset {
                    path,
                    bytes: bytes.clone(),
                }),
                None => problems.push(
                    Diagnostic::error(Code::THEME_FILE, "a file of this name cannot be published")
                        .in_file(format!("static/{name}"))
                        .hint("the site has pages of its own there: choose another name"),
                ),
            }
            continue;
        }
        match joined_name(name) {
            Some(target) => joined.entry(target).or_default().push(name),
            // Settings of tools and notes lie beside scripts.
            None if name.starts_with("js/") => {}
            None => joined.entry(name.clone()).or_default().push(name),
        }
    }
    for (target, mut parts) in joined {
        parts.sort_by_key(|part| rank(part));
        let bytes = parts
            .iter()
            .flat_map(|part| files[*part].iter().copied())
            .collect();
        let asset = hashed(&target, bytes);
        published.names.insert(target, asset.path.to_string());
        published.assets.push(asset);
    }
    published.assets.sort_by(|a, b| a.path.cmp(&b.path));
    published
}

/// A default file as it is shipped: scripts and stylesheets without comments, blank lines and
/// indentation, which are a third of what a reader would have to fetch. Only done to errbook's own
/// files, which hold no text over several lines; `docs` and the repository have them whole.
pub(super) fn shipped(name: &str, bytes: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return bytes.to_vec();
    };
    if name.ends_with(".js") {
        shipped_script(text).into_bytes()
    } else if name.ends_with(".css") {
        shipped_style(text).into_bytes()
    } else {
        bytes.to_vec()
    }
}

fn shipped_script(text: &str) -> String {
    let mut shipped = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        let opens = line.starts_with("/*") && !line.contains("*/");
        let left_out = in_comment || opens || line.starts_with("//") || is_whole_comment(line);
        in_comment = (in_comment || opens) && !line.contains("*/");
        if !left_out {
            push_line(&mut shipped, line);
        }
    }
    shipped
}

fn shipped_style(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    let mut shipped = String::with_capacity(plain.len());
    for line in plain.lines().map(str::trim) {
        push_line(&mut shipped, line);
    }
    shipped
}

fn push_line(text: &mut String, line: &str) {
    if !line.is_empty() {
        text.push_str(line);
        text.push('\n');
    }
}

/// Whether a line is one comment and nothing after it.
fn is_whole_comment(line: &str) -> bool {
    line.starts_with("/*") && line.find("*/") == line.len().checked_sub(2)
}

/// Whether a path is the site's own: a page, or in a folder of pages. A facet's folder is taken
/// too, by whatever name, so that no setting of facets can meet such a file.
fn is_taken(path: &str) -> bool {
    const FILES: [&str; 5] = [
        "index.html",
        "404.html",
        "recent.html",
        ".nojekyll",
        ".errbook",
    ];
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let hidden = first.starts_with('.') && first != ".nojekyll" && first != ".errbook";
    FILES.contains(&first) || !rest.is_empty() && !hidden
}

/// The joined file that a part belongs to.
fn joined_name(name: &str) -> Option<String> {
    if name.starts_with("css/") && name.ends_with(".css") {
        return Some("errbook.css".into());
    }
    let script = name
        .strip_prefix("js/")
        .filter(|script| script.ends_with(".js"))?;
    match script.split_once('/') {
        Some((folder, _)) => Some(format!("{folder}.js")),
        None => Some(script.to_owned()),
    }
}

fn rank(part: &str) -> (usize, &str) {
    let place = ORDER.iter().find_map(|(folder, order)| {
        let name = part.strip_prefix(folder)?;
        order.iter().position(|known| *known == name)
    });
    (place.unwrap_or(usize::MAX), part)
}

/// Names a file by its content: `img/icon.svg` becomes `assets/img/icon.<hash>.svg`.
fn hashed(name: &str, bytes: Vec<u8>) -> Asset {
    let digest = Sha256::digest(&bytes);
    let hash = digest[..5]
        .iter()
        .fold(String::new(), |hash, byte| format!("{hash}{byte:02x}"));
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "bin"));
    let mut folders: Vec<String> = std::iter::once("assets")
        .chain(stem.split('/'))
        .map(segment)
        .collect();
    let stem = folders.pop().unwrap_or_default();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    Asset {
        path: OutPath::of(&folders, &format!("{stem}.{hash}.{}", segment(ending))),
        bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn publish_names(names: &[&str]) -> (BTreeMap<String, String>, Vec<(String, String)>) {
        let files = names
            .iter()
            .map(|name| ((*name).to_owned(), format!("{name};").into_bytes()))
            .collect();
        let published = publish(&files, &mut Vec::new());
        let contents = published
            .assets
            .into_iter()
            .map(|a| (a.path.to_string(), String::from_utf8(a.bytes).unwrap()))
            .collect();
        (published.names, contents)
    }

    #[test]
    fn parts_are_joined_in_their_order_and_additions_come_last() {
        let (names, contents) = publish_names(&["css/base.css", "css/tokens.css", "css/mine.css"]);
        assert_eq!(contents[0].1, "css/tokens.css;css/base.css;css/mine.css;");
        assert!(
            names["errbook.css"].starts_with("assets/errbook.")
                && names["errbook.css"].ends_with(".css"),
            "{names:?}"
        );
    }

    #[test]
    fn scripts_of_a_folder_are_one_file_and_tool_settings_are_left_out() {
        let (names, contents) = publish_names(&[
            "js/theme.js",
            "js/main/a.js",
            "js/main/b.js",
            "js/tsconfig.json",
        ]);
        assert_eq!(
            names.keys().collect::<Vec<_>>(),
            vec!["main.js", "theme.js"]
        );
        assert_eq!(contents.len(), 2);
    }

    #[test]
    fn scripts_are_shipped_without_what_only_people_read() {
        let source = "/*\n * Notes. */\n\"use strict\";\n\n{\n  // why\n  /** @type {x} */\n  const a = /** @type {x} */ (b); // end\n}\n";
        let shipped = String::from_utf8(shipped("js/a.js", source.as_bytes())).unwrap();
        assert_eq!(
            shipped,
            "\"use strict\";\n{\nconst a = /** @type {x} */ (b); // end\n}\n"
        );
    }

    #[test]
    fn stylesheets_are_shipped_without_what_only_people_read() {
        let source = "/* Notes,\n * more. */\n:root {\n  --line: red; /* why */\n}\n\n.a { content: \" #\" / \"\"; }\n/* open";
        let shipped = String::from_utf8(shipped("css/a.css", source.as_bytes())).unwrap();
        assert_eq!(
            shipped,
            ":root {\n--line: red;\n}\n.a { content: \" #\" / \"\"; }\n"
        );
    }

    #[test]
    fn other_files_keep_their_names_and_root_files_their_place() {
        let (names, contents) =
            publish_names(&["img/a b.svg", "root/.well-known/x.txt", "root/CNAME"]);
        assert!(
            names["img/a b.svg"].starts_with("assets/img/a-b~"),
            "{names:?}"
        );
        assert_eq!(contents[0].0, ".well-known/x.txt");
        assert_eq!(contents[1].0, "CNAME");
    }
}
