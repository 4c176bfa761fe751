//! `behavioral/output-schema`: the structured content fits the schema that the tool declares.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, ListKind};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, cases};
use crate::validity;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "behavioral/output-schema",
    title: "results fit the declared output schema",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Case],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A case with `output_matches_schema: true` whose structured content does not fit the
tool's `outputSchema`, or is missing, or whose tool has none.

## Why it matters
Clients validate too, and refuse the whole result.

## Example
```yaml
expect:
  output_matches_schema: true
```

## What to do
Mend the result or the schema. A tool without `outputSchema` can not be checked: declare one, or take the expectation out.

## When it is wrong
A schema with `format` or other annotations may mean more than a validator checks.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    cases::for_each(
        cx,
        sink,
        |expect| expect.output_matches_schema.is_some(),
        &mut |case, sink| {
            let (Ok(exchange), Some(expect)) = (&case.exchange, &case.run.expect) else {
                return;
            };
            if expect.output_matches_schema == Some(false) || exchange.answered() == Answered::ToolError {
                return;
            }
            let tool = cx.item(ListKind::Tools, case.run.target.name());
            let Some(schema) = tool.and_then(|tool| tool.value().get("outputSchema")) else {
                sink.found(
                    case.about(),
                    "the tool has no outputSchema, so nothing can be checked against it",
                );
                return;
            };
            let Some(structured) = exchange.result().and_then(|result| result.get("structuredContent")) else {
                sink.found(
                    case.about(),
                    "the tool has an outputSchema, and its result no structuredContent",
                )
                .frames(exchange.frames());
                return;
            };
            match validity::misfits(schema, structured) {
                Ok(misfits) => {
                    for misfit in misfits {
                        sink.found(case.about(), misfit.message)
                            .at(format!("/structuredContent{}", misfit.pointer))
                            .frames(exchange.frames());
                    }
                }
                Err(reason) => sink.skip(case.about(), reason),
            }
        },
    );
}
