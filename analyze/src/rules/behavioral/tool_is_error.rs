//! `behavioral/tool-is-error`: the tool fails or succeeds as expected.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::Answered;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, cases};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "behavioral/tool-is-error",
    title: "tools fail and succeed as expected",
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
A call whose result has `isError` where `tool_is_error: false` is expected, or the other way round.

## Why it matters
A tool that succeeds where it must refuse is as broken as one that fails.

## Example
```yaml
expect:
  tool_is_error: true
```

## What to do
Read the text of the result in the message, and mend the tool or the expectation.

## When it is wrong
A tool that depends on the outside world fails when that is away.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    cases::for_each(cx, sink, |expect| expect.tool_is_error.is_some(), &mut |case, sink| {
        let (Ok(exchange), Some(expect)) = (&case.exchange, &case.run.expect) else {
            return;
        };
        let wanted = expect.tool_is_error.unwrap_or_default();
        let found = match exchange.answered() {
            Answered::ToolError => true,
            Answered::Success => false,
            _ => {
                let message = format!("a result was expected, and {}", exchange.why_no_result());
                sink.found(case.about(), message).frames(exchange.frames());
                return;
            }
        };
        if found != wanted {
            let quoted = format!("{:?}", crate::contract::beginning(&exchange.text()));
            let message = match wanted {
                true => format!("the tool was expected to fail, and succeeded with {quoted}"),
                false => format!("the tool was expected to succeed, and failed with {quoted}"),
            };
            sink.found(case.about(), message)
                .expected(wanted)
                .actual(found)
                .frames(exchange.frames());
        }
    });
}
