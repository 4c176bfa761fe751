//! `schema/keyword-misspelled`: keywords are spelled right.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::subschema::{is_standard, keywords};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/keyword-misspelled",
    title: "keywords are spelled right",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
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
A member of a schema that no draft knows and that is one slip away from a keyword: `minlength`, `maxItem`, `require`.

## Why it matters
Validators ignore it without a word, so the check that was meant never happens.

## Example
```json
{\"type\": \"string\", \"minlength\": 1}
```

## What to do
Spell it as the draft does.

## When it is wrong
A keyword of one's own that happens to look like one of JSON Schema; begin it with `x-`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Members of OpenAPI and of form generators that look like keywords and are none.
const KNOWN: [&str; 9] = [
    "example",
    "nullable",
    "discriminator",
    "xml",
    "externalDocs",
    "optional",
    "options",
    "label",
    "name",
];

/// Members that are nearly keywords.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    for schema in tool.schemas() {
        for (idx, node) in schema.objects() {
            for (member, _) in node.value.entries() {
                let Some(member) = member.as_str() else { continue };
                if is_standard(&member) || KNOWN.contains(&&*member) || member.len() < 4 || member.starts_with("x-") {
                    continue;
                }
                if let Some(keyword) = keywords().find(|keyword| is_slip(&member, keyword)) {
                    let message = format!("{} is no keyword; {keyword} is", crate::contract::beginning(&member));
                    seen.push(Seen::new(schema.pointer(idx, &member), message));
                }
            }
        }
    }
}

/// Whether one differs from the other in case, separators or one letter.
fn is_slip(member: &str, keyword: &str) -> bool {
    let bare = |text: &str| text.replace(['_', '-'], "").to_ascii_lowercase();
    let (member, keyword) = (bare(member), bare(keyword));
    if member == keyword {
        return true;
    }
    // Short words are one letter apart by chance.
    keyword.len() >= 6 && member.len().abs_diff(keyword.len()) <= 1 && one_edit(member.as_bytes(), keyword.as_bytes())
}

fn one_edit(a: &[u8], b: &[u8]) -> bool {
    let n_head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let n_tail = a[n_head..]
        .iter()
        .rev()
        .zip(b[n_head..].iter().rev())
        .take_while(|(x, y)| x == y)
        .count();
    a.len().max(b.len()) - n_head - n_tail <= 1
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"minlength":1}}}}"##,
                &["/inputSchema/properties/a/minlength: minlength is no keyword; minLength is"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"additionalProperty":false,"one_of":[]}}}}"##,
                &["/inputSchema/properties/a/one_of: one_of is no keyword; oneOf is"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"maxItem":1}}}}"##,
                &["/inputSchema/properties/a/maxItem: maxItem is no keyword; maxItems is"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"minlength":{"minLength":1,"x-maxlength":2,"order":1,"example":1}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
