//! `prompts/argument-description`: prompts and their arguments say what they are.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, beginning};
use crate::look::Seen;
use crate::rules::tell::tell_items;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "prompts/argument-description",
    title: "prompts and arguments have descriptions",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Prompts)],
    subjects: &[SubjectKind::Prompt],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A prompt without description, or with arguments without one.

## Why it matters
People choose prompts from a menu and fill in a form; the description is all that they see.

## Example
```json
{\"name\": \"review\", \"arguments\": [{\"name\": \"ref\"}]}
```

## What to do
Say in one sentence what the prompt does, and what goes into each argument.

## When it is wrong
A title or a telling name may be enough. A hint only.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let says = |value: Value<'_>| {
        value
            .get("description")
            .and_then(Value::as_str)
            .is_some_and(|text| !text.trim().is_empty())
    };
    tell_items(cx, sink, ListKind::Prompts, |item, seen| {
        if !item.value().is_object() {
            return;
        }
        if !says(item.value()) {
            seen.push(Seen::new("/description", "the prompt has no description"));
        }
        let arguments = item
            .value()
            .get("arguments")
            .into_iter()
            .flat_map(Value::items)
            .filter(|one| one.is_object());
        let silent: Vec<String> = arguments
            .filter(|argument| !says(*argument))
            .map(|argument| beginning(&argument.get("name").and_then(Value::as_str).unwrap_or_default()))
            .collect();
        let message = match silent.as_slice() {
            [] => return,
            [one] => format!("the argument {one} has no description"),
            many => format!("{} arguments have no description: {}", many.len(), many.join(", ")),
        };
        seen.push(Seen::new("/arguments", message).habit("arguments without description"));
    });
}
