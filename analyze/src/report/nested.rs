//! Lists and objects of JSON, laid out so that two of them can be compared word by word.

use mcpward_schemas::report::Finding;
use serde_json::Value;
use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::excerpt::excerpt;
use super::limits::{JSON_CHARS_MAX, NESTED_CONTEXT_LINES};

/// A list or object with a member a line, keys sorted; `None` for another value, and where it is too long or too deep for that.
pub(crate) fn indented(value: &Value) -> Option<String> {
    if !matches!(value, Value::Array(_) | Value::Object(_)) {
        return None;
    }
    let (line, is_cut) = excerpt(value, JSON_CHARS_MAX);
    // Reading it back bounds the depth, and writing recurses.
    let read: Value = serde_json::from_str(&line).ok().filter(|_| !is_cut)?;
    serde_json::to_string_pretty(&read).ok()
}

/// Both sides of a finding on one line each, with spaces between members; where both are lists or objects. Line feeds of
/// texts are escapes in JSON, so every line feed is layout.
pub(crate) fn spaced_sides(finding: &Finding) -> Option<(String, String)> {
    let spaced = |value: &Option<Value>| {
        let lines = indented(value.as_ref()?)?;
        Some(lines.lines().map(str::trim_start).collect::<Vec<_>>().join(" "))
    };
    spaced(&finding.before).zip(spaced(&finding.after))
}

/// Lines of both sides with their signs, unchanged ones only beside changes and `…` for the others; where both sides are lists
/// or objects and differ.
pub(crate) fn changed_lines(finding: &Finding) -> Option<Vec<(char, String)>> {
    let sides = [finding.before.as_ref()?, finding.after.as_ref()?].map(indented);
    let [Some(before), Some(after)] = sides else {
        return None;
    };
    let (olds, news): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let mut out = Vec::new();
    let ops = capture_diff_slices(Algorithm::Myers, &olds, &news);
    for (at, op) in ops.iter().enumerate() {
        let (tag, old, new) = op.as_tag_tuple();
        let mut push = |sign: char, lines: &[&str]| out.extend(lines.iter().map(|line| (sign, (*line).to_owned())));
        if tag != DiffTag::Equal {
            push('-', &olds[old]);
            push('+', &news[new]);
            continue;
        }
        let same = &olds[old];
        let n_head = if at == 0 {
            0
        } else {
            NESTED_CONTEXT_LINES.min(same.len())
        };
        let n_tail = if at + 1 == ops.len() { 0 } else { NESTED_CONTEXT_LINES };
        let tail = same.len().saturating_sub(n_tail).max(n_head);
        push(' ', &same[..n_head]);
        match &same[n_head..tail] {
            [] => {}
            // A mark in place of one line saves nothing.
            [line] => push(' ', &[*line]),
            _ => push(' ', &["…"]),
        }
        push(' ', &same[tail..]);
    }
    (ops.len() > 1).then_some(out)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{changed_lines, indented};

    #[test]
    fn only_what_has_members_is_laid_out() {
        assert_eq!(
            indented(&json!({ "b": 1, "a": ["x\n"] })).unwrap(),
            "{\n  \"a\": [\n    \"x\\n\"\n  ],\n  \"b\": 1\n}"
        );
        assert_eq!(indented(&json!("text")), None);
        assert_eq!(indented(&json!(["x".repeat(30_000)])), None);
        let mut deep = Value::Null;
        for _ in 0..1_000 {
            deep = Value::Array(vec![deep]);
        }
        assert_eq!(indented(&deep), None);
    }

    #[test]
    fn lines_far_from_a_change_are_left_out() {
        let finding = |before: Value, after: Value| {
            serde_json::from_value(json!({
                "id": "a/b", "family": "a", "status": "fail", "severity": "error", "message": "", "before": before, "after": after,
            }))
            .unwrap()
        };
        let lines = changed_lines(&finding(json!([1, 2, 3, 4, 5, 6]), json!([1, 2, 3, 4, 5, 7]))).unwrap();
        let shown: Vec<String> = lines.iter().map(|(sign, line)| format!("{sign}{line}")).collect();
        assert_eq!(shown, [" …", "   4,", "   5,", "-  6", "+  7", " ]"]);
        assert_eq!(changed_lines(&finding(json!([1]), json!([1]))), None);
        assert_eq!(changed_lines(&finding(json!(1), json!([1]))), None);
    }
}
