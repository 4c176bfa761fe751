//! `accept`: chosen changes into the lock file, or into the waivers until a day.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, anyhow, bail};
use mcpward_analyze::drift::{self, Change, Refused};
use mcpward_analyze::{contract_of, read_lock};
use mcpward_schemas::config::Ignore;
use mcpward_schemas::lockfile::{Accepted, Texts, write};
use mcpward_schemas::report::SubjectKind;

use super::analyze;
use crate::cli::AcceptArgs;
use crate::config::{Loaded, Request, load};
use crate::exit::Exit;
use crate::locking;
use crate::output::{print, visible, write_file};
use crate::recording::environment;

/// Fewest digits of an id that name a change: fewer could mean another one tomorrow.
const ID_DIGITS_MIN: usize = 6;

/// Reads, chooses, writes.
pub(crate) fn accept(args: &AcceptArgs) -> Result<Exit> {
    if args.reason.trim().is_empty() {
        bail!("--reason is empty: whoever reads the file in a year has to know why");
    }
    if !args.all && args.changes.is_empty() && args.tools.is_empty() {
        bail!("nothing is chosen: name changes by their id, --tool NAME, or --all");
    }
    if let Some(until) = args.until.as_deref().filter(|until| !crate::clock::is_date(until)) {
        bail!("--until {until:?} is no day of the form YYYY-MM-DD");
    }
    let loaded = load(&Request::offline(
        args.config.config.as_deref(),
        args.config.profile,
        &environment(),
    ))?;
    let (path, name) = locking::lock_path(&loaded);
    let file = locking::read_lock(&loaded)?
        .with_context(|| format!("there is no lock file {name}; `mcpward baseline` writes one"))?;
    let old = read_lock(&file.text).with_context(|| name.clone())?;
    let (snapshot_name, snapshot) = analyze::open(&args.from)?;
    if !snapshot.footer.complete {
        bail!("{snapshot_name} is no whole capture; accept from one that is");
    }
    let new = contract_of(&snapshot, &loaded.masked).with_context(|| format!("{snapshot_name} holds no contract"))?;
    let new = if old.texts == Texts::Digests {
        drift::digested(&new)
    } else {
        new
    };
    let changes = drift::diff(&old, &new).changes;
    let chosen = choose(args, &changes)?;
    if let Some(until) = &args.until {
        waive(args, &loaded, &changes, &chosen, until)?;
    } else {
        let ids: BTreeSet<String> = chosen.iter().map(|change| change.id.clone()).collect();
        let mut lock = drift::accept(&old, &new, &ids, &loaded.masked.volatile).map_err(|refused| explain(&refused))?;
        lock.accepted.retain(|accepted| !ids.contains(&accepted.change));
        lock.accepted
            .extend(chosen.iter().map(|change| accepted(change, &args.reason)));
        write_file(&path, write(&lock).as_bytes())?;
    }
    let place = if args.until.is_some() {
        locking::waivers_path(&loaded).display().to_string()
    } else {
        name
    };
    let mut out = String::new();
    for change in &chosen {
        out.push_str(&format!(
            "accepted {} {} {}\n",
            change.id,
            change.class.name(),
            visible(change.subject.name.raw())
        ));
    }
    out.push_str(&format!(
        "{} of {} changes are in {place}\n",
        chosen.len(),
        changes.len()
    ));
    print(out.as_bytes())?;
    Ok(Exit::Passed)
}

/// A row of the lock file about an accepted change.
pub(super) fn accepted(change: &Change, reason: &str) -> Accepted {
    Accepted {
        change: change.id.clone(),
        class: change.class.name().to_owned(),
        subject: change.subject.clone(),
        reason: reason.to_owned(),
    }
}

fn choose<'c>(args: &AcceptArgs, changes: &'c [Change]) -> Result<Vec<&'c Change>> {
    if changes.is_empty() {
        bail!("nothing changed against the lock file");
    }
    if args.all {
        return Ok(changes.iter().collect());
    }
    let mut chosen: BTreeSet<usize> = BTreeSet::new();
    for id in &args.changes {
        let id = id.to_lowercase();
        let fits: Vec<usize> = (0..changes.len())
            .filter(|&idx| id.len() >= ID_DIGITS_MIN && changes[idx].id.starts_with(&id))
            .collect();
        match fits.as_slice() {
            [] => {
                let known: Vec<&str> = changes.iter().map(|change| change.id.as_str()).collect();
                bail!("there is no change {id:?}; the changes are {}", known.join(", "));
            }
            [one] => drop(chosen.insert(*one)),
            _ => bail!("{id:?} names several changes: give more digits"),
        }
    }
    for tool in &args.tools {
        let is_it = |change: &Change| change.subject.kind == SubjectKind::Tool && change.subject.name.raw() == tool;
        let fits: Vec<usize> = (0..changes.len()).filter(|&idx| is_it(&changes[idx])).collect();
        if fits.is_empty() {
            let names = changes
                .iter()
                .filter(|change| change.subject.kind == SubjectKind::Tool)
                .map(|change| change.subject.name.raw());
            bail!(
                "no change is about a tool {tool:?}{}",
                crate::suggest::hint(tool, names)
            );
        }
        chosen.extend(fits);
    }
    Ok(chosen.into_iter().map(|idx| &changes[idx]).collect())
}

fn explain(refused: &Refused) -> anyhow::Error {
    let Refused::NotAlone(ids) = refused;
    anyhow!(
        "{} can't be taken without another change of the same tool: accept it with --tool, or all with --all",
        ids.join(", ")
    )
}

fn waive(args: &AcceptArgs, loaded: &Loaded, changes: &[Change], chosen: &[&Change], until: &str) -> Result<()> {
    let mut entries = locking::read_waivers(loaded)?;
    let ids: BTreeSet<&str> = chosen.iter().map(|change| change.id.as_str()).collect();
    let known: BTreeSet<&str> = changes.iter().map(|change| change.id.as_str()).collect();
    // A change that is chosen again gets the new day; what is gone stays, so that it is reported as unused.
    entries.retain(|entry| {
        !entry
            .change
            .as_deref()
            .is_some_and(|id| ids.contains(id) && known.contains(id))
    });
    entries.extend(chosen.iter().map(|change| Ignore {
        server: None,
        rule: format!("drift/{}", change.class.name()),
        tool: (change.subject.kind == SubjectKind::Tool).then(|| change.subject.name.raw().to_owned()),
        at: None,
        change: Some(change.id.clone()),
        text_hash: None,
        reason: args.reason.clone(),
        expires: Some(until.to_owned()),
    }));
    write_file(
        &locking::waivers_path(loaded),
        locking::write_waivers(&entries).as_bytes(),
    )
}
