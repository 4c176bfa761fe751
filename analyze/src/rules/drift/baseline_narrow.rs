//! `drift/baseline-narrow`: a lock file that pins less than this release could.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::drift::Remark;
use crate::rules::drift_report::ready;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/baseline-narrow",
    title: "the lock file pins everything",
    severity: Severity::Info,
    level: Level::Note,
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
A lock file of the described system (schemaVersion 1 or 2), one that keeps digests in place of texts, or one without a
section that the server has now.

## Why it matters
What is not pinned can change unseen, and what is kept as a digest can not be shown.

## Example
A lock file with `\"texts\": \"digests\"`.

## What to do
Run `mcpward baseline`, with `full_text: true` where texts may be stored.

## When it is wrong
Digests may be a choice: texts of a server under licence, for example.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = ready(cx, sink) else { return };
    for remark in &compared.drift.remarks {
        let message = match remark {
            Remark::OldVersion(version) => {
                format!(
                    "{} is of version {version}: it pins tools only, and of them neither titles nor icons nor _meta",
                    compared.file
                )
            }
            Remark::NoWords => format!(
                "{} keeps digests of texts: that one changed can be told, what changed can not",
                compared.file
            ),
            Remark::NotHeld { section, is_new: false } => format!("{} does not pin {section}", compared.file),
            _ => continue,
        };
        sink.found(About::server(), message);
    }
}
