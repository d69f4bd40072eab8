//! The ledger: every address ever published, with what became of it.
//!
//! It is part of the site, in `links/` (docs/links.md has its form), so that the next build knows
//! what links to it may be out there: it is read from the output folder, or from a downloaded copy.
//! Here are its words, how a file of it is read, and who owns an address; what became of each is
//! settled in `fate`, and the files are made in `feeds::ledger`.

mod entry;
mod owners;
mod previous;
mod sketch;

pub use entry::{
    AddressEntry, AddressKind, Changed, Changes, IdEntry, Index, Last, Part, PartFacts, State,
};
pub(crate) use owners::stem;
pub use owners::{Owners, Space, claim, owner, withdrawn_owner};
pub(crate) use previous::{BETWEEN, CLOSES, OPENS, low};
pub use previous::{KnownAddress, KnownId, Previous, Spot};
pub use sketch::Sketch;

use sha2::{Digest, Sha256};
use twox_hash::XxHash3_64;

/// The form of the files; a newer one is refused, since what it knows would be lost.
pub const SCHEMA: u32 = 1;

/// The folder of the ledger in a site.
pub const FOLDER: &str = "links";

/// The number of a text among others of its kind, for looking it up: equal texts, equal numbers.
pub fn number(text: &str) -> u64 {
    XxHash3_64::oneshot(text.as_bytes())
}

/// Which of the 256 parts tells of an address.
pub fn part_of(address: &str) -> u8 {
    Sha256::digest(address.as_bytes())[0]
}
