//! What each of several servers comes to, for formats that people read.

use mcpward_schemas::report::{Inventory, Report, ServerInfo, ServerReport};

use super::limits::{MESSAGE_CHARS_MAX, NAME_CHARS_MAX};
use super::outline::{count, verdict};
use super::rows::cut;

/// One server.
pub(crate) struct Side<'a> {
    /// Its name in the run, visible and bounded, but not yet escaped.
    pub(crate) name: String,
    /// 0 passed, 1 failed, 2 not everything could be tested.
    pub(crate) rank: usize,
    /// What it comes to: `passed`, `2 failed, 1 warning`, or why not everything could be tested; not yet escaped.
    pub(crate) outcome: String,
    /// As it introduced itself.
    pub(crate) server: &'a ServerInfo,
    /// What it offers.
    pub(crate) inventory: &'a Inventory,
}

/// The servers of a report, those that need a look first; none where there is one.
pub(crate) fn sides(report: &Report) -> Vec<Side<'_>> {
    let mut sides: Vec<Side<'_>> = report.servers.iter().map(side).collect();
    sides.sort_by_key(|side| std::cmp::Reverse(side.rank));
    sides
}

fn side(server: &ServerReport) -> Side<'_> {
    let n = server.summary;
    let warnings = count(n.warnings, "warning", "warnings");
    let reason = server
        .verdict
        .reason
        .as_deref()
        .unwrap_or("the capture did not run to its end");
    let outcome = match (server.verdict.exit_code, n.warnings) {
        (2.., _) => format!("{}: {}", verdict(&server.verdict), cut(reason, MESSAGE_CHARS_MAX)),
        (1, 0) => format!("{} failed", n.failed),
        (1, _) => format!("{} failed, {warnings}", n.failed),
        (_, 0) => "passed".to_owned(),
        _ => format!("passed, {warnings}"),
    };
    Side {
        name: cut(&server.name, NAME_CHARS_MAX),
        rank: usize::from(server.verdict.exit_code.min(2)),
        outcome,
        server: &server.server,
        inventory: &server.inventory,
    }
}
