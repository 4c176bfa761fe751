//! `compliance/auth-scope`: a challenge says which scopes a token needs.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::tokens::{challenge, refusals};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/auth-scope",
    title: "the challenge of HTTP 401 names the scopes that a token needs",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Authorization, Protected Resource Metadata Discovery Requirements"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A refusal with HTTP 401 whose challenge has no parameter `scope`, as a note. It is asked of servers to which the capture sends a token:
once without it, and once with one that nobody gave.

## Why it matters
Without it a client asks its user for all scopes that the metadata name, or for none: too much power, or a second round of consent.

## Example
```http
HTTP/1.1 401 Unauthorized
www-authenticate: Bearer resource_metadata=\"https://mcp.example.com/.well-known/oauth-protected-resource/mcp\"
```

## What to do
Add the scopes that the request needs: `scope=\"notes:read\"`.

## When it is wrong
A server whose tokens have no scopes has none to name.
";

const FIRST: &str = "2025-11-25";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for refusal in refusals(cx, sink, FIRST) {
        if challenge(&refusal.spelled.headers, "scope").is_none() {
            let message = "the challenge of HTTP 401 does not say which scopes a token needs (scope)";
            sink.found(About::server(), message).frames(refusal.spelled.frames());
            return;
        }
    }
}
