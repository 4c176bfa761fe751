//! `schema/no-tools`: a server without any tool.

use std::collections::BTreeSet;

use mcpward_schemas::config::Config;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/no-tools",
    title: "the server has tools",
    severity: Severity::Error,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that declares tools and lists none. It fails where the configuration names tools, and warns otherwise.

## Why it matters
An empty list passes every rule about tools. A server that lost its tools, for want of a key or a database, would look clean.

## Example
```json
{\"tools\": []}
```

## What to do
Give the server what it needs to show its tools: credentials, a working folder, the capabilities of a client.

## When it is wrong
A server that only has prompts or resources should not declare `tools`; then the rule does not look.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let items = cx.items(ListKind::Tools);
    if !items.is_empty() {
        return;
    }
    let named = named_tools(cx.config());
    let frames = cx
        .surface
        .and_then(|surface| surface.list(ListKind::Tools).pass())
        .and_then(|pass| pass.pages.last());
    let frames: Vec<_> = frames.map(|page| page.frame).into_iter().collect();
    if named.is_empty() {
        sink.found(About::server(), "the server declares tools and lists none")
            .frames(frames);
    } else {
        let named: Vec<&str> = named.into_iter().collect();
        sink.found(
            About::server(),
            "the server lists no tools, and the configuration names some",
        )
        .level(Level::Fail)
        .expected(named)
        .frames(frames);
    }
}

/// Tools that the configuration names anywhere.
fn named_tools(config: &Config) -> BTreeSet<&str> {
    let checks = &config.checks;
    let latency = checks.latency.iter().flat_map(|latency| &latency.tools);
    let output = checks.drift.iter().flat_map(|drift| &drift.output.tools);
    let suites = config.suites.iter().filter_map(|suite| suite.tool.as_deref());
    let expected = config.expect.tools.iter().map(String::as_str);
    suites
        .chain(expected)
        .chain(latency.chain(output).map(|tool| tool.name.as_str()))
        .collect()
}
