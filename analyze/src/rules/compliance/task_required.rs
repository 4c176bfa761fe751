//! `compliance/task-required`: a tool that has to run as a task refuses plain calls.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Answered, Exchange, ListKind};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink, one_tool, task_course};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/task-required",
    title: "tools that have to run as tasks refuse plain calls with error -32601",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Tasks, Tool-Level Negotiation"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool with `execution.taskSupport: required` of a server that runs tools as tasks, which takes a call without `task`. Another error
than -32601 warns, unless the arguments were wrong as well. Nothing is called for this rule: it looks at the calls that other checks
make.

## Why it matters
A client that does not know tasks gets an answer that the tool is not made for, or waits for as long as the task takes.

## Example
```json
{\"params\": {\"name\": \"count\", \"arguments\": {}}}
{\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"7\"}]}}
```

## What to do
Answer with -32601 before the tool is called, or declare `taskSupport: optional` where plain calls work.

## When it is wrong
A result with `isError` may come from the tool or from a check of its arguments before; it is not judged.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = task_course::surface(cx, sink) else {
        return;
    };
    let calls: Vec<(String, &Exchange)> = cx.contract.connection(surface).tool_calls().collect();
    let (mut n_required, mut n_refused, mut n_unknown) = (0, 0, 0);
    for item in cx.items(ListKind::Tools) {
        if !task_course::is_required(item) {
            continue;
        }
        n_required += 1;
        let is_plain = |exchange: &Exchange| {
            exchange
                .request
                .params()
                .is_some_and(|params| params.get("task").is_none())
        };
        let plain = calls
            .iter()
            .filter(|(name, exchange)| name == item.name.raw() && is_plain(exchange));
        let judged = plain.filter_map(|(_, exchange)| Some((judge(exchange)?, *exchange)));
        let what = format!("a plain call of {}, which has to run as a task,", one_tool::name(item));
        match judged.max_by_key(|(verdict, _)| *verdict) {
            None => n_unknown += 1,
            Some((Verdict::Refused, _)) => n_refused += 1,
            Some((Verdict::Other, exchange)) => {
                let code = exchange.error_code();
                let code = code.map_or("without code".to_owned(), |code| code.to_string());
                let message = format!("{what} is refused with error {code}, not -32601");
                sink.found(About::server(), message)
                    .level(Level::Warn)
                    .expected(-32601)
                    .frames(exchange.frames());
            }
            Some((Verdict::Taken, exchange)) => {
                sink.found(About::server(), format!("{what} succeeds"))
                    .expected(-32601)
                    .frames(exchange.frames());
            }
        }
    }
    if n_required == 0 {
        sink.skip_nothing(About::server(), "no tool has to run as a task");
    } else if n_refused == 0 && n_unknown == n_required {
        let reason = "no plain call of a tool that has to run as a task was answered in a way that tells";
        sink.skip_nothing(About::server(), reason);
    }
}

/// What an answer to a plain call shows, the gravest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Refused,
    Other,
    Taken,
}

/// `None` where it may be about the arguments, or where none came.
fn judge(exchange: &Exchange) -> Option<Verdict> {
    match exchange.answered() {
        Answered::ProtocolError(Some(-32601)) => Some(Verdict::Refused),
        Answered::ProtocolError(_) => Some(Verdict::Other),
        Answered::Success => Some(Verdict::Taken),
        Answered::InvalidParams | Answered::ToolError | Answered::InputRequired | Answered::Nothing => None,
    }
}
