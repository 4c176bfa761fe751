//! `replay`: a snapshot as a server.

use std::io::{self, BufReader};
use std::net::TcpListener;

use anyhow::{Context as _, Result};
use mcpward_capture::replay::{Replay, Timing};

use crate::cli::ReplayArgs;
use crate::exit::Exit;
use crate::output::note;
use crate::recording;

/// Serves until the client is done, or until a signal.
pub(crate) fn replay(args: &ReplayArgs) -> Result<Exit> {
    let (_, snapshot) = super::analyze::open(&args.file)?;
    let replay = Replay::new(&snapshot);
    let timing = match args.recorded_timing {
        true => Timing::AsRecorded,
        false => Timing::AtOnce,
    };
    let Some(address) = &args.http else {
        let code = replay
            .serve(BufReader::new(io::stdin()), io::stdout(), io::stderr(), timing)
            .context("the client can't be served")?;
        return Ok(if code == 0 { Exit::Passed } else { Exit::Failed });
    };
    let listener = TcpListener::bind(address).with_context(|| format!("{address} can't be listened at"))?;
    let stop = recording::stop_on_signal()?;
    note(&format!(
        "replaying at http://{}/mcp; Ctrl-C ends it",
        listener.local_addr()?
    ));
    replay
        .serve_http(&listener, timing, &stop)
        .context("the client can't be served")?;
    Ok(stop.signal().map_or(Exit::Passed, Exit::Signal))
}
