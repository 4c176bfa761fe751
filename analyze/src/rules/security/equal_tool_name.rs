//! `security/equal-tool-name`: a tool name belongs to one server.

use mcpward_json::canonical;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Item, ListKind};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/equal-tool-name",
    title: "a tool name belongs to one server",
    severity: Severity::Warning,
    level: Level::Warn,
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
A tool name that another server of the same run has too. With other parameters it warns; with the same ones it is a note. Told once, by
the server that comes later in the run. Needs several servers in one run.

## Why it matters
Clients that put no prefix before names keep one of the two, or refuse both. A model that chose by name may call the wrong one.

## Example
`search` of a wiki beside `search` of a shop.

## What to do
Let the client prefix names with the server's, or name the tools by what they work on.

## When it is wrong
Where every client that is used prefixes names. Accept it with `ignore:` and a reason.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(beside) = cx.beside else {
        sink.not_asked();
        return;
    };
    for item in cx.items(ListKind::Tools) {
        let same: Vec<_> = beside.named(item.name.raw()).filter(|other| other.is_before).collect();
        if same.is_empty() {
            continue;
        }
        let differ = same.iter().any(|other| schema(other.item) != schema(item));
        let servers: Vec<&str> = same.iter().map(|other| other.server).collect();
        let (how, level) = if differ {
            ("with other parameters", Level::Warn)
        } else {
            ("with the same parameters", Level::Note)
        };
        let noun = if servers.len() == 1 { "server" } else { "servers" };
        let message = format!("{noun} {} has a tool of this name, {how}", servers.join(", "));
        let message = if servers.len() == 1 {
            message
        } else {
            message.replace(" has a tool", " have a tool")
        };
        sink.found(item, message).at("/name").level(level).frames([item.frame]);
    }
}

fn schema(item: &Item) -> String {
    item.value().get("inputSchema").map(canonical).unwrap_or_default()
}
