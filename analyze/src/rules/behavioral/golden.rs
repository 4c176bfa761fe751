//! `behavioral/golden`: the result is what its golden file says.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{Context, Level, Needs, RuleMeta, Sink, cases};
use crate::suites;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "behavioral/golden",
    title: "results equal their golden files",
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
A result that differs from its golden file, or a golden file that is missing or no JSON.

## Why it matters
A golden pins everything at once: content, structured content and `isError`.

## Example
```yaml
expect:
  golden: goldens/note.json
  mask: ['$.structuredContent.updated_at', uuid, timestamp]
```

## What to do
Read the difference. Where it is meant, `mcpward run --update-golden` writes the file anew; review it like code.

## When it is wrong
Values that differ from run to run need a `mask`, arrays without order `unordered`.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    cases::for_each(cx, sink, |expect| expect.golden.is_some(), &mut |case, sink| {
        let (Ok(exchange), Some(expect)) = (&case.exchange, &case.run.expect) else {
            return;
        };
        let path = expect.golden.clone().unwrap_or_default();
        let Some(result) = case.result() else {
            let message = format!("there is no result to compare: {}", exchange.why_no_result());
            sink.found(case.about(), message).frames(exchange.frames());
            return;
        };
        let Some(file) = cx.inputs.goldens.get(&path) else {
            sink.found(
                case.about(),
                format!("the golden file {path:?} is missing; `mcpward run --update-golden` writes it"),
            );
            return;
        };
        match cases::golden_of(expect).and_then(|golden| suites::compare(&golden, file, &result)) {
            Ok(None) => {}
            Ok(Some((wanted, found))) => {
                let message = format!("the result differs from {path:?}");
                sink.found(case.about(), message)
                    .changed(wanted, found)
                    .frames(exchange.frames());
            }
            Err(reason) => {
                sink.found(case.about(), format!("{path:?}: {reason}"));
            }
        }
    });
}
