//! `fuzz/protocol-error`: an odd input is answered with an error of the server.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, ListKind};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "fuzz/protocol-error",
    title: "odd inputs are refused by the tool",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A read-only tool that answers an odd input with a JSON-RPC error other than -32602 and -32600, such as -32603, internal error, or over
HTTP with a status of 500 or more.

## Why it matters
Something inside broke where the arguments should have been checked. The model does not see such an error and can not mend its call.

## Example
```yaml
checks:
  fuzz: { inputs: 30, seed: 1 }
```

## What to do
Check the arguments before using them, and say in a result with `isError` what is wrong.

## When it is wrong
A tool whose backend is down may rightly answer with an internal error.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    super::for_each_tool(cx, sink, |exchange| match (exchange.http_status, exchange.answered()) {
        (Some(status @ 500..), _) => Some(format!("an odd input is answered with HTTP {status}")),
        (_, Answered::ProtocolError(Some(code))) if code != INVALID_REQUEST => {
            Some(format!("an odd input is answered with error {code}"))
        }
        (_, Answered::ProtocolError(None)) => Some("an odd input is answered with an error without code".to_owned()),
        _ => None,
    });
}

/// JSON-RPC, invalid request: as right an answer as invalid params.
const INVALID_REQUEST: i64 = -32600;
