//! What errbook does not write to, with the reason that is given; nothing is changed or left behind.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::{Durability, Guard, Publisher};
use super::Folder;
use crate::address::OutPath;
use crate::error::Error;

/// Why a folder is refused, whatever the user insists on; none if it is not.
#[track_caller]
fn reason(output: &Path, root: &Path, inputs: &[PathBuf], force: bool) -> Option<String> {
    let guard = Guard {
        root,
        inputs,
        force,
        may_shrink: true,
    };
    match Publisher::begin(output, &guard, Durability::Unflushed) {
        Ok(_) => None,
        Err(Error::OutputRefused { reason, .. }) => Some(reason),
        Err(error) => panic!("{}: {error}", output.display()),
    }
}

/// What lies in a folder, by name.
fn held(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<_> = entries.map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

#[test]
fn dangerous_folders_are_refused_however_much_the_user_insists() {
    let folder = Folder::new();
    let base = folder.0.path();
    let site = base.join("in/site");
    let records = base.join("data/records");
    for made in [&site, &records, &base.join("repository/.git")] {
        fs::create_dir_all(made).unwrap();
    }
    let file = base.join("data/more.jsonl");
    fs::write(&file, "").unwrap();
    let before = held(base);
    let inputs = [records.clone(), file.clone()];
    let home = std::env::home_dir().unwrap();
    let missing = base.join("missing/..");
    for (output, expected) in [
        (Path::new("/"), "the root of the file system"),
        (&missing, "it ends in `..`"),
        (&missing.join("public"), "a folder that is not there"),
        (&home, "your home folder"),
        (&site, "the site's own folder"),
        (&base.join("in"), "the site's own folder"),
        (&site.join("templates"), "the site's theme"),
        (&site.join("static/css"), "the site's theme"),
        (&records, "it holds records"),
        (&base.join("data"), "it holds records"),
        (&file, "it holds records"),
        (&records.join("public"), "lies in a folder of records"),
        (&base.join("repository"), "a Git repository"),
    ] {
        let said = reason(output, &site, &inputs, true).unwrap_or_default();
        assert!(said.contains(expected), "{}: {said}", output.display());
    }
    fs::write(base.join("text"), "").unwrap();
    let said = reason(&base.join("text"), &site, &inputs, true);
    assert_eq!(said.as_deref(), Some("it is a file"));
    fs::remove_file(base.join("text")).unwrap();
    assert_eq!(held(base), before, "something was left beside them");
    // Beside all of them is fine, and so is the usual place in the site's folder.
    for output in [&site.join("public"), &base.join("data/public")] {
        assert_eq!(reason(output, &site, &inputs, false), None);
    }
}

#[test]
fn the_site_of_the_working_folder_is_not_overwritten() {
    let here = std::env::current_dir().unwrap();
    let said = reason(&here, Path::new(""), &[], true).unwrap_or_default();
    assert!(said.contains("the site's own folder"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_link_is_refused_as_an_output_and_followed_on_the_way_to_one() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    let base = folder.0.path();
    let site = base.join("site");
    let records = base.join("records");
    fs::create_dir_all(&records).unwrap();
    fs::create_dir_all(&site).unwrap();
    symlink(&records, base.join("link")).unwrap();
    symlink(base, base.join("again")).unwrap();
    let inputs = [records];
    let said = |output: &str| reason(&base.join(output), &site, &inputs, true).unwrap_or_default();
    assert_eq!(said("link"), "it is a symbolic link");
    assert!(said("again/records").contains("it holds records"));
    assert!(said("link/public").contains("lies in a folder of records"));
    assert!(said("again/site").contains("the site's own folder"));
    assert_eq!(
        reason(&base.join("again/public"), &site, &inputs, true),
        None
    );
}

#[test]
fn a_folder_of_somebody_elses_gets_nothing_put_into_or_beside_it() {
    for sign in [None, Some(".errbook/manifest"), Some(".errbook/other")] {
        let folder = Folder::new();
        fs::create_dir(folder.output()).unwrap();
        fs::write(folder.output().join("CNAME"), "example.org").unwrap();
        if let Some(sign) = sign {
            // Looks like errbook's, but says of no file that it is.
            fs::create_dir_all(folder.output().join(sign)).unwrap();
        }
        let before = held(&folder.output());
        let said = reason(&folder.output(), Path::new("/none"), &[], false);
        let said = said.unwrap_or_default();
        assert_eq!(
            said, "it holds files that errbook did not write",
            "{sign:?}"
        );
        assert_eq!(held(&folder.output()), before);
        if sign != Some(".errbook/manifest") {
            assert_eq!(held(folder.0.path()), ["public"], "{sign:?}");
        }
        assert_eq!(
            reason(&folder.output(), Path::new("/none"), &[], true),
            None
        );
    }
}

fn begin(folder: &Folder) -> Publisher {
    let guard = Guard {
        root: Path::new("/none"),
        inputs: &[],
        force: false,
        may_shrink: true,
    };
    Publisher::begin(&folder.output(), &guard, Durability::Unflushed).unwrap()
}

/// A site is there, and somebody did something to its output; what is said when a page is offered.
fn offered(page: &str, bytes: &str, change: impl FnOnce(&Path)) -> (Folder, Option<String>) {
    let folder = Folder::new();
    folder.publish(&[("index.html", "a"), ("tags/x.html", "x"), ("about", "us")]);
    change(&folder.output());
    let publisher = begin(&folder);
    let said = match publisher.offer(&OutPath::fixed(page), bytes.as_bytes()) {
        Ok(_) => None,
        Err(Error::OutputRefused { reason, .. }) => Some(reason),
        Err(error) => panic!("{page}: {error}"),
    };
    drop(publisher);
    (folder, said)
}

/// Before anything is changed: not when half of the pages are in place.
#[test]
fn what_stands_in_the_way_is_said_when_a_page_is_offered() {
    const IN_THE_WAY: Option<&str> =
        Some("a file that errbook did not write stands where a page belongs");
    let theirs = |path: &'static str| {
        move |output: &Path| {
            let file = output.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "theirs").unwrap();
        }
    };
    let nothing = |_: &Path| {};
    for (page, change, expected) in [
        ("errors", "errors", IN_THE_WAY),
        ("errors/a.html", "errors", IN_THE_WAY),
        ("errors/o/r/a.html", "errors/o", IN_THE_WAY),
        ("errors", "errors/a.html", IN_THE_WAY),
        ("errors/b.html", "errors/a.html", None),
        ("tags/x.html", "tags/y.html", None),
    ] {
        let (folder, said) = offered(page, "x", theirs(change));
        assert_eq!(said.as_deref(), expected, "{page} where {change} stands");
        let files = folder.files();
        assert_eq!((files[change].as_str(), files.len()), ("theirs", 4));
    }
    // Files of errbook's own give way.
    for page in ["about/us/x.html", "tags", "index.html"] {
        assert_eq!(offered(page, "x", nothing).1, None, "{page}");
    }
}

/// Not even where it would have the same bytes, so that nothing had to be written.
#[cfg(unix)]
#[test]
fn a_link_on_the_way_is_refused_when_a_page_is_offered() {
    let swap = |output: &Path| {
        let (tags, away) = (output.join("tags"), output.with_file_name("away"));
        fs::rename(&tags, &away).unwrap();
        std::os::unix::fs::symlink(&away, &tags).unwrap();
    };
    for (page, bytes) in [
        ("tags/x.html", "x"),
        ("tags/x.html", "y"),
        ("tags/y.html", "y"),
    ] {
        let (folder, said) = offered(page, bytes, swap);
        let said = said.unwrap_or_default();
        assert!(said.contains("symbolic link"), "{page} {bytes}: {said}");
        assert_eq!(held(&folder.0.path().join("away")), ["x.html"]);
    }
}

/// Somebody is quick: what was not in the way when the page was offered is when it is moved.
#[test]
fn what_comes_into_the_way_later_is_neither_overwritten_nor_taken_for_a_broken_disk() {
    for (page, theirs) in [
        ("tags/x.html", "tags/x.html/theirs"),
        ("new.html", "new.html/theirs"),
        ("new.html", "new.html"),
        ("new/a.html", "new"),
    ] {
        let folder = Folder::new();
        folder.publish(&[("index.html", "a"), ("tags/x.html", "x")]);
        let publisher = begin(&folder);
        for page in ["index.html", page] {
            let bytes = format!("another {page}");
            publisher
                .offer(&OutPath::fixed(page), bytes.as_bytes())
                .unwrap();
        }
        let file = folder.output().join(theirs);
        if theirs.starts_with("tags") {
            fs::remove_file(folder.output().join(page)).unwrap();
        }
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "theirs").unwrap();
        let refused = publisher.finish();
        assert!(
            matches!(refused, Err(Error::OutputRefused { .. })),
            "{page} where {theirs} stands: {refused:?}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), "theirs");
    }
}
