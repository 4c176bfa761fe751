//! The rules: judgement about a contract.

use mcpward_schemas::report::{Severity, Status, SubjectKind};

/// Version of the set of rules. It rises when a rule is added or judges otherwise.
pub const RULE_SET: &str = "1";

/// What is known of a rule besides its code.
#[derive(Debug, Clone, Copy)]
pub struct RuleMeta {
    /// `family/what-was-found`
    pub id: &'static str,
    /// One line for lists.
    pub title: &'static str,
    /// How much a finding matters.
    pub severity: Severity,
    /// Status of a finding under the default profile.
    pub level: Status,
    /// How sure a finding is: `high`, `medium` or `low`.
    pub confidence: &'static str,
    /// The release that brought it.
    pub since: &'static str,
    /// What it must have seen to judge, in words.
    pub needs: &'static str,
    /// What it looks at.
    pub subject: SubjectKind,
    /// Ids that it had in earlier releases.
    pub aliases: &'static [&'static str],
    /// Section of the specification, where it has one.
    pub spec: Option<&'static str>,
    /// Documentation in Markdown, with the headings of every rule.
    pub docs: &'static str,
}

/// All rules, sorted by id.
pub fn all() -> &'static [RuleMeta] {
    &[]
}
