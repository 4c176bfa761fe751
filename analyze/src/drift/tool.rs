//! One tool against what was pinned of it.

use std::collections::BTreeSet;

use mcpward_json::{Value, push_token};
use mcpward_schemas::lockfile::{Entry, Texts};
use mcpward_schemas::report::{Subject, SubjectKind};

use super::change::{Change, Detail, Severity, subject};
use super::class::Class;
use super::schema::{self, Outcome, Way};
use super::shape::{self, Outline};
use super::text::Names;
use super::texts::{Side, plain, schema_texts};
use super::{hints, icons};

/// What is the same for all tools of one comparison.
pub(super) struct Setting<'a> {
    /// Names of the tools of both sides.
    pub(super) names: &'a Names,
    /// How the old side stores texts.
    pub(super) texts: Texts,
    /// Whether the old side pins only description, schemas and hints, as versions 1 and 2 do.
    pub(super) is_legacy: bool,
    /// Fuel for one schema.
    pub(super) fuel: u64,
}

/// What changed in one tool.
#[derive(Default)]
pub(super) struct ToolDiff {
    pub(super) changes: Vec<Change>,
    /// In which ways it was written anew without another meaning; folded over all tools.
    pub(super) ways: BTreeSet<&'static str>,
}

/// The words for a changed label, which alone has a class of its own.
pub(super) const DIALECT: &str = "$schema";

/// Compares two definitions; `name` is the tool's name now.
pub(super) fn compare(name: &str, old: &Entry, new: &Entry, setting: &Setting<'_>) -> ToolDiff {
    let mut out = ToolDiff::default();
    if old.same(new) {
        return out;
    }
    let subject = subject(SubjectKind::Tool, name);
    let side = Side {
        subject: &subject,
        names: setting.names,
        texts: setting.texts,
        old: &old.json,
        new: &new.json,
    };
    let (before, after) = (old.value(), new.value());
    out.changes.extend(side.text(
        Class::DescriptionChanged,
        "/description",
        before.get("description"),
        after.get("description"),
    ));
    for way in [Way::Input, Way::Output] {
        let (before, after) = (before.get(way.member()), after.get(way.member()));
        schemas(&side, way, before, after, setting, &mut out);
    }
    out.changes.extend(results(&side, old, new));
    hints::compare(&side, before, after, &mut out);
    if !setting.is_legacy {
        title(&side, name, &mut out);
        icons::compare(
            &side,
            "/icons",
            before.get("icons"),
            after.get("icons"),
            &mut out.changes,
        );
        execution(&side, before, after, &mut out);
        rest(&side, before, after, &mut out);
    }
    out
}

fn schemas(
    side: &Side<'_>,
    way: Way,
    before: Option<Value<'_>>,
    after: Option<Value<'_>>,
    setting: &Setting<'_>,
    out: &mut ToolDiff,
) {
    let at = format!("/{}", way.member());
    if before
        .zip(after)
        .is_some_and(|(before, after)| before.raw() == after.raw() || before.same(after))
    {
        return;
    }
    let texts = schema_texts(side, &at, before, after);
    out.changes.extend(texts.changes);
    if texts.is_rewritten {
        out.ways.insert("titles and empty defaults");
    }
    match (before, after) {
        (None, None) => {}
        (None, Some(_)) if way == Way::Output => {
            let words = "added an outputSchema: clients check results against it from now on".to_owned();
            let detail = Detail::Weighed {
                severity: Severity::Low,
                fails: false,
                words,
            };
            out.changes
                .push(side.change(Class::NonbreakingSchemaChange, &at, None, after, detail));
        }
        (Some(_), after) if way == Way::Input && after.is_none_or(Value::is_null) => {
            let detail = schema::refused("clients drop a tool without inputSchema");
            out.changes
                .push(side.change(Class::SchemaChangeUnproven, &at, before, after, Detail::Schema(detail)));
        }
        _ => match schema::judge(way, before, after, setting.fuel) {
            Outcome::Same => {}
            Outcome::Relabelled => {
                out.ways.insert(DIALECT);
            }
            Outcome::Rewritten => {
                out.ways.insert("schemas");
            }
            Outcome::Changed(class, detail) => {
                out.changes
                    .push(side.change(class, &at, before, after, Detail::Schema(detail)));
            }
        },
    }
}

/// Where the shape of results stands, beside the definition.
pub(super) const SHAPE: &str = "/outputShape";

/// The shape of results, where both sides have one: a side without samples says nothing.
fn results(side: &Side<'_>, old: &Entry, new: &Entry) -> Option<Change> {
    let (before, after) = (old.shape.as_ref()?, new.shape.as_ref()?);
    let (was, is) = (Outline::read(before.value())?, Outline::read(after.value())?);
    let edits = shape::edits(&was, &is);
    let class = match edits.first()?.narrows {
        true => Class::BreakingOutputShapeChange,
        false => Class::NonbreakingOutputShapeChange,
    };
    let detail = Detail::Shape {
        edits,
        n_samples: (was.n_samples, is.n_samples),
    };
    Some(Change::new(
        class,
        side.subject.clone(),
        SHAPE,
        Some(before.clone()),
        Some(after.clone()),
        detail,
    ))
}

/// The name that people see: title, then `annotations.title`, then the name.
fn title(side: &Side<'_>, name: &str, out: &mut ToolDiff) {
    let shown = |tool: Value<'_>| -> Option<String> {
        let title = tool.get("title").or_else(|| tool.get("annotations")?.get("title"));
        title
            .and_then(Value::as_str)
            .map(|title| title.into_owned())
            .filter(|title| !title.is_empty())
    };
    let (before, after) = (shown(side.old.value()), shown(side.new.value()));
    if before == after {
        return;
    }
    let says_nothing = |title: &Option<String>| title.as_ref().is_none_or(|title| plain(title) == plain(name));
    if says_nothing(&before) && says_nothing(&after) {
        out.ways.insert("titles and empty defaults");
        return;
    }
    let json = |title: &Option<String>| title.as_ref().map(mcpward_schemas::lockfile::to_json);
    let (before_json, after_json) = (json(&before), json(&after));
    let grade = super::text::grade(&before.unwrap_or_default(), &after.unwrap_or_default(), side.names);
    let change = Change::new(
        Class::TitleChanged,
        side.subject.clone(),
        "/title",
        before_json,
        after_json,
        Detail::Text(grade),
    );
    out.changes.push(change);
}

/// `execution.taskSupport` (2025-11-25): `forbidden` where absent.
fn execution(side: &Side<'_>, before: Value<'_>, after: Value<'_>, out: &mut ToolDiff) {
    let (old, new) = (before.get("execution"), after.get("execution"));
    let support = |execution: Option<Value<'_>>| -> String {
        let support = execution
            .and_then(|execution| execution.get("taskSupport"))
            .and_then(Value::as_str);
        support.map_or_else(|| "forbidden".to_owned(), |support| support.into_owned())
    };
    let (was, is) = (support(old), support(new));
    if was == is {
        if old.map(|value| value.same(new.unwrap_or(value))) != new.map(|_| true) {
            out.ways.insert("defaults of the specification written out");
        }
        return;
    }
    let (fails, words) = match (was.as_str(), is.as_str()) {
        (_, "required") => (true, "plain calls are refused from now on"),
        (_, "forbidden") => (true, "calls as a task are refused from now on"),
        _ => (false, "calls that worked still work"),
    };
    let severity = if fails { Severity::Medium } else { Severity::Low };
    let words = format!("taskSupport changed from {was} to {is}: {words}");
    out.changes.push(side.change(
        Class::ExecutionChanged,
        "/execution",
        old,
        new,
        Detail::Weighed { severity, fails, words },
    ));
}

/// `_meta`, unknown hints and unknown members.
fn rest(side: &Side<'_>, before: Value<'_>, after: Value<'_>, out: &mut ToolDiff) {
    const KNOWN: [&str; 8] = [
        "name",
        "title",
        "description",
        "inputSchema",
        "outputSchema",
        "annotations",
        "icons",
        "execution",
    ];
    let members = |value: Value<'_>| -> Vec<String> {
        value
            .entries()
            .filter_map(|(name, _)| name.as_str().map(Into::into))
            .collect()
    };
    let mut names: Vec<(String, String)> = Vec::new();
    for name in members(before)
        .into_iter()
        .chain(members(after))
        .filter(|name| !KNOWN.contains(&name.as_str()))
    {
        let mut at = String::new();
        push_token(&mut at, &name);
        names.push((at, name));
    }
    let hints_of = |tool: Value<'_>| tool.get("annotations").map(members).unwrap_or_default();
    for name in hints_of(before)
        .into_iter()
        .chain(hints_of(after))
        .filter(|name| !hints::NAMES.contains(&name.as_str()) && name != "title")
    {
        let mut at = String::from("/annotations");
        push_token(&mut at, &name);
        names.push((at, name));
    }
    names.sort();
    names.dedup();
    for (at, name) in names {
        meta(
            side,
            &at,
            &name,
            before.pointer(&at),
            after.pointer(&at),
            &mut out.changes,
        );
    }
}

/// A member that says nothing about calls: low, unless its texts steer a model or the name belongs to the protocol.
pub(super) fn meta(
    side: &Side<'_>,
    at: &str,
    name: &str,
    before: Option<Value<'_>>,
    after: Option<Value<'_>>,
    out: &mut Vec<Change>,
) {
    if before.zip(after).is_some_and(|(before, after)| before.same(after)) || (before.is_none() && after.is_none()) {
        return;
    }
    let changed: Vec<String> = member_changes(before, after);
    let is_reserved = changed
        .iter()
        .any(|key| key.starts_with("io.modelcontextprotocol/") || key.starts_with("mcp"));
    let severity = if is_reserved { Severity::Medium } else { Severity::Low };
    let words = match changed.is_empty() {
        true => format!("{name} changed"),
        false => format!("{name} changed: {}", super::explain::cut(&changed.join(", "))),
    };
    out.push(side.change(
        Class::MetaChanged,
        at,
        before,
        after,
        Detail::Weighed {
            severity,
            fails: false,
            words,
        },
    ));
    out.extend(after.and_then(|after| side.new_text(at, after)));
}

/// Names of the members that differ.
fn member_changes(before: Option<Value<'_>>, after: Option<Value<'_>>) -> Vec<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for value in before.into_iter().chain(after) {
        names.extend(value.entries().filter_map(|(name, _)| name.as_str().map(Into::into)));
    }
    let differs = |name: &String| {
        let (old, new) = (
            before.and_then(|value| value.get(name)),
            after.and_then(|value| value.get(name)),
        );
        match (old, new) {
            (Some(old), Some(new)) => !old.same(new),
            (None, None) => false,
            _ => true,
        }
    };
    names.into_iter().filter(differs).collect()
}

/// What a tool that is new altogether says, where it is suspicious.
pub(super) fn new_tool(subject: &Subject, entry: &Entry, names: &Names) -> Option<Change> {
    let side = Side {
        subject,
        names,
        texts: Texts::Full,
        old: &entry.json,
        new: &entry.json,
    };
    side.new_text("", entry.value())
}
