//! Facts about drift that hold for every pair of servers: mirrored, acceptable one by one, the same on every machine.

use std::collections::BTreeSet;
use std::path::Path;

use mcpward_analyze::drift::{Change, Class, Mirror, Refused, accept, diff};
use mcpward_analyze::{Inputs, baseline, contract_of};
use mcpward_schemas::lockfile::{LockFile, write};
use serde_json::{Value, json};

use crate::support::{Described, capture, config};

/// Pairs of servers from the fixtures of the family, with their names.
fn pairs() -> Vec<(String, LockFile, LockFile)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/rules/drift");
    let mut out = Vec::new();
    for rule in std::fs::read_dir(root).unwrap() {
        for case in std::fs::read_dir(rule.unwrap().path()).unwrap() {
            let path = case.unwrap().path();
            let fixture: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            if let Some(pinned) = fixture.get("pinned") {
                out.push((path.display().to_string(), lock(pinned), lock(&fixture["server"])));
            }
        }
    }
    assert!(out.len() > 60, "the folder was read");
    out
}

fn lock(server: &Value) -> LockFile {
    let server: Described = serde_json::from_value(server.clone()).unwrap();
    let config = config(&json!({ "checks": { "drift": { "output": { "enabled": true, "shape_samples": 2 } } } }));
    contract_of(&capture(&server, &config), &config).unwrap()
}

fn ids(changes: &[Change]) -> BTreeSet<String> {
    changes.iter().map(|change| change.id.clone()).collect()
}

#[test]
fn the_other_way_round_every_change_has_its_mirror() {
    for (name, old, new) in pairs() {
        let group = |class: Class| match class.info().mirror {
            Mirror::Of(other) => Some(class.min(other)),
            Mirror::None(_) => None,
        };
        let groups = |old: &LockFile, new: &LockFile| {
            let mut groups: Vec<(Class, String)> = diff(old, new)
                .changes
                .into_iter()
                .filter_map(|change| Some((group(change.class)?, change.pointer)))
                // What proves one way may be beyond proof the other way, and is safe or not by itself.
                .map(|(class, at)| match class {
                    Class::SchemaChangeUnproven => (Class::BreakingSchemaChange, at),
                    // A media type that is named for the first time breaks nobody.
                    Class::ResourceNonbreaking => (Class::ResourceBreaking, at),
                    class => (class, at),
                })
                .collect();
            groups.sort();
            groups
        };
        assert_eq!(groups(&old, &new), groups(&new, &old), "{name}");
    }
}

#[test]
fn a_contract_does_not_differ_from_itself() {
    for (name, old, new) in pairs() {
        for lock in [old, new] {
            assert!(diff(&lock, &lock).changes.is_empty(), "{name}");
        }
    }
}

#[test]
fn each_change_can_be_accepted_and_the_others_stay() {
    for (name, old, new) in pairs() {
        let changes = diff(&old, &new).changes;
        let all = ids(&changes);
        let accepted = accept(&old, &new, &all, &[]).unwrap_or_else(|refused| panic!("{name}: {refused:?}"));
        let left = diff(&accepted, &new).changes;
        assert!(left.is_empty(), "{name}: {left:?}");
        // The last tool that goes takes the line about all of them with it.
        let all_gone = changes.iter().any(|change| change.class == Class::AllToolsRemoved);
        for change in changes.iter().filter(|_| !all_gone) {
            let one = BTreeSet::from([change.id.clone()]);
            match accept(&old, &new, &one, &[]) {
                Ok(accepted) => {
                    let left: Vec<Class> = diff(&accepted, &new)
                        .changes
                        .iter()
                        .map(|change| change.class)
                        .collect();
                    let others = changes
                        .iter()
                        .filter(|other| other.id != change.id)
                        .map(|other| other.class);
                    assert_eq!(left, others.collect::<Vec<_>>(), "{name}: {}", change.class.name());
                }
                Err(Refused::NotAlone(ids)) => assert_eq!(ids, std::slice::from_ref(&change.id), "{name}"),
            }
        }
    }
}

#[test]
fn two_baselines_of_one_server_are_the_same_bytes() {
    let tool = |name: &str| json!({ "name": name, "description": "Does it.\nTwice.", "inputSchema": { "type": "object", "properties": { "a": { "maximum": 1.0 }, "b": {} } } });
    let turned = |name: &str| json!({ "inputSchema": { "properties": { "b": {}, "a": { "maximum": 1 } }, "type": "object" }, "description": "Does it.\nTwice.", "name": name });
    // Findings are pinned too, and must not stand in the order of the lists.
    let mute = |name: &str| json!({ "name": name, "inputSchema": { "type": "string" } });
    let prompt = |name: &str| json!({ "name": name, "arguments": [{ "name": "b" }, { "name": "a" }] });
    let resource = |uri: &str| json!({ "uri": uri, "name": "one" });
    let text = |tools: Value, prompts: Value, resources: Value| {
        let pages = json!({ "tools": tools, "prompts": prompts, "resources": resources });
        let server: Described = serde_json::from_value(json!({ "pages": pages })).unwrap();
        let config = config(&json!({}));
        let inputs = Inputs {
            snapshots: vec![("one.mcpsnap".to_owned(), capture(&server, &config))],
            config,
            config_file: None,
            lock: None,
            locks: std::collections::BTreeMap::new(),
            goldens: std::collections::BTreeMap::new(),
            goldens_unused: Vec::new(),
            latency_baseline: None,
            client_profiles: Vec::new(),
            detectors: std::collections::BTreeMap::new(),
            places: std::collections::BTreeMap::new(),
            as_of: None,
            version: "0.0.0".to_owned(),
            ahead: Default::default(),
        };
        write(&baseline(&inputs).unwrap().0)
    };
    let one = text(
        json!([[tool("a"), tool("b"), tool("c"), mute("d"), mute("e")]]),
        json!([[prompt("p"), prompt("q")]]),
        json!([[resource("file:///a"), resource("file:///b")]]),
    );
    let other = text(
        json!([[mute("e"), turned("c")], [turned("b"), mute("d"), turned("a")]]),
        json!([[prompt("q")], [prompt("p")]]),
        json!([[resource("file:///b"), resource("file:///a")]]),
    );
    assert!(one.contains("schema/tool-input-schema"), "findings are pinned: {one}");
    assert_eq!(one, other);
}

#[test]
fn ids_of_changes_stay_what_they_are() {
    let server = |description: &str| {
        lock(
            &json!({ "pages": { "tools": [[{ "name": "a", "description": description, "inputSchema": { "type": "object" } }]] } }),
        )
    };
    let changes = diff(&server("Does it."), &server("Does that.")).changes;
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].id, "d95c3a169799");
}

#[test]
fn a_version_that_was_not_asked_for_stays_in_the_lock_file() {
    let tools = json!({ "tools": [[]] });
    let both = json!({ "pages": tools, "discover": {}, "versions": ["2025-06-18", "2025-11-25"] });
    let old = lock(&both);
    let newer = json!({ "pages": tools, "versions": ["2025-06-18"] });
    let config = config(&json!({ "protocol": "legacy" }));
    let server = serde_json::from_value(newer).unwrap();
    let new = contract_of(&capture(&server, &config), &config).unwrap();
    let changes = diff(&old, &new).changes;
    let accepted = accept(&old, &new, &ids(&changes), &[]).unwrap();
    // 2025-11-25 was asked for and refused; 2026-07-28 was not asked for.
    let versions = accepted.server_member("protocolVersions").map(mcpward_json::canonical);
    assert_eq!(versions.as_deref(), Some(r#"["2025-06-18","2026-07-28"]"#));
}
