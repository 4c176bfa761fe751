//! `resources/mime-type`: MIME types are well-formed.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::look::Seen;
use crate::rules::tell::tell_items;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/mime-type",
    title: "MIME types are well-formed",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Resource, SubjectKind::Template],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `mimeType` of a resource or template that is not like `type/subtype`.

## Why it matters
Clients choose by it how to show and to send a resource. One that does not parse is taken as binary, or not at all.

## Example
```json
{\"uri\": \"notes:///a\", \"name\": \"a\", \"mimeType\": \"markdown\"}
```

## What to do
Write the registered type: `text/markdown`.

## When it is wrong
A type without registration is fine, as long as it has the form.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for list in [ListKind::Resources, ListKind::Templates] {
        tell_items(cx, sink, list, |item, seen| {
            let kind = item.value().get("mimeType").and_then(Value::as_str);
            if let Some(kind) = kind.filter(|kind| !is_mime(kind)) {
                let message = format!("the mimeType {} is not like type/subtype", beginning(&kind));
                seen.push(Seen::new("/mimeType", message));
            }
        });
    }
}

fn is_mime(text: &str) -> bool {
    let bare = text.split(';').next().unwrap_or(text).trim();
    let is_token = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "!#$&^_.+-".contains(c))
    };
    bare.split_once('/')
        .is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

#[cfg(test)]
mod tests {
    #[test]
    fn types_have_two_parts() {
        for (kind, is_fine) in [
            ("text/markdown", true),
            ("text/html;profile=mcp-app", true),
            ("application/vnd.api+json", true),
            ("markdown", false),
            ("text/", false),
            ("text/mark down", false),
            ("", false),
        ] {
            assert_eq!(super::is_mime(kind), is_fine, "{kind}");
        }
    }
}
