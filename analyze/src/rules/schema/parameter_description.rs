//! `schema/parameter-description`: parameters say what they are.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::subschema::Role;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/parameter-description",
    title: "parameters have descriptions",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Properties at the first level of an input schema without a description, where the tool has several of them.

## Why it matters
Models fill parameters in by name alone then, and guess units, formats and which of two ids is meant.

## Example
```json
{\"properties\": {\"ref\": {\"type\": \"string\"}, \"mode\": {\"type\": \"integer\"}}}
```

## What to do
One sentence each: what it is, its unit or form, and what happens without it.

## When it is wrong
A name such as `query` may say enough. A hint only.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Parameters without description from which on they are reported: a single one is often told by the name of the tool.
const SILENT_MIN: usize = 2;

/// Parameters that say nothing.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    let Some(schema) = &tool.input else { return };
    let says = |value: Option<Value<'_>>| {
        value
            .and_then(Value::as_str)
            .is_some_and(|text| !text.trim().is_empty())
    };
    let mut silent = Vec::new();
    for (idx, node) in schema
        .objects()
        .filter(|(_, node)| node.role == Role::Property && node.parent == Some(0))
    {
        let keywords = &node.keywords;
        // A reference, an enum or a branch may say it further down.
        let is_told = says(keywords.description)
            || keywords.reference.is_some()
            || keywords.values.is_some()
            || keywords.constant.is_some();
        let in_branches = [keywords.any_of, keywords.one_of, keywords.all_of]
            .into_iter()
            .flatten()
            .flat_map(|all| all.items());
        if !is_told
            && !in_branches
                .into_iter()
                .any(|branch| says(branch.get("description")) || branch.get("$ref").is_some())
        {
            let name = crate::contract::beginning(node.name.as_deref().unwrap_or_default());
            let message = format!("the parameter {name} has no description");
            silent.push(Seen::new(schema.pointer(idx, "description"), message).habit("parameters without description"));
        }
    }
    if silent.len() >= SILENT_MIN {
        seen.append(&mut silent);
    }
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}}"##,
                &[
                    "/inputSchema/properties/a/description: the parameter a has no description",
                    "/inputSchema/properties/b/description: the parameter b has no description",
                ][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"string","description":"An a."},"d":{"type":"string"},"b":{"enum":["x"]},"c":{"anyOf":[{"description":"A c."}]}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
