//! Words that messages and logs hold everywhere, and how often.
//!
//! A small site cannot tell by its own messages that "failed" says little.

/// Words by [`letter`](super::routers::letter) of how many of 4,096 templates hold them.
const COMMON: &[(u8, &str)] = &[
    (14, "be not"),
    (13, "is must"),
    (12, "cannot for invalid of the to"),
    (11, "in null or type"),
    (
        10,
        "an and can error name no only should supported value with",
    ),
    (
        9,
        "are argument at could data does empty expected failed file found got have key length non \
         number one set string unknown unsupported",
    ),
    (
        8,
        "already bad class field from has illegal implemented input integer least list method \
         missing negative object on out parameter range size specified than this too unable \
         unexpected use valid",
    ),
    (
        7,
        "allowed arguments array as been but by bytes create exist find format function given id \
         index instance it module none open path provided read required requires server stream \
         used user values version was when write you zero",
    ),
    (
        6,
        "after available before both call close closed code connection defined directory either \
         end exception exists exit expression line load log match mode more offset option \
         parameters process request resource response run same start state status stop support \
         time timeout warning wrong yet",
    ),
];

/// How frequent a word is among 4,096 templates; 0 if it is not common.
pub(super) fn common_letter(word: &str) -> u8 {
    let holds = |words: &str| words.split(' ').any(|common| common == word);
    COMMON
        .iter()
        .find(|(_, words)| holds(words))
        .map_or(0, |(letter, _)| *letter)
}
