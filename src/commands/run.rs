//! `run`: capture, then analyze, in one go.

use anyhow::Result;
use mcpward_analyze::report::Format;

use super::analyze::{self, Evidence};
use crate::cli::{Out, ReportSpec, RunArgs};
use crate::config::Loaded;
use crate::exit::Exit;
use crate::output::{Terminal, note, visible};
use crate::timing::Timing;
use crate::{fleet, goldens, recording, workspace};

/// Captures into a file (or into memory with `--no-keep`), has it as `analyze` would read it, and reports.
pub(crate) fn run(args: &RunArgs, terminal: &Terminal) -> Result<Exit> {
    let mut timing = Timing::new(terminal.timing);
    let specs = args.report.specs(terminal.quiet)?;
    if args.update_golden {
        goldens::refuse_in_ci()?;
    }
    let mut loaded = recording::configure_each(&args.target, &args.config)?;
    args.calls.apply(&mut loaded)?;
    loaded.masked.dry_run |= args.dry_run;
    timing.part("configuration");
    if loaded.servers().len() > 1 {
        return run_servers(args, loaded, &specs, terminal, &mut timing);
    }
    let stop = recording::stop_on_signal()?;
    let keep = (!args.no_keep).then_some(args.snapshot.as_path());
    let recorded = recording::record_and_keep(keep, &loaded, &stop, terminal)?;
    timing.part("capture");
    if let Some(signal) = recorded.interrupted {
        if args.no_keep {
            note("interrupted");
        } else {
            note(&format!(
                "interrupted; what was recorded until then is in {}",
                args.snapshot.display()
            ));
        }
        return Ok(Exit::Signal(signal));
    }
    // The console report says it itself.
    let has_console = specs
        .iter()
        .any(|spec| spec.format == Format::Console && spec.out == Out::Stdout);
    if let Some(reason) = recorded.incomplete.filter(|_| !has_console) {
        note(&format!("error: the capture is not complete: {}", visible(&reason)));
    }
    let snapshot = analyze::named(&args.snapshot, recorded.snapshot)?;
    let exit = analyze::report(
        Evidence {
            snapshots: vec![snapshot],
            ahead: recorded.ahead,
        },
        loaded,
        (&args.report, args.update_golden),
        &specs,
        terminal,
        &mut timing,
    )?;
    Ok(stop.signal().map_or(exit, Exit::Signal))
}

/// Captures several servers beside each other, and reports on all of them once.
fn run_servers(
    args: &RunArgs,
    loaded: Loaded,
    specs: &[ReportSpec],
    terminal: &Terminal,
    timing: &mut Timing,
) -> Result<Exit> {
    let folder = workspace::folder(&args.snapshot);
    let keep = (!args.no_keep).then_some(folder);
    let (recorded, stop) = fleet::record(&loaded, keep, args.jobs, terminal)?;
    timing.part("capture");
    if let Some(signal) = stop.signal() {
        note("interrupted");
        return Ok(Exit::Signal(signal));
    }
    let mut snapshots = Vec::with_capacity(recorded.len());
    for server in recorded {
        let path = workspace::of_server(folder, &server.name);
        snapshots.push(analyze::read(&path, server.bytes.as_slice())?);
    }
    timing.part("reading");
    let exit = analyze::report(
        snapshots.into(),
        loaded,
        (&args.report, args.update_golden),
        specs,
        terminal,
        timing,
    )?;
    Ok(stop.signal().map_or(exit, Exit::Signal))
}
