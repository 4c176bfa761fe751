//! `compliance/mod-missing-capability`: a server asks for no more than the client can do, and says what it lacks.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::protocol::CLIENT_REQUESTS;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-missing-capability",
    title: "what a client can't do is refused with error -32021, not asked for",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Base protocol, Client capabilities"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A result of a server without handshake that asks for roots, sampling or elicitation, where the request did not declare that the client
can do it; and an error -32021 without `data.requiredCapabilities`. Where the configuration declares capabilities
(`client.capabilities`), three tools that are called anyway (`checks.drift.output`, `checks.latency`) are called once more by a client
that declares none.

## Why it matters
A client that can't answer what it is asked has no way on. The error tells it, and its user, what is missing.

## Example
```json
{\"id\": 1040, \"error\": {\"code\": -32021, \"message\": \"missing capability\", \"data\": {\"requiredCapabilities\": {\"elicitation\": {}}}}}
```

## What to do
Look at `io.modelcontextprotocol/clientCapabilities` of the request before asking back, and name what is needed.

## When it is wrong
No case is known in which it is.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    const MISSING: i64 = -32021;
    let Some(surface) = cx.modern() else { return };
    let connection = cx.contract.connection(surface);
    let settings = &cx.contract.captures[connection.snapshot as usize].settings.capabilities;
    let mut n_seen = 0;
    let mut wrong = Vec::new();
    for exchange in &connection.exchanges {
        let Some(response) = &exchange.response else { continue };
        if exchange.error_code() == Some(MISSING) {
            n_seen += 1;
            let required = exchange
                .error()
                .and_then(|error| error.get("data")?.get("requiredCapabilities"));
            if !required.is_some_and(|required| required.is_object()) {
                let text = format!("error {MISSING} has no data.requiredCapabilities");
                wrong.push((Level::Fail, text, response.frame));
            }
        }
        let questions = exchange.result().and_then(|result| result.get("inputRequests"));
        for (_, question) in questions.into_iter().flat_map(Value::entries) {
            n_seen += 1;
            let asks = |method: &str| question.get("method").is_some_and(|own| own.is_text(method));
            let Some((method, capability)) = CLIENT_REQUESTS.into_iter().find(|(method, _)| asks(method)) else {
                continue;
            };
            let can = exchange.client_capabilities().map_or_else(
                || settings.get(capability).is_some(),
                |declared| declared.get(capability).is_some(),
            );
            if !can {
                let text = format!(
                    "{method} is asked of a client that does not declare {capability}, which error {MISSING} is for"
                );
                wrong.push((Level::Fail, text, response.frame));
            }
        }
    }
    if n_seen == 0 {
        return sink.skip_nothing(About::server(), "no call needed a capability of the client");
    }
    said::about_server(sink, wrong.into_iter());
}
