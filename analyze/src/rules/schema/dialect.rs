//! `schema/dialect`: the dialect is the one that MCP recommends.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/dialect",
    title: "schemas are in the recommended dialect",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Basic protocol, JSON Schema usage"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`$schema` of a draft before 2020-12.

## Why it matters
Since 2025-11-25 draft 2020-12 is the default of MCP, and clients need support no other.

## Example
```json
{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"type\": \"object\"}
```

## What to do
Newer releases of the SDKs write 2020-12. Nothing needs to be done by hand.

## When it is wrong
A client that knows the draft named reads the schema rightly. A hint only.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Older drafts.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    for schema in tool.schemas().filter(|schema| schema.is_labeled) {
        let name = match schema.draft {
            Draft::Draft202012 => continue,
            Draft::Draft4 => "draft 4",
            Draft::Draft6 => "draft 6",
            Draft::Draft7 => "draft 7",
            Draft::Draft201909 => "draft 2019-09",
        };
        seen.push(Seen::new(
            schema.pointer(0, "$schema"),
            format!("$schema names {name}; MCP recommends 2020-12"),
        ));
    }
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#"}}"##,
                &["/inputSchema/$schema: $schema names draft 7; MCP recommends 2020-12"][..],
            ),
            (
                r##"{"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema"}}"##,
                &[][..],
            ),
            (r##"{"inputSchema":{}}"##, &[][..]),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
