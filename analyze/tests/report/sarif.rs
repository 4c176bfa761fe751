//! SARIF, against what GitHub wants of it.

use std::collections::BTreeSet;

use mcpward_analyze::report::Format;
use mcpward_schemas::report::{Report, Severity, Status};
use serde_json::Value;
use snapbox::{assert_data_eq, file};

use crate::{all, sample, text};

fn run(report: &Report) -> Value {
    let log: Value = serde_json::from_str(&text(Format::Sarif, report)).expect("the log is JSON");
    assert_eq!(log["version"], "2.1.0");
    log["runs"][0].clone()
}

#[test]
fn reads_well() {
    assert_data_eq!(
        text(Format::Sarif, &sample::story()),
        file!["goldens/report.sarif"].raw()
    );
}

#[test]
fn the_standard_allows_what_is_written() {
    let schema: Value = serde_json::from_str(include_str!("sarif-subset.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for report in all() {
        let log: Value = serde_json::from_str(&text(Format::Sarif, &report)).unwrap();
        let wrong: Vec<_> = validator
            .iter_errors(&log)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(wrong, Vec::<String>::new());
    }
    // The schema can go red.
    let mut log: Value = serde_json::from_str(&text(Format::Sarif, &sample::story())).unwrap();
    log["runs"][0]["results"][0]["locations"] = Value::Array(Vec::new());
    assert!(!validator.is_valid(&log));
}

#[test]
fn every_result_has_a_place_a_rule_and_a_fingerprint_of_its_own() {
    for report in all() {
        let run = run(&report);
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let mut prints = BTreeSet::new();
        for result in run["results"].as_array().unwrap() {
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            assert!(!uri.is_empty() && uri.is_ascii() && !uri.contains(' '), "{uri:?}");
            assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
            assert!(place["region"]["startColumn"].as_u64().unwrap() >= 1);
            let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
            assert_eq!(rule["id"], result["ruleId"]);
            assert!(prints.insert(result["partialFingerprints"]["mcpward/v1"].as_str().unwrap().to_owned()));
            assert!(
                !result["message"]["text"]
                    .as_str()
                    .unwrap()
                    .chars()
                    .any(|c| c.is_control() && c != '\n')
            );
        }
    }
}

#[test]
fn all_rules_are_listed_and_those_about_security_are_ranked() {
    let run = run(&sample::nothing());
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), sample::nothing().rules.len());
    for rule in rules {
        let is_security = rule["id"].as_str().unwrap().starts_with("security/");
        assert_eq!(
            rule["properties"]["security-severity"].is_string(),
            is_security,
            "{rule}"
        );
    }
}

#[test]
fn findings_of_a_rule_on_one_line_are_told_apart_for_github() {
    let one = |tool: &str| sample::about_tool("schema/tool-name", Status::Fail, Severity::Error, tool, "bad");
    let run = run(&sample::report(vec![one("a"), one("b")]));
    let hashes: BTreeSet<_> = run["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| {
            result["partialFingerprints"]["primaryLocationLineHash"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(hashes.len(), 2);
}

#[test]
fn limits_hold_and_are_told() {
    let mut report = sample::report(vec![
        sample::about_tool("a/b", Status::Fail, Severity::Error, "t", "");
        25_010
    ]);
    // Text that does not compress: a cheap generator of letters from many scripts.
    let mut state = 1_u32;
    for finding in &mut report.results {
        let noise: String = (0..100)
            .filter_map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                char::from_u32(0x4e00 + (state >> 10) % 0x5000)
            })
            .collect();
        finding.message = noise.into();
    }
    let run = run(&report);
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 25_000);
    let n_bytes: usize = results
        .iter()
        .map(|result| result["message"]["text"].as_str().unwrap().len())
        .sum();
    assert!(n_bytes < 6_200_000, "{n_bytes}");
    let told = run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
        .as_str()
        .unwrap();
    assert!(told.starts_with("10 findings are left out"), "{told}");
}
