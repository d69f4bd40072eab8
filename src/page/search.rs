//! The search page: results with scripts, ways to browse without.

use serde::Serialize;

use super::home::{Count, facet_counts};
use super::{Link, Material, Shell, repos_address, search_address};

/// What `search.html` sees.
#[derive(Debug, Serialize)]
pub struct SearchPage {
    /// The layout's part.
    pub shell: Shell,
    /// The index of each facet.
    pub facets: Vec<Count>,
    /// The list of all repositories.
    pub repos: Link,
}

/// The search page.
pub fn search(material: &Material<'_>) -> SearchPage {
    let here = search_address();
    SearchPage {
        shell: material.shell(
            &here,
            "Search",
            "Find an error by its message, code, file or tag",
        ),
        facets: facet_counts(material, &here),
        repos: Link::new("Repositories", &here, &repos_address(1)),
    }
}
