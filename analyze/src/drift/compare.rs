//! Two contracts, and every difference between them.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_schemas::lockfile::{Entries, Entry, LockFile, Texts, to_json};
use mcpward_schemas::report::SubjectKind;
use rayon::prelude::*;

use super::change::{Change, Detail, subject};
use super::class::Class;
use super::pages::PAGES;
use super::text::Names;
use super::tool::{DIALECT, Setting, ToolDiff};
use super::{digested, listed, rename, schema, server, tool};

/// What two contracts differ in, and what could not be compared.
#[derive(Debug, Clone, Default)]
pub struct Drift {
    /// Sorted by subject, class and place.
    pub changes: Vec<Change>,
    /// What the reader has to know about the comparison itself.
    pub remarks: Vec<Remark>,
}

/// Something about the comparison itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Remark {
    /// The client declared other capabilities: what differs may be due to that.
    OtherClient {
        /// Capabilities before, as JSON.
        before: String,
        /// And now.
        after: String,
    },
    /// Other credentials (their names): servers show other tools to other accounts.
    OtherCredentials {
        /// Names before.
        before: String,
        /// And now.
        after: String,
    },
    /// One side spoke with a handshake, the other without. What both have is compared.
    OtherEra,
    /// One side does not hold this section.
    NotHeld {
        /// The section: `tools`, `prompts` …
        section: &'static str,
        /// Whether it is the newer side, which should have it.
        is_new: bool,
    },
    /// The old side keeps digests of texts only.
    NoWords,
    /// The old side is a lock file of the described system.
    OldVersion(u32),
}

/// Compares two contracts. The order of lists, members and numbers' spellings do not count.
pub fn diff(old: &LockFile, new: &LockFile) -> Drift {
    let digested_new;
    let new = if old.texts == Texts::Digests && old.version != 1 && new.texts == Texts::Full {
        digested_new = digested(new);
        &digested_new
    } else {
        new
    };
    let names = tool_names(old, new);
    let mut changes = Vec::new();
    server::compare(old, new, &names, &mut changes);
    tools(old, new, &names, &mut changes);
    for kind in [SubjectKind::Prompt, SubjectKind::Resource, SubjectKind::Template] {
        if let (Some(before), Some(after)) = (old.entries(kind), new.entries(kind)) {
            lists(kind, before, after, old.texts, &names, &mut changes);
        }
    }
    let key = |change: &Change| {
        (
            change.subject.clone(),
            change.class,
            change.pointer.clone(),
            change.id.clone(),
        )
    };
    changes.sort_by_cached_key(key);
    Drift {
        changes,
        remarks: remarks(old, new),
    }
}

fn tool_names(old: &LockFile, new: &LockFile) -> Names {
    let of = |lock: &LockFile| -> Vec<String> { lock.tools.iter().flat_map(BTreeMap::keys).cloned().collect() };
    Names::of(of(old).into_iter().chain(of(new)))
}

fn tools(old: &LockFile, new: &LockFile, names: &Names, out: &mut Vec<Change>) {
    let (Some(before), Some(after)) = (&old.tools, &new.tools) else {
        return;
    };
    let gone = only(before, after);
    let come = only(after, before);
    let renamed = rename::pairs(&gone, &come);
    let same = before
        .iter()
        .filter_map(|(name, entry)| Some((name.as_str(), entry, after.get(name)?)));
    let moved = renamed
        .iter()
        .filter_map(|(from, to)| Some((*to, before.get(*from)?, after.get(*to)?)));
    let changed: Vec<(&str, &Entry, &Entry)> = same.chain(moved).filter(|(_, old, new)| !old.same(new)).collect();
    let is_legacy = matches!(old.version, 1 | 2);
    let setting = Setting {
        names,
        texts: old.texts,
        is_legacy,
        fuel: schema::fuel(2 * changed.len()),
    };
    let diffs: Vec<ToolDiff> = changed
        .par_iter()
        .map(|(name, old, new)| tool::compare(name, old, new, &setting))
        .collect();
    fold(&changed, &diffs, out);
    out.extend(diffs.into_iter().flat_map(|diff| diff.changes));
    let is_paired = |name: &str| renamed.iter().any(|(from, to)| *from == name || *to == name);
    for (name, entry) in gone.iter().filter(|(name, _)| !is_paired(name)) {
        let subject = subject(SubjectKind::Tool, name);
        out.push(Change::new(
            Class::ToolRemoved,
            subject,
            "",
            Some(entry.json.clone()),
            None,
            Detail::None,
        ));
    }
    for (name, entry) in come.iter().filter(|(name, _)| !is_paired(name)) {
        let subject = subject(SubjectKind::Tool, name);
        out.extend(tool::new_tool(&subject, entry, names));
        out.push(Change::new(
            Class::ToolAdded,
            subject,
            "",
            None,
            Some(entry.json.clone()),
            Detail::None,
        ));
    }
    for (from, to) in &renamed {
        let detail = Detail::Renamed {
            from: (*from).to_owned(),
            to: (*to).to_owned(),
        };
        let subject = subject(SubjectKind::Tool, to);
        out.push(Change::new(
            Class::ToolRenamed,
            subject,
            "/name",
            Some(to_json(from)),
            Some(to_json(to)),
            detail,
        ));
    }
    if !before.is_empty() && after.is_empty() {
        let names: Vec<&String> = before.keys().collect();
        let words = match before.len() {
            1 => "its only tool is gone".to_owned(),
            n => format!("all {n} are gone"),
        };
        let detail = Detail::Weighed {
            severity: super::Severity::High,
            fails: true,
            words,
        };
        out.push(Change::server(
            Class::AllToolsRemoved,
            "/tools",
            Some(to_json(&names)),
            Some(to_json(&[""; 0])),
            detail,
        ));
    }
}

/// Entries of one side only.
fn only<'a>(own: &'a Entries, other: &Entries) -> Vec<(&'a str, &'a Entry)> {
    own.iter()
        .filter(|(name, _)| !other.contains_key(*name))
        .map(|(name, entry)| (name.as_str(), entry))
        .collect()
}

/// One line for all tools that were written anew without another meaning.
fn fold(changed: &[(&str, &Entry, &Entry)], diffs: &[ToolDiff], out: &mut Vec<Change>) {
    let mut ways = BTreeSet::new();
    let mut tools = Vec::new();
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    for ((name, old, new), diff) in changed.iter().zip(diffs).filter(|(_, diff)| !diff.ways.is_empty()) {
        ways.extend(diff.ways.iter().copied());
        tools.push((*name).to_owned());
        before.insert(*name, old.digest());
        after.insert(*name, new.digest());
    }
    if tools.is_empty() {
        return;
    }
    let class = if ways.iter().all(|way| *way == DIALECT) {
        Class::SchemaDialectChanged
    } else {
        Class::SchemaRewritten
    };
    let detail = Detail::Fold {
        tools,
        ways: ways.into_iter().collect(),
    };
    out.push(Change::server(
        class,
        "/tools",
        Some(to_json(&before)),
        Some(to_json(&after)),
        detail,
    ));
}

fn lists(kind: SubjectKind, before: &Entries, after: &Entries, texts: Texts, names: &Names, out: &mut Vec<Change>) {
    let Some(classes) = listed::classes(kind) else { return };
    for (name, entry) in before {
        let subject = subject(kind, name);
        match after.get(name) {
            Some(other) => listed::compare(&subject, entry, other, texts, names, out),
            None => out.push(Change::new(
                classes.removed,
                subject,
                "",
                Some(entry.json.clone()),
                None,
                Detail::None,
            )),
        }
    }
    for (name, entry) in only(after, before) {
        let subject = subject(kind, name);
        out.extend(tool::new_tool(&subject, entry, names));
        out.push(Change::new(
            classes.added,
            subject,
            "",
            None,
            Some(entry.json.clone()),
            Detail::None,
        ));
    }
}

fn remarks(old: &LockFile, new: &LockFile) -> Vec<Remark> {
    let mut out = Vec::new();
    if matches!(old.version, 1 | 2) {
        out.push(Remark::OldVersion(old.version));
    }
    if !old.texts.are_kept() {
        out.push(Remark::NoWords);
    }
    if let (Some(before), Some(after)) = (&old.client, &new.client) {
        let member = |entry: &Entry, name: &str| entry.value().get(name).map(mcpward_json::canonical);
        if let (Some(before), Some(after)) = (member(before, "capabilities"), member(after, "capabilities")) {
            out.extend((before != after).then_some(Remark::OtherClient { before, after }));
        }
        if let (Some(before), Some(after)) = (member(before, "credentials"), member(after, "credentials")) {
            out.extend((before != after).then_some(Remark::OtherCredentials { before, after }));
        }
    }
    let era = |lock: &LockFile| lock.server_member("era").map(mcpward_json::canonical);
    if era(old).zip(era(new)).is_some_and(|(before, after)| before != after) {
        out.push(Remark::OtherEra);
    }
    let sections = [
        ("tools", SubjectKind::Tool),
        ("prompts", SubjectKind::Prompt),
        ("resources", SubjectKind::Resource),
        ("templates", SubjectKind::Template),
    ];
    for (section, kind) in sections {
        match (old.entries(kind), new.entries(kind)) {
            (Some(_), None) => out.push(Remark::NotHeld { section, is_new: true }),
            (None, Some(entries)) if !entries.is_empty() => out.push(Remark::NotHeld { section, is_new: false }),
            _ => {}
        }
    }
    if old.server.is_some() && old.server_member(PAGES).is_none() && new.server_member(PAGES).is_some() {
        let section = "the pages that tools link";
        out.push(Remark::NotHeld { section, is_new: false });
    }
    out
}
