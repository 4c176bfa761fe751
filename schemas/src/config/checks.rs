//! `checks`: which families run, and how.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::switch::Switch;

/// Which checks run. Compliance, schema, security, errors and collision run unless switched off; drift, latency, fuzz,
/// clients and cost run when their key is there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Checks {
    /// Protocol rules.
    pub compliance: bool,
    /// Rules about tools, prompts, resources and their schemas.
    pub schema: bool,
    /// Rules about hostile text.
    pub security: bool,
    /// What it comes to where a model can be reached by untrusted input, read private data and send it out.
    pub toxic_flow: ToxicFlow,
    /// The error contract; calls tools.
    pub errors: Switch<Errors>,
    /// Changes against the lock file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drift: Option<Drift>,
    /// Near-identical descriptions over different schemas.
    pub collision: Collision,
    /// Time budgets; calls tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
    /// Odd inputs for read-only tools; calls tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fuzz: Option<Fuzz>,
    /// Clients that must accept the server's tools: names of profiles, or `all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clients: Option<Clients>,
    /// What the server may cost in a model's context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
}

impl Default for Checks {
    fn default() -> Self {
        Self {
            compliance: true,
            schema: true,
            security: true,
            toxic_flow: ToxicFlow::default(),
            errors: Switch::default(),
            drift: None,
            collision: Collision::default(),
            latency: None,
            fuzz: None,
            clients: None,
            cost: None,
        }
    }
}

/// What it comes to where one run has all that a leak needs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ToxicFlow {
    /// A hint: most useful sets of servers are such.
    #[default]
    Note,
    /// Worth a look.
    Warn,
    /// The run fails.
    Fail,
}

/// Budgets of context, in tokens of the encoding `o200k_base`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Cost {
    /// All tools together, with the server's instructions.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_tokens_max: Option<u64>,
    /// Each tool.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_tokens_max: Option<u64>,
}

/// The error contract.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Errors {
    /// Which tools may be called with bad arguments.
    pub call: ErrorsCall,
    /// Which answer to an unknown tool is right.
    pub unknown_tool: UnknownTool,
}

/// Which tools may be called with bad arguments.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorsCall {
    /// Tools that by their effective annotations are read-only or not destructive.
    #[default]
    Safe,
    /// Every tool with required parameters, as the described system did.
    All,
}

/// Which answer to an unknown tool is right.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnknownTool {
    /// A JSON-RPC error.
    #[default]
    Protocol,
    /// A result with `isError`.
    Tool,
    /// Either of them.
    Either,
}

/// Changes against the lock file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Drift {
    /// The lock file, relative to this file.
    pub baseline: String,
    /// What fails the run: a severity, or a list of classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fail_on: Option<FailOn>,
    /// Severity of a class where it differs from the default: `high`, `medium` or `low`.
    pub severity: BTreeMap<String, String>,
    /// What the caller uses: breaks of other tools and parameters are reported and do not fail. Everything, where empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Uses>,
    /// `fail_on` and `severity` of single tools, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tools: BTreeMap<String, ToolDrift>,
    /// Whether texts are stored in the lock file, or only their digests.
    pub full_text: bool,
    /// Shapes of results.
    pub output: Output,
}

impl Default for Drift {
    fn default() -> Self {
        Self {
            baseline: "./mcpward.lock.json".to_owned(),
            fail_on: None,
            severity: BTreeMap::new(),
            uses: Vec::new(),
            tools: BTreeMap::new(),
            full_text: true,
            output: Output::default(),
        }
    }
}

/// A tool that the caller uses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Uses {
    /// Its name.
    pub tool: String,
    /// The parameters and result fields that are used, by name; all, where empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
}

/// What fails the run where one tool changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ToolDrift {
    /// A severity, or a list of classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fail_on: Option<FailOn>,
    /// Severity of a class where it differs.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub severity: BTreeMap<String, String>,
}

/// What fails the run: everything from a severity up, or the classes listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FailOn {
    /// `high`, `medium` or `low`
    Severity(String),
    /// Names of classes.
    Classes(Vec<String>),
}

impl Serialize for FailOn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Severity(severity) => serializer.serialize_str(severity),
            Self::Classes(classes) => classes.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for FailOn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FailOnVisitor;

        impl<'de> Visitor<'de> for FailOnVisitor {
            type Value = FailOn;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("high, medium, low or a list of drift classes")
            }

            fn visit_str<E: serde::de::Error>(self, severity: &str) -> Result<FailOn, E> {
                if severity.starts_with("${") || matches!(severity, "high" | "medium" | "low") {
                    return Ok(FailOn::Severity(severity.to_owned()));
                }
                Err(E::custom(format!(
                    "fail_on takes high, medium, low or a list of drift classes, not {severity:?}"
                )))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<FailOn, A::Error> {
                let mut classes = Vec::new();
                while let Some(class) = seq.next_element()? {
                    classes.push(class);
                }
                Ok(FailOn::Classes(classes))
            }
        }

        deserializer.deserialize_any(FailOnVisitor)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FailOn {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FailOn".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "anyOf": [{ "enum": ["high", "medium", "low"] }, { "type": "array", "items": { "type": "string" } }]
        })
    }
}

/// Shapes of results, inferred from calls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Output {
    /// Whether shapes are pinned and compared; calls tools.
    pub enabled: bool,
    /// Calls a tool.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub shape_samples: u32,
    /// Whether read-only tools without required arguments are called.
    pub call_readonly: bool,
    /// Further tools that may be called, with arguments.
    pub tools: Vec<ToolCall>,
}

impl Default for Output {
    fn default() -> Self {
        Self {
            enabled: false,
            shape_samples: 3,
            call_readonly: true,
            tools: Vec::new(),
        }
    }
}

/// A tool that may be called, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// The tool.
    pub name: String,
    /// Its arguments.
    #[serde(default)]
    pub args: serde_json::Map<String, serde_json::Value>,
    /// Budget of this tool in milliseconds (latency only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p95_budget_ms: Option<u64>,
}

/// Near-identical descriptions over different schemas.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Collision {
    /// Whether it runs.
    pub enabled: bool,
    /// Similarity from which two descriptions count as near-identical, 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    pub threshold: f64,
    /// Most tools that are reported.
    pub max_tools: u32,
    /// Whether a collision fails the run instead of warning.
    pub fail: bool,
    /// When schemas count as different: `parameter-type` or `described`.
    pub criterion: String,
}

impl Default for Collision {
    fn default() -> Self {
        Self {
            enabled: true,
            threshold: 0.8,
            max_tools: 500,
            fail: false,
            criterion: "parameter-type".to_owned(),
        }
    }
}

/// Time budgets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Latency {
    /// Calls a tool.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub samples: u32,
    /// Calls before those that count.
    pub warmup: u32,
    /// Budget of the 95th percentile in milliseconds.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub p95_budget_ms: u64,
    /// Whether read-only tools are measured, with generated arguments.
    pub call_readonly: bool,
    /// Further tools that may be called, with arguments.
    pub tools: Vec<ToolCall>,
    /// Whether every tool is measured, destructive ones included.
    pub call_all: bool,
    /// Calls of one tool that are under way at a time.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 64)))]
    pub concurrency: u32,
    /// An earlier snapshot, relative to this file, whose times the new ones are compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<String>,
}

impl Default for Latency {
    fn default() -> Self {
        Self {
            samples: 5,
            warmup: 0,
            p95_budget_ms: 1000,
            call_readonly: true,
            tools: Vec::new(),
            call_all: false,
            concurrency: 1,
            baseline: None,
        }
    }
}

/// Odd inputs for read-only tools, on a connection of their own: at the edges of what their schemas accept, and beyond.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Fuzz {
    /// Inputs a tool.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub inputs: u32,
    /// Which inputs are taken, where a tool has more: the same seed takes the same.
    pub seed: u64,
    /// Names of the tools; all that are read-only, where empty.
    pub tools: Vec<String>,
}

impl Default for Fuzz {
    fn default() -> Self {
        Self {
            inputs: 30,
            seed: 1,
            tools: Vec::new(),
        }
    }
}

/// Clients that must accept the server's tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clients {
    /// `all`
    All,
    /// Names of profiles.
    Named(Vec<String>),
}

impl Serialize for Clients {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All => serializer.serialize_str("all"),
            Self::Named(names) => names.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Clients {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ClientsVisitor;

        impl<'de> Visitor<'de> for ClientsVisitor {
            type Value = Clients;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("all or a list of client profiles")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Clients, E> {
                match word {
                    "all" => Ok(Clients::All),
                    other => Err(E::custom(format!(
                        "clients takes all or a list of client profiles, not {other:?}"
                    ))),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Clients, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = seq.next_element()? {
                    names.push(name);
                }
                Ok(Clients::Named(names))
            }
        }

        deserializer.deserialize_any(ClientsVisitor)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Clients {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Clients".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "anyOf": [{ "const": "all" }, { "type": "array", "items": { "type": "string" } }] })
    }
}
