//! A tool, as an inventory shows it.

use serde::{Deserialize, Serialize};

use super::text::Untrusted;

/// One tool: what it says of itself, what it costs, what it can do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ToolCard {
    /// Which of several servers; absent where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Its name.
    pub name: Untrusted,
    /// Bytes of its definition as the server sent it.
    pub bytes: u64,
    /// Tokens of its name, description and input schema (`o200k_base`); counted where `checks.cost` is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Whether it says that it only reads.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub read_only: bool,
    /// Whether it may destroy, by what it says or by default.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub destructive: bool,
    /// What it can do to data, told from its name and parameters: `untrusted input`, `private data`, `a way out`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legs: Vec<String>,
}
