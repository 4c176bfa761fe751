//! One analysis: all that it may know, and the function.

use mcpward_schemas::config::Config;
use mcpward_schemas::report::{self, Report, Severity, Status};
use mcpward_schemas::snapshot::Snapshot;

/// Everything that an analysis depends on.
#[derive(Debug, Clone)]
pub struct Inputs {
    /// File names without folder, and what they hold, in the order given.
    pub snapshots: Vec<(String, Snapshot)>,
    /// The masked view of the configuration: each secret is its mark.
    pub config: Config,
    /// The configuration as it was written, for digests and places.
    pub config_file: Option<SourceFile>,
    /// The lock file as it was written.
    pub lock: Option<SourceFile>,
    /// The time of the analysis, RFC 3339; the start of the newest snapshot where absent.
    pub as_of: Option<String>,
    /// Version of mcpward.
    pub version: String,
}

/// A file of the user, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The name as the user gave it.
    pub name: String,
    /// The content.
    pub text: String,
}

/// Judges snapshots. Total: what is wrong with the evidence is in the report.
pub fn analyze(inputs: &Inputs) -> Report {
    let newest = inputs
        .snapshots
        .iter()
        .map(|(_, snapshot)| snapshot.header.started_at.as_str())
        .max();
    let complete = inputs.snapshots.iter().all(|(_, snapshot)| snapshot.footer.complete);
    Report {
        schema_version: report::SCHEMA_VERSION,
        version: inputs.version.clone(),
        rule_set: crate::rules::RULE_SET.to_owned(),
        timestamp: inputs
            .as_of
            .clone()
            .unwrap_or_else(|| newest.unwrap_or_default().to_owned()),
        profile: "default".to_owned(),
        server: report::ServerInfo::default(),
        inputs: Vec::new(),
        inventory: report::Inventory::default(),
        summary: report::Summary {
            total: 1,
            skipped: 1,
            ..report::Summary::default()
        },
        verdict: report::Verdict {
            exit_code: if complete { 0 } else { 2 },
            complete,
            reason: None,
        },
        results: vec![report::Finding {
            id: "compliance/handshake".to_owned(),
            family: "compliance".to_owned(),
            status: Status::Skip,
            severity: Severity::Info,
            confidence: None,
            message: "the rules are not built yet".into(),
            subject: None,
            pointer: None,
            location: None,
            expected: None,
            actual: None,
            spec: None,
            before: None,
            after: None,
            change: None,
            drift_severity: None,
            direction: None,
            witness: None,
            effect: None,
            evidence: Vec::new(),
            place: None,
            text_hash: None,
            suppressed: None,
        }],
        not_built: Vec::new(),
    }
}
