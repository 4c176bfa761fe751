//! `clients/pattern-lookaround`: a pattern with lookahead or lookbehind.

use mcpward_compat::Draft;
use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value as Json;

use crate::clients::Construct;
use crate::contract::ListKind;
use crate::rules::minded::{Kind, tell};
use crate::rules::rewrite::object;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/pattern-lookaround",
    title: "patterns don't look around",
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
`pattern` with `(?=`, `(?!`, `(?<=` or `(?<!`.

## Why it matters
Patterns become grammars there, which have no lookaround: OpenAI and llama.cpp refuse the whole request.

## Example
```json
{\"type\": \"string\", \"pattern\": \"^(?!-).+$\"}
```

## What to do
Say it without lookaround, or leave the pattern out and check in the server. Email patterns of some validators have it.

## When it is wrong
Linear engines can't run it either, so it is seldom needed.
";

const KIND: Kind = Kind {
    construct: Construct::PatternLookaround,
    what: "a pattern with lookahead or lookbehind",
    fix: Some(fix),
    was: Draft::Draft202012,
};

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, &KIND);
}

fn fix(schema: &mut Json, at: &str) -> Option<String> {
    object(schema, at)?.remove("pattern")?;
    Some(at.to_owned())
}
