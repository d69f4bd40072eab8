//! How long work tells how far it is, and learns that it should stop.

/// What a stage of work reports to. The library never prints; the command line draws bars.
pub trait Progress: Sync {
    /// A stage begins; `total` is how many steps it has, if that is known.
    fn stage(&self, name: &str, total: Option<u64>);
    /// Steps done since the last call.
    fn advance(&self, steps: u64);
    /// Whether the user asked to stop.
    fn interrupted(&self) -> bool;
    /// From here on the work must come to its end: stopping in the middle would leave half of it.
    fn must_finish(&self);
}

/// Reports to nobody.
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _name: &str, _total: Option<u64>) {}
    fn advance(&self, _steps: u64) {}
    fn interrupted(&self) -> bool {
        false
    }
    fn must_finish(&self) {}
}
