//! `compliance/http-icon-origin`: icons come from the server's own origin.

use std::collections::BTreeSet;

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::rules::http_reply::is_over_http;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, over_http};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-icon-origin",
    title: "icons come from the origin of the server",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Basic protocol, Icons"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Icons of a server over HTTP whose `src` is https and has another origin (scheme, host and port) than the endpoint, as a note. Over stdio
a server has no origin.

## Why it matters
Clients are to check that icons come from the server or from somebody they trust: who serves one sees who uses the server, and when.

## Example
```json
{ \"icons\": [{ \"src\": \"https://cdn.example.net/icon.png\" }] }
```

## What to do
Serve icons from the host of the endpoint, or embed small ones as data URIs.

## When it is wrong
A content delivery network of the same owner is as good; clients decide.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_http(cx, sink) {
        return;
    }
    let Some(surface) = cx.surface else { return };
    let items = ListKind::ALL.into_iter().flat_map(|kind| cx.items(kind));
    let owners = surface.server_info().into_iter().chain(items.map(|item| item.value()));
    let icons = owners.filter_map(|owner| owner.get("icons")).flat_map(Value::items);
    let icons: Vec<_> = icons.filter_map(|icon| origin(&icon.get("src")?.as_str()?)).collect();
    let own = over_http::endpoint(cx).and_then(|(url, _)| origin(url));
    let Some(own) = own.filter(|own| !own.contains("[redacted")) else {
        return sink.skip(About::server(), "the host of the endpoint is masked");
    };
    let is_foreign = |origin: &String| origin.starts_with("https://") && *origin != own;
    let foreign: BTreeSet<_> = icons.iter().filter(|origin| is_foreign(origin)).collect();
    if icons.is_empty() {
        sink.skip_nothing(About::server(), "no icon has a URL");
    } else if let Some(first) = foreign.first() {
        let more = match foreign.len() {
            1 => String::new(),
            n => format!(" and {} more", n - 1),
        };
        let message = format!("icons come from {}{more}, not from the server", beginning(first));
        sink.found(About::server(), message);
    }
}

/// Scheme, host and port of a URL of http or https, in lower case, without the port that the scheme has anyway (RFC 6454 section 4).
fn origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let port = match scheme.as_str() {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let host = host.strip_suffix(port).unwrap_or(&host);
    Some(format!("{scheme}://{host}"))
}
