//! Where a link leads: the page that it stands on and its address go in, a file of the site and a
//! fragment come out, both decoded. Whether they exist is not known here.

use iri_string::format::ToDedicatedString as _;
use iri_string::types::{IriAbsoluteStr, IriAbsoluteString, IriReferenceStr};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::Problem;

/// Where pages stand while links are resolved. The last segment is none that a link would name:
/// whatever climbs above the site's root loses it.
const ROOT: &str = "http://site.invalid/~root~/";

/// A place in the site.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// A path from the site's root.
    pub(super) path: String,
    /// What follows the `#`.
    pub(super) fragment: Option<String>,
}

/// What a link leads to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// A file of the site.
    Inside(Target),
    /// Another site, a mail address, data that stands in the link itself.
    Outside,
}

/// Where a page stands while its links are resolved.
pub(super) fn place_of(page: &str) -> IriAbsoluteString {
    IriAbsoluteString::try_from(format!("{ROOT}{}", encoded(page)))
        .expect("an encoded path in an address")
}

/// Resolves an address that stands on a page, which has been given a place. With the address that
/// the site is published at, what begins with that is the address of a file, seen from the root.
pub(super) fn resolve(
    place: &IriAbsoluteStr,
    address: &str,
    base_url: Option<&str>,
) -> Result<Destination, Problem> {
    if let Some(path) = base_url.and_then(|base| address.strip_prefix(base)) {
        return resolve(&place_of(""), path, None);
    }
    let link = IriReferenceStr::new(address).map_err(|_| Problem::NotAnAddress)?;
    if link.scheme_str().is_some() {
        return Ok(Destination::Outside);
    }
    if link.authority_str().is_some() || link.path_str().starts_with('/') {
        return Err(Problem::Absolute);
    }
    let stays_on_page = link.path_str().is_empty();
    let says_nothing = address.is_empty();
    let last = link.path_str().rsplit('/').next().unwrap_or_default();
    if says_nothing || !stays_on_page && matches!(last, "" | "." | "..") {
        return Err(Problem::NoFileName);
    }
    let resolved = link.resolve_against(place).to_dedicated_string();
    let path = resolved
        .as_str()
        .strip_prefix(ROOT)
        .ok_or(Problem::LeavesSite)?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    Ok(Destination::Inside(Target {
        path: decoded_path(path)?,
        fragment: link.fragment_str().map(decoded).transpose()?,
    }))
}

/// A file's path as an address.
fn encoded(path: &str) -> String {
    let segments: Vec<String> = path
        .split('/')
        .map(|name| utf8_percent_encode(name, NON_ALPHANUMERIC).to_string())
        .collect();
    segments.join("/")
}

/// Decodes segment by segment: an encoded slash is part of a name, and no file has such a name.
fn decoded_path(path: &str) -> Result<String, Problem> {
    let segments: Vec<String> = path.split('/').map(decoded).collect::<Result<_, _>>()?;
    if segments.iter().any(|name| name.contains('/')) {
        return Err(Problem::NoSuchFile);
    }
    Ok(segments.join("/"))
}

fn decoded(text: &str) -> Result<String, Problem> {
    percent_decode_str(text)
        .decode_utf8()
        .map(String::from)
        .map_err(|_| Problem::NotAnAddress)
}
