//! A rule, as the readers of a report need it.

use serde::{Deserialize, Serialize};

use super::Severity;

/// What a report says about a rule: enough for a format that lists rules (SARIF) or explains them (HTML).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleCard {
    /// Rule id, `family/what-was-found`.
    pub id: String,
    /// A few words.
    pub title: String,
    /// One sentence of plain text: what it finds.
    pub summary: String,
    /// Why it matters and what to do, as Markdown of ours.
    pub help: String,
    /// How much a finding matters where the configuration does not say otherwise.
    pub level: Severity,
    /// `high`, `medium` or `low`: how sure its findings are.
    pub confidence: String,
    /// Rules about security: 0.1 to 10.0 as text with one decimal, as SARIF readers rank them.
    #[serde(rename = "securitySeverity", default, skip_serializing_if = "Option::is_none")]
    pub security_severity: Option<String>,
}
