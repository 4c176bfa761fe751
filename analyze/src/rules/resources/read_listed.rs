//! `resources/read-listed`: resources that are listed can be read.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Exchange, ListKind};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/read-listed",
    title: "resources that are listed can be read",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Resources)],
    subjects: &[SubjectKind::Resource],
    aliases: &[],
    spec: Some("2025-11-25, Resources, Reading Resources"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With `probes.resources`: a resource among the first that are listed whose `resources/read` is answered with an error, or with a result
that has no contents.

## Why it matters
A list is what people and models choose from. Who chooses this one gets nothing.

## Example
```json
{\"uri\": \"notes:///a\", \"name\": \"a\"}
{\"error\": {\"code\": -32002, \"message\": \"Resource not found\"}}
```

## What to do
List a resource under the very URI that it is read by, and take it off the list once it is gone.

## When it is wrong
A resource may be read by some accounts only, or be gone since it was listed.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if cx.config().probes.resources == 0 {
        return sink.not_asked();
    }
    let reads = cx.reads();
    let mut n_read = 0;
    for item in cx.items(ListKind::Resources) {
        let Some(exchange) = reads.get(item.name.raw()) else {
            sink.seen(item);
            continue;
        };
        n_read += 1;
        if exchange.response.is_none() {
            sink.skip(item, exchange.why_no_result());
        } else if let Some(fault) = fault(exchange) {
            sink.found(item, fault).frames(exchange.frames());
        }
    }
    if n_read == 0 {
        sink.skip_nothing(About::server(), "no resource was read");
    }
}

/// Why nothing was read; `None` where something was, or the server asks for more before.
fn fault(exchange: &Exchange) -> Option<String> {
    if exchange.result().is_none() {
        return Some(exchange.why_no_result());
    }
    exchange
        .lacks_contents()
        .then(|| "resources/read gives no contents".to_owned())
}
