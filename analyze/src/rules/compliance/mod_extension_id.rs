//! `compliance/mod-extension-id`: extensions are named after who defines them.

use mcpward_json::push_token;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::rules::prefix::is_prefix;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/mod-extension-id",
    title: "extensions are named after who defines them",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract, Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Extensions, Negotiation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
In 2026-07-28: a member of `capabilities.extensions` whose name has no prefix of labels with dots between them and a slash behind them.

## Why it matters
A name without a prefix belongs to nobody: two vendors use it for two things, and a client switches on the wrong one.

## Example
```json
{\"capabilities\": {\"extensions\": {\"streaming\": {}}}}
```

## What to do
Use a domain of your own, turned around: `com.example/streaming`.

## When it is wrong
It is not: the prefix is mandatory here, other than in `_meta`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let Some(extensions) = surface.hello_at("/capabilities/extensions") else {
        return sink.skip_nothing(About::server(), "the server declares no extensions");
    };
    for (name, _) in extensions.entries() {
        let name = name.as_str().unwrap_or_default();
        if has_prefix(&name) {
            continue;
        }
        let mut pointer = "/capabilities/extensions".to_owned();
        push_token(&mut pointer, &name);
        let message = format!(
            "the extension {} has no prefix that says who defines it",
            beginning(&name)
        );
        sink.found(About::server(), message)
            .at(pointer)
            .frames(surface.hello_frame);
    }
}

/// Whether labels with dots between them, a slash and a name are there.
fn has_prefix(name: &str) -> bool {
    let parts = name.split_once('/');
    parts.is_some_and(|(prefix, name)| is_prefix(prefix) && !name.is_empty())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_prefix_is_labels_and_a_slash() {
        for (name, has_one) in [
            ("io.modelcontextprotocol/ui", true),
            ("example/x", true),
            ("streaming", false),
            ("/x", false),
            ("com..example/x", false),
            ("com.example/", false),
            ("1com/x", false),
        ] {
            assert_eq!(super::has_prefix(name), has_one, "{name}");
        }
    }
}
