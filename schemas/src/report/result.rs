//! One line of a report: what a rule says about one subject.

use serde::{Deserialize, Serialize};

use super::text::Untrusted;
use super::times::Times;

/// What a rule says about one subject.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// Rule id, `family/what-was-found`.
    pub id: String,
    /// The family: what stands before the slash.
    pub family: String,
    /// What it comes to after policy.
    pub status: Status,
    /// How much it matters.
    pub severity: Severity,
    /// How sure the rule is: `high`, `medium` or `low`; absent for passes and skips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<String>,
    /// One sentence. May quote the server, so reporters escape it; it holds no markup.
    pub message: Untrusted,
    /// Which of several servers, by its name in [`Report::servers`](super::Report::servers); absent where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Subject>,
    /// Where in the subject's definition, as a JSON Pointer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<Untrusted>,
    /// The place in words, as the described system gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Untrusted>,
    /// What should be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<serde_json::Value>,
    /// What is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<serde_json::Value>,
    /// Section of the specification, where the rule has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<String>,
    /// What was there: in the contract that was trusted, or in a golden file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<serde_json::Value>,
    /// What is there now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<serde_json::Value>,
    /// Drift: the change id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// Drift: `high`, `medium` or `low`.
    #[serde(rename = "driftSeverity", default, skip_serializing_if = "Option::is_none")]
    pub drift_severity: Option<String>,
    /// Drift: which schema, `input` or `output`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<String>,
    /// Drift: an instance that proves a break.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<serde_json::Value>,
    /// Drift: what happens to the witness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect>,
    /// Drift: why it fails, or why it does not, by the policy in force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Frames of the snapshot that show it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<FrameRef>,
    /// What the server took for the requests that this rests on, in microseconds, as the snapshot recorded it.
    #[serde(rename = "durationUs", default, skip_serializing_if = "Option::is_none")]
    pub duration_us: Option<u64>,
    /// A case of a suite that asks the same again, in YAML, to be pasted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducer: Option<Untrusted>,
    /// Latency: the times behind the sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Times>,
    /// Line and column in a file of the user, for formats that want one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Digest of the text that was read (`sha256:` and hex), for `ignore`.
    #[serde(rename = "textHash", default, skip_serializing_if = "Option::is_none")]
    pub text_hash: Option<String>,
    /// Clients: who minds it, worst effect first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clients: Vec<ClientConcern>,
    /// A rewrite that helps, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
    /// Why it does not count, where it is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<Suppression>,
}

/// A client that minds what was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClientConcern {
    /// Id of its profile.
    pub name: String,
    /// What it does: `request-refused`, `server-hidden`, `tool-hidden` or `weakened`.
    pub effect: String,
    /// How well that is known: `vendor`, `error`, `reported`, `second-hand` or `old`.
    pub trust: String,
    /// The profile that it has this from, where the figure is not its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// Only there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// Where the figure comes from.
    pub source: String,
    /// Month of the source, `YYYY-MM`.
    pub date: String,
}

/// A rewrite of a part of a definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fix {
    /// What is rewritten, as a JSON Pointer into the subject's definition.
    pub pointer: Untrusted,
    /// What was shown of it: `equivalent`, `looser` (accepts more), `stricter` (accepts less) or `unproven`.
    pub proof: String,
    /// What should stand there.
    pub after: serde_json::Value,
    /// The lines that change, each with `-` or `+` before it.
    pub diff: Vec<Untrusted>,
}

/// What a result comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The run fails.
    Fail,
    /// Worth a look.
    Warn,
    /// Not judged, with the reason as message.
    Skip,
    /// Looked at, nothing found. With severity `info` and a message it is a note.
    Pass,
}

/// How much a result matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Breaks callers.
    Error,
    /// May break some.
    Warning,
    /// Good to know.
    Info,
}

/// What a result is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subject {
    /// Its kind.
    pub kind: SubjectKind,
    /// Its name; the URI of a resource, the URI template of a template.
    pub name: Untrusted,
}

/// Kinds of subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SubjectKind {
    /// The server as a whole.
    Server,
    /// A tool.
    Tool,
    /// A prompt.
    Prompt,
    /// A resource.
    Resource,
    /// A resource template.
    Template,
    /// A case of a suite.
    Case,
}

impl SubjectKind {
    /// Its word, as in the JSON report.
    pub fn word(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
            Self::Template => "template",
            Self::Case => "case",
        }
    }
}

/// What happens to a witness under the new schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The new schema refuses it.
    Rejected,
    /// The new schema accepts it, but no longer knows a member of it.
    Ignored,
}

/// A frame of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FrameRef {
    /// Which snapshot of [`Report::inputs`](super::Report::inputs), counted among snapshots from 0.
    pub snapshot: u32,
    /// `seq` of the frame.
    pub frame: u64,
}

/// A place in a file of the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The file, as it was named.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in code points, from 1.
    pub column: u32,
}

/// Why a finding does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Suppression {
    /// Where it is accepted: `ignore`, `waiver` or `lock`.
    pub by: String,
    /// The reason given.
    pub reason: String,
    /// Last day it holds, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
}
