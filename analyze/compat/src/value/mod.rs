//! JSON values as a hash-consed arena: equal values have equal ids, whatever their spelling or member order.
//!
//! Nothing here recurses, so values of any depth can be read, compared and dropped.

mod edit;
mod number;
mod read;
mod write;

use std::collections::BTreeMap;
use std::rc::Rc;

pub(crate) use number::{Rational, count, decimal_text, parse_decimal};

/// A value of the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ValueId(pub(crate) u32);

/// What a value is. Members of objects are sorted by the id of their name, so that equal objects are equal slices.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(Rc<Rational>),
    /// A number whose exponent passes our bound; equal only to itself as spelled.
    Odd(Rc<str>),
    String(Rc<str>),
    Array(Rc<[ValueId]>),
    Object(Rc<[(ValueId, ValueId)]>),
}

/// The arena. Integers, strings and composites have tables of their own, so that a lookup compares few bytes.
pub(crate) struct Values {
    nodes: Vec<Json>,
    depths: Vec<u32>,
    /// Whether every number of the value is exact.
    exact: Vec<bool>,
    strings: BTreeMap<Rc<str>, ValueId>,
    others: BTreeMap<Json, ValueId>,
}

impl Values {
    pub(crate) const NULL: ValueId = ValueId(0);
    pub(crate) const FALSE: ValueId = ValueId(1);
    pub(crate) const TRUE: ValueId = ValueId(2);

    pub(crate) fn new() -> Self {
        let mut values = Self {
            nodes: Vec::new(),
            depths: Vec::new(),
            exact: Vec::new(),
            strings: BTreeMap::new(),
            others: BTreeMap::new(),
        };
        for node in [Json::Null, Json::Bool(false), Json::Bool(true)] {
            values.intern(node);
        }
        values
    }

    pub(crate) fn get(&self, id: ValueId) -> &Json {
        &self.nodes[id.0 as usize]
    }

    /// Levels of arrays and objects.
    pub(crate) fn depth(&self, id: ValueId) -> u32 {
        self.depths[id.0 as usize]
    }

    /// Whether every number of the value is exact, so that its id says all about equality.
    pub(crate) fn is_exact(&self, id: ValueId) -> bool {
        self.exact[id.0 as usize]
    }

    fn intern(&mut self, node: Json) -> ValueId {
        if let Some(&id) = self.others.get(&node) {
            return id;
        }
        let below = match &node {
            Json::Array(items) => items.iter().map(|&id| self.depth(id)).max().unwrap_or(0) + 1,
            Json::Object(members) => members.iter().map(|&(_, id)| self.depth(id)).max().unwrap_or(0) + 1,
            _ => 0,
        };
        let id = self.push(node.clone(), below);
        self.others.insert(node, id);
        id
    }

    fn push(&mut self, node: Json, depth: u32) -> ValueId {
        let exact = match &node {
            Json::Odd(_) => false,
            Json::Array(items) => items.iter().all(|&id| self.is_exact(id)),
            Json::Object(members) => members.iter().all(|&(_, id)| self.is_exact(id)),
            _ => true,
        };
        self.exact.push(exact);
        let id = ValueId(u32::try_from(self.nodes.len()).expect("a text of 4 GiB has fewer values"));
        self.nodes.push(node);
        self.depths.push(depth);
        id
    }

    pub(crate) fn string(&mut self, text: &str) -> ValueId {
        if let Some(&id) = self.strings.get(text) {
            return id;
        }
        let text: Rc<str> = text.into();
        let id = self.push(Json::String(Rc::clone(&text)), 0);
        self.strings.insert(text, id);
        id
    }

    pub(crate) fn boolean(value: bool) -> ValueId {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub(crate) fn number(&mut self, value: Rational) -> ValueId {
        self.intern(Json::Number(Rc::new(value)))
    }

    pub(crate) fn array(&mut self, items: Vec<ValueId>) -> ValueId {
        self.intern(Json::Array(items.into()))
    }

    /// An object; of several members with one name the last one counts.
    pub(crate) fn object(&mut self, members: Vec<(ValueId, ValueId)>) -> ValueId {
        let mut members = members;
        members.reverse();
        members.sort_by_key(|&(name, _)| name);
        members.dedup_by_key(|&mut (name, _)| name);
        self.intern(Json::Object(members.into()))
    }

    pub(crate) fn as_str(&self, id: ValueId) -> Option<&Rc<str>> {
        match self.get(id) {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn as_number(&self, id: ValueId) -> Option<&Rc<Rational>> {
        match self.get(id) {
            Json::Number(value) => Some(value),
            _ => None,
        }
    }

    /// The members of an object, or none.
    pub(crate) fn members(&self, id: ValueId) -> Option<Rc<[(ValueId, ValueId)]>> {
        match self.get(id) {
            Json::Object(members) => Some(Rc::clone(members)),
            _ => None,
        }
    }

    /// The elements of an array, or none.
    pub(crate) fn items(&self, id: ValueId) -> Option<Rc<[ValueId]>> {
        match self.get(id) {
            Json::Array(items) => Some(Rc::clone(items)),
            _ => None,
        }
    }

    /// The member of that name.
    pub(crate) fn member(&self, object: ValueId, name: ValueId) -> Option<ValueId> {
        match self.get(object) {
            Json::Object(members) => members
                .binary_search_by_key(&name, |&(name, _)| name)
                .ok()
                .map(|at| members[at].1),
            _ => None,
        }
    }

    /// The member of that name.
    pub(crate) fn field(&self, object: ValueId, name: &str) -> Option<ValueId> {
        let Json::Object(members) = self.get(object) else {
            return None;
        };
        if members.len() > SCANNED_MAX {
            return self.member(object, *self.strings.get(name)?);
        }
        let is_it =
            |&&(known, _): &&(ValueId, ValueId)| matches!(self.get(known), Json::String(text) if **text == *name);
        members.iter().find(is_it).map(|&(_, value)| value)
    }
}

/// Largest object whose names are compared one by one: most schemas have few keywords, and most questions for one are in
/// vain. Beyond, the table of all strings is asked.
const SCANNED_MAX: usize = 12;

#[cfg(test)]
mod tests {
    use super::Values;

    #[test]
    fn equal_values_are_one() {
        let mut values = Values::new();
        let mut read = |text: &str| {
            let doc = mcpward_json::Doc::parse(text, &mcpward_json::Limits::default()).unwrap();
            values.read(doc.root())
        };
        let a = read(r#"{"x": 1.0, "y": [true, null, "é"]}"#);
        let b = read(r#"{"y": [true, null, "\u00e9"], "x": 1}"#);
        let c = read(r#"{"y": [1, null, "é"], "x": 1}"#);
        let odd = read("[1e9999]");
        assert!(values.is_exact(a) && !values.is_exact(odd));
        assert_eq!(a, b);
        assert_ne!(a, c);
        assert_eq!(values.depth(a), 2);
    }
}
