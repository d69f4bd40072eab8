//! Files that programs read: which there are, where, and what each is made of.

use std::collections::HashSet;

use super::Site;
use crate::address::OutPath;
use crate::feeds::robots::{self, Robots};
use crate::feeds::{File, atom, data, inventory, llms, sitemap};
use crate::page;
use crate::route::Route;

impl Site {
    /// Files that programs read; `listed` pages are in the sitemap. A file of the site's own of
    /// the same name takes the place of one.
    pub(super) fn files(&self, listed: usize) -> Vec<Route> {
        let material = self.material();
        let mut files = Vec::new();
        if self.config.site.base_url.is_some() {
            files.extend((0..=sitemap::parts(listed)).map(Route::Sitemap));
        }
        files.extend(material.has_feed().then_some(Route::Feed));
        files.extend([Route::Robots, Route::Llms]);
        files.extend(inventory::has_root(&material).then_some(Route::Inventory));
        let own: HashSet<String> = self
            .theme
            .assets()
            .iter()
            .map(|asset| asset.path.as_str().to_lowercase())
            .collect();
        files.retain(|file| !own.contains(&self.place(*file)));
        let repos = (0..).take(self.catalog.repos().len());
        files.extend(repos.clone().map(Route::RepoInventory));
        if self.config.output.data {
            let all = repos.flat_map(|repo| {
                let parts = 1..=data::parts(&self.catalog, repo);
                parts.map(move |part| Route::Data(repo, part))
            });
            files.extend(all);
            files.push(Route::DataIndex);
        }
        if self.config.output.page_json {
            let parts = (0..).zip(self.catalog.pages());
            let parts = parts.flat_map(|(ix, page)| (1..=page.parts).map(move |n| (ix, n)));
            files.extend(parts.map(|(ix, part)| Route::PageData(ix, part)));
        }
        files
    }

    /// The address of a file; none if the route is no such file.
    pub(super) fn file_address(&self, file: Route) -> Option<OutPath> {
        let catalog = &self.catalog;
        Some(match file {
            Route::Sitemap(n) => sitemap::address(n),
            Route::Feed => page::feed_address(),
            Route::Robots => robots::address(),
            Route::Llms => llms::address(),
            Route::Inventory => inventory::address(),
            Route::RepoInventory(repo) => catalog.inventory_address(repo),
            Route::DataIndex => data::address(),
            Route::Data(repo, part) => catalog.data_address(repo, part),
            Route::PageData(page, part) => catalog.page_data_address(page, part),
            _ => return None,
        })
    }

    /// A file that programs read; none if the route is no such file.
    pub(super) fn file(&self, route: Route) -> Option<File> {
        let material = &self.material();
        let base = self.config.site.base_url.as_deref();
        Some(match route {
            Route::Sitemap(n) => {
                let mut listed = self.pages();
                listed.retain(|page| sitemap::is_listed(&self.catalog, *page));
                sitemap::file(&self.catalog, n, base?, &listed, |it| self.address(it))
            }
            Route::Feed => File::Feed(atom::recent(material, base?)),
            Route::Robots => File::Robots(Robots::of(base)),
            Route::Llms => File::Llms(llms::llms(material)),
            Route::Inventory => File::Inventory(inventory::inventory(material, None)),
            Route::RepoInventory(repo) => {
                File::Inventory(inventory::inventory(material, Some(repo)))
            }
            Route::DataIndex => File::DataIndex(data::index(&self.catalog)),
            Route::Data(repo, part) => File::Records(data::records(&self.catalog, repo, part)),
            Route::PageData(page, part) => File::Page(data::page(&self.catalog, page, part)),
            _ => return None,
        })
    }
}
