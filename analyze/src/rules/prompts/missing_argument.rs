//! `prompts/missing-argument`: a prompt is not made without the arguments that it requires.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, Exchange, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "prompts/missing-argument",
    title: "getting a prompt without its required arguments gets error -32602",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Prompts, Error handling"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
`prompts/get` for the first listed prompt that requires arguments, without any, and answered with a prompt or with another error than
-32602.

## Why it matters
A prompt with holes in it goes to a model as it is: it says `undefined` where a name should stand.

## Example
```json
{\"error\": {\"code\": 0, \"message\": \"Missing required arguments: {'name'}\"}}
```

## What to do
Check the arguments before the text is made, and answer with -32602 and their names. An argument that may be left out is not
`required`.

## When it is wrong
It is a recommendation; some SDKs answer with a code of their own.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let connections = cx.eras().map(|surface| cx.contract.connection(surface));
    let asked: Vec<&Exchange> = connections
        .filter_map(|connection| connection.probe(probe::PROMPT_INCOMPLETE))
        .collect();
    let Some(first) = asked.first() else {
        return sink.skip_nothing(About::server(), "no prompt that requires arguments was asked for");
    };
    let wrong = asked.iter().find_map(|exchange| {
        let answered = exchange.answered();
        let message = match answered {
            Answered::InvalidParams | Answered::InputRequired | Answered::Nothing => return None,
            Answered::ProtocolError(Some(code)) => {
                format!("a prompt without its required arguments is answered with error {code}, not -32602")
            }
            Answered::ProtocolError(None) => {
                "a prompt without its required arguments is answered without an error code".to_owned()
            }
            Answered::ToolError | Answered::Success => "a prompt is made without its required arguments".to_owned(),
        };
        Some((exchange, message))
    });
    match wrong {
        Some((exchange, message)) => {
            sink.found(About::server(), message)
                .expected(-32602)
                .frames(exchange.frames());
        }
        None if asked.iter().all(|exchange| exchange.response.is_none()) => {
            sink.skip(About::server(), first.why_no_result());
        }
        None => {}
    }
}
