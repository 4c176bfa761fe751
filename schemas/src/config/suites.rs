//! `suites`: calls and what to expect of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Cases about one tool, resource or prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// The server that it is for, where there are several; all of them where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The tool that the cases call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The URI of the resource that the cases read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    /// The prompt that the cases get.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Calls before the cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<super::ToolCall>,
    /// Calls after the cases, also where one failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teardown: Vec<super::ToolCall>,
    /// Words to choose suites by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// One call and what to expect of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Name, unique in its suite.
    pub name: String,
    /// Arguments.
    #[serde(default)]
    pub args: serde_json::Map<String, serde_json::Value>,
    /// One case for each of these maps, whose members replace `{{name}}` in the arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub each: Vec<serde_json::Map<String, serde_json::Value>>,
    /// How often to call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<u32>,
    /// Words to choose cases by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// What to expect.
    #[serde(default)]
    pub expect: Expect,
}

/// What to expect of a call.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// Whether the result has `isError`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_is_error: Option<bool>,
    /// The code of the JSON-RPC error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol_error_code: Option<i64>,
    /// Values at JSONPath locations: a value, or a map of matchers.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub jsonpath: BTreeMap<String, serde_json::Value>,
    /// Conditions on the text of the result: a value, or a map of matchers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<serde_json::Value>,
    /// Whether the structured content fits the tool's `outputSchema`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_matches_schema: Option<bool>,
    /// File with the result as it should be, relative to this file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub golden: Option<String>,
    /// JSONPath locations and kinds of value (`uuid`, `timestamp`) that a golden leaves out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mask: Vec<String>,
    /// JSONPath locations of arrays whose order does not count in a golden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unordered: Vec<String>,
}
