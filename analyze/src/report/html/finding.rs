//! One finding on the page.

use mcpward_schemas::report::{ClientConcern, Finding, Untrusted};
use serde_json::Value;

use crate::report::escape::{Raw, html, html_laid_out, html_marked};
use crate::report::excerpt::{excerpt, more};
use crate::report::habit::habit;
use crate::report::limits::{
    HABIT_LISTED_MAX, HTML_LINES_MAX, MESSAGE_CHARS_MAX, NAME_CHARS_MAX, TEXT_CHARS_MAX, VALUE_CHARS_MAX,
};
use crate::report::nested::indented;
use crate::report::outline::{Tier, subject_name};
use crate::report::rows::{cut, effect_words, headline, is_list, proof_words};
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

/// The mark and the word of a tier.
pub(super) fn tier_mark(tier: Tier) -> String {
    let word = tier_word(tier);
    format!("<span class=\"mark {word}\">{} {word}</span> ", mark(tier))
}

/// Writes a finding.
pub(super) fn finding(out: &mut String, finding: &Finding, tier: Tier, fingerprint: &str, detail: Detail) {
    let word = tier_word(tier);
    let line = format!(
        "{}<bdi>{}</bdi> <code>{}</code>",
        tier_mark(tier),
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
            Some(segments) => (
                side(&segments, true, Lines::Theirs),
                side(&segments, false, Lines::Theirs),
            ),
            None => {
                let (before, after, skipped) = around(before, after);
                (whole(before, skipped), whole(after, skipped))
            }
        },
        (Some(before), Some(after)) => match (indented(before), indented(after)) {
            (Some(before), Some(after)) => match diff(&before, &after) {
                Some(segments) => (side(&segments, true, Lines::Ours), side(&segments, false, Lines::Ours)),
                None => (laid_out(&before), laid_out(&after)),
            },
            _ => (shown(before), shown(after)),
        },
        (before, after) => {
            let nothing = || "<span class=\"gap\">(nothing)</span>".to_owned();
            let one = |value: &Option<Value>| value.as_ref().map_or_else(nothing, shown);
            (one(before), one(after))
        }
    };
    out.push_str(&format!(
        "<div class=\"sides\">\n<div><h3>Before</h3><div class=\"text\">{before}</div></div>\n\
         <div><h3>After</h3><div class=\"text\">{after}</div></div>\n</div>\n"
    ));
}

/// Whose line feeds a text has: those of the server are marked, ours are layout.
#[derive(Clone, Copy)]
enum Lines {
    Theirs,
    Ours,
}

fn escaped(text: Raw<'_>, lines: Lines) -> String {
    match lines {
        Lines::Theirs => html_marked(text),
        Lines::Ours => html_laid_out(text),
    }
}

/// One side of a difference.
fn side(segments: &[Segment<'_>], is_before: bool, lines: Lines) -> String {
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
        // Our own layout is no part of a change.
        let inner = match lines {
            Lines::Ours if !open.is_empty() => part.trim(),
            _ => part,
        };
        let (lead, rest) = part.split_at(part.find(inner).unwrap_or(0));
        let tail = rest.strip_prefix(inner).unwrap_or_default();
        let (inner, n_more) = Raw::from(inner).cut(left);
        left = left.saturating_sub(inner.chars_len());
        out.extend([lead, open, &escaped(inner, lines), &more(n_more), close, tail]);
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

fn laid_out(text: &str) -> String {
    let (text, n_more) = Raw::from(text).cut(TEXT_CHARS_MAX);
    format!("{}<span class=\"gap\">{}</span>", html_laid_out(text), more(n_more))
}

/// A value on lines of its own, where there is something to lay out.
fn shown(of: &Value) -> String {
    indented(of).map_or_else(|| value(of), |text| laid_out(&text))
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
            format!("<div class=\"text\">{}</div>", laid_out(reproducer.raw())),
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
    match (finding.actual.as_ref().and_then(habit), &finding.actual) {
        (Some(habit), _) => facts.push((title(habit.label), html(&habit.line(HABIT_LISTED_MAX, |name| name)))),
        // What changed in a schema, or the places of one habit: a line each reads better than one line of JSON.
        (None, Some(Value::Array(items))) if is_list(finding, items) => {
            let label = if finding.direction.is_some() {
                "What changed"
            } else {
                "Actual"
            };
            facts.push((label, list(items)));
        }
        (None, actual) => actual.iter().for_each(|actual| facts.push(("Actual", quoted(actual)))),
    }
    if let Some(witness) = &finding.witness {
        facts.push(("Proof", format!("{} {}", quoted(witness), effect_words(finding.effect))));
    }
    if let Some(fix) = &finding.fix {
        let lines: Vec<String> = fix.diff.iter().take(HTML_LINES_MAX).map(fixed).collect();
        let more = fix.diff.len().saturating_sub(HTML_LINES_MAX);
        let more = if more > 0 {
            format!("<span class=\"gap\">… and {more} more lines</span>")
        } else {
            String::new()
        };
        facts.push((
            "Fix",
            format!(
                "{} at <code>{}</code><div class=\"text lines\">{}{more}</div>",
                proof_words(&fix.proof),
                short(&fix.pointer),
                lines.join("")
            ),
        ));
    }
    if !finding.clients.is_empty() {
        let clients = finding
            .clients
            .iter()
            .take(HTML_LINES_MAX)
            .map(client)
            .collect::<String>();
        facts.push(("Clients", format!("<ul class=\"plain\">{clients}</ul>")));
    }
    let texts = [
        ("Policy", &finding.policy),
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

/// A label of a list as the page writes labels.
fn title(label: &'static str) -> &'static str {
    match label {
        "tools" => "Tools",
        "prompts" => "Prompts",
        "resources" => "Resources",
        "templates" => "Templates",
        _ => "Places",
    }
}

/// Texts of a list, a line each.
fn list(items: &[Value]) -> String {
    let shown = items
        .iter()
        .take(HTML_LINES_MAX)
        .map(|item| format!("<li><bdi>{}</bdi></li>", value(item)));
    let more = match items.len().saturating_sub(HTML_LINES_MAX) {
        0 => String::new(),
        n => format!("<li class=\"gap\">and {n} more</li>"),
    };
    format!("<ul class=\"plain\">{}{more}</ul>", shown.collect::<String>())
}

/// One line of a rewrite.
fn fixed(line: &Untrusted) -> String {
    let text = html(&cut(line, VALUE_CHARS_MAX));
    match line.raw().chars().next() {
        Some('-') => format!("<div><del>{text}</del></div>"),
        Some('+') => format!("<div><ins>{text}</ins></div>"),
        _ => format!("<div>{text}</div>"),
    }
}

/// A client that minds it, and how that is known.
fn client(client: &ClientConcern) -> String {
    let [name, effect, trust, source, date] = [
        &client.name,
        &client.effect,
        &client.trust,
        &client.source,
        &client.date,
    ]
    .map(short);
    let when = client
        .when
        .as_ref()
        .map_or(String::new(), |when| format!(", {}", short(when)));
    format!("<li><b>{name}</b>: {effect}{when} <span class=\"gap\">({trust}, {date}: {source})</span></li>")
}

fn short<'a>(text: impl Into<Raw<'a>>) -> String {
    html(&cut(text, VALUE_CHARS_MAX))
}

/// A value on the flow; a text of the server stands in quotation marks.
fn quoted(of: &Value) -> String {
    let mark = if of.is_string() { "&quot;" } else { "" };
    format!("<span class=\"text\">{mark}{}{mark}</span>", value(of))
}
