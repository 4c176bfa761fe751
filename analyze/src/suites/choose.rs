//! Which cases are called: those with a tag that was asked for, and what they build on.

use std::collections::BTreeSet;

use mcpward_schemas::config::Config;

use super::expand::{CaseRun, expand};
use super::reference::references;

/// The calls of the suites that are asked for, in order. Without `only` that is all of them. Else it is the cases that have one
/// of the tags, the cases that they take arguments from, and the calls around those; each keeps its probe, so that a
/// recording of some serves an analysis of all.
///
/// # Errors
/// A sentence fragment, where the suites can't be expanded.
pub fn chosen(config: &Config) -> Result<Vec<CaseRun>, String> {
    let runs = expand(&config.suites)?;
    if config.only.is_empty() {
        return Ok(runs);
    }
    let is_case = |run: &CaseRun| run.expect.is_some();
    let mut kept: BTreeSet<usize> = (0..runs.len())
        .filter(|&idx| is_case(&runs[idx]) && runs[idx].tags.iter().any(|tag| config.only.contains(tag)))
        .collect();
    // References point backwards only, so one pass from the end finds all.
    for idx in (0..runs.len()).rev() {
        if !kept.contains(&idx) {
            continue;
        }
        for reference in references(&runs[idx].args) {
            let mut earlier = (0..idx).filter(|&other| runs[other].suite == runs[idx].suite && is_case(&runs[other]));
            match &reference.case {
                Some(name) => kept.extend(earlier.filter(|&other| runs[other].name == *name)),
                None => kept.extend(earlier.next_back()),
            }
        }
    }
    let suites: BTreeSet<usize> = kept.iter().map(|&idx| runs[idx].suite).collect();
    let is_kept = |(idx, run): &(usize, CaseRun)| kept.contains(idx) || (!is_case(run) && suites.contains(&run.suite));
    Ok(runs
        .into_iter()
        .enumerate()
        .filter(is_kept)
        .map(|(_, run)| run)
        .collect())
}

/// All tags of the suites and cases, sorted.
pub fn tags(config: &Config) -> BTreeSet<&str> {
    let suites = config.suites.iter();
    let tags = suites.flat_map(|suite| suite.tags.iter().chain(suite.cases.iter().flat_map(|case| &case.tags)));
    tags.map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn probes(only: &[&str]) -> Vec<String> {
        let mut config: Config = serde_json::from_value(json!({ "suites": [
            {
                "tool": "read", "setup": [{ "name": "write" }], "teardown": [{ "name": "delete" }],
                "cases": [
                    { "name": "create" },
                    { "name": "other" },
                    { "name": "by name", "tags": ["named"], "args": { "id": { "from": "$.id", "case": "create" } } },
                    { "name": "before", "tags": ["before"], "args": { "ids": [{ "from": "$.id" }] } },
                ],
            },
            { "tool": "list", "tags": ["smoke"], "cases": [{ "name": "all" }] },
        ] }))
        .unwrap();
        config.only = only.iter().map(|&tag| tag.to_owned()).collect();
        chosen(&config).unwrap().into_iter().map(|run| run.probe).collect()
    }

    #[test]
    fn what_a_case_builds_on_is_chosen_with_it() {
        assert_eq!(probes(&[]).len(), 7);
        assert_eq!(probes(&["smoke"]), ["suite/1/case/0"]);
        assert_eq!(
            probes(&["named"]),
            [
                "suite/0/setup/0",
                "suite/0/case/0",
                "suite/0/case/2",
                "suite/0/teardown/0"
            ]
        );
        assert_eq!(
            probes(&["before"]),
            [
                "suite/0/setup/0",
                "suite/0/case/0",
                "suite/0/case/2",
                "suite/0/case/3",
                "suite/0/teardown/0"
            ]
        );
        assert!(probes(&["none"]).is_empty());
    }

    #[test]
    fn tags_of_suites_and_cases_are_known() {
        let suites: Value = json!([{ "tool": "t", "tags": ["b"], "cases": [{ "name": "c", "tags": ["a", "b"] }] }]);
        let config: Config = serde_json::from_value(json!({ "suites": suites })).unwrap();
        assert_eq!(tags(&config).into_iter().collect::<Vec<_>>(), ["a", "b"]);
    }
}
