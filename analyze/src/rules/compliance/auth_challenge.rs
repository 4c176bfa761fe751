//! `compliance/auth-challenge`: a refusal for want of a token says what to do about it.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::probe;
use crate::rules::http_reply::{answered, is_over_http};
use crate::rules::tokens::challenge;
use crate::rules::{About, Context, Level, RuleMeta, Sink, over_http, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/auth-challenge",
    title: "refusals with HTTP 401 say where a token comes from",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Authorization, Authorization server location"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A request without a token that is refused with HTTP 401 and no header `WWW-Authenticate`, or no Bearer challenge in it. A challenge
that does not name `resource_metadata`, the document that leads to the authorization server, is a note.

## Why it matters
A client that has no token looks there for who gives one. Without it, the client can only guess the well-known URL, or ask a person.

## Example
```text
HTTP/1.1 401 Unauthorized
www-authenticate: Basic realm=\"api\"
```

## What to do
Send `WWW-Authenticate: Bearer resource_metadata=\"https://…/.well-known/oauth-protected-resource\"` with each 401, and serve that
document (RFC 9728), whose `resource` is the URL of the endpoint.

## When it is wrong
A server whose tokens are handed out by hand has no authorization server to name. A server may serve its metadata at the well-known
URL only (2025-11-25); `compliance/auth-metadata` looks there, where the capture has a token.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut n_refused = 0;
    let asked = [probe::HTTP_TOKEN_MISSING, probe::HTTP_TOKEN_INVALID];
    let replies: Vec<_> = asked.iter().filter_map(|name| answered(cx, name)).collect();
    // A token that has expired, or that is another server's, is a matter of the one who sent it.
    let had_token = |asked: &over_http::Asked<'_>| asked.request.header("authorization").is_some();
    let refused = over_http::responses(cx).filter(|(asked, response)| response.status == 401 && !had_token(asked));
    let refused = refused.map(|(_, response)| (response.headers.as_slice(), Some(response.frame())));
    let on_purpose = replies.iter().filter(|reply| reply.status == 401).take(1);
    let on_purpose = on_purpose.map(|reply| {
        (
            reply.spelled.headers.as_slice(),
            reply.spelled.response.first().copied(),
        )
    });
    let wrong: Vec<_> = refused
        .chain(on_purpose)
        .filter_map(|(headers, frame)| {
            n_refused += 1;
            let (level, message) = lacking(headers)?;
            Some((level, message.to_owned(), frame?))
        })
        .collect();
    if n_refused == 0 && cx.surface.is_none() {
        return sink.skip(About::server(), cx.why_no_contract());
    }
    if n_refused == 0 && is_over_http(cx, sink) {
        return sink.skip_nothing(About::server(), "no request without a token was refused with HTTP 401");
    }
    said::about_server(sink, wrong.into_iter());
}

/// What the challenge lacks. A header may come several times, and hold several challenges (RFC 9110 section 11.6.1).
fn lacking(all: &[(String, String)]) -> Option<(Level, &'static str)> {
    let headers = all.iter().filter(|(name, _)| name == "www-authenticate");
    let mut words = headers.flat_map(|(_, value)| value.split([' ', ',', '\t'])).peekable();
    if words.peek().is_none() {
        return Some((Level::Warn, "HTTP 401 comes without WWW-Authenticate"));
    }
    let words: Vec<String> = words.map(str::to_ascii_lowercase).collect();
    if !words.iter().any(|word| word == "bearer") {
        return Some((Level::Warn, "HTTP 401 comes without a Bearer challenge"));
    }
    let leads = challenge(all, "resource_metadata").is_some_and(|url| url.starts_with("http"));
    (!leads).then_some((
        Level::Note,
        "the challenge of HTTP 401 does not say where the metadata of the server are (resource_metadata)",
    ))
}
