//! `schema/keyword-ignored`: keywords have a meaning in the dialect of the schema.

use mcpward_compat::Draft;
use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Schema, Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::subschema::{Node, drafts_of};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/keyword-ignored",
    title: "keywords have a meaning in their dialect",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Basic protocol, JSON Schema usage"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A keyword that the draft of the schema does not have, so that validators ignore it: `nullable`, which is OpenAPI; `const` in draft 4;
`prefixItems` in draft 7; `dependencies` in 2020-12; a keyword beside `$ref` before 2019-09.

## Why it matters
The schema says less than its author thinks, and the server refuses what the schema lets through, or the other way round.

## Example
```json
{\"type\": \"string\", \"nullable\": true}
```

## What to do
Say it in the words of the draft: `{\"type\": [\"string\", \"null\"]}`. Or name the draft that has the keyword in `$schema`.

## When it is wrong
Libraries that read OpenAPI know `nullable`. Without `$schema`, before 2025-11-25, a keyword counts where either draft 7 or 2020-12 has
it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Keywords that only describe; nobody misses them.
const ANNOTATIONS: [&str; 17] = [
    "$anchor",
    "$comment",
    "$defs",
    "$id",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "definitions",
    "deprecated",
    "description",
    "examples",
    "id",
    "readOnly",
    "title",
    "$vocabulary",
];

/// Keywords without meaning.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    for schema in tool.schemas() {
        let drafts: &[Draft] = match (schema.is_labeled, tool.has_default_dialect()) {
            (true, _) | (false, true) => &[schema.draft],
            (false, false) => &[Draft::Draft7, Draft::Draft202012],
        };
        for (idx, node) in schema.objects() {
            in_node(schema, drafts, idx, node, seen);
        }
    }
}

fn in_node(schema: &Schema<'_>, drafts: &[Draft], idx: usize, node: &Node<'_>, seen: &mut Vec<Seen>) {
    let has_reference = node.keywords.reference.is_some() && drafts.iter().all(|&draft| draft < Draft::Draft201909);
    for (keyword, value) in node.value.entries() {
        let Some(keyword) = keyword.as_str() else { continue };
        let pointer = || schema.pointer(idx, &keyword);
        if *keyword == *"nullable" && value.as_bool() == Some(true) {
            let types = node.keywords.types;
            // Beside a type list with null it says nothing new.
            if !types.is_some_and(|types| types.items().any(|one| one.is_text("null"))) {
                let message = "nullable is OpenAPI; in JSON Schema null is refused unless the type allows it";
                seen.push(Seen::new(pointer(), message));
            }
            continue;
        }
        let Some((first, last)) = drafts_of(&keyword) else {
            continue;
        };
        if ANNOTATIONS.contains(&&*keyword) {
            continue;
        }
        let has = |draft: &Draft| first <= *draft && last.is_none_or(|last| *draft <= last);
        if has_reference && *keyword != *"$ref" {
            let message = format!("{keyword} is ignored beside $ref in {}", name(drafts[0]));
            seen.push(Seen::new(pointer(), message));
        } else if !drafts.iter().any(has) && is_effective(&keyword, value, node) {
            let message = format!(
                "{keyword} is ignored: {} does not have it",
                name(drafts[drafts.len() - 1])
            );
            seen.push(Seen::new(pointer(), message));
        }
    }
}

/// Whether it would say something in a draft that has it.
fn is_effective(keyword: &str, value: Value<'_>, node: &Node<'_>) -> bool {
    match keyword {
        // It only speaks of what comes after a tuple.
        "additionalItems" => node.keywords.items.is_some_and(Value::is_array),
        "then" | "else" => node.value.get("if").is_some(),
        "minContains" | "maxContains" => node.value.get("contains").is_some(),
        "unevaluatedProperties" | "unevaluatedItems" => value.as_bool() != Some(true),
        _ => true,
    }
}

fn name(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "draft 4",
        Draft::Draft6 => "draft 6",
        Draft::Draft7 => "draft 7",
        Draft::Draft201909 => "draft 2019-09",
        Draft::Draft202012 => "draft 2020-12",
    }
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"string","nullable":true}}}}"##,
                &[
                    "/inputSchema/properties/a/nullable: nullable is OpenAPI; in JSON Schema null is refused unless the type allows it",
                ][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"dependencies":{"b":["c"]}}}}}"##,
                &["/inputSchema/properties/a/dependencies: dependencies is ignored: draft 2020-12 does not have it"][..],
            ),
            (
                r##"{"inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[],"$defs":{"A":{}},"items":{"$ref":"#/$defs/A","minLength":1,"description":"d"}}}"##,
                &[
                    "/inputSchema/prefixItems: prefixItems is ignored: draft 7 does not have it",
                    "/inputSchema/items/minLength: minLength is ignored beside $ref in draft 7",
                ][..],
            ),
            (
                r##"{"inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"b":["c"]},"const":1}}"##,
                &[][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"nullable":{"type":"string"},"b":{"type":"string","nullable":false}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
