//! `schema/description-repeats-name`: a description says more than the name.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/description-repeats-name",
    title: "descriptions say more than the name",
    severity: Severity::Info,
    level: Level::Note,
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
A description that has the words of the name and no others.

## Why it matters
It costs tokens and tells a model nothing that it did not know.

## Example
```json
{\"name\": \"list_users\", \"description\": \"List users\"}
```

## What to do
Say what comes back, and when to use the tool rather than its neighbors.

## When it is wrong
For a tool that does one obvious thing the name may be enough. A hint only.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Descriptions without news.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    let Some(text) = tool.value.get("description").and_then(Value::as_str) else {
        return;
    };
    let name: Vec<String> = words(&tool.name).collect();
    let is_said = |word: String| ["a", "an", "the", "all", "tool"].contains(&word.as_str()) || name.contains(&word);
    if words(&text).next().is_some() && words(&text).all(is_said) {
        seen.push(Seen::new("/description", "the description says no more than the name"));
    }
}

/// Words in lower case without the plural, split at separators and at capitals.
fn words(text: &str) -> impl Iterator<Item = String> {
    let stem = |word: String| word.strip_suffix('s').map(str::to_owned).unwrap_or(word);
    let words = text.split(|c: char| !c.is_alphanumeric()).flat_map(at_capitals);
    words.filter(|word| !word.is_empty()).map(stem)
}

/// What stands between separators, in lower case, split at capitals.
fn at_capitals(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in text.chars() {
        if c.is_uppercase() && was_lower {
            words.push(String::new());
        }
        was_lower = c.is_lowercase();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"name":"list_users","description":"List all the users."}"##,
                &["/description: the description says no more than the name"][..],
            ),
            (
                r##"{"name":"listUser","description":"list users"}"##,
                &["/description: the description says no more than the name"][..],
            ),
            (
                r##"{"name":"list_users","description":"List users of the team."}"##,
                &[][..],
            ),
            (r##"{"name":"x","description":""}"##, &[][..]),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
