//! `compliance/page-invalid-cursor`: a cursor that the server never gave is refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/page-invalid-cursor",
    title: "unknown cursors get error -32602",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Probe(probe::CURSOR_UNKNOWN)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Pagination, Error handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A list that is asked for with a cursor that the server never gave, and answered with a page or with another error than -32602. A
server without pages that ignores cursors gets a note.

## Why it matters
A client whose cursor went stale gets the first page again and again, and lists the same entries for ever.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1013, \"method\": \"tools/list\", \"params\": {\"cursor\": \"mcpward-no-such-cursor\"}}
```

## What to do
Answer cursors that can't be read, or that have expired, with -32602 (invalid params).

## When it is wrong
Servers without pages mostly come from SDKs that never look at the cursor; nothing can go wrong there.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(exchange) = cx.probe(probe::CURSOR_UNKNOWN) else {
        return;
    };
    let method = exchange.method();
    match (&exchange.response, exchange.error_code()) {
        (None, _) => {
            sink.found(
                About::server(),
                format!("with an unknown cursor {}", exchange.why_no_result()),
            )
            .level(Level::Fail)
            .frames(exchange.frames());
        }
        (Some(_), Some(-32602)) => {}
        (Some(_), Some(code)) => {
            let message = format!("{method} with an unknown cursor is answered with error {code}, not -32602");
            sink.found(About::server(), message)
                .expected(-32602)
                .actual(code)
                .frames(exchange.frames());
        }
        (Some(_), None) => {
            let level = if is_paged(cx) { Level::Warn } else { Level::Note };
            sink.found(About::server(), format!("{method} ignores an unknown cursor"))
                .level(level)
                .frames(exchange.frames());
        }
    }
}

/// Whether any list of the server has a second page: one that never pages has no cursors to check.
fn is_paged(cx: &Context<'_>) -> bool {
    let lists = cx.surface.into_iter().flat_map(|surface| &surface.lists);
    lists.flat_map(|list| &list.passes).any(|pass| pass.pages.len() > 1)
}
