//! Shapes of messages, and what is wrong with a value that should have one.

use std::collections::BTreeMap;

use mcpward_json::{Kind, Value, push_token};

use super::notation::{Bounds, Declarations, Node};
use crate::contract::beginning;
use crate::limits::BREACHES_MAX;

/// All shapes of one protocol version.
#[derive(Debug)]
pub(super) struct Table {
    names: BTreeMap<String, usize>,
    shapes: Vec<Shape>,
}

#[derive(Debug)]
enum Shape {
    Any,
    Text,
    Number(Bounds),
    Integer(Bounds),
    Boolean,
    Null,
    Object,
    Word(String),
    Named(usize),
    List(Box<Shape>, Bounds),
    Record {
        members: BTreeMap<String, (bool, Shape)>,
        others: Option<Box<Shape>>,
    },
    OneOf(Vec<Shape>),
}

/// A place where a value has not the shape that it should.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Breach {
    /// JSON Pointer into the value.
    pub pointer: String,
    /// What is there and what should be, as a sentence fragment.
    pub why: String,
}

impl Table {
    /// Resolves names and taken-over members.
    ///
    /// # Errors
    /// A name that nothing declares, or a word that no shape has.
    pub(super) fn new(declarations: &Declarations) -> Result<Self, String> {
        let names: BTreeMap<String, usize> = declarations.keys().cloned().zip(0..).collect();
        let resolver = Resolver {
            declarations,
            names: &names,
        };
        let shapes = declarations
            .values()
            .map(|node| resolver.shape(node))
            .collect::<Result<_, _>>()?;
        Ok(Self { names, shapes })
    }

    /// What is wrong with `value` as a message of that name, sorted; `None` where the version has no such message.
    pub(super) fn check(&self, name: &str, value: Value<'_>) -> Option<Vec<Breach>> {
        let shape = &self.shapes[*self.names.get(name)?];
        let mut found = Vec::new();
        self.walk(shape, value, &mut String::new(), &mut found);
        found.sort();
        found.dedup();
        Some(found)
    }

    fn fits(&self, shape: &Shape, value: Value<'_>) -> bool {
        let mut found = Vec::new();
        self.walk(shape, value, &mut String::new(), &mut found);
        found.is_empty()
    }

    /// Shapes do not contain themselves (a test holds it), so the depth is bounded by the tables and not by the value.
    fn walk(&self, shape: &Shape, value: Value<'_>, pointer: &mut String, found: &mut Vec<Breach>) {
        if found.len() >= BREACHES_MAX {
            return;
        }
        let kind = value.kind();
        match shape {
            Shape::Named(idx) => self.walk(&self.shapes[*idx], value, pointer, found),
            Shape::OneOf(choices) => self.one_of(choices, value, pointer, found),
            Shape::List(item, bounds) if kind == Kind::Array => {
                if !within(value.n_children() as i64, *bounds) {
                    add(
                        found,
                        pointer,
                        format!("more than {} entries", bounds.1.unwrap_or_default()),
                    );
                }
                for (idx, value) in value.items().enumerate() {
                    self.below(item, value, &idx.to_string(), pointer, found);
                }
            }
            Shape::Record { members, others } if kind == Kind::Object => {
                for (name, (required, shape)) in members {
                    match value.get(name) {
                        Some(member) => self.below(shape, member, name, pointer, found),
                        None if *required => add(found, pointer, format!("{name} is missing")),
                        None => {}
                    }
                }
                let Some(shape) = others else { return };
                for (name, member) in value.entries() {
                    let name = name.as_str().unwrap_or_default();
                    if !members.contains_key(&*name) {
                        self.below(shape, member, &name, pointer, found);
                    }
                }
            }
            shape if shape.is_simple(value) => {}
            shape => add(
                found,
                pointer,
                format!("{} instead of {}", found_text(value), shape.wanted()),
            ),
        }
    }

    fn below(&self, shape: &Shape, value: Value<'_>, name: &str, pointer: &mut String, found: &mut Vec<Breach>) {
        let length = pointer.len();
        push_token(pointer, name);
        self.walk(shape, value, pointer, found);
        pointer.truncate(length);
    }

    /// Where no choice fits, the one that the value claims to be (its `type`, `mode` or `method` fits) says what is wrong.
    fn one_of(&self, choices: &[Shape], value: Value<'_>, pointer: &mut String, found: &mut Vec<Breach>) {
        if choices.iter().any(|choice| self.fits(choice, value)) {
            return;
        }
        let mut claimed = choices.iter().filter(|choice| self.claims(choice, value));
        match (claimed.next(), claimed.next()) {
            (Some(choice), None) => self.walk(choice, value, pointer, found),
            _ => {
                let wanted: Vec<String> = choices.iter().map(|choice| self.wanted(choice)).collect();
                add(
                    found,
                    pointer,
                    format!("{} instead of {}", found_text(value), wanted.join(" or ")),
                );
            }
        }
    }

    /// Whether a value has the words of a record, and at least one of them.
    fn claims(&self, shape: &Shape, value: Value<'_>) -> bool {
        let record = if let Shape::Named(idx) = shape {
            &self.shapes[*idx]
        } else {
            shape
        };
        let Shape::Record { members, .. } = record else {
            return false;
        };
        let mut words = members
            .iter()
            .filter(|(_, (_, shape))| matches!(shape, Shape::Word(_)))
            .peekable();
        let fits =
            |(name, (_, shape)): (&String, &(bool, Shape))| value.get(name).is_some_and(|word| shape.is_simple(word));
        words.peek().is_some() && words.all(fits)
    }

    fn wanted(&self, shape: &Shape) -> String {
        match shape {
            Shape::Named(idx) => {
                let name = self
                    .names
                    .iter()
                    .find(|(_, known)| *known == idx)
                    .map(|(name, _)| name.clone());
                name.unwrap_or_default()
            }
            shape => shape.wanted(),
        }
    }

    /// Whether some shape contains itself.
    #[cfg(test)]
    pub(super) fn is_circular(&self) -> bool {
        fn parts(shape: &Shape, out: &mut Vec<usize>) {
            match shape {
                Shape::Named(idx) => out.push(*idx),
                Shape::List(item, _) => parts(item, out),
                Shape::OneOf(choices) => choices.iter().for_each(|choice| parts(choice, out)),
                Shape::Record { members, others } => {
                    members.values().for_each(|(_, shape)| parts(shape, out));
                    others.iter().for_each(|shape| parts(shape, out));
                }
                _ => {}
            }
        }
        (0..self.shapes.len()).any(|start| {
            let (mut todo, mut seen) = (vec![start], std::collections::BTreeSet::new());
            while let Some(idx) = todo.pop() {
                let mut below = Vec::new();
                parts(&self.shapes[idx], &mut below);
                if below.contains(&start) {
                    return true;
                }
                todo.extend(below.into_iter().filter(|idx| seen.insert(*idx)));
            }
            false
        })
    }
}

impl Shape {
    /// Whether a value has a shape without parts.
    fn is_simple(&self, value: Value<'_>) -> bool {
        match (self, value.kind()) {
            (Self::Any, _) | (Self::Text, Kind::String) | (Self::Boolean, Kind::Bool(_)) | (Self::Null, Kind::Null) => {
                true
            }
            (Self::Object, Kind::Object) => true,
            (Self::Word(word), Kind::String) => value.is_text(word),
            (Self::Number(bounds), Kind::Number) => is_within(value, *bounds),
            (Self::Integer(bounds), Kind::Number) => {
                // An exponent beyond 64 bits can only be an integer.
                value.decimal().is_none_or(|decimal| decimal.is_integer()) && is_within(value, *bounds)
            }
            _ => false,
        }
    }

    fn wanted(&self) -> String {
        let bounded = |word: &str, bounds: &Bounds| match bounds {
            (None, None) => word.to_owned(),
            (Some(low), None) => format!("{word} from {low}"),
            (low, Some(high)) => format!("{word} from {} to {high}", low.unwrap_or_default()),
        };
        match self {
            Self::Any => "anything".to_owned(),
            Self::Text => "a string".to_owned(),
            Self::Number(bounds) => bounded("a number", bounds),
            Self::Integer(bounds) => bounded("an integer", bounds),
            Self::Boolean => "a boolean".to_owned(),
            Self::Null => "null".to_owned(),
            Self::Object | Self::Record { .. } | Self::Named(_) => "an object".to_owned(),
            Self::Word(word) => format!("{word:?}"),
            Self::List(..) => "an array".to_owned(),
            Self::OneOf(choices) => choices.iter().map(Self::wanted).collect::<Vec<_>>().join(" or "),
        }
    }
}

fn add(found: &mut Vec<Breach>, pointer: &str, why: String) {
    if found.len() < BREACHES_MAX {
        found.push(Breach {
            pointer: pointer.to_owned(),
            why,
        });
    }
}

/// The value itself where it is short and simple, else its type.
fn found_text(value: Value<'_>) -> String {
    match value.kind() {
        Kind::Array => "an array".to_owned(),
        Kind::Object => "an object".to_owned(),
        _ => beginning(value.raw()),
    }
}

fn within(n: i64, (low, high): Bounds) -> bool {
    low.is_none_or(|low| n >= low) && high.is_none_or(|high| n <= high)
}

fn is_within(value: Value<'_>, (low, high): Bounds) -> bool {
    let Some(decimal) = value.decimal() else {
        return low.is_none() && high.is_none();
    };
    let bound = |n: i64| mcpward_json::Decimal::parse(&n.to_string());
    low.and_then(bound).is_none_or(|low| decimal >= low) && high.and_then(bound).is_none_or(|high| decimal <= high)
}

struct Resolver<'n> {
    declarations: &'n Declarations,
    names: &'n BTreeMap<String, usize>,
}

impl Resolver<'_> {
    fn shape(&self, node: &Node) -> Result<Shape, String> {
        Ok(match node {
            Node::Word(word) => Shape::Word(word.clone()),
            Node::Builtin(name, bounds) => match name.as_str() {
                "text" => Shape::Text,
                "number" => Shape::Number(*bounds),
                "integer" => Shape::Integer(*bounds),
                "boolean" => Shape::Boolean,
                "null" => Shape::Null,
                "object" => Shape::Object,
                "any" => Shape::Any,
                other => return Err(format!("no shape is called {other}")),
            },
            Node::Name(name) => Shape::Named(*self.names.get(name).ok_or_else(|| format!("nothing declares {name}"))?),
            Node::List(item, bounds) => Shape::List(Box::new(self.shape(item)?), *bounds),
            Node::OneOf(choices) => Shape::OneOf(
                choices
                    .iter()
                    .map(|choice| self.shape(choice))
                    .collect::<Result<_, _>>()?,
            ),
            Node::Record(_) => {
                let mut members = BTreeMap::new();
                let mut others = None;
                self.members(node, &mut members, &mut others, 0)?;
                Shape::Record {
                    members,
                    others: others.map(Box::new),
                }
            }
        })
    }

    /// Collects the members of a record, those that it takes over first, so that its own win.
    fn members(
        &self,
        node: &Node,
        members: &mut BTreeMap<String, (bool, Shape)>,
        others: &mut Option<Shape>,
        depth: usize,
    ) -> Result<(), String> {
        let record = match node {
            Node::Record(record) if depth < 16 => record,
            Node::Name(name) => {
                let node = self
                    .declarations
                    .get(name)
                    .ok_or_else(|| format!("nothing declares {name}"))?;
                return self.members(node, members, others, depth + 1);
            }
            _ => return Err("only records have members to take over, and not those of themselves".to_owned()),
        };
        for spread in &record.spreads {
            self.members(&Node::Name(spread.clone()), members, others, depth + 1)?;
        }
        for (name, (required, shape)) in &record.members {
            members.insert(name.clone(), (*required, self.shape(shape)?));
        }
        if let Some(shape) = &record.others {
            *others = Some(self.shape(shape)?);
        }
        members.retain(|name, _| !record.without.contains(name));
        Ok(())
    }
}
