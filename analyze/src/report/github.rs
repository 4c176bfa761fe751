//! Workflow commands of GitHub Actions: annotations on the lines of config and lock.
//!
//! ```text
//! ::error file=mcpward.lock.json,line=12,col=5,title=drift/description_changed::description of tool "echo" changed
//! ```
//!
//! A step shows ten errors and ten warnings and drops the rest without a word; so of each kind nine are named and the tenth
//! counts what is left. The last line is a notice with the summary.

use std::fmt::Write as _;

use mcpward_schemas::report::{Finding, Report};

use super::escape::{workflow, workflow_property};
use super::limits::{ANNOTATIONS_PER_STEP, MESSAGE_CHARS_MAX, VALUE_CHARS_MAX};
use super::outline::{Tier, count, outline, verdict};
use super::rows::{cut, headline};

/// The report as workflow commands.
pub(super) fn render(report: &Report) -> Vec<u8> {
    let mut out = String::new();
    if report.verdict.exit_code >= 2 || !report.verdict.complete {
        let reason = report
            .verdict
            .reason
            .as_deref()
            .unwrap_or("the capture did not run to its end");
        let reason = workflow(&cut(reason, MESSAGE_CHARS_MAX));
        let _infallible = writeln!(out, "::error title=mcpward::not everything could be tested: {reason}");
    }
    let families = outline(report).families;
    for (command, tier, words) in [("error", Tier::Fail, "failures"), ("warning", Tier::Warn, "warnings")] {
        let groups = families
            .iter()
            .flat_map(|family| &family.groups)
            .filter(|group| group.tier == tier);
        let findings: Vec<_> = groups.flat_map(|group| &group.findings).collect();
        let n_named = if findings.len() > ANNOTATIONS_PER_STEP {
            ANNOTATIONS_PER_STEP - 1
        } else {
            findings.len()
        };
        for finding in &findings[..n_named] {
            annotation(&mut out, command, finding);
        }
        if n_named < findings.len() {
            let n_left = findings.len() - n_named;
            let _infallible = writeln!(
                out,
                "::{command} title=mcpward::{n_left} more {words} are in the report"
            );
        }
    }
    let n = report.summary;
    let _infallible = writeln!(
        out,
        "::notice title=mcpward {}::{} passed, {} failed, {}, {} skipped",
        verdict(&report.verdict),
        n.passed,
        n.failed,
        count(n.warnings, "warning", "warnings"),
        n.skipped
    );
    out.into_bytes()
}

fn annotation(out: &mut String, command: &str, finding: &Finding) {
    let _infallible = write!(out, "::{command} ");
    if let Some(place) = &finding.place {
        let file = workflow_property(&cut(&place.file, VALUE_CHARS_MAX));
        let _infallible = write!(out, "file={file},line={},col={},", place.line, place.column);
    }
    let title = workflow_property(&cut(&finding.id, VALUE_CHARS_MAX));
    let _infallible = writeln!(out, "title={title}::{}", workflow(&headline(finding)));
}
