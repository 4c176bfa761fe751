//! What stands below a finding: values that were expected, texts before and after.

use mcpward_schemas::report::Finding;
use serde_json::Value;

use super::paint::{Page, Span, Style};
use crate::report::escape;
use crate::report::excerpt::{excerpt, more};
use crate::report::habit::habit;
use crate::report::limits::{
    CONSOLE_LINES, CONSOLE_LINES_VERBOSE, HABIT_CONSOLE_MAX, HABIT_LISTED_MAX, LIST_CHARS_MAX, TEXT_CHARS_MAX,
    VALUE_CHARS_MAX,
};
use crate::report::nested::spaced_sides;
use crate::report::rows::{clients, effect_words, is_list, proof_words};
use crate::report::words::{Segment, around, diff};

/// Column of details.
const INDENT: usize = 6;

/// The details of a finding.
pub(super) fn details(page: &mut Page, finding: &Finding, verbose: bool) {
    let lines_max = if verbose { CONSOLE_LINES_VERBOSE } else { CONSOLE_LINES };
    let mut labelled = |label: &str, spans: Vec<Span>| {
        let mut line = vec![(Style::Dim, format!("{label:<8} "))];
        line.extend(spans);
        page.put(INDENT, INDENT + 9, &line, lines_max);
    };
    let nested = spaced_sides(finding);
    let nested = nested.as_ref().and_then(|(before, after)| diff(before, after));
    match (&finding.before, &finding.after) {
        (Some(Value::String(before)), Some(Value::String(after))) => match diff(before, after) {
            Some(segments) => labelled("diff", inline(&segments)),
            None => {
                let (before, after, skipped) = around(before, after);
                labelled("was", text(before, Style::Red, skipped));
                labelled("now", text(after, Style::Green, skipped));
            }
        },
        (before, after) => match nested {
            Some(segments) => labelled("diff", inline(&segments)),
            None => {
                if let Some(before) = before {
                    labelled("was", value(before, Style::Red));
                }
                if let Some(after) = after {
                    labelled("now", value(after, Style::Green));
                }
            }
        },
    }
    if let Some(expected) = &finding.expected {
        labelled("expected", value(expected, Style::Plain));
    }
    match (finding.actual.as_ref().and_then(habit), &finding.actual) {
        (Some(habit), _) => {
            let n_max = if verbose { HABIT_LISTED_MAX } else { HABIT_CONSOLE_MAX };
            let line = habit.line(n_max, |name| name);
            labelled(habit.label, vec![(Style::Plain, escape::terminal(&line).into_owned())]);
        }
        (None, Some(Value::Array(items))) if !verbose && is_list(finding, items) => {
            // What changed in a schema is told in our words, which need no quotation marks.
            match finding.direction {
                Some(_) => labelled("changes", list(items, "")),
                None => labelled("actual", list(items, "\"")),
            }
        }
        (None, actual) => actual
            .iter()
            .for_each(|actual| labelled("actual", value(actual, Style::Plain))),
    }
    if let Some(witness) = &finding.witness {
        let mut spans = value(witness, Style::Plain);
        spans.push((Style::Plain, format!(" {}", effect_words(finding.effect))));
        labelled("proof", spans);
    }
    if !finding.clients.is_empty() {
        let line = clients(&finding.clients);
        labelled("clients", vec![(Style::Dim, escape::terminal(&line).into_owned())]);
    }
    if let Some(policy) = &finding.policy {
        labelled("policy", vec![(Style::Dim, escape::terminal(policy).into_owned())]);
    }
    if let Some(fix) = &finding.fix {
        labelled("fix", vec![(Style::Dim, proof_words(&fix.proof).to_owned())]);
        for line in &fix.diff {
            let style = if line.raw().starts_with('-') {
                Style::Red
            } else {
                Style::Green
            };
            labelled("", vec![(style, escape::terminal(line.raw()).into_owned())]);
        }
    }
    if let Some(reproducer) = &finding.reproducer {
        let lines = reproducer.raw().lines().map(|line| escape::terminal(line).into_owned());
        for (n, line) in lines.enumerate() {
            labelled(if n == 0 { "case" } else { "" }, vec![(Style::Plain, line)]);
        }
    }
    if let Some(suppressed) = &finding.suppressed {
        let until = suppressed
            .expires
            .as_ref()
            .map_or(String::new(), |day| format!(" (until {})", escape::terminal(day)));
        let reason = format!(
            "by {}: {}{until}",
            escape::terminal(&suppressed.by),
            escape::terminal(&suppressed.reason)
        );
        labelled("accepted", vec![(Style::Plain, reason)]);
    }
    if let (true, Some(spec)) = (verbose, &finding.spec) {
        labelled("spec", vec![(Style::Plain, escape::terminal(spec).into_owned())]);
    }
    if verbose && !finding.evidence.is_empty() {
        let frames = finding
            .evidence
            .iter()
            .map(|at| format!("{}:{}", at.snapshot, at.frame))
            .collect::<Vec<_>>();
        labelled("frames", vec![(Style::Plain, frames.join(" "))]);
    }
}

/// A difference on the flow: `[-gone-]{+new+}`, which needs no colour to be read and survives copying.
fn inline(segments: &[Segment<'_>]) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut left = TEXT_CHARS_MAX;
    for segment in segments {
        let (style, open, part, close) = match segment {
            Segment::Same(part) => (Style::Plain, "", *part, ""),
            Segment::Elided => {
                spans.push((Style::Dim, if spans.is_empty() { "… " } else { " … " }.to_owned()));
                continue;
            }
            Segment::Gone(part) => (Style::Red, "[-", *part, "-]"),
            Segment::New(part) => (Style::Green, "{+", *part, "+}"),
        };
        let (cut, n_more) = escape::Raw::from(part).cut(left);
        left = left.saturating_sub(cut.chars_len());
        spans.push((style, format!("{open}{}{}{close}", broken(cut), more(n_more))));
        if left == 0 {
            break;
        }
    }
    spans
}

/// A text of the server, quoted; its line feeds break the line.
fn text(text: &str, style: Style, skipped: bool) -> Vec<Span> {
    let (cut, n_more) = escape::Raw::from(text).cut(TEXT_CHARS_MAX);
    let lead = if skipped { "… " } else { "" };
    vec![
        (style, format!("{lead}\"{}\"", broken(cut))),
        (Style::Dim, more(n_more)),
    ]
}

fn value(value: &Value, style: Style) -> Vec<Span> {
    if let Value::String(whole) = value {
        return text(whole, style, false);
    }
    let (line, cut) = excerpt(value, VALUE_CHARS_MAX);
    vec![
        (style, escape::terminal(&line).into_owned()),
        (Style::Dim, if cut { " …" } else { "" }.to_owned()),
    ]
}

/// Texts of a list, as many as fit into a line or two, and how many there are more: a habit of forty tools is one thing to read.
/// `quote` stands around each.
fn list(items: &[Value], quote: &str) -> Vec<Span> {
    let (mut shown, mut n_chars) = (Vec::new(), 0);
    for text in items.iter().filter_map(Value::as_str) {
        let (cut, n_more) = escape::Raw::from(text).cut(LIST_CHARS_MAX);
        let text = format!("{quote}{}{quote}{}", escape::terminal(cut), more(n_more));
        n_chars += text.chars().count() + 2;
        if !shown.is_empty() && n_chars > LIST_CHARS_MAX {
            break;
        }
        shown.push(text);
    }
    let n_left = items.len() - shown.len();
    let rest = if n_left > 0 {
        format!(" and {n_left} more")
    } else {
        String::new()
    };
    vec![
        (Style::Plain, shown.join(if quote.is_empty() { "; " } else { ", " })),
        (Style::Dim, rest),
    ]
}

/// Escaped, with line feeds kept: in a longer text they are layout.
fn broken(text: escape::Raw<'_>) -> String {
    text.lines().map(escape::terminal).collect::<Vec<_>>().join("\n")
}
