//! `resources/uri`: resources have absolute URIs.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::Seen;
use crate::rules::tell::tell_items;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/uri",
    title: "resources have absolute URIs",
    severity: Severity::Error,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Resources)],
    subjects: &[SubjectKind::Resource],
    aliases: &[],
    spec: Some("2025-11-25, Resources, Resource"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A resource whose URI has no scheme, has white space or control characters, or a percent sign without two hex digits.

## Why it matters
Clients parse the URI before they show or read the resource; one that does not parse is left out.

## Example
```json
{\"uri\": \"notes/today.md\", \"name\": \"today\"}
```

## What to do
Give it a scheme of its own, `notes:///today.md`, or `file:///…`, and percent-encode spaces.

## When it is wrong
Characters beyond ASCII are taken as they are, as most parsers do.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell_items(cx, sink, ListKind::Resources, |item, seen| {
        let uri = item.name.raw();
        if let Some(reason) = fault(uri).filter(|_| !uri.is_empty()) {
            seen.push(Seen::new("/uri", format!("the URI {reason}")));
        }
    });
}

fn fault(uri: &str) -> Option<&'static str> {
    let scheme = uri.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    if !scheme.is_some_and(is_scheme) {
        return Some("has no scheme");
    }
    if uri
        .chars()
        .any(|c| c.is_whitespace() || c.is_control() || "<>\"\\^`{|}".contains(c))
    {
        return Some("has a character that has to be percent-encoded");
    }
    let is_encoded = |rest: &str| rest.len() >= 2 && rest.bytes().take(2).all(|byte| byte.is_ascii_hexdigit());
    (!uri.split('%').skip(1).all(is_encoded)).then_some("has a percent sign without two hex digits")
}

#[cfg(test)]
mod tests {
    #[test]
    fn uris_are_absolute_and_encoded() {
        for (uri, is_fine) in [
            ("file:///a/b%20c", true),
            ("notes://today", true),
            ("urn:isbn:1", true),
            ("file:///ä", true),
            ("notes/today", false),
            ("file:///a b", false),
            ("file:///a%2", false),
            ("1http://x", false),
            ("file:///{id}", false),
        ] {
            assert_eq!(super::fault(uri).is_none(), is_fine, "{uri}");
        }
    }
}
