//! From changes to findings: what all rules of the family drift share.

use mcpward_schemas::report::{Effect, FrameRef, Place, SubjectKind};

use super::drift_weight::weigh;
use super::drift_words::{value, words};
use super::{About, Context, Sink};
use crate::contract::ListKind;
use crate::drift::{Change, Class, Compared, Detail};

/// Reports every change of a class.
pub(super) fn report(cx: &Context<'_>, sink: &mut Sink, class: Class) {
    let Some(compared) = ready(cx, sink) else { return };
    // `drift/no-changes` is the one row that passes: forty passes would say the same.
    sink.not_asked();
    let all_gone = compared
        .drift
        .changes
        .iter()
        .any(|change| change.class == Class::AllToolsRemoved);
    for (idx, change) in compared
        .drift
        .changes
        .iter()
        .enumerate()
        .filter(|(_, change)| change.class == class)
    {
        let is_folded = all_gone && class == Class::ToolRemoved;
        one(cx, sink, compared, change, (idx, is_folded));
    }
}

/// The comparison, where there is one; else nothing is asked, since `drift/baseline-…` says why.
pub(super) fn ready<'a>(cx: &Context<'a>, sink: &mut Sink) -> Option<&'a Compared> {
    let compared = cx.drift.filter(|compared| compared.problem.is_none());
    if compared.is_none() {
        sink.not_asked();
    }
    compared
}

fn one(cx: &Context<'_>, sink: &mut Sink, compared: &Compared, change: &Change, (idx, is_folded): (usize, bool)) {
    let weight = weigh(change, is_folded);
    let mut message = words(change);
    if let (Class::AllToolsRemoved, Some(reason)) = (change.class, why_no_tools(cx)) {
        message.push_str(&format!(" ({reason})"));
    }
    let found = sink.found(About::of(change.subject.clone(), idx), message);
    found.drift(weight);
    let finding = found.finding_mut();
    finding.pointer = (!change.pointer.is_empty()).then(|| change.pointer.as_str().into());
    finding.change = Some(change.id.clone());
    finding.before = change.before.as_ref().map(|json| value(json.value()));
    finding.after = change.after.as_ref().map(|json| value(json.value()));
    match &change.detail {
        Detail::Schema(detail) => {
            finding.direction = Some(detail.direction.to_owned());
            finding.witness.clone_from(&detail.witness);
            finding.effect = detail.effect.map(|effect| match effect {
                mcpward_compat::Effect::Rejected => Effect::Rejected,
                mcpward_compat::Effect::Ignored => Effect::Ignored,
            });
            if !detail.edits.is_empty() {
                finding.actual = Some(
                    detail
                        .edits
                        .iter()
                        .map(|edit| edit.words.clone())
                        .collect::<Vec<_>>()
                        .into(),
                );
            }
            if let Some(instance) = &detail.strict_break {
                let note = serde_json::json!({ "strict": "breaking", "instance": instance });
                finding.expected = Some(note);
            }
        }
        Detail::Shape { edits, .. } => {
            finding.actual = Some(edits.iter().map(|edit| edit.words.clone()).collect::<Vec<_>>().into());
        }
        Detail::Renamed { from, to } => {
            finding.before = Some(from.as_str().into());
            finding.after = Some(to.as_str().into());
        }
        Detail::Fold { tools, .. } => {
            finding.actual = Some(tools.clone().into());
            (finding.before, finding.after) = (None, None);
        }
        _ => {}
    }
    finding.evidence = evidence(cx, change);
    finding.place = compared.place(&change.subject).map(|(line, column)| Place {
        file: compared.file.clone(),
        line,
        column,
    });
}

/// Why there is no list of tools, where the server was asked for one.
fn why_no_tools(cx: &Context<'_>) -> Option<String> {
    cx.surface?.list(ListKind::Tools).why_none()
}

/// The frames that show what is there now.
fn evidence(cx: &Context<'_>, change: &Change) -> Vec<FrameRef> {
    let Some(surface) = cx.surface else { return Vec::new() };
    let kind = match change.subject.kind {
        SubjectKind::Tool => ListKind::Tools,
        SubjectKind::Prompt => ListKind::Prompts,
        SubjectKind::Resource => ListKind::Resources,
        SubjectKind::Template => ListKind::Templates,
        SubjectKind::Server | SubjectKind::Case => return surface.hello_frame.into_iter().collect(),
    };
    cx.frame_of(kind, change.subject.name.raw()).into_iter().collect()
}
