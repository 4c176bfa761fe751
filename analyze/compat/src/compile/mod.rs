//! From schemas of any draft to formulas.

mod arrays;
mod closing;
mod keywords;
mod members;
mod resources;
mod seen_items;
mod seen_members;
mod uri;

use std::collections::BTreeMap;

pub(crate) use resources::{LIST, MAP, ONE, Registry};

use crate::formula::{F, World};
use crate::options::{Draft, Formats};
use crate::value::{Json, ValueId};
use crate::verdict::Reason;

/// How one side is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reading {
    /// The draft where the schema has no `$schema`.
    pub(crate) draft: Draft,
    pub(crate) formats: Formats,
    /// Whether objects that don't say whether they are open are closed.
    pub(crate) closed: bool,
}

/// A schema at a place: the same text means the same only in the same resource, with the same dynamic scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) schema: ValueId,
    pub(super) resource: usize,
    pub(super) scope: usize,
    /// Whether nested objects are closed.
    pub(super) closing: bool,
    /// Whether this schema is the outermost one at its place in the instance.
    pub(super) joint: bool,
}

enum Progress {
    /// Being read, since that level; the place for references back, once there is one.
    Open(u32, Option<u32>),
    Done(F),
}

/// The reader of one side.
pub(crate) struct Compiler<'w> {
    pub(super) world: &'w mut World,
    pub(super) registry: Registry,
    pub(super) reading: Reading,
    progress: BTreeMap<Place, Progress>,
    scopes: Vec<Vec<usize>>,
    /// Steps down into the instance so far.
    level: u32,
}

/// Reads a whole schema.
pub(crate) fn compile(world: &mut World, root: ValueId, reading: Reading) -> F {
    let registry = Registry::new(&world.values, root, reading.draft);
    let mut compiler = Compiler {
        world,
        registry,
        reading,
        progress: BTreeMap::new(),
        scopes: vec![Vec::new()],
        level: 0,
    };
    let place = Place {
        schema: root,
        resource: 0,
        scope: 0,
        closing: reading.closed,
        joint: reading.closed,
    };
    compiler.schema(place)
}

impl Compiler<'_> {
    pub(super) fn draft(&self, place: Place) -> Draft {
        self.registry.list[place.resource].draft
    }

    pub(super) fn field(&self, place: Place, keyword: &str) -> Option<ValueId> {
        self.world.values.field(place.schema, keyword)
    }

    /// What stands for a keyword that its draft does not allow; the same text gives the same formula.
    pub(super) fn malformed(&mut self, keyword: &str, value: ValueId) -> F {
        let values = &self.world.values;
        let text = if values.depth(value) < 8 {
            values.to_serde(value).to_string()
        } else {
            String::new()
        };
        // A long text is named by its number, which is as unique.
        let shown = if text.is_empty() || text.len() > 60 {
            format!("#{}", value.0)
        } else {
            text
        };
        self.world.opaque(Reason::Malformed(format!("{keyword}: {shown}")))
    }

    /// A schema that applies to the same instance.
    pub(super) fn in_place(&mut self, place: Place, schema: ValueId) -> F {
        self.schema(Place {
            schema,
            joint: false,
            ..place
        })
    }

    /// A schema that applies to a part of the instance.
    pub(super) fn below(&mut self, place: Place, schema: ValueId) -> F {
        self.level += 1;
        let f = self.schema(Place {
            schema,
            joint: place.closing,
            ..place
        });
        self.level -= 1;
        f
    }

    /// The formula of a schema at a place.
    pub(super) fn schema(&mut self, place: Place) -> F {
        let place = self.enter(place);
        match self.world.values.get(place.schema) {
            Json::Bool(value) => return if *value { F::TRUE } else { F::FALSE },
            Json::Object(_) => {}
            _ => return self.malformed("schema", place.schema),
        }
        match self.progress.get_mut(&place) {
            Some(Progress::Done(f)) => return *f,
            Some(Progress::Open(level, _)) if *level == self.level => {
                return self.world.opaque(Reason::Endless);
            }
            Some(Progress::Open(_, later)) => {
                let at = *later.get_or_insert_with(|| self.world.later());
                return self.world.atom(crate::formula::Node::Later(at));
            }
            None => {}
        }
        if !self.world.charge(1) {
            return self.world.opaque(Reason::Fuel);
        }
        if !self.world.descend() {
            return self.world.opaque(Reason::Limit("schema-depth"));
        }
        self.progress.insert(place, Progress::Open(self.level, None));
        let f = self.keywords(place);
        self.world.ascend();
        if let Some(Progress::Open(_, Some(later))) = self.progress.insert(place, Progress::Done(f)) {
            self.world.resolve_later(later, f);
        }
        f
    }

    /// Moves into the resource of the schema, and notes it in the dynamic scope.
    pub(super) fn enter(&mut self, place: Place) -> Place {
        let resource = self.registry.enter(&self.world.values, place.schema, place.resource);
        let mut place = Place { resource, ..place };
        if self.registry.is_dynamic(resource) && !self.scopes[place.scope].contains(&resource) {
            let mut scope = self.scopes[place.scope].clone();
            scope.push(resource);
            place.scope = self.scopes.iter().position(|known| *known == scope).unwrap_or_else(|| {
                self.scopes.push(scope);
                self.scopes.len() - 1
            });
        }
        place
    }

    /// Where a reference leads, in place.
    pub(super) fn target(&mut self, place: Place, keyword: &str, reference: &str) -> Option<Place> {
        let (resource, schema) = self.registry.find(&self.world.values, place.resource, reference)?;
        let found = Place {
            schema,
            resource,
            joint: false,
            ..place
        };
        let scope = &self.scopes[place.scope];
        match keyword {
            "$dynamicRef" => {
                let name = reference.split_once('#').map_or("", |(_, fragment)| fragment);
                if !self.registry.list[resource].dynamic.contains(name) {
                    return Some(found);
                }
                let outermost = scope.iter().find(|&&r| self.registry.list[r].dynamic.contains(name));
                let bound = outermost.and_then(|&r| Some((r, self.registry.anchor(r, name)?)));
                Some(bound.map_or(found, |(resource, schema)| Place {
                    resource,
                    schema,
                    ..found
                }))
            }
            "$recursiveRef" if self.registry.list[resource].recursive => {
                let outermost = scope.iter().find(|&&r| self.registry.list[r].recursive);
                Some(outermost.map_or(found, |&resource| Place {
                    resource,
                    schema: self.registry.list[resource].root,
                    ..found
                }))
            }
            _ => Some(found),
        }
    }

    /// The references of a schema that its draft knows, with their targets.
    pub(super) fn references(&mut self, place: Place) -> Vec<(&'static str, String, Option<Place>)> {
        let draft = self.draft(place);
        let mut found = Vec::new();
        for (keyword, known) in [
            ("$ref", true),
            ("$dynamicRef", draft == Draft::Draft202012),
            ("$recursiveRef", draft == Draft::Draft201909),
        ] {
            let reference = self
                .field(place, keyword)
                .and_then(|value| self.world.values.as_str(value).cloned());
            if let (true, Some(reference)) = (known, reference) {
                let target = self.target(place, keyword, &reference);
                found.push((keyword, reference.to_string(), target));
            }
        }
        found
    }

    /// The schemas in a list keyword.
    pub(super) fn list(&self, place: Place, keyword: &str) -> Vec<ValueId> {
        self.field(place, keyword)
            .and_then(|list| self.world.values.items(list))
            .map_or(Vec::new(), |list| list.to_vec())
    }

    /// The members of a map keyword.
    pub(super) fn map(&self, place: Place, keyword: &str) -> Vec<(ValueId, ValueId)> {
        self.field(place, keyword)
            .and_then(|map| self.world.values.members(map))
            .map_or(Vec::new(), |map| map.to_vec())
    }
}
