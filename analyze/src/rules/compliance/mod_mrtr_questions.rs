//! `compliance/mod-mrtr-questions`: a request for more input says what it wants.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::protocol::CLIENT_REQUESTS;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-mrtr-questions",
    title: "requests for more input hold questions that clients know",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Multi round-trip requests"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A result with `resultType: input_required` that has neither questions nor a state, and a question whose method is none of
`elicitation/create`, `sampling/createMessage` and `roots/list`.

## Why it matters
The client can't answer, so the request never ends.

## Example
```json
{\"resultType\": \"input_required\", \"inputRequests\": {}}
```

## What to do
Put each question under a key of its own, or give `requestState` where the client shall only ask again.

## When it is wrong
An extension that the client declared may bring further methods.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let mut said = Vec::new();
    for exchange in &cx.contract.connection(surface).exchanges {
        let result = exchange.result().filter(|_| exchange.asks_back());
        let (Some(result), Some(response)) = (result, &exchange.response) else {
            continue;
        };
        let questions = result.get("inputRequests");
        let n_questions = questions.map_or(0, Value::n_children);
        if n_questions == 0 && result.get("requestState").is_none() {
            let message = format!("{} asks for more input and asks nothing", exchange.method());
            said.push((Level::Fail, message, response.frame));
        }
        for (_, question) in questions.into_iter().flat_map(Value::entries) {
            let method = question.get("method").and_then(Value::as_str).unwrap_or_default();
            if !CLIENT_REQUESTS.iter().any(|(known, _)| *known == method) {
                let message = format!(
                    "{} asks for {}, which no client answers",
                    exchange.method(),
                    beginning(&method)
                );
                said.push((Level::Fail, message, response.frame));
            }
        }
    }
    said::about_server(sink, said.into_iter());
}
