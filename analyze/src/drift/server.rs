//! The server as a whole: who answers, what it declares, what it tells every client.

use std::collections::BTreeSet;

use mcpward_json::{Json, Value, push_token};
use mcpward_schemas::lockfile::{LockFile, to_json};
use mcpward_schemas::report::SubjectKind;

use super::change::{Change, Detail, Severity, subject};
use super::class::Class;
use super::pin::REFUSED;
use super::text::Names;
use super::texts::Side;
use super::tool::meta;
use super::{explain::cut, icons, pages};

/// Compares what is pinned of the server itself. A section that one side does not pin is not compared.
pub(super) fn compare(old: &LockFile, new: &LockFile, names: &Names, out: &mut Vec<Change>) {
    let subject = subject(SubjectKind::Server, "");
    if let (Some(before), Some(after)) = (&old.server, &new.server) {
        let side = Side {
            subject: &subject,
            names,
            texts: old.texts,
            old: &before.json,
            new: &after.json,
        };
        if old.version == 0 || old.version >= 3 {
            info(&side, out);
            capabilities(&side, out);
            out.extend(side.text(
                Class::InstructionsChanged,
                "/instructions",
                member(&before.json, "instructions"),
                member(&after.json, "instructions"),
            ));
            versions(&side, out);
            pages::compare(&side, out);
        }
    }
    if let (Some(before), Some(after)) = (&old.identity, &new.identity) {
        identity(&before.json, &after.json, out);
    }
    if let (Some(before), Some(after)) = (&old.behavior, &new.behavior) {
        behavior(&before.json, &after.json, out);
    }
}

fn member<'j>(json: &'j Json, name: &str) -> Option<Value<'j>> {
    json.value().get(name)
}

fn text(value: Option<Value<'_>>) -> String {
    value
        .and_then(Value::as_str)
        .map(|text| text.into_owned())
        .unwrap_or_default()
}

fn info(side: &Side<'_>, out: &mut Vec<Change>) {
    let (before, after) = (member(side.old, "serverInfo"), member(side.new, "serverInfo"));
    let get = |info: Option<Value<'_>>, name: &str| text(info.and_then(|info| info.get(name)));
    for (name, severity) in [
        ("name", Severity::Medium),
        ("version", Severity::Low),
        ("title", Severity::Medium),
        ("websiteUrl", Severity::Medium),
    ] {
        let (was, is) = (get(before, name), get(after, name));
        if was != is {
            let words = format!("{name} changed from {} to {}", named(&was), named(&is));
            let at = format!("/serverInfo/{name}");
            let detail = Detail::Weighed {
                severity,
                fails: false,
                words,
            };
            out.push(side.change(
                Class::ServerChanged,
                &at,
                side.old.value().pointer(&at),
                side.new.value().pointer(&at),
                detail,
            ));
        }
    }
    let (was, is) = (get(before, "description"), get(after, "description"));
    if was != is {
        let at = "/serverInfo/description";
        out.extend(side.text(
            Class::InstructionsChanged,
            at,
            side.old.value().pointer(at),
            side.new.value().pointer(at),
        ));
    }
    let at = "/serverInfo/icons";
    icons::compare(
        side,
        at,
        side.old.value().pointer(at),
        side.new.value().pointer(at),
        out,
    );
}

fn named(text: &str) -> String {
    if text.is_empty() {
        "nothing".to_owned()
    } else {
        format!("\"{}\"", cut(text))
    }
}

/// Capabilities and their switches, each by itself.
fn capabilities(side: &Side<'_>, out: &mut Vec<Change>) {
    let (before, after) = (member(side.old, "capabilities"), member(side.new, "capabilities"));
    for name in names(before, after) {
        let mut at = String::from("/capabilities");
        push_token(&mut at, &name);
        let (was, is) = (
            before.and_then(|all| all.get(&name)),
            after.and_then(|all| all.get(&name)),
        );
        match (was, is) {
            (Some(_), None) => out.push(capability(
                side,
                &at,
                true,
                format!("{} is not declared any more", cut(&name)),
            )),
            (None, Some(_)) => out.push(capability(side, &at, false, format!("{} is declared", cut(&name)))),
            (Some(was), Some(is)) if !was.same(is) => {
                for key in names(Some(was), Some(is)) {
                    let is_on = |value: Value<'_>| {
                        value
                            .get(&key)
                            .is_some_and(|value| value.as_bool() != Some(false) && !value.is_null())
                    };
                    let mut below = at.clone();
                    push_token(&mut below, &key);
                    let label = format!("{}.{}", cut(&name), cut(&key));
                    match (is_on(was), is_on(is)) {
                        (true, false) => out.push(capability(
                            side,
                            &below,
                            true,
                            format!("{label} is not declared any more"),
                        )),
                        (false, true) => out.push(capability(side, &below, false, format!("{label} is declared"))),
                        // Written out or changed inside: nothing that a client of today acts on.
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

fn capability(side: &Side<'_>, at: &str, is_lost: bool, words: String) -> Change {
    let severity = if is_lost { Severity::Medium } else { Severity::Low };
    let detail = Detail::Weighed {
        severity,
        fails: is_lost,
        words,
    };
    side.change(
        Class::CapabilityChanged,
        at,
        side.old.value().pointer(at),
        side.new.value().pointer(at),
        detail,
    )
}

fn names(before: Option<Value<'_>>, after: Option<Value<'_>>) -> BTreeSet<String> {
    let of = |value: Option<Value<'_>>| -> BTreeSet<String> {
        value
            .into_iter()
            .flat_map(|value| {
                value
                    .entries()
                    .map(|(name, _)| name.as_str().unwrap_or_default().into_owned())
                    .collect::<Vec<_>>()
            })
            .collect()
    };
    let mut names = of(before);
    names.extend(of(after));
    names
}

/// Protocol versions on both sides.
pub(super) struct Versions {
    was: BTreeSet<String>,
    /// Those that were served and are not any more.
    lost: BTreeSet<String>,
    /// Those that count as served now: what was not asked for is not gone.
    pub(super) now: BTreeSet<String>,
}

/// The versions of two sides; `None` where one does not pin any.
pub(super) fn served(old: &Json, new: &Json) -> Option<Versions> {
    let list = |json: &Json, name: &str| -> Option<BTreeSet<String>> {
        let texts = member(json, name)?.items().filter_map(Value::as_str);
        Some(texts.map(|text| text.into_owned()).collect())
    };
    let (was, is) = (list(old, "protocolVersions")?, list(new, "protocolVersions")?);
    let gone = was.difference(&is).cloned();
    let Some(refused) = list(new, REFUSED) else {
        // Each connection shows one version of a handshake: the newest that both know. A newer one does not mean that the
        // older is gone.
        let is_newer = was.last() < is.last() && was.len() == 1 && is.len() == 1;
        let lost = if is_newer { BTreeSet::new() } else { gone.collect() };
        return Some(Versions { was, lost, now: is });
    };
    let lost: BTreeSet<String> = gone.filter(|version| refused.contains(version)).collect();
    let now = was.difference(&lost).chain(&is).cloned().collect();
    Some(Versions { was, lost, now })
}

/// Versions served. Two sides that asked in different eras know nothing of each other's.
fn versions(side: &Side<'_>, out: &mut Vec<Change>) {
    let Some(Versions { was, lost, now }) = served(side.old, side.new) else {
        return;
    };
    if was == now || text(member(side.old, "era")) != text(member(side.new, "era")) {
        return;
    }
    let at = "/protocolVersions";
    let join = |versions: &BTreeSet<String>| versions.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let fails = !lost.is_empty();
    let severity = if fails { Severity::Medium } else { Severity::Low };
    let words = format!("serves {} instead of {}", cut(&join(&now)), cut(&join(&was)));
    let detail = Detail::Weighed { severity, fails, words };
    out.push(side.change(
        Class::ProtocolChanged,
        at,
        side.old.value().pointer(at),
        side.new.value().pointer(at),
        detail,
    ));
}

fn identity(old: &Json, new: &Json, out: &mut Vec<Change>) {
    let (before, after) = (old.value(), new.value());
    if before.same(after) {
        return;
    }
    let get = |value: Value<'_>, at: &str| text(value.pointer(at));
    let differs = |at: &str| get(before, at) != get(after, at);
    let is_known = |value: Value<'_>| !get(value, "/package/spec").is_empty();
    let (severity, fails, words) = if differs("/transport") {
        (
            Severity::High,
            true,
            format!(
                "transport changed from {} to {}",
                named(&get(before, "/transport")),
                named(&get(after, "/transport"))
            ),
        )
    } else if differs("/url") {
        (
            Severity::High,
            true,
            format!(
                "the endpoint changed from {} to {}",
                named(&get(before, "/url")),
                named(&get(after, "/url"))
            ),
        )
    } else if differs("/package/registry") || differs("/package/name") {
        let label = |value: Value<'_>| match is_known(value) {
            true => named(&format!(
                "{} {}",
                get(value, "/package/registry"),
                get(value, "/package/spec")
            )),
            false => named(&get(value, "/command")),
        };
        (
            Severity::High,
            true,
            format!("another package: {} instead of {}", label(after), label(before)),
        )
    } else if differs("/package/digest") && !differs("/package/spec") {
        (
            Severity::High,
            true,
            format!(
                "another image under the same name: {} instead of {}",
                named(&get(after, "/package/digest")),
                named(&get(before, "/package/digest"))
            ),
        )
    } else if differs("/package/spec") {
        (
            Severity::Low,
            false,
            format!(
                "another version: {} instead of {}",
                named(&get(after, "/package/spec")),
                named(&get(before, "/package/spec"))
            ),
        )
    } else {
        (
            Severity::Low,
            false,
            format!(
                "started as {} instead of {}",
                named(&get(after, "/command")),
                named(&get(before, "/command"))
            ),
        )
    };
    let detail = Detail::Weighed { severity, fails, words };
    out.push(Change::server(
        Class::IdentityChanged,
        "/identity",
        Some(old.clone()),
        Some(new.clone()),
        detail,
    ));
}

fn behavior(old: &Json, new: &Json, out: &mut Vec<Change>) {
    for name in names(Some(old.value()), Some(new.value())) {
        let (was, is) = (old.value().get(&name), new.value().get(&name));
        // What one side did not try says nothing.
        let (Some(was), Some(is)) = (was, is) else { continue };
        if !was.same(is) {
            let what = match name.as_str() {
                "unknownTool" => "an unknown tool".to_owned(),
                "missingRequired" => "a call without required arguments".to_owned(),
                "wrongType" => "an argument of the wrong type".to_owned(),
                "malformedRequest" => "arguments that are no object".to_owned(),
                other => format!("the probe {}", cut(other)),
            };
            let words = format!(
                "{what} is answered with {} instead of {}",
                cut(&text(Some(is))),
                cut(&text(Some(was)))
            );
            let mut at = String::from("/behavior");
            push_token(&mut at, &name);
            let detail = Detail::Weighed {
                severity: Severity::Medium,
                fails: false,
                words,
            };
            out.push(Change::server(
                Class::BehaviourChanged,
                &at,
                Some(to_json(&text(Some(was)))),
                Some(to_json(&text(Some(is)))),
                detail,
            ));
        }
    }
}

/// Members of prompts, resources and templates that say nothing about their use.
pub(super) fn notes(side: &Side<'_>, class: Class, members: &[&str], out: &mut Vec<Change>) {
    let (before, after) = (side.old.value(), side.new.value());
    for name in names(Some(before), Some(after))
        .into_iter()
        .filter(|name| !members.contains(&name.as_str()))
    {
        let mut at = String::new();
        push_token(&mut at, &name);
        let mut changes = Vec::new();
        meta(side, &at, &name, before.get(&name), after.get(&name), &mut changes);
        for change in changes {
            // The class of the kind stands for bookkeeping, a suspicious text keeps its own.
            match change.class {
                Class::MetaChanged => {
                    out.push(side.change(class, &at, before.get(&name), after.get(&name), change.detail))
                }
                _ => out.push(change),
            }
        }
    }
}
