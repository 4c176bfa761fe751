//! `schema/list-tools`: a server that declares tools lists them.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, PassEnd};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/list-tools",
    title: "the server lists its tools",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Listing tools"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that declares the capability `tools` and does not answer `tools/list` with a list, on the first page or on a later one.

## Why it matters
Clients ask for the list once, right after the handshake. Without it the server has no tools, whatever it can do.

## Example
```json
{\"jsonrpc\": \"2.0\", \"id\": 1003, \"error\": {\"code\": -32603, \"message\": \"fetch failed\"}}
```

## What to do
Build the list without asking other systems, or declare no tools while they can't be reached.

## When it is wrong
A list that depends on a system which the test environment lacks fails here as it fails for a user without that system.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let list = surface.list(ListKind::Tools);
    if !list.declared {
        sink.skip_nothing(About::server(), "the server declares no tools");
        return;
    }
    let failed = list.passes.iter().enumerate().find_map(|(idx, pass)| match &pass.end {
        PassEnd::Failed { reason, .. } => Some((idx, pass.pages.len(), reason)),
        PassEnd::Whole | PassEnd::Stopped => None,
    });
    match (failed, list.why_none()) {
        (Some((pass, page, reason)), _) => {
            let place = if (pass, page) == (0, 0) {
                String::new()
            } else {
                format!(" (listing {}, page {})", pass + 1, page + 1)
            };
            let frames: Vec<_> = list.passes[pass]
                .pages
                .last()
                .map(|page| page.frame)
                .into_iter()
                .collect();
            sink.found(About::server(), format!("{reason}{place}")).frames(frames);
        }
        (None, Some(reason)) => sink.skip(About::server(), reason),
        (None, None) => sink.pass(format!("tools/list gives {}", tools(list.items().len()))),
    }
}

fn tools(n: usize) -> String {
    if n == 1 {
        "1 tool".to_owned()
    } else {
        format!("{n} tools")
    }
}
