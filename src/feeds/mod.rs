//! Files for programs, made of the catalog.

pub mod ledger;
