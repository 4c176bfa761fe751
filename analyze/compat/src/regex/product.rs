//! The shortest string that some patterns accept and others do not.
//!
//! The walk is breadth first over the product of one state of every accepted pattern and one set of states of every other.
//! Of two places that differ only in those sets the one with the smaller sets dominates: it can do whatever the other can.

use std::collections::{BTreeMap, VecDeque};

use super::class::CharSet;
use super::nfa::{After, Before, Closure, Nfa, State, StateId};
use super::{PatternId, Patterns};
use crate::limits::{LENGTH_WALK_MAX, PRODUCT_MAX};

/// What is asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Query {
    pub(crate) accepted: Vec<PatternId>,
    pub(crate) refused: Vec<PatternId>,
    pub(crate) length_min: u64,
    pub(crate) length_max: Option<u64>,
    /// Strings that will not do.
    pub(crate) excluded: Vec<String>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    Text(String),
    Nothing,
    /// A bound was reached, or a pattern is not regular.
    GaveUp,
}

/// A place of the walk. The order of fields is the order of comparison.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    accepted: Vec<StateId>,
    before: Before,
    length: u64,
    trie: u32,
}

struct Step {
    place: Place,
    refused: Vec<Vec<StateId>>,
    parent: usize,
    c: char,
    level: u64,
    /// Whether a better place took its part.
    dominated: bool,
}

/// Excluded strings as a tree; node 0 is outside of it.
struct Trie {
    children: BTreeMap<(u32, char), u32>,
    ends: Vec<bool>,
}

const OUTSIDE: u32 = 0;
const ROOT: u32 = 1;

impl Trie {
    fn new(texts: &[String]) -> Self {
        let mut trie = Self {
            children: BTreeMap::new(),
            ends: vec![false, false],
        };
        for text in texts {
            let mut node = ROOT;
            for c in text.chars() {
                let next = u32::try_from(trie.ends.len()).unwrap_or(u32::MAX);
                node = *trie.children.entry((node, c)).or_insert(next);
                if node == next {
                    trie.ends.push(false);
                }
            }
            trie.ends[node as usize] = true;
        }
        trie
    }

    fn step(&self, node: u32, c: char) -> u32 {
        if node == OUTSIDE {
            OUTSIDE
        } else {
            self.children.get(&(node, c)).copied().unwrap_or(OUTSIDE)
        }
    }
}

/// A set of code points that no class of the query tells apart.
struct Letter {
    c: char,
    word: bool,
    /// Whether each class, of all automata in order, holds it.
    holds: Vec<bool>,
}

impl Patterns {
    /// Walks the product; `fuel` is charged a step for every place.
    pub(crate) fn find(&self, query: &Query, fuel: &mut dyn FnMut(u64) -> bool) -> Found {
        let nfas = |ids: &[PatternId]| ids.iter().map(|&id| self.nfa(id)).collect::<Option<Vec<_>>>();
        let (Some(accepted), Some(refused)) = (nfas(&query.accepted), nfas(&query.refused)) else {
            return Found::GaveUp;
        };
        if query.length_min > LENGTH_WALK_MAX {
            return Found::GaveUp;
        }
        let trie = Trie::new(&query.excluded);
        let letters = letters(&accepted, &refused, &query.excluded);
        Walk {
            query,
            accepted,
            refused,
            trie,
            letters,
            steps: Vec::new(),
            seen: BTreeMap::new(),
        }
        .run(fuel)
    }
}

struct Walk<'a> {
    query: &'a Query,
    accepted: Vec<&'a Nfa>,
    refused: Vec<&'a Nfa>,
    trie: Trie,
    letters: Vec<Letter>,
    steps: Vec<Step>,
    /// The steps that reached each place, none dominated by another.
    seen: BTreeMap<Place, Vec<usize>>,
}

impl Walk<'_> {
    fn run(mut self, fuel: &mut dyn FnMut(u64) -> bool) -> Found {
        let place = Place {
            accepted: self.accepted.iter().map(|nfa| nfa.start).collect(),
            before: Before::Start,
            length: 0,
            trie: ROOT,
        };
        let refused = self.refused.iter().map(|nfa| vec![nfa.start]).collect();
        self.steps.push(Step {
            place,
            refused,
            parent: usize::MAX,
            c: '\0',
            level: 0,
            dominated: false,
        });
        let mut queue = VecDeque::from([0]);
        // Every place is left by every letter, in every automaton.
        let cost = (self.letters.len() * (self.accepted.len() + self.refused.len())) as u64;
        while let Some(at) = queue.pop_front() {
            if self.steps[at].dominated {
                continue;
            }
            let weight: usize = self.steps[at].refused.iter().map(Vec::len).sum();
            if !fuel(cost + weight as u64 / 2) || self.steps.len() > PRODUCT_MAX {
                return Found::GaveUp;
            }
            if self.accepts(at) {
                return Found::Text(self.text(at));
            }
            if self.query.length_max.is_some_and(|max| self.steps[at].level >= max) {
                continue;
            }
            let closures = self.closures(at);
            for letter in 0..self.letters.len() {
                self.advance(at, letter, &closures, &mut queue);
                if self.steps.len() > PRODUCT_MAX {
                    return Found::GaveUp;
                }
            }
        }
        Found::Nothing
    }

    fn accepts(&self, at: usize) -> bool {
        let step = &self.steps[at];
        let done = |nfa: &Nfa, states: &[StateId]| nfa.close(states, step.place.before, After::End).all;
        step.place.length >= self.query.length_min
            && !self.trie.ends[step.place.trie as usize]
            && self
                .accepted
                .iter()
                .zip(&step.place.accepted)
                .all(|(nfa, &state)| done(nfa, &[state]))
            && !self
                .refused
                .iter()
                .zip(&step.refused)
                .any(|(nfa, states)| done(nfa, states))
    }

    /// What each automaton can consume at a place: before other letters, and before those of words.
    fn closures(&self, at: usize) -> [Vec<Closure>; 2] {
        let step = &self.steps[at];
        let before = step.place.before;
        [After::Other, After::Word].map(|after| {
            let accepted = self.accepted.iter().zip(&step.place.accepted);
            let refused = self.refused.iter().zip(&step.refused);
            let accepted = accepted.map(|(nfa, &state)| nfa.close(&[state], before, after));
            accepted
                .chain(refused.map(|(nfa, states)| nfa.close(states, before, after)))
                .collect()
        })
    }

    fn advance(&mut self, at: usize, letter: usize, closures: &[Vec<Closure>; 2], queue: &mut VecDeque<usize>) {
        let Letter { c, word, ref holds } = self.letters[letter];
        let step = &self.steps[at];
        let mut closures = closures[usize::from(word)].iter();
        let mut offset = 0;
        let mut choices: Vec<Vec<StateId>> = vec![Vec::new()];
        for (nfa, closure) in self.accepted.iter().zip(closures.by_ref()) {
            let targets = targets(nfa, closure, &holds[offset..]);
            offset += nfa.classes.len();
            choices = targets
                .iter()
                .flat_map(|&target| {
                    choices
                        .iter()
                        .map(move |choice| choice.iter().copied().chain([target]).collect())
                })
                .collect();
        }
        if choices.is_empty() {
            return;
        }
        let mut refused = Vec::with_capacity(self.refused.len());
        for (nfa, closure) in self.refused.iter().zip(closures) {
            let targets = targets(nfa, closure, &holds[offset..]);
            offset += nfa.classes.len();
            if targets.contains(&0) {
                return; // That pattern has matched, whatever follows.
            }
            refused.push(targets);
        }
        let remember = self.accepted.iter().chain(&self.refused).any(|nfa| nfa.edges);
        let before = if word && remember { Before::Word } else { Before::Other };
        let length = (step.place.length + 1).min(self.query.length_min);
        let (trie, level) = (self.trie.step(step.place.trie, c), step.level + 1);
        for accepted in choices {
            let place = Place {
                accepted,
                before,
                length,
                trie,
            };
            let new = self.steps.len();
            let known = self.seen.entry(place.clone()).or_default();
            if known
                .iter()
                .any(|&other| dominates(&self.steps[other].refused, &refused))
            {
                continue;
            }
            for &other in known.iter() {
                self.steps[other].dominated |= dominates(&refused, &self.steps[other].refused);
            }
            known.retain(|&other| !self.steps[other].dominated);
            known.push(new);
            queue.push_back(new);
            self.steps.push(Step {
                place,
                refused: refused.clone(),
                parent: at,
                c,
                level,
                dominated: false,
            });
        }
    }

    fn text(&self, at: usize) -> String {
        let (mut chars, mut at) = (Vec::new(), at);
        while at != 0 {
            chars.push(self.steps[at].c);
            at = self.steps[at].parent;
        }
        chars.into_iter().rev().collect()
    }
}

/// Whether every set of `small` is within that of `large`.
fn dominates(small: &[Vec<StateId>], large: &[Vec<StateId>]) -> bool {
    small.iter().zip(large).all(|(small, large)| {
        small.len() <= large.len() && small.iter().all(|state| large.binary_search(state).is_ok())
    })
}

/// Where a letter leads; state 0 means that the match is complete.
fn targets(nfa: &Nfa, closure: &Closure, holds: &[bool]) -> Vec<StateId> {
    if closure.all {
        return vec![0];
    }
    let mut targets = Vec::new();
    for &id in &closure.consuming {
        if let State::Class(class, next) = nfa.states[id as usize]
            && holds[class as usize]
        {
            targets.push(next);
        }
    }
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// What tells code points apart: the classes that hold them, whether they are of a word, and excluded texts that use them.
type Signature = (Vec<bool>, bool, Option<char>);

/// Code points, grouped by what tells them apart.
fn letters(accepted: &[&Nfa], refused: &[&Nfa], excluded: &[String]) -> Vec<Letter> {
    let word = CharSet::word();
    let edges = accepted.iter().chain(refused).any(|nfa| nfa.edges);
    let classes: Vec<&CharSet> = accepted.iter().chain(refused).flat_map(|nfa| &nfa.classes).collect();
    let mut singles: Vec<char> = excluded.iter().flat_map(|text| text.chars()).collect();
    singles.sort_unstable();
    singles.dedup();
    let mut cuts: Vec<u32> = vec![0, 0xE000];
    let extra: Vec<CharSet> = singles.iter().map(|&c| CharSet::single(u32::from(c))).collect();
    for set in classes.iter().copied().chain(&extra).chain(edges.then_some(&word)) {
        for &(lo, hi) in set.ranges() {
            cuts.extend([lo, hi + 1]);
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut groups: BTreeMap<Signature, Vec<(u32, u32)>> = BTreeMap::new();
    for (n, &lo) in cuts.iter().enumerate() {
        let hi = cuts.get(n + 1).map_or(0x10_FFFF, |&next| next - 1);
        if lo > 0x10_FFFF || (0xD800..0xE000).contains(&lo) {
            continue;
        }
        let holds: Vec<bool> = classes.iter().map(|set| set.contains(lo)).collect();
        let single = char::from_u32(lo).filter(|c| singles.binary_search(c).is_ok());
        groups
            .entry((holds, edges && word.contains(lo), single))
            .or_default()
            .push((lo, hi));
    }
    let mut letters: Vec<Letter> = groups
        .into_iter()
        .filter_map(|((holds, word, _), ranges)| {
            Some(Letter {
                c: CharSet::of(&ranges).representative()?,
                word,
                holds,
            })
        })
        .collect();
    letters.sort_by_key(|letter| (!letter.c.is_ascii_alphanumeric(), letter.c));
    letters
}
