//! Keywords that apply to every type, and those of numbers and strings.

use std::rc::Rc;

use num_traits::{One, Signed, Zero};

use super::resources::own_draft;
use super::{Compiler, Place};
use crate::formula::{Bound, F, Node, Range, Span, Types};
use crate::options::{Draft, Formats};
use crate::regex::{Expr, parse, split};
use crate::value::{Json, Rational, ValueId, count};
use crate::verdict::Reason;

impl Compiler<'_> {
    pub(super) fn keywords(&mut self, place: Place) -> F {
        let draft = self.draft(place);
        let is_root = self.registry.list[place.resource].root == place.schema;
        if !is_root && own_draft(&self.world.values, place.schema).is_some_and(|own| own != draft) {
            // Not allowed below the root of a resource; some validators switch drafts there, others don't.
            return self.world.opaque(Reason::Ambiguous("$schema"));
        }
        let mut parts = Vec::new();
        if place.joint {
            parts.push(self.closing(place));
        }
        for (_, reference, target) in self.references(place) {
            parts.push(match target {
                Some(target) => self.schema(target),
                None => self.world.opaque(Reason::Reference(reference)),
            });
        }
        if draft <= Draft::Draft7 && self.field(place, "$ref").is_some() {
            return self.world.all(parts);
        }
        self.values_and_types(place, &mut parts);
        self.numbers(place, &mut parts);
        self.strings(place, &mut parts);
        self.array_keywords(place, &mut parts);
        self.object_keywords(place, &mut parts);
        self.logic(place, &mut parts);
        if draft >= Draft::Draft201909 {
            if let Some(schema) = self.field(place, "unevaluatedItems") {
                parts.push(self.unevaluated_items(place, schema));
            }
            if let Some(schema) = self.field(place, "unevaluatedProperties") {
                parts.push(self.unevaluated_members(place, schema));
            }
        }
        self.world.all(parts)
    }

    fn values_and_types(&mut self, place: Place, parts: &mut Vec<F>) {
        if let Some(value) = self.field(place, "type") {
            parts.push(self.type_keyword(value));
        }
        if let Some(list) = self.field(place, "enum") {
            parts.push(match self.world.values.items(list) {
                Some(values) => self.world.enumeration(values.to_vec()),
                None => self.malformed("enum", list),
            });
        }
        if self.draft(place) >= Draft::Draft6
            && let Some(value) = self.field(place, "const")
        {
            parts.push(self.world.constant(value));
        }
    }

    fn type_keyword(&mut self, value: ValueId) -> F {
        let names = self
            .world
            .values
            .items(value)
            .map_or(vec![value], |names| names.to_vec());
        let mut types = Types::NONE;
        let mut integer = false;
        for name in names {
            types = types
                | match self.world.values.as_str(name).map(|name| &**name) {
                    Some("null") => Types::NULL,
                    Some("boolean") => Types::BOOLEAN,
                    Some("number") => Types::NUMBER,
                    Some("string") => Types::STRING,
                    Some("array") => Types::ARRAY,
                    Some("object") => Types::OBJECT,
                    Some("integer") => {
                        integer = true;
                        Types::NONE
                    }
                    _ => return self.malformed("type", value),
                };
        }
        if !integer || types.meets(Types::NUMBER) {
            return self.world.types(types);
        }
        let whole = self.world.multiple_of(Rational::one());
        let typed = self.world.types(types | Types::NUMBER);
        self.world.all(vec![typed, whole])
    }

    /// A number keyword: its value, or the formula that stands for a malformed one.
    fn number(&mut self, place: Place, keyword: &str) -> Option<Result<Rc<Rational>, F>> {
        let value = self.field(place, keyword)?;
        Some(match self.world.values.get(value) {
            Json::Number(number) => Ok(Rc::clone(number)),
            Json::Odd(_) => Err(self.world.opaque(Reason::Limit("exponent"))),
            _ => Err(self.malformed(keyword, value)),
        })
    }

    fn numbers(&mut self, place: Place, parts: &mut Vec<F>) {
        let draft4 = self.draft(place) == Draft::Draft4;
        for (keyword, exclusive, low) in [
            ("minimum", "exclusiveMinimum", true),
            ("maximum", "exclusiveMaximum", false),
        ] {
            let open = draft4 && self.field(place, exclusive) == Some(crate::value::Values::TRUE);
            if let Some(value) = self.field(place, exclusive)
                && draft4
                && !matches!(self.world.values.get(value), Json::Bool(_))
            {
                parts.push(self.malformed(exclusive, value));
            }
            let bounds = [(keyword, open), (exclusive, true)];
            for (keyword, open) in bounds.into_iter().take(if draft4 { 1 } else { 2 }) {
                match self.number(place, keyword) {
                    None => {}
                    Some(Err(f)) => parts.push(f),
                    Some(Ok(at)) => {
                        let bound = Some(Bound { at, open });
                        let range = if low {
                            Range { low: bound, high: None }
                        } else {
                            Range { low: None, high: bound }
                        };
                        parts.push(self.world.range(range));
                    }
                }
            }
        }
        match self.number(place, "multipleOf") {
            None => {}
            Some(Err(f)) => parts.push(f),
            Some(Ok(step)) if step.is_zero() || step.is_negative() => {
                let value = place.schema;
                parts.push(self.malformed("multipleOf", value));
            }
            Some(Ok(step)) => parts.push(self.world.multiple_of((*step).clone())),
        }
    }

    /// A count keyword; None where it is absent.
    pub(super) fn count(&mut self, place: Place, keyword: &str) -> Option<Result<u64, F>> {
        Some(match self.number(place, keyword)? {
            Ok(number) => match count(&number) {
                Some(n) => Ok(n),
                None => Err(self.malformed(keyword, place.schema)),
            },
            Err(f) => Err(f),
        })
    }

    /// A pair of count keywords as a span.
    pub(super) fn counts(&mut self, place: Place, least: &str, most: &str, of: Types, parts: &mut Vec<F>) {
        for (keyword, is_least) in [(least, true), (most, false)] {
            match self.count(place, keyword) {
                None => {}
                Some(Err(f)) => parts.push(f),
                Some(Ok(n)) => {
                    let span = if is_least {
                        Span { min: n, ..Span::ALL }
                    } else {
                        Span { max: n, ..Span::ALL }
                    };
                    parts.push(self.world.span(span, of));
                }
            }
        }
    }

    fn strings(&mut self, place: Place, parts: &mut Vec<F>) {
        self.counts(place, "minLength", "maxLength", Types::STRING, parts);
        if let Some(pattern) = self.field(place, "pattern") {
            parts.push(self.pattern(pattern));
        }
        if self.reading.formats == Formats::Assert
            && let Some(format) = self.field(place, "format")
        {
            parts.push(self.world.atom(Node::Format(format)));
        }
    }

    /// The strings that match a pattern.
    pub(super) fn pattern(&mut self, pattern: ValueId) -> F {
        let Some(text) = self.world.values.as_str(pattern).cloned() else {
            return self.malformed("pattern", pattern);
        };
        match parse(&text) {
            Some(ast) => {
                let expr = split(ast);
                self.expression(expr)
            }
            None => self.malformed("pattern", pattern),
        }
    }

    fn expression(&mut self, expr: Expr) -> F {
        match expr {
            Expr::Plain(ast) => {
                let id = self.world.patterns.intern(&ast);
                self.world.atom(Node::Pattern(id))
            }
            // The negation of a typed atom is no typed atom, so the type is put around the whole combination.
            Expr::Not(inner) => {
                let inner = self.expression(*inner);
                let other = self.world.types(Types::STRING.not());
                self.world.any(vec![inner.not(), other])
            }
            Expr::All(list) => {
                let list = list.into_iter().map(|expr| self.expression(expr)).collect();
                self.world.all(list)
            }
            Expr::Any(list) => {
                let list = list.into_iter().map(|expr| self.expression(expr)).collect();
                self.world.any(list)
            }
        }
    }

    fn logic(&mut self, place: Place, parts: &mut Vec<F>) {
        for schema in self.list(place, "allOf") {
            parts.push(self.in_place(place, schema));
        }
        for keyword in ["anyOf", "oneOf"] {
            if self.field(place, keyword).is_none() {
                continue;
            }
            let branches: Vec<F> = self
                .list(place, keyword)
                .into_iter()
                .map(|schema| self.in_place(place, schema))
                .collect();
            parts.push(if keyword == "anyOf" {
                self.world.any(branches)
            } else {
                self.world.one(branches)
            });
        }
        if let Some(schema) = self.field(place, "not") {
            parts.push(
                self.in_place(
                    Place {
                        closing: false,
                        ..place
                    },
                    schema,
                )
                .not(),
            );
        }
        if self.draft(place) >= Draft::Draft7
            && let Some(test) = self.field(place, "if")
        {
            let test = self.in_place(
                Place {
                    closing: false,
                    ..place
                },
                test,
            );
            let [then, other] = ["then", "else"].map(|keyword| {
                self.field(place, keyword)
                    .map_or(F::TRUE, |schema| self.in_place(place, schema))
            });
            parts.push(self.world.branch(test, then, other));
        }
    }
}
