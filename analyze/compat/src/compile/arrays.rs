//! Keywords of arrays.

use super::{Compiler, Place};
use crate::formula::{F, Node, Span, Types};
use crate::options::Draft;
use crate::value::Values;

impl Compiler<'_> {
    pub(super) fn array_keywords(&mut self, place: Place, parts: &mut Vec<F>) {
        let draft = self.draft(place);
        self.counts(place, "minItems", "maxItems", Types::ARRAY, parts);
        if self.field(place, "uniqueItems") == Some(Values::TRUE) {
            parts.push(self.world.atom(Node::Unique));
        }
        let (prefix, rest) = self.items_form(place);
        let n_prefix = prefix.len() as u64;
        for (at, schema) in (0_u64..).zip(prefix) {
            let all = self.below(place, schema);
            parts.push(self.world.items(at, at + 1, all));
        }
        if let Some(schema) = rest {
            let all = self.below(place, schema);
            parts.push(self.world.items(n_prefix, u64::MAX, all));
        }
        if draft == Draft::Draft202012
            && let Some(items) = self
                .field(place, "items")
                .filter(|&items| self.world.values.items(items).is_some())
        {
            parts.push(self.malformed("items", items));
        }
        if draft >= Draft::Draft6
            && let Some(schema) = self.field(place, "contains")
        {
            self.contains_keyword(place, schema, parts);
        }
    }

    /// The schemas by position, and the schema of what follows.
    pub(super) fn items_form(&self, place: Place) -> (Vec<crate::value::ValueId>, Option<crate::value::ValueId>) {
        let items = self.field(place, "items");
        if self.draft(place) == Draft::Draft202012 {
            let rest = items.filter(|&items| self.world.values.items(items).is_none());
            return (self.list(place, "prefixItems"), rest);
        }
        match items {
            Some(list) if self.world.values.items(list).is_some() => {
                (self.list(place, "items"), self.field(place, "additionalItems"))
            }
            other => (Vec::new(), other),
        }
    }

    fn contains_keyword(&mut self, place: Place, schema: crate::value::ValueId, parts: &mut Vec<F>) {
        let of = self.below(
            Place {
                closing: false,
                ..place
            },
            schema,
        );
        let mut span = Span { min: 1, ..Span::ALL };
        if self.draft(place) >= Draft::Draft201909 {
            for (keyword, is_least) in [("minContains", true), ("maxContains", false)] {
                match self.count(place, keyword) {
                    None => {}
                    Some(Err(f)) => parts.push(f),
                    Some(Ok(n)) if is_least => span.min = n,
                    Some(Ok(n)) => span.max = n,
                }
            }
        }
        parts.push(self.world.contains(of, span));
    }
}
