//! Values of a definition that are compared in another form: texts as digests, volatile texts as a mark.

use mcpward_json::{Doc, Json, Limits, Value, canonical, push_token, quote};
use mcpward_schemas::config::Volatile;
use mcpward_schemas::lockfile::{Entries, Entry, LockFile, Texts, text_digest};
use mcpward_schemas::report::SubjectKind;
use regex::Regex;

use super::leaves::{LeafKind, leaves};
use super::limits::PATTERN_BYTES_MAX;

/// What stands for server-generated text.
pub const VOLATILE_MARK: &str = "[volatile]";

/// The contract with digests in the place of the texts that a model reads.
pub fn digested(lock: &LockFile) -> LockFile {
    let mut out = lock.clone();
    out.texts = Texts::Digests;
    each_entry(&mut out, |section, entry| {
        let edits = texts(section, entry.value())
            .into_iter()
            .map(|(at, text)| (at, quoted(&text_digest(&text))))
            .collect();
        entry.json = edited(&entry.json, &edits);
    });
    out
}

/// Pointers and values of the texts that a model reads.
fn texts(section: &str, value: Value<'_>) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut add = |at: String, text: Option<Value<'_>>| {
        out.extend(text.and_then(Value::as_str).map(|text| (at, text.into_owned())))
    };
    add("/description".to_owned(), value.get("description"));
    add(
        "/instructions".to_owned(),
        value.get("instructions").filter(|_| section == "server"),
    );
    for member in ["inputSchema", "outputSchema"] {
        if let Some(schema) = value.get(member) {
            let found = leaves(schema, &format!("/{member}"));
            for (at, leaf) in found
                .leaves
                .into_iter()
                .filter(|(_, leaf)| leaf.kind == LeafKind::Description)
            {
                add(at, Some(leaf.value));
            }
        }
    }
    for (idx, argument) in value.get("arguments").into_iter().flat_map(Value::items).enumerate() {
        add(format!("/arguments/{idx}/description"), argument.get("description"));
    }
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    quote(text, &mut out);
    out
}

fn each_entry(lock: &mut LockFile, mut act: impl FnMut(&str, &mut Entry)) {
    if let Some(server) = &mut lock.server {
        act("server", server);
    }
    for (name, kind) in [
        ("tools", SubjectKind::Tool),
        ("prompts", SubjectKind::Prompt),
        ("resources", SubjectKind::Resource),
        ("templates", SubjectKind::Template),
    ] {
        let entries: Option<&mut Entries> = lock.entries_mut(kind).and_then(Option::as_mut);
        for entry in entries.into_iter().flat_map(Entries::values_mut) {
            act(name, entry);
        }
    }
}

/// Masks what the configuration calls volatile, in place. Gives back the entries that fit nothing or can't be read.
pub fn mask(lock: &mut LockFile, volatile: &[Volatile]) -> Vec<(usize, String)> {
    let mut problems = Vec::new();
    for (idx, entry) in volatile.iter().enumerate() {
        let pattern = match &entry.pattern {
            None => None,
            Some(pattern) => match regex::RegexBuilder::new(pattern).size_limit(PATTERN_BYTES_MAX).build() {
                Ok(pattern) => Some(pattern),
                Err(_) => {
                    problems.push((idx, format!("{pattern:?} is no regular expression")));
                    continue;
                }
            },
        };
        if mask_one(lock, &entry.pointer, pattern.as_ref()) == 0 {
            problems.push((idx, format!("{} names no value of this contract", entry.pointer)));
        }
    }
    problems
}

/// Masks one pointer, e.g. `/tools/*/inputSchema/properties/fields/default`; says how many values it names.
fn mask_one(lock: &mut LockFile, pointer: &str, pattern: Option<&Regex>) -> usize {
    let steps: Vec<String> = pointer
        .split('/')
        .skip(1)
        .map(|step| step.replace("~1", "/").replace("~0", "~"))
        .collect();
    let Some((section, rest)) = steps.split_first() else {
        return 0;
    };
    let mut n_found = 0;
    let mut act = |entry: &mut Entry, rest: &[String]| {
        let found = fitting(entry.value(), rest);
        n_found += found.len();
        let edits: std::collections::BTreeMap<String, String> = found
            .into_iter()
            .filter_map(|(at, value)| Some((at, masked(value, pattern)?)))
            .collect();
        if !edits.is_empty() {
            entry.json = edited(&entry.json, &edits);
        }
    };
    let kind = match section.as_str() {
        "tools" => SubjectKind::Tool,
        "prompts" => SubjectKind::Prompt,
        "resources" => SubjectKind::Resource,
        "templates" => SubjectKind::Template,
        "server" => {
            if let Some(server) = &mut lock.server {
                act(server, rest);
            }
            return n_found;
        }
        "instructions" => {
            if let Some(server) = &mut lock.server {
                act(server, &steps);
            }
            return n_found;
        }
        _ => return 0,
    };
    let Some((name, rest)) = rest.split_first() else {
        return 0;
    };
    let entries = lock.entries_mut(kind).and_then(Option::as_mut);
    for (_, entry) in entries
        .into_iter()
        .flat_map(Entries::iter_mut)
        .filter(|(own, _)| name == "*" || *own == name)
    {
        act(entry, rest);
    }
    n_found
}

/// Values at a list of steps, `*` for any one step.
fn fitting<'d>(value: Value<'d>, steps: &[String]) -> Vec<(String, Value<'d>)> {
    let mut found = vec![(String::new(), value)];
    for step in steps {
        let mut next = Vec::new();
        for (at, value) in found {
            for (name, value) in value.entries() {
                let name = name.as_str().unwrap_or_default();
                if step == "*" || name == step.as_str() {
                    let mut at = at.clone();
                    push_token(&mut at, &name);
                    next.push((at, value));
                }
            }
            for (idx, value) in value.items().enumerate() {
                if step == "*" || *step == idx.to_string() {
                    next.push((format!("{at}/{idx}"), value));
                }
            }
        }
        found = next;
    }
    found
}

/// The masked value as JSON; `None` where the pattern fits nothing.
fn masked(value: Value<'_>, pattern: Option<&Regex>) -> Option<String> {
    let Some(pattern) = pattern else {
        return Some(quoted(VOLATILE_MARK));
    };
    let text = value
        .as_str()
        .map_or_else(|| canonical(value), |text| text.into_owned());
    let masked = pattern.replace_all(&text, regex::NoExpand(VOLATILE_MARK));
    (masked != text).then(|| quoted(&masked))
}

/// A value with others in the place of some: pointers and JSON texts. A pointer that leads nowhere changes nothing.
pub(crate) fn edited(json: &Json, edits: &std::collections::BTreeMap<String, String>) -> Json {
    if edits.is_empty() {
        return json.clone();
    }
    let mut places: Vec<(std::ops::Range<usize>, &String)> = edits
        .iter()
        .filter_map(|(at, text)| Some((json.value().pointer(at)?.span(), text)))
        .collect();
    places.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let base = json.value().span().start;
    let raw = json.value().raw();
    let mut out = String::with_capacity(raw.len());
    let mut done = 0;
    for (span, text) in places {
        let (start, end) = (span.start - base, span.end - base);
        if start < done {
            continue;
        }
        out.push_str(&raw[done..start]);
        out.push_str(text);
        done = end;
    }
    out.push_str(&raw[done..]);
    Doc::parse(out, &Limits::default()).map_or_else(|_| json.clone(), Json::root)
}
