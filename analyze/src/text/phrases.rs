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
    /// A bit for each of these that is shorter than [`LONG`], at the same hash.
    short: Vec<u64>,
    /// A bit for each of the longer ones, at a hash of their first [`LONG`] bytes: most of the other texts end here.
    long: Vec<u64>,
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
            triples: vec![0; BITS / 64],
            short: vec![0; BITS / 64],
            long: vec![0; BITS / 64],
        };
        for (phrase, values) in phrases {
            if phrase.is_empty() {
                continue;
            }
            let bytes = phrase.as_bytes();
            if let Some(first) = bytes.first_chunk::<3>() {
                set(&mut table.triples, hash(first));
                match bytes.first_chunk::<LONG>() {
                    Some(first) => set(&mut table.long, hash(first)),
                    None => set(&mut table.short, hash(first)),
                }
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
                && let Some(first) = text.first_chunk::<3>()
                && !self.may_go_on(hash(first), text)
            {
                if self.phrase(from).len() == 2 {
                    tell(2, self.values(from));
                }
                return;
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

    /// Whether a phrase of three bytes or more may be the beginning of a text, given the hash of its first three.
    fn may_go_on(&self, triple: usize, text: &[u8]) -> bool {
        let is_long = |first: &[u8; LONG]| is_set(&self.long, hash(first));
        is_set(&self.triples, triple)
            && (is_set(&self.short, triple) || text.first_chunk::<LONG>().is_some_and(is_long))
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

/// Bytes of a phrase that is long.
const LONG: usize = 6;

/// Bits of a table of beginnings: a few thousand phrases set a tenth of them.
const BITS: usize = 1 << 14;

/// Where the bit of a beginning is.
fn hash<const N: usize>(beginning: &[u8; N]) -> usize {
    let mixed = beginning
        .iter()
        .fold(0u32, |mixed, byte| {
            mixed.wrapping_mul(31).wrapping_add(u32::from(*byte))
        })
        .wrapping_mul(0x9e37_79b1);
    (mixed >> 18) as usize
}

fn set(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

fn is_set(bits: &[u64], at: usize) -> bool {
    bits[at / 64] & 1 << (at % 64) != 0
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
        fn what_a_text_begins_with_is_found(phrases in vec("[ab~\u{7f}\u{80}\u{e9}]{1,8}", 0..60), text in "[ab~\u{7f}\u{80}\u{e9}]{0,9}") {
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
