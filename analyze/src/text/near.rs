//! Which texts are nearly the same: an exact similarity join.
//!
//! Texts are lowered, everything but letters and digits becomes a blank, and the trigrams of the padded text are counted;
//! the similarity of two is the Sørensen–Dice coefficient of these multisets. A trigram and its count-th appearance are one
//! token, so multisets become sets. Three filters leave out pairs that can't be similar enough, and none that could:
//!
//! - who asks knows that most pairs don't matter ([`Asker::partners`], [`Asker::wants`]);
//! - tokens are ordered by how rare they are, and two similar texts share one of the rarest tokens of each (prefix filtering);
//! - each text has a sketch of some hundred bits, of which each token turns one: as many tokens differ as bits, at least.

use rayon::prelude::*;

/// Two texts and their similarity in thousandths, rounded down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// Index of the first text.
    pub a: usize,
    /// Index of the second, greater than the first.
    pub b: usize,
    /// Similarity in thousandths.
    pub thousandths: u32,
}

/// Who asks for pairs. Texts of one generator are all alike, so their pairs are told one by one and never kept.
pub trait Asker: Sync {
    /// The texts that could matter beside this one, where that is known; `None` for any. A pair is told if either is a partner
    /// of the other.
    fn partners(&self, text: usize) -> Option<&[usize]>;
    /// Whether the similarity of these two texts matters; asked before it is computed.
    fn wants(&self, a: usize, b: usize) -> bool;
    /// Two texts that are similar enough.
    fn found(&mut self, pair: Pair);
}

/// How texts (already [`normal`], distinct) are scored: tells all wanted pairs of at least so many thousandths, in an order
/// that depends on nothing but the texts.
pub type Scorer = fn(&[String], u32, &mut dyn Asker);

/// The text that trigrams are taken from.
pub fn normal(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    words.join(" ")
}

/// Trigrams with the count of their appearances before, sorted.
fn trigrams(normal: &str) -> Vec<(u64, u32)> {
    if normal.is_empty() {
        return Vec::new();
    }
    let chars: Vec<u64> = format!("  {normal}  ").chars().map(u64::from).collect();
    let mut all: Vec<u64> = chars.windows(3).map(|w| w[0] << 42 | w[1] << 21 | w[2]).collect();
    all.sort_unstable();
    let mut tokens = Vec::with_capacity(all.len());
    let mut n = 0;
    for (idx, &trigram) in all.iter().enumerate() {
        n = if idx > 0 && all[idx - 1] == trigram { n + 1 } else { 0 };
        tokens.push((trigram, n));
    }
    tokens
}

/// Words of 64 bits in a sketch: texts up to some 500 characters are told apart by it, longer ones cost a comparison.
const SKETCH_WORDS: usize = 8;

/// Texts that are looked at before who asks hears of what was found. Whatever the number of threads, it is the same.
const BATCH: usize = 256;

/// The tokens of one text.
struct Tokens {
    /// Index of the text.
    idx: usize,
    /// Numbers of all tokens, the rarest the lowest, sorted.
    all: Vec<u32>,
    /// Each token turns one bit.
    sketch: [u64; SKETCH_WORDS],
}

impl Tokens {
    fn new(idx: usize, all: Vec<u32>) -> Self {
        let mut sketch = [0; SKETCH_WORDS];
        for token in &all {
            // The golden ratio spreads neighbors.
            let bit = (token.wrapping_mul(0x9E37_79B1) >> 16) as usize % (64 * SKETCH_WORDS);
            sketch[bit / 64] ^= 1 << (bit % 64);
        }
        Self { idx, all, sketch }
    }

    /// How many tokens two texts may have for themselves and still be similar by `t` thousandths.
    fn differ_max(&self, other: &Self, t: usize) -> usize {
        let sum = self.all.len() + other.all.len();
        sum - 2 * (sum * t).div_ceil(2000)
    }

    /// At least so many tokens are in one of the two only.
    fn differ_min(&self, other: &Self) -> usize {
        let bits = self.sketch.iter().zip(&other.sketch);
        bits.map(|(a, b)| (a ^ b).count_ones()).sum::<u32>() as usize
    }
}

/// How many elements are in one of two sorted lists only, if they are not more than `max`.
fn n_differing(a: &[u32], b: &[u32], max: usize) -> Option<usize> {
    let (mut i, mut j, mut n) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Equal => {
                i += 1;
                j += 1;
                continue;
            }
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
        }
        n += 1;
        if n > max {
            return None;
        }
    }
    Some(n + a.len() - i + b.len() - j).filter(|n| *n <= max)
}

/// The tokens of the texts that have any, shorter texts first, and how many tokens there are.
fn ranked(texts: &[String]) -> (Vec<Tokens>, usize) {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let with_text = |(idx, text): (usize, &String)| {
        let tokens = trigrams(text).into_iter();
        tokens
            .map(move |(trigram, n)| (trigram, n, number(idx)))
            .collect::<Vec<_>>()
    };
    let mut all: Vec<(u64, u32, u32)> = texts.par_iter().enumerate().flat_map_iter(with_text).collect();
    all.par_sort_unstable();
    let mut runs: Vec<&[(u64, u32, u32)]> = all.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).collect();
    runs.sort_by_key(|run| run.len());
    let mut sets: Vec<Vec<u32>> = vec![Vec::new(); texts.len()];
    for (rank, run) in runs.iter().enumerate() {
        for (_, _, idx) in *run {
            sets[*idx as usize].push(number(rank));
        }
    }
    let sets = sets.into_iter().enumerate().filter(|(_, set)| !set.is_empty());
    let mut sets: Vec<Tokens> = sets.map(|(idx, set)| Tokens::new(idx, set)).collect();
    sets.sort_by_key(|set| (set.all.len(), set.idx));
    (sets, runs.len())
}

/// Which texts have a token among their rarest: positions, ascending.
struct Index {
    /// Where the texts of each token begin in `positions`, and the end.
    starts: Vec<usize>,
    positions: Vec<u32>,
}

impl Index {
    fn new(sets: &[Tokens], n_tokens: usize, t: usize, has: impl Fn(&Tokens) -> bool) -> Self {
        // As the shorter one of a pair, a text must share t/2000 of both, so at least half of that of its double.
        let prefix = |set: &Tokens| {
            let size = set.all.len();
            size - (size * 2 * t).div_ceil(2000).clamp(1, size) + 1
        };
        let mut starts = vec![0; n_tokens + 1];
        for set in sets.iter().filter(|set| has(set)) {
            set.all[..prefix(set)]
                .iter()
                .for_each(|token| starts[*token as usize + 1] += 1);
        }
        for token in 0..n_tokens {
            starts[token + 1] += starts[token];
        }
        let mut next = starts.clone();
        let mut positions = vec![0; starts[n_tokens]];
        for (at, set) in sets.iter().enumerate().filter(|(_, set)| has(set)) {
            for token in &set.all[..prefix(set)] {
                positions[next[*token as usize]] = u32::try_from(at).unwrap_or(u32::MAX);
                next[*token as usize] += 1;
            }
        }
        Self { starts, positions }
    }

    /// The positions within a range that have the token.
    fn within(&self, token: u32, range: &std::ops::Range<usize>) -> &[u32] {
        let all = &self.positions[self.starts[token as usize]..self.starts[token as usize + 1]];
        let from = all.partition_point(|at| (*at as usize) < range.start);
        let len = all[from..].partition_point(|at| (*at as usize) < range.end);
        &all[from..from + len]
    }
}

/// All wanted pairs of texts whose Dice similarity is at least so many thousandths.
pub fn lexical(texts: &[String], thousandths_min: u32, asker: &mut dyn Asker) {
    let t = usize::try_from(thousandths_min.clamp(1, 1000)).unwrap_or(1000);
    let (sets, n_tokens) = ranked(texts);
    let takes_any = |set: &Tokens| asker.partners(set.idx).is_none();
    let all = sets
        .iter()
        .any(takes_any)
        .then(|| Index::new(&sets, n_tokens, t, |_| true));
    let any = Index::new(&sets, n_tokens, t, takes_any);
    let mut position = vec![None; texts.len()];
    for (at, set) in sets.iter().enumerate() {
        position[set.idx] = Some(at);
    }
    let positions: Vec<usize> = (0..sets.len()).collect();
    for batch in positions.chunks(BATCH) {
        let join = Join {
            sets: &sets,
            t,
            asker: &*asker,
        };
        let of_one = |seen: &mut Vec<usize>, at: &usize| match asker.partners(sets[*at].idx) {
            Some(partners) => {
                let mut pairs = join.with_shorter(*at, &any, seen);
                let known = partners.iter().filter_map(|text| position[*text]);
                pairs.extend(known.filter_map(|other| join.pair(*at, other)));
                pairs
            }
            None => all
                .as_ref()
                .map_or_else(Vec::new, |all| join.with_shorter(*at, all, seen)),
        };
        let new_seen = || vec![usize::MAX; sets.len()];
        let pairs: Vec<Vec<Pair>> = batch.par_iter().map_init(new_seen, of_one).collect();
        for pair in pairs.into_iter().flatten() {
            // What was found before it may have settled it.
            if asker.wants(pair.a, pair.b) {
                asker.found(pair);
            }
        }
    }
}

/// What stays the same while a batch is looked at.
struct Join<'a> {
    sets: &'a [Tokens],
    /// Least similarity in thousandths.
    t: usize,
    asker: &'a dyn Asker,
}

impl Join<'_> {
    /// The text at a position with those of an index that are not longer.
    fn with_shorter(&self, at: usize, index: &Index, seen: &mut [usize]) -> Vec<Pair> {
        let set = &self.sets[at];
        let size = set.all.len();
        // Both texts must share at least t/(2000-t) of the longer one's tokens; a shorter text than that can't reach it.
        let shared_min = (size * self.t).div_ceil(2000 - self.t).max(1);
        let first = self.sets[..at].partition_point(|other| other.all.len() < shared_min);
        let prefix = &set.all[..size - shared_min.min(size) + 1];
        let range = first..at;
        let mut pairs = Vec::new();
        for token in prefix {
            for &other in index.within(*token, &range) {
                let other = other as usize;
                if std::mem::replace(&mut seen[other], at) != at {
                    pairs.extend(self.pair(at, other));
                }
            }
        }
        pairs
    }

    /// The texts at two positions, if they are wanted and similar enough.
    fn pair(&self, one: usize, other: usize) -> Option<Pair> {
        let (one, other) = (&self.sets[one], &self.sets[other]);
        let (a, b) = (one.idx.min(other.idx), one.idx.max(other.idx));
        let differ_max = one.differ_max(other, self.t);
        if a == b || one.differ_min(other) > differ_max || !self.asker.wants(a, b) {
            return None;
        }
        let n_differ = n_differing(&one.all, &other.all, differ_max)?;
        let sum = one.all.len() + other.all.len();
        let thousandths = u32::try_from(1000 * (sum - n_differ) / sum.max(1)).ok()?;
        Some(Pair { a, b, thousandths })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Asker, Pair, lexical, normal, trigrams};

    /// Wants everything and keeps it.
    #[derive(Default)]
    struct All(Vec<Pair>);

    impl Asker for All {
        fn partners(&self, _: usize) -> Option<&[usize]> {
            None
        }

        fn wants(&self, _: usize, _: usize) -> bool {
            true
        }

        fn found(&mut self, pair: Pair) {
            self.0.push(pair);
        }
    }

    fn joined(texts: &[String], min: u32) -> Vec<Pair> {
        let mut all = All::default();
        lexical(texts, min, &mut all);
        all.0.sort_unstable();
        all.0
    }

    fn brute(texts: &[String], min: u32) -> Vec<Pair> {
        let sets: Vec<BTreeSet<_>> = texts.iter().map(|t| trigrams(t).into_iter().collect()).collect();
        let mut pairs = Vec::new();
        for a in 0..sets.len() {
            for b in a + 1..sets.len() {
                let shared = sets[a].intersection(&sets[b]).count();
                let thousandths = u32::try_from(2000 * shared / (sets[a].len() + sets[b].len()).max(1)).unwrap();
                if thousandths >= min {
                    pairs.push(Pair { a, b, thousandths });
                }
            }
        }
        pairs
    }

    /// A small generator of our own: the same texts on any machine.
    fn texts(seed: u64, n: usize) -> Vec<String> {
        let words = [
            "list", "delete", "the", "file", "files", "of", "a", "branch", "project", "user", "create", "note",
        ];
        let mut state = seed;
        let mut next = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        (0..n)
            .map(|_| {
                let len = next(12);
                (0..len).map(|_| words[next(words.len())]).collect::<Vec<_>>().join(" ")
            })
            .collect()
    }

    #[test]
    fn the_join_finds_what_comparing_all_finds() {
        for seed in 0..12 {
            let texts = texts(seed, 120);
            for min in [1, 300, 500, 700, 800, 900, 1000] {
                assert_eq!(joined(&texts, min), brute(&texts, min), "seed {seed}, {min}");
            }
        }
    }

    #[test]
    fn words_alone_count() {
        assert_eq!(normal("  Delete -- a FILE! "), "delete a file");
        assert_eq!(normal("…"), "");
    }
}
