//! `output/structured-text`: a structured result is missing from the text.

use mcpward_json::{Doc, Limits, Value, canonical};
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Exchange, ListKind};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "output/structured-text",
    title: "structured results stand in a text too",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Structured Content"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A result with `structuredContent` and without any text block; as a note, one whose text blocks hold something else than that
content as JSON.

## Why it matters
Clients of earlier versions, and models behind most clients, read the text only. Without it they see an empty result.

## Example
```json
{\"content\": [], \"structuredContent\": {\"count\": 3}}
```

## What to do
Add a text block with the serialized JSON. SDKs do it by themselves where the tool returns only the structured content.

## When it is wrong
A text that says the same in better words serves a model as well; that is why it is only a note.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    super::for_each_tool(cx, sink, &mut |item, calls, sink| {
        let structured = |exchange: &Exchange| {
            exchange
                .result()
                .is_some_and(|result| result.get("structuredContent").is_some())
        };
        let calls: Vec<&Exchange> = calls.iter().copied().filter(|exchange| structured(exchange)).collect();
        if calls.is_empty() {
            return sink.skip_nothing(item, "no result has structuredContent");
        }
        if let Some(exchange) = calls.iter().find(|exchange| texts(exchange).is_empty()) {
            sink.found(item, "a result has structuredContent and no text block")
                .frames(exchange.frames());
        } else if let Some(exchange) = calls.iter().find(|exchange| !says_it_in_text(exchange)) {
            sink.found(item, "no text block of a result holds its structuredContent as JSON")
                .level(Level::Note)
                .frames(exchange.frames());
        }
    });
}

fn texts(exchange: &Exchange) -> Vec<String> {
    let content = exchange.result().and_then(|result| result.get("content"));
    let texts = content.into_iter().flat_map(Value::items);
    texts
        .filter_map(|block| Some(block.get("text")?.as_str()?.into_owned()))
        .collect()
}

fn says_it_in_text(exchange: &Exchange) -> bool {
    let structured = exchange.result().and_then(|result| result.get("structuredContent"));
    let structured = structured.map(canonical);
    texts(exchange).iter().any(|text| {
        let text = Doc::parse(text.as_str(), &Limits::default()).ok();
        text.is_some_and(|text| Some(canonical(text.root())) == structured)
    })
}
