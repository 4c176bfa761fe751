//! What a look saw at one place.

/// How much a place weighs where it differs from the rule's own level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// A hint.
    Note,
    /// Worth a look.
    Warn,
    /// The run fails.
    Fail,
}

/// One place of one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    /// JSON Pointer into the tool.
    pub(crate) pointer: String,
    /// One sentence without full stop.
    pub(crate) message: String,
    /// The same for many tools: names no place and no value of one tool. Places with one habit are one finding.
    pub(crate) habit: String,
    /// Where it differs from the rule's own.
    pub(crate) level: Option<Weight>,
}

impl Seen {
    /// A sentence that fits every tool with this habit.
    pub(crate) fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            pointer: pointer.into(),
            habit: message.clone(),
            message,
            level: None,
        }
    }

    /// The sentence for many tools, where the one for this place says more.
    pub(crate) fn habit(mut self, habit: impl Into<String>) -> Self {
        self.habit = habit.into();
        self
    }

    /// Weighs it differently from the rule's default.
    pub(crate) fn level(mut self, level: Weight) -> Self {
        self.level = Some(level);
        self
    }
}

/// What a look sees in a tool given as JSON, as `pointer: message`, for the table tests of rules.
#[cfg(test)]
pub(crate) fn seen_in(look: super::Look, version: &str, tool: &str) -> Vec<String> {
    let doc = mcpward_json::Doc::parse(tool, &mcpward_json::Limits::default()).unwrap();
    let mut seen = Vec::new();
    look(&super::Tool::of(doc.root(), version), &mut seen);
    seen.into_iter()
        .map(|seen| format!("{}: {}", seen.pointer, seen.message))
        .collect()
}
