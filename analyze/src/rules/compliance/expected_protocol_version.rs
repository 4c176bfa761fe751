//! `compliance/expected-protocol-version`: the version that the configuration expects is served.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/expected-protocol-version",
    title: "the expected protocol version is served",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Lifecycle, Version negotiation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that does not serve the version named by `expect.protocol_version`.

## Why it matters
Whoever names a version has clients that speak it. When a dependency of the server drops that version, they stop working.

## Example
```yaml
expect:
  protocol_version: \"2025-06-18\"
```

## What to do
Bring the version back, or change the expectation once no client needs it any more.

## When it is wrong
A snapshot that was recorded without the expectation may never have asked for the version; then the rule skips.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(expected) = cx.config().expect.protocol_version.as_deref() else {
        sink.not_asked();
        return;
    };
    let established = || cx.contract.surfaces.iter().filter(|surface| surface.is_established());
    let listed = |surface: &crate::contract::Surface| {
        let versions = surface
            .hello_at("/supportedVersions")
            .filter(|_| !surface.is_handshake());
        versions.is_some_and(|versions| versions.items().any(|version| version.is_text(expected)))
    };
    if established().any(|surface| surface.version() == expected || listed(surface)) {
        sink.pass(format!("protocol version {expected} is served"));
        return;
    }
    let Some(asked) = cx.contract.surfaces.iter().find(|surface| surface.asked() == expected) else {
        sink.skip(
            About::server(),
            format!("no connection asked for protocol version {expected}"),
        );
        return;
    };
    let served: Vec<String> = established().map(|surface| surface.version()).collect();
    let answer = asked.hello_at("/protocolVersion").and_then(Value::as_str);
    let message = match answer {
        Some(answer) => format!("protocol version {expected} was asked for and answered with {answer}"),
        None => format!("protocol version {expected} was asked for and refused"),
    };
    sink.found(About::server(), message)
        .expected(expected)
        .actual(served)
        .frames(asked.hello_frame);
}
