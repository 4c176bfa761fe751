//! One analysis: all that it may know, and the function.

use std::collections::BTreeMap;

use mcpward_schemas::config::{Config, Profile};
use mcpward_schemas::lockfile::{self, LockError, LockFile, LockLimits};
use mcpward_schemas::report::{self, Input, Inventory, Report, ServerInfo};
use mcpward_schemas::snapshot::{Record, Snapshot, Target};
use sha2::{Digest, Sha256};

use crate::contract::{self, Anomaly, Contract, ListKind};
use crate::drift::{self, Compared};
use crate::{policy, rules};

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
    /// Client profiles of the user, proven by [`crate::clients::Profiles::with`].
    pub client_profiles: Vec<SourceFile>,
    /// Golden files by the path that the configuration gives, as far as they exist.
    pub goldens: BTreeMap<String, String>,
    /// Files beside golden files that look like one and that no case names, by their path below the configuration's folder.
    pub goldens_unused: Vec<String>,
    /// Files of further detectors by the path that the configuration gives.
    pub detectors: BTreeMap<String, String>,
    /// The time of the analysis, RFC 3339; the start of the newest snapshot where absent.
    pub as_of: Option<String>,
    /// Version of mcpward.
    pub version: String,
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
    let snapshots: Vec<&Snapshot> = inputs.snapshots.iter().map(|(_, snapshot)| snapshot).collect();
    let (mut contract, anomalies) = contract::read(&snapshots);
    contract.prefers_modern = prefers_modern(inputs, &contract);
    judge(inputs, &contract, &anomalies)
}

/// Makes the golden files of the suites anew, then judges snapshots by them: the report, and the files that a case with a
/// result names, by the path that the configuration gives. `inputs` holds them afterwards.
pub fn analyze_anew(inputs: &mut Inputs) -> (Report, BTreeMap<String, String>) {
    let snapshots: Vec<&Snapshot> = inputs.snapshots.iter().map(|(_, snapshot)| snapshot).collect();
    let (mut contract, anomalies) = contract::read(&snapshots);
    contract.prefers_modern = prefers_modern(inputs, &contract);
    let made = rules::goldens(&rules::Context::new(inputs, &contract, &anomalies));
    inputs.goldens.extend(made.clone());
    (judge(inputs, &contract, &anomalies), made)
}

fn judge(inputs: &Inputs, contract: &Contract, anomalies: &[Anomaly]) -> Report {
    let compared = compare(inputs, contract);
    let mut cx = rules::Context::new(inputs, contract, anomalies);
    cx.drift = compared.as_ref();
    let judged = rules::run(&cx);
    let (not_built, others) = rules::not_built(inputs);
    report(inputs, contract, judged, (not_built, others), compared.as_ref())
}

/// What a server differs in from a contract that was trusted, and nothing else: a lock file as text, or any contract in its
/// form. Without snapshots in `inputs`, `new` is the other side.
pub fn analyze_drift(inputs: &Inputs, old: Trusted<'_>, new: Option<&LockFile>) -> Report {
    let snapshots: Vec<&Snapshot> = inputs.snapshots.iter().map(|(_, snapshot)| snapshot).collect();
    let (mut contract, anomalies) = contract::read(&snapshots);
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
    report(inputs, &contract, judged, (Vec::new(), Vec::new()), Some(&compared))
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
    let snapshots: Vec<&Snapshot> = inputs.snapshots.iter().map(|(_, snapshot)| snapshot).collect();
    let (mut contract, anomalies) = contract::read(&snapshots);
    contract.prefers_modern = prefers_modern(inputs, &contract);
    let mut lock = drift::pin(&contract, &inputs.config)?;
    let cx = rules::Context::new(inputs, &contract, &anomalies);
    let judged = rules::run(&cx)
        .into_iter()
        .filter(|judged| judged.rule.family() != "drift")
        .collect();
    let report = report(inputs, &contract, judged, (Vec::new(), Vec::new()), None);
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

/// Whether the lock file is of the era without handshake. It is only read for this where both eras were seen.
fn prefers_modern(inputs: &Inputs, contract: &Contract) -> bool {
    let has = |is_handshake: bool| {
        let mut surfaces = contract.surfaces.iter().filter(|surface| surface.is_established());
        surfaces.any(|surface| surface.is_handshake() == is_handshake)
    };
    let lock = inputs.lock.as_ref().filter(|_| has(true) && has(false));
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

fn report(
    inputs: &Inputs,
    contract: &Contract,
    judged: Vec<rules::Judged>,
    (not_built, others): (Vec<report::Finding>, Vec<String>),
    compared: Option<&Compared>,
) -> Report {
    let as_of = as_of(inputs);
    let outcome = policy::apply(&inputs.config, contract, judged, not_built, &as_of, compared);
    Report {
        schema_version: report::SCHEMA_VERSION,
        version: inputs.version.clone(),
        rule_set: rules::RULE_SET.to_owned(),
        timestamp: as_of,
        profile: match inputs.config.profile {
            Profile::Default => "default".to_owned(),
            Profile::Strict => "strict".to_owned(),
        },
        server: server(contract),
        inputs: digests(inputs),
        inventory: inventory(contract),
        summary: outcome.summary,
        verdict: outcome.verdict,
        results: outcome.results,
        not_built: others,
        duration_us: duration_us(inputs),
        rules: rules::cards(),
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
    let lock = inputs.lock.iter().map(|lock| file("lock", lock));
    snapshots.chain(config).chain(lock).collect()
}

/// SHA-256 in hex.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Entries that are objects, as a client would count them.
fn inventory(contract: &Contract) -> Inventory {
    let Some(surface) = contract.primary() else {
        return Inventory::default();
    };
    let count = |kind| surface.list(kind).objects().count() as u64;
    Inventory {
        tools: count(ListKind::Tools),
        prompts: count(ListKind::Prompts),
        resources: count(ListKind::Resources),
        resource_templates: count(ListKind::Templates),
    }
}
