//! The content models: closing objects that declare members and don't say whether others may follow.
//!
//! An object is joined over `allOf`, `anyOf`, `oneOf`, `if`/`then`/`else` and references. Where any of these has `properties`
//! and none has `additionalProperties` or `unevaluatedProperties`, names that no part declares are barred.

use std::collections::BTreeSet;

use super::{Compiler, Place};
use crate::formula::F;
use crate::options::Draft;

impl Compiler<'_> {
    pub(super) fn closing(&mut self, place: Place) -> F {
        let mut declares = false;
        let mut names = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![place];
        while let Some(place) = open.pop() {
            let place = self.enter(place);
            if !seen.insert((place.schema, place.resource, place.scope)) {
                continue;
            }
            let references = self.references(place);
            open.extend(references.into_iter().filter_map(|(_, _, target)| target));
            if self.draft(place) <= Draft::Draft7 && self.field(place, "$ref").is_some() {
                continue;
            }
            let says = self.field(place, "additionalProperties").is_some()
                || self.draft(place) >= Draft::Draft201909 && self.field(place, "unevaluatedProperties").is_some();
            if says {
                return F::TRUE;
            }
            declares |= self.field(place, "properties").is_some();
            names.push(self.declared(place));
            for keyword in ["allOf", "anyOf", "oneOf"] {
                open.extend(
                    self.list(place, keyword)
                        .into_iter()
                        .map(|schema| Place { schema, ..place }),
                );
            }
            if self.draft(place) >= Draft::Draft7 && self.field(place, "if").is_some() {
                for keyword in ["if", "then", "else"] {
                    open.extend(self.field(place, keyword).map(|schema| Place { schema, ..place }));
                }
            }
        }
        if !declares {
            return F::TRUE;
        }
        let declared = self.world.any(names);
        self.world.members(declared.not(), F::FALSE)
    }
}
