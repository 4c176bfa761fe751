//! Reports: one run, many readers. Each format is a pure function of the [`Report`] and a [`Look`].
//!
//! What this module knows: formats and how their strictest readers want them. What it does not: rules, contracts, snapshots,
//! files. All that a format says is in the report, so `report --from report.json` gives the same bytes as the run that wrote
//! the file, for every format.
//!
//! **Why the rules are in the report.** SARIF lists every rule with its help, and HTML explains those that found something.
//! Handing a table of rules to `render` would keep the JSON smaller, but then a report made again with a later release would
//! mix old findings with new texts. So [`Report::rules`] carries one card a rule, after the results, where it is in nobody's
//! way; a report without cards (written by hand, or by an older release) still renders, with the ids alone.
//!
//! **Texts of the server.** A message may quote the server, and so may a name, a pointer, a value. No reporter prints
//! [`Untrusted`](mcpward_schemas::report::Untrusted) text but through [`escape`], each through the function of its medium, and
//! every excerpt is bounded ([`limits`]) and says how much is missing.

pub mod escape;

mod console;
mod excerpt;
mod format;
mod json;
mod limits;
mod look;
mod outline;
mod words;

use mcpward_schemas::report::Report;

pub use format::{Format, UnknownFormat};
pub use look::{Look, Verbosity};

/// The report in one format.
pub fn render(format: Format, report: &Report, look: &Look) -> Vec<u8> {
    match format {
        Format::Console => console::render(report, look),
        Format::Json => json::render(report),
        other => format!("the {other} report is still to come\n").into_bytes(),
    }
}
