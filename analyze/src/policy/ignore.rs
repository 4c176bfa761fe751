//! Findings that are known and accepted, each with its reason.

use mcpward_schemas::config::{Config, Ignore};
use mcpward_schemas::report::{Finding, Status, SubjectKind, Suppression, Untrusted};

use super::date::day;
use crate::rules::{self, IGNORE_EXPIRED, IGNORE_INVALID, IGNORE_UNUSED, Judged, Level, RuleMeta};

/// Shortest digest of a text that an entry may name, `sha256:` and 12 digits: fewer could be met by accident.
const HASH_CHARS_MIN: usize = "sha256:".len() + 12;

/// Marks what is accepted and gives findings about entries that are not used, not valid any more, or not readable.
pub(super) fn apply(config: &Config, judged: &mut [Judged], as_of: &str) -> Vec<Judged> {
    let mut about_entries = Vec::new();
    let ignores = config
        .ignore
        .iter()
        .enumerate()
        .map(|(idx, entry)| ("ignore", idx, entry));
    let waivers = config
        .waivers
        .iter()
        .enumerate()
        .map(|(idx, entry)| ("waiver", idx, entry));
    for (by, idx, entry) in ignores.chain(waivers) {
        let list = if by == "waiver" { "waivers" } else { by };
        let mut about = |rule: &'static RuleMeta, message: String| {
            let mut finding = rules::blank(rule, message);
            finding.confidence = Some(rule.confidence.to_owned());
            finding.location = Some(Untrusted::new(format!("{list}[{idx}]")));
            finding.pointer = Some(Untrusted::new(format!("/{list}/{idx}")));
            about_entries.push(Judged {
                finding,
                level: Some(Level::Warn),
                rule,
                is_gap: false,
                drift: None,
            });
        };
        if let Some(why) = why_invalid(entry) {
            about(
                &IGNORE_INVALID,
                format!("the entry for {} does not count: {why}", entry.rule),
            );
            continue;
        }
        let expired = entry
            .expires
            .as_deref()
            .and_then(day)
            .zip(day(as_of))
            .is_some_and(|(last, now)| last < now);
        let mut n_used = 0;
        for judged in judged.iter_mut().filter(|judged| fits(entry, judged)) {
            n_used += 1;
            if !expired {
                accept(&mut judged.finding, entry, by);
            }
        }
        if expired {
            let last = entry.expires.as_deref().unwrap_or_default();
            let would = if n_used == 1 {
                "1 finding".to_owned()
            } else {
                format!("{n_used} findings")
            };
            about(
                &IGNORE_EXPIRED,
                format!(
                    "the entry for {} held until {last}; it would excuse {would}",
                    entry.rule
                ),
            );
        } else if n_used == 0 {
            about(&IGNORE_UNUSED, format!("the entry for {} fits no finding", entry.rule));
        }
    }
    about_entries
}

fn accept(finding: &mut Finding, entry: &Ignore, by: &str) {
    finding.status = Status::Pass;
    finding.suppressed = Some(Suppression {
        by: by.to_owned(),
        reason: entry.reason.clone(),
        expires: entry.expires.clone(),
    });
}

fn why_invalid(entry: &Ignore) -> Option<String> {
    if entry.reason.trim().is_empty() {
        return Some("it gives no reason".to_owned());
    }
    if let Some(expires) = entry.expires.as_deref().filter(|expires| day(expires) != Some(expires)) {
        return Some(format!("{expires:?} is no date of the form YYYY-MM-DD"));
    }
    let known = match entry.rule.strip_suffix("/*") {
        Some(family) => rules::all().iter().any(|rule| rule.family() == family),
        None => rules::find(&entry.rule).is_some(),
    };
    (!known).then(|| "there is no such rule".to_owned())
}

/// Whether an entry fits a finding that counts and is not excused yet.
fn fits(entry: &Ignore, judged: &Judged) -> bool {
    let finding = &judged.finding;
    let counts = matches!(finding.status, Status::Fail | Status::Warn) && finding.suppressed.is_none();
    counts && fits_rule(entry, judged.rule) && fits_place(entry, finding)
}

fn fits_rule(entry: &Ignore, rule: &RuleMeta) -> bool {
    match entry.rule.strip_suffix("/*") {
        Some(family) => rule.family() == family,
        None => rule.id == entry.rule || rule.aliases.contains(&entry.rule.as_str()),
    }
}

fn fits_place(entry: &Ignore, finding: &Finding) -> bool {
    let subject = finding.subject.as_ref();
    let is_tool = |name: &str| subject.is_some_and(|own| own.kind == SubjectKind::Tool && own.name.raw() == name);
    let is_at = |at: &str| finding.pointer.as_ref().is_some_and(|own| own.raw() == at);
    let is_text = |hash: &str| {
        hash.len() >= HASH_CHARS_MIN && finding.text_hash.as_deref().is_some_and(|own| own.starts_with(hash))
    };
    let is_server = |name: &str| finding.server.as_deref() == Some(name);
    let is_change = |id: &str| finding.change.as_deref() == Some(id);
    entry.server.as_deref().is_none_or(is_server)
        && entry.change.as_deref().is_none_or(is_change)
        && entry.tool.as_deref().is_none_or(is_tool)
        && entry.at.as_deref().is_none_or(is_at)
        && entry.text_hash.as_deref().is_none_or(is_text)
}
