//! `drift/behaviour_changed`: unknown tools or bad arguments are answered in another way.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/behaviour_changed",
    title: "errors are answered as before",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Unknown tools or bad arguments are answered in another way.

## Why it matters
Clients and models react differently to a protocol error and to a tool error.

## Example
Before: error -32602
Now: a result with `isError`

## What to do
Check that your client treats both kinds of error the same. Accept the change with a reason.

## When it is wrong
An update of the SDK alone changes this; no tool behaves otherwise.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::BehaviourChanged);
}
