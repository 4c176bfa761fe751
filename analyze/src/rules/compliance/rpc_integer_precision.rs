//! `compliance/rpc-integer-precision`: numbers survive in readers that use floating point.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_json::{Decimal, Kind, Value};

use crate::contract::{Message, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-integer-precision",
    title: "numbers survive floating point",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("RFC 8259, section 6"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An integer beyond 9007199254740991 (2^53 - 1) in a message of the server, with digits that floating point loses.

## Why it matters
JavaScript clients and many others read numbers as floating point: an id or a balance comes out as another one.

## Example
```json
{\"id\": 9223372036854775807}
```

## What to do
Send such numbers as strings.

## When it is wrong
Clients that read 64-bit integers get the right value; so it is a note.
";

/// The largest integer that floating point holds together with all below it.
const EXACT_MAX: &str = "9007199254740991";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for connection in &cx.contract.connections {
        let messages = connection.from_server();
        let large = messages.filter_map(|message| {
            first_large(message).map(|text| {
                (
                    Level::Note,
                    format!("the integer {} is not exact in floating point", beginning(&text)),
                    message.frame,
                )
            })
        });
        said::about_server(sink, large);
    }
}

/// The first integer beyond 2^53 below `result`, `error` or `params`.
fn first_large(message: &Message) -> Option<String> {
    let mut todo: Vec<Value<'_>> = [message.result(), message.error(), message.params()]
        .into_iter()
        .flatten()
        .collect();
    while let Some(value) = todo.pop() {
        match value.kind() {
            Kind::Object => todo.extend(value.entries().map(|(_, member)| member)),
            Kind::Array => todo.extend(value.items()),
            Kind::Number if value.raw().len() >= EXACT_MAX.len() && is_large(value) => {
                return Some(value.raw().to_owned());
            }
            _ => {}
        }
    }
    None
}

fn is_large(value: Value<'_>) -> bool {
    let Some(decimal) = value.decimal().filter(Decimal::is_integer) else {
        return false;
    };
    // Digits without trailing zeros: a round number such as 1e20 survives.
    decimal.digits().len() >= EXACT_MAX.len()
        && (decimal.digits().len() > EXACT_MAX.len() || decimal.digits() > EXACT_MAX)
}
