//! `compliance/mod-subscription`: a subscription is acknowledged first, and brings what was asked for.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Message, MessageKind, Surface, beginning, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-subscription",
    title: "subscriptions are acknowledged, tagged and filtered",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Subscriptions"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`subscriptions/listen` with `toolsListChanged` whose first notification is no acknowledgement, that is never acknowledged (a
warning), that is refused although a capability declares `listChanged`, or that brings a notification which was not asked for. And
a
change of a list that is announced without the id of a subscription.

## Why it matters
Clients route notifications by the id, and wait for the acknowledgement before they rely on hearing of changes.

## Example
```json
{\"method\": \"notifications/tools/list_changed\"}
```

## What to do
Send `notifications/subscriptions/acknowledged` first, and put `io.modelcontextprotocol/subscriptionId` into `_meta` of each
notification on the subscription.

## When it is wrong
The subscription is held until the next request is answered. A server that works on several requests at once may acknowledge after
that.
";

/// The member of `_meta` that names the subscription, which is the id of its request.
const ID: &str = "io.modelcontextprotocol/subscriptionId";
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
const CHANGED: &str = "notifications/tools/list_changed";
/// What is only sent on a subscription.
const SUBSCRIBED: [&str; 4] = [
    CHANGED,
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let connection = cx.contract.connection(surface);
    let untagged = connection.from_server().filter_map(|message| {
        let method = message.method()?;
        let is_untagged = SUBSCRIBED.contains(&&*method) && subscription(message).is_none();
        is_untagged.then(|| {
            (
                Level::Fail,
                format!("{method} comes without the id of a subscription"),
                message.frame,
            )
        })
    });
    said::about_server(sink, untagged);
    let Some(listen) = connection.probe(probe::LISTEN) else {
        return sink.skip_nothing(About::server(), "no subscription was asked for");
    };
    let own: Vec<&Message> = connection
        .from_server()
        .filter(|message| {
            let id = subscription(message).zip(listen.request.id());
            message.kind == MessageKind::Notification && id.is_some_and(|(found, asked)| found.same(asked))
        })
        .collect();
    let finding = match own.first().and_then(|message| message.method()) {
        Some(method) if method != ACKNOWLEDGED => Some((
            Level::Fail,
            format!(
                "the first notification of a subscription is {}, not its acknowledgement",
                beginning(&method)
            ),
        )),
        Some(_) => None,
        None if listen.error().is_some() => announces(surface).then(|| {
            let message = "listChanged is declared, and subscriptions/listen is refused".to_owned();
            (Level::Fail, message)
        }),
        None => Some((
            Level::Warn,
            "a subscription is not acknowledged before the next request is answered".to_owned(),
        )),
    };
    if let Some((level, message)) = finding {
        sink.found(About::server(), message)
            .level(level)
            .frames(listen.frames());
    }
    let odd = own.iter().filter_map(|message| {
        let method = message.method()?;
        let is_odd = ![ACKNOWLEDGED, CHANGED].contains(&&*method);
        is_odd.then(|| {
            let message_text = format!("a subscription to changes of the tools brings {}", beginning(&method));
            (Level::Fail, message_text, message.frame)
        })
    });
    said::about_server(sink, odd);
}

fn subscription(message: &Message) -> Option<Value<'_>> {
    message.params()?.get("_meta")?.get(ID)
}

/// Whether a capability says that changes of a list are announced.
fn announces(surface: &Surface) -> bool {
    let lists = ["tools", "prompts", "resources"];
    lists.iter().any(|list| {
        let flag = surface.hello_at(&format!("/capabilities/{list}/listChanged"));
        flag.and_then(Value::as_bool) == Some(true)
    })
}
