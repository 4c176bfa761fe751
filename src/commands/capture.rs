//! `capture`: a live server into a snapshot.

use anyhow::Result;

use crate::cli::CaptureArgs;
use crate::config::Loaded;
use crate::exit::Exit;
use crate::output::{Terminal, note, visible};
use crate::timing::Timing;
use crate::{fleet, recording, workspace};

/// Records, and says on stderr why a capture is not complete.
pub(crate) fn capture(args: &CaptureArgs, terminal: &Terminal) -> Result<Exit> {
    let mut timing = Timing::new(terminal.timing);
    let mut loaded = recording::configure_each(&args.target, &args.config)?;
    args.calls.apply(&mut loaded)?;
    loaded.masked.dry_run |= args.dry_run;
    timing.part("configuration");
    if loaded.servers().len() > 1 {
        return capture_servers(args, &loaded, terminal);
    }
    let (captured, _) = recording::record_to(&args.out, &loaded, terminal)?;
    timing.part("capture");
    let kept = args.out.display();
    if let Some(signal) = captured.interrupted {
        note(&format!("interrupted; what was recorded until then is in {kept}"));
        return Ok(Exit::Signal(signal));
    }
    if !captured.complete {
        let reason = captured.reason.as_deref().unwrap_or("the plan did not run to its end");
        note(&format!("error: the capture is not complete: {}", visible(reason)));
        note(&format!(
            "what was recorded is in {kept}; `mcpward inspect {kept}` shows it"
        ));
        return Ok(Exit::Incomplete);
    }
    if terminal.progress {
        note(&format!("wrote {kept}"));
    }
    Ok(Exit::Passed)
}

/// Records several servers, each into a file of its own.
fn capture_servers(args: &CaptureArgs, loaded: &Loaded, terminal: &Terminal) -> Result<Exit> {
    let folder = workspace::folder(&args.out);
    let (recorded, stop) = fleet::record(loaded, Some(folder), args.jobs, terminal)?;
    if let Some(signal) = stop.signal() {
        note(&format!(
            "interrupted; what was recorded until then is in {}",
            folder.display()
        ));
        return Ok(Exit::Signal(signal));
    }
    let mut exit = Exit::Passed;
    for server in recorded {
        if let Some(reason) = server.incomplete {
            let name = &server.name;
            note(&format!(
                "error: the capture of {name} is not complete: {}",
                visible(&reason)
            ));
            exit = Exit::Incomplete;
        }
    }
    if terminal.progress {
        note(&format!("wrote the snapshots into {}", folder.display()));
    }
    Ok(exit)
}
