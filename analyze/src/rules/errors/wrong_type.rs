//! `errors/wrong-type`: an argument of the wrong type is refused.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::Wanted;
use crate::contract::{ListKind, probe};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "errors/wrong-type",
    title: "arguments of the wrong type are refused",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: Some("2025-11-25, Tools, Error Handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool that, given an object where a text or number belongs, crashes or stays silent; as a warning, that it takes the value, or
answers with an error of an unusual code. The other arguments are right.

## Why it matters
Models do send the wrong type. A refusal in words lets them mend it; a crash ends the session for every tool.

## Example
```json
{\"error\": {\"code\": -32603, \"message\": \"Cannot read properties of undefined\"}}
```

## What to do
Validate arguments against `inputSchema` before using them, and name the argument and the type in the answer.

## When it is wrong
A tool may convert what it is given; then say so in the schema, with a list of types.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let wanted = Wanted::of(cx);
    super::for_each_probe(cx, sink, probe::WRONG_TYPE, &mut |item, exchange, sink| {
        let taken = || (Level::Warn, "an argument of the wrong type is taken".to_owned());
        let Some((level, message)) = wanted.judge(exchange, "an argument of the wrong type is", taken) else {
            return;
        };
        sink.found(item, message)
            .level(level)
            .at("/inputSchema/properties")
            .frames(exchange.frames());
    });
}
