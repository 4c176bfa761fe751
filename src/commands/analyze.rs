//! `analyze`: snapshots into reports. No server, no network.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use mcpward_analyze::{Ahead, Inputs};
use mcpward_schemas::config::Config;
use mcpward_schemas::snapshot::{self, ReadLimits, Snapshot, SnapshotError};

use crate::attachment;
use crate::cli::{AnalyzeArgs, ReportArgs, ReportSpec};
use crate::client_profiles;
use crate::config::{Loaded, Request, load};
use crate::detectors;
use crate::exit::Exit;
use crate::goldens;
use crate::output::{Terminal, write_reports};
use crate::recording::{VERSION, environment};
use crate::timing::Timing;
use crate::workspace;

/// Reads, judges, writes.
pub(crate) fn analyze(args: &AnalyzeArgs, terminal: &Terminal) -> Result<Exit> {
    let mut timing = Timing::new(terminal.timing);
    let specs = args.report.specs(terminal.quiet)?;
    if args.update_golden {
        goldens::refuse_in_ci()?;
    }
    let mut loaded = load(&Request::offline(
        args.config.config.as_deref(),
        args.config.profile,
        &environment(),
    ))?;
    args.calls.apply(&mut loaded)?;
    timing.part("configuration");
    let files = files(args, &loaded);
    let mut snapshots = Vec::with_capacity(files.len());
    for path in &files {
        snapshots.push(open(path)?);
    }
    timing.part("reading");
    let reporting = (&args.report, args.update_golden);
    report(snapshots.into(), loaded, reporting, &specs, terminal, &mut timing)
}

/// The files that are named, else the last snapshot of the server, or of each of several.
fn files(args: &AnalyzeArgs, loaded: &Loaded) -> Vec<PathBuf> {
    let last = Path::new(workspace::LAST);
    let is_default = matches!(args.files.as_slice(), [only] if only == last);
    if !is_default || loaded.masked.server.is_some() || loaded.masked.servers.len() < 2 {
        return args.files.clone();
    }
    let of = |server: &String| workspace::of_server(workspace::folder(last), server);
    loaded.masked.servers.keys().map(of).collect()
}

/// What is judged.
pub(crate) struct Evidence {
    /// Snapshots with their names.
    pub(crate) snapshots: Vec<(String, Snapshot)>,
    /// What was found in them while they were made.
    pub(crate) ahead: Ahead,
}

impl From<Vec<(String, Snapshot)>> for Evidence {
    fn from(snapshots: Vec<(String, Snapshot)>) -> Self {
        Self {
            snapshots,
            ahead: Ahead::default(),
        }
    }
}

/// Judges snapshots and writes the reports, with `update_golden` the golden files too.
pub(crate) fn report(
    evidence: Evidence,
    mut loaded: Loaded,
    (args, update_golden): (&ReportArgs, bool),
    specs: &[ReportSpec],
    terminal: &Terminal,
    timing: &mut Timing,
) -> Result<Exit> {
    crate::locking::add_waivers(&mut loaded)?;
    let folder = crate::locking::folder(&loaded);
    let mut inputs = inputs(evidence.snapshots, &loaded, args.as_of.clone())?;
    inputs.ahead = Arc::new(evidence.ahead);
    let report = if update_golden {
        let old = inputs.goldens.clone();
        let (report, made) = mcpward_analyze::analyze_anew(&mut inputs);
        goldens::update(&made, &old, &folder)?;
        report
    } else {
        mcpward_analyze::analyze(&inputs)
    };
    timing.part("analysis");
    let exit = Exit::of_report(report.verdict.exit_code);
    match write_reports(specs, &report, &args.key(), terminal) {
        // The reader of stdout has seen enough; the verdict stands.
        Err(error) if crate::output::is_broken_pipe(&error) => {}
        written => written?,
    }
    crate::posting::post(args, &report);
    timing.part("reports");
    // The process ends here: what was read needs not be given back piece by piece.
    std::mem::forget((inputs, report));
    Ok(exit)
}

/// What an analysis depends on: snapshots, the configuration, and the files that it names.
fn inputs(snapshots: Vec<(String, Snapshot)>, loaded: &Loaded, as_of: Option<String>) -> Result<Inputs> {
    let mut inputs = inputs_without_lock(snapshots, loaded, as_of)?;
    if loaded.masked.checks.drift.is_some() {
        let servers = mcpward_analyze::servers::names(&inputs.snapshots, &loaded.masked);
        if servers.is_empty() {
            inputs.lock = crate::locking::read_lock(loaded)?;
        } else {
            inputs.locks = crate::locking::read_locks(loaded, &servers)?;
        }
    }
    Ok(inputs)
}

/// The same as if nothing had been pinned yet.
pub(super) fn inputs_without_lock(
    snapshots: Vec<(String, Snapshot)>,
    loaded: &Loaded,
    as_of: Option<String>,
) -> Result<Inputs> {
    let config = &loaded.masked;
    let folder = crate::locking::folder(loaded);
    let goldens = goldens::read(config, &folder)?;
    Ok(Inputs {
        snapshots,
        config: config.clone(),
        config_file: loaded.file.clone(),
        lock: None,
        locks: BTreeMap::new(),
        client_profiles: client_profiles::read(config, &folder)?,
        goldens: goldens.texts,
        goldens_unused: goldens.unused,
        latency_baseline: latency_baseline(config, &folder)?,
        detectors: detectors::read(config, &folder)?,
        places: loaded.places.clone(),
        as_of,
        version: VERSION.to_owned(),
        ahead: Arc::default(),
    })
}

/// The snapshot that `checks.latency.baseline` names.
fn latency_baseline(config: &Config, folder: &Path) -> Result<Option<(String, Snapshot)>> {
    let latency = config.checks.latency.as_ref();
    let name = latency.and_then(|latency| latency.baseline.as_deref());
    name.map(|name| open(&folder.join(name))).transpose()
}

/// A whole snapshot, with its file name.
pub(crate) fn open(path: &Path) -> Result<(String, Snapshot)> {
    read(path, file(path)?)
}

/// The file of a snapshot, open for reading, also one in a zip file.
pub(super) fn file(path: &Path) -> Result<BufReader<File>> {
    let name = path.display();
    match File::open(path) {
        Ok(_) if path.is_dir() => bail!("{name} is a folder, not a snapshot"),
        Ok(file) => Ok(BufReader::new(attachment::unpacked(file, path)?)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && path == Path::new(crate::workspace::LAST) => {
            bail!("there is no snapshot: {name} does not exist; `mcpward capture` or `mcpward run` makes one")
        }
        Err(error) => Err(error).with_context(|| format!("{name} can't be read")),
    }
}

/// Reads a whole snapshot; a damaged one is an error that says how far it was good.
pub(crate) fn read(path: &Path, bytes: impl Read) -> Result<(String, Snapshot)> {
    named(
        path,
        snapshot::read(bytes, &ReadLimits::default()).and_then(snapshot::Reading::whole),
    )
}

/// The same with what came of reading it.
pub(super) fn named(path: &Path, snapshot: Result<Snapshot, SnapshotError>) -> Result<(String, Snapshot)> {
    let snapshot = snapshot.with_context(|| path.display().to_string())?;
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    Ok((name, snapshot))
}
