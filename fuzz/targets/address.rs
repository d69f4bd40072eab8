//! Names to addresses: one plain segment each, the same for two ways to write one word, and two
//! names share one only where their hashes do.
#![no_main]

use errbook::address::{OutPath, SEGMENT_MAX_BYTES, encode, encode_path, segment, with_suffix};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|names: (&str, &str)| {
    let (a, b) = names;
    for name in [a, b] {
        for made in [segment(name), with_suffix(&segment(name), name)] {
            assert!(made.len() <= SEGMENT_MAX_BYTES);
            assert!(!made.is_empty() && !made.starts_with('.') && !made.ends_with('.'));
            let is_kept = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_' | '~');
            assert!(made.chars().all(is_kept), "{made:?}");
            assert!(OutPath::parse(&made).is_some());
            let page = OutPath::of(&["errors", &made], &format!("{made}.html"));
            let link = OutPath::fixed("tags/x.html").href(&page);
            assert!(link.bytes().all(|b| b.is_ascii_graphic()), "{link:?}");
        }
        assert!(
            encode(name)
                .bytes()
                .all(|b| b.is_ascii_graphic() && b != b'/')
        );
        assert!(encode_path(name).bytes().all(|b| b.is_ascii_graphic()));
        let _ = OutPath::parse(name);
    }
    if segment(a) == segment(b) {
        // Six digits of a hash are all that tells changed names apart.
        assert!(
            a == b || segment(a).rsplit_once('~').is_some(),
            "{a:?} {b:?}"
        );
    }
});
