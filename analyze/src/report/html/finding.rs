//! One finding on the page.

use mcpward_schemas::report::Finding;
use serde_json::Value;

use crate::report::escape::{Raw, html, html_marked};
use crate::report::excerpt::{excerpt, more};
use crate::report::limits::{MESSAGE_CHARS_MAX, NAME_CHARS_MAX, TEXT_CHARS_MAX, VALUE_CHARS_MAX};
use crate::report::outline::{Tier, subject_name};
use crate::report::rows::{cut, effect_words, headline};
use crate::report::words::{Segment, around, diff};

/// How much of a finding to show.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// All, unfolded.
    Open,
    /// All, folded.
    Closed,
    /// One line.
    Brief,
}

/// The word for a tier, which is also its class.
pub(super) fn tier_word(tier: Tier) -> &'static str {
    match tier {
        Tier::Fail => "fail",
        Tier::Warn => "warn",
        Tier::Change => "change",
        Tier::Note => "note",
        Tier::Accepted => "accepted",
        Tier::Skip => "skip",
        Tier::Pass => "pass",
    }
}

fn mark(tier: Tier) -> &'static str {
    match tier {
        Tier::Fail => "✗",
        Tier::Warn => "!",
        Tier::Change => "~",
        Tier::Note => "i",
        Tier::Accepted => "☑",
        Tier::Skip | Tier::Pass => "·",
    }
}

/// Writes a finding.
pub(super) fn finding(out: &mut String, finding: &Finding, tier: Tier, fingerprint: &str, detail: Detail) {
    let word = tier_word(tier);
    let line = format!(
        "<span class=\"mark {word}\">{} {word}</span><bdi>{}</bdi> <code>{}</code>",
        mark(tier),
        html(&headline(finding)),
        html(&cut(&finding.id, NAME_CHARS_MAX)),
    );
    let id = fingerprint.replace(':', "-");
    if detail == Detail::Brief {
        out.push_str(&format!(
            "<p class=\"f is-{word}\" data-tier=\"{word}\" id=\"f-{id}\">{line}</p>\n"
        ));
        return;
    }
    let open = if detail == Detail::Open { " open" } else { "" };
    out.push_str(&format!(
        "<details class=\"f is-{word}\" data-tier=\"{word}\" id=\"f-{id}\"{open}>\n<summary>{line}</summary>\n<div class=\"body\">\n"
    ));
    sides(out, finding);
    facts(out, finding);
    out.push_str("</div>\n</details>\n");
}

/// Before and after, side by side.
fn sides(out: &mut String, finding: &Finding) {
    let (before, after) = match (&finding.before, &finding.after) {
        (None, None) => return,
        (Some(Value::String(before)), Some(Value::String(after))) => match diff(before, after) {
            Some(segments) => (side(&segments, true), side(&segments, false)),
            None => {
                let (before, after, skipped) = around(before, after);
                (whole(before, skipped), whole(after, skipped))
            }
        },
        (before, after) => {
            let shown = |side: &Option<Value>| {
                side.as_ref()
                    .map_or("<span class=\"gap\">(nothing)</span>".to_owned(), value)
            };
            (shown(before), shown(after))
        }
    };
    out.push_str(&format!(
        "<div class=\"sides\">\n<div><h4>Before</h4><div class=\"text\">{before}</div></div>\n\
         <div><h4>After</h4><div class=\"text\">{after}</div></div>\n</div>\n"
    ));
}

/// One side of a difference.
fn side(segments: &[Segment<'_>], is_before: bool) -> String {
    let mut out = String::new();
    let mut left = TEXT_CHARS_MAX;
    for segment in segments {
        let (open, part, close) = match segment {
            Segment::Same(part) => ("", *part, ""),
            Segment::Elided => {
                let space = if out.is_empty() { "" } else { " " };
                out.extend(["<span class=\"gap\">", space, "… </span>"]);
                continue;
            }
            Segment::Gone(part) if is_before => ("<del>", *part, "</del>"),
            Segment::New(part) if !is_before => ("<ins>", *part, "</ins>"),
            Segment::Gone(_) | Segment::New(_) => continue,
        };
        let (part, n_more) = Raw::from(part).cut(left);
        left = left.saturating_sub(part.chars_len());
        out.extend([open, &html_marked(part), &more(n_more), close]);
        if left == 0 {
            break;
        }
    }
    out
}

fn whole(text: &str, skipped: bool) -> String {
    let (text, n_more) = Raw::from(text).cut(TEXT_CHARS_MAX);
    let lead = if skipped { "<span class=\"gap\">… </span>" } else { "" };
    format!("{lead}{}<span class=\"gap\">{}</span>", html_marked(text), more(n_more))
}

fn value(value: &Value) -> String {
    if let Value::String(text) = value {
        return whole(text, false);
    }
    let (line, is_cut) = excerpt(value, VALUE_CHARS_MAX);
    format!(
        "{}{}",
        html_marked(&line),
        if is_cut { "<span class=\"gap\"> …</span>" } else { "" }
    )
}

/// The rest, labelled.
fn facts(out: &mut String, finding: &Finding) {
    let mut facts: Vec<(&str, String)> = Vec::new();
    if let Some(about) = &finding.subject {
        let name = subject_name(about).map_or(String::new(), |name| format!(" <code>{}</code>", short(name)));
        let pointer = finding
            .pointer
            .as_ref()
            .map_or(String::new(), |at| format!(" <code>{}</code>", short(at)));
        facts.push(("Where", format!("{} <bdi>{name}{pointer}</bdi>", about.kind.word())));
    } else if let Some(at) = finding.pointer.as_ref().or(finding.location.as_ref()) {
        facts.push(("Where", format!("<code>{}</code>", short(at))));
    }
    if let Some(reproducer) = &finding.reproducer {
        facts.push((
            "Case",
            format!("<div class=\"text\">{}</div>", whole(reproducer.raw(), false)),
        ));
    }
    if let Some(at) = &finding.place {
        facts.push((
            "File",
            format!("<code>{}:{}:{}</code>", short(&at.file), at.line, at.column),
        ));
    }
    finding
        .expected
        .iter()
        .for_each(|expected| facts.push(("Expected", quoted(expected))));
    finding
        .actual
        .iter()
        .for_each(|actual| facts.push(("Actual", quoted(actual))));
    if let Some(witness) = &finding.witness {
        facts.push(("Proof", format!("{} {}", quoted(witness), effect_words(finding.effect))));
    }
    let texts = [
        ("Change", &finding.change),
        ("Severity of drift", &finding.drift_severity),
        ("Schema", &finding.direction),
        ("Confidence", &finding.confidence),
        ("Specification", &finding.spec),
        ("Text hash", &finding.text_hash),
    ];
    for (label, text) in texts {
        text.iter().for_each(|text| facts.push((label, short(text))));
    }
    if !finding.evidence.is_empty() {
        let frames: Vec<_> = finding
            .evidence
            .iter()
            .map(|at| format!("{}:{}", at.snapshot, at.frame))
            .collect();
        facts.push(("Frames", short(&frames.join(" "))));
    }
    if let Some(suppressed) = &finding.suppressed {
        let until = suppressed
            .expires
            .as_ref()
            .map_or(String::new(), |day| format!(" (until {})", short(day)));
        let reason = html(&cut(&suppressed.reason, MESSAGE_CHARS_MAX));
        facts.push((
            "Accepted",
            format!("by {}: <bdi>{reason}</bdi>{until}", short(&suppressed.by)),
        ));
    }
    if facts.is_empty() {
        return;
    }
    out.push_str("<dl>\n");
    for (label, text) in facts {
        out.push_str(&format!("<dt>{label}</dt><dd>{text}</dd>\n"));
    }
    out.push_str("</dl>\n");
}

fn short<'a>(text: impl Into<Raw<'a>>) -> String {
    html(&cut(text, VALUE_CHARS_MAX))
}

/// A value on the flow; a text of the server stands in quotation marks.
fn quoted(of: &Value) -> String {
    let mark = if of.is_string() { "&quot;" } else { "" };
    format!("<span class=\"text\">{mark}{}{mark}</span>", value(of))
}
