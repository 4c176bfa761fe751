//! What a change weighs by itself, before the configuration has its say.

use crate::drift::text::Grade;
use crate::drift::{Change, Class, Detail, Severity};

/// The weight of one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Weight {
    /// Its class.
    pub(crate) class: Class,
    /// Blast radius.
    pub(crate) severity: Severity,
    /// Whether it fails where the configuration has no `fail_on`.
    pub(crate) fails: bool,
    /// Whether it fails whatever `fail_on` says.
    pub(crate) always: bool,
    /// Whether it is white space only, which no list of classes means.
    pub(crate) is_layout: bool,
    /// Whether another finding speaks for it.
    pub(crate) is_folded: bool,
    /// Whether it is a break that only callers feel, so that `uses` may excuse it.
    pub(crate) is_break: bool,
    /// The tool, under the name that callers know.
    pub(crate) tool: Option<String>,
    /// Parameters and fields that it touches; `None` where all callers are hit.
    pub(crate) fields: Option<Vec<String>>,
    /// Why it weighs that, as a sentence fragment.
    pub(crate) why: &'static str,
}

/// Weighs a change.
pub(crate) fn weigh(change: &Change, is_folded: bool) -> Weight {
    let info = change.class.info();
    let is_nested = change.pointer.matches('/').count() > 1;
    let mut weight = Weight {
        class: change.class,
        severity: info.severity,
        fails: info.fails,
        always: false,
        is_layout: false,
        is_folded,
        is_break: is_break(change.class),
        tool: tool(change),
        fields: None,
        why: if info.fails {
            "the class fails by default"
        } else {
            "the class does not fail by default"
        },
    };
    match &change.detail {
        Detail::Text(Some(Grade::Layout)) => {
            set(&mut weight, Severity::Low, false, "white space only");
            weight.is_layout = true;
        }
        Detail::Text(Some(Grade::Typography)) => set(&mut weight, Severity::Low, false, "typography only"),
        Detail::Text(Some(Grade::Introduces(_))) => {
            set(
                &mut weight,
                Severity::High,
                true,
                "what the text introduces always fails",
            );
            weight.always = true;
        }
        Detail::NewText(_) => {
            set(
                &mut weight,
                Severity::High,
                true,
                "a new text of this kind always fails",
            );
            weight.always = true;
        }
        Detail::Text(_) if change.class == Class::TitleChanged && is_nested => {
            set(&mut weight, Severity::Low, false, "a title inside a schema");
        }
        Detail::Hint { hint, after, .. } => {
            let (severity, fails, why) = hint_weight(hint, *after);
            set(&mut weight, severity, fails, why);
        }
        Detail::Weighed { severity, fails, .. } => {
            let why = if *fails {
                "the class fails by default"
            } else {
                "this change of the class does not fail by default"
            };
            set(&mut weight, *severity, *fails, why);
        }
        Detail::Schema(detail) if change.class == Class::BreakingSchemaChange => {
            let narrowing = detail
                .edits
                .iter()
                .filter(|edit| edit.narrows || detail.direction == "output");
            let fields: Option<Vec<String>> = narrowing.map(|edit| edit.field.clone()).collect();
            weight.fields = fields.filter(|fields| !fields.is_empty());
        }
        Detail::Shape { edits, .. } => {
            let breaking = edits.iter().filter(|edit| edit.narrows);
            let fields: Option<Vec<String>> = breaking.map(|edit| edit.field.clone()).collect();
            weight.fields = fields.filter(|fields| !fields.is_empty());
        }
        _ => {}
    }
    weight
}

fn set(weight: &mut Weight, severity: Severity, fails: bool, why: &'static str) {
    weight.severity = severity;
    weight.fails = fails;
    weight.why = why;
}

fn hint_weight(hint: &str, after: bool) -> (Severity, bool, &'static str) {
    match (hint, after) {
        ("readOnlyHint", false) => (
            Severity::High,
            true,
            "calls that clients approve by themselves may change things",
        ),
        ("readOnlyHint", true) => (
            Severity::High,
            true,
            "clients approve read-only calls by themselves from now on",
        ),
        ("destructiveHint", true) => (Severity::High, true, "calls may destroy what they did not before"),
        ("destructiveHint", false) => (
            Severity::Medium,
            true,
            "clients may approve calls by themselves from now on",
        ),
        ("idempotentHint", false) => (Severity::Medium, true, "repeating a call is not harmless any more"),
        ("openWorldHint", true) => (Severity::Medium, true, "data may leave the closed world"),
        _ => (Severity::Low, false, "the promise became more careful"),
    }
}

fn is_break(class: Class) -> bool {
    matches!(
        class,
        Class::ToolRemoved
            | Class::ToolRenamed
            | Class::BreakingSchemaChange
            | Class::SchemaChangeUnproven
            | Class::BreakingOutputShapeChange
            | Class::ExecutionChanged
    )
}

fn tool(change: &Change) -> Option<String> {
    match &change.detail {
        Detail::Renamed { from, .. } => Some(from.clone()),
        _ if change.subject.kind == mcpward_schemas::report::SubjectKind::Tool => {
            Some(change.subject.name.raw().to_owned())
        }
        _ => None,
    }
}
