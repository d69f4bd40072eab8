//! errbook publishes error-reference websites: records of the errors that programs raise go in, a
//! static site that needs no server comes out.
//!
//! A site is a function from route to bytes. [`address`] and [`html`] are the words that the
//! rest is written in; see `docs/architecture.md` for how the parts fit.

pub mod address;
pub mod build;
pub mod cache;
pub mod catalog;
pub mod check;
pub mod cli;
pub mod config;
pub mod dataset;
pub mod date;
pub mod diagnostic;
pub mod error;
pub mod fate;
pub mod feeds;
pub mod find;
pub mod hash;
pub mod highlight;
pub mod html;
pub mod input;
pub mod ledger;
pub mod markdown;
pub mod message;
pub mod output;
pub mod page;
mod plain_file;
pub mod progress;
pub mod record;
pub mod route;
mod scratch;
pub mod search;
pub mod site;
pub mod source_link;
pub mod stamp;
pub mod theme;
pub mod timings;
