//! Pairs with known answers, old in new and new in old.

use mcpward_compat::{Draft, Options};

use crate::ask::{ask, word, words};

const PAIRS: &[(&str, &str, &str)] = &[
    // Types.
    (
        r#"{"type":["string","null"]}"#,
        r#"{"anyOf":[{"type":"null"},{"type":"string"}]}"#,
        "yes yes",
    ),
    (
        r#"{"type":"integer"}"#,
        r#"{"type":"number","multipleOf":1}"#,
        "yes yes",
    ),
    (r#"{"type":"integer"}"#, r#"{"type":"number"}"#, "yes no"),
    (r#"{"type":"string"}"#, r#"{"type":"integer"}"#, "no no"),
    ("true", "{}", "yes yes"),
    (r#"{"not":{}}"#, "false", "yes yes"),
    // Constants.
    (r#"{"enum":[true,false]}"#, r#"{"type":"boolean"}"#, "yes yes"),
    (r#"{"const":1}"#, r#"{"enum":[1.0]}"#, "yes yes"),
    (r#"{"const":true}"#, r#"{"const":1}"#, "no no"),
    (
        r#"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}"#,
        r#"{"enum":["b","a"]}"#,
        "yes yes",
    ),
    (r#"{"enum":["a",9],"type":"string"}"#, r#"{"const":"a"}"#, "yes yes"),
    // Numbers.
    (
        r#"{"type":"integer","minimum":1.2}"#,
        r#"{"type":"integer","minimum":2}"#,
        "yes yes",
    ),
    (
        r#"{"type":"integer","exclusiveMinimum":3}"#,
        r#"{"type":"integer","minimum":4}"#,
        "yes yes",
    ),
    (
        r#"{"type":"number","exclusiveMinimum":3}"#,
        r#"{"type":"number","minimum":4}"#,
        "no yes",
    ),
    (
        r#"{"type":"number","multipleOf":6}"#,
        r#"{"type":"number","multipleOf":4}"#,
        "no no",
    ),
    (
        r#"{"type":"number","multipleOf":3}"#,
        r#"{"type":"number","multipleOf":0.3}"#,
        "yes no",
    ),
    (
        r#"{"type":"integer","multipleOf":7,"minimum":1,"maximum":6}"#,
        "false",
        "yes yes",
    ),
    (
        r#"{"anyOf":[{"type":"integer","maximum":0},{"type":"integer","minimum":1}]}"#,
        r#"{"type":"integer"}"#,
        "yes yes",
    ),
    // Strings.
    (
        r#"{"type":"string","pattern":"^[ab]{3}$"}"#,
        r#"{"type":"string","minLength":3,"maxLength":3}"#,
        "yes no",
    ),
    (
        r#"{"type":"string","pattern":"^.+$"}"#,
        r#"{"type":"string","minLength":1}"#,
        "yes no",
    ),
    (
        r#"{"type":"string","pattern":"^[0-9]+$"}"#,
        r#"{"type":"string","pattern":"^\\d\\d*$"}"#,
        "yes yes",
    ),
    (
        r#"{"type":"string","pattern":"^(?=.*\\d)[a-z0-9]+$"}"#,
        r#"{"type":"string","pattern":"\\d"}"#,
        "yes no",
    ),
    (
        r#"{"type":"string","minLength":1000000000}"#,
        r#"{"type":"string","minLength":1}"#,
        "yes no",
    ),
    (
        r#"{"allOf":[{"pattern":"^a"},{"pattern":"^b"}],"type":"string"}"#,
        "false",
        "yes yes",
    ),
    // Arrays.
    (
        r#"{"type":"array","items":false}"#,
        r#"{"type":"array","maxItems":0}"#,
        "yes yes",
    ),
    (
        r#"{"type":"array","items":{"enum":[1,2,3]},"uniqueItems":true}"#,
        r#"{"type":"array","maxItems":3}"#,
        "yes no",
    ),
    (
        r#"{"type":"array","contains":{"type":"integer"},"maxContains":2}"#,
        r#"{"type":"array","contains":{"type":"number"},"maxContains":2}"#,
        "no no",
    ),
    (
        r#"{"type":"array","contains":{"const":1},"minContains":2,"uniqueItems":true}"#,
        "false",
        "yes yes",
    ),
    (
        r#"{"type":"array","prefixItems":[{"enum":[1,2]}],"items":false,"minItems":1}"#,
        r#"{"enum":[[1],[2]]}"#,
        "yes yes",
    ),
    (
        r#"{"type":"array","prefixItems":[{"type":"string"}],"unevaluatedItems":false}"#,
        r#"{"type":"array","prefixItems":[{"type":"string"}],"items":false}"#,
        "yes yes",
    ),
    // Objects.
    (
        r#"{"type":"object","required":["a"]}"#,
        r#"{"type":"object","minProperties":1}"#,
        "yes no",
    ),
    (
        r#"{"type":"object","propertyNames":{"enum":["a","b"]}}"#,
        r#"{"type":"object","maxProperties":2}"#,
        "yes no",
    ),
    (
        r#"{"type":"object","propertyNames":{"enum":["a","b"]},"minProperties":2}"#,
        r#"{"type":"object","required":["a","b"]}"#,
        "yes no",
    ),
    (
        r#"{"type":"object","patternProperties":{"^[a-z]":{"type":"integer"}}}"#,
        r#"{"type":"object","patternProperties":{"^[a-m]":{"type":"integer"},"^[n-z]":{"type":"integer"}}}"#,
        "yes yes",
    ),
    (
        r#"{"type":"object","properties":{"a":{}},"unevaluatedProperties":false}"#,
        r#"{"type":"object","properties":{"a":{}},"additionalProperties":false}"#,
        "yes yes",
    ),
    (
        r#"{"type":"object","dependentRequired":{"a":["b"]}}"#,
        r#"{"anyOf":[{"not":{"required":["a"]}},{"required":["b"]}],"type":"object"}"#,
        "yes yes",
    ),
    (
        r#"{"type":"object","required":["z"],"additionalProperties":false}"#,
        "false",
        "yes yes",
    ),
    (
        r#"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}"#,
        r#"{"enum":[{"a":true},{"a":false}]}"#,
        "yes yes",
    ),
    // Logic.
    (r#"{"if":{"required":["a"]}}"#, "{}", "yes yes"),
    (
        r#"{"anyOf":[{"type":"integer"},{"type":"number"}]}"#,
        r#"{"oneOf":[{"type":"integer"},{"type":"number"}]}"#,
        "no yes",
    ),
    (
        r#"{"oneOf":[{"type":"integer"},{"type":"number"}]}"#,
        r#"{"type":"number","not":{"type":"integer"}}"#,
        "yes yes",
    ),
    (
        r#"{"not":{"anyOf":[{"type":"string"},{"type":"null"}]}}"#,
        r#"{"allOf":[{"not":{"type":"string"}},{"not":{"type":"null"}}]}"#,
        "yes yes",
    ),
    (
        r#"{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}]}"#,
        r#"{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]}]}"#,
        "no no",
    ),
    // References.
    (
        r##"{"$ref":"#/$defs/T","$defs":{"T":{"type":"object","properties":{"v":{"type":"integer"},"c":{"type":"array","items":{"$ref":"#/$defs/T"}}}}}}"##,
        r##"{"$ref":"#/$defs/U","$defs":{"U":{"type":"object","properties":{"v":{"type":"number"},"c":{"type":"array","items":{"$ref":"#/$defs/U"}}}}}}"##,
        "yes no",
    ),
    (
        r##"{"$ref":"#/$defs/N","$defs":{"N":{"type":"object","required":["n"],"properties":{"n":{"$ref":"#/$defs/N"}}}}}"##,
        "false",
        "yes yes",
    ),
    (
        r##"{"$ref":"#pos","$defs":{"x":{"$anchor":"pos","type":"integer","minimum":1}}}"##,
        r#"{"type":"integer"}"#,
        "yes no",
    ),
    (
        r##"{"$id":"https://a.example/x","$dynamicAnchor":"n","type":"object","properties":{"k":{"$dynamicRef":"#n"}}}"##,
        r##"{"type":"object","properties":{"k":{"$ref":"#"}}}"##,
        "yes yes",
    ),
];

#[test]
fn pairs_are_decided_in_both_directions() {
    for (old, new, answer) in PAIRS {
        let given = words(old, new);
        // A witness of 10^9 letters can't be built; the other answers are exact.
        assert_eq!(given, *answer, "{old} against {new}");
    }
}

#[test]
fn drafts_are_read_side_by_side() {
    let options = Options {
        draft_old: Draft::Draft7,
        ..Options::default()
    };
    let siblings = r##"{"allOf":[{"$ref":"#/definitions/s","minLength":3}],"definitions":{"s":{"type":"string"}}}"##;
    assert_eq!(word(&ask(siblings, siblings, &options)), "no");
    let options = Options {
        draft_old: Draft::Draft4,
        ..Options::default()
    };
    let old = r#"{"type":"number","minimum":3,"exclusiveMinimum":true}"#;
    let new = r#"{"type":"number","exclusiveMinimum":3}"#;
    assert_eq!(word(&ask(old, new, &options)), "yes");
}

#[test]
fn what_is_not_known_is_said() {
    let remote = r#"{"$ref":"https://example.com/other"}"#;
    let both = "unresolvable reference https://example.com/other unresolvable reference https://example.com/other";
    assert_eq!(words(remote, r#"{"type":"string"}"#), both);
    assert_eq!(
        words(
            remote,
            r#"{"anyOf":[{"$ref":"https://example.com/other"},{"type":"null"}]}"#
        )
        .split(' ')
        .next(),
        Some("yes")
    );
    assert_eq!(words(r##"{"$ref":"#"}"##, "false").split(' ').next(), Some("endless"));
    let nested = r#"{"not":{"$schema":"http://json-schema.org/draft-04/schema#","const":1}}"#;
    assert_eq!(words(nested, "false"), "ambiguous keyword $schema yes");
    let given = words(r#"{"type":"text"}"#, r#"{"type":"string"}"#);
    assert!(given.starts_with("malformed keyword type"), "{given}");
}

#[test]
fn corners_of_a_cube_are_counted() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let corner = |bits: usize| {
        let members: Vec<String> = names
            .iter()
            .enumerate()
            .map(|(at, name)| format!("\"{name}\":{}", bits >> at & 1 == 1))
            .collect();
        format!("{{{}}}", members.join(","))
    };
    let properties: Vec<String> = names
        .iter()
        .map(|name| format!(r#""{name}":{{"type":"boolean"}}"#))
        .collect();
    let cube = format!(
        r#"{{"type":"object","properties":{{{}}},"required":["a","b","c","d","e","f"],"additionalProperties":false}}"#,
        properties.join(",")
    );
    let corners = |n: usize| format!(r#"{{"enum":[{}]}}"#, (0..n).map(corner).collect::<Vec<_>>().join(","));
    assert_eq!(words(&cube, &corners(64)), "yes yes");
    assert_eq!(words(&cube, &corners(63)), "no yes");
}
