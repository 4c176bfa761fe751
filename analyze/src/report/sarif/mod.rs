//! SARIF 2.1.0 for code scanning, as its strictest reader (GitHub) takes it.
//!
//! - Every result has a physical location, or the whole file would be refused: the line of the tool's entry in the lock or
//!   the configuration, else the first line of the configuration.
//! - All rules are listed in every run, so an alert closes when its rule no longer finds anything.
//! - `partialFingerprints` are ours (`mcpward/v1`), independent of wording and line. GitHub reads `primaryLocationLineHash`
//!   only, and computes it from the line; where several findings of a rule share a line it would take them for one, so there
//!   (and only there, since its uploader warns of hashes that are not its own) we give that one too.
//! - At most [`SARIF_RESULTS_MAX`] results, the worst first; what is left out is counted in a notification. The more results,
//!   the less detail in each, so that the file stays below 10 MB after gzip whatever a server says.
//!
//! ```json
//! { "ruleId": "drift/description_changed", "ruleIndex": 3, "level": "error",
//!   "message": { "text": "description of tool \"echo\" changed" },
//!   "locations": [{ "physicalLocation": { "artifactLocation": { "uri": "mcpward.lock.json", "uriBaseId": "%SRCROOT%" },
//!                                         "region": { "startLine": 12, "startColumn": 5 } } }],
//!   "partialFingerprints": { "mcpward/v1": "0123456789abcdef0123456789abcdef" } }
//! ```

mod model;
mod rules;

use std::collections::BTreeMap;

use mcpward_schemas::report::{Finding, Report, Severity};

use self::model::{
    ArtifactLocation, AutomationDetails, Driver, Invocation, Location, Log, LogicalLocation, Message, Notification,
    PhysicalLocation, Region, ResultOf, Run, SuppressionOf, Tool,
};
use self::rules::{rule_index, rules};
use super::escape::{Raw, sarif, visible};
use super::fingerprint::Fingerprints;
use super::limits::{MESSAGE_CHARS_MAX, NAME_CHARS_MAX, SARIF_RESULTS_MAX, SARIF_TEXT_BYTES_MAX, VALUE_CHARS_MAX};
use super::look::Look;
use super::outline::{Tier, count, subject_name};
use super::place::{Anchor, anchor};
use super::rows::{cut, headline, rows};

/// The report as SARIF.
pub(super) fn render(report: &Report, look: &Look) -> Vec<u8> {
    let ids = rule_index(report);
    let (results, n_left) = results(report, &ids);
    let incomplete = report.verdict.exit_code >= 2 || !report.verdict.complete;
    let mut notifications = Vec::new();
    if incomplete {
        let reason = report
            .verdict
            .reason
            .as_deref()
            .unwrap_or("the capture did not run to its end");
        let text = format!(
            "not everything could be tested: {}",
            sarif(&cut(reason, MESSAGE_CHARS_MAX))
        );
        notifications.push(Notification {
            level: "error",
            message: Message { text },
        });
    }
    if n_left > 0 {
        let n = count(n_left as u64, "finding is", "findings are");
        let text = format!("{n} left out, so that code scanning takes the rest; the JSON report has all");
        notifications.push(Notification {
            level: "warning",
            message: Message { text },
        });
    }
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "mcpward",
                    version: &report.version,
                    rules: rules(report, &ids),
                },
            },
            automation_details: AutomationDetails {
                id: format!("mcpward/{}", look.category()),
            },
            invocations: [Invocation {
                execution_successful: !incomplete,
                exit_code: report.verdict.exit_code,
                end_time_utc: Some(report.timestamp.as_str()).filter(|time| time.ends_with('Z')),
                tool_execution_notifications: notifications,
            }],
            column_kind: "unicodeCodePoints",
            results,
        }],
    };
    let mut out = serde_json::to_vec_pretty(&log).expect("the log has only string keys");
    out.push(b'\n');
    out
}

/// Results, the worst first, and how many are left out.
fn results<'a>(report: &'a Report, ids: &BTreeMap<&'a str, usize>) -> (Vec<ResultOf<'a>>, usize) {
    let mut fingerprints = Fingerprints::default();
    let mut lines: BTreeMap<(&str, String, u32), usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    for finding in &report.results {
        let tier = Tier::of(finding);
        // Of each finding, shown or not, so that a fingerprint does not depend on which others are accepted.
        let fingerprint = fingerprints.of(finding);
        if matches!(tier, Tier::Fail | Tier::Warn | Tier::Accepted) {
            let anchor = anchor(report, Some(finding));
            *lines
                .entry((&finding.id, anchor.path.clone(), anchor.line))
                .or_default() += 1;
            chosen.push((tier, finding, anchor, fingerprint));
        }
    }
    chosen.sort_by_key(|(tier, ..)| *tier);
    let any_accepted = chosen.iter().any(|(tier, ..)| *tier == Tier::Accepted);
    let has_lock = report.inputs.iter().any(|input| input.kind == "lock");
    let n_left = chosen.len().saturating_sub(SARIF_RESULTS_MAX);
    chosen.truncate(SARIF_RESULTS_MAX);
    // The more results, the less detail in each.
    let bytes_max = SARIF_TEXT_BYTES_MAX / chosen.len().max(1);
    let mut results = Vec::with_capacity(chosen.len());
    for (tier, finding, anchor, fingerprint) in chosen {
        let shares_line = lines
            .get(&(finding.id.as_str(), anchor.path.clone(), anchor.line))
            .is_some_and(|n| *n > 1);
        let mut partial_fingerprints = BTreeMap::new();
        if shares_line || !anchor.is_own {
            partial_fingerprints.insert("primaryLocationLineHash", github_hash(&fingerprint));
        }
        partial_fingerprints.insert("mcpward/v1", fingerprint);
        results.push(ResultOf {
            rule_id: &finding.id,
            rule_index: ids.get(finding.id.as_str()).copied().unwrap_or_default(),
            level: level(tier, finding),
            baseline_state: has_lock.then(|| baseline_state(finding)),
            message: Message {
                text: text(finding, bytes_max),
            },
            locations: [Location {
                physical_location: physical(&anchor),
                logical_locations: logical(finding),
            }],
            partial_fingerprints,
            suppressions: any_accepted.then(|| suppressions(finding)),
        });
    }
    (results, n_left)
}

/// In the form in which GitHub's uploader writes it: 16 hex digits, a colon, a count.
fn github_hash(fingerprint: &str) -> String {
    let (base, n) = fingerprint.split_once(':').unwrap_or((fingerprint, "1"));
    format!("{}:{n}", &base[..16.min(base.len())])
}

/// What counts has the level of its status; what is accepted has lost its status to policy, but not its severity.
fn level(tier: Tier, finding: &Finding) -> &'static str {
    match (tier, finding.severity) {
        (Tier::Fail, _) | (Tier::Accepted, Severity::Error) => "error",
        (Tier::Warn, _) | (Tier::Accepted, Severity::Warning) => "warning",
        _ => "note",
    }
}

/// Against the lock, which pins existing findings: those are unchanged, the others new.
fn baseline_state(finding: &Finding) -> &'static str {
    match &finding.suppressed {
        Some(suppressed) if suppressed.by == "lock" => "unchanged",
        _ => "new",
    }
}

/// The message and, as far as they fit, its details.
fn text(finding: &Finding, bytes_max: usize) -> String {
    let mut text = sarif(&headline(finding));
    if text.len() > bytes_max {
        let mut end = bytes_max;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        // Half an escape would be a link or a backslash of its own.
        text.truncate(text.trim_end_matches('\\').len());
        text.push('…');
        return text;
    }
    // A viewer shows place, rule and suppression by itself.
    for row in rows(finding)
        .into_iter()
        .filter(|row| !matches!(row.label, "at" | "accepted" | "spec"))
    {
        let detail = sarif(&cut(&row.text, VALUE_CHARS_MAX));
        if text.len() + row.label.len() + detail.len() + 3 > bytes_max {
            text.push_str("\n…");
            break;
        }
        text.extend(["\n", row.label, ": ", &detail]);
    }
    text
}

fn physical(anchor: &Anchor) -> PhysicalLocation {
    // A path from the root of the machine is not below the sources.
    let (scheme, uri_base_id) = if anchor.path.starts_with('/') {
        ("file://", None)
    } else {
        ("", Some("%SRCROOT%"))
    };
    PhysicalLocation {
        artifact_location: ArtifactLocation {
            uri: format!("{scheme}{}", percent_encoded(&anchor.path)),
            uri_base_id,
        },
        region: Region {
            start_line: anchor.line,
            start_column: anchor.column,
        },
    }
}

/// A path as a URI reference; a colon is encoded too, since it would end a scheme.
fn percent_encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let (cut, _) = Raw::from(path).cut(VALUE_CHARS_MAX);
    for byte in visible(cut).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn logical(finding: &Finding) -> Vec<LogicalLocation> {
    let Some((kind, name)) = finding
        .subject
        .as_ref()
        .and_then(|about| Some((about.kind, subject_name(about)?)))
    else {
        return Vec::new();
    };
    let name = cut(name, NAME_CHARS_MAX);
    let pointer = finding
        .pointer
        .as_ref()
        .map_or(String::new(), |pointer| cut(pointer, NAME_CHARS_MAX));
    let server = finding
        .server
        .as_ref()
        .map_or(String::new(), |server| format!("{}/", cut(server, NAME_CHARS_MAX)));
    let fully_qualified_name = format!("{server}{}/{name}{pointer}", kind.word());
    vec![LogicalLocation {
        name,
        fully_qualified_name,
        kind: kind.word(),
    }]
}

fn suppressions(finding: &Finding) -> Vec<SuppressionOf> {
    let accepted = finding.suppressed.iter().map(|suppressed| SuppressionOf {
        kind: "external",
        status: "accepted",
        justification: format!(
            "{}: {}",
            visible(&suppressed.by),
            cut(&suppressed.reason, MESSAGE_CHARS_MAX)
        ),
    });
    accepted.collect()
}
