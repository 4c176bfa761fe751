//! `compliance/auth-https`: the endpoint is reached over https.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::REDACTION_MARK_START;

use crate::contract::is_loopback;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/auth-https",
    title: "the endpoint is reached over https",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Http],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Authorization, Communication security"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An endpoint on another machine that is reached over `http`, with headers of the configuration, which may be credentials. Without such
headers it is a note.

## Why it matters
Everybody on the way can read the token and use it, and change what the server says to the model.

## Example
```yaml
server:
  url: http://mcp.example.com/mcp
  headers: { authorization: \"Bearer ${TOKEN}\" }
```

## What to do
Serve the endpoint over https, or ask it on the machine that it runs on.

## When it is wrong
In a network of containers that nobody else can read.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some((url, headers)) = over_http::endpoint(cx) else {
        return;
    };
    if !url.to_ascii_lowercase().starts_with("http://") || is_loopback(url) {
        return;
    }
    if url.contains(&format!("://{REDACTION_MARK_START}")) {
        return sink.skip(About::server(), "the host of the endpoint is masked");
    }
    let frames = over_http::requests(cx).next().map(|asked| asked.request.frame);
    let (level, message) = match headers.is_empty() {
        true => (Level::Note, "the endpoint is reached over http".to_owned()),
        false => (
            Level::Warn,
            format!("headers go to another machine over http: {}", headers.join(", ")),
        ),
    };
    sink.found(About::server(), message).level(level).frames(frames);
}
