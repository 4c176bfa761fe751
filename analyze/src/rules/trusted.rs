//! What was trusted of each subject, for rules that judge what is new more strictly than what was there.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::{Doc, Json, Limits, Value};
use mcpward_schemas::lockfile::{LockFile, Texts};
use mcpward_schemas::report::SubjectKind;

use super::Context;
use crate::drift::Detail;

/// The contract that was trusted, as far as its texts can be compared.
pub(super) struct Trusted<'a> {
    lock: Option<&'a LockFile>,
    /// Tools by their new name: the name they were trusted under.
    renamed: BTreeMap<&'a str, &'a str>,
    /// Subjects that changed.
    changed: BTreeSet<(SubjectKind, &'a str)>,
    /// What stands for a subject that was not there at all.
    nothing: Json,
}

impl<'a> Trusted<'a> {
    pub(super) fn of(cx: &Context<'a>) -> Self {
        let compared = cx.drift.filter(|compared| compared.problem.is_none());
        let changes = || compared.into_iter().flat_map(|compared| &compared.drift.changes);
        let renamed = changes().filter_map(|change| match &change.detail {
            Detail::Renamed { from, to } => Some((to.as_str(), from.as_str())),
            _ => None,
        });
        Self {
            // Digests, and texts that were unified before they were kept, say little about what stood in a text.
            lock: compared
                .map(|compared| &compared.trusted)
                .filter(|lock| lock.texts == Texts::Full),
            renamed: renamed.collect(),
            changed: changes()
                .map(|change| (change.subject.kind, change.subject.name.raw()))
                .collect(),
            nothing: Json::root(Doc::parse("{}", &Limits::default()).expect("an empty object is JSON")),
        }
    }

    /// The definition that was trusted, an empty one for a subject that is new; `None` where nothing is known.
    pub(super) fn before(&self, kind: SubjectKind, name: &str) -> Option<Value<'_>> {
        let lock = self.lock?;
        if kind == SubjectKind::Server {
            return Some(lock.server.as_ref()?.value());
        }
        let name = match kind {
            SubjectKind::Tool => self.renamed.get(name).copied().unwrap_or(name),
            _ => name,
        };
        let entry = lock.entries(kind)?.get(name);
        Some(entry.map_or(self.nothing.value(), mcpward_schemas::lockfile::Entry::value))
    }

    /// Whether something of the subject changed.
    pub(super) fn is_changed(&self, kind: SubjectKind, name: &str) -> bool {
        let name = if kind == SubjectKind::Server { "" } else { name };
        self.changed.contains(&(kind, name))
    }
}
