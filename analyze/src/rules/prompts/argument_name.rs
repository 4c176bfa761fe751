//! `prompts/argument-name`: arguments of prompts have names of their own.

use std::collections::BTreeSet;

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "prompts/argument-name",
    title: "arguments have names of their own",
    severity: Severity::Error,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Prompts)],
    subjects: &[SubjectKind::Prompt],
    aliases: &[],
    spec: Some("2025-11-25, Prompts, Prompt"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An argument of a prompt that has an empty name, or whose name stands twice.

## Why it matters
Arguments are sent by name, so one of the two can not be given.

## Example
```json
{\"name\": \"review\", \"arguments\": [{\"name\": \"file\"}, {\"name\": \"file\"}]}
```

## What to do
Give each argument a name of its own.

## When it is wrong
It is never right, whoever the client is.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for item in cx.items(ListKind::Prompts) {
        let mut known = BTreeSet::new();
        let arguments = item
            .value()
            .get("arguments")
            .into_iter()
            .flat_map(Value::items)
            .enumerate();
        for (idx, argument) in arguments {
            let Some(name) = argument.get("name").and_then(Value::as_str) else {
                continue;
            };
            let message = match (name.is_empty(), known.insert(name.clone())) {
                (true, _) => "the name of an argument is empty".to_owned(),
                (false, false) => format!("two arguments are called {}", beginning(&name)),
                (false, true) => continue,
            };
            sink.found(item, message)
                .at(format!("/arguments/{idx}/name"))
                .frames([item.frame]);
        }
    }
}
