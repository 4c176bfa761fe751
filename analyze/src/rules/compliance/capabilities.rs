//! `compliance/capabilities`: the server declares what it can do, as an object of objects.

use mcpward_json::push_token;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/capabilities",
    title: "the server declares its capabilities",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Capability negotiation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `capabilities` that is missing or no object, and a capability whose value is no object.

## Why it matters
Clients only ask for what is declared. With capabilities that they can't read, most take the server for one that can do nothing.

## Example
```json
{\"capabilities\": {\"tools\": true}}
```

## What to do
Declare each capability as an object, an empty one if there is nothing to add: `{\"tools\": {}}`.

## When it is wrong
It does not ask whether what is declared works; other rules do. Capabilities that no version of the specification has are not looked at.
";

/// Capabilities that some version of the specification has.
const KNOWN: [&str; 8] = [
    "completions",
    "experimental",
    "extensions",
    "logging",
    "prompts",
    "resources",
    "tasks",
    "tools",
];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let frames = surface.hello_frame;
    let Some(all) = surface.hello_at("/capabilities") else {
        sink.found(About::server(), "the server declares no capabilities")
            .at("/capabilities")
            .frames(frames);
        return;
    };
    if !all.is_object() {
        let message = format!("capabilities is {}, not an object", all.kind().name());
        sink.found(About::server(), message).at("/capabilities").frames(frames);
        return;
    }
    for (name, value) in all.entries().filter(|(_, value)| !value.is_object()) {
        let name = name.as_str().unwrap_or_default();
        if !KNOWN.contains(&&*name) {
            continue;
        }
        let mut pointer = "/capabilities".to_owned();
        push_token(&mut pointer, &name);
        let message = format!(
            "capability {} is {}, not an object",
            beginning(&name),
            value.kind().name()
        );
        sink.found(About::server(), message).at(pointer).frames(frames);
    }
}
