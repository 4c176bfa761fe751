//! `behavioral/jsonpath`: values stand in the result where they are expected.

use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::Value;

use crate::rules::{Context, Level, Needs, RuleMeta, Sink, cases};
use crate::suites::{Condition, Path};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "behavioral/jsonpath",
    title: "results hold the expected values",
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
A value at a JSONPath of the result that is not what is expected, or a path or condition that can not be read.

## Why it matters
This is what callers build on.

## Example
```yaml
expect:
  jsonpath:
    '$.content[0].type': text
    '$.structuredContent.count': { gte: 1 }
```

## What to do
Compare expected and actual. Several values at a path must all fulfil the condition; no value fulfils only `exists: false`.

## When it is wrong
Values that differ from run to run need a matcher (`type`, `matches`, `exists`) instead of equality.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    cases::for_each(cx, sink, |expect| !expect.jsonpath.is_empty(), &mut |case, sink| {
        let (Ok(exchange), Some(expect)) = (&case.exchange, &case.run.expect) else {
            return;
        };
        let Some(result) = case.result() else {
            sink.found(
                case.about(),
                format!("there is no result to look into: {}", exchange.why_no_result()),
            )
            .frames(exchange.frames());
            return;
        };
        for (path, wanted) in &expect.jsonpath {
            match judge(path, wanted, &result) {
                Ok(None) => {}
                Ok(Some((expected, actual))) => {
                    let found = match &actual {
                        Value::Null => "nothing stands there".to_owned(),
                        actual => format!("there is {}", crate::contract::beginning(&actual.to_string())),
                    };
                    let message = format!("{path} was expected to be {expected}, and {found}");
                    sink.found(case.about(), message)
                        .expected(expected)
                        .actual(actual)
                        .frames(exchange.frames());
                }
                Err(reason) => {
                    sink.found(case.about(), reason);
                }
            }
        }
    });
}

/// What was expected and what is there, where they differ.
fn judge(path: &str, wanted: &Value, result: &Value) -> Result<Option<(String, Value)>, String> {
    let parsed = Path::parse(path).map_err(|error| error.to_string())?;
    let condition = Condition::parse(wanted).map_err(|error| format!("{path}: {error}"))?;
    Ok(condition.check(&parsed.query(result)).err().map(|mismatch| {
        let actual = match <[Value; 1]>::try_from(mismatch.actual) {
            Ok([one]) => one,
            Err(none) if none.is_empty() => Value::Null,
            Err(several) => Value::Array(several),
        };
        (mismatch.expected, actual)
    }))
}
