//! What this release does not have yet. What the configuration asks for is skipped in so many words; the rest is one line.

use mcpward_schemas::config::{Config, Sandbox};
use mcpward_schemas::report::{Finding, Severity, Status};

use super::sink;
use crate::analysis::Inputs;

/// Something to come: its name, the id of the row that stands for it, and whether the configuration asks for it.
struct ToCome {
    name: &'static str,
    row: &'static str,
    is_asked: fn(&Config) -> bool,
}

/// Take an entry out when it arrives.
const TO_COME: [ToCome; 1] = [ToCome {
    name: "sandbox",
    row: "capture/sandbox",
    is_asked: |config| config.sandbox != Sandbox::default(),
}];

/// Skips for what the configuration asks for, and the names of the others.
pub(crate) fn not_built(inputs: &Inputs) -> (Vec<Finding>, Vec<String>) {
    let (asked, others): (Vec<_>, Vec<_>) = TO_COME.iter().partition(|to_come| (to_come.is_asked)(&inputs.config));
    let names = others.into_iter().map(|to_come| to_come.name.to_owned());
    (asked.into_iter().map(skip).collect(), names.collect())
}

fn skip(to_come: &ToCome) -> Finding {
    let mut finding = sink::result(
        to_come.row,
        format!("this release does not have this yet: {}", to_come.name),
    );
    finding.status = Status::Skip;
    finding.severity = Severity::Info;
    finding
}
