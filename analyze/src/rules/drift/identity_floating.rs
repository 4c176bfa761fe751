//! `drift/identity-floating`: a package without an exact version.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::drift_report::ready;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/identity-floating",
    title: "the server has an exact version",
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
The command starts a package by a specification that names no exact version, or an image by a tag.

## Why it matters
Another version may answer tomorrow without anybody having changed anything.

## Example
The command `npx -y demo@latest`.

## What to do
Write the exact version, and raise it in a commit of its own.

## When it is wrong
The nightly job that looks for new releases floats on purpose: ignore the finding there.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = ready(cx, sink) else { return };
    if let Some(spec) = &compared.floating {
        sink.found(
            About::server(),
            format!("{spec} names no exact version: another one may answer tomorrow"),
        );
    }
}
