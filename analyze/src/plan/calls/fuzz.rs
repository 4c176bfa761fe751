//! Odd inputs for read-only tools: at the edges of their schemas, and beyond.
//!
//! Each input is the smallest that the schema accepts but for one thing, so whatever it breaks is as small as it can be.

use std::collections::BTreeSet;

use mcpward_compat::{Options, instances};
use mcpward_json::{Json, Value};
use mcpward_schemas::config::Fuzz;
use mcpward_schemas::snapshot::Step;
use serde_json::{Map, json};

use super::{arguments, call_tool, refuse, tools};
use crate::contract::probe;

/// Most inputs of one tool. 1,000: beyond, the same edges come again.
const INPUTS_MAX: u32 = 1_000;

/// Parameters of one tool that are tried. 50: three times what the widest real tools have.
const PARAMETERS_MAX: usize = 50;

/// Length of a long text: longer than any buffer that somebody thought was enough, and short enough to log.
const LONG: usize = 10_000;

/// How deep a nested value is: past the stacks of careless parsers, within those of JSON libraries.
const DEEP: usize = 100;

/// The calls for the tools that were listed, and the refusals.
pub(super) fn plan(fuzz: &Fuzz, listed: &[Json]) -> Vec<Step> {
    let mut steps = Vec::new();
    for tool in tools(listed) {
        if !fuzz.tools.is_empty() && !fuzz.tools.contains(&tool.name) {
            continue;
        }
        if !tool.annotations.read_only {
            steps.push(refuse(&tool.name, probe::FUZZ, "it is not read-only"));
            continue;
        }
        let schema = tool.json.value().get("inputSchema");
        let Some(least) = schema.map_or_else(|| Some(Map::new()), arguments::arguments_of) else {
            let reason = "no arguments could be made that its schema accepts";
            steps.push(refuse(&tool.name, probe::FUZZ, reason));
            continue;
        };
        let inputs = inputs(schema, &least);
        for (n, input) in chosen(inputs, fuzz).into_iter().enumerate() {
            let probe = format!("{}/{}/{n}/{}", probe::FUZZ, fuzz.seed, tool.name);
            steps.push(call_tool(probe, &tool.name, &input.into()));
        }
    }
    steps
}

/// All inputs of a tool, without repetitions.
fn inputs(schema: Option<Value<'_>>, least: &Map<String, serde_json::Value>) -> Vec<Map<String, serde_json::Value>> {
    let mut inputs = Vec::new();
    let options = Options {
        root_object: true,
        ..Options::default()
    };
    let edges = schema.map(|schema| instances(schema, &options)).unwrap_or_default();
    inputs.extend(edges.into_iter().filter_map(|edge| match edge.value {
        serde_json::Value::Object(input) => Some(input),
        _ => None,
    }));
    let with = |name: &str, value: serde_json::Value| {
        let mut input = least.clone();
        input.insert(name.to_owned(), value);
        input
    };
    let properties = schema.and_then(|schema| schema.get("properties"));
    for (name, property) in properties.into_iter().flat_map(Value::entries).take(PARAMETERS_MAX) {
        let Some(name) = name.as_str() else { continue };
        inputs.extend(odd(property).into_iter().map(|value| with(&name, value)));
    }
    inputs.push(with("mcpward_unknown", json!("x")));
    inputs.push(with("__proto__", json!({ "mcpward": true })));
    let nested = (0..DEEP).fold(json!(0), |value, _| json!([value]));
    inputs.push(with("mcpward_nested", nested));
    let mut seen = BTreeSet::new();
    inputs.retain(|input| seen.insert(serde_json::Value::Object(input.clone()).to_string()));
    inputs
}

/// Values beyond the edge of a parameter.
fn odd(property: Value<'_>) -> Vec<serde_json::Value> {
    let word = property.get("type").and_then(Value::as_str);
    let mut values = match word.as_deref() {
        Some("string") => [
            "",
            " ",
            "\u{0}",
            "\r\n",
            "../../../../../../../../mcpward-no-such-file",
            "%2e%2e%2fmcpward-no-such-file",
            "'\"`;--",
            "{{7*7}}",
            "\u{202e}abc",
            "e\u{301}😀𝒳",
            "NaN",
        ]
        .map(serde_json::Value::from)
        .to_vec(),
        Some("number" | "integer") => vec![
            json!(0),
            json!(-1),
            json!(0.5),
            json!(2_147_483_648_i64),
            json!(9_007_199_254_740_993_i64),
            json!(1e308),
            json!(-1e308),
        ],
        Some("boolean") => vec![json!("true"), json!(2)],
        Some("array") => vec![json!([]), json!([null]), json!(vec!["x"; 1_000])],
        Some("object") => vec![json!({}), json!({ "": "" })],
        _ => Vec::new(),
    };
    if word.as_deref() == Some("string") {
        values.push("a".repeat(LONG).into());
    }
    values.extend([json!(null), json!([]), json!({}), json!("x"), json!(-1)]);
    values
}

/// As many inputs as are asked for, chosen by the seed; in an order that the seed gives too.
fn chosen(mut inputs: Vec<Map<String, serde_json::Value>>, fuzz: &Fuzz) -> Vec<Map<String, serde_json::Value>> {
    let mut state = fuzz.seed;
    for last in (1..inputs.len()).rev() {
        let other = usize::try_from(next(&mut state) % (last as u64 + 1)).unwrap_or(0);
        inputs.swap(last, other);
    }
    inputs.truncate(usize::try_from(fuzz.inputs.clamp(1, INPUTS_MAX)).unwrap_or(usize::MAX));
    inputs
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same on every machine.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::*;

    fn tool(text: &serde_json::Value) -> Json {
        Json::root(Doc::parse(text.to_string(), &Limits::default()).unwrap())
    }

    fn planned(fuzz: &Fuzz) -> Vec<Step> {
        let read = json!({
            "name": "read", "annotations": { "readOnlyHint": true },
            "inputSchema": {
                "type": "object", "required": ["path"],
                "properties": { "path": { "type": "string", "maxLength": 20 }, "depth": { "type": "integer", "minimum": 1 } },
            },
        });
        let write = json!({ "name": "write", "annotations": { "destructiveHint": false }, "inputSchema": { "type": "object" } });
        plan(fuzz, &[tool(&read), tool(&write)])
    }

    #[test]
    fn only_read_only_tools_are_called() {
        let steps = planned(&Fuzz::default());
        let (calls, refusals): (Vec<_>, Vec<_>) = steps.iter().partition(|step| matches!(step, Step::Request { .. }));
        assert_eq!(calls.len(), 30);
        assert!(matches!(refusals[..], [Step::Refuse { tool, .. }] if tool == "write"));
        let named = planned(&Fuzz {
            tools: vec!["write".to_owned()],
            ..Fuzz::default()
        });
        assert!(matches!(named[..], [Step::Refuse { .. }]));
    }

    #[test]
    fn the_seed_decides() {
        let with = |seed| {
            planned(&Fuzz {
                seed,
                ..Fuzz::default()
            })
        };
        assert_eq!(with(7), with(7));
        assert_ne!(with(7), with(8));
    }

    #[test]
    fn edges_and_what_lies_beyond_are_tried() {
        let all = planned(&Fuzz {
            inputs: INPUTS_MAX,
            ..Fuzz::default()
        });
        let tried: Vec<String> = all
            .iter()
            .filter_map(|step| match step {
                Step::Request { call, .. } => Some(call.params.as_ref()?["arguments"].to_string()),
                _ => None,
            })
            .collect();
        for input in [
            r#"{"path":""}"#,
            r#"{"path":null}"#,
            r#"{"path":"x","mcpward_unknown":"x"}"#,
            r#"{"mcpward_unknown":"x","path":"x"}"#,
            r#"{"depth":-1,"path":"x"}"#,
        ] {
            let sorted = |text: &str| {
                let map: std::collections::BTreeMap<String, serde_json::Value> = serde_json::from_str(text).unwrap();
                format!("{map:?}")
            };
            assert!(
                tried.iter().any(|tried| sorted(tried) == sorted(input)),
                "{input} of {tried:#?}"
            );
        }
        let distinct: BTreeSet<&String> = tried.iter().collect();
        assert_eq!(distinct.len(), tried.len());
    }
}
