//! `drift/capability_changed`: the server declares other capabilities.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Class;
use crate::rules::drift_report::report;
use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/capability_changed",
    title: "capabilities are as before",
    severity: Severity::Warning,
    level: Level::Fail,
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
The server declares other capabilities. Only a lost one fails.

## Why it matters
What a client could use is not there any more.

## Example
Before: `{tools: {}, prompts: {}}`
Now: `{tools: {}}`

## What to do
Find out whether a client of yours used what is gone.

## When it is wrong
Servers that declare what they do not have, and stop doing so, lose nothing.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    report(cx, sink, Class::CapabilityChanged);
}
