//! `errors/is-error-without-text`: a failure says what failed.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, ListKind};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "errors/is-error-without-text",
    title: "results with isError say what failed",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Error Handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A result with `isError: true` whose content holds no text.

## Why it matters
The text is all that the model has to mend its call. Without it, it tries the same again.

## Example
```json
{\"result\": {\"content\": [], \"isError\": true}}
```

## What to do
Return a text block with one sentence: what was wrong, and what would be right.

## When it is wrong
A tool may answer with an image of the failure; add a text all the same.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for (item, _, exchange) in super::calls(cx) {
        if exchange.answered() == Answered::ToolError && exchange.text().trim().is_empty() {
            let about = item.map_or_else(About::server, About::from);
            sink.found(about, "a result with isError holds no text")
                .frames(exchange.frames());
        }
    }
}
