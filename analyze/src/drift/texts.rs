//! Texts, defaults and notes of one definition against those of another.

use std::collections::BTreeMap;

use mcpward_json::{Json, Value, canonical};
use mcpward_schemas::lockfile::{Texts, text_digest};
use mcpward_schemas::report::Subject;

use super::change::{Change, Detail, Severity};
use super::class::Class;
use super::leaves::{Leaf, LeafKind, Leaves, leaves};
use super::text::{Grade, Names, grade, grade_new, unify};

/// What is being compared, and how texts are stored on the old side.
pub(super) struct Side<'a> {
    pub(super) subject: &'a Subject,
    pub(super) names: &'a Names,
    pub(super) texts: Texts,
    pub(super) old: &'a Json,
    pub(super) new: &'a Json,
}

impl Side<'_> {
    /// A change of a value of the definition.
    pub(super) fn change(
        &self,
        class: Class,
        pointer: &str,
        before: Option<Value<'_>>,
        after: Option<Value<'_>>,
        detail: Detail,
    ) -> Change {
        let before = before.map(|value| own(self.old, value));
        let after = after.map(|value| own(self.new, value));
        Change::new(class, self.subject.clone(), pointer, before, after, detail)
    }

    /// A text that both sides may have: `None` where it is the same.
    pub(super) fn text(
        &self,
        class: Class,
        pointer: &str,
        before: Option<Value<'_>>,
        after: Option<Value<'_>>,
    ) -> Option<Change> {
        let as_text = |value: Option<Value<'_>>| value.and_then(Value::as_str).map(|text| text.into_owned());
        let is_text = |value: Option<Value<'_>>| value.is_none_or(Value::is_string);
        if !is_text(before) || !is_text(after) {
            let same = before.zip(after).is_some_and(|(before, after)| before.same(after));
            return (!same).then(|| self.change(class, pointer, before, after, Detail::Text(Some(Grade::Wording))));
        }
        let (old, new) = (as_text(before).unwrap_or_default(), as_text(after).unwrap_or_default());
        let detail = match self.texts {
            Texts::Full => Detail::Text(Some(grade(&old, &new, self.names)?)),
            Texts::Unified if old == unify(&new) => return None,
            Texts::Unified => Detail::Text(Some(grade(&old, &new, self.names)?)),
            Texts::Digests if old == new || old == text_digest(&new) => return None,
            Texts::UnifiedDigests if old == new || old == text_digest(&unify(&new)) => return None,
            Texts::Digests | Texts::UnifiedDigests => Detail::Text(None),
        };
        Some(self.change(class, pointer, before, after, detail))
    }

    /// What makes a new text suspicious, as a change; `None` where nothing does.
    pub(super) fn new_text(&self, pointer: &str, value: Value<'_>) -> Option<Change> {
        let mut found = Vec::new();
        for part in strings(value) {
            found.extend(grade_new(&part, self.names));
        }
        found.sort();
        found.dedup();
        (!found.is_empty()).then(|| {
            self.change(
                Class::SuspiciousTextAdded,
                pointer,
                None,
                Some(value),
                Detail::NewText(found),
            )
        })
    }
}

/// A handle on a value that belongs to the document of `of`.
pub(super) fn own(of: &Json, value: Value<'_>) -> Json {
    of.child(value)
}

/// All strings in a value but those that are addresses by nature or that nobody reads as text.
fn strings(value: Value<'_>) -> Vec<String> {
    const NO_TEXT: [&str; 12] = [
        "uri",
        "uriTemplate",
        "mimeType",
        "src",
        "websiteUrl",
        "pattern",
        "format",
        "type",
        "$ref",
        "$schema",
        "$id",
        "resourceUri",
    ];
    let mut out = Vec::new();
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        out.extend(value.as_str().map(|text| text.into_owned()));
        todo.extend(value.items());
        for (name, value) in value.entries() {
            let is_address = NO_TEXT.iter().any(|member| name.is_text(member)) && value.is_string();
            todo.push(name);
            if !is_address {
                todo.push(value);
            }
        }
    }
    out
}

/// What changed in a schema besides its meaning.
#[derive(Default)]
pub(super) struct SchemaTexts {
    pub(super) changes: Vec<Change>,
    /// Whether titles or defaults changed in a way that says nothing.
    pub(super) is_rewritten: bool,
}

/// Compares the texts of two schemas that stand at `base`.
pub(super) fn schema_texts(side: &Side<'_>, base: &str, old: Option<Value<'_>>, new: Option<Value<'_>>) -> SchemaTexts {
    let old = old.map(|schema| leaves(schema, base)).unwrap_or_default();
    let new = new.map(|schema| leaves(schema, base)).unwrap_or_default();
    let mut out = SchemaTexts::default();
    let mut moved = Moved::of(&old, &new);
    for (at, leaf) in &old.leaves {
        match new.leaves.get(at) {
            Some(other) if leaf.value.raw() == other.value.raw() => {}
            Some(other) => compare(side, at, Some(leaf), Some(other), &mut out),
            None if new.nodes.contains(&leaf.node) && !moved.left(leaf) => {
                compare(side, at, Some(leaf), None, &mut out)
            }
            None => {}
        }
    }
    for (at, leaf) in new.leaves.iter().filter(|(at, _)| !old.leaves.contains_key(*at)) {
        if leaf.kind == LeafKind::Choice {
            if !has_choice(&old, leaf) {
                out.changes.extend(side.new_text(at, leaf.value));
            }
        } else if leaf.kind == LeafKind::Dialect || moved.came(leaf) {
        } else if old.nodes.contains(&leaf.node) {
            compare(side, at, None, Some(leaf), &mut out);
        } else {
            out.changes.extend(side.new_text(at, leaf.value));
        }
    }
    out
}

/// Texts that stand in another place than before: a generator moved a definition, and nobody wrote anything.
struct Moved {
    /// How often each text left a place and came to another.
    left: BTreeMap<String, usize>,
    came: BTreeMap<String, usize>,
}

impl Moved {
    fn of(old: &Leaves<'_>, new: &Leaves<'_>) -> Self {
        let count = |of: &Leaves<'_>, without: &Leaves<'_>| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for (_, leaf) in of.leaves.iter().filter(|(at, _)| !without.leaves.contains_key(*at)) {
                *counts.entry(Self::key(leaf)).or_insert(0) += 1;
            }
            counts
        };
        Self {
            left: count(new, old),
            came: count(old, new),
        }
    }

    fn key(leaf: &Leaf<'_>) -> String {
        format!("{:?} {}", leaf.kind, canonical(leaf.value))
    }

    /// Whether a text that left its place came to another.
    fn left(&mut self, leaf: &Leaf<'_>) -> bool {
        Self::take(&mut self.left, leaf)
    }

    /// Whether a text that came to a place had left another.
    fn came(&mut self, leaf: &Leaf<'_>) -> bool {
        Self::take(&mut self.came, leaf)
    }

    fn take(counts: &mut BTreeMap<String, usize>, leaf: &Leaf<'_>) -> bool {
        match counts.get_mut(&Self::key(leaf)).filter(|n| **n > 0) {
            Some(n) => {
                *n -= 1;
                true
            }
            None => false,
        }
    }
}

fn has_choice(old: &Leaves<'_>, leaf: &Leaf<'_>) -> bool {
    let is_same =
        |other: &Leaf<'_>| other.kind == LeafKind::Choice && other.node == leaf.node && other.value.same(leaf.value);
    old.leaves.values().any(is_same)
}

/// One place of a schema that both sides have.
fn compare(side: &Side<'_>, at: &str, before: Option<&Leaf<'_>>, after: Option<&Leaf<'_>>, out: &mut SchemaTexts) {
    let Some(leaf) = before.or(after) else { return };
    let (old, new) = (before.map(|leaf| leaf.value), after.map(|leaf| leaf.value));
    if old.zip(new).is_some_and(|(old, new)| old.same(new)) {
        return;
    }
    match leaf.kind {
        LeafKind::Description => out.changes.extend(side.text(Class::DescriptionChanged, at, old, new)),
        LeafKind::Title => {
            let is_plain = |value: Option<Value<'_>>| value.is_none_or(|title| says_nothing(&leaf.node, title));
            if is_plain(old) && is_plain(new) {
                out.is_rewritten = true;
            } else {
                out.changes.extend(side.text(Class::TitleChanged, at, old, new));
            }
        }
        LeafKind::Default => {
            let is_null = |value: Option<Value<'_>>| value.is_none_or(Value::is_null);
            if is_null(old) && is_null(new) {
                out.is_rewritten = true;
            } else {
                out.changes
                    .push(side.change(Class::DefaultChanged, at, old, new, Detail::None));
                out.changes.extend(new.and_then(|new| side.new_text(at, new)));
            }
        }
        LeafKind::Note => {
            let name = at.rsplit('/').next().unwrap_or_default();
            let words = format!("{name} changed");
            let detail = Detail::Weighed {
                // Clients mirror the argument into a header by it (2026-07-28, Streamable HTTP).
                severity: if name == "x-mcp-header" {
                    Severity::Medium
                } else {
                    Severity::Low
                },
                fails: false,
                words,
            };
            out.changes.push(side.change(Class::MetaChanged, at, old, new, detail));
            out.changes.extend(new.and_then(|new| side.new_text(at, new)));
        }
        // Values to choose from are compared as a set, and the label by what it does to the meaning.
        LeafKind::Choice | LeafKind::Dialect => {
            if let Some(new) = new.filter(|_| leaf.kind == LeafKind::Choice) {
                let added = old.is_none_or(|old| !old.same(new));
                out.changes.extend(added.then(|| side.new_text(at, new)).flatten());
            }
        }
    }
}

/// Whether a title only repeats the name of its place, as generators write them; a branch has the name of what it is part of.
fn says_nothing(node: &str, title: Value<'_>) -> bool {
    let steps: Vec<&str> = node.split('/').collect();
    let named = |pair: &&[&str]| matches!(pair[0], "properties" | "$defs" | "definitions" | "patternProperties");
    let name = steps.windows(2).rfind(named).map_or("", |pair| pair[1]);
    let name = name.replace("~1", "/").replace("~0", "~");
    title.as_str().is_some_and(|title| {
        plain(&title) == plain(&name) || plain(&title).ends_with("arguments") || plain(&title).ends_with("output")
    })
}

/// Letters and digits only, in lower case.
pub(super) fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
