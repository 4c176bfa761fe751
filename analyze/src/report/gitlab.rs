//! The code-quality report of GitLab: what a merge request shows beside its lines.
//!
//! ```json
//! [{ "check_name": "drift/description_changed", "severity": "critical", "fingerprint": "…",
//!    "description": "description of tool \"echo\" changed",
//!    "location": { "path": "mcpward.lock.json", "lines": { "begin": 12 } } }]
//! ```
//!
//! GitLab refuses entries without a path or with a fingerprint that another has; a finding without a place points at the
//! first line of the configuration.

use mcpward_schemas::report::{Finding, Report, Severity};
use serde::Serialize;

use super::fingerprint::Fingerprints;
use super::limits::GITLAB_FINDINGS_MAX;
use super::outline::Tier;
use super::place::{Anchor, anchor};
use super::rows::headline;

#[derive(Serialize)]
struct Entry<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
}

/// The report as code-quality JSON.
pub(super) fn render(report: &Report) -> Vec<u8> {
    let mut fingerprints = Fingerprints::default();
    let mut findings: Vec<_> = report
        .results
        .iter()
        .map(|finding| (Tier::of(finding), finding))
        .filter(|(tier, _)| *tier <= Tier::Warn)
        .map(|(tier, finding)| (tier, finding, fingerprints.of(finding)))
        .collect();
    findings.sort_by_key(|(tier, ..)| *tier);
    let n_left = findings.len().saturating_sub(GITLAB_FINDINGS_MAX);
    findings.truncate(GITLAB_FINDINGS_MAX);
    let mut entries: Vec<_> = findings
        .into_iter()
        .map(|(tier, finding, fingerprint)| entry(report, tier, finding, fingerprint))
        .collect();
    if n_left > 0 {
        let Anchor { path, .. } = anchor(report, None);
        entries.push(Entry {
            description: format!("{n_left} more findings are in the other reports"),
            check_name: "mcpward/left-out",
            fingerprint: "mcpward/left-out".to_owned(),
            severity: "info",
            location: Location {
                path,
                lines: Lines { begin: 1 },
            },
        });
    }
    let mut out = serde_json::to_vec_pretty(&entries).expect("entries have only string keys");
    out.push(b'\n');
    out
}

fn entry<'a>(report: &Report, tier: Tier, finding: &'a Finding, fingerprint: String) -> Entry<'a> {
    let Anchor { path, line, .. } = anchor(report, Some(finding));
    let severity = match (tier, finding.severity) {
        (Tier::Fail, Severity::Error) => "critical",
        (Tier::Fail, _) => "major",
        _ => "minor",
    };
    Entry {
        description: headline(finding),
        check_name: &finding.id,
        fingerprint,
        severity,
        location: Location {
            path,
            lines: Lines { begin: line },
        },
    }
}
