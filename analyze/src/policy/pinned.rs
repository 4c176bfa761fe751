//! Findings that the server had when its contract was pinned: shown and counted, but only new ones fail.

use mcpward_schemas::lockfile::PinnedFinding;
use mcpward_schemas::report::{Finding, Status, Suppression};

use crate::rules::Judged;

/// What is said of a finding that was there before.
const REASON: &str = "it was there when the contract was pinned";

/// Whether a finding is one that a baseline pins: what counts, but changes and what is said about the policy itself.
pub(crate) fn is_pinnable(finding: &Finding) -> bool {
    let counts = matches!(finding.status, Status::Fail | Status::Warn) && finding.suppressed.is_none();
    counts && !matches!(finding.family.as_str(), "drift" | "policy")
}

/// The finding as a lock file holds it.
pub(crate) fn pinned(finding: &Finding) -> PinnedFinding {
    // The server is one, whatever it calls itself.
    let subject = finding
        .subject
        .clone()
        .filter(|subject| subject.kind != mcpward_schemas::report::SubjectKind::Server);
    PinnedFinding {
        rule: finding.id.clone(),
        subject,
        pointer: finding.pointer.as_ref().map(|pointer| pointer.raw().to_owned()),
        text_hash: finding.text_hash.clone(),
    }
}

/// Marks the findings of a server that are pinned.
pub(super) fn apply(list: &[PinnedFinding], server: Option<&str>, judged: &mut [Judged]) {
    let is_own = |finding: &Finding| finding.server.as_deref() == server && is_pinnable(finding);
    for judged in judged.iter_mut().filter(|judged| is_own(&judged.finding)) {
        if list.contains(&pinned(&judged.finding)) {
            judged.finding.status = Status::Pass;
            judged.finding.suppressed = Some(Suppression {
                by: "lock".to_owned(),
                reason: REASON.to_owned(),
                expires: None,
            });
        }
    }
}
