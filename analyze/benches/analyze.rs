//! How fast a snapshot of 5,000 tools becomes a report, on one thread: the figure of docs/performance.md.

mod inventory;

use divan::Bencher;
use divan::counter::BytesCount;
use mcpward_analyze::contract::without_repeats;
use mcpward_analyze::{Inputs, Trusted, analyze, analyze_drift, contract, contract_of};
use mcpward_schemas::config::Config;
use mcpward_schemas::snapshot::{ReadLimits, Snapshot, read};

/// Counts what is allocated, so that the peak is in the table.
#[global_allocator]
static ALLOC: divan::AllocProfiler = divan::AllocProfiler::system();

const N_TOOLS: usize = 5_000;

fn main() {
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()
        .expect("the first thing that is done");
    divan::main();
}

fn open(bytes: &[u8]) -> Snapshot {
    read(bytes, &ReadLimits::default())
        .and_then(|reading| reading.whole())
        .expect("the snapshot was just written")
}

fn inputs(bytes: &[u8]) -> Inputs {
    Inputs {
        snapshots: vec![("inventory.mcpsnap".to_owned(), open(bytes))],
        config: Config::default(),
        config_file: None,
        lock: None,
        locks: std::collections::BTreeMap::new(),
        client_profiles: Vec::new(),
        goldens: std::collections::BTreeMap::new(),
        goldens_unused: Vec::new(),
        latency_baseline: None,
        detectors: std::collections::BTreeMap::new(),
        places: std::collections::BTreeMap::new(),
        as_of: None,
        version: "0.1.0".to_owned(),
        ahead: Default::default(),
    }
}

/// Decompressing and reading the file.
#[divan::bench]
fn read_file(bencher: Bencher<'_, '_>) {
    let (bytes, n_text) = inventory::snapshot(N_TOOLS);
    bencher.counter(BytesCount::new(n_text)).bench_local(|| open(&bytes));
}

/// From the snapshot to the contract.
#[divan::bench]
fn read_contract(bencher: Bencher<'_, '_>) {
    let (bytes, n_text) = inventory::snapshot(N_TOOLS);
    let snapshot = open(&bytes);
    bencher
        .counter(BytesCount::new(n_text))
        .bench_local(|| contract::read(&[&snapshot]));
}

/// From the snapshot to the report.
#[divan::bench]
fn judge(bencher: Bencher<'_, '_>) {
    let (bytes, n_text) = inventory::snapshot(N_TOOLS);
    let inputs = inputs(&bytes);
    bencher
        .counter(BytesCount::new(n_text))
        .bench_local(|| analyze(&inputs));
}

/// From two snapshots to what changed between them: one tool in twenty.
#[divan::bench]
fn diff(bencher: Bencher<'_, '_>) {
    let (old, n_old) = inventory::snapshot(N_TOOLS);
    let (new, n_new) = inventory::updated(N_TOOLS);
    bencher.counter(BytesCount::new(n_old + n_new)).bench_local(|| {
        let config = Config::default();
        let trusted = contract_of(&without_repeats(open(&old)), &config).expect("the server speaks");
        let mut inputs = inputs(&new);
        let recorded = std::mem::take(&mut inputs.snapshots).into_iter();
        inputs.snapshots = recorded
            .map(|(name, snapshot)| (name, without_repeats(snapshot)))
            .collect();
        analyze_drift(&inputs, Trusted::Contract("old.mcpsnap", &trusted), None)
    });
}

/// What naming every client costs: 1,000 tools.
#[divan::bench]
fn clients(bencher: Bencher<'_, '_>) {
    let mut inputs = inputs(&inventory::snapshot(1_000).0);
    inputs.config.checks.clients = Some(mcpward_schemas::config::Clients::All);
    bencher.bench_local(|| analyze(&inputs));
}

/// What counting tokens costs besides: 1,000 tools.
#[divan::bench]
fn tokens(bencher: Bencher<'_, '_>) {
    let mut inputs = inputs(&inventory::snapshot(1_000).0);
    inputs.config.checks.clients = Some(mcpward_schemas::config::Clients::All);
    inputs.config.checks.cost = Some(mcpward_schemas::config::Cost::default());
    bencher.bench_local(|| analyze(&inputs));
}

/// From the file to the report.
#[divan::bench]
fn whole(bencher: Bencher<'_, '_>) {
    let (bytes, n_text) = inventory::snapshot(N_TOOLS);
    bencher
        .counter(BytesCount::new(n_text))
        .bench_local(|| analyze(&inputs(&bytes)));
}
