//! From suites to the calls they ask for, in order.

use mcpward_schemas::config::{Case, Expect, Suite};
use serde_json::{Map, Value};

/// Most calls that `repeat` asks of one case. 1,000: enough to see a flaky server, few enough to end.
const REPEAT_MAX: u32 = 1_000;

/// What a case asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// `tools/call` of this tool.
    Tool(String),
    /// `resources/read` of this URI.
    Resource(String),
    /// `prompts/get` of this prompt.
    Prompt(String),
}

impl Target {
    /// The name or URI.
    pub fn name(&self) -> &str {
        match self {
            Self::Tool(name) | Self::Resource(name) | Self::Prompt(name) => name,
        }
    }
}

/// One call of a suite.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseRun {
    /// Name of the probe that makes the call, unique in the configuration: `suite/0/case/2`, `suite/0/case/2/each/1/repeat/0`,
    /// `suite/0/setup/0`. The recorded exchange is found by it.
    pub probe: String,
    /// Place of the suite, from 0.
    pub suite: usize,
    /// Name for people; for `each` with the values that were filled in.
    pub name: String,
    /// What is asked.
    pub target: Target,
    /// Arguments, placeholders filled in; references to earlier results are still to be resolved.
    pub args: Map<String, Value>,
    /// What to expect; `None` for setup and teardown calls, whose failure is a finding of its own.
    pub expect: Option<Expect>,
    /// Words to choose by, the suite's included.
    pub tags: Vec<String>,
}

/// All calls of the suites, in order: setup, cases, teardown of each.
///
/// # Errors
/// A sentence fragment that names the suite or case and what is wrong with it.
pub fn expand(suites: &[Suite]) -> Result<Vec<CaseRun>, String> {
    let mut runs = Vec::new();
    for (suite_idx, suite) in suites.iter().enumerate() {
        let target = target_of(suite).map_err(|reason| format!("suites[{suite_idx}]: {reason}"))?;
        runs.extend(bracket("setup", suite_idx, suite));
        for (case_idx, case) in suite.cases.iter().enumerate() {
            if suite.cases[..case_idx].iter().any(|other| other.name == case.name) {
                return Err(format!("suites[{suite_idx}] has two cases named {:?}", case.name));
            }
            expand_case(suite_idx, case_idx, suite, case, &target, &mut runs)
                .map_err(|reason| format!("suites[{suite_idx}], case {:?}: {reason}", case.name))?;
        }
        runs.extend(bracket("teardown", suite_idx, suite));
    }
    Ok(runs)
}

fn target_of(suite: &Suite) -> Result<Target, String> {
    match (&suite.tool, &suite.resource, &suite.prompt) {
        (Some(tool), None, None) => Ok(Target::Tool(tool.clone())),
        (None, Some(uri), None) => Ok(Target::Resource(uri.clone())),
        (None, None, Some(prompt)) => Ok(Target::Prompt(prompt.clone())),
        (None, None, None) => Err("needs one of tool, resource and prompt".to_owned()),
        _ => Err("takes only one of tool, resource and prompt".to_owned()),
    }
}

fn bracket<'s>(which: &'static str, suite_idx: usize, suite: &'s Suite) -> impl Iterator<Item = CaseRun> + 's {
    let calls = if which == "setup" {
        &suite.setup
    } else {
        &suite.teardown
    };
    calls.iter().enumerate().map(move |(idx, call)| CaseRun {
        probe: format!("suite/{suite_idx}/{which}/{idx}"),
        suite: suite_idx,
        name: format!("{which} {}", idx + 1),
        target: Target::Tool(call.name.clone()),
        args: call.args.clone(),
        expect: None,
        tags: suite.tags.clone(),
    })
}

fn expand_case(
    suite_idx: usize,
    case_idx: usize,
    suite: &Suite,
    case: &Case,
    target: &Target,
    runs: &mut Vec<CaseRun>,
) -> Result<(), String> {
    let n_repeats = case.repeat.unwrap_or(1);
    if n_repeats == 0 || n_repeats > REPEAT_MAX {
        return Err(format!("repeat takes 1 to {REPEAT_MAX}, not {n_repeats}"));
    }
    let nothing = [Map::new()];
    let rows = if case.each.is_empty() {
        &nothing[..]
    } else {
        &case.each[..]
    };
    for (row_idx, row) in rows.iter().enumerate() {
        let args = fill_map(&case.args, row)?;
        let mut probe = format!("suite/{suite_idx}/case/{case_idx}");
        let mut name = case.name.clone();
        if !case.each.is_empty() {
            probe.push_str(&format!("/each/{row_idx}"));
            name = format!("{name} {}", Value::Object(row.clone()));
        }
        for repeat_idx in 0..n_repeats {
            let repeated = if case.repeat.is_some() {
                format!("/repeat/{repeat_idx}")
            } else {
                String::new()
            };
            runs.push(CaseRun {
                probe: format!("{probe}{repeated}"),
                suite: suite_idx,
                name: name.clone(),
                target: target.clone(),
                args: args.clone(),
                expect: Some(case.expect.clone()),
                tags: suite.tags.iter().chain(&case.tags).cloned().collect(),
            });
        }
    }
    Ok(())
}

fn fill_map(args: &Map<String, Value>, row: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    args.iter()
        .map(|(name, value)| Ok((name.clone(), fill(value, row)?)))
        .collect()
}

/// Fills `{{name}}`: a text that is only the placeholder takes the value itself, a placeholder inside a text its text.
/// Recursive over the configuration, which its reader has bounded.
fn fill(value: &Value, row: &Map<String, Value>) -> Result<Value, String> {
    match value {
        Value::String(text) => fill_text(text, row),
        Value::Array(items) => items.iter().map(|item| fill(item, row)).collect(),
        Value::Object(map) => fill_map(map, row).map(Value::Object),
        other => Ok(other.clone()),
    }
}

fn fill_text(text: &str, row: &Map<String, Value>) -> Result<Value, String> {
    if row.is_empty() {
        return Ok(Value::from(text));
    }
    let lookup = |name: &str| {
        let name = name.trim();
        row.get(name)
            .ok_or_else(|| format!("{{{{{name}}}}} is not in each; it has {}", names(row)))
    };
    let whole = text.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}"));
    if let Some(name) = whole.filter(|name| !name.contains("{{")) {
        return lookup(name).cloned();
    }
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else {
            break;
        };
        filled.push_str(before);
        match lookup(name)? {
            Value::String(text) => filled.push_str(text),
            other => filled.push_str(&other.to_string()),
        }
        rest = after;
    }
    filled.push_str(rest);
    Ok(Value::from(filled))
}

fn names(row: &Map<String, Value>) -> String {
    row.keys().cloned().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn suites(value: Value) -> Vec<Suite> {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn calls_come_in_order_with_their_probes() {
        let suites = suites(json!([{
            "tool": "get", "tags": ["smoke"],
            "setup": [{"name": "put", "args": {"k": 1}}], "teardown": [{"name": "del"}],
            "cases": [
                {"name": "one", "args": {"k": 1}},
                {"name": "many", "each": [{"k": 1}, {"k": "x"}], "args": {"k": "{{k}}", "s": "is {{ k }}!"}, "tags": ["slow"]},
                {"name": "again", "repeat": 2},
            ],
        }]));
        let runs = expand(&suites).unwrap();
        let probes: Vec<_> = runs.iter().map(|run| run.probe.as_str()).collect();
        assert_eq!(
            probes,
            [
                "suite/0/setup/0",
                "suite/0/case/0",
                "suite/0/case/1/each/0",
                "suite/0/case/1/each/1",
                "suite/0/case/2/repeat/0",
                "suite/0/case/2/repeat/1",
                "suite/0/teardown/0"
            ]
        );
        assert_eq!(Value::Object(runs[2].args.clone()), json!({"k": 1, "s": "is 1!"}));
        assert_eq!(Value::Object(runs[3].args.clone()), json!({"k": "x", "s": "is x!"}));
        assert_eq!(runs[3].name, "many {\"k\":\"x\"}");
        assert_eq!(runs[3].tags, ["smoke", "slow"]);
        assert!(runs[0].expect.is_none() && runs[1].expect.is_some());
    }

    #[test]
    fn braces_without_each_are_plain_text() {
        let runs = expand(&suites(
            json!([{"tool": "t", "cases": [{"name": "c", "args": {"q": "{{x}}"}}]}]),
        ))
        .unwrap();
        assert_eq!(runs[0].args["q"], json!("{{x}}"));
    }

    #[test]
    fn what_is_wrong_names_its_place() {
        for (suite, error) in [
            (
                json!([{"cases": []}]),
                "suites[0]: needs one of tool, resource and prompt",
            ),
            (
                json!([{"tool": "a", "prompt": "b", "cases": []}]),
                "suites[0]: takes only one of tool, resource and prompt",
            ),
            (
                json!([{"tool": "a", "cases": [{"name": "x"}, {"name": "x"}]}]),
                "suites[0] has two cases named \"x\"",
            ),
            (
                json!([{"tool": "a", "cases": [{"name": "x", "repeat": 0}]}]),
                "suites[0], case \"x\": repeat takes 1 to 1000, not 0",
            ),
            (
                json!([{"tool": "a", "cases": [{"name": "x", "each": [{"k": 1}], "args": {"a": "{{q}}"}}]}]),
                "suites[0], case \"x\": {{q}} is not in each; it has k",
            ),
        ] {
            assert_eq!(expand(&suites(suite)).unwrap_err(), error);
        }
    }
}
