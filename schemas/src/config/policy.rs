//! `profile`, `probes`, `ignore` and `volatile`.

use serde::{Deserialize, Serialize};

/// How strictly findings count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// What breaks callers fails; what the specification recommends warns.
    #[default]
    Default,
    /// Recommendations fail too, and a configured check without evidence is an incomplete run.
    Strict,
}

/// Probes that are off by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Probes {
    /// Send what no client may send, on a connection of its own.
    pub malformed: bool,
    /// Ask for each published protocol version, and for one that does not exist, on a connection each.
    pub versions: bool,
    /// Read this many of the resources that are listed, the first ones, each once. 0 reads none: reading may take time or cost
    /// money.
    pub resources: u32,
    /// Send the token of the configuration once as a parameter of the URL, which no server may take. URLs end up in logs.
    pub query_token: bool,
}

/// A finding that is known and accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ignore {
    /// Rule id, or `family/*`.
    pub rule: String,
    /// Only for the server of this name, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Only for the tool of this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Only at this JSON Pointer of the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Only the change with this id (drift).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// Only while the text that was read has this digest (`sha256:` and hex, a prefix of 12 digits suffices).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_hash: Option<String>,
    /// Why it is accepted. Mandatory.
    pub reason: String,
    /// Last day it holds, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
}

/// The file `mcpward.waivers.yaml`, which `mcpward accept --until` writes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Waivers {
    /// Findings that do not count until a day.
    pub waivers: Vec<Ignore>,
}

/// Server-generated text that differs from run to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Volatile {
    /// Where, as a JSON Pointer into the contract; `*` stands for one token.
    pub pointer: String,
    /// What differs, as a regular expression; the whole text where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
}
