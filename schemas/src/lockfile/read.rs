//! Reading, with every digest and the index checked.

use mcpward_json::{Doc, Json, Limits, ParseError, Value, canonical};

use super::digest::block_digest;
use super::error::{Damage, LockError};
use super::write::{checked, text_member};
use super::{Accepted, Entries, Entry, LockFile, LockLimits, PinnedFinding, SCHEMA_VERSION, Texts, legacy};

/// Reads a lock file of version 1, 2 or 3.
///
/// # Errors
/// [`LockError`], which names the line, the missing member, or each block that is not what was written.
pub fn read(text: &str, limits: &LockLimits) -> Result<LockFile, LockError> {
    if text.len() > limits.text_bytes_max {
        return Err(LockError::Limit {
            limit: "lock_bytes_max",
            value: limits.text_bytes_max,
        });
    }
    if let Some(line) = conflict_marker(text) {
        return Err(LockError::Conflict { line });
    }
    let root = Json::root(parse(text, limits)?);
    let value = root.value();
    if !value.is_object() {
        return Err(not_a_lock("it is no object"));
    }
    match value.get("schemaVersion") {
        None => legacy::read(&root),
        Some(version) => match version.as_i64() {
            Some(3) => version_3(&root),
            Some(newer) if newer > i64::from(SCHEMA_VERSION) => Err(LockError::Newer {
                found: newer.to_string(),
                readable: SCHEMA_VERSION,
            }),
            _ => Err(not_a_lock(&format!(
                "schemaVersion {} is none that was ever written",
                version.raw()
            ))),
        },
    }
}

pub(super) fn not_a_lock(reason: &str) -> LockError {
    LockError::NotALock {
        reason: reason.to_owned(),
    }
}

fn parse(text: &str, limits: &LockLimits) -> Result<Doc, LockError> {
    let bounds = Limits {
        depth_max: limits.depth_max,
        nodes_max: limits.nodes_max,
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Doc::parse(text, &bounds).map_err(|error| {
        let at = match &error {
            ParseError::TooDeep { limit, .. } => {
                return LockError::Limit {
                    limit: "lock_depth_max",
                    value: *limit,
                };
            }
            ParseError::TooMany { limit, .. } => {
                return LockError::Limit {
                    limit: "lock_nodes_max",
                    value: *limit,
                };
            }
            ParseError::Unexpected { at, .. } | ParseError::Truncated { at } | ParseError::Trailing { at } => *at,
            ParseError::TooLong => text.len(),
        };
        let (line, column) = super::Lines::of(text).place(at);
        LockError::NotJson {
            line,
            column,
            reason: error.to_string(),
        }
    })
}

/// The line of a marker that git leaves where two branches changed the same lines.
fn conflict_marker(text: &str) -> Option<u32> {
    text.lines()
        .position(|line| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ") || line == "=======")
        .map(|idx| u32::try_from(idx + 1).unwrap_or(u32::MAX))
}

fn version_3(root: &Json) -> Result<LockFile, LockError> {
    let value = root.value();
    let texts = match value.get("texts").and_then(Value::as_str).as_deref() {
        Some("full") => Texts::Full,
        Some("digests") => Texts::Digests,
        Some("unified") => Texts::Unified,
        Some("unified-digests") => Texts::UnifiedDigests,
        _ => return Err(not_a_lock("`texts` says neither full nor digests")),
    };
    let mut damages = Vec::new();
    let mut lock = LockFile {
        version: 3,
        texts,
        ..LockFile::default()
    };
    let index = value.get("index").filter(|index| index.is_object());
    if index.is_none() {
        damages.push(Damage {
            entry: "index".to_owned(),
            what: "is missing".to_owned(),
        });
    }
    for (name, slot) in [
        ("identity", &mut lock.identity),
        ("client", &mut lock.client),
        ("server", &mut lock.server),
        ("behavior", &mut lock.behavior),
    ] {
        *slot = value
            .get(name)
            .and_then(|block| entry(root, name, None, block, &mut damages));
    }
    for (name, slot) in [
        ("tools", &mut lock.tools),
        ("prompts", &mut lock.prompts),
        ("resources", &mut lock.resources),
        ("templates", &mut lock.templates),
    ] {
        *slot = value
            .get(name)
            .map(|list| entries(root, name, list, index, &mut damages));
    }
    if let Some(index) = index {
        for section in index.get("sections").into_iter().flat_map(Value::items) {
            let section = section.as_str().unwrap_or_default();
            if value.get(&section).is_none() {
                damages.push(Damage {
                    entry: section.into_owned(),
                    what: "is missing".to_owned(),
                });
            }
        }
    }
    lock.rule_set = value
        .get("ruleSet")
        .and_then(Value::as_str)
        .map(std::borrow::Cow::into_owned);
    lock.findings = value
        .get("findings")
        .into_iter()
        .flat_map(Value::items)
        .filter_map(|row| finding(row, &mut damages))
        .collect();
    lock.accepted = value
        .get("accepted")
        .into_iter()
        .flat_map(Value::items)
        .filter_map(|row| accepted(row, &mut damages))
        .collect();
    if damages.is_empty() {
        Ok(lock)
    } else {
        Err(LockError::Damaged(damages))
    }
}

fn entries(
    root: &Json,
    section: &str,
    list: Value<'_>,
    index: Option<Value<'_>>,
    damages: &mut Vec<Damage>,
) -> Entries {
    let mut found = Entries::new();
    for (key, block) in list.entries() {
        let name = key.as_str().unwrap_or_default().into_owned();
        if let Some(mut entry) = entry(root, section, Some(&name), block, damages) {
            entry.offset = Some(key.span().start);
            if found.insert(name.clone(), entry).is_some() {
                damages.push(Damage {
                    entry: label(section, Some(&name)),
                    what: "stands twice".to_owned(),
                });
            }
        }
    }
    let Some(names) = index.and_then(|index| index.get(section)) else {
        damages.push(Damage {
            entry: format!("index of {section}"),
            what: "is missing".to_owned(),
        });
        return found;
    };
    let listed: std::collections::BTreeSet<String> = names
        .items()
        .map(|name| name.as_str().unwrap_or_default().into_owned())
        .collect();
    let is_there: std::collections::BTreeSet<String> = list
        .entries()
        .map(|(name, _)| name.as_str().unwrap_or_default().into_owned())
        .collect();
    for missing in listed.difference(&is_there) {
        damages.push(Damage {
            entry: label(section, Some(missing)),
            what: "is missing, though the index names it".to_owned(),
        });
    }
    for extra in is_there.difference(&listed) {
        damages.push(Damage {
            entry: label(section, Some(extra)),
            what: "is not in the index".to_owned(),
        });
    }
    found
}

fn label(section: &str, name: Option<&str>) -> String {
    match name {
        None => section.to_owned(),
        Some(name) => format!("{section} {name:?}"),
    }
}

fn entry(root: &Json, section: &str, name: Option<&str>, block: Value<'_>, damages: &mut Vec<Damage>) -> Option<Entry> {
    let mut damaged = |what: &str| {
        damages.push(Damage {
            entry: label(section, name),
            what: what.to_owned(),
        });
        None
    };
    let (Some(digest), Some(definition)) = (block.get("digest").and_then(Value::as_str), block.get("definition"))
    else {
        return damaged("has no digest or no definition");
    };
    let text = text_member(section);
    let json = match block.get(text) {
        None => root.child(definition),
        Some(words) => match rebuilt(definition, text, words) {
            Some(json) => json,
            None => return damaged("has a text that is neither a string nor lines"),
        },
    };
    let shape = block.get("outputShape").map(|shape| root.child(shape));
    if block_digest(json.value(), shape.as_ref().map(Json::value)) != digest {
        return damaged("does not fit its digest");
    }
    Some(Entry {
        json,
        shape,
        offset: None,
    })
}

/// The definition with its text put back.
fn rebuilt(definition: Value<'_>, text: &str, words: Value<'_>) -> Option<Json> {
    let words = match words.as_str() {
        Some(words) => words.into_owned(),
        None if words.is_array() => {
            let lines: Option<Vec<_>> = words.items().map(Value::as_str).collect();
            lines?.join("\n")
        }
        None => return None,
    };
    let rest = canonical(definition);
    let mut out = String::with_capacity(rest.len() + words.len() + 32);
    out.push('{');
    mcpward_json::quote(text, &mut out);
    out.push(':');
    mcpward_json::quote(&words, &mut out);
    match rest.strip_prefix('{')? {
        "}" => {}
        _ => out.push(','),
    }
    out.push_str(&rest[1..]);
    Doc::parse(out, &Limits::default()).ok().map(Json::root)
}

fn finding(row: Value<'_>, damages: &mut Vec<Damage>) -> Option<PinnedFinding> {
    let found: Option<PinnedFinding> = row.to_serde(8).and_then(|row| serde_json::from_value(row).ok());
    let fits = found.as_ref().is_some_and(|found| checked(found).value().same(row));
    if !fits {
        let rule = row.get("rule").and_then(Value::as_str).unwrap_or_default().into_owned();
        damages.push(Damage {
            entry: format!("finding {rule:?}"),
            what: "does not fit its check".to_owned(),
        });
    }
    found
}

fn accepted(row: Value<'_>, damages: &mut Vec<Damage>) -> Option<Accepted> {
    let found = row.to_serde(8).and_then(|row| serde_json::from_value(row).ok());
    if found.is_none() {
        damages.push(Damage {
            entry: "accepted".to_owned(),
            what: "holds a row without change, class, subject or reason".to_owned(),
        });
    }
    found
}
