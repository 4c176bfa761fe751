//! `schema/ui-resource`: the user interface of a tool is a ui:// resource.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool, Weight};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/ui-resource",
    title: "user interfaces are ui:// resources",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`_meta.ui.resourceUri` that does not begin with `ui://`, and `visibility` with words other than model and app. As a note: the old key
`ui/resourceUri` alone.

## Why it matters
Hosts load user interfaces from `ui://` resources only, so the tool comes without one.

## Example
```json
{\"_meta\": {\"ui\": {\"resourceUri\": \"https://example.com/app.html\"}}}
```

## What to do
Serve the page as a resource of the server and name its `ui://` URI.

## When it is wrong
Members of other extensions may use the same name.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Interfaces that hosts don't load.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    let Some(meta) = tool.value.get("_meta") else { return };
    let ui = meta.get("ui");
    let uris = [
        ("/_meta/ui/resourceUri", ui.and_then(|ui| ui.get("resourceUri"))),
        ("/_meta/ui~1resourceUri", meta.get("ui/resourceUri")),
    ];
    for (pointer, uri) in uris.iter().filter_map(|(pointer, uri)| Some((*pointer, (*uri)?))) {
        if !uri.as_str().is_some_and(|uri| uri.starts_with("ui://")) {
            let message = format!(
                "the user interface is {}, not a ui:// resource",
                crate::contract::beginning(uri.raw())
            );
            seen.push(Seen::new(pointer, message).habit("a user interface that is no ui:// resource"));
        }
    }
    if uris[0].1.is_none() && uris[1].1.is_some() {
        let message = "the user interface is named under ui/resourceUri alone; newer hosts read ui.resourceUri";
        seen.push(Seen::new(uris[1].0, message).level(Weight::Note));
    }
    let visibility = ui
        .and_then(|ui| ui.get("visibility"))
        .into_iter()
        .flat_map(Value::items);
    if let Some(odd) = visibility
        .into_iter()
        .find(|word| !word.is_text("model") && !word.is_text("app"))
    {
        let message = format!(
            "visibility has {}; it takes model and app",
            crate::contract::beginning(odd.raw())
        );
        seen.push(Seen::new("/_meta/ui/visibility", message));
    }
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"_meta":{"ui":{"resourceUri":"https://x/"}}}"##,
                &["/_meta/ui/resourceUri: the user interface is \"https://x/\", not a ui:// resource"][..],
            ),
            (
                r##"{"_meta":{"ui/resourceUri":"ui://a"}}"##,
                &[
                    "/_meta/ui~1resourceUri: the user interface is named under ui/resourceUri alone; newer hosts read ui.resourceUri",
                ][..],
            ),
            (
                r##"{"_meta":{"ui":{"visibility":["user"]}}}"##,
                &["/_meta/ui/visibility: visibility has \"user\"; it takes model and app"][..],
            ),
            (
                r##"{"_meta":{"ui":{"resourceUri":"ui://a","visibility":["app"]},"ui/resourceUri":"ui://a"}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
