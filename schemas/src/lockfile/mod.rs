//! The lock file: the contract that was trusted, in a form that people review.
//!
//! `mcpward.lock.json` has one block per tool, sorted, with no clock and no machine in it, so two baselines of an unchanged
//! server are the same bytes and a merge conflict stays within one tool. Each block carries a digest and each list its
//! index of names, so a damaged, edited or missing block is found and named. That guards against accident, not attack.
//! docs/drift.md describes the format for other programs.

mod digest;
mod entry;
mod error;
mod legacy;
mod limits;
mod lines;
mod pretty;
mod read;
#[cfg(feature = "schema")]
mod schema;
mod write;

use std::collections::BTreeMap;

use mcpward_json::Json;
use serde::{Deserialize, Serialize};

pub use digest::text_digest;
pub use entry::Entry;
pub use error::{Damage, LockError};
pub use limits::LockLimits;
pub use lines::Lines;
pub use read::read;
pub use write::write;

use crate::report::{Subject, SubjectKind};

/// The schema version that this release writes.
pub const SCHEMA_VERSION: u32 = 3;

/// Blocks of one kind, by name; the URI of a resource, the URI template of a template.
pub type Entries = BTreeMap<String, Entry>;

/// One contract, as pinned. `None` stands for what this lock does not pin, never for "there is none".
#[derive(Debug, Clone, Default)]
pub struct LockFile {
    /// The version it was read from: 1 and 2 are those of the described system. 0 for one that was never written.
    pub version: u32,
    /// How texts are stored.
    pub texts: Texts,
    /// Who answers: transport, package, exact version, image digest.
    pub identity: Option<Entry>,
    /// What the client declared and with which credentials (their names only) it came: servers show other tools to other clients.
    pub client: Option<Entry>,
    /// `serverInfo`, capabilities, instructions, protocol versions, digests of the pages that tools link.
    pub server: Option<Entry>,
    /// How unknown tools and bad arguments are answered.
    pub behavior: Option<Entry>,
    /// Tools.
    pub tools: Option<Entries>,
    /// Prompts.
    pub prompts: Option<Entries>,
    /// Resources.
    pub resources: Option<Entries>,
    /// Resource templates.
    pub templates: Option<Entries>,
    /// Version of the set of rules that `findings` were found with.
    pub rule_set: Option<String>,
    /// Findings that the server had when it was pinned: they are shown and counted, only new ones fail.
    pub findings: Vec<PinnedFinding>,
    /// Changes that were accepted since the baseline, with the reason given.
    pub accepted: Vec<Accepted>,
}

impl LockFile {
    /// The blocks of a kind of subject; `None` where the kind is not pinned or has no blocks of its own.
    pub fn entries(&self, kind: SubjectKind) -> Option<&Entries> {
        match kind {
            SubjectKind::Tool => self.tools.as_ref(),
            SubjectKind::Prompt => self.prompts.as_ref(),
            SubjectKind::Resource => self.resources.as_ref(),
            SubjectKind::Template => self.templates.as_ref(),
            SubjectKind::Server | SubjectKind::Case => None,
        }
    }

    /// The blocks of a kind of subject, to be changed.
    pub fn entries_mut(&mut self, kind: SubjectKind) -> Option<&mut Option<Entries>> {
        match kind {
            SubjectKind::Tool => Some(&mut self.tools),
            SubjectKind::Prompt => Some(&mut self.prompts),
            SubjectKind::Resource => Some(&mut self.resources),
            SubjectKind::Template => Some(&mut self.templates),
            SubjectKind::Server | SubjectKind::Case => None,
        }
    }

    /// A member of the server block, such as `instructions`.
    pub fn server_member(&self, name: &str) -> Option<mcpward_json::Value<'_>> {
        self.server.as_ref()?.json.value().get(name)
    }
}

/// How texts that a model reads are stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Texts {
    /// As sent.
    #[default]
    Full,
    /// As `sha256:` and hex of the text as sent; whether a text changed can be told, what changed can't.
    Digests,
    /// Version 2: white space and Unicode normal form were unified before storing.
    Unified,
    /// Version 2 without texts: digests of unified texts.
    UnifiedDigests,
}

impl Texts {
    /// Whether the words themselves are there.
    pub fn are_kept(self) -> bool {
        matches!(self, Self::Full | Self::Unified)
    }
}

/// A finding that was there when the contract was pinned.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PinnedFinding {
    /// Rule id.
    pub rule: String,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Subject>,
    /// Where in the subject's definition, as a JSON Pointer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Digest of the text that was read: another text with the same finding is a new one.
    #[serde(rename = "textHash", default, skip_serializing_if = "Option::is_none")]
    pub text_hash: Option<String>,
}

/// A change that was taken into the lock, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Accepted {
    /// Change id, 12 hex digits.
    pub change: String,
    /// Class of the change, e.g. `description_changed`.
    pub class: String,
    /// What changed.
    pub subject: Subject,
    /// The reason given.
    pub reason: String,
}

/// A value made from types of ours, as a document of its own.
///
/// # Panics
/// Never: serde_json writes valid JSON, and what it writes is below every bound of the reader.
pub fn to_json<T: Serialize>(value: &T) -> Json {
    let text = serde_json::to_string(value).expect("types of ours have only string keys");
    let doc = mcpward_json::Doc::parse(text, &mcpward_json::Limits::default()).expect("serde_json writes valid JSON");
    Json::root(doc)
}
