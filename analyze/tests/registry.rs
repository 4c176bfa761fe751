//! The registry of rules against the folder, the documentation and the reviewed list of ids.

use std::collections::BTreeSet;
use std::path::Path;

use mcpward_analyze::rules;

fn folder(path: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let mut names: Vec<String> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// `family/rule` for every rule file, with dashes.
fn files() -> BTreeSet<String> {
    let families = folder("src/rules").into_iter().filter(|name| !name.ends_with(".rs"));
    let rules = families.flat_map(|family| {
        let files = folder(&format!("src/rules/{family}"));
        let stems = files
            .into_iter()
            .filter_map(|name| name.strip_suffix(".rs").map(str::to_owned));
        stems
            .filter(|stem| stem != "mod")
            .map(move |stem| format!("{family}/{}", stem.replace('_', "-")))
            .collect::<Vec<_>>()
    });
    rules.collect()
}

#[test]
fn every_file_is_a_registered_rule_and_every_rule_a_file() {
    let registered: BTreeSet<String> = rules::all().iter().map(|rule| rule.id.replace('_', "-")).collect();
    assert_eq!(files(), registered);
    assert_eq!(rules::all().len(), registered.len(), "an id stands twice");
    assert!(rules::all().is_sorted_by_key(|rule| rule.id));
}

#[test]
fn the_page_of_security_rules_names_them_all() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/security-rules.md");
    let page = std::fs::read_to_string(page).unwrap();
    for rule in rules::all().iter().filter(|rule| rule.family() == "security") {
        assert!(page.contains(&format!("| `{}` |", rule.id)), "{}", rule.id);
    }
}

#[test]
fn every_rule_is_documented_under_the_same_headings() {
    for rule in rules::all() {
        let headings: Vec<&str> = rule.docs.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(headings, rules::HEADINGS, "{}", rule.id);
        for section in rule.docs.split("## ").skip(1) {
            let body = section.split_once('\n').map_or("", |(_, body)| body).trim();
            assert!(body.len() > 20, "{}: a section without text: {section}", rule.id);
        }
        assert!(
            rule.docs.lines().all(|line| line.chars().count() <= 140),
            "{}: a long line",
            rule.id
        );
        assert!(
            !rule.title.ends_with('.') && !rule.title.is_empty(),
            "{}: a title is a fragment",
            rule.id
        );
        assert!(["high", "medium", "low"].contains(&rule.confidence), "{}", rule.id);
        assert!(!rule.subjects.is_empty(), "{}", rule.id);
    }
}

/// One line of the reviewed list: the id, where it comes from, and what became of it.
fn golden() -> Vec<(String, String, String)> {
    let text = include_str!("golden/ids.txt");
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let mut parts = line.splitn(3, " | ").map(|part| part.trim().to_owned());
            let mut next = || parts.next().unwrap_or_else(|| panic!("three columns in {line:?}"));
            (next(), next(), next())
        })
        .collect()
}

#[test]
fn the_list_of_ids_is_reviewed() {
    let golden = golden();
    let ids: Vec<&str> = golden.iter().map(|(id, ..)| id.as_str()).collect();
    assert!(
        ids.is_sorted() && ids.windows(2).all(|pair| pair[0] != pair[1]),
        "sorted, each once"
    );
    let live: Vec<&str> = golden
        .iter()
        .filter(|(.., fate)| fate == "live")
        .map(|(id, ..)| id.as_str())
        .collect();
    let registered: Vec<&str> = rules::all().iter().map(|rule| rule.id).collect();
    assert_eq!(live, registered);
    for (id, origin, fate) in &golden {
        assert!(["described", "own"].contains(&origin.as_str()), "{id}: {origin}");
        match fate.split_once(": ") {
            None => assert!(["live", "to come"].contains(&fate.as_str()), "{id}: {fate}"),
            Some(("alias of", of)) => {
                let rule = rules::find(id).unwrap_or_else(|| panic!("{id} is no alias"));
                assert_eq!(rule.id, of);
            }
            Some(("retired", reason)) => {
                assert!(reason.len() > 20, "{id}: a reason");
                assert!(rules::find(id).is_none(), "{id} is retired and lives");
            }
            Some(_) => panic!("{id}: {fate}"),
        }
    }
    let n_described = golden.iter().filter(|(_, origin, _)| origin == "described").count();
    assert_eq!(n_described, 55, "the ids of the described system are all there");
}
