//! `compliance/http-cors-wildcard`: a local server is not open to every web page.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, http_reply, over_http};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-cors-wildcard",
    title: "a local server is not open to every web page",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Http],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Security warning"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server on this machine that asks for no credentials and sends `Access-Control-Allow-Origin: *`.

## Why it matters
Every web page that the user opens may then call the server and read what it answers.

## Example
```http
Access-Control-Allow-Origin: *
```

## What to do
Name the origins that may ask, or send no such header: clients that are no web pages need none. Check `Origin` too, since the header
keeps nobody from sending.

## When it is wrong
Where the server is only on this machine for the test, and will ask for credentials where it runs.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some((_, headers)) = over_http::endpoint(cx) else {
        return;
    };
    if !http_reply::is_local(cx) {
        return sink.skip_nothing(About::server(), "the server is on another machine");
    }
    if !headers.is_empty() {
        return sink.skip_nothing(
            About::server(),
            "the configuration sends headers, which may be credentials",
        );
    }
    let mut open = over_http::responses(cx)
        .filter(|(_, response)| response.header("access-control-allow-origin").map(str::trim) == Some("*"));
    if let Some((_, first)) = open.next() {
        let message = "a server on this machine lets every web page read its answers (Access-Control-Allow-Origin: *)";
        sink.found(About::server(), message).frames([first.frame()]);
    }
}
