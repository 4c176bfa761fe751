//! `schema/summary`: how much the server offers.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/summary",
    title: "how much the server offers",
    severity: Severity::Warning,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Nothing: it counts tools, prompts, resources and resource templates, and always passes.

## Why it matters
A number that is not what one expects is the first sign that the wrong server, or half of one, was tested.

## Example
`14 tools, 4 prompts, 10 resources, 2 resource templates`

## What to do
Compare it with what the server should offer. To make it a condition, name tools under `expect.tools` or pin a lock file.

## When it is wrong
Entries that are no objects are not counted.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let words = [
        ("tool", "tools"),
        ("prompt", "prompts"),
        ("resource", "resources"),
        ("resource template", "resource templates"),
    ];
    let counts = ListKind::ALL.into_iter().zip(words).map(|(kind, (one, many))| {
        let n = surface.list(kind).objects().count();
        format!("{n} {}", if n == 1 { one } else { many })
    });
    sink.pass(counts.collect::<Vec<_>>().join(", "));
}
