//! Fingerprints of plain data: 128 bits over its fields, the same on any machine; and the hash that
//! large maps in memory use.

use std::collections::HashMap;

use serde::Serialize;
use twox_hash::XxHash3_128;

/// A map that is asked millions of times. Its hash is several times as fast as the standard one, and
/// as that one begins with a secret of the process, so that no record can make its keys collide.
pub type Map<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// Takes data bit by bit.
pub struct Fingerprint {
    /// The form of what was taken last: hashing all of it at once is much faster than field by field.
    form: Vec<u8>,
    /// What came before that, where it was much.
    hashed: Option<Box<XxHash3_128>>,
}

/// Bytes of form that are kept.
const KEPT_BYTES: usize = 64 << 10;

impl Fingerprint {
    /// Begins with what kind of thing it is of.
    pub fn of(kind: &str) -> Self {
        let form = Vec::with_capacity(4 << 10);
        Self { form, hashed: None }.and(&kind)
    }

    /// Adds a value, all of its fields.
    #[must_use]
    pub fn and(mut self, value: &(impl Serialize + ?Sized)) -> Self {
        self.add(value);
        self
    }

    /// Adds a value, all of its fields.
    pub fn add(&mut self, value: &(impl Serialize + ?Sized)) {
        // Each type has one form, so two values of a type are equal where their forms are.
        let form = postcard::to_extend(value, std::mem::take(&mut self.form));
        self.form = form.expect("plain data has a form");
        if self.form.len() > KEPT_BYTES {
            let hashed = self.hashed.get_or_insert_default();
            hashed.write(&self.form);
            self.form.clear();
        }
    }

    /// The fingerprint.
    pub fn finish(self) -> u128 {
        match self.hashed {
            None => XxHash3_128::oneshot(&self.form),
            Some(mut hashed) => {
                hashed.write(&self.form);
                hashed.finish_128()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_counts_and_so_does_where_one_ends() {
        let of = |value: &(&str, &str, Option<u32>)| Fingerprint::of("x").and(value).finish();
        let first = of(&("a", "bc", None));
        assert_eq!(first, of(&("a", "bc", None)));
        let much = "x".repeat(2 * KEPT_BYTES);
        let much = |end| Fingerprint::of("x").and(&much).and(end).finish();
        assert_ne!(much("a"), much("b"));
        for other in [("ab", "c", None), ("a", "bc", Some(0)), ("a", "bd", None)] {
            assert_ne!(first, of(&other), "{other:?}");
        }
        assert_ne!(
            first,
            Fingerprint::of("y").and(&("a", "bc", None::<u32>)).finish()
        );
    }
}
