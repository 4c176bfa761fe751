//! Phrases in a sorted table: the trie of their bytes without its nodes, so that nothing has to be built before a search.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Phrases, each with some values.
#[derive(Debug, Serialize, Deserialize)]
pub struct Phrases<T> {
    /// All phrases, sorted and one after the other.
    text: String,
    /// Where each ends in the text.
    ends: Vec<u32>,
    /// The values of all phrases.
    values: Vec<T>,
    /// Where those of each phrase end.
    value_ends: Vec<u32>,
    /// For each first byte, and one more, how many phrases start with a lesser one.
    below: Vec<u32>,
    /// The same for the first two bytes where both are printable ASCII, with one more column.
    pairs_below: Vec<u32>,
    /// A bit for each phrase that begins with three bytes of ASCII, at a hash of these: most texts end here.
    triples: Vec<u64>,
}

/// Printable ASCII: from this byte, and so many.
const ASCII: (u8, usize) = (b' ', 96);

/// Phrases that are looked through one by one rather than halved.
const FEW: usize = 8;

impl<T> Phrases<T> {
    /// The table of these phrases. An empty phrase is never found.
    pub fn new(phrases: BTreeMap<String, Vec<T>>) -> Self {
        let mut table = Self {
            text: String::new(),
            ends: Vec::with_capacity(phrases.len()),
            values: Vec::new(),
            value_ends: Vec::with_capacity(phrases.len()),
            below: Vec::new(),
            pairs_below: Vec::new(),
            triples: vec![0; TRIPLE_BITS / 64],
        };
        for (phrase, values) in phrases {
            if phrase.is_empty() {
                continue;
            }
            if let [a, b, c, ..] = phrase.as_bytes() {
                let bit = triple(*a, *b, *c);
                table.triples[bit / 64] |= 1 << (bit % 64);
            }
            table.text.push_str(&phrase);
            table.ends.push(number(table.text.len()));
            table.values.extend(values);
            table.value_ends.push(number(table.values.len()));
        }
        let n_below = |bytes: &[u8]| number(partition(0, table.ends.len(), |idx| table.phrase(idx) < bytes));
        let below = (0..=u8::MAX).map(|first| n_below(&[first]));
        let below = below.chain([number(table.ends.len())]).collect();
        let pairs_below = (0..ASCII.1 * (ASCII.1 + 1)).map(|at| n_below(&pair(at))).collect();
        Self {
            below,
            pairs_below,
            ..table
        }
    }

    /// The values of a phrase; none where it is not there.
    pub fn get(&self, phrase: &str) -> &[T] {
        let mut found: &[T] = &[];
        self.at(phrase.as_bytes(), |len, values| {
            if len == phrase.len() {
                found = values;
            }
        });
        found
    }

    /// Tells the length in bytes and the values of every phrase that this text begins with, shorter ones first.
    pub fn at<'t>(&'t self, text: &[u8], mut tell: impl FnMut(usize, &'t [T])) {
        let Some(&first) = text.first() else { return };
        let (mut from, mut to) = (
            self.below[usize::from(first)] as usize,
            self.below[usize::from(first) + 1] as usize,
        );
        // Phrases between the two share as many bytes with the text as `len` says.
        let mut len = 1;
        if from < to
            && let Some(at) = text.get(1).and_then(|second| index(first, *second))
        {
            if self.phrase(from).len() == 1 {
                tell(1, self.values(from));
            }
            (from, to) = (self.pairs_below[at] as usize, self.pairs_below[at + 1] as usize);
            len = 2;
            if from < to
                && let [a, b, c, ..] = text
            {
                let bit = triple(*a, *b, *c);
                if self.triples[bit / 64] & 1 << (bit % 64) == 0 {
                    if self.phrase(from).len() == 2 {
                        tell(2, self.values(from));
                    }
                    return;
                }
            }
        }
        while from < to {
            if self.phrase(from).len() == len {
                tell(len, self.values(from));
                from += 1;
            }
            let Some(&next) = text.get(len) else { return };
            (from, to) = self.narrow(from, to, len, next);
            len += 1;
        }
    }

    /// The phrases of a range, all longer than `at`, that have this byte there.
    fn narrow(&self, from: usize, to: usize, at: usize, byte: u8) -> (usize, usize) {
        let byte_of = |idx: usize| self.phrase(idx)[at];
        if to - from <= FEW {
            let start = (from..to).find(|idx| byte_of(*idx) >= byte).unwrap_or(to);
            let end = (start..to).find(|idx| byte_of(*idx) > byte).unwrap_or(to);
            return (start, end);
        }
        let start = partition(from, to, |idx| byte_of(idx) < byte);
        (start, partition(start, to, |idx| byte_of(idx) == byte))
    }

    fn phrase(&self, idx: usize) -> &[u8] {
        let start = idx.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text.as_bytes()[start as usize..self.ends[idx] as usize]
    }

    fn values(&self, idx: usize) -> &[T] {
        let start = idx.checked_sub(1).map_or(0, |before| self.value_ends[before]);
        &self.values[start as usize..self.value_ends[idx] as usize]
    }
}

/// Bits of the table of three bytes: a few thousand phrases set a tenth of them.
const TRIPLE_BITS: usize = 1 << 14;

/// Where the bit of three bytes is.
fn triple(a: u8, b: u8, c: u8) -> usize {
    let hash = usize::from(a).wrapping_mul(961) ^ usize::from(b).wrapping_mul(31) << 3 ^ usize::from(c);
    hash % TRIPLE_BITS
}

/// Where the counts of a pair of bytes are.
fn index(first: u8, second: u8) -> Option<usize> {
    let column = |byte: u8| byte.checked_sub(ASCII.0).map(usize::from).filter(|n| *n < ASCII.1);
    Some(column(first)? * (ASCII.1 + 1) + column(second)?)
}

/// The bytes of the pair whose counts are there; for the last column, a pair above all that are ASCII.
fn pair(at: usize) -> [u8; 2] {
    let byte = |n: usize| u8::try_from(n).map_or(u8::MAX, |n| n.saturating_add(ASCII.0));
    [byte(at / (ASCII.1 + 1)), byte(at % (ASCII.1 + 1))]
}

/// The first index of a range that does not hold; those that do come first.
fn partition(mut from: usize, mut to: usize, holds: impl Fn(usize) -> bool) -> usize {
    while from < to {
        let middle = usize::midpoint(from, to);
        if holds(middle) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::vec;
    use proptest::{prop_assert_eq, proptest};

    use super::Phrases;

    proptest! {
        #[test]
        fn what_a_text_begins_with_is_found(phrases in vec("[ab~\u{7f}\u{80}\u{e9}]{1,4}", 0..60), text in "[ab~\u{7f}\u{80}\u{e9}]{0,6}") {
            let all: BTreeMap<String, Vec<String>> = phrases.iter().map(|p| (p.clone(), vec![p.clone()])).collect();
            let expected: Vec<String> = all.keys().filter(|phrase| text.starts_with(*phrase)).cloned().collect();
            let table = Phrases::new(all.clone());
            let mut found = Vec::new();
            table.at(text.as_bytes(), |len, values| {
                assert_eq!(values, [text[..len].to_owned()]);
                found.extend(values.iter().cloned());
            });
            prop_assert_eq!(found, expected);
            prop_assert_eq!(table.get(&text).is_empty(), !all.contains_key(&text));
        }
    }
}
