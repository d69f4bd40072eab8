//! A list of postings as JSON numbers.
//!
//! `-level, id, gap, gap, …, -level, id, gap, …`: levels fall, ids rise within a level and are
//! written as differences. `lists.js` reads it. Nothing here knows which term a list belongs to.

use super::json::push_number;
use super::postings::Posting;

/// A list of up to so many stands whole in its shard; of a longer one the best so many do.
pub(super) const HEAD: usize = 128;

/// Sorts the best first: levels falling, documents rising.
pub(super) fn sort_best_first(postings: &mut [Posting]) {
    postings.sort_unstable_by_key(|posting| rank(*posting));
}

/// What sorts the best first, as one number.
fn rank(posting: Posting) -> u64 {
    u64::from(u8::MAX - posting.level) << 32 | u64::from(posting.document)
}

/// Splits a sorted list into the 128 that stand for it and the rest. Third and later copies of a
/// message come last, or they would crowd out every other message.
pub(super) fn head(sorted: Vec<Posting>, is_later_copy: &[bool]) -> (Vec<Posting>, Vec<Posting>) {
    let later = |p: &Posting| is_later_copy[p.document as usize];
    let (mut firsts, copies): (Vec<_>, Vec<_>) = sorted.into_iter().partition(|p| !later(p));
    firsts.extend(copies);
    let mut rest = firsts.split_off(HEAD.min(firsts.len()));
    // Two sorted parts each, which this sort merges.
    firsts.sort_by_key(|posting| rank(*posting));
    rest.sort_by_key(|posting| rank(*posting));
    (firsts, rest)
}

/// Appends a sorted list, without brackets.
pub(super) fn push_list<'a>(out: &mut String, sorted: impl IntoIterator<Item = &'a Posting>) {
    let mut last = Posting {
        document: 0,
        level: 0,
    };
    let begin = out.len();
    for posting in sorted {
        if out.len() > begin {
            out.push(',');
        }
        if posting.level == last.level {
            push_number(out, posting.document - last.document);
        } else {
            out.push('-');
            push_number(out, posting.level.into());
            out.push(',');
            push_number(out, posting.document);
        }
        last = *posting;
    }
}

/// A list in parts of about `part_bytes`, each in brackets. Part k of n holds the documents
/// from k·⌈documents/n⌉ on, so that a reader who has candidates loads only the parts they fall in.
pub(super) fn parts(sorted: &[Posting], documents: usize, part_bytes: usize) -> Vec<String> {
    let mut whole = String::from("[");
    push_list(&mut whole, sorted);
    whole.push(']');
    let count = whole.len().div_ceil(part_bytes);
    if count == 1 {
        return vec![whole];
    }
    let span = documents.div_ceil(count);
    (0..count)
        .map(|part| {
            let range = part * span..(part + 1) * span;
            let mut list = String::from("[");
            let inside = |p: &&Posting| range.contains(&(p.document as usize));
            push_list(&mut list, sorted.iter().filter(inside));
            list.push(']');
            list
        })
        .collect()
}

/// Reads a list back; what the browser does, for the tests of all that writes lists.
#[cfg(test)]
pub(super) fn read_list(numbers: &[i64]) -> Vec<(u32, u8)> {
    let mut found = Vec::new();
    let (mut level, mut document, mut fresh) = (0, 0, true);
    for &number in numbers {
        if number < 0 {
            level = u8::try_from(-number).expect("a level");
            fresh = true;
        } else {
            document = if fresh { number } else { document + number };
            found.push((u32::try_from(document).expect("a document"), level));
            fresh = false;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(pairs: &[(u32, u8)]) -> Vec<Posting> {
        let mut list: Vec<_> = pairs
            .iter()
            .map(|&(document, level)| Posting { document, level })
            .collect();
        sort_best_first(&mut list);
        list
    }

    fn read(json: &str) -> Vec<(u32, u8)> {
        read_list(&serde_json::from_str::<Vec<i64>>(json).expect("numbers"))
    }

    #[test]
    fn levels_fall_and_ids_are_differences() {
        let mut out = String::new();
        push_list(&mut out, &list(&[(9, 1), (0, 3), (7, 3), (8, 3)]));
        assert_eq!(out, "-3,0,7,1,-1,9");
    }

    #[test]
    fn a_head_takes_two_copies_of_a_message_before_it_takes_a_third() {
        let all: Vec<_> = (0..300).map(|n| (n, if n < 200 { 9 } else { 2 })).collect();
        let copies: Vec<bool> = (0..300).map(|n| n < 190).collect();
        let (head, rest) = head(list(&all), &copies);
        assert_eq!((head.len(), rest.len()), (HEAD, 300 - HEAD));
        assert!(rest.iter().all(|p| !head.contains(p)));
        assert!((190..300).all(|n| head.iter().any(|p| p.document == n)));
        assert_eq!(head[0].document, 0);
    }

    #[test]
    fn parts_hold_their_range_and_together_the_whole() {
        let pairs: Vec<_> = (0..5_000).map(|n| (n * 2, (n % 15) as u8 + 1)).collect();
        let all = list(&pairs);
        let parts = parts(&all, 10_000, 1_000);
        let span = 10_000_u32.div_ceil(u32::try_from(parts.len()).expect("few"));
        let mut found = Vec::new();
        for (n, part) in (0..).zip(&parts) {
            let inside = read(part);
            assert!(inside.iter().all(|(document, _)| document / span == n));
            found.extend(inside);
        }
        found.sort_unstable();
        assert_eq!(found, pairs);
    }
}
