//! The configuration: `mcpward.yaml`, version 1.
//!
//! Strings may hold `${VAR}` and `${VAR:-default}`; the types here are the file before and after that expansion. Every
//! map that a person writes refuses unknown keys.

mod auth;
mod checks;
mod client;
mod policy;
mod server;
mod suites;
mod switch;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use auth::{Auth, ClientAuth, ClientCredentials};
pub use checks::{
    Checks, Clients, Collision, Cost, Drift, Errors, ErrorsCall, FailOn, Fuzz, Latency, Output, ToolCall, ToolDrift,
    ToxicFlow, UnknownTool, Uses,
};
pub use client::{Client, ClientName, Protocol, Sandbox, SandboxFs, SandboxNetwork};
pub use policy::{Ignore, Probes, Profile, Volatile, Waivers};
pub use server::{Server, Timeouts, Transport};
pub use suites::{Case, Expect, Suite};
pub use switch::Switch;

/// The whole file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The server under test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<Server>,
    /// Several servers by name; one run, one verdict.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub servers: BTreeMap<String, Server>,
    /// What the server is expected to be.
    pub expect: Expected,
    /// Which protocol eras are asked for.
    pub protocol: Protocol,
    /// How mcpward introduces itself to the server.
    pub client: Client,
    /// Deadlines.
    pub timeouts: Timeouts,
    /// Bounds of capture that differ from their defaults, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, u64>,
    /// How strictly findings count.
    pub profile: Profile,
    /// Probes that are off by default.
    pub probes: Probes,
    /// Which checks run, and how.
    pub checks: Checks,
    /// Behaviour suites: tools to call and what to expect.
    pub suites: Vec<Suite>,
    /// Tags: only cases that have one of them are called and judged, and the cases that they take arguments from. All, where
    /// empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Whether nothing is called, read or got: what would have been is named, with this as the reason why it was not.
    pub dry_run: bool,
    /// Findings that are known and accepted, each with its reason.
    pub ignore: Vec<Ignore>,
    /// Entries of `mcpward.waivers.yaml`, which is read beside this file; they act like those of `ignore`.
    #[serde(skip)]
    pub waivers: Vec<Ignore>,
    /// Server-generated text that differs from run to run; compared masked.
    pub volatile: Vec<Volatile>,
    /// Names of environment variables whose values are secrets, besides those used in `headers` and `env`.
    pub secrets: Vec<String>,
    /// Files with further detectors for the security rules, relative to this file.
    pub detectors: Vec<String>,
    /// Files with further client profiles for `checks.clients`, relative to this file; one with a known id replaces it.
    pub client_profiles: Vec<String>,
    /// Confinement of the child process.
    pub sandbox: Sandbox,
}

/// What the server is expected to be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Expected {
    /// The protocol version that the server must serve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol_version: Option<String>,
    /// Tools that the server must have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<String>,
}
