//! `cost/tool-tokens`: each tool fits its budget of context.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::cost::{self, ENCODING};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "cost/tool-tokens",
    title: "each tool fits its budget of context",
    severity: Severity::Error,
    level: Level::Fail,
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
A tool that takes more tokens than `checks.cost.tool_tokens_max` allows.

## Why it matters
One dear tool is paid for in every request, whether it is used or not.

## Example
```yaml
checks:
  cost:
    tool_tokens_max: 1000
```

## What to do
The finding says what makes the tool dear. An enum that stands twice becomes a definition; a manual becomes a resource.

## When it is wrong
The tokenizer of one provider is counted; others differ by some percent.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let budget = cx.config().checks.cost.and_then(|cost| cost.tool_tokens_max);
    let (Some(surface), Some(max)) = (cx.surface, budget) else {
        sink.not_asked();
        return;
    };
    let cost = cost::of_surface(surface);
    for item in cx.items(ListKind::Tools) {
        let Some(tool) = cost
            .tools
            .iter()
            .find(|tool| tool.name == item.name && tool.size.tokens > max)
        else {
            continue;
        };
        let why = if tool.causes.is_empty() {
            String::new()
        } else {
            format!(": {}", tool.causes.join(", "))
        };
        let message = format!(
            "the tool takes {} tokens ({ENCODING}); {max} are allowed{why}",
            tool.size.tokens
        );
        sink.found(item, message)
            .expected(max)
            .actual(tool.size.tokens)
            .frames([item.frame]);
    }
}
