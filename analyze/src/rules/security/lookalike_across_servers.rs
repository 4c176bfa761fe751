//! `security/lookalike-across-servers`: tool names of two servers are not mistaken for each other.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::quoted;
use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/lookalike-across-servers",
    title: "tool names of two servers are not mistaken for each other",
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
A tool whose name differs from that of a tool of another server of the same run, and looks like it: by letters of one shape (`l`, `I`
and `1`, also of other scripts) or by two neighbors changed over. Told once, by the server that comes later in the run. Needs several
servers in one run.

## Why it matters
A model copies names, and a person approves what he thinks he reads. The twin gets the calls that were meant for the other.

## Example
`send_emai1` of one server beside `send_email` of another.

## What to do
Find out which of the two servers came first, and do not use the other with it.

## When it is wrong
Where both names are words of their own. Accept it with `ignore:` and a reason.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(beside) = cx.beside else {
        sink.not_asked();
        return;
    };
    for item in cx.items(ListKind::Tools) {
        let twins: Vec<String> = beside
            .twins(item.name.raw())
            .filter(|twin| twin.is_before)
            .map(|twin| format!("{:?} of server {}", quoted(twin.item.name.raw()), twin.server))
            .collect();
        if !twins.is_empty() {
            let message = format!("the name is easily taken for {}", twins.join(", "));
            sink.found(item, message).at("/name").frames([item.frame]);
        }
    }
}
