//! Rewrites of a schema that a client takes, and what the schema engine proves of them.

use mcpward_compat::{Draft, Options, Verdict, compare};
use mcpward_json::{Doc, Limits};
use mcpward_schemas::report::{Fix, Untrusted};
use serde_json::{Map, Value as Json};

/// Rewrites the subschema at a JSON Pointer, or the keyword there; gives the pointer of what changed, where something did.
pub(super) type Rewrite = fn(&mut Json, &str) -> Option<String>;

/// Lines of a rewrite that are shown in a row on either side; what is longer is not a small diff.
const DIFF_LINES_MAX: usize = 12;

/// Product of the lines that are compared: 500 on each side. Beyond it all of them are shown as changed.
const DIFF_CELLS_MAX: usize = 250_000;

/// The subschema at a pointer, where it is an object.
pub(super) fn object<'s>(schema: &'s mut Json, at: &str) -> Option<&'s mut Map<String, Json>> {
    schema.pointer_mut(at)?.as_object_mut()
}

/// Writes the target of a reference in its place, with what stands beside the reference on top.
pub(super) fn inline(schema: &mut Json, at: &str) -> Option<String> {
    let reference = object(schema, at)?.get("$ref")?.as_str()?.strip_prefix('#')?.to_owned();
    let target = schema.pointer(&reference)?.as_object()?.clone();
    // A target with references of its own would only move the matter.
    if Json::Object(target.clone()).to_string().contains("\"$ref\"") {
        return None;
    }
    let object = object(schema, at)?;
    object.remove("$ref");
    for (keyword, value) in target {
        object.entry(keyword).or_insert(value);
    }
    Some(at.to_owned())
}

/// Leaves the type alone where a recursion closes.
pub(super) fn cut(schema: &mut Json, at: &str) -> Option<String> {
    let reference = object(schema, at)?.get("$ref")?.as_str()?.strip_prefix('#')?.to_owned();
    let target = schema.pointer(&reference)?.as_object()?;
    let kept: Vec<(String, Json)> = ["type", "description"]
        .into_iter()
        .filter_map(|keyword| Some((keyword.to_owned(), target.get(keyword)?.clone())))
        .collect();
    let object = object(schema, at)?;
    object.remove("$ref");
    for (keyword, value) in kept {
        object.entry(keyword).or_insert(value);
    }
    Some(at.to_owned())
}

/// Tries a rewrite on the schema that is this member of a tool, and says what is proven of it. `was` is the draft of a
/// schema without `$schema` that shows an older one.
pub(super) fn fix(schema: &Json, (member, at): (&str, &str), rewrite: Rewrite, was: Draft) -> Option<Fix> {
    let mut rewritten = schema.clone();
    let changed = rewrite(&mut rewritten, at)?;
    let (before, after) = (schema.pointer(&changed)?, rewritten.pointer(&changed)?);
    if before == after {
        return None;
    }
    Some(Fix {
        pointer: Untrusted::new(format!("/{member}{changed}")),
        proof: prove(schema, &rewritten, was).to_owned(),
        after: after.clone(),
        diff: diff(before, after),
    })
}

/// What the rewrite does to the set of arguments.
fn prove(old: &Json, new: &Json, was: Draft) -> &'static str {
    let read = |schema: &Json| Doc::parse(schema.to_string(), &Limits::default()).ok();
    let (Some(old), Some(new)) = (read(old), read(new)) else {
        return "unproven";
    };
    let options = Options {
        draft_old: was,
        root_object: true,
        ..Options::default()
    };
    let comparison = compare(old.root(), new.root(), &options);
    match (&comparison.forward, &comparison.backward) {
        (Verdict::Included, Verdict::Included) => "equivalent",
        (Verdict::Included, Verdict::NotIncluded { .. }) => "looser",
        (Verdict::NotIncluded { .. }, Verdict::Included) => "stricter",
        _ => "unproven",
    }
}

/// The lines that differ, in their order; a comma at the end is no difference.
fn diff(before: &Json, after: &Json) -> Vec<Untrusted> {
    let text = |value: &Json| serde_json::to_string_pretty(value).unwrap_or_default();
    let (before, after) = (text(before), text(after));
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = |a: &str, b: &str| a.trim_end_matches(',') == b.trim_end_matches(',');
    let n_head = old.iter().zip(&new).take_while(|(a, b)| same(a, b)).count();
    let (old, new) = (&old[n_head..], &new[n_head..]);
    let n_tail = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(|(a, b)| same(a, b))
        .count();
    let (old, new) = (&old[..old.len() - n_tail], &new[..new.len() - n_tail]);
    let kept = match old.len() * new.len() {
        n_cells if n_cells <= DIFF_CELLS_MAX => common(old, new, same),
        _ => Vec::new(),
    };
    let mut shown = Vec::new();
    let (mut at_old, mut at_new) = (0, 0);
    for (in_old, in_new) in kept.into_iter().chain([(old.len(), new.len())]) {
        side(&mut shown, '-', &old[at_old..in_old]);
        side(&mut shown, '+', &new[at_new..in_new]);
        (at_old, at_new) = (in_old + 1, in_new + 1);
    }
    shown
}

/// The lines that both have, by their places: a longest common subsequence.
fn common(old: &[&str], new: &[&str], same: impl Fn(&str, &str) -> bool) -> Vec<(usize, usize)> {
    // How many lines both have from here on.
    let width = new.len() + 1;
    let mut n_common = vec![0_usize; (old.len() + 1) * width];
    for (a, line) in old.iter().enumerate().rev() {
        for (b, other) in new.iter().enumerate().rev() {
            n_common[a * width + b] = match same(line, other) {
                true => n_common[(a + 1) * width + b + 1] + 1,
                false => n_common[(a + 1) * width + b].max(n_common[a * width + b + 1]),
            };
        }
    }
    let (mut a, mut b, mut kept) = (0, 0, Vec::new());
    while a < old.len() && b < new.len() {
        if same(old[a], new[b]) {
            kept.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if n_common[(a + 1) * width + b] >= n_common[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    kept
}

/// Lines of one side, each with its sign.
fn side(shown: &mut Vec<Untrusted>, sign: char, lines: &[&str]) {
    let first = lines.iter().take(DIFF_LINES_MAX);
    shown.extend(first.map(|line| Untrusted::new(format!("{sign} {line}"))));
    if lines.len() > DIFF_LINES_MAX {
        let n_more = lines.len() - DIFF_LINES_MAX;
        shown.push(Untrusted::new(format!("{sign} … {n_more} more lines")));
    }
}

#[cfg(test)]
mod tests {
    use mcpward_compat::Draft;
    use serde_json::{Value as Json, json};

    use super::{fix, object};

    fn drop_default(schema: &mut Json, at: &str) -> Option<String> {
        object(schema, at)?.remove("default")?;
        Some(at.to_owned())
    }

    #[test]
    fn a_rewrite_is_shown_as_the_lines_that_change() {
        let schema = json!({ "type": "object", "properties": { "a": { "type": "string", "default": "x" } } });
        let at = ("inputSchema", "/properties/a");
        let fix = fix(&schema, at, drop_default, Draft::default()).unwrap();
        assert_eq!(fix.pointer.raw(), "/inputSchema/properties/a");
        let lines: Vec<&str> = fix.diff.iter().map(|line| line.raw()).collect();
        assert_eq!(lines, ["-   \"default\": \"x\","]);
        assert_eq!(fix.after, json!({ "type": "string" }));
    }

    #[test]
    fn a_line_that_moves_past_a_change_is_no_change() {
        let texts = |before: Json, after: Json| -> Vec<String> {
            let lines = super::diff(&before, &after);
            lines.iter().map(|line| line.raw().to_owned()).collect()
        };
        assert_eq!(
            texts(
                json!({ "exclusiveMinimum": 0, "maximum": 9, "type": "integer" }),
                json!({ "maximum": 9, "minimum": 1, "type": "integer" })
            ),
            ["-   \"exclusiveMinimum\": 0,", "+   \"minimum\": 1,"]
        );
        assert_eq!(
            texts(json!({ "a": 1, "z": 2 }), json!({ "b": 1, "z": 2, "zz": 3 })),
            ["-   \"a\": 1,", "+   \"b\": 1,", "+   \"zz\": 3"]
        );
        assert_eq!(texts(json!({ "a": 1 }), json!({ "a": 1 })), [""; 0]);
    }

    #[test]
    fn no_rewrite_where_nothing_changes() {
        let schema = json!({ "properties": { "a": {} } });
        for at in ["/properties/a", "/properties/b"] {
            assert_eq!(fix(&schema, ("inputSchema", at), drop_default, Draft::default()), None);
        }
    }
}
