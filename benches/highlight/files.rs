//! The files of a folder of code.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Files outside these are samples of nothing: too short, or long tables.
const BYTES: Range<usize> = 200..200_000;

/// The files of a folder with their texts, in an order that mixes those of one subfolder with others.
pub(crate) fn files(folder: &Path) -> impl Iterator<Item = (PathBuf, String)> {
    let mixed = |path: &Path| {
        let path = path.to_string_lossy();
        let mix = |hash: u64, b: u8| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3);
        path.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
    };
    let mut files: Vec<_> = walkdir::WalkDir::new(folder)
        .follow_links(true)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| (mixed(entry.path()), entry.into_path()))
        .collect();
    files.sort();
    files.into_iter().filter_map(|(_, file)| {
        let text = fs::read_to_string(&file).ok()?;
        BYTES.contains(&text.len()).then_some((file, text))
    })
}

/// The name of a file without its folders.
pub(crate) fn name(file: &Path) -> String {
    file.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// So many of so many, in percent.
pub(crate) fn percent(part: usize, all: usize) -> f64 {
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    100.0 * count(part) / count(all.max(1))
}
