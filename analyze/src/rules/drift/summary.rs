//! `drift/summary`: how many changes there are, and how many of them fail.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/summary",
    title: "changes are counted",
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
Nothing by itself: it counts the changes and those that fail under the policy in force.

## Why it matters
One line that people read before all others.

## Example
Drift detected: 4 failing of 6 changes against mcpward.lock.json

## What to do
Look at the changes that fail.

## When it is wrong
It counts accepted changes too, and says how many there are.
";

/// Policy writes the row, since only policy knows what fails.
fn check(_cx: &Context<'_>, sink: &mut Sink) {
    sink.not_asked();
}
