//! Formats that are lists: workflow commands and code-quality entries.

use std::collections::BTreeSet;

use mcpward_analyze::report::Format;
use serde_json::Value;
use snapbox::{assert_data_eq, file};

use crate::{all, sample, text};

#[test]
fn workflow_commands_read_well() {
    assert_data_eq!(
        text(Format::Github, &sample::story()),
        file!["goldens/github.txt"].raw()
    );
    assert_data_eq!(
        text(Format::Github, &sample::many(100)),
        file!["goldens/github-many.txt"].raw()
    );
}

#[test]
fn every_line_is_one_command_of_ours() {
    for report in all() {
        for line in text(Format::Github, &report).lines() {
            let command = ["::error ", "::warning ", "::notice "]
                .iter()
                .find_map(|start| line.strip_prefix(start));
            let (properties, _) = command
                .and_then(|rest| rest.split_once("::"))
                .expect("a command with properties");
            for property in properties.split(',') {
                let (key, _) = property.split_once('=').expect("a property");
                assert!(matches!(key, "file" | "line" | "col" | "title"), "{property}");
            }
            assert!(!line.chars().any(char::is_control) && !line.contains("##["), "{line}");
        }
    }
}

#[test]
fn code_quality_reads_well() {
    assert_data_eq!(
        text(Format::Gitlab, &sample::story()),
        file!["goldens/gitlab.json"].raw()
    );
}

#[test]
fn code_quality_entries_are_whole_and_unlike() {
    for report in all() {
        let entries: Vec<Value> = serde_json::from_str(&text(Format::Gitlab, &report)).expect("the report is JSON");
        let mut prints = BTreeSet::new();
        for entry in entries {
            assert!(prints.insert(entry["fingerprint"].as_str().unwrap().to_owned()));
            assert!(!entry["location"]["path"].as_str().unwrap().trim().is_empty());
            assert!(entry["location"]["lines"]["begin"].as_u64().unwrap() >= 1);
            assert!(entry["description"].is_string() && entry["check_name"].is_string());
            assert!(["info", "minor", "major", "critical", "blocker"].contains(&entry["severity"].as_str().unwrap()));
        }
    }
}
