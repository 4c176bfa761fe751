//! `compliance/base64`: images, sounds and files are sent as base64.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/base64",
    title: "binary content is valid base64",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Resources, Binary content"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`data` of an image or a sound, or `blob` of a resource, that is no base64 (RFC 4648 section 4): another alphabet, white space, a length
that can't be. Results of tools, resources and prompts are looked at.

## Why it matters
Clients decode it without asking; most drop the block, some the whole result.

## Example
```json
{\"type\": \"image\", \"data\": \"data:image/png;base64,iVBORw0\", \"mimeType\": \"image/png\"}
```

## What to do
Encode with the standard alphabet and padding, and leave the `data:` prefix out.

## When it is wrong
A few decoders take the URL alphabet and missing padding as well.
";

const METHODS: [&str; 3] = ["tools/call", "resources/read", "prompts/get"];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let mut broken = Vec::new();
    let mut n_seen = 0;
    for exchange in &cx.contract.connection(surface).exchanges {
        let method = exchange.method();
        let (Some(result), Some(response)) = (exchange.result(), &exchange.response) else {
            continue;
        };
        if !METHODS.contains(&method.as_ref()) {
            continue;
        }
        for (member, text) in binary(result) {
            n_seen += 1;
            if !is_base64(&text) {
                let message = format!("{member} in the result of {method} is no base64: {}", beginning(&text));
                broken.push((Level::Fail, message, response.frame));
            }
        }
    }
    if n_seen == 0 {
        return sink.skip_nothing(About::server(), "no result holds binary content");
    }
    said::about_server(sink, broken.into_iter());
}

/// The binary members of a result: of content blocks, of messages' content, of contents and of resources in them.
fn binary(result: Value<'_>) -> Vec<(&'static str, String)> {
    let list = |member: &str| result.get(member).into_iter().flat_map(Value::items);
    let messages = list("messages").filter_map(|message| message.get("content"));
    let blocks = list("content").chain(messages);
    let resources = blocks.clone().filter_map(|block| block.get("resource"));
    let media = blocks.filter(|block| {
        let kind = block.get("type");
        kind.is_some_and(|kind| kind.is_text("image") || kind.is_text("audio"))
    });
    let text = |value: Value<'_>, member: &'static str| {
        let text = value.get(member).and_then(Value::as_str)?;
        Some((member, text.into_owned()))
    };
    let data = media.filter_map(|block| text(block, "data"));
    let blobs = list("contents")
        .chain(resources)
        .filter_map(|contents| text(contents, "blob"));
    data.chain(blobs).collect()
}

/// Whether a text is base64 in the standard alphabet, with padding.
fn is_base64(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    text.len().is_multiple_of(4)
        && text.len() - body.len() <= 2
        && body
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}
