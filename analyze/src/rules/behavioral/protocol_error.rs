//! `behavioral/protocol-error`: the call is refused with the expected JSON-RPC error.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{Context, Level, Needs, RuleMeta, Sink, cases};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "behavioral/protocol-error",
    title: "protocol errors come as expected",
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
A call that is not answered with the JSON-RPC error code that `protocol_error_code` names.

## Why it matters
Clients act on the code: they retry, ask for login, or give up.

## Example
```yaml
expect:
  protocol_error_code: -32602
```

## What to do
Mend the server or the expectation; -32602 is invalid params, -32601 method not found, -32603 internal error.

## When it is wrong
SDKs differ: some turn protocol errors into results with `isError`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    cases::for_each(
        cx,
        sink,
        |expect| expect.protocol_error_code.is_some(),
        &mut |case, sink| {
            let (Ok(exchange), Some(expect)) = (&case.exchange, &case.run.expect) else {
                return;
            };
            let wanted = expect.protocol_error_code.unwrap_or_default();
            if exchange.error_code() == Some(wanted) {
                return;
            }
            let message = match exchange.error() {
                Some(_) => format!("error {wanted} was expected, and {}", exchange.why_no_result()),
                None => format!("error {wanted} was expected, and there is a result"),
            };
            sink.found(case.about(), message)
                .expected(wanted)
                .actual(exchange.error_code())
                .frames(exchange.frames());
        },
    );
}
