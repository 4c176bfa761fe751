//! `compliance/server-info`: the server says its name and version.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/server-info",
    title: "the server says its name and version",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Initialization"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `serverInfo` that is missing or no object, a `name` that is missing, no string or empty, and a `version` that is missing or no
string. An empty version is a warning.

## Why it matters
Clients show the name to people and put it into logs; the version is the first thing that a bug report needs.

## Example
```json
{\"serverInfo\": {\"name\": \"\", \"version\": \"\"}}
```

## What to do
Set both when the server is built. Take the version from the package file, so that it can't be forgotten.

## When it is wrong
In 2026-07-28 the member is a recommendation, so its absence is a warning there.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let level = if surface.is_handshake() {
        Level::Fail
    } else {
        Level::Warn
    };
    let frames = surface.hello_frame;
    let Some(info) = surface.server_info().filter(|info| info.is_object()) else {
        sink.found(About::server(), "the server gives no serverInfo object")
            .at("/serverInfo")
            .level(level)
            .frames(frames);
        return;
    };
    for member in ["name", "version"] {
        let pointer = format!("/serverInfo/{member}");
        match (info.get(member), info.get(member).and_then(Value::as_str)) {
            (None, _) => {
                sink.found(About::server(), format!("serverInfo has no {member}"))
                    .at(pointer)
                    .level(level)
                    .frames(frames);
            }
            (Some(value), None) => {
                let message = format!("serverInfo.{member} is {}, not a string", value.kind().name());
                sink.found(About::server(), message)
                    .at(pointer)
                    .level(level)
                    .frames(frames);
            }
            (_, Some(text)) if text.trim().is_empty() => {
                let level = if member == "name" { level } else { Level::Warn };
                sink.found(About::server(), format!("serverInfo.{member} is empty"))
                    .at(pointer)
                    .level(level)
                    .frames(frames);
            }
            _ => {}
        }
    }
}
