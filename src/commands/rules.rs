//! `rules`: the list of rules.

use anyhow::{Result, bail};
use mcpward_analyze::rules::{self, RuleMeta};
use serde_json::json;

use crate::cli::RulesArgs;
use crate::exit::Exit;
use crate::output::print;
use crate::suggest;

/// One line a rule, or JSON.
pub(crate) fn rules(args: &RulesArgs) -> Result<Exit> {
    let mut families = rules::all().iter().map(RuleMeta::family).collect::<Vec<_>>();
    families.dedup();
    if let Some(wanted) = args.family.as_deref().filter(|wanted| !families.contains(wanted)) {
        let hint = suggest::hint(wanted, families.clone());
        bail!(
            "there is no family {wanted:?}; it is one of: {}{hint}",
            families.join(", ")
        );
    }
    let chosen = rules::all()
        .iter()
        .filter(|rule| args.family.as_deref().is_none_or(|wanted| rule.family() == wanted));
    let text = if args.json {
        let list = chosen.map(|rule| {
            json!({
                "id": rule.id, "title": rule.title, "severity": rule.severity, "level": rule.level.name(),
                "confidence": rule.confidence, "since": rule.since, "needs": needs(rule), "subjects": rule.subjects,
                "aliases": rule.aliases, "spec": rule.spec,
            })
        });
        let list = serde_json::Value::Array(list.collect());
        format!("{}\n", serde_json::to_string_pretty(&list)?)
    } else {
        let width = rules::all().iter().map(|rule| rule.id.len()).max().unwrap_or_default();
        let line = |rule: &RuleMeta| format!("{:<width$}  {:<4}  {}\n", rule.id, rule.level.name(), rule.title);
        chosen.map(line).collect::<String>()
    };
    print(text.as_bytes())?;
    Ok(Exit::Passed)
}

/// What a rule must have seen, in words.
pub(super) fn needs(rule: &RuleMeta) -> Vec<String> {
    rule.needs.iter().map(|needs| needs.describe()).collect()
}
