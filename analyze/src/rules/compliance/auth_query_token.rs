//! `compliance/auth-query-token`: a token in a URL is no token.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::answered;
use crate::rules::tokens::reply_since;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/auth-query-token",
    title: "tokens in URLs are not taken",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Authorization, Token Requirements"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With `probes: { query_token: true }`: a server that takes the token of the capture where it stands in the URL (`?access_token=…`)
and not in the header `Authorization`.

## Why it matters
URLs end up in logs, histories and error reports of every machine on the way, and the token with them. Clients must not send it there;
a server that takes it invites them to.

## Example
```http
POST /mcp?access_token=… HTTP/1.1

HTTP/1.1 200 OK
```

## What to do
Take tokens from the header `Authorization` only, and answer 401 to requests without it. Where the capture was asked to send its token
so, look for it in the logs of the server, or get a new one.

## When it is wrong
Some hosted servers give each user a URL that holds a key of its own. That is another secret, and as easily lost.
";

const FIRST: &str = "2025-03-26";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !cx.config().probes.query_token {
        return sink.not_asked();
    }
    let Some(reply) = reply_since(cx, sink, probe::HTTP_TOKEN_IN_QUERY, FIRST) else {
        return;
    };
    if !reply.is_taken() {
        return;
    }
    if answered(cx, probe::HTTP_TOKEN_MISSING).is_some_and(|without| without.is_taken()) {
        return sink.skip_nothing(About::server(), "the server serves requests without any token");
    }
    sink.found(About::server(), "a token in the URL is taken")
        .frames(reply.spelled.frames());
}
