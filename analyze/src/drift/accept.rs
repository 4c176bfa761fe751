//! Chosen changes taken into what is trusted, the others left as they are.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::Value;
use mcpward_schemas::lockfile::{Entry, LockFile, to_json};
use mcpward_schemas::report::SubjectKind;

use super::change::{Change, Detail};
use super::class::Class;
use super::compare::diff;
use super::graft::Graft;
use super::mask::mask;
use super::server::served;
use super::tool::SHAPE;
use mcpward_schemas::config::Volatile;

/// Why chosen changes could not be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// These changes come only together with others: their ids.
    NotAlone(Vec<String>),
}

/// `old` with the chosen changes of `new`. A schema is taken as a whole, but texts inside it that were not chosen stay.
///
/// # Errors
/// Ids that can't be taken without others, e.g. the text of a parameter without the parameter.
pub fn accept(
    old: &LockFile,
    new: &LockFile,
    chosen: &BTreeSet<String>,
    volatile: &[Volatile],
) -> Result<LockFile, Refused> {
    let mut trusted = old.clone();
    mask(&mut trusted, volatile);
    let changes = diff(&trusted, new).changes;
    let mut out = trusted.clone();
    out.version = 3;
    let mut by_subject: BTreeMap<_, Vec<&Change>> = BTreeMap::new();
    for change in &changes {
        by_subject.entry(change.subject.clone()).or_default().push(change);
    }
    let folded = folded(&changes, chosen);
    for (subject, changes) in &by_subject {
        if subject.kind == SubjectKind::Server {
            server(&mut out, new, changes, chosen);
        } else {
            entry(
                &mut out,
                &trusted,
                new,
                (subject.kind, subject.name.raw()),
                changes,
                chosen,
            );
        }
    }
    for name in folded {
        let is_it = |change: &&Change| change.subject.kind == SubjectKind::Tool && change.subject.name.raw() == name;
        let own: Vec<&Change> = changes.iter().filter(is_it).collect();
        neutral(&mut out, new, &name, &own);
    }
    let all_gone = changes
        .iter()
        .any(|change| change.class == Class::AllToolsRemoved && chosen.contains(&change.id));
    if all_gone {
        out.tools.clone_from(&new.tools);
    }
    let left: BTreeSet<String> = diff(&out, new).changes.into_iter().map(|change| change.id).collect();
    let mut refused: BTreeSet<String> = chosen.intersection(&left).cloned().collect();
    // Nothing may slip in with what was chosen, a suspicious text least of all.
    let is_line =
        |change: &&Change| matches!(change.detail, Detail::Fold { .. }) || change.class == Class::AllToolsRemoved;
    for lost in changes
        .iter()
        .filter(|change| !chosen.contains(&change.id) && !left.contains(&change.id))
    {
        let same = |change: &&Change| change.subject == lost.subject && chosen.contains(&change.id);
        if !all_gone && !is_line(&lost) {
            refused.extend(changes.iter().filter(same).map(|change| change.id.clone()));
        }
    }
    if refused.is_empty() {
        Ok(out)
    } else {
        Err(Refused::NotAlone(refused.into_iter().collect()))
    }
}

/// Tools of the chosen lines about rewritten definitions.
fn folded(changes: &[Change], chosen: &BTreeSet<String>) -> Vec<String> {
    let chosen = changes.iter().filter(|change| chosen.contains(&change.id));
    chosen
        .filter_map(|change| match &change.detail {
            Detail::Fold { tools, .. } => Some(tools.clone()),
            _ => None,
        })
        .flatten()
        .collect()
}

fn server(out: &mut LockFile, new: &LockFile, changes: &[&Change], chosen: &BTreeSet<String>) {
    for change in changes.iter().filter(|change| chosen.contains(&change.id)) {
        match change.class {
            Class::IdentityChanged => out.identity.clone_from(&new.identity),
            Class::BehaviourChanged => set(
                out.behavior.as_mut(),
                new.behavior.as_ref(),
                change.pointer.trim_start_matches("/behavior"),
            ),
            Class::ProtocolChanged => {
                for at in ["/protocolVersion", "/era"] {
                    set(out.server.as_mut(), new.server.as_ref(), at);
                }
                versions(out.server.as_mut(), new.server.as_ref());
            }
            _ => set(out.server.as_mut(), new.server.as_ref(), &change.pointer),
        }
    }
}

/// The versions that count as served; one that was not asked for stays.
fn versions(to: Option<&mut Entry>, from: Option<&Entry>) {
    if let (Some(to), Some(from)) = (to, from)
        && let Some(versions) = served(&to.json, &from.json)
    {
        let mut graft = Graft::of(&to.json);
        graft.set("/protocolVersions", Some(to_json(&versions.now).value()));
        if let Some(json) = graft.json() {
            to.json = json;
        }
    }
}

/// Copies the value at a pointer from one block to another.
fn set(to: Option<&mut Entry>, from: Option<&Entry>, pointer: &str) {
    if let (Some(to), Some(from)) = (to, from) {
        let mut graft = Graft::of(&to.json);
        graft.set(pointer, from.value().pointer(pointer));
        if let Some(json) = graft.json() {
            to.json = json;
        }
    }
}

fn entry(
    out: &mut LockFile,
    old: &LockFile,
    new: &LockFile,
    (kind, name): (SubjectKind, &str),
    changes: &[&Change],
    chosen: &BTreeSet<String>,
) {
    let taken: Vec<&&Change> = changes.iter().filter(|change| chosen.contains(&change.id)).collect();
    if taken.is_empty() {
        return;
    }
    let renamed = changes.iter().find_map(|change| match &change.detail {
        Detail::Renamed { from, .. } => Some((from.clone(), chosen.contains(&change.id))),
        _ => None,
    });
    let old_name = renamed.as_ref().map_or(name, |(from, _)| from.as_str());
    let before = old.entries(kind).and_then(|entries| entries.get(old_name)).cloned();
    let after = new.entries(kind).and_then(|entries| entries.get(name)).cloned();
    let Some(entries) = out.entries_mut(kind).map(Option::get_or_insert_default) else {
        return;
    };
    let result = match (before, after) {
        (_, None) => {
            entries.remove(name);
            return;
        }
        (None, Some(after)) if taken.len() == changes.len() => after,
        // A new tool whose suspicious text was not chosen stays out.
        (None, Some(_)) => return,
        (Some(_), Some(after)) if taken.len() == changes.len() => after,
        (Some(before), Some(after)) => mix(&before, &after, changes, chosen),
    };
    match renamed {
        Some((from, true)) => {
            entries.remove(&from);
            entries.insert(name.to_owned(), result);
        }
        Some((from, false)) => drop(entries.insert(from, result)),
        None => drop(entries.insert(name.to_owned(), result)),
    }
}

/// The old definition with the chosen changes of the new one.
fn mix(before: &Entry, after: &Entry, changes: &[&Change], chosen: &BTreeSet<String>) -> Entry {
    let mut graft = Graft::of(&before.json);
    // Schemas first, so that texts are set in the schema that stands at the end.
    for change in changes
        .iter()
        .filter(|change| chosen.contains(&change.id) && is_schema(change))
    {
        graft.set(&change.pointer, after.value().pointer(&change.pointer));
        for text in changes
            .iter()
            .filter(|text| !chosen.contains(&text.id) && !is_schema(text))
        {
            let is_inside = text.pointer.starts_with(&format!("{}/", change.pointer));
            if is_inside && text.class != Class::SuspiciousTextAdded {
                graft.set(&text.pointer, before.value().pointer(&text.pointer));
            }
        }
    }
    for change in changes
        .iter()
        .filter(|change| chosen.contains(&change.id) && !is_schema(change) && !is_shape(change))
    {
        for at in places(change, before.value(), after.value()) {
            graft.set(&at, after.value().pointer(&at));
        }
    }
    let mut result = before.clone();
    if let Some(json) = graft.json() {
        result.json = json;
    }
    if changes
        .iter()
        .any(|change| is_shape(change) && chosen.contains(&change.id))
    {
        result.shape.clone_from(&after.shape);
    }
    result
}

/// The shape of results stands beside the definition and is taken as a whole.
fn is_shape(change: &Change) -> bool {
    change.pointer == SHAPE
}

fn is_schema(change: &Change) -> bool {
    matches!(
        change.class,
        Class::BreakingSchemaChange | Class::NonbreakingSchemaChange | Class::SchemaChangeUnproven
    )
}

/// Places in the definition that a change stands for.
fn places(change: &Change, before: Value<'_>, after: Value<'_>) -> Vec<String> {
    let needs = |at: &str| before.pointer(at).is_none() && after.pointer(at).is_some();
    match change.class {
        Class::TitleChanged if change.pointer == "/title" => {
            let mut places = vec!["/title".to_owned()];
            if before.get("annotations").is_some() {
                places.push("/annotations/title".to_owned());
            }
            places
        }
        // Without any hints before, there is no member to set one in.
        Class::AnnotationChanged if needs("/annotations") => vec!["/annotations".to_owned()],
        Class::PromptBreaking | Class::PromptNonbreaking => vec!["/arguments".to_owned()],
        _ => vec![change.pointer.clone()],
    }
}

/// Takes what was only written in another way, where nothing else of it changed.
fn neutral(out: &mut LockFile, new: &LockFile, name: &str, changes: &[&Change]) {
    let Some(after) = new.tools.as_ref().and_then(|tools| tools.get(name)) else {
        return;
    };
    let Some(entry) = out.tools.as_mut().and_then(|tools| tools.get_mut(name)) else {
        return;
    };
    let mut graft = Graft::of(&entry.json);
    for member in ["/inputSchema", "/outputSchema", "/annotations", "/title", "/execution"] {
        let is_open = |change: &&&Change| -> bool {
            change.pointer == member || change.pointer.starts_with(&format!("{member}/"))
        };
        if !changes.iter().any(|change| is_open(&change)) {
            graft.set(member, after.value().pointer(member));
        }
    }
    if let Some(json) = graft.json() {
        entry.json = json;
    }
}
