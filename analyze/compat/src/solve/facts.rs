//! What is known of the instance in one branch of a search, with undo.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::formula::{F, Range, Span};
use crate::regex::PatternId;
use crate::value::{Rational, ValueId};

/// The literals that hold, sorted by what they speak of. Which fields matter depends on the type of the search.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) range: Range,
    pub(super) step: Option<Rational>,
    pub(super) not_steps: Vec<Rc<Rational>>,
    pub(super) span: Option<Span>,
    pub(super) accepted: Vec<PatternId>,
    pub(super) refused: Vec<PatternId>,
    pub(super) formats: Vec<(ValueId, bool)>,
    /// Values that will not do.
    pub(super) excluded: Vec<ValueId>,
    /// All elements in a range of indexes.
    pub(super) items: Vec<(u64, u64, F)>,
    /// Some element in a range of indexes.
    pub(super) some_items: Vec<(u64, u64, F)>,
    /// How many elements satisfy a formula.
    pub(super) contains: Vec<(F, Span)>,
    pub(super) unique: Option<bool>,
    /// All members whose name satisfies the first.
    pub(super) members: Vec<(F, F)>,
    /// Some member whose name satisfies the first.
    pub(super) some_members: Vec<(F, F)>,
    /// Indexes into the two lists, by the single name that an entry is about.
    pub(super) by_name: BTreeMap<ValueId, Named>,
}

/// Entries about one name.
#[derive(Default, Clone)]
pub(super) struct Named {
    pub(super) all: Vec<usize>,
    pub(super) some: Vec<usize>,
}

/// A state to come back to.
pub(super) struct Mark {
    range: Range,
    step: Option<Rational>,
    span: Option<Span>,
    unique: Option<bool>,
    lens: [usize; 9],
}

impl Facts {
    pub(super) fn span(&self) -> Span {
        self.span.unwrap_or(Span::ALL)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            range: self.range.clone(),
            step: self.step.clone(),
            span: self.span,
            unique: self.unique,
            lens: [
                self.not_steps.len(),
                self.accepted.len(),
                self.refused.len(),
                self.formats.len(),
                self.excluded.len(),
                self.items.len(),
                self.some_items.len(),
                self.contains.len(),
                self.members.len() + self.some_members.len(),
            ],
        }
    }

    pub(super) fn undo(&mut self, mark: Mark, names: &mut Vec<(Option<ValueId>, bool)>) {
        self.range = mark.range;
        self.step = mark.step;
        self.span = mark.span;
        self.unique = mark.unique;
        let [
            not_steps,
            accepted,
            refused,
            formats,
            excluded,
            items,
            some_items,
            contains,
            n_members,
        ] = mark.lens;
        self.not_steps.truncate(not_steps);
        self.accepted.truncate(accepted);
        self.refused.truncate(refused);
        self.formats.truncate(formats);
        self.excluded.truncate(excluded);
        self.items.truncate(items);
        self.some_items.truncate(some_items);
        self.contains.truncate(contains);
        while self.members.len() + self.some_members.len() > n_members {
            let Some((name, is_some)) = names.pop() else { break };
            if is_some {
                self.some_members.pop();
            } else {
                self.members.pop();
            }
            if let Some(named) = name.and_then(|name| self.by_name.get_mut(&name)) {
                if is_some {
                    named.some.pop();
                } else {
                    named.all.pop();
                }
            }
        }
    }

    /// Notes a literal about members; `name` is the single name it is about, if it is about one.
    pub(super) fn add_members(&mut self, names: F, value: F, name: Option<ValueId>, is_some: bool) {
        let list = if is_some {
            &mut self.some_members
        } else {
            &mut self.members
        };
        list.push((names, value));
        let at = list.len() - 1;
        if let Some(name) = name {
            let named = self.by_name.entry(name).or_default();
            if is_some {
                named.some.push(at);
            } else {
                named.all.push(at);
            }
        }
    }
}
