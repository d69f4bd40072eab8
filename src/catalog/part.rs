//! How a page of many records is cut into parts.

/// Most records on one part of a page.
const PART_RECORDS: u32 = 40;
/// Most bytes of records' JSON on one part of a page.
const PART_BYTES: u64 = 400 << 10;

/// Cuts a page into parts by number and size of its records.
#[derive(Default)]
pub(super) struct PartCut {
    part: u32,
    records: u32,
    bytes: u64,
}

impl PartCut {
    /// The part that the next record is on, by its bytes.
    pub(super) fn part_of(&mut self, size: u32) -> u32 {
        self.records += 1;
        self.bytes += u64::from(size);
        if self.part == 0 || self.records > PART_RECORDS || self.bytes > PART_BYTES {
            self.part += 1;
            self.records = 1;
            self.bytes = u64::from(size);
        }
        self.part
    }
}
