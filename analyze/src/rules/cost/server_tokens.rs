//! `cost/server-tokens`: the server fits its budget of context.

use mcpward_schemas::report::{Severity, SubjectKind};

use serde_json::json;

use crate::contract::ListKind;
use crate::cost::{self, ENCODING};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "cost/server-tokens",
    title: "the server fits its budget of context",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Tools and instructions that take more tokens together than `checks.cost.server_tokens_max` allows. Where no budget is set, a note of
what the server costs, with its dearest tools.

## Why it matters
Each request pays for every tool, and what the tools take the conversation lacks. Users drop servers for it.

## Example
```yaml
checks:
  cost:
    server_tokens_max: 8000
```

## What to do
`mcpward cost` lists the tools by price and says what makes each dear. Shorten descriptions, merge tools, look values up.

## When it is wrong
The tokenizer of one provider is counted; others differ by some percent. Clients that search for tools pay less.
";

/// Tools that are named.
const DEAREST_MAX: usize = 10;

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let (Some(surface), Some(budget)) = (cx.surface, cx.config().checks.cost) else {
        return;
    };
    let cost = cost::of_surface(surface);
    let what = match (cost.tools.len(), cost.instructions.bytes) {
        (1, 0) => "1 tool takes".to_owned(),
        (n, 0) => format!("{n} tools take"),
        (1, _) => "1 tool and the instructions take".to_owned(),
        (n, _) => format!("{n} tools and the instructions take"),
    };
    let dearest: Vec<_> = cost
        .tools
        .iter()
        .take(DEAREST_MAX)
        .map(|tool| json!({ "tool": tool.name.raw(), "tokens": tool.size.tokens, "bytes": tool.size.bytes, "causes": tool.causes }))
        .collect();
    let actual =
        json!({ "tokens": cost.total.tokens, "bytes": cost.total.bytes, "encoding": ENCODING, "dearest": dearest });
    let total = cost.total.tokens;
    match budget.server_tokens_max {
        Some(max) if total > max => {
            let message = format!("{what} {total} tokens ({ENCODING}); {max} are allowed");
            sink.found(About::server(), message).expected(max).actual(actual);
        }
        Some(max) => sink.pass(format!("{what} {total} of {max} tokens ({ENCODING})")),
        None => {
            let message = format!("{what} {total} tokens ({ENCODING})");
            sink.found(About::server(), message).level(Level::Note).actual(actual);
        }
    }
}
