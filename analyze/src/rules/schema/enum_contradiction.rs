//! `schema/enum-contradiction`: enum and const values fit the type beside them.

use std::collections::BTreeSet;

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Schema, Seen, Tool, Weight};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::subschema::contradiction;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/enum-contradiction",
    title: "enum and const values fit their type",
    severity: Severity::Warning,
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
A value of `enum`, or a `const`, that the `type` beside it refuses; an `enum` without values; a value that stands twice in one enum.

## Why it matters
Such a value can never be sent, though the schema offers it. Where no value fits, the property takes nothing at all.

## Example
```json
{\"type\": \"string\", \"enum\": [1, 2]}
```

## What to do
Let type and values agree.

## When it is wrong
Only `type` is compared; bounds beside an enum are rare.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Values that never fit.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    tool.schemas().for_each(|schema| in_schema(schema, seen));
}

fn in_schema(schema: &Schema<'_>, seen: &mut Vec<Seen>) {
    for (idx, node) in schema.objects() {
        if node.keywords.values.is_some_and(|values| values.n_children() == 0) {
            let message = "the enum has no values, so nothing fits";
            seen.push(Seen::new(schema.pointer(idx, "enum"), message));
        }
        let Some(types) = node.keywords.types else { continue };
        let is_odd = |value| contradiction_of_type(node.value, value).is_some();
        if let Some(constant) = node.keywords.constant.filter(|&constant| is_odd(constant)) {
            let message = format!("the const {} is not of type {}", short(constant), short(types));
            seen.push(Seen::new(schema.pointer(idx, "const"), message).habit("a const that is not of its type"));
        }
        let values = node.keywords.values.into_iter().flat_map(|values| values.items());
        for (at, value) in values.enumerate() {
            // Null beside a type without it is how generators spell an optional enum; it is refused all the same.
            if is_odd(value) {
                let message = format!("the enum value {} is not of type {}", short(value), short(types));
                let pointer = format!("{}/{at}", schema.pointer(idx, "enum"));
                seen.push(Seen::new(pointer, message).habit("an enum value that is not of its type"));
            }
        }
        duplicate(schema, idx, node.keywords.values, seen);
    }
}

fn contradiction_of_type(schema: Value<'_>, value: Value<'_>) -> Option<String> {
    let reason = contradiction(schema, schema, value)?;
    reason.contains("the type is").then_some(reason)
}

fn duplicate(schema: &Schema<'_>, idx: usize, values: Option<Value<'_>>, seen: &mut Vec<Seen>) {
    let mut known = BTreeSet::new();
    let twice = values
        .into_iter()
        .flat_map(|values| values.items())
        .find(|value| !known.insert(value.raw()));
    if let Some(value) = twice {
        let message = format!("the enum has the value {} twice", short(value));
        seen.push(
            Seen::new(schema.pointer(idx, "enum"), message)
                .habit("an enum with a value twice")
                .level(Weight::Note),
        );
    }
}

fn short(value: Value<'_>) -> String {
    crate::contract::beginning(value.raw())
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"string","enum":["x",1]}}}}"##,
                &["/inputSchema/properties/a/enum/1: the enum value 1 is not of type \"string\""][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"string","const":1}}}}"##,
                &["/inputSchema/properties/a/const: the const 1 is not of type \"string\""][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"enum":["x","x"],"type":"string"}}}}"##,
                &["/inputSchema/properties/a/enum: the enum has the value \"x\" twice"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"string","enum":[]}}}}"##,
                &["/inputSchema/properties/a/enum: the enum has no values, so nothing fits"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x",null]}}}}"##,
                &[][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"enum":["x",1]}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
