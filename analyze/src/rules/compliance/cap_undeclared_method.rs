//! `compliance/cap-undeclared-method`: what is not declared is not served.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_json::Value;

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/cap-undeclared-method",
    title: "methods of undeclared capabilities are refused",
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
A list with entries from a server that does not declare its capability. A method that merely answers is a warning.

## Why it matters
Clients ask only for what is declared, so what these methods offer is seen by nobody, or only by clients that break the rules.

## Example
```json
{\"capabilities\": {\"tools\": {}}}
```

## What to do
Declare the capability, or take the handler out.

## When it is wrong
Some SDKs install handlers for everything. An empty answer of such a handler is the warning.
";

/// Methods, and the member of the result that holds what they offer.
const METHODS: [(&str, &str); 5] = [
    ("tools/list", "tools"),
    ("prompts/list", "prompts"),
    ("resources/list", "resources"),
    ("completion/complete", ""),
    ("logging/setLevel", ""),
];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut n_asked = 0;
    for (method, member) in METHODS {
        let Some(exchange) = cx.probe(&probe::undeclared(method)) else {
            continue;
        };
        n_asked += 1;
        let Some(result) = exchange.result() else { continue };
        let n_items = result.get(member).map_or(0, Value::n_children);
        let (level, what) = match n_items {
            0 => (Level::Warn, String::new()),
            n => (Level::Fail, format!(" and gives {n} entries")),
        };
        sink.found(
            About::server(),
            format!("{method} works{what}, and no capability declares it"),
        )
        .level(level)
        .frames(exchange.frames());
    }
    if n_asked == 0 {
        sink.skip_nothing(About::server(), "no method without its capability was asked");
    }
}
