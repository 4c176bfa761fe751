//! Several live servers onto disk: so many at a time, and none waits for one that hangs.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;
use mcpward_capture::Stop;

use crate::config::Loaded;
use crate::output::Terminal;
use crate::progress::Progress;
use crate::{recording, workspace};

/// Servers that are captured at a time: most of a capture is waiting, and launchers share one download cache and one disk.
pub(crate) const JOBS: usize = 4;

/// Most that may be asked for: each is a process with its children.
pub(crate) const JOBS_MAX: usize = 64;

/// One server, recorded.
pub(crate) struct Recorded {
    /// Its name in the configuration.
    pub(crate) name: String,
    /// The snapshot.
    pub(crate) bytes: Vec<u8>,
    /// Why it is not complete, if it is not.
    pub(crate) incomplete: Option<String>,
}

/// Records every server of a configuration, in the order of their names, into the folder or into memory. What a server does
/// wrong is in its snapshot, and each has its own deadlines, so that one never stops the others.
///
/// # Errors
/// Only where there is no snapshot of a server; the others are recorded all the same.
pub(crate) fn record(
    loaded: &Loaded,
    folder: Option<&Path>,
    jobs: usize,
    terminal: &Terminal,
) -> Result<(Vec<Recorded>, Stop)> {
    let stop = recording::stop_on_signal()?;
    let names = loaded.servers();
    let next = AtomicUsize::new(0);
    let progress = Mutex::new((Progress::new(terminal.progress), 0));
    // Many lines of progress would draw over each other; one counts the servers.
    let quiet = Terminal {
        progress: false,
        ..terminal.clone()
    };
    let work = || {
        let mut recorded = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(name) = names.get(at).filter(|_| stop.signal().is_none()) else {
                return recorded;
            };
            recorded.push((at, one(loaded, name, folder, &stop, &quiet)));
            // A poisoned lock would only spoil the line of progress.
            if let Ok(mut progress) = progress.lock() {
                progress.1 += 1;
                let n_done = progress.1;
                progress.0.servers(n_done, names.len());
            }
        }
    };
    let mut recorded: Vec<(usize, Result<Recorded>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.min(names.len())).map(|_| scope.spawn(work)).collect();
        let all = workers
            .into_iter()
            .map(|worker| worker.join().expect("a capture does not panic"));
        all.flatten().collect()
    });
    if let Ok(mut progress) = progress.lock() {
        progress.0.clear();
    }
    recorded.sort_by_key(|(at, _)| *at);
    let recorded: Result<Vec<Recorded>> = recorded.into_iter().map(|(_, recorded)| recorded).collect();
    Ok((recorded?, stop))
}

fn one(loaded: &Loaded, name: &str, folder: Option<&Path>, stop: &Stop, terminal: &Terminal) -> Result<Recorded> {
    let own = loaded.of_server(name);
    let path = folder.map(|folder| workspace::of_server(folder, name));
    let recorded = recording::record_bytes(path.as_deref(), &own, stop, terminal)?;
    Ok(Recorded {
        name: name.to_owned(),
        bytes: recorded.bytes,
        incomplete: recorded.incomplete,
    })
}
