//! `compliance/ui-content`: pages of MCP Apps can be shown by hosts.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/ui-content",
    title: "pages of MCP Apps can be shown by hosts",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("MCP Apps, UI resources"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `ui://` resource that is read, since a tool links it or a suite asks for it, and whose `mimeType` is not
`text/html;profile=mcp-app`, or whose `_meta.ui.csp` names what is no origin: a lone `*`, or an address with a path. As a note: a page
that asks for camera, microphone, place or clipboard.

## Why it matters
Hosts show pages of that type only, and build the policy of the page from the origins: what is none of them is dropped, and the page
can't load what it needs.

## Example
```json
{\"uri\": \"ui://map\", \"mimeType\": \"text/html\", \"text\": \"<!doctype html>\", \"_meta\": {\"ui\": {\"csp\": {\"connectDomains\": [\"*\"]}}}}
```

## What to do
Give the type in full, and name each origin with scheme and host, such as `https://*.example.com`.

## When it is wrong
A resource that is no page of MCP Apps may have a URI that begins with `ui://` too.
";

/// The media type, without white space and in lower case.
const PAGE: &str = "text/html;profile=mcp-app";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let connections = cx.eras().map(|surface| cx.contract.connection(surface));
    let exchanges = connections.flat_map(|connection| &connection.exchanges);
    let read = exchanges.filter(|exchange| exchange.page_read().is_some());
    let mut n_pages = 0;
    let mut found = Vec::new();
    for exchange in read {
        let (Some(result), Some(response)) = (exchange.result(), &exchange.response) else {
            continue;
        };
        for page in result.get("contents").into_iter().flat_map(Value::items) {
            n_pages += 1;
            let told = faults(page);
            found.extend(
                told.into_iter()
                    .map(|(level, message)| (level, message, response.frame)),
            );
        }
    }
    if n_pages == 0 {
        return sink.skip_nothing(About::server(), "no ui:// resource was read");
    }
    said::about_server(sink, found.into_iter());
}

fn faults(page: Value<'_>) -> Vec<(Level, String)> {
    let mut found = Vec::new();
    let kind = page.get("mimeType").and_then(Value::as_str).unwrap_or_default();
    let plain: String = kind.chars().filter(|c| !c.is_whitespace()).collect();
    if plain.to_ascii_lowercase() != PAGE {
        let message = format!("a page has the type {}, not {PAGE}", beginning(&kind));
        found.push((Level::Warn, message));
    }
    let domains = page.pointer("/_meta/ui/csp").into_iter().flat_map(Value::entries);
    let domains = domains.flat_map(|(_, domains)| domains.items());
    for domain in domains.filter_map(Value::as_str).filter(|domain| !is_origin(domain)) {
        let message = format!("the policy of a page names {}, which is no origin", beginning(&domain));
        found.push((Level::Warn, message));
    }
    let asked = page
        .pointer("/_meta/ui/permissions")
        .into_iter()
        .flat_map(Value::entries);
    for name in asked.filter_map(|(name, _)| name.as_str()) {
        found.push((Level::Note, format!("a page asks for {}", beginning(&name))));
    }
    found
}

/// Scheme and host, perhaps with a port or a wildcard in the place of the first label (CSP 3, host-source without a path).
fn is_origin(domain: &str) -> bool {
    let Some((scheme, host)) = domain.split_once("://") else {
        return false;
    };
    let (host, port) = host.split_once(':').unwrap_or((host, "0"));
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let host = host.strip_prefix("*.").unwrap_or(host);
    matches!(scheme, "https" | "http" | "wss" | "ws")
        && host.split('.').all(is_label)
        && !port.is_empty()
        && port.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    #[test]
    fn origins_have_a_scheme_and_no_path() {
        for (domain, is_one) in [
            ("https://api.example.com", true),
            ("https://*.example.com", true),
            ("http://localhost:3000", true),
            ("wss://example.com", true),
            ("*", false),
            ("https://*", false),
            ("example.com", false),
            ("https://example.com/", false),
            ("https://example.com/api", false),
            ("https://example.com:", false),
            ("data:", false),
        ] {
            assert_eq!(super::is_origin(domain), is_one, "{domain}");
        }
    }
}
