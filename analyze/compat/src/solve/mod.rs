//! Whether a formula has an instance, and which.
//!
//! A goal is split by type. For null, booleans and constants its few values are tried; for the others [`search`] turns the
//! goal into facts and clauses, and a theory per type decides facts, asking again for the parts of the instance.
//!
//! Instances are finite, so a goal that depends on itself has no instance by that way: a smallest instance would hold a
//! smaller one. A goal in progress therefore counts as empty, and answers that rest on this are kept only as long as it does.

mod around;
mod arrays;
mod distinct;
mod facts;
mod fresh;
mod lookahead;
mod members;
mod numbers;
mod propagate;
mod search;
mod strings;

use std::collections::BTreeMap;

use crate::formula::{F, Node, Types, World};
use crate::limits::GOAL_STEPS;
use crate::value::{ValueId, Values};
use crate::verdict::Reason;

/// An instance, none, or not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    Some(ValueId),
    None,
    Unknown(Reason),
}

impl Answer {
    /// Keeps the first reason while alternatives are tried.
    fn or_note(self, note: &mut Option<Reason>) -> Option<ValueId> {
        match self {
            Self::Some(value) => return Some(value),
            Self::None => {}
            Self::Unknown(reason) => {
                note.get_or_insert(reason);
            }
        }
        None
    }

    /// The answer where every alternative failed.
    fn exhausted(note: Option<Reason>) -> Self {
        note.map_or(Self::None, Self::Unknown)
    }
}

/// The table of goals.
pub(crate) struct Solver<'w> {
    pub(crate) world: &'w mut World,
    known: BTreeMap<F, Answer>,
    /// Goals in progress, with their depth.
    open: BTreeMap<F, u32>,
    /// Goals whose answer rests on one in progress, and the outermost such depth.
    provisional: Vec<F>,
    rests_on: BTreeMap<F, u32>,
    /// The outermost goal in progress that answers since the last reset rest on.
    lowest: u32,
    /// Texts that occur in the schemas: candidates where patterns are not regular.
    pub(crate) texts: Vec<ValueId>,
}

const NOTHING: u32 = u32::MAX;

impl<'w> Solver<'w> {
    pub(crate) fn new(world: &'w mut World) -> Self {
        Self {
            world,
            known: BTreeMap::new(),
            open: BTreeMap::new(),
            provisional: Vec::new(),
            rests_on: BTreeMap::new(),
            lowest: NOTHING,
            texts: Vec::new(),
        }
    }

    /// An instance of the formula.
    pub(crate) fn solve(&mut self, goal: F) -> Answer {
        let goal = self.world.deref(goal);
        if goal == F::FALSE {
            return Answer::None;
        }
        if let Some(answer) = self.known.get(&goal) {
            let answer = answer.clone();
            self.lowest = self.lowest.min(self.rests_on.get(&goal).copied().unwrap_or(NOTHING));
            return answer;
        }
        if let Some(&depth) = self.open.get(&goal) {
            self.lowest = self.lowest.min(depth);
            return Answer::None;
        }
        if !self.world.charge(GOAL_STEPS) {
            return Answer::Unknown(Reason::Fuel);
        }
        if !self.world.descend() {
            return Answer::Unknown(Reason::Limit("instance-depth"));
        }
        let answer = self.solve_new(goal);
        self.world.ascend();
        answer
    }

    fn solve_new(&mut self, goal: F) -> Answer {
        let depth = u32::try_from(self.open.len()).unwrap_or(NOTHING - 1);
        let outer = std::mem::replace(&mut self.lowest, NOTHING);
        let mark = self.provisional.len();
        self.open.insert(goal, depth);
        let answer = self.by_type(goal);
        self.open.remove(&goal);
        let lowest = std::mem::replace(&mut self.lowest, outer);
        if answer == Answer::None && lowest < depth {
            self.lowest = self.lowest.min(lowest);
            // What rested on this goal now rests on what this goal rests on.
            for rested in &self.provisional[mark..] {
                if let Some(depth) = self.rests_on.get_mut(rested) {
                    *depth = (*depth).min(lowest);
                }
            }
            self.provisional.push(goal);
            self.rests_on.insert(goal, lowest);
        } else {
            // What rested on this goal alone is now certain, or, if the goal has an instance after all, worth nothing.
            for rested in self.provisional.split_off(mark) {
                self.rests_on.remove(&rested);
                if answer != Answer::None {
                    self.known.remove(&rested);
                }
            }
        }
        self.known.insert(goal, answer.clone());
        answer
    }

    fn by_type(&mut self, goal: F) -> Answer {
        let mut note = None;
        if let Some(values) = self.constants(goal) {
            return self.among(goal, &values);
        }
        let types = self.world.can_hold(goal);
        for each in Types::EACH {
            if !types.meets(each) {
                continue;
            }
            let answer = match each {
                Types::NULL => self.among(goal, &[Values::NULL]),
                Types::BOOLEAN => self.among(goal, &[Values::TRUE, Values::FALSE]),
                _ => search::search(self, goal, each),
            };
            if let Some(value) = answer.or_note(&mut note) {
                return Answer::Some(value);
            }
            if note == Some(Reason::Fuel) {
                break;
            }
        }
        Answer::exhausted(note)
    }

    /// The values to which a goal is confined, where it names them.
    pub(crate) fn constants(&self, goal: F) -> Option<Vec<ValueId>> {
        if goal.is_negated() {
            return None;
        }
        match self.world.node(goal) {
            Node::Enum(values) => Some(values.to_vec()),
            Node::All(parts) => parts
                .iter()
                .find_map(|&part| match (self.world.node(part), part.is_negated()) {
                    (Node::Enum(values), false) => Some(values.to_vec()),
                    _ => None,
                }),
            _ => None,
        }
    }

    /// The first of these values that is an instance.
    fn among(&mut self, goal: F, values: &[ValueId]) -> Answer {
        let mut note = None;
        for &value in values {
            match self.world.eval(goal, value) {
                Some(true) => return Answer::Some(value),
                Some(false) => {}
                None => note = Some(self.why_unknown()),
            }
        }
        Answer::exhausted(note)
    }

    /// Why an evaluation gave no answer.
    fn why_unknown(&self) -> Reason {
        if self.world.steps > self.world.fuel {
            return Reason::Fuel;
        }
        if self.world.too_deep {
            return Reason::Limit("instance-depth");
        }
        self.world.first_opaque().unwrap_or(Reason::Limit("backtracking"))
    }
}
