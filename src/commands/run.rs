//! `run`: capture, then analyze, in one go.

use std::fs;

use anyhow::{Context as _, Result};
use mcpward_capture::Stop;

use super::analyze;
use crate::cli::RunArgs;
use crate::exit::Exit;
use crate::output::{Terminal, note};
use crate::timing::Timing;
use crate::{platform, recording};

/// Captures into a file (or into memory with `--no-keep`), reads it back as `analyze` would, and reports.
pub(crate) fn run(args: &RunArgs, terminal: &Terminal) -> Result<Exit> {
    let mut timing = Timing::new(terminal.timing);
    let specs = args.report.specs(terminal.quiet)?;
    let loaded = recording::configure(&args.target, &args.config)?;
    timing.part("configuration");
    let (bytes, interrupted, stop) = if args.no_keep {
        let stop = Stop::new();
        platform::watch_signals(&stop).context("signals can't be watched")?;
        let captured = recording::record(&loaded, Vec::new(), &stop, terminal)?;
        (captured.out, captured.interrupted, stop)
    } else {
        let (captured, stop) = recording::record_to(&args.snapshot, &loaded, terminal)?;
        let name = args.snapshot.display();
        (
            fs::read(&args.snapshot).with_context(|| format!("{name} can't be read"))?,
            captured.interrupted,
            stop,
        )
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
    let snapshot = analyze::read(&args.snapshot, bytes.as_slice())?;
    timing.part("reading");
    let exit = analyze::report(
        vec![snapshot],
        loaded.masked,
        loaded.file,
        &args.report,
        &specs,
        terminal,
        &mut timing,
    )?;
    Ok(stop.signal().map_or(exit, Exit::Signal))
}
