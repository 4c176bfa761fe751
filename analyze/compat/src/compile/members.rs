//! Keywords of objects.

use super::{Compiler, Place};
use crate::formula::{F, Types};
use crate::options::Draft;
use crate::value::ValueId;
use crate::verdict::Reason;

impl Compiler<'_> {
    pub(super) fn object_keywords(&mut self, place: Place, parts: &mut Vec<F>) {
        let draft = self.draft(place);
        self.counts(place, "minProperties", "maxProperties", Types::OBJECT, parts);
        if let Some(list) = self.field(place, "required") {
            self.required(list, parts);
        }
        for (name, schema) in self.map(place, "properties") {
            let names = self.world.constant(name);
            let all = self.below(place, schema);
            parts.push(self.world.members(names, all));
        }
        for (pattern, schema) in self.map(place, "patternProperties") {
            let names = self.pattern(pattern);
            let all = self.below(place, schema);
            parts.push(self.world.members(names, all));
        }
        if let Some(schema) = self.field(place, "additionalProperties") {
            let names = self.declared(place).not();
            let all = self.below(place, schema);
            parts.push(self.world.members(names, all));
        }
        if draft >= Draft::Draft6
            && let Some(schema) = self.field(place, "propertyNames")
        {
            let names = self
                .below(
                    Place {
                        closing: false,
                        ..place
                    },
                    schema,
                )
                .not();
            parts.push(self.world.members(names, F::FALSE));
        }
        self.dependencies(place, parts);
    }

    fn required(&mut self, list: ValueId, parts: &mut Vec<F>) {
        match self.world.values.items(list) {
            Some(names) => {
                for &name in names.iter() {
                    parts.push(match self.world.values.as_str(name) {
                        Some(_) => self.world.required(name),
                        None => self.malformed("required", list),
                    });
                }
            }
            None => parts.push(self.malformed("required", list)),
        }
    }

    /// The names that `properties` and `patternProperties` of this schema cover.
    pub(super) fn declared(&mut self, place: Place) -> F {
        let names = self
            .map(place, "properties")
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let mut covered = vec![self.world.enumeration(names)];
        for (pattern, _) in self.map(place, "patternProperties") {
            covered.push(self.pattern(pattern));
        }
        self.world.any(covered)
    }

    /// An object does not have this member.
    pub(super) fn absent(&mut self, name: ValueId) -> F {
        let names = self.world.constant(name);
        self.world.members(names, F::FALSE)
    }

    fn dependencies(&mut self, place: Place, parts: &mut Vec<F>) {
        let modern = self.draft(place) >= Draft::Draft201909;
        let mut found = self.map(place, "dependencies");
        if modern {
            if !found.is_empty() {
                // Left out of these drafts, yet many validators honour it.
                parts.push(self.world.opaque(Reason::Ambiguous("dependencies")));
            }
            found = self.map(place, "dependentRequired");
            found.extend(self.map(place, "dependentSchemas"));
        }
        for (name, value) in found {
            let absent = self.absent(name);
            let then = if self.world.values.items(value).is_some() {
                let mut list = Vec::new();
                self.required(value, &mut list);
                self.world.all(list)
            } else if !modern && self.world.values.as_str(value).is_some() {
                self.world.required(value)
            } else {
                self.in_place(place, value)
            };
            parts.push(self.world.any(vec![absent, then]));
        }
    }
}
