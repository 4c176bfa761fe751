//! `behavioral/case`: a case could be run, and ended as a case without further words should.

use mcpward_schemas::config::Expect;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::Answered;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::suites::NotRun;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "behavioral/case",
    title: "cases run and succeed",
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
A case that could not be called, that was not answered, or that failed although nothing says that it should: a protocol error without
`protocol_error_code`, or `isError` in a case that expects nothing at all. The same for calls of `setup` and `teardown`.

## Why it matters
A case that never ran proves nothing, and a case without expectations is taken to say that the call works.

## Example
```yaml
- tool: get_note
  cases:
    - name: finds the note
      args: { title: Milk }
```

## What to do
Read the message. Where the failure is meant, say so: `expect: {tool_is_error: true}` or `expect: {protocol_error_code: -32602}`.

## When it is wrong
A snapshot that was recorded before the case was written holds no such call; capture again.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for case in &cx.cases {
        let exchange = match &case.exchange {
            Ok(exchange) => *exchange,
            Err(reason @ (NotRun::NotRecorded | NotRun::DryRun)) => {
                sink.skip(case.about(), reason.describe());
                continue;
            }
            Err(NotRun::Refused(reason)) => {
                sink.found(case.about(), format!("the case was not run: {reason}"));
                continue;
            }
        };
        let message = match (exchange.answered(), &case.run.expect) {
            (Answered::Nothing, _) => exchange.why_no_result(),
            (Answered::InvalidParams | Answered::ProtocolError(_), Some(expect))
                if expect.protocol_error_code.is_some() =>
            {
                continue;
            }
            (Answered::InvalidParams | Answered::ProtocolError(_), _) => exchange.why_no_result(),
            (Answered::ToolError, Some(expect)) if *expect != Expect::default() => continue,
            (Answered::ToolError, _) => format!("the tool failed: {:?}", crate::contract::beginning(&exchange.text())),
            (Answered::Success | Answered::InputRequired, _) => continue,
        };
        sink.found(case.about(), message).frames(exchange.frames());
    }
}
