//! The little language in which detectors say which words must meet, and its matcher.
//!
//! `@ignore >4 @earlier >3 @instruction` wants a word of each class in this order, with at most that many words between
//! neighbors; `~` in place of `>` allows any order. `@a|@b` allows either class, and `"some words"` stands for a class
//! of its own. `!@class` at the end refuses sentences that hold a word of that class.
//!
//! Matching is one pass over the words found, for each pattern: for every stage only its latest completions are kept,
//! since the nearest one leaves the smallest gap.

use serde::{Deserialize, Serialize};

use super::lexicon::{Builder, Class, Classes, Hit};

/// Most stages of a pattern: in any order they make 24 orders.
const STAGES_MAX: usize = 5;
/// Completions kept for each stage. Phrases of one class rarely overlap more often than this.
const KEPT: usize = 3;

/// A compiled pattern, in one order.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Pattern {
    stages: Vec<Stage>,
    refused: Vec<Class>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Stage {
    any_of: Vec<Class>,
    /// Most half-words between the stage before and this one.
    gap_max: u32,
}

/// A word found, with where it stands in its text.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    /// The word.
    pub hit: Hit,
    /// Half-words before its start: a word counts two, an ideograph one.
    pub from: u32,
    /// Half-words before its end.
    pub to: u32,
    /// Its sentence.
    pub sentence: u32,
    /// Whether a negation stands right before it.
    pub negated: bool,
}

/// Byte range of a match in the view, and the sentence it starts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// First byte.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
    /// Sentence of the first word.
    pub sentence: u32,
}

/// Compiles a pattern; one in any order gives several.
///
/// # Errors
/// What is wrong with it, for the person who wrote it.
pub fn compile(
    source: &str,
    builder: &mut Builder,
    resolve: &dyn Fn(&Builder, &str) -> Option<Class>,
) -> Result<Vec<Pattern>, String> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut refused: Vec<Class> = Vec::new();
    let mut any_order = false;
    let mut gap: Option<u32> = None;
    for token in tokens(source)? {
        if let Some(name) = token.strip_prefix('!') {
            refused.extend(term(name, builder, resolve)?);
        } else if let Some(n) = token.strip_prefix('>').or_else(|| token.strip_prefix('~')) {
            any_order |= token.starts_with('~');
            gap = Some(
                n.parse::<u32>()
                    .map_err(|_| format!("no number of words in {token:?}"))?,
            );
        } else {
            if !stages.is_empty() && gap.is_none() {
                return Err(format!("no gap before {token:?}"));
            }
            let any_of = term(token, builder, resolve)?;
            stages.push(Stage {
                any_of,
                gap_max: gap.take().unwrap_or(0) * 2 + 1,
            });
        }
    }
    if stages.is_empty() || stages.len() > STAGES_MAX || gap.is_some() {
        return Err(format!("a pattern has one to {STAGES_MAX} words: {source:?}"));
    }
    let orders = if any_order { permutations(&stages) } else { vec![stages] };
    Ok(orders
        .into_iter()
        .map(|stages| Pattern {
            stages,
            refused: refused.clone(),
        })
        .collect())
}

/// Splits at blanks outside quotes.
fn tokens(source: &str) -> Result<Vec<&str>, String> {
    let parts = outside_quotes(source, char::is_whitespace)?;
    Ok(parts
        .into_iter()
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect())
}

fn outside_quotes(source: &str, is_border: impl Fn(char) -> bool) -> Result<Vec<&str>, String> {
    let mut parts = Vec::new();
    let (mut from, mut quoted) = (0, false);
    for (at, c) in source.char_indices() {
        if c == '"' {
            quoted = !quoted;
        } else if !quoted && is_border(c) {
            parts.push(&source[from..at]);
            from = at + c.len_utf8();
        }
    }
    if quoted {
        return Err(format!("open quote in {source:?}"));
    }
    parts.push(&source[from..]);
    Ok(parts)
}

/// Classes of `@a|"some words"|@b`; the quoted phrases together are one class.
fn term(
    source: &str,
    builder: &mut Builder,
    resolve: &dyn Fn(&Builder, &str) -> Option<Class>,
) -> Result<Vec<Class>, String> {
    let mut classes = Vec::new();
    let mut phrases: Vec<&str> = Vec::new();
    for name in outside_quotes(source, |c| c == '|')? {
        if let Some(class) = name.strip_prefix('@') {
            classes.push(resolve(builder, class).ok_or_else(|| format!("no word class {class:?}"))?);
        } else if name.len() > 2 && name.starts_with('"') && name.ends_with('"') {
            phrases.push(&name[1..name.len() - 1]);
        } else {
            return Err(format!("neither @class nor \"phrase\": {name:?}"));
        }
    }
    if !phrases.is_empty() {
        phrases.sort_unstable();
        let name = format!("\"{}\"", phrases.join("|"));
        let known = builder.known(&name);
        let class = builder.class(&name)?;
        if known.is_none() {
            for phrase in phrases {
                builder.add(class, phrase)?;
            }
        }
        classes.push(class);
    }
    Ok(classes)
}

/// Every order of the stages; the gap between two neighbors is the largest of all.
fn permutations(stages: &[Stage]) -> Vec<Vec<Stage>> {
    let gap_max = stages.iter().map(|s| s.gap_max).max().unwrap_or(0);
    let mut orders: Vec<Vec<usize>> = vec![vec![]];
    for idx in 0..stages.len() {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, idx);
                    longer
                })
            })
            .collect();
    }
    orders
        .into_iter()
        .map(|order| {
            order
                .into_iter()
                .map(|idx| Stage {
                    any_of: stages[idx].any_of.clone(),
                    gap_max,
                })
                .collect()
        })
        .collect()
}

#[derive(Debug, Clone, Copy)]
struct Done {
    start: u32,
    end: u32,
    to: u32,
    sentence: u32,
}

impl Pattern {
    /// Classes of which a text must hold one: those of the stage that fewest words fit, by this count.
    pub fn anchor(&self, n_words: impl Fn(Class) -> usize) -> &[Class] {
        let weight = |stage: &&Stage| stage.any_of.iter().map(|class| n_words(*class)).sum::<usize>();
        self.stages.iter().min_by_key(weight).map_or(&[], |stage| &stage.any_of)
    }

    /// Whether words of these classes could match.
    pub fn could(&self, present: &Classes) -> bool {
        self.stages
            .iter()
            .all(|stage| stage.any_of.iter().any(|class| present.has(*class)))
    }

    /// Whether the pattern refuses a sentence with these classes.
    pub fn refuses(&self, present: &Classes) -> bool {
        self.refused.iter().any(|class| present.has(*class))
    }

    /// The first match among words sorted by start. `obeys_negation` lets a negated first word not count.
    pub fn first(&self, words: &[Placed], obeys_negation: bool) -> Option<Match> {
        let n = self.stages.len();
        let mut done: [[Option<Done>; KEPT]; STAGES_MAX] = [[None; KEPT]; STAGES_MAX];
        for word in words {
            for idx in (0..n).rev() {
                if !self.stages[idx].any_of.contains(&word.hit.class) {
                    continue;
                }
                let reached = if idx == 0 {
                    if obeys_negation && word.negated {
                        continue;
                    }
                    Some((word.hit.start, word.sentence))
                } else {
                    done[idx - 1]
                        .iter()
                        .flatten()
                        .find(|d| d.end <= word.hit.start && word.from.saturating_sub(d.to) <= self.stages[idx].gap_max)
                        .map(|d| (d.start, d.sentence))
                };
                let Some((start, sentence)) = reached else { continue };
                if idx + 1 == n {
                    return Some(Match {
                        start,
                        end: word.hit.end,
                        sentence,
                    });
                }
                done[idx].rotate_right(1);
                done[idx][0] = Some(Done {
                    start,
                    end: word.hit.end,
                    to: word.to,
                    sentence,
                });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::place;
    use super::super::lexicon::Builder;
    use super::compile;

    fn matches(pattern: &str, text: &str) -> bool {
        let mut builder = Builder::default();
        for (name, words) in [("a", "alpha"), ("b", "beta"), ("c", "gamma"), ("n", "not")] {
            let class = builder.class(name).unwrap();
            builder.add(class, words).unwrap();
        }
        let patterns = compile(pattern, &mut builder, &|b, name| b.known(name)).unwrap();
        let lexicon = builder.build();
        let placed = place(text, &lexicon.hits(text, false), lexicon.class("n"), None);
        patterns.iter().any(|p| p.first(&placed.words, true).is_some())
    }

    #[test]
    fn order_gaps_and_negation() {
        let cases = [
            ("@a >1 @b", "alpha beta", true),
            ("@a >1 @b", "alpha x beta", true),
            ("@a >1 @b", "alpha x y beta", false),
            ("@a >1 @b", "beta alpha", false),
            ("@a ~1 @b", "beta alpha", true),
            ("@a ~2 @b ~2 @c", "gamma x alpha beta", true),
            ("@a >1 @b", "alpha alpha x beta", true),
            ("@a >9 @b", "not alpha beta", false),
            ("@a >9 \"big word\"", "alpha big word", true),
            ("@a|@b >0 @c", "beta gamma", true),
        ];
        for (pattern, text, expected) in cases {
            assert_eq!(matches(pattern, text), expected, "{pattern} on {text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let mut builder = Builder::default();
        for pattern in ["@unknown", "\"a\" \"b\"", "\"a\" >x \"b\"", "", "\"open"] {
            assert!(
                compile(pattern, &mut builder, &|b, name| b.known(name)).is_err(),
                "{pattern}"
            );
        }
    }
}
