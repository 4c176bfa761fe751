//! `run`: capture, then analyze, in one go.

use std::fs;

use anyhow::{Context as _, Result};
use mcpward_analyze::report::Format;
use mcpward_capture::Stop;

use super::analyze;
use crate::cli::{Out, ReportSpec, RunArgs};
use crate::config::Loaded;
use crate::exit::Exit;
use crate::output::{Terminal, note, visible};
use crate::timing::Timing;
use crate::{fleet, goldens, platform, recording, workspace};

/// Captures into a file (or into memory with `--no-keep`), reads it back as `analyze` would, and reports.
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
    let (bytes, interrupted, incomplete, stop) = if args.no_keep {
        let stop = Stop::new();
        platform::watch_signals(&stop).context("signals can't be watched")?;
        let captured = recording::record(&loaded, Vec::new(), &stop, terminal)?;
        let incomplete = recording::why_incomplete(&captured);
        (captured.out, captured.interrupted, incomplete, stop)
    } else {
        let (captured, stop) = recording::record_to(&args.snapshot, &loaded, terminal)?;
        let name = args.snapshot.display();
        let bytes = fs::read(&args.snapshot).with_context(|| format!("{name} can't be read"))?;
        (bytes, captured.interrupted, recording::why_incomplete(&captured), stop)
    };
    timing.part("capture");
    if let Some(signal) = interrupted {
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
    if let Some(reason) = incomplete.filter(|_| !has_console) {
        note(&format!("error: the capture is not complete: {}", visible(&reason)));
    }
    let snapshot = analyze::read(&args.snapshot, bytes.as_slice())?;
    timing.part("reading");
    let exit = analyze::report(
        vec![snapshot],
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
        snapshots,
        loaded,
        (&args.report, args.update_golden),
        specs,
        terminal,
        timing,
    )?;
    Ok(stop.signal().map_or(exit, Exit::Signal))
}
