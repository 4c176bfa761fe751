//! One finding in Markdown.

use mcpward_schemas::report::{Finding, SubjectKind};
use serde_json::Value;

use crate::report::escape::{Raw, code, markdown, visible};
use crate::report::excerpt::more;
use crate::report::habit::habit;
use crate::report::limits::{
    FOLDED_NAMES_MAX, HABIT_LISTED_MAX, MARKDOWN_LINES_PER_TEXT, MARKDOWN_TEXT_CHARS_MAX, MESSAGE_CHARS_MAX,
    NAME_CHARS_MAX,
};
use crate::report::nested::changed_lines;
use crate::report::outline::{Tier, subject_name};
use crate::report::rows::{cut, effect_words, proof_words, value};
use crate::report::words::{Segment, around, diff};

/// A list item with all details.
pub(super) fn finding(finding: &Finding, tier: Tier) -> String {
    let mut out = format!("- {} {}  \n  {}\n\n", mark(tier), message(finding), place(finding));
    match (&finding.before, &finding.after) {
        (Some(Value::String(before)), Some(Value::String(after))) => match diff(before, after) {
            Some(segments) => out.push_str(&inline(&segments)),
            None => {
                let (before, after, _) = around(before, after);
                out.push_str(&fenced(&[('-', before), ('+', after)]));
            }
        },
        (None, None) => {}
        (before, after) => match changed_lines(finding) {
            Some(lines) => {
                let n_left = lines.len().saturating_sub(MARKDOWN_LINES_PER_TEXT);
                let more = format!("… ({n_left} more lines)");
                let mut shown: Vec<_> = lines.iter().map(|(sign, line)| (*sign, line.as_str())).collect();
                if n_left > 0 {
                    shown.truncate(MARKDOWN_LINES_PER_TEXT);
                    shown.push((' ', &more));
                }
                out.push_str(&fenced(&shown));
            }
            None => {
                let [before, after] = [before, after].map(|side| side.as_ref().map(value).unwrap_or_default());
                let sides: Vec<_> = [('-', &*before), ('+', &*after)]
                    .into_iter()
                    .filter(|(_, side)| !side.is_empty())
                    .collect();
                out.push_str(&fenced(&sides));
            }
        },
    }
    if let Some(reproducer) = &finding.reproducer {
        out.push_str(&fenced(&[(' ', reproducer.raw())]));
    }
    let mut facts = Vec::new();
    finding
        .expected
        .iter()
        .for_each(|expected| facts.push(format!("expected {}", code(&value(expected)))));
    facts.extend(finding.actual.as_ref().map(|actual| match habit(actual) {
        Some(habit) => format!("{}: {}", habit.label, habit.line(HABIT_LISTED_MAX, |name| code(&name))),
        None => format!("actual {}", code(&value(actual))),
    }));
    if let Some(witness) = &finding.witness {
        facts.push(format!("{} {}", code(&value(witness)), effect_words(finding.effect)));
    }
    facts.extend(finding.policy.iter().map(markdown));
    if !finding.clients.is_empty() {
        let names: Vec<_> = finding
            .clients
            .iter()
            .take(FOLDED_NAMES_MAX)
            .map(|client| {
                format!(
                    "{} {} ({})",
                    code(&client.name),
                    markdown(&cut(&client.effect, NAME_CHARS_MAX)),
                    markdown(&cut(&client.trust, NAME_CHARS_MAX))
                )
            })
            .collect();
        let more = match finding.clients.len().saturating_sub(FOLDED_NAMES_MAX) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        facts.push(format!("clients: {}{more}", names.join(", ")));
    }
    if let Some(fix) = &finding.fix {
        facts.push(format!("fix ({}):", proof_words(&fix.proof)));
    }
    if !facts.is_empty() {
        out.push_str(&format!("  {}\n\n", facts.join("  \n  ")));
    }
    if let Some(fix) = &finding.fix {
        let lines = fix.diff.iter().take(MARKDOWN_LINES_PER_TEXT);
        let sides: Vec<(char, &str)> = lines.filter_map(|line| signed(line.raw())).collect();
        out.push_str(&fenced(&sides));
    }
    out
}

/// The sign of a line of a rewrite, and the rest.
fn signed(line: &str) -> Option<(char, &str)> {
    let sign = line.chars().next()?;
    let rest = &line[sign.len_utf8()..];
    Some((sign, rest.strip_prefix(' ').unwrap_or(rest))).filter(|(sign, _)| matches!(sign, '-' | '+' | ' '))
}

/// A list item of one line.
pub(super) fn brief(finding: &Finding, tier: Tier) -> String {
    let accepted = finding.suppressed.as_ref().map_or(String::new(), |suppressed| {
        format!(
            " — {}: {}",
            markdown(&suppressed.by),
            markdown(&cut(&suppressed.reason, MESSAGE_CHARS_MAX))
        )
    });
    format!("- {} {} ({}){accepted}\n", mark(tier), message(finding), place(finding))
}

fn mark(tier: Tier) -> &'static str {
    match tier {
        Tier::Fail => "❌",
        Tier::Warn => "⚠️",
        Tier::Change => "🔹",
        Tier::Note => "💡",
        Tier::Accepted => "☑️",
        Tier::Skip | Tier::Pass => "▫️",
    }
}

fn message(finding: &Finding) -> String {
    let text = markdown(&cut(&finding.message, MESSAGE_CHARS_MAX));
    if text.is_empty() {
        "(no message)".to_owned()
    } else {
        text
    }
}

fn place(finding: &Finding) -> String {
    let mut parts = vec![code(&finding.id)];
    if let Some(about) = &finding.subject {
        let name = subject_name(about).map_or(String::new(), |name| format!(" {}", code(&cut(name, NAME_CHARS_MAX))));
        let pointer = finding
            .pointer
            .as_ref()
            .map_or(String::new(), |at| format!(" {}", code(&cut(at, NAME_CHARS_MAX))));
        let server = finding
            .server
            .as_ref()
            .filter(|_| about.kind != SubjectKind::Server)
            .map_or(String::new(), |server| {
                format!("{}: ", code(&cut(server, NAME_CHARS_MAX)))
            });
        let name = match &finding.server {
            Some(server) if about.kind == SubjectKind::Server => format!(" {}", code(&cut(server, NAME_CHARS_MAX))),
            _ => name,
        };
        parts.push(format!("{server}{}{name}{pointer}", about.kind.word()));
    }
    if let Some(at) = &finding.place {
        parts.push(code(&format!("{}:{}", cut(&at.file, NAME_CHARS_MAX), at.line)));
    }
    if let Some(change) = &finding.change {
        parts.push(format!("change {}", code(&cut(change, NAME_CHARS_MAX))));
    }
    parts.join(" · ")
}

/// A difference on the flow, as a quotation.
fn inline(segments: &[Segment<'_>]) -> String {
    let mut out = "  > ".to_owned();
    let (mut left, mut n_breaks) = (MARKDOWN_TEXT_CHARS_MAX, 0);
    for segment in segments {
        let (open, part, close) = match segment {
            Segment::Same(part) => ("", *part, ""),
            Segment::Elided => {
                out.push_str(if out.ends_with(' ') { "… " } else { " … " });
                continue;
            }
            Segment::Gone(part) => ("<del>", *part, "</del>"),
            Segment::New(part) => ("<ins>", *part, "</ins>"),
        };
        let (part, n_more) = Raw::from(part).cut(left);
        left = left.saturating_sub(part.chars_len());
        out.push_str(open);
        for (at, line) in part.lines().enumerate() {
            if at > 0 {
                n_breaks += 1;
                // A line feed that came or went is seen as well.
                out.push_str(if open.is_empty() { "" } else { "↵" });
                out.push_str(if n_breaks < MARKDOWN_LINES_PER_TEXT {
                    "<br>"
                } else {
                    " "
                });
            }
            let is_blank_change = !open.is_empty() && line.is_blank() && !line.is_empty();
            out.push_str(&if is_blank_change { blank(line) } else { edged(line) });
        }
        out.extend([&*more(n_more), close]);
        if left == 0 {
            break;
        }
    }
    out.push_str("\n\n");
    out
}

/// Escaped, with the spaces at its edges kept apart, since code spans touch words.
fn edged(part: Raw<'_>) -> String {
    let text = visible(part);
    let inner = markdown(text.trim_matches(' '));
    let edge = |is_space: bool| if is_space { " " } else { "" };
    format!(
        "{}{inner}{}",
        edge(text.starts_with(' ')),
        edge(!inner.is_empty() && text.ends_with(' '))
    )
}

/// White space that came or went, so that it is seen.
fn blank(part: Raw<'_>) -> String {
    code(&visible(part).replace(' ', "␠"))
}

/// Texts as a fenced diff inside a list item; a line of theirs is a line of ours.
fn fenced(sides: &[(char, &str)]) -> String {
    let mut lines = Vec::new();
    for (sign, side) in sides {
        let (text, n_more) = Raw::from(*side).cut(MARKDOWN_TEXT_CHARS_MAX);
        let all: Vec<_> = text.lines().collect();
        lines.extend(
            all.iter()
                .take(MARKDOWN_LINES_PER_TEXT)
                .map(|line| format!("  {sign} {}", visible(*line))),
        );
        if all.len() > MARKDOWN_LINES_PER_TEXT {
            lines.push(format!(
                "  {sign} … ({} more lines)",
                all.len() - MARKDOWN_LINES_PER_TEXT
            ));
        } else if n_more > 0 {
            lines.push(format!("  {sign}{}", more(n_more)));
        }
    }
    let text = lines.join("\n");
    let run_max = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(run_max.max(2) + 1);
    format!("  {fence}diff\n{text}\n  {fence}\n\n")
}
