//! Every rule runs on every fixture, and the whole set of findings equals what the fixture expects.
//!
//! A fixture is `fixtures/rules/<family>/<rule>/<case>.json`: one sentence about it, the server as data, settings, and what
//! is found. Each rule has a case `fails` where it finds something and a case `near_miss` where it must not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcpward_analyze::{Inputs, SourceFile, analyze, baseline, rules};
use mcpward_schemas::lockfile::write;
use mcpward_schemas::report::{Finding, Severity, Status};
use mcpward_schemas::snapshot::Target;
use serde_json::Value;

use crate::support::{Described, capture, config};

/// Rules that never find anything.
const ONLY_PASS: [&str; 4] = [
    "collision/summary",
    "drift/no-changes",
    "drift/summary",
    "schema/summary",
];

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Fixture {
    /// One sentence on what the case shows.
    about: String,
    /// The server.
    #[serde(default)]
    server: Described,
    /// Servers beside it, by name; then the server itself is called `server`.
    #[serde(default)]
    beside: BTreeMap<String, Described>,
    /// The server as it was when its contract was pinned.
    #[serde(default)]
    pinned: Option<Described>,
    /// Settings at that time, where they differ.
    #[serde(default)]
    pinned_with: Option<Value>,
    /// The lock file as text, where no server gives it: lines.
    #[serde(default)]
    lock: Option<Vec<String>>,
    /// Settings, as in `mcpward.yaml`.
    #[serde(default = "empty")]
    config: Value,
    /// Settings at capture, where they differ.
    #[serde(default)]
    captured_with: Option<Value>,
    /// Golden files by path.
    #[serde(default)]
    goldens: BTreeMap<String, String>,
    /// Golden files that no case names.
    #[serde(default)]
    goldens_unused: Vec<String>,
    /// The server when its times were measured before.
    #[serde(default)]
    earlier: Option<Described>,
    /// Files of further detectors by path.
    #[serde(default)]
    detectors: BTreeMap<String, String>,
    /// The time of the analysis.
    #[serde(default)]
    as_of: Option<String>,
    /// Everything that is found, as [`line`] writes it.
    expect: Vec<String>,
}

fn empty() -> Value {
    Value::Object(serde_json::Map::new())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/rules")
}

/// All cases: rule id, case name and fixture.
fn cases() -> Vec<(String, String, Fixture)> {
    let folder = |path: &Path| {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        entries.sort();
        entries
    };
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut cases = Vec::new();
    for family in folder(&root()) {
        for rule in folder(&family) {
            for case in folder(&rule) {
                let text = std::fs::read_to_string(&case).unwrap();
                let fixture = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", case.display()));
                cases.push((format!("{}/{}", name(&family), name(&rule)), name(&case), fixture));
            }
        }
    }
    cases
}

/// A finding in one line: status, rule, subject, pointer and message.
fn line(finding: &Finding) -> String {
    let word = match (finding.status, finding.severity, &finding.suppressed) {
        (Status::Pass, _, Some(_)) => "accepted",
        (Status::Pass, Severity::Info, None) => "note",
        (Status::Fail, ..) => "fail",
        (Status::Warn, ..) => "warn",
        (Status::Skip, ..) => "skip",
        (Status::Pass, ..) => "pass",
    };
    let server = finding
        .server
        .as_ref()
        .map_or(String::new(), |name| format!(" of {name}"));
    let subject = finding.subject.as_ref().map_or(String::new(), |subject| {
        format!(
            " {} {:?}",
            serde_json::to_value(subject.kind).unwrap().as_str().unwrap(),
            subject.name
        )
    });
    let pointer = finding
        .pointer
        .as_ref()
        .map_or(String::new(), |pointer| format!(" at {}", pointer.raw()));
    format!(
        "{word} {}{server}{subject}{pointer}: {}",
        finding.id,
        finding.message.raw()
    )
}

fn found(fixture: &Fixture) -> Vec<String> {
    let settings = config(fixture.captured_with.as_ref().unwrap_or(&fixture.config));
    let mut snapshots = vec![("server.mcpsnap".to_owned(), capture(&fixture.server, &settings))];
    snapshots.extend(fixture.beside.iter().map(|(name, server)| {
        let mut snapshot = capture(server, &settings);
        // Two servers are told apart by how they are reached.
        if let Target::Stdio { args, .. } = &mut snapshot.header.target {
            args.push(name.clone());
        }
        (format!("{name}.mcpsnap"), snapshot)
    }));
    let lock = fixture
        .lock
        .as_ref()
        .map(|lines| lines.join("\n"))
        .or_else(|| pinned(fixture))
        .map(|text| SourceFile {
            name: "mcpward.lock.json".to_owned(),
            text,
        });
    let inputs = Inputs {
        snapshots,
        config: config(&fixture.config),
        config_file: Some(SourceFile {
            name: "mcpward.yaml".to_owned(),
            text: String::new(),
        }),
        client_profiles: Vec::new(),
        lock: lock.clone(),
        locks: lock.map(|lock| ("server".to_owned(), lock)).into_iter().collect(),
        goldens: fixture.goldens.clone(),
        goldens_unused: fixture.goldens_unused.clone(),
        latency_baseline: fixture
            .earlier
            .as_ref()
            .map(|earlier| ("earlier.mcpsnap".to_owned(), capture(earlier, &settings))),
        detectors: fixture.detectors.clone(),
        places: std::collections::BTreeMap::new(),
        as_of: fixture.as_of.clone(),
        version: "0.0.0".to_owned(),
        ahead: Default::default(),
    };
    let report = analyze(&inputs);
    let counts = |finding: &&Finding| {
        let is_note = finding.severity == Severity::Info && finding.status == Status::Pass;
        matches!(finding.status, Status::Fail | Status::Warn) || finding.suppressed.is_some() || is_note
    };
    report.results.iter().filter(counts).map(line).collect()
}

/// The lock file of the server as it was.
fn pinned(fixture: &Fixture) -> Option<String> {
    let settings = config(fixture.pinned_with.as_ref().unwrap_or(&fixture.config));
    let snapshot = capture(fixture.pinned.as_ref()?, &settings);
    let inputs = Inputs {
        snapshots: vec![("pinned.mcpsnap".to_owned(), snapshot)],
        config: settings,
        config_file: None,
        lock: None,
        locks: BTreeMap::new(),
        goldens: BTreeMap::new(),
        goldens_unused: Vec::new(),
        latency_baseline: None,
        client_profiles: Vec::new(),
        detectors: BTreeMap::new(),
        places: std::collections::BTreeMap::new(),
        as_of: None,
        version: "0.0.0".to_owned(),
        ahead: Default::default(),
    };
    let (lock, _) = baseline(&inputs).unwrap();
    Some(write(&lock))
}

#[test]
fn each_fixture_gives_exactly_what_it_expects() {
    let mut wrong = Vec::new();
    for (rule, case, fixture) in cases() {
        let found = found(&fixture);
        if found != fixture.expect {
            wrong.push(format!(
                "{rule}/{case} ({}):\n{}",
                fixture.about,
                serde_json::to_string_pretty(&found).unwrap()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn each_rule_has_a_case_and_a_near_miss() {
    let mut by_rule: BTreeMap<String, Vec<(String, Fixture)>> = BTreeMap::new();
    for (rule, case, fixture) in cases() {
        by_rule.entry(rule).or_default().push((case, fixture));
    }
    for rule in rules::all() {
        let cases = by_rule
            .remove(rule.id)
            .unwrap_or_else(|| panic!("{} has no fixtures", rule.id));
        let names_it = |fixture: &Fixture| {
            fixture
                .expect
                .iter()
                .any(|line| line.split([' ', ':']).nth(1) == Some(rule.id))
        };
        let near_miss = cases.iter().find(|(case, _)| case == "near_miss");
        let (_, near_miss) = near_miss.unwrap_or_else(|| panic!("{} has no near miss", rule.id));
        assert!(!names_it(near_miss), "{}: the near miss is no miss", rule.id);
        if !ONLY_PASS.contains(&rule.id) {
            let fails = cases.iter().find(|(case, _)| case == "fails");
            let (_, fails) = fails.unwrap_or_else(|| panic!("{} has no case that fails", rule.id));
            assert!(names_it(fails), "{}: the case does not show the rule", rule.id);
        }
    }
    assert!(by_rule.is_empty(), "fixtures without rule: {:?}", by_rule.keys());
}
