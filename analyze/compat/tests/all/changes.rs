//! What changed, and which change is the cause.

use mcpward_compat::{Options, Role};

use crate::ask::both;

fn listed(old: &str, new: &str) -> Vec<(&'static str, String, Role, Role)> {
    let comparison = both(old, new, &Options::default());
    comparison
        .changes
        .into_iter()
        .map(|change| {
            let pointer = change.new_pointer.or(change.old_pointer).unwrap_or_default();
            (change.id, pointer, change.forward, change.backward)
        })
        .collect()
}

#[test]
fn each_change_has_its_own_role() {
    let old = r#"{"type":"object","properties":{"a":{"type":"integer","minimum":1,"description":"x"},"b":{"type":"string"}},"additionalProperties":false}"#;
    let new = r#"{"type":"object","properties":{"a":{"type":"integer","minimum":2,"description":"y"},"b":{"type":"string"},"c":{}},"required":["c"],"additionalProperties":false}"#;
    assert_eq!(
        listed(old, new),
        [
            (
                "property.required_added",
                "/properties/c".to_owned(),
                Role::Cause,
                Role::Cause
            ),
            (
                "description.changed",
                "/properties/a/description".to_owned(),
                Role::Harmless,
                Role::Harmless
            ),
            (
                "minimum.increased",
                "/properties/a/minimum".to_owned(),
                Role::Cause,
                Role::Harmless
            ),
        ]
    );
}

#[test]
fn rewrites_change_no_meaning() {
    let options = Options::default();
    for (old, new) in [
        (
            r#"{"type":["string","null"]}"#,
            r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
        ),
        (
            r##"{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}"##,
            r#"{"properties":{"a":{"type":"string"}}}"#,
        ),
        (
            r##"{"$ref":"#/$defs/A","$defs":{"A":{"minLength":1}}}"##,
            r##"{"$ref":"#/$defs/B","$defs":{"B":{"minLength":1}}}"##,
        ),
        (r#"{"enum":["a","b"]}"#, r#"{"enum":["b","a","a"]}"#),
        (r#"{"type":"string","minLength":0}"#, r#"{"type":"string"}"#),
    ] {
        let comparison = both(old, new, &options);
        assert!(comparison.same_meaning(), "{old} against {new}");
        let harmless = |change: &mcpward_compat::SchemaChange| {
            (change.forward, change.backward) == (Role::Harmless, Role::Harmless)
        };
        assert!(comparison.changes.iter().all(harmless), "{old} against {new}");
    }
}

#[test]
fn unions_are_paired_by_likeness() {
    let old = r#"{"oneOf":[{"properties":{"k":{"const":"a"}},"required":["k"]},{"properties":{"k":{"const":"b"}},"required":["k"]}]}"#;
    let new = r#"{"oneOf":[{"properties":{"k":{"const":"b"}},"required":["k"]},{"properties":{"k":{"const":"a"}},"required":["k"]},{"type":"null"}]}"#;
    let ids: Vec<_> = listed(old, new)
        .into_iter()
        .map(|(id, pointer, ..)| (id, pointer))
        .collect();
    assert_eq!(ids, [("oneOf.branch_added", "/oneOf/2".to_owned())]);
}

#[test]
fn the_same_bytes_come_out_every_time() {
    let old = r#"{"type":"object","properties":{"a":{"enum":["x","y","z"]},"b":{"pattern":"^a+$"}}}"#;
    let new = r#"{"type":"object","properties":{"a":{"enum":["z","q"]},"b":{"pattern":"^b+$"}},"required":["b"]}"#;
    let first = format!("{:?}", both(old, new, &Options::default()));
    for _ in 0..3 {
        assert_eq!(format!("{:?}", both(old, new, &Options::default())), first);
    }
}
