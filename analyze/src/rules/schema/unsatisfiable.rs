//! `schema/unsatisfiable`: arguments exist that fit the input schema.

use mcpward_compat::{Options, Verdict, included};
use mcpward_json::{Doc, Kind, Limits, Value};
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::subschema::Node;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/unsatisfiable",
    title: "some arguments fit the input schema",
    severity: Severity::Error,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An input schema that no arguments fit, proven by the schema engine.

## Why it matters
Nobody can call the tool: whatever a model sends, a client or server that validates refuses it.

## Example
```json
{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\", \"enum\": [1]}}, \"required\": [\"a\"]}
```

## What to do
Mend what contradicts itself; the proof says that there is no way around it.

## When it is wrong
Never: only what is proven is reported. What is not proven either way passes.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Steps of the proof. Schemas that contradict themselves do so in plain sight; a hard one is not worth a second.
const FUEL: u64 = 20_000;

/// Schemas without instance.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    let Some(schema) = &tool.input else { return };
    if !schema.tree.nodes.iter().any(is_risk) {
        return;
    }
    let options = Options {
        root_object: true,
        fuel: FUEL,
        draft_old: schema.draft,
        draft_new: schema.draft,
        ..Options::default()
    };
    let Ok(nothing) = Doc::parse(r#"{"not":{}}"#, &Limits::default()) else {
        return;
    };
    if included(schema.tree.root().value, nothing.root(), &options) == Verdict::Included {
        seen.push(Seen::new("/inputSchema", "no arguments fit the input schema"));
    }
}

const CLOSED_OBJECT: &str = "/additionalProperties";
const CLOSED_LIST: &str = "/additionalItems";

/// Whether a subschema has something that could contradict itself.
fn is_risk(node: &Node<'_>) -> bool {
    let schema = node.value;
    if schema.as_bool() == Some(false) {
        // Where it closes an object or a list, nothing has to be there.
        return !matches!(node.step.as_str(), CLOSED_OBJECT | CLOSED_LIST);
    }
    let mut members = schema
        .entries()
        .filter_map(|(name, value)| Some((name.as_str()?, value)));
    members.any(|(name, value)| match &*name {
        "allOf" | "not" | "const" | "propertyNames" | "contains" | "unevaluatedProperties" => true,
        // Enums without values or with type beside them, and required members of closed objects.
        "enum" => value.n_children() == 0 || schema.get("type").is_some_and(|kind| !fits_all(value, kind)),
        "additionalProperties" => value.as_bool() == Some(false) && has_undeclared(schema),
        name => BOUNDS.iter().any(|bound| bound.upper == name && bound.is_risk(schema)),
    })
}

/// An upper bound, and what could leave nothing below it.
struct Bound {
    upper: &'static str,
    /// Lower bounds, which must be less by so much that a number, and a whole one, fits between.
    lower: &'static [&'static str],
    gap: f64,
    /// What it can't be less than.
    least: f64,
    /// Keywords that together with the bound need a proof.
    others: &'static [&'static str],
}

const BOUNDS: [Bound; 5] = [
    Bound {
        upper: "maximum",
        lower: &["minimum", "exclusiveMinimum"],
        gap: 1.0,
        least: f64::NEG_INFINITY,
        others: &["multipleOf", "enum"],
    },
    Bound {
        upper: "exclusiveMaximum",
        lower: &["minimum", "exclusiveMinimum"],
        gap: 2.0,
        least: f64::NEG_INFINITY,
        others: &["multipleOf", "enum"],
    },
    Bound {
        upper: "maxLength",
        lower: &["minLength"],
        gap: 0.0,
        least: 0.0,
        others: &["pattern", "format", "enum"],
    },
    Bound {
        upper: "maxItems",
        lower: &["minItems"],
        gap: 0.0,
        least: 0.0,
        others: &["enum"],
    },
    Bound {
        upper: "maxProperties",
        lower: &["minProperties"],
        gap: 0.0,
        least: 0.0,
        others: &["required", "dependentRequired", "dependentSchemas", "dependencies"],
    },
];

impl Bound {
    fn is_risk(&self, schema: Value<'_>) -> bool {
        let Some(upper) = schema.get(self.upper) else {
            return false;
        };
        // Draft-04 says `true` here, and means `maximum`.
        if upper.as_bool().is_some() {
            return schema.get("minimum").is_some();
        }
        let is_below = |lower: Value<'_>| match (number(lower), number(upper)) {
            (Some(lower), Some(upper)) => upper - lower < self.gap,
            _ => true,
        };
        let has = |keyword: &&str| schema.get(keyword).is_some();
        number(upper).is_none_or(|upper| upper < self.least)
            || self.lower.iter().filter_map(|lower| schema.get(lower)).any(is_below)
            || self.others.iter().any(has)
    }
}

fn number(value: Value<'_>) -> Option<f64> {
    (value.kind() == Kind::Number)
        .then(|| value.raw().parse().ok())
        .flatten()
}

fn fits_all(values: Value<'_>, kind: Value<'_>) -> bool {
    values
        .items()
        .all(|value| kind.is_text(value.kind().name()) || (kind.is_text("integer") && value.kind() == Kind::Number))
}

fn has_undeclared(schema: Value<'_>) -> bool {
    let properties = schema.get("properties");
    let mut required = schema
        .get("required")
        .into_iter()
        .flat_map(Value::items)
        .filter_map(Value::as_str);
    required.any(|name| properties.is_none_or(|properties| properties.get(&name).is_none()))
}
