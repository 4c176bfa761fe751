//! The details of a finding as labelled lines of raw text, for formats that have no layout of their own.

use mcpward_schemas::report::{ClientConcern, Effect, Finding, SubjectKind};
use serde_json::Value;

use super::escape::{Raw, visible};
use super::excerpt::{excerpt, more};
use super::habit::habit;
use super::limits::{
    DETAIL_CHARS_MAX, FOLDED_NAMES_MAX, HABIT_LISTED_MAX, MESSAGE_CHARS_MAX, NAME_CHARS_MAX, VALUE_CHARS_MAX,
};
use super::nested::spaced_sides;
use super::outline::subject_name;
use super::words::{Segment, around, diff};

/// A label of ours and a text that is already visible, but not yet escaped.
pub(crate) struct Row {
    /// What it is.
    pub(crate) label: &'static str,
    /// The text, bounded.
    pub(crate) text: String,
}

/// Everything that is known about a finding beside its message.
pub(crate) fn rows(finding: &Finding) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut push = |label, text| rows.push(Row { label, text });
    if let Some(place) = place(finding) {
        push("at", place);
    }
    let nested = spaced_sides(finding);
    let nested = nested.as_ref().and_then(|(before, after)| diff(before, after));
    match (&finding.before, &finding.after) {
        (Some(Value::String(before)), Some(Value::String(after))) => match diff(before, after) {
            Some(segments) => push("diff", marked(&segments)),
            None => {
                let (before, after, _) = around(before, after);
                push("before", quoted(before));
                push("after", quoted(after));
            }
        },
        (before, after) => match nested {
            Some(segments) => push("diff", marked(&segments)),
            None => {
                before.iter().for_each(|before| push("before", value(before)));
                after.iter().for_each(|after| push("after", value(after)));
            }
        },
    }
    finding
        .expected
        .iter()
        .for_each(|expected| push("expected", value(expected)));
    if let Some(actual) = &finding.actual {
        match habit(actual) {
            Some(habit) => push(habit.label, habit.line(HABIT_LISTED_MAX, |name| name)),
            None => push("actual", value(actual)),
        }
    }
    if !finding.clients.is_empty() {
        push("clients", clients(&finding.clients));
    }
    if let Some(witness) = &finding.witness {
        push("proof", format!("{} {}", value(witness), effect_words(finding.effect)));
    }
    if let Some(fix) = &finding.fix {
        let lines: Vec<String> = fix.diff.iter().map(|line| cut(line.raw(), VALUE_CHARS_MAX)).collect();
        push("fix", format!("{}\n{}", proof_words(&fix.proof), lines.join("\n")));
    }
    if let Some(change) = &finding.change {
        push("change", cut(change, VALUE_CHARS_MAX));
    }
    if let Some(spec) = &finding.spec {
        push("spec", cut(spec, VALUE_CHARS_MAX));
    }
    if let Some(suppressed) = &finding.suppressed {
        let until = suppressed
            .expires
            .as_ref()
            .map_or(String::new(), |day| format!(" (until {})", visible(day)));
        push(
            "accepted",
            format!(
                "by {}: {}{until}",
                visible(&suppressed.by),
                cut(&suppressed.reason, VALUE_CHARS_MAX)
            ),
        );
    }
    rows
}

/// Clients that mind it and how well that is known, made visible and bounded, but not yet escaped: what each of them does the
/// message says.
pub(crate) fn clients(clients: &[ClientConcern]) -> String {
    let shown = clients.iter().take(FOLDED_NAMES_MAX).map(|client| {
        let via = client
            .via
            .as_ref()
            .map(|via| format!(" through {}", cut(via, NAME_CHARS_MAX)));
        let (name, trust) = (cut(&client.name, NAME_CHARS_MAX), cut(&client.trust, NAME_CHARS_MAX));
        format!("{name} ({trust}{})", via.unwrap_or_default())
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    match clients.len().saturating_sub(FOLDED_NAMES_MAX) {
        0 => shown,
        n => format!("{shown} and {n} more"),
    }
}

/// Whether these are sentences of ours, each of which reads better alone than as JSON: the places of one habit, or what changed
/// in a schema.
pub(crate) fn is_list(finding: &Finding, items: &[Value]) -> bool {
    let n_min = if finding.direction.is_some() { 1 } else { 2 };
    items.len() >= n_min && items.iter().all(Value::is_string)
}

/// What was shown of a rewrite.
pub(crate) fn proof_words(proof: &str) -> &'static str {
    match proof {
        "equivalent" => "means the same, proven",
        "looser" => "accepts more, proven",
        "stricter" => "accepts less, proven",
        _ => "not proven to mean the same",
    }
}

/// The message of a finding for formats that show no subject beside it, bounded: the subject goes before a message that does
/// not name it.
pub(crate) fn headline(finding: &Finding) -> String {
    let named = finding
        .subject
        .as_ref()
        .and_then(|about| Some((about.kind, subject_name(about)?)));
    let message = cut(&finding.message, MESSAGE_CHARS_MAX);
    let message = match named.map(|(kind, name)| (kind, cut(name, NAME_CHARS_MAX))) {
        Some((kind, name)) if !message.contains(&format!("\"{name}\"")) => {
            format!("{} \"{name}\": {message}", kind.word())
        }
        _ => message,
    };
    match &finding.server {
        Some(server) => format!("{}: {message}", cut(server, NAME_CHARS_MAX)),
        None => message,
    }
}

/// The kind and name of what a finding is about, the name made visible and bounded; which server it belongs to goes first.
pub(crate) fn about(finding: &Finding) -> String {
    let mut out = String::new();
    let kind = finding.subject.as_ref().map_or(SubjectKind::Server, |about| about.kind);
    if let Some(server) = &finding.server {
        let server = cut(server, NAME_CHARS_MAX);
        if kind == SubjectKind::Server {
            return format!("server {server}");
        }
        out = format!("{server}: ");
    }
    if let Some(about) = &finding.subject {
        out.push_str(about.kind.word());
        if let Some(name) = subject_name(about) {
            out.push_str(&format!(" \"{}\"", cut(name, NAME_CHARS_MAX)));
        }
    }
    out
}

/// What happens to a witness.
pub(crate) fn effect_words(effect: Option<Effect>) -> &'static str {
    match effect {
        Some(Effect::Rejected) => "was valid and is now rejected",
        Some(Effect::Ignored) => "is accepted, but a member of it is no longer known",
        None => "was valid",
    }
}

/// A text made visible and bounded; says how much is missing.
pub(crate) fn cut<'a>(text: impl Into<Raw<'a>>, chars_max: usize) -> String {
    let (text, n_more) = text.into().cut(chars_max);
    format!("{}{}", visible(text), more(n_more))
}

/// A value as compact JSON, made visible and bounded.
pub(crate) fn value(value: &Value) -> String {
    if let Value::String(text) = value {
        return quoted(text);
    }
    let (line, is_cut) = excerpt(value, VALUE_CHARS_MAX);
    format!("{}{}", visible(&line), if is_cut { " …" } else { "" })
}

fn quoted(text: &str) -> String {
    let (text, n_more) = Raw::from(text).cut(DETAIL_CHARS_MAX);
    format!("\"{}\"{}", visible(text), more(n_more))
}

/// `[-gone-]{+new+}` on the flow.
fn marked(segments: &[Segment<'_>]) -> String {
    let mut out = String::new();
    let mut left = DETAIL_CHARS_MAX;
    for segment in segments {
        let (open, part, close) = match segment {
            Segment::Same(part) => ("", *part, ""),
            Segment::Elided => {
                out.push_str(if out.is_empty() { "… " } else { " … " });
                continue;
            }
            Segment::Gone(part) => ("[-", *part, "-]"),
            Segment::New(part) => ("{+", *part, "+}"),
        };
        let (part, n_more) = Raw::from(part).cut(left);
        left = left.saturating_sub(part.chars_len());
        out.extend([open, &visible(part), &more(n_more), close]);
        if left == 0 {
            break;
        }
    }
    out
}

/// Where: subject and pointer, and the line of a file.
pub(crate) fn place(finding: &Finding) -> Option<String> {
    let mut out = about(finding);
    match (&finding.pointer, &finding.location) {
        (Some(pointer), _) => out.push_str(&format!(" {}", cut(pointer, VALUE_CHARS_MAX))),
        (None, Some(location)) if finding.subject.is_none() => out.push_str(&cut(location, VALUE_CHARS_MAX)),
        _ => {}
    }
    if let Some(at) = &finding.place {
        out.push_str(&format!(
            " ({}:{}:{})",
            cut(&at.file, VALUE_CHARS_MAX),
            at.line,
            at.column
        ));
    }
    let out = out.trim().to_owned();
    (!out.is_empty() && out != "server").then_some(out)
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::report::Finding;

    use super::headline;

    #[test]
    fn a_headline_names_its_subject_once() {
        let table = [
            ("the name is long", "tool", "sum", "tool \"sum\": the name is long"),
            ("tool \"sum\" is odd", "tool", "sum", "tool \"sum\" is odd"),
            ("it is down", "server", "", "it is down"),
            ("x", "prompt", "\u{200b}", "prompt \"<U+200B>\": x"),
        ];
        for (message, kind, name, expected) in table {
            let json = serde_json::json!({
                "id": "a/b", "family": "a", "status": "fail", "severity": "error", "message": message,
                "subject": { "kind": kind, "name": name },
            });
            let finding: Finding = serde_json::from_value(json).unwrap();
            assert_eq!(headline(&finding), expected);
        }
    }
}
