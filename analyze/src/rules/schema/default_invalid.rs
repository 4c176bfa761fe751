//! `schema/default-invalid`: default values fit their own schema.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Schema, Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::subschema::contradiction;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/default-invalid",
    title: "default values fit their own schema",
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
A `default` that its own schema refuses: of another type, outside the bounds, none of the enum.

## Why it matters
Clients fill the default in and send it, and a server that validates refuses its own value. Models copy it too.

## Example
```json
{\"type\": \"string\", \"default\": null}
```

## What to do
Mend the default, or let the schema take it: `{\"type\": [\"string\", \"null\"], \"default\": null}`.

## When it is wrong
A server that replaces a missing value before it validates never notices. Only certain contradictions are reported.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Defaults that do not fit.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    tool.schemas().for_each(|schema| in_schema(schema, seen));
}

fn in_schema(schema: &Schema<'_>, seen: &mut Vec<Seen>) {
    let root = schema.tree.root().value;
    for (idx, node) in schema.objects() {
        let Some(default) = node.keywords.default else { continue };
        if let Some(reason) = contradiction(root, node.value, default) {
            let (message, habit) = match default.is_null() {
                true => (
                    format!("the default {reason}"),
                    "a default of null, which the schema refuses".to_owned(),
                ),
                false => (
                    format!("the default {} {reason}", crate::contract::beginning(default.raw())),
                    format!("a default {reason}"),
                ),
            };
            seen.push(Seen::new(schema.pointer(idx, "default"), message).habit(habit));
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
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"string","default":null}}}}"##,
                &["/inputSchema/properties/a/default: the default is null, and the type is string"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"enum":["x"],"default":"y"}}}}"##,
                &["/inputSchema/properties/a/default: the default \"y\" is none of the enum's values"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":["string","null"],"default":null}}}}"##,
                &[][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"default":{"type":"string","const":"x"}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
