//! Where rules say what they found.

use std::collections::BTreeSet;

use mcpward_schemas::report::{
    ClientConcern, Finding, Fix, FrameRef, Severity, Status, Subject, SubjectKind, Times, Untrusted,
};

use super::drift_weight::Weight;
use super::needs::Lack;
use super::{Level, RuleMeta};
use crate::contract::Item;

/// What a finding is about, and its place among subjects of its kind, by which passes are counted.
#[derive(Debug, Clone)]
pub(crate) struct About {
    subject: Subject,
    idx: usize,
    location: Option<String>,
}

impl About {
    /// Any subject, with its place among those of its kind.
    pub(crate) fn new(subject: Subject, idx: usize) -> Self {
        Self {
            subject,
            idx,
            location: None,
        }
    }

    /// The server as a whole.
    pub(crate) fn server() -> Self {
        Self {
            subject: Subject {
                kind: SubjectKind::Server,
                name: Untrusted::default(),
            },
            idx: 0,
            location: None,
        }
    }

    /// Something that may not be there any more; `idx` tells it from others of its kind.
    pub(crate) fn of(subject: Subject, idx: usize) -> Self {
        let kind = subject.kind.word();
        let location = match subject.kind {
            SubjectKind::Server => None,
            _ => Some(format!("{kind} {}", subject.name.raw())),
        };
        Self { subject, idx, location }
    }
}

impl From<&Item> for About {
    fn from(item: &Item) -> Self {
        let subject = item.subject();
        let kind = item.kind.word();
        let location = match subject.name.is_empty() {
            true => format!("{kind} number {} of the list, page {}", item.idx + 1, item.page + 1),
            false => format!("{kind} {}", subject.name.raw()),
        };
        Self {
            subject,
            idx: item.idx,
            location: Some(location),
        }
    }
}

/// Collects what one rule says.
pub(crate) struct Sink {
    rule: &'static RuleMeta,
    pub(super) found: Vec<Found>,
    pub(super) skips: Vec<Lack>,
    pub(super) pass_message: Option<String>,
    pub(super) not_asked: bool,
    /// Subjects that were found or skipped.
    pub(super) seen: BTreeSet<(SubjectKind, usize)>,
}

/// One finding while it is being made.
pub(crate) struct Found {
    pub(super) finding: Finding,
    pub(super) level: Level,
    pub(super) drift: Option<Weight>,
}

impl Sink {
    pub(super) fn new(rule: &'static RuleMeta) -> Self {
        Self {
            rule,
            found: Vec::new(),
            skips: Vec::new(),
            pass_message: None,
            not_asked: false,
            seen: BTreeSet::new(),
        }
    }

    /// Something was found. The message is one sentence without full stop; it may quote the server.
    pub(crate) fn found(&mut self, about: impl Into<About>, message: impl Into<String>) -> &mut Found {
        let about = about.into();
        self.seen.insert((about.subject.kind, about.idx));
        let mut finding = blank(self.rule, message.into());
        finding.confidence = Some(self.rule.confidence.to_owned());
        finding.location = about.location.map(Untrusted::new);
        finding.subject = Some(about.subject);
        self.found.push(Found {
            finding,
            level: self.rule.level,
            drift: None,
        });
        self.found.last_mut().expect("one was just added")
    }

    /// A subject that could not be judged for want of evidence; the reason is a sentence fragment.
    pub(crate) fn skip(&mut self, about: impl Into<About>, reason: impl Into<String>) {
        self.seen(about);
        self.skips.push(Lack {
            reason: reason.into(),
            is_gap: true,
        });
    }

    /// A subject about which there is nothing to judge; the reason is a sentence fragment.
    pub(crate) fn skip_nothing(&mut self, about: impl Into<About>, reason: impl Into<String>) {
        self.seen(about);
        self.skips.push(Lack {
            reason: reason.into(),
            is_gap: false,
        });
    }

    /// A subject that another finding speaks for.
    pub(crate) fn seen(&mut self, about: impl Into<About>) {
        let about = about.into();
        self.seen.insert((about.subject.kind, about.idx));
    }

    /// What to say where nothing is found; a sentence without full stop.
    pub(crate) fn pass(&mut self, message: impl Into<String>) {
        self.pass_message = Some(message.into());
    }

    /// The configuration does not ask this question, so there is no answer either.
    pub(crate) fn not_asked(&mut self) {
        self.not_asked = true;
    }
}

impl Found {
    /// What a change weighs, for the policy of drift.
    pub(super) fn drift(&mut self, weight: Weight) {
        self.drift = Some(weight);
    }

    /// The finding, to be filled in.
    pub(super) fn finding_mut(&mut self) -> &mut Finding {
        &mut self.finding
    }

    /// Weighs it differently from the rule's default.
    pub(crate) fn level(&mut self, level: Level) -> &mut Self {
        self.level = level;
        self
    }

    /// Where in the subject's definition, as a JSON Pointer.
    pub(crate) fn at(&mut self, pointer: impl Into<String>) -> &mut Self {
        self.finding.pointer = Some(Untrusted::new(pointer));
        self
    }

    /// How sure it is, where that differs from the rule.
    pub(crate) fn confidence(&mut self, confidence: &str) -> &mut Self {
        self.finding.confidence = Some(confidence.to_owned());
        self
    }

    /// Digest of the text that was read.
    pub(crate) fn text_hash(&mut self, digest: String) -> &mut Self {
        self.finding.text_hash = Some(digest);
        self
    }

    /// What should be there.
    pub(crate) fn expected(&mut self, value: impl Into<serde_json::Value>) -> &mut Self {
        self.finding.expected = Some(value.into());
        self
    }

    /// What is there.
    pub(crate) fn actual(&mut self, value: impl Into<serde_json::Value>) -> &mut Self {
        self.finding.actual = Some(value.into());
        self
    }

    /// What was there and what is there now; reports show where they differ.
    pub(crate) fn changed(
        &mut self,
        before: impl Into<serde_json::Value>,
        after: impl Into<serde_json::Value>,
    ) -> &mut Self {
        self.finding.before = Some(before.into());
        self.finding.after = Some(after.into());
        self
    }

    /// A case that asks the same again.
    pub(crate) fn reproducer(&mut self, case: String) -> &mut Self {
        self.finding.reproducer = Some(Untrusted::new(case));
        self
    }

    /// The times behind the sentence.
    pub(crate) fn times(&mut self, times: Times) -> &mut Self {
        self.finding.times = Some(times);
        self
    }

    /// Clients that mind it, worst effect first.
    pub(crate) fn clients(&mut self, clients: Vec<ClientConcern>) -> &mut Self {
        self.finding.clients = clients;
        self
    }

    /// A rewrite that helps.
    pub(crate) fn fix(&mut self, fix: Fix) -> &mut Self {
        self.finding.fix = Some(fix);
        self
    }

    /// Frames that show it.
    pub(crate) fn frames(&mut self, frames: impl IntoIterator<Item = FrameRef>) -> &mut Self {
        self.finding.evidence.extend(frames);
        self
    }
}

/// A result of a rule with nothing but its message.
pub(crate) fn blank(rule: &RuleMeta, message: String) -> Finding {
    Finding {
        severity: rule.severity,
        spec: rule.spec.map(str::to_owned),
        ..result(rule.id, message)
    }
}

/// A passed result with nothing but its id and message.
pub(super) fn result(id: &str, message: String) -> Finding {
    Finding {
        id: id.to_owned(),
        family: id.split_once('/').map_or(id, |(family, _)| family).to_owned(),
        status: Status::Pass,
        severity: Severity::Warning,
        confidence: None,
        message: Untrusted::new(message),
        server: None,
        subject: None,
        pointer: None,
        location: None,
        expected: None,
        actual: None,
        spec: None,
        before: None,
        after: None,
        change: None,
        drift_severity: None,
        direction: None,
        witness: None,
        effect: None,
        policy: None,
        evidence: Vec::new(),
        place: None,
        text_hash: None,
        clients: Vec::new(),
        fix: None,
        duration_us: None,
        times: None,
        reproducer: None,
        suppressed: None,
    }
}
