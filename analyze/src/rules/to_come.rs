//! Families that this release does not have yet. What the configuration names is skipped in so many words; the rest is one line.

use mcpward_schemas::config::Config;
use mcpward_schemas::report::{Finding, Severity, Status};

use super::sink;
use crate::analysis::Inputs;

/// A family to come: its name, the id of the row that stands for it, and whether the configuration names it.
struct Family {
    name: &'static str,
    row: &'static str,
    is_named: fn(&Config) -> bool,
    /// Its key under `checks`, for families that are on by default: then only the text of the configuration tells.
    key: Option<&'static str>,
}

/// Take an entry out when its family arrives.
const FAMILIES: [Family; 2] = [
    Family {
        name: "clients",
        row: "clients/summary",
        is_named: |config| config.checks.clients.is_some(),
        key: None,
    },
    Family {
        name: "drift",
        row: "drift/summary",
        is_named: |config| config.checks.drift.is_some(),
        key: None,
    },
];

/// Skips for the families that the configuration names, and the names of the others.
pub(crate) fn not_built(inputs: &Inputs) -> (Vec<Finding>, Vec<String>) {
    let (mut skips, mut others) = (Vec::new(), Vec::new());
    for family in FAMILIES.iter().filter(|family| !is_off(&inputs.config, family.name)) {
        let written = |key| inputs.config_file.as_ref().is_some_and(|file| has_key(&file.text, key));
        if family.key.is_some_and(written) || (family.is_named)(&inputs.config) {
            skips.push(skip(family));
        } else {
            others.push(family.name.to_owned());
        }
    }
    (skips, others)
}

fn is_off(config: &Config, family: &str) -> bool {
    match family {
        "collision" => !config.checks.collision.enabled,
        "security" => !config.checks.security,
        _ => false,
    }
}

/// Whether a line of the YAML text begins with that key. A key of the same name elsewhere only makes the report more careful.
fn has_key(text: &str, key: &str) -> bool {
    let is_key = |line: &str| {
        line.trim_start()
            .strip_prefix(key)
            .is_some_and(|rest| rest.trim_start().starts_with(':'))
    };
    text.lines().any(is_key)
}

fn skip(family: &Family) -> Finding {
    let mut finding = sink::result(
        family.row,
        format!("this release does not have the check {} yet", family.name),
    );
    finding.status = Status::Skip;
    finding.severity = Severity::Info;
    finding
}
