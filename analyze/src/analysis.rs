//! One analysis: all that it may know, and the function.

use std::collections::BTreeMap;
use std::sync::Arc;

use mcpward_schemas::config::{Config, Profile};
use mcpward_schemas::lockfile::{self, LockError, LockFile, LockLimits};
use mcpward_schemas::report::{self, Input, Inventory, Report, ServerInfo, ServerReport, ToolCard, Untrusted};
use mcpward_schemas::snapshot::{Record, Snapshot, Target};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::ahead::Ahead;
use crate::contract::{self, Anomaly, Contract};
use crate::drift::{self, Compared};
use crate::limits::TOOL_CARDS_MAX;
use crate::policy::Side;
use crate::servers::{Neighbors, Share};
use crate::{inventory, place, policy, rules, servers};

/// Everything that an analysis depends on.
#[derive(Debug, Clone)]
pub struct Inputs {
    /// File names without folder, and what they hold, in the order given.
    pub snapshots: Vec<(String, Snapshot)>,
    /// The masked view of the configuration: each secret is its mark.
    pub config: Config,
    /// The configuration as it was written, for digests and places.
    pub config_file: Option<SourceFile>,
    /// The lock file as it was written.
    pub lock: Option<SourceFile>,
    /// The lock files of several servers, by the names that [`crate::servers::names`] gives.
    pub locks: BTreeMap<String, SourceFile>,
    /// Client profiles of the user, proven by [`crate::clients::Profiles::with`].
    pub client_profiles: Vec<SourceFile>,
    /// Golden files by the path that the configuration gives, as far as they exist.
    pub goldens: BTreeMap<String, String>,
    /// Files beside golden files that look like one and that no case names, by their path below the configuration's folder.
    pub goldens_unused: Vec<String>,
    /// The snapshot that times are compared with, and its name.
    pub latency_baseline: Option<(String, Snapshot)>,
    /// Files of further detectors by the path that the configuration gives.
    pub detectors: BTreeMap<String, String>,
    /// Where entries of the configuration stand, by their JSON Pointers (`/server`, `/servers/files`, `/ignore/0`,
    /// `/suites/0/cases/1`), whatever file they come from.
    pub places: BTreeMap<String, report::Place>,
    /// The time of the analysis, RFC 3339; the start of the newest snapshot where absent.
    pub as_of: Option<String>,
    /// Version of mcpward.
    pub version: String,
    /// What was found while the capture still ran, which need not be found again; it changes no result.
    pub ahead: Arc<Ahead>,
}

/// A file of the user, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The name as the user gave it.
    pub name: String,
    /// The content.
    pub text: String,
}

/// Judges snapshots. Total: what is wrong with the evidence is in the report.
pub fn analyze(inputs: &Inputs) -> Report {
    let shares = servers::shares(&inputs.snapshots, &inputs.config);
    if !shares.is_empty() {
        return analyze_servers(inputs, &shares);
    }
    let (contract, anomalies) = contract_by_lock(inputs, &all_snapshots(inputs));
    judge(inputs, &contract, &anomalies)
}

/// Makes the golden files of the suites anew, then judges snapshots by them: the report, and the files that a case with a
/// result names, by the path that the configuration gives. `inputs` holds them afterwards.
pub fn analyze_anew(inputs: &mut Inputs) -> (Report, BTreeMap<String, String>) {
    let shares = servers::shares(&inputs.snapshots, &inputs.config);
    if !shares.is_empty() {
        let of = |share: &Share| {
            let own = inputs_of(inputs, share);
            let (contract, _) = contract_by_lock(&own, &snapshots_of(inputs, share));
            rules::goldens(&own.config, &contract)
        };
        let made: BTreeMap<String, String> = shares.iter().flat_map(of).collect();
        inputs.goldens.extend(made.clone());
        return (analyze_servers(inputs, &shares), made);
    }
    let (contract, anomalies) = contract_by_lock(inputs, &all_snapshots(inputs));
    let made = rules::goldens(&inputs.config, &contract);
    inputs.goldens.extend(made.clone());
    (judge(inputs, &contract, &anomalies), made)
}

fn judge(inputs: &Inputs, contract: &Contract, anomalies: &[Anomaly]) -> Report {
    let compared = compare(inputs, contract);
    let mut cx = rules::Context::new(inputs, contract, anomalies);
    cx.drift = compared.as_ref();
    let (judged, tools) = rayon::join(|| rules::run(&cx), || tools(inputs, [(None, contract)]));
    Report {
        tools,
        ..report(inputs, vec![Side::only(contract, judged, compared.as_ref())])
    }
}

/// Judges several servers, each by its own settings and all beside each other.
fn analyze_servers(inputs: &Inputs, shares: &[Share]) -> Report {
    let mut own: Vec<Inputs> = shares.iter().map(|share| inputs_of(inputs, share)).collect();
    // No server in particular leaves a file unused; the first with golden files says it.
    let teller = own.iter().position(|own| rules::has_goldens(&own.config));
    let others = own.iter_mut().enumerate().filter(|(at, _)| Some(*at) != teller);
    others.for_each(|(_, own)| own.goldens_unused.clear());
    let read: Vec<(Contract, Vec<Anomaly>)> = shares
        .par_iter()
        .zip(&own)
        .map(|(share, own)| contract_by_lock(own, &snapshots_of(inputs, share)))
        .collect();
    let compared: Vec<Option<Compared>> = own
        .par_iter()
        .zip(&read)
        .map(|(inputs, (contract, _))| compare(inputs, contract))
        .collect();
    let neighbors = Neighbors::of(
        shares
            .iter()
            .zip(&read)
            .map(|(share, (contract, _))| (share.name.as_str(), contract)),
    );
    let judged: Vec<Vec<rules::Judged>> = (0..shares.len())
        .into_par_iter()
        .map(|at| {
            let (contract, anomalies) = &read[at];
            let mut cx = rules::Context::new(&own[at], contract, anomalies);
            cx.drift = compared[at].as_ref();
            cx.beside = Some(neighbors.beside(at));
            let mut judged = rules::run(&cx);
            judged
                .iter_mut()
                .for_each(|judged| shares[at].claim(&mut judged.finding));
            judged
        })
        .collect();
    let sides = shares.iter().zip(judged).enumerate().map(|(at, (share, judged))| Side {
        server: Some(&share.name),
        contract: &read[at].0,
        compared: compared[at].as_ref(),
        judged,
    });
    let contracts = shares.iter().zip(&read);
    Report {
        tools: tools(
            inputs,
            contracts.map(|(share, (contract, _))| (Some(share.name.as_str()), contract)),
        ),
        ..report(inputs, sides.collect())
    }
}

/// The settings and files of one of several servers. Rules see its snapshots as contract only.
fn inputs_of(inputs: &Inputs, share: &Share) -> Inputs {
    Inputs {
        snapshots: Vec::new(),
        config: servers::settings_of(&inputs.config, &share.name),
        config_file: inputs.config_file.clone(),
        lock: inputs.locks.get(&share.name).cloned(),
        locks: BTreeMap::new(),
        client_profiles: inputs.client_profiles.clone(),
        goldens: inputs.goldens.clone(),
        goldens_unused: inputs.goldens_unused.clone(),
        // It holds one server, and nothing says which of these.
        latency_baseline: None,
        detectors: inputs.detectors.clone(),
        places: BTreeMap::new(),
        as_of: inputs.as_of.clone(),
        version: inputs.version.clone(),
        ahead: Arc::clone(&inputs.ahead),
    }
}

fn all_snapshots(inputs: &Inputs) -> Vec<&Snapshot> {
    inputs.snapshots.iter().map(|(_, snapshot)| snapshot).collect()
}

fn snapshots_of<'a>(inputs: &'a Inputs, share: &Share) -> Vec<&'a Snapshot> {
    let ids = share.snapshots.iter();
    ids.filter_map(|&idx| inputs.snapshots.get(idx as usize))
        .map(|(_, snapshot)| snapshot)
        .collect()
}

/// What a server differs in from a contract that was trusted, and nothing else: a lock file as text, or any contract in its
/// form. Without snapshots in `inputs`, `new` is the other side.
pub fn analyze_drift(inputs: &Inputs, old: Trusted<'_>, new: Option<&LockFile>) -> Report {
    let (mut contract, anomalies) = contract::read(&all_snapshots(inputs));
    contract.prefers_modern = match old {
        Trusted::Text(file) => read_lock(&file.text).is_ok_and(|lock| is_modern(&lock)),
        Trusted::Contract(_, lock) => is_modern(lock),
        Trusted::Missing(_) => false,
    };
    let seen = if new.is_none() {
        drift::pin_words(&contract, &inputs.config)
    } else {
        new.cloned()
    };
    let mut compared = match old {
        Trusted::Text(file) => Compared::with_text(&file.name, &file.text, seen.as_ref(), &inputs.config),
        Trusted::Contract(name, lock) => Compared::with(name, lock, seen.as_ref(), &inputs.config),
        Trusted::Missing(name) => Compared::missing(name),
    };
    compared.without_snapshot = new.is_some();
    let cx = rules::Context::of_drift(inputs, &contract, &anomalies, &compared);
    let judged = rules::run(&cx);
    let sides = vec![Side::only(&contract, judged, Some(&compared))];
    let mut report = report(inputs, sides);
    if let Some(lock) = new {
        (report.server, report.inventory) = pinned_server(lock);
    }
    report
}

/// The server that a lock file speaks of, and how much it pins of it.
fn pinned_server(lock: &LockFile) -> (ServerInfo, Inventory) {
    let text = |value: Option<mcpward_json::Value<'_>>| {
        Untrusted::from(
            value
                .and_then(mcpward_json::Value::as_str)
                .unwrap_or_default()
                .into_owned(),
        )
    };
    let info = |member: &str| text(lock.server_member("serverInfo").and_then(|info| info.get(member)));
    let count = |entries: &Option<lockfile::Entries>| entries.as_ref().map_or(0, |entries| entries.len() as u64);
    let server = ServerInfo {
        name: info("name"),
        version: info("version"),
        protocol_version: text(lock.server_member("protocolVersion")),
        target: String::new(),
    };
    let inventory = Inventory {
        tools: count(&lock.tools),
        prompts: count(&lock.prompts),
        resources: count(&lock.resources),
        resource_templates: count(&lock.templates),
    };
    (server, inventory)
}

/// The side that was trusted.
#[derive(Debug, Clone, Copy)]
pub enum Trusted<'a> {
    /// The text of a lock file.
    Text(&'a SourceFile),
    /// A contract, and what it was read from.
    Contract(&'a str, &'a LockFile),
    /// A lock file that is not there.
    Missing(&'a str),
}

/// What a baseline would pin: the contract and the findings of this analysis. `None` where no server agreed to speak.
pub fn baseline(inputs: &Inputs) -> Option<(LockFile, Report)> {
    let (contract, anomalies) = contract_by_lock(inputs, &all_snapshots(inputs));
    let mut lock = drift::pin(&contract, &inputs.config)?;
    let cx = rules::Context::new(inputs, &contract, &anomalies);
    let judged = rules::run(&cx)
        .into_iter()
        .filter(|judged| judged.rule.family() != "drift")
        .collect();
    let report = report(inputs, vec![Side::only(&contract, judged, None)]);
    lock.rule_set = Some(rules::RULE_SET.to_owned());
    lock.findings = report
        .results
        .iter()
        .filter(|finding| policy::is_pinnable(finding))
        .map(policy::pinned)
        .collect();
    Some((lock, report))
}

/// The contract of one snapshot in the form of a lock file, with all words; `None` where no server agreed to speak.
pub fn contract_of(snapshot: &Snapshot, config: &Config) -> Option<LockFile> {
    drift::pin_words(&contract::read(&[snapshot]).0, config)
}

/// Reads the text of a lock file.
///
/// # Errors
/// Why it is none, with the line or each block that is not as it was written.
pub fn read_lock(text: &str) -> Result<LockFile, LockError> {
    lockfile::read(text, &LockLimits::default())
}

/// The contract of snapshots of one server, in the era of its lock file where they hold both.
fn contract_by_lock(inputs: &Inputs, snapshots: &[&Snapshot]) -> (Contract, Vec<Anomaly>) {
    let (mut contract, anomalies) = contract::read_beside(snapshots, inputs.ahead.pages());
    contract.prefers_modern = prefers_modern(inputs, &contract);
    (contract, anomalies)
}

/// Whether the lock file is of the era without handshake. It is only read for this where both eras were seen.
fn prefers_modern(inputs: &Inputs, contract: &Contract) -> bool {
    let speaks_both = contract.speaks(true) && contract.speaks(false);
    let lock = inputs.lock.as_ref().filter(|_| speaks_both);
    lock.is_some_and(|file| read_lock(&file.text).is_ok_and(|lock| is_modern(&lock)))
}

fn is_modern(lock: &LockFile) -> bool {
    lock.server_member("era").is_some_and(|era| era.is_text("modern"))
}

/// The comparison that the configuration asks for.
fn compare(inputs: &Inputs, contract: &Contract) -> Option<Compared> {
    let drift = inputs.config.checks.drift.as_ref()?;
    Some(match &inputs.lock {
        None => Compared::missing(&drift.baseline),
        Some(file) => {
            let seen = drift::pin_words(contract, &inputs.config);
            Compared::with_text(&file.name, &file.text, seen.as_ref(), &inputs.config)
        }
    })
}

/// A card for each tool. A comparison has none: it tells what changed, and nothing else.
fn tools<'a>(inputs: &Inputs, contracts: impl IntoIterator<Item = (Option<&'a str>, &'a Contract)>) -> Vec<ToolCard> {
    let with_tokens = inputs.config.checks.cost.is_some();
    let of_each = contracts.into_iter();
    of_each
        .flat_map(|(server, contract)| inventory::tools(contract, server, with_tokens))
        .take(TOOL_CARDS_MAX)
        .collect()
}

fn report(inputs: &Inputs, sides: Vec<Side<'_>>) -> Report {
    let as_of = as_of(inputs);
    let contracts: Vec<(Option<&str>, &Contract)> = sides.iter().map(|side| (side.server, side.contract)).collect();
    let compared: Vec<(Option<&str>, Option<&Compared>)> =
        sides.iter().map(|side| (side.server, side.compared)).collect();
    let mut outcome = policy::apply(&inputs.config, sides, &as_of);
    place::fill(&mut outcome.results, inputs, &compared);
    let only = contracts.first().filter(|(name, _)| name.is_none());
    let many = contracts.iter().zip(outcome.sides);
    Report {
        schema_version: report::SCHEMA_VERSION,
        version: inputs.version.clone(),
        rule_set: rules::RULE_SET.to_owned(),
        timestamp: as_of,
        profile: match inputs.config.profile {
            Profile::Default => "default".to_owned(),
            Profile::Strict => "strict".to_owned(),
        },
        server: only.map(|(_, contract)| server(contract)).unwrap_or_default(),
        servers: many
            .filter_map(|((name, contract), (summary, verdict))| {
                Some(ServerReport {
                    name: (*name)?.to_owned(),
                    server: server(contract),
                    inventory: inventory::counts(contract),
                    summary,
                    verdict,
                })
            })
            .collect(),
        inputs: digests(inputs),
        inventory: contracts
            .iter()
            .map(|(_, contract)| inventory::counts(contract))
            .fold(Inventory::default(), add),
        summary: outcome.summary,
        verdict: outcome.verdict,
        results: outcome.results,
        duration_us: duration_us(inputs),
        tools: Vec::new(),
        rules: rules::cards().to_vec(),
    }
}

fn add(one: Inventory, other: Inventory) -> Inventory {
    Inventory {
        tools: one.tools + other.tools,
        prompts: one.prompts + other.prompts,
        resources: one.resources + other.resources,
        resource_templates: one.resource_templates + other.resource_templates,
    }
}

/// From the start of the capture to its last record, over all snapshots.
fn duration_us(inputs: &Inputs) -> Option<u64> {
    let records = inputs
        .snapshots
        .iter()
        .flat_map(|(_, snapshot)| snapshot.records.last());
    let ends = records.map(|record| match record {
        Record::Frame(frame) => frame.at_us,
        Record::Event(event) => event.at_us,
        Record::Header(_) | Record::Footer(_) => 0,
    });
    ends.reduce(u64::saturating_add)
}

/// The time of the analysis, which is an input too: RFC 3339 times in UTC compare as text.
fn as_of(inputs: &Inputs) -> String {
    let newest = || {
        inputs
            .snapshots
            .iter()
            .map(|(_, snapshot)| snapshot.header.started_at.as_str())
            .max()
    };
    inputs.as_of.as_deref().or_else(newest).unwrap_or_default().to_owned()
}

fn server(contract: &Contract) -> ServerInfo {
    let primary = contract.primary();
    let capture = primary.map_or(0, |surface| contract.connection(surface).snapshot as usize);
    let target = contract.captures.get(capture).map(|capture| match &capture.target {
        Target::Stdio { command, args, .. } => std::iter::once(command)
            .chain(args)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" "),
        Target::Http { url, .. } => url.clone(),
    });
    let target = target.unwrap_or_default();
    match primary {
        None => ServerInfo {
            target,
            ..ServerInfo::default()
        },
        Some(surface) => ServerInfo {
            name: surface.server_name(),
            version: surface.server_version(),
            protocol_version: surface.version().into(),
            target,
        },
    }
}

fn digests(inputs: &Inputs) -> Vec<Input> {
    let file = |kind: &str, file: &SourceFile| Input {
        kind: kind.to_owned(),
        name: file.name.clone(),
        sha256: sha256(file.text.as_bytes()),
    };
    let snapshots = inputs.snapshots.iter().map(|(name, snapshot)| Input {
        kind: "snapshot".to_owned(),
        name: name.clone(),
        sha256: snapshot.footer.sha256.clone(),
    });
    let config = inputs.config_file.iter().map(|config| file("config", config));
    let lock = inputs
        .lock
        .iter()
        .chain(inputs.locks.values())
        .map(|lock| file("lock", lock));
    snapshots.chain(config).chain(lock).collect()
}

/// SHA-256 in hex.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
