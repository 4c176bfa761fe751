//! What types can't say about suites.

use mcpward_schemas::config::{Expect, Suite};

use super::{Condition, Mask, Path, expand};

/// Whether suites can be run: they expand, and every path, condition and mask can be read.
///
/// # Errors
/// A sentence fragment that names the suite and case, and what is wrong.
pub fn check(suites: &[Suite]) -> Result<(), String> {
    expand(suites)?;
    for (idx, suite) in suites.iter().enumerate() {
        for case in &suite.cases {
            check_expect(&case.expect).map_err(|reason| format!("suites[{idx}], case {:?}: {reason}", case.name))?;
        }
    }
    Ok(())
}

fn check_expect(expect: &Expect) -> Result<(), String> {
    for (path, wanted) in &expect.jsonpath {
        Path::parse(path).map_err(|error| error.to_string())?;
        Condition::parse(wanted).map_err(|error| format!("{path}: {error}"))?;
    }
    if let Some(wanted) = &expect.text {
        Condition::parse(wanted).map_err(|error| format!("text: {error}"))?;
    }
    for mask in &expect.mask {
        Mask::parse(mask).map_err(|error| format!("mask: {error}"))?;
    }
    for path in &expect.unordered {
        Path::parse(path).map_err(|error| format!("unordered: {error}"))?;
    }
    let others = expect.tool_is_error.is_some() || expect.output_matches_schema.is_some() || expect.golden.is_some();
    if expect.protocol_error_code.is_some() && (others || !expect.jsonpath.is_empty() || expect.text.is_some()) {
        return Err(
            "protocol_error_code stands alone: where there is an error, there is no result to look at".to_owned(),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Suite, check};

    #[test]
    fn what_can_not_be_read_is_refused_before_anything_runs() {
        for (expect, reason) in [
            (json!({ "jsonpath": { "$.a[": 1 } }), "is no JSONPath"),
            (json!({ "jsonpath": { "$.a": { "gte": "x" } } }), "gte takes a number"),
            (json!({ "mask": ["uuids"] }), "mask: "),
            (json!({ "text": { "matches": "(" } }), "text: matches takes"),
            (
                json!({ "protocol_error_code": 1, "tool_is_error": true }),
                "stands alone",
            ),
        ] {
            let suites: Vec<Suite> =
                serde_json::from_value(json!([{ "tool": "t", "cases": [{ "name": "c", "expect": expect }] }])).unwrap();
            let error = check(&suites).unwrap_err();
            assert!(
                error.starts_with("suites[0], case \"c\": ") && error.contains(reason),
                "{error}"
            );
        }
    }
}
