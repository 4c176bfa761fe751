//! The same bytes with one thread and with eight, and again.

use mcpward_analyze::{Inputs, analyze};
use mcpward_schemas::report::to_json;
use serde_json::{Value, json};

use crate::support::{Described, capture, config};

/// A server with something to say for every family: two hundred tools, some of them odd.
fn inputs() -> Inputs {
    let tool = |idx: u32| {
        json!({
            "name": if idx.is_multiple_of(7) { format!("tool {idx}") } else { format!("tool_{}", idx / 2) },
            "inputSchema": { "type": if idx.is_multiple_of(5) { "object".to_owned() } else { format!("objekt {idx}") }, "required": ["missing"] },
            "annotations": { "readOnlyHint": idx % 3 },
        })
    };
    let pages: Vec<Vec<Value>> = (0..4)
        .map(|page| (page * 50..page * 50 + 50).map(tool).collect())
        .collect();
    let server: Described = serde_json::from_value(json!({ "pages": { "tools": pages, "prompts": [[]] } })).unwrap();
    let config = config(&json!({}));
    let snapshot = capture(&server, &config);
    Inputs {
        snapshots: vec![("one.mcpsnap".to_owned(), snapshot)],
        config,
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
        version: "0.0.0".to_owned(),
        ahead: Default::default(),
    }
}

#[test]
fn threads_change_nothing() {
    let inputs = inputs();
    let with = |n_threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
        pool.install(|| to_json(&analyze(&inputs)))
    };
    let one = with(1);
    assert!(one.matches("\"fail\"").count() > 100, "there is something to sort");
    for _ in 0..3 {
        assert_eq!(with(8), one);
    }
}

#[test]
fn the_time_is_an_input() {
    let mut inputs = inputs();
    assert_eq!(analyze(&inputs).timestamp, "2026-06-01T12:00:00.000Z");
    inputs.as_of = Some("2027-01-01T00:00:00Z".to_owned());
    assert_eq!(analyze(&inputs).timestamp, "2027-01-01T00:00:00Z");
}
