//! Which texts are nearly the same: an exact similarity join.
//!
//! Texts are lowered, everything but letters and digits becomes a blank, and the trigrams of the padded text are counted;
//! the similarity of two is the Sørensen–Dice coefficient of these multisets. A trigram and its count-th appearance are one
//! token, so multisets become sets. Tokens are ordered by how rare they are: two texts that are similar enough must share
//! one of the rarest tokens of each (prefix filtering), so only those pairs are compared, and none is missed.

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

/// How two texts are scored.
pub type Scorer = fn(&[String], u32) -> Vec<Pair>;

/// The text that trigrams are taken from.
pub fn normal(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    words.join(" ")
}

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

/// Similarity of two sorted token lists in thousandths.
fn dice<T: Ord>(a: &[T], b: &[T]) -> u32 {
    if a.is_empty() || b.is_empty() {
        return 0;
    }
    let (mut i, mut j, mut shared) = (0, 0, 0usize);
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
    u32::try_from(2000 * shared / (a.len() + b.len())).unwrap_or(0)
}

/// The tokens of each text as numbers, the rarest the lowest, sorted; and how many numbers there are.
fn ranked(texts: &[String]) -> (Vec<Vec<u32>>, usize) {
    let mut all: Vec<((u64, u32), u32)> = Vec::new();
    for (idx, text) in texts.iter().enumerate() {
        let idx = u32::try_from(idx).unwrap_or(u32::MAX);
        all.extend(trigrams(text).into_iter().map(|token| (token, idx)));
    }
    all.sort_unstable();
    let mut runs: Vec<&[((u64, u32), u32)]> = all.chunk_by(|a, b| a.0 == b.0).collect();
    runs.sort_by_key(|run| run.len());
    let mut sets: Vec<Vec<u32>> = vec![Vec::new(); texts.len()];
    for (rank, run) in runs.iter().enumerate() {
        for (_, idx) in *run {
            sets[*idx as usize].push(u32::try_from(rank).unwrap_or(u32::MAX));
        }
    }
    (sets, runs.len())
}

/// All pairs of texts (already [`normal`], distinct) whose similarity is at least so many thousandths.
pub fn lexical(texts: &[String], thousandths_min: u32) -> Vec<Pair> {
    let t = usize::try_from(thousandths_min.clamp(1, 1000)).unwrap_or(1000);
    let (sets, n_tokens) = ranked(texts);
    let mut sets: Vec<(usize, Vec<u32>)> = sets
        .into_iter()
        .enumerate()
        .filter(|(_, set)| !set.is_empty())
        .collect();
    // Shorter texts first, so that each looks only at shorter ones.
    sets.sort_by_key(|(idx, set)| (set.len(), *idx));
    let mut index: Vec<Vec<u32>> = vec![Vec::new(); n_tokens];
    let mut last_seen: Vec<u32> = vec![u32::MAX; sets.len()];
    let mut pairs = Vec::new();
    for (at, (idx, set)) in sets.iter().enumerate() {
        let size = set.len();
        // Both texts must share at least t/(2000-t) of the longer one's tokens; a shorter text than that can't reach it.
        let shared_min = (size * t).div_ceil(2000 - t).max(1);
        let prefix = size - shared_min.min(size) + 1;
        for token in &set[..prefix] {
            for &candidate in &index[*token as usize] {
                let other = &sets[candidate as usize];
                if last_seen[candidate as usize] == at as u32 || other.1.len() < shared_min {
                    continue;
                }
                last_seen[candidate as usize] = at as u32;
                let score = dice(&other.1, set);
                if score as usize >= t {
                    pairs.push(Pair {
                        a: *idx.min(&other.0),
                        b: *idx.max(&other.0),
                        thousandths: score,
                    });
                }
            }
        }
        // As the shorter one of a later pair, it must share t/2000 of both, so at least half of that of its double.
        let shared_as_shorter = (size * 2 * t).div_ceil(2000).max(1);
        let indexed = size - shared_as_shorter.min(size) + 1;
        for token in &set[..indexed] {
            index[*token as usize].push(u32::try_from(at).unwrap_or(u32::MAX));
        }
    }
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::{Pair, dice, lexical, normal, trigrams};

    fn brute(texts: &[String], min: u32) -> Vec<Pair> {
        let sets: Vec<_> = texts.iter().map(|t| trigrams(t)).collect();
        let mut pairs = Vec::new();
        for a in 0..sets.len() {
            for b in a + 1..sets.len() {
                let thousandths = dice(&sets[a], &sets[b]);
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
                assert_eq!(lexical(&texts, min), brute(&texts, min), "seed {seed}, {min}");
            }
        }
    }

    #[test]
    fn words_alone_count() {
        assert_eq!(normal("  Delete -- a FILE! "), "delete a file");
        assert_eq!(normal("…"), "");
    }
}
