//! Every fix that is shown is proven to be what it says, and helps: pasted, the client minds it no more.
//!
//! The fixtures of the rules about clients are the cases; `golden/fixes.txt` says of each rule what its fix comes to, or why
//! it has none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mcpward_analyze::{Inputs, analyze};
use mcpward_compat::{Draft, Options, Verdict, compare};
use mcpward_json::{Doc, Limits};
use mcpward_schemas::report::{Finding, Fix, Status};
use serde_json::Value;

use crate::support::{Described, capture, config};

/// One line of the reviewed list: what is proven of a rule's fix, or why it has none.
fn golden() -> BTreeMap<String, (String, String)> {
    let lines = include_str!("golden/fixes.txt").lines();
    lines
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let mut parts = line.splitn(3, " | ").map(|part| part.trim().to_owned());
            let mut next = || parts.next().unwrap_or_default();
            (next(), (next(), next()))
        })
        .collect()
}

/// The fixtures of the rules about clients: rule, case, server and settings.
fn cases() -> Vec<(String, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/rules/clients");
    let mut cases = Vec::new();
    for rule in std::fs::read_dir(root).unwrap() {
        let rule = rule.unwrap().path();
        let id = format!("clients/{}", rule.file_name().unwrap().to_str().unwrap());
        for case in std::fs::read_dir(rule).unwrap() {
            let text = std::fs::read_to_string(case.unwrap().path()).unwrap();
            cases.push((id.clone(), serde_json::from_str(&text).unwrap()));
        }
    }
    cases
}

/// The findings about clients.
fn found(case: &Value) -> Vec<Finding> {
    let settings = config(&case["config"]);
    let server: Described = serde_json::from_value(case["server"].clone()).unwrap();
    let inputs = Inputs {
        snapshots: vec![("server.mcpsnap".to_owned(), capture(&server, &settings))],
        config: settings,
        config_file: None,
        lock: None,
        locks: BTreeMap::new(),
        places: Default::default(),
        client_profiles: Vec::new(),
        goldens: BTreeMap::new(),
        goldens_unused: Vec::new(),
        latency_baseline: None,
        detectors: BTreeMap::new(),
        as_of: None,
        version: "0.0.0".to_owned(),
        ahead: Default::default(),
    };
    let counts = |finding: &Finding| finding.family == "clients" && finding.status != Status::Skip;
    let results = analyze(&inputs).results;
    results
        .into_iter()
        .filter(|finding| counts(finding) && !finding.clients.is_empty())
        .collect()
}

/// The tool of that name, in the description of the server.
fn tool<'c>(case: &'c mut Value, name: &str) -> &'c mut Value {
    let pages = case["server"]["pages"]["tools"].as_array_mut().unwrap();
    let mut tools = pages.iter_mut().flat_map(|page| page.as_array_mut().unwrap());
    tools.find(|tool| tool["name"] == name).unwrap()
}

/// The name of the tool that a finding is about, or the first in the list of those that share the habit.
fn name(case: &Value, finding: &Finding) -> String {
    let pages = case["server"]["pages"]["tools"].as_array().unwrap();
    let mut names = pages
        .iter()
        .flat_map(|page| page.as_array().unwrap())
        .map(|tool| tool["name"].as_str().unwrap().to_owned());
    names.find(|name| places(finding, name) > 0).unwrap()
}

/// What the schema engine says of a rewrite, asked from outside.
fn proven(before: &Value, after: &Value, was: Draft) -> &'static str {
    let doc = |schema: &Value| Doc::parse(schema.to_string(), &Limits::default()).unwrap();
    let (before, after) = (doc(before), doc(after));
    let options = Options {
        draft_old: was,
        root_object: true,
        ..Options::default()
    };
    let comparison = compare(before.root(), after.root(), &options);
    match (comparison.forward, comparison.backward) {
        (Verdict::Included, Verdict::Included) => "equivalent",
        (Verdict::Included, Verdict::NotIncluded { .. }) => "looser",
        (Verdict::NotIncluded { .. }, Verdict::Included) => "stricter",
        _ => "unproven",
    }
}

/// The draft of a fixture's schemas: the older dialects are what two rules are about.
fn draft(rule: &str) -> Draft {
    match rule {
        "clients/boolean-exclusive-bound" => Draft::Draft4,
        "clients/tuple-items" => Draft::Draft7,
        _ => Draft::Draft202012,
    }
}

fn paste(case: &Value, name: &str, fix: &Fix) -> Value {
    let mut fixed = case.clone();
    *tool(&mut fixed, name).pointer_mut(fix.pointer.raw()).unwrap() = fix.after.clone();
    fixed
}

#[test]
fn each_fix_is_proven_and_helps() {
    let mut golden_left = golden();
    let mut proofs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (rule, mut case) in cases() {
        let before = found(&case);
        for finding in before.iter().filter(|finding| finding.id == rule) {
            let proofs = proofs.entry(rule.clone()).or_default();
            let Some(fix) = &finding.fix else {
                proofs.insert("none".to_owned());
                continue;
            };
            proofs.insert(fix.proof.clone());
            let name = name(&case, finding);
            let mut pasted = paste(&case, &name, fix);
            let side = fix.pointer.raw().split('/').nth(1).unwrap();
            let (was, is) = (
                tool(&mut case, &name)[side].clone(),
                tool(&mut pasted, &name)[side].clone(),
            );
            assert_eq!(proven(&was, &is, draft(&rule)), fix.proof, "{rule}: {was} became {is}");
            let minded = |findings: &[Finding]| -> usize {
                let of_rule = findings.iter().filter(|found| found.id == rule);
                of_rule.map(|found| places(found, &name)).sum()
            };
            let after = found(&pasted);
            assert!(minded(&after) < minded(&before), "{rule}: {is} is minded as before");
            // A hint that comes of it is better than the refusal that goes.
            let hard = |found: &&Finding| matches!(found.status, Status::Fail | Status::Warn);
            let others = |findings: &[Finding]| -> BTreeSet<String> {
                findings.iter().filter(hard).map(|found| found.id.clone()).collect()
            };
            let new: Vec<String> = others(&after).difference(&others(&before)).cloned().collect();
            assert!(new.is_empty(), "{rule}: {is} brings {new:?}");
        }
    }
    let mut wrong = Vec::new();
    for (rule, found) in proofs {
        let found = found.into_iter().collect::<Vec<_>>().join(", ");
        let (proof, reason) = golden_left.remove(&rule).unwrap_or_default();
        if found != proof || (proof != "equivalent" && reason.len() < 20) {
            wrong.push(format!("{rule} | {found} | {reason}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "the list says otherwise, or not why:\n{}",
        wrong.join("\n")
    );
    assert!(golden_left.is_empty(), "nobody shows {:?}", golden_left.keys());
}

/// At how many places of a tool something was found.
fn places(finding: &Finding, tool: &str) -> usize {
    let actual = finding.actual.as_ref();
    if let Some(tools) = actual.and_then(|actual| actual.get("tools")?.as_object()) {
        return tools
            .get(tool)
            .and_then(Value::as_array)
            .map(Vec::len)
            .unwrap_or_default();
    }
    let is_of_tool = finding
        .subject
        .as_ref()
        .is_some_and(|subject| subject.name.raw() == tool);
    let n_places = actual.and_then(|actual| actual.get("places")?.as_u64());
    let n_places = n_places.and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
    if is_of_tool { n_places } else { 0 }
}
