//! Input that is large, deep or contrived: it must end, soon, with an honest answer.

use mcpward_compat::{Draft, Options};

use crate::ask::{ask, both, word, words};

fn nested(depth: usize, leaf: &str) -> String {
    format!(
        "{}{leaf}{}",
        r#"{"type":"array","items":"#.repeat(depth),
        "}".repeat(depth)
    )
}

fn numbered(n: usize, one: impl Fn(usize) -> String) -> String {
    (0..n).map(one).collect::<Vec<_>>().join(",")
}

#[test]
fn depth_is_no_danger() {
    let deep = nested(10_000, r#"{"type":"number"}"#);
    let narrower = nested(10_000, r#"{"type":"integer"}"#);
    assert_eq!(words(&deep, &deep), "yes yes");
    let given = word(&ask(&deep, &narrower, &Options::default()));
    assert!(
        ["no-witness", "limit depth", "limit instance-depth", "fuel"].contains(&given.as_str())
            || given.starts_with("limit"),
        "{given}"
    );
    let wide = nested(99, r#"{"type":"number"}"#);
    assert_eq!(words(&wide, &nested(99, r#"{"type":"integer"}"#)), "no yes");
}

/// The meta-schema of 2019-09 refers to itself by way of six vocabularies: a validator overflowed a thread's stack at fifty levels.
#[test]
fn depth_is_no_danger_to_validators() {
    for draft in [Draft::Draft4, Draft::Draft7, Draft::Draft201909, Draft::Draft202012] {
        let options = Options {
            draft_old: draft,
            draft_new: draft,
            ..Options::default()
        };
        for depth in [19, 50, 95] {
            // What is deep is the same on both sides, so that nobody but the validators looks into it.
            let deep = nested(depth, "{}");
            let with = |kind: &str| format!(r#"{{"properties":{{"deep":{deep},"a":{{"type":"{kind}"}}}}}}"#);
            assert_eq!(
                word(&ask(&with("number"), &with("integer"), &options)),
                "no",
                "{draft:?} {depth}"
            );
        }
    }
}

#[test]
fn size_is_no_danger() {
    let values = |n| format!(r#"{{"enum":[{}]}}"#, numbered(n, |at| format!("\"v{at}\"")));
    assert_eq!(words(&values(20_000), &values(19_999)), "no yes");
    let members = |leaf: &str| {
        format!(
            r#"{{"type":"object","properties":{{{}}}}}"#,
            numbered(2_000, |at| format!(r#""p{at}":{{"type":"{leaf}"}}"#))
        )
    };
    assert_eq!(words(&members("integer"), &members("number")), "yes no");
}

#[test]
fn many_changes_are_listed_up_to_a_bound() {
    let members = |prefix: &str| {
        let one = |at| format!(r#""{prefix}{at}":{{"maxLength":{at}}}"#);
        format!(r#"{{"type":"object","properties":{{{}}}}}"#, numbered(5_000, one))
    };
    let comparison = both(&members("old"), &members("new"), &Options::default());
    assert_eq!(comparison.changes.len(), 500);
    assert!(comparison.changes.iter().all(|change| change.id == "property.renamed"));
}

#[test]
fn unions_are_not_multiplied_out() {
    let clauses = |n| {
        format!(
            r#"{{"type":"object","allOf":[{}]}}"#,
            numbered(n, |at| format!(
                r#"{{"anyOf":[{{"required":["a{at}"]}},{{"required":["b{at}"]}}]}}"#
            ))
        )
    };
    assert_eq!(words(&clauses(20), &clauses(19)), "yes no");
    let tags = |n: usize, turn: bool| {
        let branch = |at: usize| {
            let at = if turn { n - 1 - at } else { at };
            format!(r#"{{"type":"object","properties":{{"k":{{"const":"k{at}"}}}},"required":["k","v{at}"]}}"#)
        };
        format!(r#"{{"oneOf":[{}]}}"#, numbered(n, branch))
    };
    assert_eq!(words(&tags(64, false), &tags(64, true)), "yes yes");
}

#[test]
fn contrived_texts_end() {
    let pattern = |text: &str| format!(r#"{{"type":"string","pattern":"{text}"}}"#);
    assert_eq!(words(&pattern("^(a+)+$"), &pattern("^a+$")), "yes yes");
    assert_eq!(words(&pattern("^[ab]{15,}$"), &pattern("^(a|b)*a(a|b){14}$")), "no yes");
    let backreference = words(&pattern("^(a*)*\\\\1$"), &pattern("^b$"));
    assert!(!backreference.starts_with("yes"), "{backreference}");
    let pigeons = both(
        r#"{"maximum":1e400,"type":"number"}"#,
        r#"{"maximum":1e999999999,"type":"number"}"#,
        &Options::default(),
    );
    assert!(pigeons.steps < 10_000);
}

#[test]
fn endless_references_end() {
    let endless = r##"{"$ref":"#","unevaluatedProperties":false,"unevaluatedItems":false}"##;
    let closed = r#"{"type":"object","unevaluatedProperties":false}"#;
    assert_eq!(words(endless, closed), "endless reference endless reference");
}

#[test]
fn fuel_ends_what_does_not_end_by_itself() {
    let starved = Options {
        fuel: 20,
        ..Options::default()
    };
    let old = r#"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"minProperties":1}"#;
    let new = r#"{"type":"object","properties":{"a":{"type":"number"}},"required":["a"],"maxProperties":9}"#;
    assert_eq!(word(&ask(old, new, &starved)), "fuel");
}
