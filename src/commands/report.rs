//! `report`: any format from a JSON report, byte for byte as `analyze` would have written it.

use std::fs;

use anyhow::{Context as _, Result, bail};
use mcpward_schemas::report::{Report, SCHEMA_VERSION};

use crate::cli::ReportCommandArgs;
use crate::exit::Exit;
use crate::output::{Terminal, is_broken_pipe, write_reports};

/// Reads, renders, and ends as the report says.
pub(crate) fn report(args: &ReportCommandArgs, terminal: &Terminal) -> Result<Exit> {
    let specs = args.report.specs(terminal.quiet)?;
    let name = args.from.display();
    let text = fs::read(&args.from).with_context(|| format!("{name} can't be read"))?;
    let version = serde_json::from_slice::<serde_json::Value>(&text)
        .with_context(|| format!("{name} is no JSON"))?
        .get("schemaVersion")
        .and_then(serde_json::Value::as_u64);
    match version {
        Some(version) if version == u64::from(SCHEMA_VERSION) => {}
        Some(version) => bail!("{name} is a report of schema version {version}; this release reads {SCHEMA_VERSION}"),
        None => bail!("{name} is no report: it has no `schemaVersion`; `mcpward analyze F --json` makes one"),
    }
    let report: Report = serde_json::from_slice(&text).with_context(|| format!("{name} is no report"))?;
    match write_reports(&specs, &report, &args.report.key(), terminal) {
        Err(error) if is_broken_pipe(&error) => {}
        written => written?,
    }
    crate::posting::post(&args.report, &report);
    Ok(Exit::of_report(report.verdict.exit_code))
}
