//! `schema/expected-tools`: tools that the configuration expects are there.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/expected-tools",
    title: "the expected tools are there",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool named under `expect.tools` that the server does not list.

## Why it matters
Prompts and programs call tools by name. A tool that is gone, or has another name, breaks them without an error of its own.

## Example
```yaml
expect:
  tools: [search_notes]
```

## What to do
Bring the tool back, or take it out of the list once nothing calls it.

## When it is wrong
Names are compared exactly, case included, as clients compare them.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let expected = &cx.config().expect.tools;
    if expected.is_empty() {
        sink.not_asked();
        return;
    }
    let items = cx.items(ListKind::Tools);
    for tool in expected
        .iter()
        .filter(|tool| !items.iter().any(|item| item.name.raw() == tool.as_str()))
    {
        sink.found(About::server(), format!("the expected tool {tool} is not listed"))
            .expected(tool.as_str());
    }
}
