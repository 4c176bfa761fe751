//! Line 1: what was recorded, by whom, with which settings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::version::Version;

/// Stands for a package version that the running script's own package file did not tell.
pub const UNRESOLVED: &str = "unresolved";

/// Line 1 of a snapshot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Header {
    /// Format version.
    pub version: Version,
    /// Version of the mcpward that recorded.
    pub mcpward: String,
    /// Start of the capture, RFC 3339 in UTC with milliseconds: the only wall-clock value of the file.
    pub started_at: String,
    /// What was asked, secrets masked.
    pub target: Target,
    /// How it was asked.
    pub settings: Settings,
    /// Where it ran.
    pub environment: Environment,
}

/// The server under test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "transport", rename_all = "kebab-case")]
pub enum Target {
    /// A child process that speaks over stdin and stdout.
    Stdio {
        /// The program.
        command: String,
        /// Its arguments, secrets masked.
        args: Vec<String>,
        /// Names of the variables that the configuration sets for it; values are never kept.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        env: Vec<String>,
        /// What the command installs or runs, where it is a known launcher.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        package: Option<Package>,
    },
    /// A server reached by HTTP.
    Http {
        /// The endpoint, user information and secrets masked.
        url: String,
        /// Names of the headers that the configuration sends; values are never kept.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        headers: Vec<String>,
    },
}

/// A package that a launcher such as `npx`, `uvx` or `docker` runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Package {
    /// Where it comes from.
    pub registry: Registry,
    /// The specification as given, e.g. `@scope/name@1.2.0`.
    pub spec: String,
    /// The exact version that ran, or [`UNRESOLVED`].
    pub resolved: String,
}

/// Kinds of package that launchers run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Registry {
    /// npm packages (`npx`, `bunx`, `pnpm dlx`).
    Npm,
    /// Python packages (`uvx`, `pipx run`).
    Pypi,
    /// Container images (`docker run`, `podman run`).
    Oci,
}

/// The settings of the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settings {
    /// Which eras were asked for: `auto`, `legacy`, `modern` or a protocol version.
    pub protocol: String,
    /// How the client introduced itself.
    pub client: ClientInfo,
    /// The capabilities that the client declared, as the JSON object sent. They are part of the contract: servers show
    /// other tools to other clients.
    pub capabilities: serde_json::Value,
    /// Deadlines.
    pub timeouts: Timeouts,
    /// Bounds that were set apart from their defaults, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, u64>,
}

/// Name and version of a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClientInfo {
    /// `clientInfo.name`
    pub name: String,
    /// `clientInfo.version`
    pub version: String,
}

/// Deadlines in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timeouts {
    /// From start to the first answer.
    pub connect_ms: u64,
    /// For each request.
    pub call_ms: u64,
    /// For the whole capture.
    pub run_ms: u64,
}

/// Where a capture ran; nothing that names a machine or a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Environment {
    /// Operating system, as Rust names it.
    pub os: String,
    /// Processor architecture, as Rust names it.
    pub arch: String,
    /// Whether the variable `CI` was set.
    pub ci: bool,
}
