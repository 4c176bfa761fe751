//! Which texts are nearly the same: an exact similarity join.
//!
//! Texts are lowered, everything but letters and digits becomes a blank, and the trigrams of the padded text are counted;
//! the similarity of two is the Sørensen–Dice coefficient of these multisets. A trigram and its count-th appearance are one
//! token, so multisets become sets. Tokens are ordered by how rare they are: two texts that are similar enough must share
//! one of the rarest tokens of each (prefix filtering), so only those pairs are compared, and none is missed.

use rayon::slice::ParallelSliceMut;

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
pub trait Asker {
    /// Whether the similarity of these two texts matters; asked before it is computed.
    fn wants(&mut self, a: usize, b: usize) -> bool;
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

/// Tokens that are kept as bits: the commonest, which texts of one generator share.
const COMMON: usize = 1024;

/// The tokens of one text.
struct Tokens {
    /// Index of the text.
    idx: usize,
    /// Numbers of all tokens, the rarest the lowest, sorted.
    all: Vec<u32>,
    /// How many of them are not among the common ones.
    n_rare: usize,
    /// The common ones as bits.
    common: [u64; COMMON / 64],
}

impl Tokens {
    fn new(idx: usize, all: Vec<u32>, n_tokens: usize) -> Self {
        let common_from = u32::try_from(n_tokens.saturating_sub(COMMON)).unwrap_or(u32::MAX);
        let n_rare = all.partition_point(|token| *token < common_from);
        let mut common = [0; COMMON / 64];
        for token in &all[n_rare..] {
            let bit = (token - common_from) as usize;
            common[bit / 64] |= 1 << (bit % 64);
        }
        Self {
            idx,
            all,
            n_rare,
            common,
        }
    }

    /// Similarity in thousandths.
    fn dice(&self, other: &Self) -> u32 {
        let common: u32 = self
            .common
            .iter()
            .zip(&other.common)
            .map(|(a, b)| (a & b).count_ones())
            .sum();
        let shared = common as usize + n_shared(&self.all[..self.n_rare], &other.all[..other.n_rare]);
        u32::try_from(2000 * shared / (self.all.len() + other.all.len()).max(1)).unwrap_or(0)
    }
}

/// How many elements two sorted lists share.
fn n_shared(a: &[u32], b: &[u32]) -> usize {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                shared += 1;
                i += 1;
                j += 1;
            }
        }
    }
    shared
}

/// The tokens of the texts that have any, and how many tokens there are.
fn ranked(texts: &[String]) -> (Vec<Tokens>, usize) {
    let mut all: Vec<(u64, u32, u32)> = Vec::new();
    for (idx, text) in texts.iter().enumerate() {
        let idx = u32::try_from(idx).unwrap_or(u32::MAX);
        all.extend(trigrams(text).into_iter().map(|(trigram, n)| (trigram, n, idx)));
    }
    all.par_sort_unstable();
    let mut runs: Vec<&[(u64, u32, u32)]> = all.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).collect();
    runs.sort_by_key(|run| run.len());
    let mut sets: Vec<Vec<u32>> = vec![Vec::new(); texts.len()];
    for (rank, run) in runs.iter().enumerate() {
        for (_, _, idx) in *run {
            sets[*idx as usize].push(u32::try_from(rank).unwrap_or(u32::MAX));
        }
    }
    let sets = sets.into_iter().enumerate().filter(|(_, set)| !set.is_empty());
    (
        sets.map(|(idx, set)| Tokens::new(idx, set, runs.len())).collect(),
        runs.len(),
    )
}

/// All wanted pairs of texts whose Dice similarity is at least so many thousandths.
pub fn lexical(texts: &[String], thousandths_min: u32, asker: &mut dyn Asker) {
    let t = usize::try_from(thousandths_min.clamp(1, 1000)).unwrap_or(1000);
    let (mut sets, n_tokens) = ranked(texts);
    // Shorter texts first, so that each looks only at shorter ones.
    sets.sort_by_key(|set| (set.all.len(), set.idx));
    let mut index: Vec<Vec<u32>> = vec![Vec::new(); n_tokens];
    let mut last_seen: Vec<usize> = vec![usize::MAX; sets.len()];
    for (at, set) in sets.iter().enumerate() {
        let size = set.all.len();
        // Both texts must share at least t/(2000-t) of the longer one's tokens; a shorter text than that can't reach it.
        let shared_min = (size * t).div_ceil(2000 - t).max(1);
        let first = sets[..at].partition_point(|other| other.all.len() < shared_min);
        let prefix = &set.all[..size - shared_min.min(size) + 1];
        let mut compare = |candidate: usize| {
            let other = &sets[candidate];
            let (a, b) = (set.idx.min(other.idx), set.idx.max(other.idx));
            if asker.wants(a, b) {
                let thousandths = other.dice(set);
                if thousandths as usize >= t {
                    asker.found(Pair { a, b, thousandths });
                }
            }
        };
        let n_entries: usize = prefix.iter().map(|token| index[*token as usize].len()).sum();
        if n_entries >= at - first {
            // Where most texts share a token, going through all of them is shorter than through the index.
            (first..at).for_each(&mut compare);
        } else {
            for token in prefix {
                for &candidate in &index[*token as usize] {
                    let candidate = candidate as usize;
                    if candidate >= first && last_seen[candidate] != at {
                        last_seen[candidate] = at;
                        compare(candidate);
                    }
                }
            }
        }
        // As the shorter one of a later pair, it must share t/2000 of both, so at least half of that of its double.
        let shared_as_shorter = (size * 2 * t).div_ceil(2000).max(1);
        let indexed = size - shared_as_shorter.min(size) + 1;
        for token in &set.all[..indexed] {
            index[*token as usize].push(u32::try_from(at).unwrap_or(u32::MAX));
        }
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
        fn wants(&mut self, _: usize, _: usize) -> bool {
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
