//! The report: what one analysis found, complete. Every other format is made from it.
//!
//! Field names of the described system keep their meaning; `schemaVersion` is 2. There is no clock in it but
//! [`Report::timestamp`], which is the `as_of` of the analysis.

mod encode;
mod result;
mod rule;
mod text;
mod times;
mod tool;

use serde::{Deserialize, Serialize};

pub use encode::{is_hidden, to_json};
pub use result::{
    ClientConcern, Effect, Finding, Fix, FrameRef, Place, Severity, Status, Subject, SubjectKind, Suppression,
};
pub use rule::RuleCard;
pub use text::Untrusted;
pub use times::{Class, Quantile, Times};
pub use tool::ToolCard;

/// The schema version that this release writes.
pub const SCHEMA_VERSION: u32 = 2;

/// One report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// 2
    #[serde(rename = "schemaVersion")]
    pub schema_version: u32,
    /// Version of the mcpward that analyzed.
    pub version: String,
    /// Version of the set of rules: it rises when a rule is added or judges otherwise, so that an upgrade of mcpward
    /// never looks like a change of the server.
    #[serde(rename = "ruleSet")]
    pub rule_set: String,
    /// The time of the analysis as an input, RFC 3339: `--as-of`, else the start of the newest snapshot.
    pub timestamp: String,
    /// How strictly findings counted: `default` or `strict`.
    pub profile: String,
    /// The server, as it introduced itself; without a name where there are several.
    pub server: ServerInfo,
    /// Several servers in one run, by name; empty where there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<ServerReport>,
    /// Digests of all that was read.
    pub inputs: Vec<Input>,
    /// How many there are of each.
    pub inventory: Inventory,
    /// Counts over the results.
    pub summary: Summary,
    /// What it comes to.
    pub verdict: Verdict,
    /// Findings, passes and skips, in a fixed order: by rule, subject, pointer and frame.
    pub results: Vec<Finding>,
    /// From the first to the last frame of the snapshots, in microseconds, as they recorded it.
    #[serde(rename = "durationUs", default, skip_serializing_if = "Option::is_none")]
    pub duration_us: Option<u64>,
    /// The tools, in the order of their servers and lists; of more than 20,000 the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolCard>,
    /// All rules of this release, by id, so that a format that must list them needs nothing but the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleCard>,
}

/// The server, as it introduced itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerInfo {
    /// `serverInfo.name`
    pub name: Untrusted,
    /// `serverInfo.version`
    pub version: Untrusted,
    /// Negotiated version; for a server without handshake the version served.
    #[serde(rename = "protocolVersion")]
    pub protocol_version: Untrusted,
    /// How it was reached: the command line or the URL, secrets masked.
    pub target: String,
}

/// What one of several servers comes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerReport {
    /// The name that findings use: its key under `servers`, else the file name of its snapshot without the extension.
    pub name: String,
    /// As it introduced itself.
    pub server: ServerInfo,
    /// How many there are of each.
    pub inventory: Inventory,
    /// Counts over its results.
    pub summary: Summary,
    /// What it comes to alone.
    pub verdict: Verdict,
}

/// A file that the report was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Input {
    /// `snapshot`, `config`, `lock` …
    pub kind: String,
    /// File name without its folder.
    pub name: String,
    /// SHA-256 of its content, in hex; of a snapshot the digest in its footer.
    pub sha256: String,
}

/// How many there are of each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Inventory {
    /// Tools.
    pub tools: u64,
    /// Prompts.
    pub prompts: u64,
    /// Resources.
    pub resources: u64,
    /// Resource templates.
    pub resource_templates: u64,
}

/// Counts over the results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// All results.
    pub total: u64,
    /// Status pass, notes included.
    pub passed: u64,
    /// Status fail.
    pub failed: u64,
    /// Status warn.
    pub warnings: u64,
    /// Status skip.
    pub skipped: u64,
    /// Passes with a message: a hint that is no finding.
    pub notes: u64,
    /// Findings accepted by `ignore` or waivers.
    pub suppressed: u64,
}

/// What a report comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// 0 nothing fails, 1 something fails, 2 not everything could be tested.
    #[serde(rename = "exitCode")]
    pub exit_code: u8,
    /// Whether the capture ran to its end.
    pub complete: bool,
    /// Why the code is 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
