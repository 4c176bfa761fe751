//! Changes in words: one sentence each, without full stop.

use mcpward_json::Value;
use mcpward_schemas::report::SubjectKind;

use crate::drift::text::{Grade, Introduced, visible};
use crate::drift::{Change, Class, Detail, Edit, SchemaDetail, TEXT_BYTES_MAX, VALUE_BYTES_MAX, VALUE_DEPTH_MAX};

/// Code points of a witness that a message shows; the report holds the whole.
const WITNESS_CHARS_MAX: usize = 160;

/// Edits that a message names; the rest is counted.
const EDITS_TOLD_MAX: usize = 3;

/// Names that a message lists; the rest is counted.
const NAMES_TOLD_MAX: usize = 5;

/// The sentence for a change.
pub(crate) fn words(change: &Change) -> String {
    let who = who(change);
    match &change.detail {
        Detail::None => match change.class {
            Class::DefaultChanged => default(change, &who),
            class => format!(
                "{who} was {}",
                if class.name().ends_with("_added") {
                    "added"
                } else {
                    "removed"
                }
            ),
        },
        Detail::Renamed { from, to } => format!("Tool {} was renamed to {}", quoted(from), quoted(to)),
        Detail::Text(grade) => text(change, &who, grade.as_ref()),
        Detail::NewText(found) => format!("{who} brings {}{}", place(change), introduced(found)),
        Detail::Hint { hint, before, after } => {
            format!(
                "{who} {hint} changed from {before} to {after} ({})",
                hint_effect(hint, *after)
            )
        }
        Detail::Schema(detail) => schema(change, &who, detail),
        Detail::Shape { edits, n_samples } => results(&who, edits, *n_samples),
        Detail::Fold { tools, ways } => fold(change.class, tools, ways),
        Detail::Weighed { words, .. } => match change.class {
            Class::AllToolsRemoved => format!("The server has no tools any more: {words}"),
            _ => format!("{who}: {words}"),
        },
    }
}

/// `Tool "echo"`, `Server`.
fn who(change: &Change) -> String {
    let kind = match change.subject.kind {
        SubjectKind::Server | SubjectKind::Case => return "Server".to_owned(),
        SubjectKind::Tool => "Tool",
        SubjectKind::Prompt => "Prompt",
        SubjectKind::Resource => "Resource",
        SubjectKind::Template => "Resource template",
    };
    format!("{kind} {}", quoted(change.subject.name.raw()))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", cut(&visible(text), NAME_CHARS_MAX))
}

/// Code points of a name that a message shows.
const NAME_CHARS_MAX: usize = 128;

fn cut(text: &str, n_max: usize) -> String {
    let mut out: String = text.chars().take(n_max).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}

/// Which text, e.g. `description`, `description of parameter "a.b"`.
fn which(change: &Change) -> String {
    let steps: Vec<&str> = change.pointer.split('/').skip(1).collect();
    let last = steps.last().copied().unwrap_or_default();
    let last = match last.parse::<usize>() {
        Ok(_) => "value",
        Err(_) => last,
    };
    let part = match steps.first().copied() {
        Some("inputSchema") => "parameter",
        Some("outputSchema") => "result field",
        Some("arguments") => {
            return format!(
                "{last} of argument {}",
                quoted(steps.get(1).copied().unwrap_or_default())
            );
        }
        _ => return last.to_owned(),
    };
    let is_shared = matches!(steps.get(1).copied(), Some("$defs" | "definitions"));
    match field_path(&change.pointer) {
        Some(path) if is_shared => format!(
            "{last} of definition {} of {}",
            quoted(&path),
            steps.first().copied().unwrap_or_default()
        ),
        Some(path) => format!("{last} of {part} {}", quoted(&path)),
        None => format!("{} {last}", steps.first().copied().unwrap_or_default()),
    }
}

/// The place of a schema as callers write it: `filter.status`, `items[]`; `None` at the root.
fn field_path(pointer: &str) -> Option<String> {
    let mut out = String::new();
    let mut steps = pointer
        .split('/')
        .skip(2)
        .map(|step| step.replace("~1", "/").replace("~0", "~"));
    while let Some(step) = steps.next() {
        match step.as_str() {
            "properties" | "$defs" | "definitions" | "patternProperties" => {
                let name = steps.next()?;
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(&name);
            }
            "items" | "prefixItems" | "contains" => out.push_str("[]"),
            "additionalProperties" => out.push_str(".*"),
            _ => {}
        }
    }
    (!out.is_empty()).then_some(out)
}

fn text(change: &Change, who: &str, grade: Option<&Grade>) -> String {
    let which = which(change);
    let verb = match (&change.before, &change.after) {
        (None, Some(_)) => "was added",
        (Some(_), None) => "was removed",
        _ => "changed",
    };
    match grade {
        None => format!("{who} {which} changed; the lock file keeps only its digest"),
        Some(Grade::Layout) => format!("{who} {which} {verb} in white space only"),
        Some(Grade::Typography) => format!("{who} {which} {verb} in typography only"),
        Some(Grade::Wording) if change.class == Class::DescriptionChanged => {
            format!("{who} {which} {verb} (possible rug-pull)")
        }
        Some(Grade::Wording) => format!("{who} {which} {verb}"),
        Some(Grade::Introduces(found)) => format!("{who} {which} {verb} and introduces {}", introduced(found)),
    }
}

fn introduced(found: &[Introduced]) -> String {
    let parts: Vec<String> = found
        .iter()
        .take(EDITS_TOLD_MAX)
        .map(|part| format!("{}: {}", part.kind.words(), quoted(&part.excerpt)))
        .collect();
    let more = found.len().saturating_sub(EDITS_TOLD_MAX);
    if more == 0 {
        parts.join("; ")
    } else {
        format!("{}; and {more} more", parts.join("; "))
    }
}

/// Where a new text stands, as the beginning of what it brings.
fn place(change: &Change) -> String {
    match change.pointer.as_str() {
        "" => String::new(),
        _ => format!("in {} ", which_place(change)),
    }
}

fn which_place(change: &Change) -> String {
    let which = which(change);
    if which.is_empty() {
        "its definition".to_owned()
    } else {
        format!("its new {which}")
    }
}

fn hint_effect(hint: &str, after: bool) -> &'static str {
    match (hint, after) {
        ("readOnlyHint", false) => "tool may now mutate state",
        ("readOnlyHint", true) => "clients may now call it without asking",
        ("destructiveHint", true) => "tool may now destroy",
        ("destructiveHint", false) => "clients may now call it without asking",
        ("idempotentHint", false) => "a repeated call is not harmless any more",
        ("idempotentHint", true) => "a repeated call is harmless",
        ("openWorldHint", true) => "data may now leave the closed world",
        _ => "it stays in a closed world",
    }
}

fn default(change: &Change, who: &str) -> String {
    let side = |value: &Option<mcpward_json::Json>| {
        value.as_ref().map_or_else(
            || "none".to_owned(),
            |json| cut(&visible(&mcpward_json::canonical(json.value())), NAME_CHARS_MAX),
        )
    };
    format!(
        "{who} {} changed from {} to {}",
        which(change),
        side(&change.before),
        side(&change.after)
    )
}

fn schema(change: &Change, who: &str, detail: &SchemaDetail) -> String {
    let member = change.pointer.trim_start_matches('/');
    let is_input = detail.direction == "input";
    let matters = |edit: &&Edit| match change.class {
        Class::BreakingSchemaChange if is_input => edit.narrows,
        _ => true,
    };
    let mut edits: Vec<&Edit> = detail.edits.iter().filter(matters).collect();
    if edits.is_empty() {
        edits = detail.edits.iter().collect();
    }
    let told: Vec<String> = edits
        .iter()
        .take(EDITS_TOLD_MAX)
        .map(|edit| edit.words.clone())
        .collect();
    let more = edits.len().saturating_sub(EDITS_TOLD_MAX);
    let mut sentence = match (told.is_empty(), change.after.is_some(), change.before.is_some()) {
        (_, false, _) => format!("{who} {member} was removed"),
        (_, _, false) => format!("{who} {member} was added"),
        (true, ..) => format!("{who} {member} changed"),
        (false, ..) => format!("{who} {member} {}", told.join(", ")),
    };
    if more > 0 {
        sentence.push_str(&format!(", and {more} more"));
    }
    match (&detail.witness, &detail.reason) {
        (Some(witness), _) => {
            let shown = cut(&visible(&witness.to_string()), WITNESS_CHARS_MAX);
            let effect = match (is_input, detail.effect) {
                (true, Some(mcpward_compat::Effect::Ignored)) => {
                    format!("arguments {shown} are still accepted, but not all of them is understood any more")
                }
                (true, _) => format!("arguments {shown} used to be accepted and are refused now"),
                (false, _) => format!("a result {shown} was not possible before and is now"),
            };
            format!("{sentence}: {effect}")
        }
        (None, Some(reason)) => format!(
            "{sentence}; whether that breaks calls could not be shown ({})",
            visible(reason)
        ),
        (None, None) => sentence,
    }
}

/// What readers of results see, with how many results it was seen in.
fn results(who: &str, edits: &[Edit], (n_before, n_now): (u64, u64)) -> String {
    let breaking = edits.iter().filter(|edit| edit.narrows).count();
    let of_interest = if breaking > 0 { breaking } else { edits.len() };
    let told: Vec<&str> = edits
        .iter()
        .take(of_interest.min(EDITS_TOLD_MAX))
        .map(|edit| edit.words.as_str())
        .collect();
    let more = match edits.len() - told.len() {
        0 => String::new(),
        n => format!(", and {n} more"),
    };
    let n_all = if n_now == 1 {
        "1 result".to_owned()
    } else {
        format!("{n_now} results")
    };
    format!(
        "{who} results: {}{more} (seen in {n_all}, {n_before} when pinned)",
        told.join(", ")
    )
}

fn fold(class: Class, tools: &[String], ways: &[&str]) -> String {
    let names: Vec<String> = tools.iter().take(NAMES_TOLD_MAX).map(|name| quoted(name)).collect();
    let more = tools.len().saturating_sub(NAMES_TOLD_MAX);
    let list = if more == 0 {
        names.join(", ")
    } else {
        format!("{} and {more} more", names.join(", "))
    };
    let (noun, was, has) = if tools.len() == 1 {
        ("tool", "was", "names")
    } else {
        ("tools", "were", "name")
    };
    let n_tools = tools.len();
    match class {
        Class::SchemaDialectChanged => {
            format!("{n_tools} {noun} {has} another dialect in $schema and mean the same by it: {list}")
        }
        _ => format!(
            "{n_tools} {noun} {was} written in another way with the same meaning ({}): {list}",
            ways.join(", ")
        ),
    }
}

/// A value for a report: whole where it is small, else its beginning as text.
pub(crate) fn value(json: Value<'_>) -> serde_json::Value {
    let bytes_max = if json.is_string() {
        TEXT_BYTES_MAX
    } else {
        VALUE_BYTES_MAX
    };
    if json.raw().len() <= bytes_max
        && let Some(value) = json.to_serde(VALUE_DEPTH_MAX)
    {
        return value;
    }
    let text = mcpward_json::canonical(json);
    serde_json::Value::String(cut(&text, bytes_max))
}
