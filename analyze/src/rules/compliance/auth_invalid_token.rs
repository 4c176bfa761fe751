//! `compliance/auth-invalid-token`: a token that nobody gave is refused with HTTP 401.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply;
use crate::rules::tokens::reply_since;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/auth-invalid-token",
    title: "tokens that nobody gave are refused with HTTP 401",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Authorization, Token Handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request with a token that nobody gave (`Authorization: Bearer mcpward-no-such-token`) that is served, by a server to which the
capture sends a token. Where a request without any token is served as well, the server asks for none, which is a note. A refusal with
another status than 401 is a warning.

## Why it matters
A server that takes any token lets everybody in. And 401 is the one status on which a client gets a new token: with another one a user
whose token has expired stays locked out.

## Example
```http
POST /mcp
authorization: Bearer mcpward-no-such-token

HTTP/1.1 200 OK
```

## What to do
Check signature, issuer, audience and end of each token on each request, and answer 401 with `WWW-Authenticate` where one of them does
not fit. Leave the header out of the configuration where the server needs none.

## When it is wrong
A gateway that checks tokens by the method of the request may let a ping or `server/discover` through, and still guard the tools.
";

const FIRST: &str = "2025-03-26";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(reply) = reply_since(cx, sink, probe::HTTP_TOKEN_INVALID, FIRST) else {
        return;
    };
    let (level, message) = match reply.status {
        401 => return,
        _ if reply.is_taken() => match http_reply::answered(cx, probe::HTTP_TOKEN_MISSING) {
            Some(without) if without.is_taken() => (
                Level::Note,
                "a token is sent, and the server serves requests without one, and with one that nobody gave".to_owned(),
            ),
            _ => (
                Level::Fail,
                "a request with a token that nobody gave is served".to_owned(),
            ),
        },
        _ => (
            Level::Warn,
            format!(
                "a token that nobody gave is refused with {}, not HTTP 401: clients do not get a new one",
                reply.words()
            ),
        ),
    };
    sink.found(About::server(), message)
        .level(level)
        .expected(401)
        .actual(reply.status)
        .frames(reply.spelled.frames());
}
