//! `explain`: one rule, for people.

use anyhow::{Result, bail};
use mcpward_analyze::rules;

use super::rules::needs;
use crate::cli::ExplainArgs;
use crate::exit::Exit;
use crate::output::print;
use crate::suggest;

/// The rule's own documentation, under a head with its facts.
pub(crate) fn explain(args: &ExplainArgs) -> Result<Exit> {
    let wanted = args.id.as_str();
    let Some(rule) = rules::all()
        .iter()
        .find(|rule| rule.id == wanted || rule.aliases.contains(&wanted))
    else {
        let ids = rules::all().iter().map(|rule| rule.id);
        bail!(
            "there is no rule {wanted:?}; `mcpward rules` lists them{}",
            suggest::hint(wanted, ids)
        );
    };
    let mut text = format!("{}: {}\n\n", rule.id, rule.title);
    text.push_str(&format!(
        "Level {} · confidence {} · since {}\n",
        rule.level.name(),
        rule.confidence,
        rule.since
    ));
    text.push_str(&format!("Needs: {}\n", needs(rule).join(", ")));
    if !rule.aliases.is_empty() {
        text.push_str(&format!("Earlier ids: {}\n", rule.aliases.join(", ")));
    }
    if let Some(spec) = rule.spec {
        text.push_str(&format!("Specification: {spec}\n"));
    }
    text.push_str(&format!("\n{}\n", rule.docs.trim()));
    print(text.as_bytes())?;
    Ok(Exit::Passed)
}
