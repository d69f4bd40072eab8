//! What is kept of an excerpt to know it again: a byte for each of the nearest lines around the
//! raising one. A message that is reworded in its place has the same lines around it; another one
//! of the same file has others.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::number;

/// Lines that are kept on either side.
const SIDE: usize = 8;
/// Fewer lines than these say nothing.
const FEWEST: usize = 4;
/// How much lines count of which each stands there several times.
const COMMON: f32 = 0.8;

/// The lines around a raising line, nearest first: up to eight before it, then up to eight after
/// it. Lines without a letter or digit are left out. A byte is the lowest of a line's XXH3-64
/// without the space around it, 1 in place of 0; 0 stands for no line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sketch([u8; 2 * SIDE]);

impl Sketch {
    /// The sketch of an excerpt that begins at line `start` and raises at `line`.
    pub fn of(code: &str, start: u32, line: u32) -> Self {
        let mut sketch = Self::default();
        let Some(at) = line.checked_sub(start) else {
            return sketch;
        };
        let telling = |line: &&str| line.contains(char::is_alphanumeric);
        let byte = |line: &str| {
            let [low, ..] = number(line.trim()).to_le_bytes();
            low.max(1)
        };
        let lines: Vec<&str> = code.lines().collect();
        let at = (at as usize).min(lines.len());
        let before = lines[..at].iter().rev().filter(|line| telling(line));
        let after = lines.iter().skip(at + 1).filter(|line| telling(line));
        let (first, second) = sketch.0.split_at_mut(SIDE);
        for (slot, line) in first.iter_mut().zip(before) {
            *slot = byte(line);
        }
        for (slot, line) in second.iter_mut().zip(after) {
            *slot = byte(line);
        }
        sketch
    }

    /// How much of the lines around two raising lines is the same, from 0 to 1; none where there are
    /// too few to tell. A line that stands there twice is one that code is full of, such as
    /// `return err`: where others are the same as well it counts, and where all are such, less.
    pub fn overlap(&self, other: &Self) -> Option<f32> {
        let (all, of_all) = self.shared(other, |_, byte| byte != 0);
        let (own, of_own) = self.shared(other, |sketch, byte| byte != 0 && sketch.has_once(byte));
        if of_own >= FEWEST {
            return Some(all.min(own));
        }
        (of_all >= FEWEST).then_some(all * COMMON)
    }

    /// The share of the lines of two sketches that is the same, of those that count, and how many
    /// these are.
    fn shared(&self, other: &Self, counts: impl Fn(&Self, u8) -> bool) -> (f32, usize) {
        let side = |sketch: &Self, side: usize| -> Vec<u8> {
            let half = sketch.0[side * SIDE..(side + 1) * SIDE].iter().copied();
            half.filter(|byte| counts(sketch, *byte)).collect()
        };
        let (mut same, mut most) = (0, 0);
        for at in 0..2 {
            let (one, two) = (side(self, at), side(other, at));
            same += shared(&one, &two);
            most += one.len().max(two.len());
        }
        #[allow(clippy::cast_precision_loss, reason = "at most 16")]
        let share = same as f32 / most.max(1) as f32;
        (share, most)
    }

    fn has_once(&self, byte: u8) -> bool {
        let mut found = self.0.iter().filter(|other| **other == byte);
        found.next().is_some() && found.next().is_none()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|byte| *byte == 0)
    }
}

/// How many bytes two lists have in common, in the same order.
fn shared(one: &[u8], two: &[u8]) -> usize {
    let mut row = [0; SIDE + 1];
    for a in one {
        let mut diagonal = 0;
        for (at, b) in two.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if a == b {
                diagonal + 1
            } else {
                above.max(row[at])
            };
            diagonal = above;
        }
    }
    row[two.len()]
}

impl Serialize for Sketch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(4 * SIDE);
        if !self.is_empty() {
            for byte in self.0 {
                text.push_str(&format!("{byte:02x}"));
            }
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Sketch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let mut sketch = Self::default();
        if text.is_empty() {
            return Ok(sketch);
        }
        if text.len() != 4 * SIDE || !text.is_ascii() {
            return Err(D::Error::custom("a sketch has 32 hexadecimal digits"));
        }
        for (slot, at) in sketch.0.iter_mut().zip((0..).step_by(2)) {
            *slot = u8::from_str_radix(&text[at..at + 2], 16).map_err(D::Error::custom)?;
        }
        Ok(sketch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(lines: &[&str]) -> String {
        lines.join("\n")
    }

    #[test]
    fn what_is_reworded_in_its_place_is_known_again_and_what_stands_elsewhere_is_not() {
        let lines: Vec<String> = (0..40).map(|n| format!("    step_{n}(state);")).collect();
        let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        lines[20] = "raise \"cannot open\"";
        let old = Sketch::of(&code(&lines), 101, 121);
        lines[20] = "raise \"failed to open the file\"";
        lines.insert(3, "another();");
        let new = Sketch::of(&code(&lines), 101, 122);
        assert_eq!(old.overlap(&new), Some(1.0));
        let below = Sketch::of(&code(&lines), 101, 133);
        assert!(old.overlap(&below).unwrap() < 0.3);
        assert_eq!(old.overlap(&Sketch::default()), Some(0.0));
        assert_eq!(Sketch::default().overlap(&Sketch::default()), None);
    }

    #[test]
    fn lines_of_signs_alone_say_nothing_and_odd_numbers_do_no_harm() {
        let braces = Sketch::of("}\n\n  });\nraise\n}\n", 1, 4);
        assert!(braces.is_empty());
        assert!(Sketch::of("a\nb", 10, 3).is_empty());
        assert!(!Sketch::of("a\nb", 1, u32::MAX).is_empty());
        let sketch = Sketch::of("a\nb\nc", 1, 2);
        let json = serde_json::to_string(&sketch).unwrap();
        assert_eq!(serde_json::from_str::<Sketch>(&json).unwrap(), sketch);
        assert_eq!(serde_json::to_string(&braces).unwrap(), "\"\"");
        assert!(serde_json::from_str::<Sketch>("\"é0\"").is_err());
    }
}
