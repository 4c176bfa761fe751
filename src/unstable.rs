//! Servers that differ from start to start: a date, a folder, the order of a set.

use mcpward_analyze::contract_of;
use mcpward_analyze::drift::{self, Change};
use mcpward_schemas::config::Config;
use mcpward_schemas::report::SubjectKind;
use mcpward_schemas::snapshot::Snapshot;

use crate::output::{note, visible};

/// Unstable places that are listed; a server that has more is unstable as a whole.
const LISTED_MAX: usize = 20;

/// What differs between two starts of one server.
pub(crate) fn between(config: &Config, first: &Snapshot, second: &Snapshot) -> Vec<Change> {
    let contracts = contract_of(first, config).zip(contract_of(second, config));
    contracts
        .map(|(first, second)| drift::diff(&first, &second).changes)
        .unwrap_or_default()
}

/// Names what differs from start to start, and how to leave it out.
pub(crate) fn say(changes: &[Change]) {
    if changes.is_empty() {
        return;
    }
    let (noun, verb) = if changes.len() == 1 {
        ("value", "differs")
    } else {
        ("values", "differ")
    };
    note(&format!(
        "warning: {} {noun} {verb} from start to start of the same server; to compare without them, add to mcpward.yaml:",
        changes.len()
    ));
    note("volatile:");
    for change in changes.iter().take(LISTED_MAX) {
        let pointer = serde_json::to_string(&visible(&pointer(change))).unwrap_or_default();
        note(&format!("  - pointer: {pointer}"));
    }
    if changes.len() > LISTED_MAX {
        note(&format!("  # and {} more", changes.len() - LISTED_MAX));
    }
}

/// The place in the contract, as `volatile` names it.
fn pointer(change: &Change) -> String {
    let section = match change.subject.kind {
        SubjectKind::Tool => "tools",
        SubjectKind::Prompt => "prompts",
        SubjectKind::Resource => "resources",
        SubjectKind::Template => "templates",
        SubjectKind::Server | SubjectKind::Case => return format!("/server{}", change.pointer),
    };
    let name = change.subject.name.raw().replace('~', "~0").replace('/', "~1");
    format!("/{section}/{name}{}", change.pointer)
}
