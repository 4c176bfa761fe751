//! Rules as the readers of a report need them.

use std::sync::LazyLock;

use mcpward_schemas::report::{RuleCard, Severity};

use super::{RuleMeta, all};

/// The cards of all rules, by id; made once, ahead of time where there is any.
static CARDS: LazyLock<Vec<RuleCard>> = LazyLock::new(|| all().iter().map(card).collect());

/// The cards of all rules, by id.
pub(crate) fn cards() -> &'static [RuleCard] {
    &CARDS
}

fn card(rule: &RuleMeta) -> RuleCard {
    let (finds, rest) = sections(rule.docs);
    RuleCard {
        id: rule.id.to_owned(),
        title: rule.title.to_owned(),
        summary: first_sentence(finds),
        help: rest.trim().to_owned(),
        level: rule.severity,
        confidence: rule.confidence.to_owned(),
        security_severity: (rule.family() == "security").then(|| security_severity(rule.severity).to_owned()),
    }
}

/// The text under the first heading, and the sections after it.
fn sections(docs: &str) -> (&str, &str) {
    let body = docs.split_once('\n').map_or(docs, |(_, body)| body);
    body.split_once("\n## ")
        .map_or((body, ""), |(finds, _)| (finds, &body[finds.len() + 1..]))
}

/// Up to the first full stop that ends a sentence, on one line and without code marks.
fn first_sentence(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "");
    match line.find(". ") {
        Some(end) => line[..=end].to_owned(),
        None => line,
    }
}

/// The middle of the bands that readers of SARIF sort by: critical from 9.0, high from 7.0, medium from 4.0, low below.
fn security_severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "8.0",
        Severity::Warning => "5.5",
        Severity::Info => "2.0",
    }
}

#[cfg(test)]
mod tests {
    use super::cards;

    #[test]
    fn every_card_reads_alone() {
        for card in cards() {
            assert!(
                card.summary.ends_with('.') && !card.summary.contains('\n'),
                "{}: {}",
                card.id,
                card.summary
            );
            assert!(card.help.starts_with("## Why it matters"), "{}", card.id);
        }
    }
}
