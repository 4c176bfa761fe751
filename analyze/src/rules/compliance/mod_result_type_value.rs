//! `compliance/mod-result-type-value`: results say that they are complete, or what else they are.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-result-type-value",
    title: "resultType has a known value",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Base protocol, Result types"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `resultType` other than `complete`, `input_required` and, for clients that declared tasks, `task`.

## Why it matters
Clients take a result of an unknown type for an invalid response.

## Example
```json
{\"resultType\": \"partial\", \"content\": []}
```

## What to do
Use `complete` for every final result. Further types need an extension that the client has declared.

## When it is wrong
An extension that the client did declare may bring types of its own.
";

const KNOWN: [&str; 2] = ["complete", "input_required"];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let exchanges = cx.contract.connection(surface).exchanges.iter();
    let odd = exchanges.filter_map(|exchange| {
        let kind = exchange.result()?.get("resultType")?.as_str()?;
        let response = exchange.response.as_ref()?;
        let message = match &*kind {
            "task" if exchange.declares_tasks() => return None,
            "task" => format!(
                "the result of {} is a task, and the client did not declare tasks",
                exchange.method()
            ),
            known if KNOWN.contains(&known) => return None,
            _ => format!("the result of {} has the type {}", exchange.method(), beginning(&kind)),
        };
        Some((Level::Warn, message, response.frame))
    });
    said::about_server(sink, odd);
}
