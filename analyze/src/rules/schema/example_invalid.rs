//! `schema/example-invalid`: examples fit their own schema.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Schema, Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::subschema::contradiction;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/example-invalid",
    title: "examples fit their own schema",
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
A value under `examples` that its own schema refuses.

## Why it matters
Models copy examples. One that the server refuses teaches them to fail.

## Example
```json
{\"type\": \"integer\", \"examples\": [\"ten\"]}
```

## What to do
Mend the example or the schema.

## When it is wrong
Only certain contradictions are reported; examples that are sentences about values are reported too.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Examples that do not fit.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    tool.schemas().for_each(|schema| in_schema(schema, seen));
}

fn in_schema(schema: &Schema<'_>, seen: &mut Vec<Seen>) {
    let root = schema.tree.root().value;
    for (idx, node) in schema.objects() {
        for (at, example) in node
            .keywords
            .examples
            .into_iter()
            .flat_map(|all| all.items())
            .enumerate()
        {
            if let Some(reason) = contradiction(root, node.value, example) {
                let message = format!("the example {} {reason}", crate::contract::beginning(example.raw()));
                let pointer = format!("{}/{at}", schema.pointer(idx, "examples"));
                seen.push(Seen::new(pointer, message).habit(format!("an example {reason}")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"integer","examples":[1,"ten"]}}}}"##,
                &["/inputSchema/properties/a/examples/1: the example \"ten\" is a string, and the type is integer"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"integer","examples":[1,10]}}}}"##,
                &[][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"examples":{"type":"integer"}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
