//! `schema/icon`: icons can be shown.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
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
            let is_script = src.contains("image/svg") && {
                let image = embedded(src).to_ascii_lowercase();
                ["<script", "onload="].iter().any(|part| image.contains(part))
            };
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

/// The image in a data URI: base64 where it says so, else with percent signs.
fn embedded(src: &str) -> String {
    let (head, data) = src.split_once(',').unwrap_or((src, ""));
    let bytes = match head.to_ascii_lowercase().ends_with(";base64") {
        true => STANDARD.decode(data.trim()).unwrap_or_default(),
        false => unescaped(data),
    };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Bytes with `%41` read as what it stands for.
fn unescaped(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        let code = after.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(b'%'));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

fn is_size(size: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    size == "any"
        || size
            .split_once('x')
            .is_some_and(|(width, height)| is_number(width) && is_number(height))
}

#[cfg(test)]
mod tests {
    #[test]
    fn scripts_are_seen_however_they_are_written() {
        for (src, is_fine) in [
            ("data:image/svg+xml,<svg><script>x()</script></svg>", false),
            ("data:image/svg+xml,%3Csvg%20onload%3D%22x()%22/%3E", false),
            ("data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9IngoKSIvPg==", false),
            ("data:image/svg+xml;base64,PHN2Zy8+", true),
            ("data:image/svg+xml;base64,%%%", true),
            ("data:image/svg+xml,100%25%", true),
            ("data:image/png;base64,PHN2ZyBvbmxvYWQ9IngoKSIvPg==", true),
        ] {
            assert_eq!(super::fault_of(src).is_none(), is_fine, "{src}");
        }
    }
}
