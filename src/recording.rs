//! A live server onto disk: the plan of `analyze` drives the recorder of `capture`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use mcpward_analyze::Ahead;
use mcpward_analyze::plan::{Answer, Planner};
use mcpward_capture::{Answers, Captured, Limits, Options, Signal, Stop, capture};
use mcpward_schemas::config::Config;
use mcpward_schemas::snapshot::{ClientInfo, Environment, ReadLimits, Snapshot, SnapshotError};

use crate::alongside::ReadAhead;
use crate::cli::{ConfigArgs, TargetArgs};
use crate::config::{Loaded, Mode, Request, live_target, load};
use crate::output::Terminal;
use crate::progress::Progress;
use crate::{clock, platform, workspace};

/// Version of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Our environment, as far as it is text.
pub(crate) fn environment() -> BTreeMap<String, String> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

/// Reads the configuration for a command that reaches a server.
pub(crate) fn configure(target: &TargetArgs, config: &ConfigArgs) -> Result<Loaded> {
    configure_for(target, config, Mode::Live)
}

/// The same for a command that can reach several.
pub(crate) fn configure_each(target: &TargetArgs, config: &ConfigArgs) -> Result<Loaded> {
    configure_for(target, config, Mode::Each)
}

fn configure_for(target: &TargetArgs, config: &ConfigArgs, mode: Mode) -> Result<Loaded> {
    load(&Request {
        file: config.config.as_deref(),
        target: target.target()?,
        profile: config.profile,
        protocol: target.protocol.as_deref(),
        matrix: target.matrix,
        clients: &target.clients,
        mode,
        environment: &environment(),
    })
}

/// Records the server of a configuration.
///
/// # Errors
/// Only where there is no snapshot: what a server does wrong is in it.
pub(crate) fn record<W: Write + Send>(
    loaded: &Loaded,
    out: W,
    stop: &Stop,
    terminal: &Terminal,
) -> Result<Captured<W>> {
    record_as(loaded, &loaded.masked, out, stop, terminal)
}

/// Records by the plan of another configuration than the server's own.
///
/// # Errors
/// As for [`record`].
pub(crate) fn record_as<W: Write + Send>(
    loaded: &Loaded,
    plan: &Config,
    out: W,
    stop: &Stop,
    terminal: &Terminal,
) -> Result<Captured<W>> {
    record_with(&options(loaded)?, plan, out, stop, terminal, &mut |_| {})
}

/// The same, with each answer shown to `watch`.
fn record_with<W: Write + Send>(
    options: &Options,
    plan: &Config,
    out: W,
    stop: &Stop,
    terminal: &Terminal,
    watch: &mut dyn FnMut(Answer<'_>),
) -> Result<Captured<W>> {
    let mut planner = Planner::new(plan);
    let mut progress = Progress::new(terminal.progress);
    let captured = capture(
        options,
        out,
        &mut |last| {
            let answer = last.map(|last| Answer {
                step: last.step,
                outcome: last.outcome,
                answer: last.answer,
                unanswered: last.unanswered,
                notifications: last.notifications,
            });
            if let Some(answer) = answer {
                watch(answer);
            }
            let step = planner.next(answer);
            progress.step(&step);
            step
        },
        stop,
    );
    progress.clear();
    captured.map_err(|error| anyhow!(error))
}

fn options(loaded: &Loaded) -> Result<Options> {
    let config = &loaded.live;
    let server = config.server.as_ref().context("there is no server to capture")?;
    let client = &config.client;
    let mut limits = Limits::default();
    let is_recorders = |name: &str| !Planner::LIMITS.contains(&name);
    for (name, value) in config.limits.iter().filter(|(name, _)| is_recorders(name)) {
        limits.set(name, *value)?;
    }
    Ok(Options {
        target: live_target(server, loaded.folder.as_deref()),
        client: ClientInfo {
            name: client.name.clone().unwrap_or_else(|| "mcpward".to_owned()),
            version: client.version.clone().unwrap_or_else(|| VERSION.to_owned()),
        },
        capabilities: serde_json::Value::Object(client.capabilities.clone().unwrap_or_default()),
        answers: Answers {
            roots: client.roots.clone(),
            sampling: client.sampling.clone(),
            elicitation: client.elicitation.clone(),
        },
        timeouts: config.timeouts,
        limits,
        secrets: loaded.secrets.clone(),
        protocol: config.protocol.0.clone(),
        started_at: clock::now(),
        environment: Environment {
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            ci: environment_is_ci(),
        },
        sandbox: config.sandbox.clone(),
        helper: helper(),
        keeps: None,
        mcpward: VERSION.to_owned(),
    })
}

/// This program, as one that confines itself and then becomes the server.
fn helper() -> Vec<OsString> {
    let program = std::env::current_exe().ok().map(PathBuf::into_os_string);
    program
        .into_iter()
        .flat_map(|program| [program, OsString::from(crate::CHILD)])
        .collect()
}

/// Records into a file: into `FILE.partial` first, which takes its place when it is whole.
pub(crate) fn record_to(path: &Path, loaded: &Loaded, terminal: &Terminal) -> Result<(Captured<File>, Stop)> {
    let stop = stop_on_signal()?;
    let captured = record_into(path, loaded, &stop, terminal)?;
    Ok((captured, stop))
}

/// A handle that a signal to this process triggers.
pub(crate) fn stop_on_signal() -> Result<Stop> {
    let stop = Stop::new();
    platform::watch_signals(&stop).context("signals can't be watched")?;
    Ok(stop)
}

/// The bytes of a snapshot, and how its capture ended.
pub(crate) struct Recorded {
    pub(crate) bytes: Vec<u8>,
    pub(crate) interrupted: Option<Signal>,
    /// Why it is not complete, if it is not.
    pub(crate) incomplete: Option<String>,
}

/// Records into the file, or into memory where none is to be kept.
pub(crate) fn record_bytes(path: Option<&Path>, loaded: &Loaded, stop: &Stop, terminal: &Terminal) -> Result<Recorded> {
    let Some(path) = path else {
        let captured = record(loaded, Vec::new(), stop, terminal)?;
        return Ok(Recorded {
            interrupted: captured.interrupted,
            incomplete: why_incomplete(&captured),
            bytes: captured.out,
        });
    };
    let captured = record_into(path, loaded, stop, terminal)?;
    Ok(Recorded {
        bytes: fs::read(path).with_context(|| format!("{} can't be read", path.display()))?,
        interrupted: captured.interrupted,
        incomplete: why_incomplete(&captured),
    })
}

/// The same under a handle that ends it.
fn record_into(path: &Path, loaded: &Loaded, stop: &Stop, terminal: &Terminal) -> Result<Captured<File>> {
    in_file(path, |file| record(loaded, file, stop, terminal))
}

/// Records into a file that has another name until it is whole.
fn in_file<W>(path: &Path, record: impl FnOnce(File) -> Result<Captured<W>>) -> Result<Captured<W>> {
    let unwritable = || format!("{} can't be written", path.display());
    workspace::prepare(path).with_context(unwritable)?;
    let partial = partial(path);
    let file = File::create(&partial).with_context(unwritable)?;
    let captured = record(file).with_context(unwritable)?;
    fs::rename(&partial, path).with_context(unwritable)?;
    Ok(captured)
}

/// A recording that needs not be read back.
pub(crate) struct Kept {
    /// The snapshot, or why it can't be read.
    pub(crate) snapshot: Result<Snapshot, SnapshotError>,
    /// What was found in it already.
    pub(crate) ahead: Ahead,
    pub(crate) interrupted: Option<Signal>,
    /// Why it is not complete, if it is not.
    pub(crate) incomplete: Option<String>,
}

/// Records into the file, or nowhere, and reads texts meanwhile.
///
/// # Errors
/// As for [`record`].
pub(crate) fn record_and_keep(path: Option<&Path>, loaded: &Loaded, stop: &Stop, terminal: &Terminal) -> Result<Kept> {
    let lists = ReadAhead::start();
    let options = Options {
        keeps: Some(ReadLimits::default()),
        ..options(loaded)?
    };
    let plan = &loaded.masked;
    let watch = &mut |answer: Answer<'_>| lists.take(answer);
    match path {
        Some(path) => {
            let captured = in_file(path, |file| record_with(&options, plan, file, stop, terminal, watch))?;
            kept(captured, lists)
        }
        None => {
            let captured = record_with(&options, plan, io::sink(), stop, terminal, watch)?;
            kept(captured, lists)
        }
    }
}

fn kept<W>(mut captured: Captured<W>, lists: ReadAhead) -> Result<Kept> {
    let snapshot = captured.snapshot.take();
    Ok(Kept {
        snapshot: snapshot.context("the recorder kept nothing")?,
        ahead: lists.found(),
        interrupted: captured.interrupted,
        incomplete: why_incomplete(&captured),
    })
}

/// Why a capture is not complete, if it is not.
fn why_incomplete<W>(captured: &Captured<W>) -> Option<String> {
    let unknown = || "the plan did not run to its end".to_owned();
    (!captured.complete).then(|| captured.reason.clone().unwrap_or_else(unknown))
}

fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// Whether this runs in CI, by the variable that all CI systems set.
pub(crate) fn environment_is_ci() -> bool {
    std::env::var_os("CI").is_some()
}
