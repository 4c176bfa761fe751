//! `baseline`: what a server offers now becomes what is trusted.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use mcpward_analyze::contract::Annotations;
use mcpward_analyze::drift;
use mcpward_analyze::{Inputs, Trusted, analyze_drift, contract_of, read_lock};
use mcpward_schemas::lockfile::{LockFile, write};
use mcpward_schemas::report::{Report, Status};

use super::{accept, analyze, diff};
use crate::cli::{BaselineArgs, Out, ReportSpec};
use crate::config::{Request, load};
use crate::exit::Exit;
use crate::output::{Terminal, note, print, visible, write_file, write_reports};
use crate::recording::{self, environment, environment_is_ci};
use crate::{locking, unstable};

/// Records or reads, shows, writes.
pub(crate) fn baseline(args: &BaselineArgs, terminal: &Terminal) -> Result<Exit> {
    if environment_is_ci() && !args.allow_ci {
        bail!(
            "a CI job that pins what it finds would accept every change; run `mcpward baseline` by hand and commit the file, or say --allow-ci"
        );
    }
    let mut loaded = match args.from {
        None => recording::configure(&args.target, &args.config)?,
        Some(_) => load(&Request::offline(
            args.config.config.as_deref(),
            args.config.profile,
            &environment(),
        ))?,
    };
    locking::add_waivers(&mut loaded)?;
    let (name, snapshot) = match &args.from {
        Some(file) => analyze::open(file)?,
        None => match diff::record_whole(&loaded, Some(&args.snapshot), terminal)? {
            Ok(recorded) => recorded,
            Err(exit) => return Ok(exit),
        },
    };
    if !snapshot.footer.complete {
        let reason = snapshot
            .footer
            .reason
            .as_deref()
            .unwrap_or("the plan did not run to its end");
        bail!("{name} is no whole capture, so nothing is pinned: {}", visible(reason));
    }
    if args.from.is_none() && !args.once {
        match diff::record_whole(&loaded, None, terminal)? {
            Ok((_, second)) => unstable::say(&unstable::between(&loaded.masked, &snapshot, &second)),
            Err(exit) => return Ok(exit),
        }
    }
    let inputs = analyze::inputs_without_lock(vec![(name.clone(), snapshot)], &loaded, None)?;
    let (mut lock, report) = mcpward_analyze::baseline(&inputs)
        .with_context(|| format!("{name} holds no contract: the server did not agree to speak"))?;
    let (path, shown) = match &args.out {
        Some(path) => (path.clone(), path.display().to_string()),
        None => locking::lock_path(&loaded),
    };
    show(&lock, &report, terminal)?;
    if let Some(exit) = over_existing(args, &inputs, &mut lock, (&path, &shown), terminal)? {
        return Ok(exit);
    }
    write_file(&path, write(&lock).as_bytes())?;
    print(format!("pinned in {shown}; commit it, and review its changes like code\n").as_bytes())?;
    Ok(Exit::Passed)
}

fn plural(n: usize, noun: &str) -> String {
    if n == 1 {
        format!("1 {noun}")
    } else {
        format!("{n} {noun}s")
    }
}

/// Shows what is about to be trusted.
fn show(lock: &LockFile, report: &Report, terminal: &Terminal) -> Result<()> {
    let server = &report.server;
    let mut out = format!(
        "about to trust {} {} (protocol {})\n",
        visible(server.name.raw()),
        visible(server.version.raw()),
        visible(server.protocol_version.raw())
    );
    for (name, entry) in lock.tools.iter().flatten() {
        let hints = Annotations::of(entry.value());
        let what = match (hints.read_only, hints.destructive) {
            (true, _) => "says it only reads",
            (false, true) => "may destroy",
            (false, false) => "says it changes without destroying",
        };
        out.push_str(&format!("  tool {} {what}\n", visible(name)));
    }
    let lists = [
        ("prompt", &lock.prompts),
        ("resource", &lock.resources),
        ("resource template", &lock.templates),
    ];
    for (noun, entries) in lists {
        let n = entries.as_ref().map_or(0, BTreeMap::len);
        if n > 0 {
            out.push_str(&format!("  {}\n", plural(n, noun)));
        }
    }
    print(out.as_bytes())?;
    let counts = report
        .results
        .iter()
        .filter(|finding| matches!(finding.status, Status::Fail | Status::Warn))
        .count();
    if counts > 0 {
        write_reports(&[console()], report, "", terminal)?;
        print(
            format!(
                "{} will be pinned: shown and counted from now on, and only new ones fail\n",
                plural(counts, "finding")
            )
            .as_bytes(),
        )?;
    }
    Ok(())
}

fn console() -> ReportSpec {
    ReportSpec {
        format: mcpward_analyze::report::Format::Console,
        out: Out::Stdout,
    }
}

/// What changes against a lock file that is there. Gives back how the program ends where nothing may be written.
fn over_existing(
    args: &BaselineArgs,
    inputs: &Inputs,
    lock: &mut LockFile,
    (path, shown): (&PathBuf, &str),
    terminal: &Terminal,
) -> Result<Option<Exit>> {
    let Some(file) = locking::read_text(path, shown)? else {
        return Ok(None);
    };
    let old = match read_lock(&file.text) {
        Ok(old) => old,
        Err(error) if args.reason.is_some() => {
            note(&format!(
                "warning: {shown} is replaced, not compared: {}",
                visible(&error.to_string())
            ));
            return Ok(None);
        }
        Err(error) => bail!("{shown}: {error}; say --reason to replace it"),
    };
    let compared = Inputs {
        config: locking::with_drift(&inputs.config),
        lock: Some(file.clone()),
        ..inputs.clone()
    };
    let report = analyze_drift(&compared, Trusted::Text(&file), None);
    lock.accepted.clone_from(&old.accepted);
    let is_change = |finding: &&mcpward_schemas::report::Finding| finding.change.is_some();
    if report.results.iter().filter(is_change).count() == 0 {
        return Ok(None);
    }
    write_reports(&[console()], &report, "", terminal)?;
    let n_failing = report
        .results
        .iter()
        .filter(is_change)
        .filter(|finding| finding.status == Status::Fail)
        .count();
    match &args.reason {
        None if n_failing > 0 => {
            note(&format!(
                "error: {} would fail; nothing was written. Say why they are fine with --reason",
                plural(n_failing, "change")
            ));
            Ok(Some(Exit::Failed))
        }
        Some(reason) => {
            let (_, snapshot) = inputs.snapshots.first().context("there is a snapshot")?;
            let new = contract_of(snapshot, &inputs.config).context("there is a contract")?;
            let failing: Vec<&str> = report
                .results
                .iter()
                .filter(is_change)
                .filter(|finding| finding.status == Status::Fail)
                .filter_map(|finding| finding.change.as_deref())
                .collect();
            let changes = drift::diff(&old, &new).changes;
            let rows = changes.iter().filter(|change| failing.contains(&change.id.as_str()));
            lock.accepted
                .extend(rows.map(|change| accept::accepted(change, reason)));
            Ok(None)
        }
        None => Ok(None),
    }
}
