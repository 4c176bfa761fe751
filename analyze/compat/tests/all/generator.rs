//! Instances of one schema.

use mcpward_compat::{InstanceKind, Options, Satisfiable, instances, satisfiable};

use crate::ask::doc;

const TOOL: &str = r#"{
    "type": "object",
    "properties": {
        "path": {"type": "string", "minLength": 1},
        "mode": {"enum": ["r", "w"], "default": "r"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 10}
    },
    "required": ["path"],
    "additionalProperties": false
}"#;

#[test]
fn instances_are_minimal_typical_and_at_the_edges() {
    let list = instances(doc(TOOL).root(), &Options::default());
    assert_eq!(list[0].kind, InstanceKind::Minimal);
    assert_eq!(list[0].value, serde_json::json!({"path": "a"}));
    assert_eq!(list[1].kind, InstanceKind::Typical);
    assert_eq!(
        list[1].value,
        serde_json::json!({"path": "a", "mode": "r", "limit": 10})
    );
    let schema: serde_json::Value = serde_json::from_str(TOOL).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(list.iter().all(|instance| validator.is_valid(&instance.value)));
    let edges: Vec<_> = list
        .iter()
        .filter(|instance| instance.kind == InstanceKind::Edge)
        .map(|i| &i.value)
        .collect();
    assert!(edges.contains(&&serde_json::json!({"path": "a", "limit": 100})));
    assert!(edges.contains(&&serde_json::json!({"path": "a", "mode": "w"})));
}

#[test]
fn satisfiability_has_three_answers() {
    let options = Options::default();
    assert_eq!(
        satisfiable(doc(r#"{"const":3}"#).root(), &options),
        Satisfiable::Yes(serde_json::json!(3))
    );
    assert_eq!(
        satisfiable(doc(r#"{"type":"string","minLength":2,"maxLength":1}"#).root(), &options),
        Satisfiable::No
    );
    let remote = satisfiable(doc(r#"{"$ref":"https://example.com/x"}"#).root(), &options);
    assert!(matches!(remote, Satisfiable::Unknown(_)));
}
