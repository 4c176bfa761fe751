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
mod fingerprint;
mod format;
mod github;
mod gitlab;
mod habit;
mod hex;
mod html;
mod json;
mod junit;
mod limits;
mod look;
mod markdown;
mod nested;
mod outline;
mod place;
mod rows;
mod sarif;
mod sides;
mod words;

use mcpward_schemas::report::Report;

pub use format::{Format, UnknownFormat};
pub use look::{Look, Verbosity};

/// The report in one format.
pub fn render(format: Format, report: &Report, look: &Look) -> Vec<u8> {
    match format {
        Format::Console => console::render(report, look),
        Format::Json => json::render(report),
        Format::Junit => junit::render(report),
        Format::Github => github::render(report),
        Format::Gitlab => gitlab::render(report),
        Format::Sarif => sarif::render(report, look),
        Format::Markdown => markdown::summary(report),
        Format::PrComment => markdown::comment(report, look),
        Format::Html => html::render(report),
    }
}

/// The first line of a pull-request comment of ours, by which it is found again; it depends on [`Look::key`] alone.
pub fn comment_marker(look: &Look) -> String {
    markdown::marker(look)
}
