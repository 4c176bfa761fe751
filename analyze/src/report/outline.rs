//! A report arranged for people: families, the worst first; in them findings by rule, failures first; skips by reason.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Finding, Inventory, Report, Severity, Status, Subject, SubjectKind, Untrusted, Verdict};

/// What a result is to a reader, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    /// Fails the run.
    Fail,
    /// Worth a look.
    Warn,
    /// A change against the lock that does not fail.
    Change,
    /// A hint.
    Note,
    /// Would count, but is accepted.
    Accepted,
    /// Not judged.
    Skip,
    /// Nothing found.
    Pass,
}

impl Tier {
    /// The tier of a result.
    pub(crate) fn of(finding: &Finding) -> Self {
        match finding.status {
            _ if finding.suppressed.is_some() => Self::Accepted,
            Status::Fail => Self::Fail,
            Status::Warn => Self::Warn,
            Status::Skip => Self::Skip,
            // What the change costs weighs like a change, and has no id, since it can't be accepted by itself.
            Status::Pass if finding.change.is_some() || finding.drift_severity.is_some() => Self::Change,
            Status::Pass if finding.severity == Severity::Info && !finding.message.is_empty() => Self::Note,
            Status::Pass => Self::Pass,
        }
    }
}

/// How many results of each tier.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts([usize; 7]);

impl Counts {
    /// How many of one tier.
    pub(crate) fn of(self, tier: Tier) -> usize {
        self.0[tier as usize]
    }

    fn add(&mut self, tier: Tier) {
        self.0[tier as usize] += 1;
    }

    /// `4 failed, 1 warning, 2 passed`; what there is none of is left out.
    pub(crate) fn text(self) -> String {
        let words = [
            (Tier::Fail, "failed", "failed"),
            (Tier::Warn, "warning", "warnings"),
            (Tier::Change, "change", "changes"),
            (Tier::Note, "note", "notes"),
            (Tier::Accepted, "accepted", "accepted"),
            (Tier::Skip, "skipped", "skipped"),
            (Tier::Pass, "passed", "passed"),
        ];
        let parts = words
            .into_iter()
            .filter(|&(tier, ..)| self.of(tier) > 0)
            .map(|(tier, one, many)| {
                let n = self.of(tier);
                format!("{n} {}", if n == 1 { one } else { many })
            });
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// The results of one family.
pub(crate) struct Family<'a> {
    /// Its name; from a report file, so not ours to trust.
    pub(crate) name: &'a str,
    /// Its results by tier.
    pub(crate) counts: Counts,
    /// Its findings by tier and rule, the worst first; without skips and plain passes.
    pub(crate) groups: Vec<Group<'a>>,
    /// Rules that passed, with how often.
    pub(crate) passed: BTreeMap<&'a str, usize>,
}

impl Family<'_> {
    /// Its worst tier.
    pub(crate) fn worst(&self) -> Tier {
        self.groups
            .first()
            .map_or(if self.passed.is_empty() { Tier::Skip } else { Tier::Pass }, |group| {
                group.tier
            })
    }
}

/// Findings of one rule in one tier, in report order.
pub(crate) struct Group<'a> {
    /// Their tier.
    pub(crate) tier: Tier,
    /// Their rule.
    pub(crate) id: &'a str,
    /// The findings.
    pub(crate) findings: Vec<&'a Finding>,
}

/// Skips for one reason.
pub(crate) struct Skips<'a> {
    /// The reason; a subject's own name in it is replaced by `…`.
    pub(crate) reason: String,
    /// Rules, each with how often.
    pub(crate) ids: BTreeMap<&'a str, usize>,
    /// How many in all.
    pub(crate) n_skips: usize,
}

/// A report arranged for people.
pub(crate) struct Outline<'a> {
    /// Families, the worst first.
    pub(crate) families: Vec<Family<'a>>,
    /// Skips by reason, the most frequent first.
    pub(crate) skips: Vec<Skips<'a>>,
}

/// Arranges a report.
pub(crate) fn outline(report: &Report) -> Outline<'_> {
    let mut families: BTreeMap<&str, Building<'_>> = BTreeMap::new();
    let mut skips: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    for finding in &report.results {
        let tier = Tier::of(finding);
        let family = families.entry(&finding.family).or_default();
        family.counts.add(tier);
        match tier {
            Tier::Skip => {
                *skips
                    .entry(reason(finding))
                    .or_default()
                    .entry(&finding.id)
                    .or_default() += 1
            }
            Tier::Pass => *family.passed.entry(&finding.id).or_default() += 1,
            _ => family.groups.entry((tier, &finding.id)).or_default().push(finding),
        }
    }
    let mut families: Vec<_> = families.into_iter().map(|(name, family)| family.built(name)).collect();
    families.sort_by_key(Family::worst);
    let mut skips: Vec<_> = skips
        .into_iter()
        .map(|(reason, ids)| Skips {
            reason,
            n_skips: ids.values().sum(),
            ids,
        })
        .collect();
    skips.sort_by_key(|skips| std::cmp::Reverse(skips.n_skips));
    Outline { families, skips }
}

#[derive(Default)]
struct Building<'a> {
    counts: Counts,
    groups: BTreeMap<(Tier, &'a str), Vec<&'a Finding>>,
    passed: BTreeMap<&'a str, usize>,
}

impl<'a> Building<'a> {
    fn built(self, name: &'a str) -> Family<'a> {
        let groups = self
            .groups
            .into_iter()
            .map(|((tier, id), findings)| Group { tier, id, findings });
        let mut groups: Vec<_> = groups.collect();
        groups.sort_by_key(|group| (group.tier, group.findings.iter().map(|finding| finding.severity).min()));
        Family {
            name,
            counts: self.counts,
            groups,
            passed: self.passed,
        }
    }
}

/// The reason of a skip, the same for all subjects: `tool "echo" is not read-only` folds with `tool "sum" is not read-only`.
fn reason(finding: &Finding) -> String {
    let message = finding.message.raw();
    match &finding.subject {
        Some(subject) if !subject.name.is_empty() => message.replace(&format!("\"{}\"", subject.name.raw()), "…"),
        _ => message.to_owned(),
    }
}

/// What a reader does next.
pub(crate) struct Next<'r> {
    /// The rule to have explained: that of the worst group.
    pub(crate) rule: &'r str,
    /// The first failing change, which may be intended.
    pub(crate) change: Option<&'r str>,
}

impl<'r> Next<'r> {
    /// `None` where nothing is worth a look.
    pub(crate) fn of(families: &[Family<'r>]) -> Option<Self> {
        let groups = || families.iter().flat_map(|family| &family.groups);
        let worst = groups().find(|group| group.tier <= Tier::Warn)?;
        let failing = groups().filter(|group| group.tier == Tier::Fail);
        let mut findings = failing.flat_map(|group| group.findings.iter().copied());
        Some(Self {
            rule: worst.id,
            change: findings.find_map(|finding| finding.change.as_deref()),
        })
    }
}

/// The name that tells a subject from others of its kind; a server needs none, there is one.
pub(crate) fn subject_name(subject: &Subject) -> Option<&Untrusted> {
    (subject.kind != SubjectKind::Server && !subject.name.is_empty()).then_some(&subject.name)
}

/// What is offered: tools always, the rest where there is any.
pub(crate) fn inventory(n: &Inventory) -> String {
    let mut parts = vec![count(n.tools, "tool", "tools")];
    let rest = [
        (n.prompts, "prompt", "prompts"),
        (n.resources, "resource", "resources"),
        (n.resource_templates, "resource template", "resource templates"),
    ];
    parts.extend(
        rest.into_iter()
            .filter(|&(n, ..)| n > 0)
            .map(|(n, one, many)| count(n, one, many)),
    );
    parts.join(", ")
}

/// What a report or a server comes to, in a word of ours.
pub(crate) fn verdict(verdict: &Verdict) -> &'static str {
    match verdict.exit_code {
        0 => "passed",
        1 => "failed",
        _ => "incomplete",
    }
}

/// `1 tool`, `2 tools`.
pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::report::Finding;
    use serde_json::json;

    use super::Tier;

    #[test]
    fn a_change_has_an_id_or_a_weight() {
        let mut row =
            json!({ "id": "drift/a", "family": "drift", "status": "pass", "severity": "info", "message": "more" });
        let tier = |row: &serde_json::Value| Tier::of(&serde_json::from_value::<Finding>(row.clone()).unwrap());
        assert_eq!(tier(&row), Tier::Note);
        row["driftSeverity"] = json!("low");
        assert_eq!(tier(&row), Tier::Change);
        row["change"] = json!("0123456789ab");
        assert_eq!(tier(&row), Tier::Change);
        row["status"] = json!("warn");
        assert_eq!(tier(&row), Tier::Warn);
    }
}
