//! What is moved first: so that at every instant whatever a page leads to is there.

use crate::address::OutPath;

/// Where the published site begins.
pub(super) const HOME: &str = "index.html";
/// The file that leads to the search index.
const SEARCH_ROOT: &str = "search/root.js";

/// When a file is moved into place; smaller is earlier.
///
/// Files that were not there before lead to each other at most, and nothing old leads to them, so
/// they come first; those that pages need (`is_needed`) before pages. Then what changed: pages,
/// permalinks, which lead to a place in a page, lists, and last what all begins with.
pub(super) fn rank(path: &OutPath, is_new: bool) -> u8 {
    let text = path.as_str();
    match text.split('/').next().unwrap_or_default() {
        _ if text == HOME => 5,
        _ if text == SEARCH_ROOT => 6,
        _ if is_needed(path) => 0,
        _ if is_new => LAST_UNSEEN,
        "errors" if !text.ends_with("/index.html") => 2,
        "id" => 3,
        _ => 4,
    }
}

/// The last rank of files that no reader is led to before others are moved.
pub(super) const LAST_UNSEEN: u8 = 1;

/// Whether a file is one that an open page may still ask for: a stylesheet, a script, a shard of the
/// search index. These are kept for another generation of the site.
pub(super) fn is_needed(path: &OutPath) -> bool {
    let text = path.as_str();
    let is_shard = text.starts_with("search/") && text.ends_with(".js") && text != SEARCH_ROOT;
    text.starts_with("assets/") || is_shard
}

/// Whether a file is a page that readers have links to.
pub(super) fn is_page(path: &OutPath) -> bool {
    path.as_str().ends_with(".html") && !is_needed(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_lead_to_is_moved_first() {
        for (path, is_new, expected) in [
            ("assets/errbook.1234.css", true, 0),
            ("assets/errbook.1234.css", false, 0),
            ("search/a/abcdefghij/12.js", true, 0),
            ("tags/new.html", true, 1),
            ("search/new.json", true, 1),
            ("errors/o/r/old.html", false, 2),
            ("id/0123456789abcdef.html", false, 3),
            ("errors/o/r/index.html", false, 4),
            ("tags/old.html", false, 4),
            ("search/index.json", false, 4),
            ("index.html", true, 5),
            ("index.html", false, 5),
            ("search/root.js", true, 6),
            ("search/root.js", false, 6),
        ] {
            let rank = rank(&OutPath::fixed(path), is_new);
            assert_eq!(rank, expected, "{path}, new: {is_new}");
        }
    }

    #[test]
    fn pages_are_what_readers_have_links_to() {
        for (path, expected) in [
            ("index.html", true),
            ("errors/o/r/x.html", true),
            ("assets/frame.html", false),
            ("search/root.js", false),
            ("errors/o/r/x.json", false),
            ("sitemap.xml", false),
        ] {
            assert_eq!(is_page(&OutPath::fixed(path)), expected, "{path}");
        }
    }
}
