//! `schema/keyword-without-effect`: keywords belong to the type beside them.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/keyword-without-effect",
    title: "keywords belong to their type",
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
A keyword that says nothing about the `type` beside it, such as `minLength` on a number or `items` on a string.

## Why it matters
The author meant something that is not checked; a model reads it and is misled.

## Example
```json
{\"type\": \"integer\", \"minLength\": 3}
```

## What to do
Take the keyword of that type: `minimum` for numbers, `minItems` for arrays.

## When it is wrong
Generators write empty keywords for every type. They do no harm, so this is a hint only.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// The types that a keyword speaks of; none where it speaks of all.
fn types_of(keyword: &str) -> &'static [&'static str] {
    match keyword {
        "minLength" | "maxLength" | "pattern" => &["string"],
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => &["number", "integer"],
        "items" | "prefixItems" | "contains" | "minItems" | "maxItems" | "uniqueItems" => &["array"],
        "properties" | "required" | "patternProperties" | "propertyNames" | "minProperties" | "maxProperties" => {
            &["object"]
        }
        _ => &[],
    }
}

/// Keywords that say nothing.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    for schema in tool.schemas() {
        for (idx, node) in schema.objects() {
            let Some(kind) = node.keywords.types.and_then(Value::as_str) else {
                continue;
            };
            for keyword in node.value.entries().filter_map(|(member, _)| member.as_str()) {
                let types = types_of(&keyword);
                if !types.is_empty() && !types.contains(&&*kind) {
                    let message = format!(
                        "{keyword} says nothing about type {}",
                        crate::contract::beginning(&kind)
                    );
                    seen.push(Seen::new(schema.pointer(idx, &keyword), message));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"integer","minLength":3}}}}"##,
                &["/inputSchema/properties/a/minLength: minLength says nothing about type integer"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":3},"b":{"type":["integer","string"],"minLength":3},"c":{"minLength":3}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
