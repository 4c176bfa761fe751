//! One difference between two contracts: a fact, without a verdict.

use mcpward_compat::Effect;
use mcpward_json::{Json, canonical};
use mcpward_schemas::lockfile::{text_digest, to_json};
use mcpward_schemas::report::{Subject, SubjectKind, Untrusted};

use super::class::Class;
use super::text::{Grade, Introduced};

/// Blast radius, not breakage: how much happens before anybody notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It fails loudly, or not at all.
    Low,
    /// Calls or readers break.
    Medium,
    /// It changes silently what a model or a client does.
    High,
}

impl Severity {
    /// Its word: `low`, `medium` or `high`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// The severity of that word.
    pub fn of(word: &str) -> Option<Self> {
        [Self::Low, Self::Medium, Self::High]
            .into_iter()
            .find(|severity| severity.name() == word)
    }
}

/// One difference.
#[derive(Debug, Clone)]
pub struct Change {
    /// 12 hex digits: the same change has the same id on any machine.
    pub id: String,
    /// What kind of change.
    pub class: Class,
    /// What changed.
    pub subject: Subject,
    /// Where in the definition, as a JSON Pointer; empty for the whole of it.
    pub pointer: String,
    /// What was there.
    pub before: Option<Json>,
    /// What is there.
    pub after: Option<Json>,
    /// What else is known.
    pub detail: Detail,
}

/// What is known of a change besides its place.
#[derive(Debug, Clone)]
pub enum Detail {
    /// Nothing.
    None,
    /// A text: what it came to. `None` where only digests are known.
    Text(Option<Grade>),
    /// A new text, and what makes it suspicious.
    NewText(Vec<Introduced>),
    /// A schema.
    Schema(Box<SchemaDetail>),
    /// The shape of results.
    Shape {
        /// The edits, in words; one that narrows breaks readers.
        edits: Vec<Edit>,
        /// Results that the shape was seen in, before and now.
        n_samples: (u64, u64),
    },
    /// A hint: its name and its effective values.
    Hint {
        /// The hint, e.g. `readOnlyHint`.
        hint: &'static str,
        /// Effective value before.
        before: bool,
        /// Effective value now.
        after: bool,
    },
    /// A new name.
    Renamed {
        /// The old name.
        from: String,
        /// The new name.
        to: String,
    },
    /// One line for many tools: their names, and in which ways they changed.
    Fold {
        /// Names of the tools.
        tools: Vec<String>,
        /// Words for what changed.
        ways: Vec<&'static str>,
    },
    /// Something that is weighed less, or more, than its class.
    Weighed {
        /// How much.
        severity: Severity,
        /// Whether it fails where the configuration has no `fail_on`.
        fails: bool,
        /// In words, what happened.
        words: String,
    },
}

/// What is known of a changed schema.
#[derive(Debug, Clone)]
pub struct SchemaDetail {
    /// `input` or `output`.
    pub direction: &'static str,
    /// An instance that proves a break: arguments of a call that used to work, or a result that could not be before.
    pub witness: Option<serde_json::Value>,
    /// What happens to the witness.
    pub effect: Option<Effect>,
    /// Where the strict reading, which leaves every object open, says breaking although the verdict does not.
    pub strict_break: Option<serde_json::Value>,
    /// Why nothing could be shown.
    pub reason: Option<String>,
    /// The edits, in words.
    pub edits: Vec<Edit>,
}

/// One edit of a schema.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// Where, as a JSON Pointer into the schema.
    pub pointer: String,
    /// What happened, e.g. `requires "multiplier"`.
    pub words: String,
    /// Whether it allows less than before.
    pub narrows: bool,
    /// The parameter or field that it touches; `None` where it touches every caller.
    pub field: Option<String>,
}

impl Change {
    pub(crate) fn new(
        class: Class,
        subject: Subject,
        pointer: impl Into<String>,
        before: Option<Json>,
        after: Option<Json>,
        detail: Detail,
    ) -> Self {
        let mut change = Self {
            id: String::new(),
            class,
            subject,
            pointer: pointer.into(),
            before,
            after,
            detail,
        };
        change.id = change.digest();
        change
    }

    /// A change of a member of the server as a whole. Its subject has no name: a server that changes its name is the same server.
    pub(crate) fn server(
        class: Class,
        pointer: &str,
        before: Option<Json>,
        after: Option<Json>,
        detail: Detail,
    ) -> Self {
        Self::new(class, subject(SubjectKind::Server, ""), pointer, before, after, detail)
    }

    fn digest(&self) -> String {
        let side = |json: &Option<Json>| json.as_ref().map(|json| canonical(json.value()));
        let parts = (
            self.class.name(),
            &self.subject,
            &self.pointer,
            side(&self.before),
            side(&self.after),
        );
        let text = to_json(&parts).value().raw().to_owned();
        text_digest(&text)["sha256:".len()..][..12].to_owned()
    }
}

pub(crate) fn subject(kind: SubjectKind, name: &str) -> Subject {
    Subject {
        kind,
        name: Untrusted::new(name),
    }
}
