//! `schema/icon`: icons can be shown.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::look::{Seen, Weight};
use crate::rules::tell::tell_items;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/icon",
    title: "icons can be shown",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[
        SubjectKind::Server,
        SubjectKind::Tool,
        SubjectKind::Prompt,
        SubjectKind::Resource,
        SubjectKind::Template,
    ],
    aliases: &[],
    spec: Some("2025-11-25, Basic protocol, Icons"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An icon whose `src` is neither https nor a data URI, with a `mimeType` that is no image, a size that is not like 48x48 or
any, or a theme other than light and dark.

## Why it matters
Clients refuse other schemes; with javascript, file and ws they must. The entry then has no icon, or counts as hostile.

## Example
```json
{\"icons\": [{\"src\": \"file:///opt/icon.png\", \"sizes\": [\"big\"]}]}
```

## What to do
Embed small icons as data URIs, and serve others over https from the server's own origin.

## When it is wrong
Icons came with 2025-11-25; earlier versions ignore them.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if let Some(icons) = cx
        .surface
        .and_then(|surface| surface.server_info())
        .and_then(|info| info.get("icons"))
    {
        for (pointer, level, message) in faults(icons) {
            let found = sink.found(About::server(), message).at(format!("/serverInfo{pointer}"));
            found
                .level(level.into())
                .frames(cx.surface.and_then(|surface| surface.hello_frame));
        }
    }
    for kind in ListKind::ALL {
        tell_items(cx, sink, kind, |item, seen| {
            let faults = item.value().get("icons").into_iter().flat_map(faults);
            seen.extend(faults.map(|(pointer, level, message)| Seen::new(pointer, message).level(level)));
        });
    }
}

/// What is wrong with icons: pointer, level and message.
fn faults(icons: Value<'_>) -> Vec<(String, Weight, String)> {
    let mut faults = Vec::new();
    for (idx, icon) in icons.items().enumerate() {
        let mut add =
            |member: &str, level, message: String| faults.push((format!("/icons/{idx}/{member}"), level, message));
        if let Some((level, message)) = icon.get("src").and_then(Value::as_str).and_then(|src| fault_of(&src)) {
            add("src", level, message);
        }
        if let Some(kind) = icon
            .get("mimeType")
            .filter(|kind| !kind.as_str().is_some_and(|kind| kind.starts_with("image/")))
        {
            add(
                "mimeType",
                Weight::Warn,
                format!("the icon's mimeType is {}, no image", beginning(kind.raw())),
            );
        }
        let sizes = icon.get("sizes").into_iter().flat_map(|sizes| match sizes.is_array() {
            true => sizes.items().collect(),
            false => vec![sizes],
        });
        for size in sizes.filter(|size| !size.as_str().is_some_and(|size| is_size(&size))) {
            add(
                "sizes",
                Weight::Warn,
                format!("the icon's size is {}, not like 48x48 or any", beginning(size.raw())),
            );
        }
    }
    faults
}

fn fault_of(src: &str) -> Option<(Weight, String)> {
    let scheme = src
        .split_once(':')
        .map_or("", |(scheme, _)| scheme)
        .to_ascii_lowercase();
    match scheme.as_str() {
        "https" => None,
        "data" => {
            let is_script = src.contains("image/svg")
                && ["<script", "onload="]
                    .iter()
                    .any(|part| src.to_ascii_lowercase().contains(part));
            is_script.then(|| (Weight::Fail, "the icon is an SVG with a script".to_owned()))
        }
        "javascript" | "file" | "ftp" | "ws" | "wss" => Some((
            Weight::Fail,
            format!("the icon's src has the scheme {scheme}, which clients must refuse"),
        )),
        _ => Some((
            Weight::Warn,
            format!("the icon's src is {}, neither https nor data", beginning(src)),
        )),
    }
}

fn is_size(size: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    size == "any"
        || size
            .split_once('x')
            .is_some_and(|(width, height)| is_number(width) && is_number(height))
}
