//! `behavioral/text`: the text of the result is as expected.

use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value;

use crate::rules::{Context, Level, Needs, RuleMeta, Sink, cases};
use crate::suites::Condition;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "behavioral/text",
    title: "results read as expected",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Case],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A result whose text blocks, joined by line feeds, do not fulfil the condition under `text`.

## Why it matters
Most tools answer in text, and models read nothing else.

## Example
```yaml
expect:
  text: { contains: Milk }
```

## What to do
Compare expected and actual; the matchers are those of `jsonpath`.

## When it is wrong
Wording changes with every release; prefer `contains` and `matches` to equality.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    cases::for_each(cx, sink, |expect| expect.text.is_some(), &mut |case, sink| {
        let (Ok(exchange), Some(expect)) = (&case.exchange, &case.run.expect) else {
            return;
        };
        let wanted = expect.text.clone().unwrap_or_default();
        let text = text(case, exchange);
        let message = match Condition::parse(&wanted) {
            Ok(condition) => match condition.check(&[&Value::from(text.clone())]) {
                Ok(()) => return,
                Err(mismatch) => format!(
                    "the text was expected to be {}, and is {:?}",
                    mismatch.expected,
                    crate::contract::beginning(&text)
                ),
            },
            Err(error) => format!("text: {error}"),
        };
        sink.found(case.about(), message)
            .expected(wanted)
            .actual(text)
            .frames(exchange.frames());
    });
}

/// Text blocks of a tool's result, texts of a resource, or texts of a prompt's messages.
fn text(case: &cases::Case<'_>, exchange: &crate::contract::Exchange) -> String {
    if case.is_tool() {
        return exchange.text();
    }
    let result = case.result().unwrap_or_default();
    let texts = [("contents", "/text"), ("messages", "/content/text")]
        .into_iter()
        .flat_map(|(member, pointer)| {
            let items = result.get(member).and_then(Value::as_array).into_iter().flatten();
            items.filter_map(move |item| item.pointer(pointer)?.as_str())
        });
    texts.collect::<Vec<_>>().join("\n")
}
