//! Texts that many records share, by number, and their order.

use crate::hash::Map;

/// Texts that occur many times, each kept once.
#[derive(Debug, Default)]
pub(super) struct Texts {
    numbers: Map<Box<str>, u32>,
    pub(super) list: Vec<Box<str>>,
}

/// Names in order, and the place in it of each number.
pub(super) struct Sorted {
    pub(super) names: Vec<Box<str>>,
    pub(super) rank: Vec<u32>,
}

impl Texts {
    /// The number of a text, the same for the same text.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.list.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    pub(super) fn sorted(self) -> Sorted {
        let mut order: Vec<u32> = (0..u32::try_from(self.list.len()).unwrap_or(u32::MAX)).collect();
        order.sort_by_key(|number| &self.list[*number as usize]);
        let mut rank = vec![0; order.len()];
        for (place, number) in order.iter().enumerate() {
            rank[*number as usize] = u32::try_from(place).unwrap_or(u32::MAX);
        }
        let names = order
            .iter()
            .map(|number| self.list[*number as usize].clone())
            .collect();
        Sorted { names, rank }
    }
}
