//! `protocol`, `client` and `sandbox`.

use serde::{Deserialize, Serialize};

/// Which protocol eras are asked for: `auto`, `legacy`, `modern`, or one version as its date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Protocol(pub String);

impl Default for Protocol {
    fn default() -> Self {
        Self("auto".to_owned())
    }
}

/// How mcpward introduces itself to the server.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Client {
    /// `clientInfo.name`; `mcpward` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `clientInfo.version`; the running version by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Further clients whose lists are compared with those that this one is shown: each gets a connection on which only the
    /// name differs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compare: Vec<ClientName>,
    /// Declared capabilities; none by default. Servers show other tools to other clients.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capabilities: Option<serde_json::Map<String, serde_json::Value>>,
    /// Answer to `roots/list`, as URIs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roots: Vec<String>,
    /// Text that answers `sampling/createMessage`; without it the request is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<String>,
    /// Content that answers `elicitation/create`; without it the request is declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elicitation: Option<serde_json::Map<String, serde_json::Value>>,
}

/// What a client calls itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClientName {
    /// `clientInfo.name`
    pub name: String,
    /// `clientInfo.version`
    #[serde(default)]
    pub version: String,
}

/// Confinement of the child process (Linux, where the kernel allows it).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Sandbox {
    /// What it may reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<SandboxNetwork>,
    /// What it may write to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fs: Option<SandboxFs>,
}

/// Network of a confined process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SandboxNetwork {
    /// None, this machine included.
    Off,
}

/// Files of a confined process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SandboxFs {
    /// Nothing is written but below a temporary folder of its own.
    ReadOnly,
}
