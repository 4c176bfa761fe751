//! The rules of a run.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_schemas::report::{Report, RuleCard, Severity};

use super::model::{Configuration, Help, Message, Rule, RuleProperties};
use crate::report::escape::visible;

/// The place of each rule in the list: all that the report has a card for, and those that have a result but no card.
pub(super) fn rule_index(report: &Report) -> BTreeMap<&str, usize> {
    let cards = report.rules.iter().map(|card| card.id.as_str());
    let ids: BTreeSet<_> = cards
        .chain(report.results.iter().map(|finding| finding.id.as_str()))
        .collect();
    ids.into_iter().enumerate().map(|(at, id)| (id, at)).collect()
}

/// The rules, in the order of [`rule_index`].
pub(super) fn rules<'a>(report: &'a Report, ids: &BTreeMap<&'a str, usize>) -> Vec<Rule<'a>> {
    let cards: BTreeMap<_, _> = report.rules.iter().map(|card| (card.id.as_str(), card)).collect();
    ids.keys()
        .map(|id| cards.get(id).map_or_else(|| bare(id), |card| rule(card)))
        .collect()
}

fn rule(card: &RuleCard) -> Rule<'_> {
    let text = |text: &str| Message {
        text: visible(text).into_owned(),
    };
    let (level, problem_severity) = match card.level {
        Severity::Error => ("error", "error"),
        Severity::Warning => ("warning", "warning"),
        Severity::Info => ("note", "recommendation"),
    };
    let precision = match card.confidence.as_str() {
        "high" => "high",
        "low" => "low",
        _ => "medium",
    };
    let family = family(&card.id);
    let mut tags = vec![family];
    let security_severity = card
        .security_severity
        .clone()
        .or_else(|| (family == "security").then(|| severity_of(card.level)));
    if security_severity.is_some() && family != "security" {
        tags.push("security");
    }
    Rule {
        id: &card.id,
        name: pascal(&card.id),
        short_description: text(&card.title),
        full_description: text(&card.summary),
        help: Help {
            text: plain(card),
            markdown: card.help.clone(),
        },
        default_configuration: Configuration { level },
        properties: RuleProperties {
            tags,
            precision,
            problem_severity,
            security_severity,
        },
    }
}

/// A rule without a card.
fn bare(id: &str) -> Rule<'_> {
    let text = || Message {
        text: visible(id).into_owned(),
    };
    let family = family(id);
    Rule {
        id,
        name: pascal(id),
        short_description: text(),
        full_description: text(),
        help: Help {
            text: text().text,
            markdown: format!("`mcpward explain {}`", visible(id).replace('`', "")),
        },
        default_configuration: Configuration { level: "warning" },
        properties: RuleProperties {
            tags: vec![family],
            precision: "medium",
            problem_severity: "warning",
            security_severity: (family == "security").then(|| severity_of(Severity::Warning)),
        },
    }
}

/// For rules about security that name no number: high, medium, low.
fn severity_of(level: Severity) -> String {
    match level {
        Severity::Error => "8.0",
        Severity::Warning => "5.5",
        Severity::Info => "2.0",
    }
    .to_owned()
}

fn family(id: &str) -> &str {
    id.split('/').next().unwrap_or_default()
}

/// `drift/description_changed` as `DriftDescriptionChanged`, which is how SARIF wants names.
fn pascal(id: &str) -> String {
    let words = id
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words
        .map(|word| format!("{}{}", word[..1].to_ascii_uppercase(), &word[1..]))
        .collect()
}

/// Help for readers without Markdown: the summary, and where the rest is.
fn plain(card: &RuleCard) -> String {
    format!(
        "{} Run `mcpward explain {}` for more.",
        visible(&card.summary),
        visible(&card.id)
    )
}
