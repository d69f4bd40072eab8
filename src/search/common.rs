//! Words that messages and logs hold everywhere, and how often.
//!
//! A small site cannot tell by its own messages that "failed" says little.

/// Words by [`letter`](super::routers::letter) of how many of 4,096 templates hold them.
const COMMON: &[(u8, &str)] = &[(
    13,
    "a an as at be by for from has have in is it no not of on or the to with",
)];

/// How frequent a word is among 4,096 templates; 0 if it is not common.
pub(super) fn common_letter(word: &str) -> u8 {
    let holds = |words: &str| words.split(' ').any(|common| common == word);
    COMMON
        .iter()
        .find(|(_, words)| holds(words))
        .map_or(0, |(letter, _)| *letter)
}
