//! `compliance/auth-metadata`: the metadata of a server that wants tokens say what it is and who gives them.

use mcpward_schemas::report::{Severity, SubjectKind};

use mcpward_json::Value;

use crate::contract::{beginning, probe};
use crate::rules::http_reply::{answered, is_local};
use crate::rules::tokens::{challenge, refusals};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/auth-metadata",
    title: "a server that wants tokens says who gives them",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Authorization, Authorization Server Discovery"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that refuses requests without its token with HTTP 401, and whose metadata (RFC 9728) are missing at both well-known URLs
(a warning), name no authorization server, or name another `resource` than the URL of the endpoint (on this machine a warning, since a
server that is tested there may be told its public name). A resource that has the endpoint below its path is a note.

## Why it matters
A client that follows the specification has no other way to a token, and must not use metadata that are about another resource: its
user cannot sign in.

## Example
```json
{ \"resource\": \"https://mcp.example.com/other\", \"authorization_servers\": [] }
```

## What to do
Serve `/.well-known/oauth-protected-resource` with the path of the endpoint behind it, without asking for a token. `resource` is the
URL of the endpoint as clients have it, and `authorization_servers` has one entry at least.

## When it is wrong
A server whose tokens are handed out by hand has no authorization server. Metadata may stand elsewhere, where the challenge of HTTP 401
says so; then the rule is skipped.
";

const FIRST: &str = "2025-06-18";
const OK: u16 = 200;

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let refusals = refusals(cx, sink, FIRST);
    let (Some(refusal), Some((endpoint, _))) = (refusals.first(), over_http::endpoint(cx)) else {
        return;
    };
    let mut asked = Vec::new();
    for name in [probe::HTTP_METADATA, probe::HTTP_METADATA_OF_ORIGIN] {
        // An endpoint without a path has one such URL only.
        let Some(reply) = answered(cx, name) else { continue };
        if let (OK, Some(document)) = (reply.status, &reply.spelled.document) {
            for (level, message) in lacking(document.value(), endpoint, is_local(cx)) {
                sink.found(About::server(), message)
                    .level(level)
                    .frames(reply.spelled.frames());
            }
            return;
        }
        asked.push(reply);
    }
    if asked.is_empty() {
        return sink.skip(About::server(), "the metadata were not answered");
    }
    if challenge(&refusal.spelled.headers, "resource_metadata").is_some() {
        return sink.skip_nothing(
            About::server(),
            "the metadata stand at another URL than the well-known ones, which was not asked",
        );
    }
    let message = format!(
        "there are no metadata of the server at its well-known URLs ({}), and the challenge of HTTP 401 names none",
        asked.iter().map(|reply| reply.words()).collect::<Vec<_>>().join(", ")
    );
    sink.found(About::server(), message)
        .level(Level::Warn)
        .frames(asked.iter().flat_map(|reply| reply.spelled.frames()));
}

/// What the document lacks.
fn lacking(document: Value<'_>, endpoint: &str, is_local: bool) -> Vec<(Level, String)> {
    let mut lacking = Vec::new();
    let (own, named) = (canonical(endpoint), document.get("resource").and_then(Value::as_str));
    match named.as_deref().map(canonical) {
        None => lacking.push((Level::Fail, "the metadata name no resource".to_owned())),
        Some(named) if named == own => {}
        Some(named) if own.strip_prefix(&named).is_some_and(|rest| rest.starts_with('/')) => lacking.push((
            Level::Note,
            format!(
                "the metadata are about {}, which the endpoint is a part of",
                beginning(&named)
            ),
        )),
        Some(named) => {
            let level = if is_local { Level::Warn } else { Level::Fail };
            lacking.push((
                level,
                format!(
                    "the metadata are about {}, not {}: clients refuse them",
                    beginning(&named),
                    beginning(&own)
                ),
            ));
        }
    }
    let servers = document.get("authorization_servers");
    let names_one = servers.is_some_and(|list| list.items().into_iter().any(|item| item.as_str().is_some()));
    if !names_one {
        lacking.push((Level::Fail, "the metadata name no authorization server".to_owned()));
    }
    lacking
}

/// A URL without query, fragment and a slash at its end; scheme and host in lower case (RFC 3986 section 6.2.2).
fn canonical(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let n = rest.find('/').unwrap_or(rest.len());
    let (host, path) = rest.split_at(n);
    format!("{}://{}{path}", scheme.to_ascii_lowercase(), host.to_ascii_lowercase())
}
