//! One side that was trusted, one that was seen: read, compared, and ready to be judged.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_schemas::config::Config;
use mcpward_schemas::lockfile::{self, Lines, LockFile, LockLimits, PinnedFinding};
use mcpward_schemas::report::{Subject, SubjectKind};

use super::compare::{Drift, diff};
use super::mask::mask;
use crate::text::leg::{self, Leg};

/// The comparison that the rules judge.
#[derive(Debug, Clone, Default)]
pub struct Compared {
    /// The file of the trusted side, as it was named.
    pub file: String,
    /// Why there is no comparison.
    pub problem: Option<Problem>,
    /// What differs.
    pub drift: Drift,
    /// Findings that were there when the contract was pinned.
    pub pinned: Vec<PinnedFinding>,
    /// Entries of `volatile` that fit nothing, with the reason.
    pub volatile: Vec<(usize, String)>,
    /// Whether the newer side is a lock file too, so that no snapshot is needed.
    pub without_snapshot: bool,
    /// What is pinned of the identity names no exact version: the specification.
    pub floating: Option<String>,
    /// What was trusted, volatile texts masked.
    pub trusted: LockFile,
    /// What the tools of the trusted side could do; `None` where it holds no definitions.
    pub legs: Option<BTreeSet<Leg>>,
    /// Line and column of blocks in the file.
    places: BTreeMap<(SubjectKind, String), (u32, u32)>,
}

/// Why nothing could be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// There is no lock file.
    Missing,
    /// The lock file can't be read; the reason is a sentence fragment.
    Invalid(String),
}

impl Compared {
    /// There is no lock file of that name.
    pub fn missing(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            problem: Some(Problem::Missing),
            ..Self::default()
        }
    }

    /// Compares the text of a lock file with what was seen; `None` for a server that did not agree to speak.
    pub fn with_text(file: &str, text: &str, new: Option<&LockFile>, config: &Config) -> Self {
        match lockfile::read(text, &LockLimits::default()) {
            Ok(old) => Self {
                places: places(&old, text),
                ..Self::with(file, &old, new, config)
            },
            Err(error) => Self {
                file: file.to_owned(),
                problem: Some(Problem::Invalid(error.to_string())),
                ..Self::default()
            },
        }
    }

    /// Compares two contracts.
    pub fn with(file: &str, old: &LockFile, new: Option<&LockFile>, config: &Config) -> Self {
        let mut masked = old.clone();
        let volatile = mask(&mut masked, &config.volatile);
        let drift = new.map(|new| diff(&masked, new)).unwrap_or_default();
        let floating = new.or(Some(old)).and_then(floating);
        Self {
            file: file.to_owned(),
            problem: None,
            drift,
            pinned: old.findings.clone(),
            volatile,
            floating,
            trusted: masked,
            legs: legs(old),
            without_snapshot: false,
            places: BTreeMap::new(),
        }
    }

    /// Whether the shape of a tool's results was pinned.
    pub(crate) fn pins_shape(&self, tool: &str) -> bool {
        let entry = self.trusted.tools.as_ref().and_then(|tools| tools.get(tool));
        entry.is_some_and(|entry| entry.shape.is_some())
    }

    /// Line and column of a subject's block in the file.
    pub fn place(&self, subject: &Subject) -> Option<(u32, u32)> {
        self.places.get(&(subject.kind, subject.name.raw().to_owned())).copied()
    }
}

fn places(lock: &LockFile, text: &str) -> BTreeMap<(SubjectKind, String), (u32, u32)> {
    let lines = Lines::of(text);
    let mut out = BTreeMap::new();
    for kind in [
        SubjectKind::Tool,
        SubjectKind::Prompt,
        SubjectKind::Resource,
        SubjectKind::Template,
    ] {
        for (name, entry) in lock.entries(kind).into_iter().flatten() {
            if let Some(offset) = entry.offset {
                out.insert((kind, name.clone()), lines.place(offset));
            }
        }
    }
    out
}

/// What the tools of a contract can do. A lock file of the described system has digests only.
fn legs(lock: &LockFile) -> Option<BTreeSet<Leg>> {
    let tools = lock.tools.as_ref()?;
    let values = || tools.values().map(|entry| entry.value());
    let has_definitions = values().all(|tool| tool.get("inputSchema").is_some());
    has_definitions.then(|| leg::of_all(values()).into_keys().collect())
}

/// The specification of a package without an exact version.
fn floating(lock: &LockFile) -> Option<String> {
    let package = lock.identity.as_ref()?.value().get("package")?;
    let spec = package.get("spec")?.as_str()?.into_owned();
    package.get("version").is_none().then_some(spec)
}
