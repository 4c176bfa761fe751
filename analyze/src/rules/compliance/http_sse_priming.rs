//! `compliance/http-sse-priming`: a stream begins with an event that it can be resumed from.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::Body;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-sse-priming",
    title: "a stream begins with an event that it can be resumed from",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Http],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Sending messages to the server"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A stream of events that answers a request and whose first event is not an id with empty data. Asked of servers of 2025-11-25
only.

## Why it matters
A client whose connection breaks before the first message has no id to resume from, and the answer is lost.

## Example
```http
id: stream-4_0
retry: 2000
data:
```

## What to do
Send an event with an id and empty data as soon as the stream is open.

## When it is wrong
The specification says SHOULD, and a server that can resume nothing has no use for it, so this is a note.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let streams = over_http::responses(cx).filter(|(asked, response)| asked.is_of_2025_11_25() && response.is_stream());
    let mut n_streams = 0;
    let wrong: Vec<_> = streams
        .filter_map(|(_, response)| {
            n_streams += 1;
            let (part, sse) = response.events().next()?;
            let is_priming = part.body == Body::Empty && sse.id.as_deref().is_some_and(|id| !id.is_empty());
            let message = "a stream does not begin with an id and empty data";
            (!is_priming).then(|| (Level::Note, message.to_owned(), part.frame))
        })
        .collect();
    if n_streams == 0 {
        return sink.skip_nothing(About::server(), "no request was answered with a stream in 2025-11-25");
    }
    said::about_server(sink, wrong.into_iter());
}
