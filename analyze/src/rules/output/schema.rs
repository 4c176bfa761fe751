//! `output/schema`: results fit the output schema that their tool declares.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::validity;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "output/schema",
    title: "captured results fit their output schemas",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Output Schema"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A result of a tool with an `outputSchema` that has no `structuredContent`, or one that does not fit. Every result in the snapshot
is looked at: of suites, samples and measured calls.

## Why it matters
Servers must provide structured results that conform to the schema, and clients should validate them: a misfit is refused there.

## Example
```json
{\"result\": {\"content\": [], \"structuredContent\": {\"count\": \"3\"}}}
```

## What to do
Mend the result or the schema; generate one from the other.

## When it is wrong
A schema with a pattern that only a backtracking engine runs is skipped, with that reason.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    super::for_each_tool(cx, sink, &mut |item, calls, sink| {
        let Some(schema) = item.value().get("outputSchema") else {
            return sink.skip_nothing(item, "the tool has no outputSchema");
        };
        // The first misfit of a tool is enough: its calls are much alike.
        for exchange in calls {
            let Some(structured) = exchange.result().and_then(|result| result.get("structuredContent")) else {
                sink.found(
                    item,
                    "a result has no structuredContent, and the tool has an outputSchema",
                )
                .frames(exchange.frames());
                break;
            };
            match validity::misfits(schema, structured) {
                Ok(misfits) if misfits.is_empty() => {}
                Ok(misfits) => {
                    for misfit in misfits {
                        sink.found(item, misfit.message)
                            .at(format!("/structuredContent{}", misfit.pointer))
                            .frames(exchange.frames());
                    }
                    break;
                }
                Err(reason) => {
                    sink.skip(item, reason);
                    break;
                }
            }
        }
    });
}
