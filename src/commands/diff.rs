//! `diff`: what changed between two contracts, and nothing else.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use mcpward_analyze::{Inputs, SourceFile, Trusted, analyze_drift, contract_of, read_lock};
use mcpward_schemas::config::Config;
use mcpward_schemas::lockfile::LockFile;
use mcpward_schemas::report::{Finding, Report, Status};
use mcpward_schemas::snapshot::Snapshot;

use super::analyze;
use crate::cli::DiffArgs;
use crate::config::{Loaded, Mode, Request, Target, load};
use crate::exit::Exit;
use crate::output::{Terminal, is_broken_pipe, note, write_reports};
use crate::recording::{self, VERSION, environment};
use crate::sides::{Side, side};
use crate::timing::Timing;
use crate::{detectors, locking, semver, unstable};

/// Compares, reports.
pub(crate) fn diff(args: &DiffArgs, terminal: &Terminal) -> Result<Exit> {
    let mut timing = Timing::new(terminal.timing);
    let specs = args.report.specs(terminal.quiet)?;
    let mut loaded = configure(args, Target::Config { server: None }, Mode::Offline)?;
    locking::add_waivers(&mut loaded)?;
    let (lock_path, lock_name) = locking::lock_path(&loaded);
    timing.part("configuration");
    let headers = crate::cli::headers(&args.headers)?;
    let mut sides = read_sides(&args.sides, &headers, &lock_path)?;
    if !args.command.is_empty() {
        if sides.len() == 2 {
            bail!("two sides and a command are one too many");
        }
        let (words, env, inherit_env) = (args.command.clone(), BTreeMap::new(), Vec::new());
        sides.push(Side::Live(Target::Command {
            words,
            env,
            inherit_env,
            cwd: None,
        }));
    }
    let (old, new) = pair(sides);
    let old = match old {
        Some(side) => Some(old_side(args, side, terminal)?),
        None => locking::read_text(&lock_path, &lock_name)?.map(Old::Lock),
    };
    // Without a lock file there is nothing to compare with, and the server need not be asked.
    let new = match (&old, new) {
        (None, _) => None,
        (_, Some(side)) => Some(side),
        (_, None) => Some(Side::Live(Target::Config { server: None })),
    };
    timing.part("trusted side");
    let mut inputs = inputs(&loaded, args)?;
    // `accept` takes the snapshot that is kept into the lock file: it has to be one that was compared with it.
    let keep = matches!(old, Some(Old::Lock(_))).then_some(args.snapshot.as_path());
    let mut other: Option<LockFile> = None;
    let mut asked = None;
    match new {
        Some(Side::Recorded(recorded)) => inputs.snapshots.push(*recorded),
        Some(Side::Lock(file)) => {
            other = Some(read_lock(&file.text).with_context(|| file.name.clone())?);
        }
        Some(Side::Live(target)) => match live(args, target.clone(), keep, terminal)? {
            Recorded::Whole(recorded) => {
                inputs.snapshots.push(*recorded);
                asked = Some(target);
            }
            Recorded::Ended(exit) => return Ok(exit),
        },
        None => {}
    }
    timing.part("newer side");
    let mut report = judge(&mut inputs, old.as_ref(), other.as_ref(), &lock_name);
    timing.part("analysis");
    if let Some(target) = asked.filter(|_| !args.once && has_failing_change(&report)) {
        let all_gone = lost_all_tools(&report);
        let second = match live(args, target, keep.filter(|_| all_gone), terminal)? {
            Recorded::Whole(recorded) => *recorded,
            Recorded::Ended(exit) => return Ok(exit),
        };
        if all_gone {
            inputs.snapshots = vec![second];
            report = judge(&mut inputs, old.as_ref(), other.as_ref(), &lock_name);
            note(match lost_all_tools(&report) {
                true => "a second start has no tools either",
                false => "warning: the first start had no tools; the second has, and is what is compared",
            });
        } else if let Some((_, first)) = inputs.snapshots.first() {
            unstable::say(&unstable::between(&inputs.config, first, &second.1));
        }
        timing.part("second start");
    }
    match write_reports(&specs, &report, &args.report.key(), terminal) {
        Err(error) if is_broken_pipe(&error) => {}
        written => written?,
    }
    crate::posting::post(&args.report, &report);
    if args.semver {
        note(&semver::advice(&report));
    }
    timing.part("reports");
    Ok(Exit::of_report(report.verdict.exit_code))
}

/// The trusted side, read.
enum Old {
    Lock(SourceFile),
    Contract(String, Box<LockFile>),
}

fn inputs(loaded: &Loaded, args: &DiffArgs) -> Result<Inputs> {
    Ok(Inputs {
        snapshots: Vec::new(),
        config: locking::with_drift(&loaded.masked),
        config_file: loaded.file.clone(),
        lock: None,
        locks: BTreeMap::new(),
        goldens: BTreeMap::new(),
        goldens_unused: Vec::new(),
        latency_baseline: None,
        client_profiles: Vec::new(),
        detectors: detectors::read(&loaded.masked, &locking::folder(loaded))?,
        places: loaded.places.clone(),
        as_of: args.report.as_of.clone(),
        version: VERSION.to_owned(),
        ahead: std::sync::Arc::default(),
    })
}

fn judge(inputs: &mut Inputs, old: Option<&Old>, other: Option<&LockFile>, lock_name: &str) -> Report {
    inputs.lock = match old {
        Some(Old::Lock(file)) => Some(file.clone()),
        _ => None,
    };
    let trusted = match old {
        Some(Old::Lock(file)) => Trusted::Text(file),
        Some(Old::Contract(name, lock)) => Trusted::Contract(name, lock),
        None => Trusted::Missing(lock_name),
    };
    analyze_drift(inputs, trusted, other)
}

/// Whether a change fails: then the server is started again, since some differ from start to start.
fn has_failing_change(report: &Report) -> bool {
    let is_failing = |finding: &Finding| finding.change.is_some() && finding.status == Status::Fail;
    report.results.iter().any(is_failing)
}

fn lost_all_tools(report: &Report) -> bool {
    report
        .results
        .iter()
        .any(|finding| finding.id == "drift/all-tools-removed" && finding.change.is_some())
}

/// Reads what was named, each on a thread of its own: reading large snapshots is most of the work.
fn read_sides(texts: &[String], headers: &BTreeMap<String, String>, lock: &Path) -> Result<Vec<Side>> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = texts
            .iter()
            .map(|text| scope.spawn(move || side(text, headers, lock)))
            .collect();
        let read = threads.into_iter().map(|thread| match thread.join() {
            Ok(side) => side,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        read.collect()
    })
}

/// Old and new of what was named: one side alone is the newer one, unless it is a lock file.
fn pair(sides: Vec<Side>) -> (Option<Side>, Option<Side>) {
    let mut sides = sides.into_iter();
    match (sides.next(), sides.next()) {
        (Some(old), Some(new)) => (Some(old), Some(new)),
        (Some(Side::Lock(file)), None) => (Some(Side::Lock(file)), None),
        (one, _) => (None, one),
    }
}

fn configure(args: &DiffArgs, target: Target, mode: Mode) -> Result<Loaded> {
    load(&Request {
        target,
        protocol: args.protocol.as_deref(),
        mode,
        ..Request::offline(args.config.config.as_deref(), args.config.profile, &environment())
    })
}

fn old_side(args: &DiffArgs, side: Side, terminal: &Terminal) -> Result<Old> {
    let contract = |recorded: &(String, Snapshot), config: &Config, name: String| -> Result<Old> {
        let (_, snapshot) = recorded;
        if !snapshot.footer.complete {
            let reason = snapshot
                .footer
                .reason
                .as_deref()
                .unwrap_or("the plan did not run to its end");
            bail!("{name} is no whole capture: {reason}");
        }
        let lock = contract_of(snapshot, config)
            .with_context(|| format!("{name} holds no contract: the server did not agree to speak"))?;
        Ok(Old::Contract(name, Box::new(lock)))
    };
    match side {
        Side::Lock(file) => Ok(Old::Lock(file)),
        Side::Recorded(recorded) => {
            let loaded = configure(args, Target::Config { server: None }, Mode::Offline)?;
            let name = recorded.0.clone();
            contract(&recorded, &loaded.masked, name)
        }
        Side::Live(target) => {
            let name = match &target {
                Target::Url { url, .. } => url.clone(),
                Target::Command { words, .. } => words.join(" "),
                Target::Config { .. } | Target::McpJson { .. } => "the server".to_owned(),
            };
            let loaded = configure(args, target.clone(), Mode::Live)?;
            match live(args, target, None, terminal)? {
                Recorded::Whole(recorded) => contract(&recorded, &loaded.masked, name),
                Recorded::Ended(_) => bail!("interrupted"),
            }
        }
    }
}

/// What came of asking a server.
enum Recorded {
    Whole(Box<(String, Snapshot)>),
    Ended(Exit),
}

/// Asks a server, and keeps the snapshot where a file is named.
fn live(args: &DiffArgs, target: Target, keep: Option<&Path>, terminal: &Terminal) -> Result<Recorded> {
    let loaded = configure(args, target, Mode::Live)?;
    recorded(&loaded, keep, terminal)
}

/// Asks the server of a configuration, and keeps the snapshot where a file is named.
fn recorded(loaded: &Loaded, keep: Option<&Path>, terminal: &Terminal) -> Result<Recorded> {
    let recorded = recording::record_bytes(keep, loaded, &recording::stop_on_signal()?, terminal)?;
    if let Some(signal) = recorded.interrupted {
        note("interrupted");
        return Ok(Recorded::Ended(Exit::Signal(signal)));
    }
    let name = keep.unwrap_or(Path::new("memory"));
    Ok(Recorded::Whole(Box::new(analyze::read(
        name,
        recorded.bytes.as_slice(),
    )?)))
}

/// A whole recording of the server of a configuration; `None` where a signal ended it.
pub(super) fn record_whole(
    loaded: &Loaded,
    keep: Option<&Path>,
    terminal: &Terminal,
) -> Result<Result<(String, Snapshot), Exit>> {
    Ok(match recorded(loaded, keep, terminal)? {
        Recorded::Whole(recorded) => Ok(*recorded),
        Recorded::Ended(exit) => Err(exit),
    })
}
