//! `compliance/tools-input-schema-dialect`: input schemas are in the default dialect.

use mcpward_schemas::report::{Severity, SubjectKind};

use std::collections::BTreeMap;

use mcpward_schemas::report::FrameRef;

use crate::contract::ListKind;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};
use crate::validity::{Dialect, Draft, dialect};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/tools-input-schema-dialect",
    title: "input schemas are written in JSON Schema 2020-12",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Base protocol, JSON Schema usage"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Input schemas whose `$schema` names an older draft than 2020-12, the default of MCP since 2025-11-25.

## Why it matters
Clients have to know that draft as well. Keywords changed their meaning between drafts, `items` and `$ref` among them.

## Example
```json
{\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"type\": \"object\"}
```

## What to do
Set the target of your schema generator to 2020-12, or update the SDK.

## When it is wrong
The draft is allowed, and every larger client reads it; so it is a note.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface.filter(|surface| surface.version().as_str() >= "2025-11-25") else {
        sink.skip_nothing(About::server(), "before 2025-11-25 no dialect is the default");
        return;
    };
    let mut by_draft: BTreeMap<&str, (usize, FrameRef)> = BTreeMap::new();
    let tools = surface.tools();
    for item in tools {
        let dialect = item.value().get("inputSchema").map(dialect);
        if let Some(Dialect::Named(draft)) = dialect.filter(|dialect| *dialect != Dialect::Named(Draft::Draft202012)) {
            by_draft.entry(draft.name()).or_insert((0, item.frame)).0 += 1;
        }
    }
    for (draft, (n, frame)) in by_draft {
        sink.found(
            About::server(),
            format!("{n} of {} input schemas are written in {draft}", tools.len()),
        )
        .frames([frame]);
    }
}
