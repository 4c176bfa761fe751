//! `compliance/http-accel-buffering`: streams ask proxies not to gather them.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::Surface;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-accel-buffering",
    title: "streams ask proxies not to gather them",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Http],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Transports, Sending messages"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A stream of events without the header `X-Accel-Buffering: no`, from a server of 2026-07-28.

## Why it matters
Common reverse proxies gather a response before they pass it on: progress and log messages come late, all at once.

## Example
```http
HTTP/1.1 200 OK
Content-Type: text/event-stream
X-Accel-Buffering: no
```

## What to do
Send the header with each response that is a stream.

## When it is wrong
The specification says SHOULD, and behind no proxy it changes nothing, so this is a note.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let is_modern = |surface: &Surface| !surface.is_handshake();
    let streams = over_http::responses(cx)
        .filter(|(asked, response)| asked.surface.is_some_and(is_modern) && response.is_stream());
    let mut n_streams = 0;
    let wrong: Vec<_> = streams
        .filter_map(|(_, response)| {
            n_streams += 1;
            let says = response
                .header("x-accel-buffering")
                .is_some_and(|value| value.trim().eq_ignore_ascii_case("no"));
            let message = "a stream does not say X-Accel-Buffering: no";
            (!says).then(|| (Level::Note, message.to_owned(), response.frame()))
        })
        .collect();
    if n_streams == 0 {
        return sink.skip_nothing(About::server(), "no request was answered with a stream in 2026-07-28");
    }
    said::about_server(sink, wrong.into_iter());
}
