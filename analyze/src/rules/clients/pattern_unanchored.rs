//! `clients/pattern-unanchored`: a pattern that is not anchored at both ends.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::{Value as Json, json};

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/pattern-unanchored",
    title: "patterns are anchored",
    severity: Severity::Error,
    level: Level::Fail,
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
`pattern` that does not begin with `^` and end with `$`.

## Why it matters
llama.cpp makes a grammar of it and refuses the whole request: \"Pattern must start with '^' and end with '$'\".

## Example
```json
{\"type\": \"string\", \"pattern\": \"[a-z]+\"}
```

## What to do
Anchor it. What an unanchored pattern means is `^[\\s\\S]*(?:[a-z]+)[\\s\\S]*$`; what was meant is nearly always `^[a-z]+$`.

## When it is wrong
JSON Schema patterns are not anchored, so adding anchors alone accepts less.
";

const KIND: Kind = Kind {
    construct: Construct::PatternUnanchored,
    what: "a pattern that is not anchored at both ends",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    let pattern = object(schema, at)?.get_mut("pattern")?;
    let source = pattern.as_str()?;
    if source.contains('|') || source.contains("(?") {
        return None;
    }
    let (head, tail) = (
        source.starts_with('^'),
        source.ends_with('$') && !source.ends_with("\\$"),
    );
    let before = if head { "" } else { "^[\\s\\S]*" };
    let after = if tail { "" } else { "[\\s\\S]*$" };
    *pattern = json!(format!("{before}{source}{after}"));
    Some(at.to_owned())
}
