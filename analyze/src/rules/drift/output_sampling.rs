//! `drift/output-sampling`: a tool whose results have no shape to compare.

use mcpward_schemas::report::{Severity, Subject, SubjectKind, Untrusted};

use crate::contract::ListKind;
use crate::drift::shape::{Sampled, sample};
use crate::rules::drift_report::ready;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/output-sampling",
    title: "results can be sampled",
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
A tool whose results have a pinned shape, and that could not be sampled now: it was not called, or every call failed. A tool
whose results stand now here, now there. Results that are larger than what is looked at, as a note.

## Why it matters
What is not sampled is not compared, and a shape that is not compared can change unseen.

## Example
search was pinned with results, and three of three calls failed

## What to do
Name the tool under `checks.drift.output.tools` with arguments that work.

## When it is wrong
A tool that needs a running backend fails where there is none: take it out of the samples.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(compared) = ready(cx, sink) else { return };
    let is_enabled = cx
        .config()
        .checks
        .drift
        .as_ref()
        .is_some_and(|drift| drift.output.enabled);
    let Some(surface) = cx.surface.filter(|_| is_enabled) else {
        return sink.not_asked();
    };
    let schema = |tool: &str| {
        let item = cx.item(ListKind::Tools, tool)?;
        item.value().get("outputSchema")
    };
    for (idx, (name, sampled)) in sample(cx.contract.connection(surface), schema).into_iter().enumerate() {
        let is_pinned = compared.pins_shape(&name);
        let subject = Subject {
            kind: SubjectKind::Tool,
            name: Untrusted::new(name),
        };
        let about = About::of(subject, idx);
        match sampled {
            Sampled::None(reason) if is_pinned => {
                sink.found(about, format!("its results have a pinned shape, and it {reason}"));
            }
            Sampled::Disagree(reason) => {
                sink.found(about, format!("it {reason}"));
            }
            Sampled::Shape { is_cut: true, .. } => {
                let message = "its results are larger or deeper than what shapes are inferred from";
                sink.found(about, message).level(Level::Note);
            }
            Sampled::None(_) | Sampled::Shape { .. } => {}
        }
    }
}
