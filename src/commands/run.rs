//! `run`: capture, then analyze, in one go.

use std::fs;

use anyhow::{Context as _, Result};
use mcpward_analyze::report::Format;
use mcpward_capture::{Captured, Stop};

use super::analyze;
use crate::cli::{Out, RunArgs};
use crate::exit::Exit;
use crate::output::{Terminal, note, visible};
use crate::timing::Timing;
use crate::{goldens, platform, recording};

/// Captures into a file (or into memory with `--no-keep`), reads it back as `analyze` would, and reports.
pub(crate) fn run(args: &RunArgs, terminal: &Terminal) -> Result<Exit> {
    let mut timing = Timing::new(terminal.timing);
    let specs = args.report.specs(terminal.quiet)?;
    if args.update_golden {
        goldens::refuse_in_ci()?;
    }
    let mut loaded = recording::configure(&args.target, &args.config)?;
    args.calls.apply(&mut loaded)?;
    loaded.masked.dry_run |= args.dry_run;
    timing.part("configuration");
    let (bytes, interrupted, incomplete, stop) = if args.no_keep {
        let stop = Stop::new();
        platform::watch_signals(&stop).context("signals can't be watched")?;
        let captured = recording::record(&loaded, Vec::new(), &stop, terminal)?;
        let incomplete = reason(&captured);
        (captured.out, captured.interrupted, incomplete, stop)
    } else {
        let (captured, stop) = recording::record_to(&args.snapshot, &loaded, terminal)?;
        let name = args.snapshot.display();
        let bytes = fs::read(&args.snapshot).with_context(|| format!("{name} can't be read"))?;
        (bytes, captured.interrupted, reason(&captured), stop)
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

/// Why a capture is not complete, if it is not.
fn reason<W>(captured: &Captured<W>) -> Option<String> {
    let unknown = || "the plan did not run to its end".to_owned();
    (!captured.complete).then(|| captured.reason.clone().unwrap_or_else(unknown))
}
