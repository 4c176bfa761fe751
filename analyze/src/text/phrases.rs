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
    /// The first bytes of each, quicker to compare than a text is.
    heads: Vec<u64>,
    /// For each, one more than the index of the longest other phrase that it begins with; 0 where there is none.
    parents: Vec<u32>,
    /// The values of all phrases.
    values: Vec<T>,
    /// Where those of each phrase end.
    value_ends: Vec<u32>,
    /// For each first byte, and one more, how many phrases start with a lesser one.
    below: Vec<u32>,
    /// A bit for each two bytes that begin with a phrase of one or two bytes.
    tiny: Vec<u64>,
    /// A bit for each phrase of three bytes or more, at a hash of the first three: most texts end here.
    triples: Vec<u64>,
    /// A bit for each of these that is shorter than [`LONG`], at the same hash.
    short: Vec<u64>,
    /// A bit for each of the longer ones, at a hash of their first [`LONG`] bytes: most of the other texts end here.
    long: Vec<u64>,
}

impl<T> Phrases<T> {
    /// The table of these phrases. An empty phrase is never found.
    pub fn new(phrases: BTreeMap<String, Vec<T>>) -> Self {
        let mut table = Self {
            text: String::new(),
            ends: Vec::with_capacity(phrases.len()),
            heads: Vec::with_capacity(phrases.len()),
            parents: Vec::with_capacity(phrases.len()),
            values: Vec::new(),
            value_ends: Vec::with_capacity(phrases.len()),
            below: Vec::new(),
            tiny: vec![0; PAIRS / 64],
            triples: vec![0; BITS / 64],
            short: vec![0; BITS / 64],
            long: vec![0; BITS / 64],
        };
        for (phrase, values) in phrases {
            if !phrase.is_empty() {
                table.push(&phrase, values);
            }
        }
        let n_below = |first: u8| number(partition(0, table.ends.len(), |idx| table.phrase(idx) < &[first][..]));
        let below = (0..=u8::MAX).map(n_below);
        let below = below.chain([number(table.ends.len())]).collect();
        Self { below, ..table }
    }

    /// Adds a phrase that sorts after all others.
    fn push(&mut self, phrase: &str, values: Vec<T>) {
        let bytes = phrase.as_bytes();
        match (bytes, bytes.first_chunk::<3>()) {
            (_, Some(first)) => {
                set(&mut self.triples, hash(first));
                match bytes.first_chunk::<LONG>() {
                    Some(first) => set(&mut self.long, hash(first)),
                    None => set(&mut self.short, hash(first)),
                }
            }
            ([first, second], None) => set(&mut self.tiny, pair(*first, *second)),
            ([first, ..], None) => (0..=u8::MAX).for_each(|second| set(&mut self.tiny, pair(*first, second))),
            ([], None) => {}
        }
        let before = self.ends.len().checked_sub(1);
        let parent = self.up_from(before).find(|idx| bytes.starts_with(self.phrase(*idx)));
        self.parents.push(parent.map_or(0, |idx| number(idx + 1)));
        self.text.push_str(phrase);
        self.ends.push(number(self.text.len()));
        self.heads.push(head(bytes));
        self.values.extend(values);
        self.value_ends.push(number(self.values.len()));
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

    /// Whether no phrase begins with this byte.
    pub fn is_without(&self, first: u8) -> bool {
        self.below[usize::from(first)] == self.below[usize::from(first) + 1]
    }

    /// Tells the length in bytes and the values of every phrase that this text begins with, longer ones first. It is asked at
    /// every letter of every text.
    #[inline(always)]
    pub fn at<'t>(&'t self, text: &[u8], tell: impl FnMut(usize, &'t [T])) {
        if let Some(&first) = text.first()
            && !self.is_without(first)
            && self.may_begin(text)
        {
            self.search(first, text, tell);
        }
    }

    /// The same for a text of which the first byte is known.
    fn search<'t>(&'t self, first: u8, text: &[u8], mut tell: impl FnMut(usize, &'t [T])) {
        let of_first = |n: usize| self.below[usize::from(first) + n] as usize;
        let head = head(text);
        // What the text begins with sorts before it, and all that sorts between the two begins with it as well.
        let after = partition(of_first(0), of_first(1), |idx| {
            self.heads[idx] < head || self.heads[idx] == head && self.phrase(idx) <= text
        });
        for idx in self.up_from(after.checked_sub(1)) {
            let phrase = self.phrase(idx);
            let is_beginning = if phrase.len() <= HEAD {
                phrase.len() <= text.len() && (self.heads[idx] ^ head) >> (8 * (HEAD - phrase.len())) == 0
            } else {
                text.starts_with(phrase)
            };
            if is_beginning {
                tell(phrase.len(), self.values(idx));
            }
        }
    }

    /// Whether a phrase may be the beginning of a text: false is certain.
    #[inline(always)]
    fn may_begin(&self, text: &[u8]) -> bool {
        let Some(first @ [one, two, _]) = text.first_chunk::<3>() else {
            return true;
        };
        let triple = hash(first);
        let is_long = |first: &[u8; LONG]| is_set(&self.long, hash(first));
        is_set(&self.tiny, pair(*one, *two))
            || is_set(&self.triples, triple)
                && (is_set(&self.short, triple) || text.first_chunk::<LONG>().is_some_and(is_long))
    }

    /// A phrase and all that it begins with.
    fn up_from(&self, idx: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(idx, |idx| (self.parents[*idx] as usize).checked_sub(1))
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

/// Bytes of a phrase that are compared at once.
const HEAD: usize = 8;

/// Bits of a table of beginnings: a few thousand phrases set a tenth of them.
const BITS: usize = 1 << 14;

/// Pairs of bytes.
const PAIRS: usize = 1 << 16;

/// Where the bit of a pair of bytes is.
fn pair(first: u8, second: u8) -> usize {
    usize::from(u16::from_be_bytes([first, second]))
}

/// Where the bit of a beginning is.
fn hash<const N: usize>(beginning: &[u8; N]) -> usize {
    let number = beginning.iter().fold(0, |all: u64, byte| all << 8 | u64::from(*byte));
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize
}

fn set(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

fn is_set(bits: &[u64], at: usize) -> bool {
    bits[at / 64] & 1 << (at % 64) != 0
}

/// The first bytes of a text, so that they sort as the text does.
fn head(text: &[u8]) -> u64 {
    let first = text.first_chunk::<HEAD>().copied();
    let padded = || {
        let mut padded = [0; HEAD];
        padded[..text.len()].copy_from_slice(text);
        padded
    };
    u64::from_be_bytes(first.unwrap_or_else(padded))
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
        fn what_a_text_begins_with_is_found(phrases in vec("(abababab)?[ab~\u{7f}\u{80}\u{e9}]{1,8}", 0..60), text in "(abababab)?[ab~\u{7f}\u{80}\u{e9}]{0,9}") {
            let all: BTreeMap<String, Vec<String>> = phrases.iter().map(|p| (p.clone(), vec![p.clone()])).collect();
            let expected: Vec<String> = all.keys().rev().filter(|phrase| text.starts_with(*phrase)).cloned().collect();
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
