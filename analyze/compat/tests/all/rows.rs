//! Every change row: what it is called, and what it means to either side in each content model.
//!
//! `rows.jsonl` holds a case a line: the number of the row in the taxonomy, the ids that the pair must give (exactly these,
//! in order), the row of the keyword around the last one, and the verdicts of the models strict, declared and understood.

use std::collections::BTreeSet;

use mcpward_compat::{Draft, Model, Options, change_rows, compare};
use mcpward_json::Value;

use crate::ask::{doc, word};

const ROWS: &str = include_str!("rows.jsonl");
const DOCUMENTATION: &str = include_str!("../../../../docs/compatibility.md");

/// What a case answers, in the form of its line.
fn answers(case: Value<'_>) -> String {
    let text = |name: &str| case.get(name).and_then(|value| value.as_str()).unwrap_or_default();
    let raw = |name: &str| case.get(name).map_or("", |value| value.raw());
    let draft = Draft::from_name(&text("draft")).unwrap_or_default();
    let (mut forward, mut backward) = (Vec::new(), Vec::new());
    let mut listed = None;
    for model in [Model::Strict, Model::Declared, Model::Understood] {
        let options = Options {
            model,
            draft_old: draft,
            draft_new: Draft::from_name(&text("draft_new")).unwrap_or(draft),
            root_object: case.get("root_object").is_some(),
            ..Options::default()
        };
        let (old, new) = (doc(raw("old")), doc(raw("new")));
        let comparison = compare(old.root(), new.root(), &options);
        forward.push(word(&comparison.forward));
        backward.push(word(&comparison.backward));
        let ids: Vec<_> = comparison.changes.iter().map(|change| change.id).collect();
        let within = comparison.changes.last().and_then(|change| change.within);
        listed.get_or_insert((ids, within));
    }
    let (ids, within) = listed.unwrap_or_default();
    let mut line = format!(r#"{{"row": {}, "ids": {}"#, raw("row"), serde_json::json!(ids));
    if let Some(within) = within {
        line.push_str(&format!(r#", "within": "{within}""#));
    }
    for name in ["draft", "draft_new", "root_object", "old", "new"] {
        if case.get(name).is_some() {
            line.push_str(&format!(r#", "{name}": {}"#, raw(name)));
        }
    }
    line.push_str(&format!(
        r#", "forward": {}, "backward": {}}}"#,
        serde_json::json!(forward.join(" ")),
        serde_json::json!(backward.join(" "))
    ));
    line
}

#[test]
fn rows_have_ids_and_verdicts() {
    for line in ROWS.lines() {
        // Lists are written by two programs, with a space after the comma or without.
        assert_eq!(answers(doc(line).root()).replace(", ", ","), line.replace(", ", ","));
    }
}

#[test]
fn every_id_is_documented_and_occurs() {
    let mut seen = BTreeSet::new();
    for line in ROWS.lines() {
        let case = doc(line);
        let lists = ["ids", "within"].iter().filter_map(|name| case.root().get(name));
        seen.extend(lists.flat_map(|value| match value.as_str() {
            Some(id) => vec![id.into_owned()],
            None => value.items().filter_map(|id| Some(id.as_str()?.into_owned())).collect(),
        }));
    }
    let ids: BTreeSet<String> = change_rows().iter().map(|row| row.id.to_owned()).collect();
    let unnamed: Vec<_> = ids
        .iter()
        .filter(|id| !DOCUMENTATION.contains(&format!("`{id}`")))
        .collect();
    assert_eq!(unnamed, Vec::<&String>::new(), "not in docs/compatibility.md");
    let unknown: Vec<_> = seen.difference(&ids).collect();
    assert_eq!(unknown, Vec::<&String>::new(), "no rows");
    let untested: Vec<_> = ids.difference(&seen).collect();
    assert_eq!(untested, Vec::<&String>::new(), "without a case");
}
